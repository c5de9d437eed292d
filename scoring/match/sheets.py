"""The points of a won hand compared with its score sheet."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from scoring.errors import MissingLibraryError, NotationError
from scoring.games.game import RuleBook
from scoring.hand import Win
from scoring.match.course import course_of
from scoring.match.errors import RefusedError
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from scoring.notation import parse
from scoring.sheet import Line, PatternName, ScoreSheet
from scoring.ways import possible_flowers


def check_points(act: Won, hand: "RecordedHand", discarder: str | None) -> None:
    """Refuse points that differ from those of the hand recorded with them.

    The match supplies circumstances missing in the text: seat, round, and self-draw.

    Args:
        act: The win; without a hand, or if it was counted under another version of the preset, the points stay.
        hand: Its hand, as the match has it won.
        discarder: Seat wind of the discarder.

    Raises:
        RefusedError: The text is not a hand, the hand may not be declared, or it contradicts the record.
    """
    book = hand.book
    if not act.hand or act.version not in (None, book.version):
        return
    try:
        win = read_hand(act.hand, game=book.game.id)
    except NotationError as error:
        raise RefusedError("hand-not-read", hand=act.hand, because=error.kind) from error
    draw = {None: None, True: "self-draw", False: "discard"}
    for said, known in (
        (draw[win.self_draw], draw[act.self_drawn]),
        (win.seat and f"seat={win.seat}", f"seat={hand.seat}"),
        (win.round_wind and f"round={win.round_wind}", f"round={hand.round_wind}"),
        (win.giver and f"from={win.giver}", f"from={discarder}" if discarder else "self-draw"),
    ):
        if said and said != known:
            raise RefusedError("hand-differs", hand=act.hand, said=said, known=known)
    try:
        known_totals = hand.totals()
    except MissingLibraryError:
        return  # recorded where the library was; the points stay
    if not known_totals:
        best = max(_sheets(hand), key=lambda sheet: sheet.counted)
        if not best.wins:
            raise RefusedError("hand-no-win", hand=act.hand)
        kind = course_of(book).false_wins.refusal
        raise RefusedError(kind, hand=act.hand, points=best.counted, minimum=best.minimum, rules=book.name)
    if act.points not in known_totals and course_of(book).texts.complete(win):
        raise RefusedError("points-differ", hand=act.hand, points=act.points, total=known_totals, rules=book.name)


class RecordedHand(NamedTuple):
    """A hand as it was recorded, with what its match knows of the win.

    Attributes:
        text: The hand as text; its seat, round and draw are ignored.
        book: The preset that it is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        self_drawn: True if the winner drew the winning tile.
    """

    text: str
    book: RuleBook
    seat: str
    round_wind: str
    self_drawn: bool

    def totals(self) -> tuple[int, ...]:
        """Return the totals that it may be declared with: none, or two if a replacement tile would change them.

        Raises:
            NotationError: The text is not a hand.
        """
        return tuple(sorted({sheet.total for sheet in _sheets(self) if sheet.legal}))

    def is_open(self) -> bool:
        """Return True if flowers that it does not name change its value.

        Raises:
            NotationError: The text is not a hand.
        """
        return self.book.flowers and len({sheet.total for sheet in _sheets(self)}) > 1

    def discards_fail(self) -> bool:
        """Return True if the discards that it names cannot have led to its win.

        Raises:
            NotationError: The text is not a hand.
        """
        if not read_hand(self.text).discards:
            return False
        return any(finding.kind == "discards-impossible" for finding in _sheets(self)[0].findings)

    def most_worth(self) -> PatternName | None:
        """Return the pattern that names it on a match sheet: the most valuable, the first in the book of equal ones.

        Returns:
            The pattern, or None if the text is not a hand or no pattern counts.
        """
        try:
            lines = _sheets(self)[0].lines
        except NotationError:
            return None
        best = max(lines, key=lambda line: line.points // line.count, default=None)
        return PatternName(best.id, best.name, best.zh) if best else None

    def sheet(self, points: int) -> ScoreSheet | None:
        """Return the sheet that it was counted by; None if the text is not a hand, or scores other points."""
        try:
            sheets = _sheets(self)
        except NotationError:
            return None
        return next((sheet for sheet in sheets if sheet.total == points), None)


@lru_cache(maxsize=4096)
def patterns_of(hand: RecordedHand) -> tuple[PatternName, ...]:
    """Return the patterns that count in a hand, each once, in the order of its sheet; none if it was not read."""
    if not hand.text:
        return ()
    try:
        lines = _sheets(hand)[0].lines
    except NotationError:
        return ()
    return tuple(dict.fromkeys(PatternName(line.id, line.name, line.zh) for line in lines))


def fed_points(win: Win, book: RuleBook) -> int | None:
    """Return the points that the liable player of a hand answers for, or None for all of them.

    Args:
        win: The hand with its seat, round and draw.
        book: The preset that the hand is scored under.
    """
    if win.seat is None:
        return None
    win = replace(win, kong=bool(win.kong))
    try:
        fed = course_of(book).texts.fed(win, book)
        return None if fed is None or fed == book.score(win).total else fed
    except MissingLibraryError:
        return None


@lru_cache(maxsize=256)
def read_hand(hand: str, red: bool = False, game: str = "") -> Win:
    """Return the hand of a text, cached.

    Args:
        hand: The text.
        red: True if the rules may have red fives.
        game: Id of its game, where what only games know matters.

    Raises:
        NotationError: The text is not a hand.
    """
    try:
        return parse(hand, red, game)
    except NotationError:
        return parse(hand, red)  # a kept text may name the last tile as its game does not


@lru_cache(maxsize=256)
def _sheets(hand: RecordedHand) -> tuple[ScoreSheet, ...]:
    """Return the possible sheets of a hand: several if it says neither which flowers nor if a replacement tile won."""
    book, seat = hand.book, hand.seat
    win = read_hand(hand.text, book.game.shapes.red_fives, book.game.id)
    win = replace(win, seat=seat, round_wind=hand.round_wind, self_draw=hand.self_drawn)
    meant = win.extra.flowers(hand.self_drawn) if win.extra and win.flowers is None else 0
    if meant:  # flowers that win say by themselves how many they are
        win = replace(win, flowers=meant)
    kongs = (False, True) if "kong" in win.unknown else (bool(win.kong),)
    wins = possible_flowers(win, (seat,)) if book.flowers else [win]
    return tuple([book.score(replace(way, kong=kong)) for way in wins for kong in kongs])


def best(match: Match, hand: Hand, won: Won) -> PatternName | None:
    """Return the pattern that names a hand, or None if it was not read."""
    return _counted(match, hand, won).most_worth() if won.hand else None


def fans(match: Match, hand: Hand) -> tuple[Line, ...]:
    """Return the patterns that a hand was counted with; none without its tiles, or if they score other points."""
    won = hand.outcome
    sheet = _counted(match, hand, won).sheet(won.points) if isinstance(won, Won) and won.hand else None
    return sheet.lines if sheet else ()


def _counted(match: Match, hand: Hand, won: Won) -> RecordedHand:
    """Return a win of a hand of a match, with the seat of its winner."""
    winner = next((name for name, each in hand.won.items() if each == won), hand.winner)
    seat = next((wind for wind, name in hand.seats.items() if name == winner), "E")
    return RecordedHand(won.hand, match.rules, seat, hand.round_wind, won.self_drawn)
