"""The interface of a game: each game implements it in a folder of its own, and nothing outside names a game.

A game of another package is registered under the entry-point group `tableside.game`, like those of this program.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from scoring.errors import Circumstance
from scoring.extra import NO_WORDS, Extra, Words
from scoring.findings import FindingKind, HandFault
from scoring.games.deal import SettledDeal
from scoring.hand import Win
from scoring.liability import Responsible, liable
from scoring.listing import RuleListing
from scoring.luck import RareLuck, some
from scoring.play import USUAL, Pairs, Play
from scoring.sheet import ScoreSheet, ScoreTotals
from scoring.ways import ATTRIBUTES, contradicted, otherwise, unknown, ways

GameId = str
"""The short name of a game, by which records and pages know it."""

UnitName = str
"""The unit in which a hand is counted, such as points."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The scoring of hands under one preset.

    Attributes:
        name: Name for `--rules` and `score`.
        title: Name for people.
        base: Name of the built-in preset that a tournament changes; for the others their own name.
        version: Edition, which changes whenever a hand's total may.
        source: The book, the practice, or the tournament's decision behind it.
        minimum: Points that a hand needs without its flowers.
        preset: The patterns and the answers to disputed questions, which only its game reads.
        game: The game.
        score: Returns the score sheet of a hand.
        worth: Returns the totals of a hand's sheet, without the reasons.
        text: TOML text of a tournament's preset; "" for a built-in one.
        flowers: True if patterns depend on which flowers the winner has.
        pairs: Rule for seven pairs.
        red: True if one five of each suit is red.
        play: The way in which it is played on the table.
        archived: True if no new match offers these rules: those played by them stay as they are.
    """

    name: str
    title: str
    base: str
    version: str
    source: str
    minimum: int
    preset: Any = field(hash=False)  # may hold mappings; name, version and text tell books apart
    game: "Game"
    score: Callable[[Win], ScoreSheet]
    worth: Callable[[Win], ScoreTotals]
    text: str = ""
    flowers: bool = False
    pairs: Pairs = "any"
    red: bool = False
    play: Play = USUAL
    archived: bool = False

    @property
    def checksum(self) -> str:
        """The first digits of the SHA-256 of the text, by which people compare two files; "" for a built-in preset."""
        return sha256(self.text.encode()).hexdigest()[:16] if self.text else ""

    @property
    def unit(self) -> UnitName:
        """The unit in which a hand is counted."""
        return self.game.unit

    @property
    def listing(self) -> RuleListing:
        """Its contents as lists."""
        return self.game.listing(self)

    def titled(self, title: str) -> "RuleBook":
        """Return a tournament's rule book with another name for people; its text and its checksum stay."""
        return book_of(self.game, replace(self.preset, title=title), self.base, self.text)


def _nothing() -> None:
    """Expect no library."""


class Library(NamedTuple):
    """A library beside the program that the hands of a game need; none by default.

    Attributes:
        says: The sentence on what must be installed, in English; "" if nothing must.
        expect: Raises a `MissingLibraryError` if it is not installed, or another version.
    """

    says: str = ""
    expect: Callable[[], None] = _nothing


class Shapes(NamedTuple):
    """The tiles and shapes that only the hands of some games have.

    Attributes:
        knitted: True if hands may be knitted straights.
        red_fives: True if one five of each suit may be red.
        indicators: True if tiles that lie open on the wall may add to a hand.
    """

    knitted: bool = False
    red_fives: bool = False
    indicators: bool = False


def _ways(win: Win, book: RuleBook) -> list[Win]:
    return ways(win, book.flowers, book.game.round_counts)


@dataclass(frozen=True, slots=True)
class WinWays:
    """The ways in which a hand may have been won while part of it is unknown.

    Attributes:
        attributes: The attribute of `Win` that holds each circumstance.
        unknown: Returns the unknown circumstances that the score of a hand may depend on.
        possible: Returns the possible ways, one of those that the rules do not tell apart.
        otherwise: Returns a hand of which everything is known, with each other value of a circumstance.
        contradicted: Returns True if a hand of which everything is known contradicts itself.
    """

    attributes: Mapping[Circumstance, str] = field(default_factory=lambda: ATTRIBUTES)
    unknown: Callable[[Win, RuleBook], tuple[Circumstance, ...]] = lambda win, book: unknown(win, book.flowers)
    possible: Callable[[Win, RuleBook], list[Win]] = _ways
    otherwise: Callable[[Win, Circumstance], list[Win]] = otherwise
    contradicted: Callable[[Win], bool] = contradicted


def _liable(sheet: ScoreSheet, book: RuleBook) -> Responsible | None:
    return liable(sheet, book.score)


@dataclass(frozen=True, slots=True)
class Payers:
    """The players who pay more than the others for a hand.

    Attributes:
        responsible: Returns who does, with the reason, or None if nobody does: in most games who answers for sets fed
            to the winner.
        beyond: Returns who pays more than by the usual division, likewise.
        same_turn: True if it matters who discarded the winning tile first in the turn.
        first_discarder: Returns the seat that pays for a win as it discarded the tile before its discarder, or that of
            the winner who had; None if the discarder pays.
    """

    responsible: Callable[[ScoreSheet, RuleBook], Responsible | None] = _liable
    beyond: Callable[[ScoreSheet, RuleBook], Responsible | None] = _liable
    same_turn: bool = False
    first_discarder: Callable[[Win], str | None] = lambda win: None


class Game:
    """A game; what most games answer alike stands here.

    Attributes:
        id: Its short name.
        title: Its name, in English.
        unit: The unit in which its hands are counted.
        order: Its place in lists of games; those without one come last, by their ids.
        help: The paragraph on the words of hand text that it adds, for a command line, in English.
        library: What must be installed beside the program for it.
        play: The way in which it is played on the table, unless a preset says otherwise.
        score: Returns the score sheet of a hand under a preset.
        worth: Returns the totals of that sheet, without the reasons.
        shapes: The tiles and shapes of its hands that most games lack.
        round_counts: True if the score of a hand depends on the round.
        blank: What the game alone knows of a hand while nothing of it is known, or None if there is nothing.
        words: The words of hand text that it adds.
        unsettled: `ScoreSheet.extra` of a hand while it depends on how it was won.
        faults: The fault that each kind of finding is a case of, of those that only this game has.
        luck: The rare luck that is worth something, by its word.
        ways: The ways in which a hand may have been won.
        ignored: Words of hand text that affect no pattern and no payment, besides those that only other games have.
        payers: The players who pay more than the others.
    """

    id: ClassVar[GameId]
    title: ClassVar[str]
    unit: ClassVar[UnitName] = "points"
    score: ClassVar[Callable[..., ScoreSheet]]
    worth: ClassVar[Callable[..., ScoreTotals]]
    order: ClassVar[int] = 100
    help: ClassVar[str] = ""
    library: ClassVar[Library] = Library()
    play: ClassVar[Play] = USUAL
    shapes: ClassVar[Shapes] = Shapes()
    round_counts: ClassVar[bool] = True
    blank: ClassVar[Extra | None] = None
    words: ClassVar[Words] = NO_WORDS
    unsettled: ClassVar[Any] = None
    faults: ClassVar[Mapping[FindingKind, HandFault]] = {}
    luck: ClassVar[Mapping[str, RareLuck]] = some("last-tile", "robbed-kong")
    ways: ClassVar[WinWays] = WinWays()
    ignored: ClassVar[frozenset[str]] = frozenset()
    payers: ClassVar[Payers] = Payers()

    @property
    def presets(self) -> Mapping[str, Any]:
        """The built-in presets by name, the default first."""
        raise NotImplementedError

    def traits(self, preset: Any) -> dict[str, Any]:
        """Return what a preset has otherwise than most: `flowers`, `pairs`, `red` and `play` of `RuleBook`."""
        return {}

    @cached_property
    def match(self) -> object | None:
        """The matches of the game, a `scoring.match.course.MatchCourse`; None for one whose hands alone are scored."""
        return None

    @cached_property
    def acts(self) -> Sequence[type[Any]]:
        """The acts of a match that only this game has, each a `scoring.match.records.GameAct`."""
        return ()

    def settle(self, given: Mapping[str, Any], book: RuleBook) -> SettledDeal | None:
        """Return a whole deal of a file as its acts settle it, or None for a game that reads no such file.

        Args:
            given: The deal; its game knows the keys.
            book: The rules.

        Raises:
            DealError: An act of it cannot be.
        """
        return None

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the contents of a rule book as lists."""
        raise NotImplementedError

    def changed(self, base: str, given: Mapping[str, Any]) -> Any:
        """Return the preset of a tournament's file.

        Args:
            base: A key of `presets`.
            given: The keys of the file, with text for those that are required.

        Raises:
            RulingError: A key, a switch, an answer or a pattern cannot be used.
        """
        raise NotImplementedError


def book_of(game: Game, preset: Any, base: str, text: str = "") -> RuleBook:
    """Return the rule book of a preset.

    Args:
        game: The game.
        preset: A preset of it.
        base: Name of the built-in preset that it changes, or its own name.
        text: TOML text of a tournament's preset, or "".
    """
    return RuleBook(
        preset.name,
        preset.title,
        base,
        preset.version,
        preset.source,
        preset.minimum,
        preset,
        game,
        partial(game.score, preset=preset),
        partial(game.worth, preset=preset),
        text,
        **({"play": game.play} | game.traits(preset)),
    )
