"""The points of a won hand compared with its score sheet."""

from dataclasses import replace
from functools import lru_cache

from scoring.errors import MissingLibraryError, NotationError
from scoring.games.game import RuleBook
from scoring.hand import Win
from scoring.match.course import course_of
from scoring.match.errors import RefusedError
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from scoring.notation import parse
from scoring.sheet import Line, PatternName, ScoreSheet
from scoring.tiles import WINDS
from scoring.ways import possible_flowers


def check_points(act: Won, rules: RuleBook, seat: str, round_wind: str, discarder: str | None) -> None:
    """Refuse points that differ from those of the hand recorded with them.

    The match supplies circumstances missing in the text: seat, round, and self-draw.

    Args:
        act: The win; without a hand, or if it was counted under another version of the preset, the points stay.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        discarder: Seat wind of the discarder.

    Raises:
        RefusedError: The text is not a hand, the hand may not be declared, or it contradicts the record.
    """
    if not act.hand or act.version not in (None, rules.version):
        return
    try:
        win = read_hand(act.hand)
    except NotationError as error:
        raise RefusedError("hand-not-read", hand=act.hand, because=error.kind) from error
    draw = {None: None, True: "self-draw", False: "discard"}
    for said, known in (
        (draw[win.self_draw], draw[act.self_drawn]),
        (win.seat and f"seat={win.seat}", f"seat={seat}"),
        (win.round_wind and f"round={win.round_wind}", f"round={round_wind}"),
        (win.giver and f"from={win.giver}", f"from={discarder}" if discarder else "self-draw"),
    ):
        if said and said != known:
            raise RefusedError("hand-differs", hand=act.hand, said=said, known=known)
    try:
        known_totals = totals(act.hand, rules, seat, round_wind, act.self_drawn)
    except MissingLibraryError:
        return  # recorded where the library was; the points stay
    if not known_totals:
        sheets = _sheets(act.hand, rules, seat, round_wind, act.self_drawn)
        best = max(sheets, key=lambda sheet: sheet.counted)
        if not best.wins:
            raise RefusedError("hand-no-win", hand=act.hand)
        kind = course_of(rules).false_wins.refusal
        raise RefusedError(kind, hand=act.hand, points=best.counted, minimum=best.minimum, rules=rules.name)
    if act.points not in known_totals and course_of(rules).texts.complete(win):
        raise RefusedError("points-differ", hand=act.hand, points=act.points, total=known_totals, rules=rules.name)


def totals(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> tuple[int, ...]:
    """Return the totals that a hand may be declared with: none, or two if a replacement tile would change them.

    Args:
        hand: The hand as text; its seat, round and draw are ignored.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        self_drawn: True if the winner drew the winning tile.

    Raises:
        NotationError: The text is not a hand.
    """
    sheets = _sheets(hand, rules, seat, round_wind, self_drawn)
    return tuple(sorted({sheet.total for sheet in sheets if sheet.legal}))


def is_open(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> bool:
    """Return True if flowers that a hand does not name change what it is worth; the arguments are as in `totals`.

    Raises:
        NotationError: The text is no hand.
    """
    return rules.flowers and len({sheet.total for sheet in _sheets(hand, rules, seat, round_wind, self_drawn)}) > 1


def discards_fail(hand: str, rules: RuleBook, seat: str, round_wind: str) -> bool:
    """Return True if the discards that a hand names cannot have led to its win.

    Args:
        hand: The hand as text; its seat and round are ignored.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.

    Raises:
        NotationError: The text is not a hand.
    """
    win = read_hand(hand)
    if not win.discards:
        return False
    sheet = _sheets(hand, rules, seat, round_wind, bool(win.self_draw))[0]
    return any(finding.kind == "discards-impossible" for finding in sheet.findings)


def most_worth(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> PatternName | None:
    """Return the pattern that names a hand on a match sheet: the most valuable, the first in the book of equal ones.

    Args:
        hand: The hand as text; its seat, round and draw are ignored.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        self_drawn: True if the winner drew the winning tile.

    Returns:
        The pattern, or None if the text is not a hand or no pattern counts.
    """
    try:
        lines = _sheets(hand, rules, seat, round_wind, self_drawn)[0].lines
    except NotationError:
        return None
    best = max(lines, key=lambda line: line.points // line.count, default=None)
    return PatternName(best.id, best.name, best.zh) if best else None


@lru_cache(maxsize=4096)
def patterns_of(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> tuple[PatternName, ...]:
    """Return the patterns that count in a hand, each once, in the order of its sheet; cached.

    Args:
        hand: The hand as text, "" if it was not read; its seat, round and draw are ignored.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        self_drawn: True if the winner drew the winning tile.
    """
    if not hand:
        return ()
    try:
        lines = _sheets(hand, rules, seat, round_wind, self_drawn)[0].lines
    except NotationError:
        return ()
    return tuple(dict.fromkeys(PatternName(line.id, line.name, line.zh) for line in lines))


def counted_lines(
    hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool, points: int
) -> tuple[Line, ...]:
    """Return the patterns that a recorded hand was counted with, in the order of its sheet.

    Args:
        hand: The hand as text; its seat, round and draw are ignored.
        rules: The preset that the hand is scored under.
        seat: Seat wind of the winner.
        round_wind: The prevalent wind.
        self_drawn: True if the winner drew the winning tile.
        points: The recorded points.

    Returns:
        The patterns; none if the text is not a hand, or scores other points than the recorded ones.
    """
    sheet = counted_sheet(hand, rules, seat, round_wind, self_drawn, points)
    return sheet.lines if sheet else ()


def counted_sheet(
    hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool, points: int
) -> ScoreSheet | None:
    """Return the sheet that a recorded hand was counted by, or None; the arguments are as in `counted_lines`."""
    try:
        sheets = _sheets(hand, rules, seat, round_wind, self_drawn)
    except NotationError:
        return None
    return next((sheet for sheet in sheets if sheet.total == points), None)


def fed_points(win: Win, rules: RuleBook) -> int | None:
    """Return the points that the liable player of a hand answers for, or None for all of them.

    Args:
        win: The hand with its seat, round and draw.
        rules: The preset that the hand is scored under.
    """
    if win.seat is None:
        return None
    win = replace(win, kong=bool(win.kong))
    try:
        fed = course_of(rules).texts.fed(win, rules)
        return None if fed is None or fed == rules.score(win).total else fed
    except MissingLibraryError:
        return None


@lru_cache(maxsize=256)
def read_hand(hand: str, red: bool = False) -> Win:
    """Return the hand of a text, cached.

    Args:
        hand: The text.
        red: True if the rules may have red fives.

    Raises:
        NotationError: The text is not a hand.
    """
    return parse(hand, red)


@lru_cache(maxsize=256)
def _sheets(hand: str, rules: RuleBook, seat: str, round_wind: str, self_drawn: bool) -> tuple[ScoreSheet, ...]:
    """Return the possible sheets of a hand: several if it says neither which flowers nor if a replacement tile won."""
    win = replace(read_hand(hand, rules.game.shapes.red_fives), seat=seat, round_wind=round_wind, self_draw=self_drawn)
    kongs = (False, True) if "kong" in win.unknown else (bool(win.kong),)
    wins = possible_flowers(win, (seat,)) if rules.flowers else [win]
    return tuple([rules.score(replace(way, kong=kong)) for way in wins for kong in kongs])


def best(match: Match, hand: Hand, won: Won) -> PatternName | None:
    """Return the pattern that names a hand, or None if it was not read."""
    if not won.hand:
        return None
    return most_worth(won.hand, match.rules, _seat(hand, won), hand.round_wind, won.self_drawn)


def fans(match: Match, hand: Hand) -> tuple[Line, ...]:
    """Return the patterns that a hand was counted with; none without its tiles, or if they score other points."""
    won = hand.outcome
    if not isinstance(won, Won) or not won.hand:
        return ()
    return counted_lines(won.hand, match.rules, _seat(hand, won), hand.round_wind, won.self_drawn, won.points)


def _seat(hand: Hand, won: Won) -> str:
    """Return the seat wind of the winner of a hand with this win."""
    winner = next((name for name, each in hand.won.items() if each == won), hand.winner)
    return next((wind for wind in WINDS if hand.seats[wind] == winner), "E")
