"""The interface of a game's matches: each game whose matches can be recorded implements it in its folder."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, get_args

from scoring.errors import UnknownRulesError, Value
from scoring.games.game import Game, RuleBook
from scoring.hand import Win
from scoring.match.absence import is_out
from scoring.match.bodies import Body, Settlement
from scoring.match.errors import ForbiddenError, RefusalKind, RefusedError
from scoring.match.followed import FollowedHand, Untold
from scoring.match.moment import Moment, Next
from scoring.match.permits import PARTS, No, PermitState, StateRow
from scoring.match.records import FalseWinKind, Won
from scoring.match.state import FALSE_WIN, Hand, Match
from scoring.rules import BOOKS, DEFAULT, rule_book

ActEffect = Callable[[Match, Moment, Any], None]
"""The change that an act makes to the state of a match."""


@dataclass(frozen=True, slots=True)
class Payer:
    """The player who pays more than the others for a winning discard.

    Attributes:
        seat: Their seat, or None if all pay alike or the discarder is unknown.
        known: True if it is settled, even if all pay alike.
    """

    seat: str | None
    known: bool


def _agrees(act: Won, win: Win, hand: Hand, rules: RuleBook) -> None:
    """Take the text of a win as it is."""


@dataclass(frozen=True, slots=True)
class WinTexts:
    """The functions by which the matches of a game take the text of a win.

    Attributes:
        payer: Returns the player who pays more for a hand won on a discard, where the discarder does not always pay.
        fed: Returns the points that the liable player of a hand answers for, or None for all of them; a
            `MissingLibraryError` if the library that counts them is not installed.
        complete: Returns True if the text of a hand must say all that its points rest on.
        check: Checks the text of a new win against what the match knows of its hand; a `RefusedError` if they differ.
    """

    payer: Callable[[Win], Payer] = lambda win: Payer(win.giver, win.giver is not None)
    fed: Callable[[Win, RuleBook], int | None] = lambda win, rules: None
    complete: Callable[[Win], bool] = lambda win: True
    check: Callable[[Won, Win, Hand, RuleBook], None] = _agrees


@dataclass(frozen=True, slots=True)
class FalseWinKinds:
    """The kinds of false win that the tiles of a declared hand show.

    Attributes:
        worthless: That of a hand that wins without being worth enough.
        refusal: The kind in which a match refuses the win of such a hand.
        barred: Returns that of a hand that may not win whatever its shape, or None.
        short: Returns that of a hand that needs so many tiles to win, at least two.
    """

    worthless: FalseWinKind = "under the minimum"
    refusal: str = "hand-not-won"
    barred: Callable[[Win], FalseWinKind | None] = lambda win: None
    short: Callable[[int], FalseWinKind] = lambda missing: "not ready"


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Play that goes on after a win, so that a hand has several acts that others rest on.

    Hands that nobody has won are checked when the wall is out, each with its tiles.

    Attributes:
        out: Returns the players who take no further part in a hand in play.
        before: Returns a hand as it stood before one of its records.
    """

    out: Callable[[Hand], tuple[str, ...]]
    before: Callable[[Hand, int], Hand]


def _carry_nothing(hand: Hand, carried: object) -> None:
    """Begin a hand of a game without a state of its own."""


def _split(match: Match, hand: Hand, win: Settlement, first: bool) -> dict[str, int]:
    return match.body.split(win)


def _pay_nothing(match: Match, moment: Moment, hand: Hand) -> None:
    """Pay nothing, as in most games."""


@dataclass(frozen=True, slots=True)
class HandCourse:
    """The course of a hand from its beginning to its end; its defaults are those of most games.

    Attributes:
        begin: Gives a hand that begins the game's own state, with what the game carries into it, see `Next.carried`.
        shares: Returns the points that each seat wins or pays for a win; True for the win that the hand names, where
            several win it.
        collect: Gives what lies on the table to the winners of a hand, the first of whom is the next after the
            discarder.
        take_back: Gives what was put on the table in a hand that is dealt again back.
        cut: Takes back what was paid in a hand in play that the end of the time cuts short, but for fines.
        goes_on: How play goes on after a win, or None in a game where a win ends the hand.
    """

    begin: Callable[[Hand, object], None] = _carry_nothing
    shares: Callable[[Match, Hand, Settlement, bool], dict[str, int]] = _split
    collect: Callable[[Match, Moment, Hand], None] = _pay_nothing
    take_back: Callable[[Match, Moment, Hand], None] = _pay_nothing
    cut: Callable[[Match, Moment, Hand], None] = _pay_nothing
    goes_on: GoingOn | None = None


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match; its defaults are those of most games.

    Attributes:
        leave: Gives what lies on the table to those who get it; None in a game where nothing does.
        results: Returns the results by player that count instead of the points; empty before the end.
        replays: Returns followed hands of a match in the formats that other programs of the game read, by the ending of
            a file's name: of hands that have ended, in their order, without those whose course a format cannot tell.
        untold: Returns the first reason why these formats cannot tell the course of a hand that has ended, or None.
    """

    leave: Callable[[Match, Moment], None] | None = None
    results: Callable[[Match], Mapping[str, Fraction]] = lambda match: {}
    replays: Callable[[Match, Sequence[FollowedHand]], Mapping[str, str]] = lambda match, hands: {}
    untold: Callable[[FollowedHand], Untold | None] = lambda hand: None


class MatchCourse:
    """The matches of a game: what most games answer alike stands here.

    Attributes:
        bodies: The bodies that they can be played by, by the names that records call them, the usual one first.
        body_names: The body of records that name none, by the preset that their rules change, and after it that of new
            matches where these got another since; elsewhere the usual one.
        refusals: The reasons of its own why a match cannot follow an act, beside those of `RefusalKind`.
        false_wins: The kinds of false win that the tiles of a declared hand show.
        texts: What the text of a win says to its matches.
        effects: The acts that only this game has, or settles otherwise than most, with the change that each makes.
        parts: What a player may still do, by state, in the parts of this game's own acts, and where it differs from
            most games: see `scoring.match.permits.PARTS`.
        hand: The course of a hand.
        end: The end of a match.
    """

    bodies: ClassVar[Mapping[str, Body]]
    body_names: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    refusals: ClassVar[tuple[str, ...]] = ()
    false_wins: ClassVar[FalseWinKinds] = FalseWinKinds()
    texts: ClassVar[WinTexts] = WinTexts()
    effects: ClassVar[Mapping[type[Any], ActEffect]] = MappingProxyType({})
    parts: ClassVar[Mapping[str, StateRow]] = MappingProxyType({})
    hand: ClassVar[HandCourse] = HandCourse()
    end: ClassVar[MatchEnd] = MatchEnd()

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return one of the bodies with what a rule book, such as a club's own list, changes of it."""
        return body

    def states(self, match: Match, hand: Hand, player: str) -> Iterator[PermitState]:
        """Yield the states of a player in a hand that bear on what they may do, the one that is named first first."""
        if match.out and is_out(match, player, hand.number):
            yield "absent" if player in match.absent else "out"
        if player in hand.dead:
            yield "dead"
        if FALSE_WIN in hand.marks[player]:
            yield "false-win"

    def following(self, match: Match, hand: Hand) -> Next:
        """Return the hand after a hand that has ended, of the same deal where the dealer deals again."""
        dealer = hand.seats["E"]
        if hand.winner is not None:
            again = match.body.winner_deals_again and dealer in hand.winners
        elif match.body.false_win_ends and FALSE_WIN in "".join(hand.marks.values()):
            again = FALSE_WIN not in hand.marks[dealer]
        else:
            again = match.body.draw_deals_again
        deal = hand.deal if again else hand.deal + 1
        return Next(deal, over=match.deals is not None and deal > match.deals)

    def known(self, hand: Hand, winner: str | None, discarder: str | None) -> Mapping[str, Any]:
        """Return what a match knows of a hand of the circumstances that only this game has.

        Args:
            hand: The hand.
            winner: The player who wins it, or None if that is unknown.
            discarder: The player whose discard wins it, or None if that is unknown or nobody.

        Returns:
            The circumstances by their names in `Game.blank`.
        """
        return {}


def find_course(game: Game) -> MatchCourse | None:
    """Return the matches of a game, or None for one whose hands alone are scored."""
    course = game.match
    return course if isinstance(course, MatchCourse) else None


def leave(match: Match, moment: Moment) -> None:
    """Give what lies on the table at the end of a match to those who get it."""
    if give := course_of(match.rules).end.leave:
        give(match, moment)


def leaves_points(rules: RuleBook) -> bool:
    """Return True if points may lie on the table at the end of a match, such as sticks: its game says who gets them."""
    return course_of(rules).end.leave is not None


def course_of(rules: RuleBook) -> MatchCourse:
    """Return the matches of a rule book's game.

    Raises:
        UnknownRulesError: The game has no matches.
    """
    course = rules.game.match
    if isinstance(course, MatchCourse):
        return course
    raise UnknownRulesError(rules.name, tuple([name for name, book in BOOKS.items() if find_course(book.game)]))


def out_of_play(match: Match, hand: Hand) -> tuple[str, ...]:
    """Return the players who take no further part in a hand in play; none where a win ends it."""
    goes_on = course_of(match.rules).hand.goes_on
    return goes_on.out(hand) if goes_on else ()


def playable(rules: RuleBook) -> RuleBook:
    """Return these rules, or the default ones if their game has no matches."""
    return rules if find_course(rules.game) else rule_book(DEFAULT)


def _courses() -> Iterator[MatchCourse]:
    return (course for game in BOOKS.games.values() if (course := find_course(game)))


def refusal_kinds() -> tuple[str, ...]:
    """Return the reasons why a match of any game cannot follow an act."""
    return (*get_args(RefusalKind), *[kind for course in _courses() for kind in course.refusals])


def all_bodies() -> Mapping[str, Body]:
    """Return the bodies of all games under their built-in rules, by name."""
    return {name: body for course in _courses() for name, body in course.bodies.items()}


def bodies_of(rules: RuleBook) -> Mapping[str, Body]:
    """Return the bodies that a match under these rules can be played by, by the names that records call them."""
    return {name: _adapted(name, rules) for name in course_of(rules).bodies}


def body_of(rules: RuleBook) -> Body:
    """Return the body that a match under these rules is played by unless its record names another."""
    course = course_of(rules)
    return _adapted(course.body_names.get(rules.base, (*course.bodies,))[0], rules)


def newer_body(rules: RuleBook) -> Body | None:
    """Return the body that a new match under these rules must name, or None if it is that of records without one."""
    names = course_of(rules).body_names.get(rules.base, ())
    return _adapted(names[-1], rules) if len(names) > 1 else None


def usual_body(rules: RuleBook) -> Body:
    """Return the body that a new match under these rules is played by unless somebody chooses another."""
    return newer_body(rules) or body_of(rules)


@cache
def _adapted(name: str, rules: RuleBook) -> Body:
    course = course_of(rules)
    return course.adapted(course.bodies[name], rules)


def results(match: Match) -> Mapping[str, Fraction]:
    """Return the results by player that count instead of the points; empty before the end, and in most games."""
    return course_of(match.rules).end.results(match)


def forbidden(match: Match, hand: Hand, player: str, part: str) -> No | None:
    """Return the refusal of a player's part in an act of a hand, or None if the player may have it.

    Args:
        match: The match.
        hand: The hand.
        player: Name of the player.
        part: The part, one of `scoring.match.permits.PARTS` or of `MatchCourse.parts`.
    """
    course = course_of(match.rules)
    row = course.parts[part] if part in course.parts else PARTS[part]
    for state in course.states(match, hand, player):
        if state in row:
            return row[state]
    return None


def admit(match: Match, moment: Moment, player: str, part: str) -> None:
    """Refuse a part in an act of the hand in play that the state of its player does not allow.

    Raises:
        RefusedError: It is not allowed.
    """
    hand = match.hands[-1]
    no = forbidden(match, hand, player, part)
    if no is None or (no.newer and moment.excused):
        return
    about: dict[str, Value] = {"player": player}
    if no.kind == "dead-hand":
        about["hand"] = hand.number
    raise (ForbiddenError if no.newer else RefusedError)(no.kind, **about)
