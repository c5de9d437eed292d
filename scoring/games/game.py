"""The interface of a game: each game implements it in a folder of its own, and nothing outside names a game.

A game of another package is registered under the entry-point group `tableside.game`, like those of this program.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar, Literal

from scoring.hand import Win
from scoring.partition import Pairs
from scoring.sheet import ScoreSheet, ScoreTotals

GameId = str
"""The short name of a game, by which records and pages know it."""

Unit = Literal["points", "faan", "han"]
"""The unit in which a hand is counted."""


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
    archived: bool = False

    @property
    def checksum(self) -> str:
        """The first digits of the SHA-256 of the text, by which people compare two files; "" for a built-in preset."""
        return sha256(self.text.encode()).hexdigest()[:16] if self.text else ""

    @property
    def unit(self) -> Unit:
        """The unit in which a hand is counted."""
        return self.game.unit

    @property
    def house(self) -> Any:
        """The Hong Kong house, or None for other games."""
        return self.preset if self.game.id == "hk" else None

    @property
    def in_faan(self) -> bool:
        """True if a win is counted in faan; else in points."""
        return self.unit == "faan"

    @property
    def indicators(self) -> bool:
        """True if indicators of dora add to a hand."""
        return self.unit == "han"

    def titled(self, title: str) -> "RuleBook":
        """Return a tournament's rule book with another name for people; its text and its checksum stay."""
        return self.game.book(replace(self.preset, title=title), self.base, self.text)


class Game:
    """A game; what most games answer alike stands here.

    Attributes:
        id: Its short name.
        title: Its name, in English.
        unit: The unit in which its hands are counted.
        order: Its place in lists of games; those without one come last, by their ids.
        knitted: True if its hands may be knitted straights.
    """

    id: ClassVar[GameId]
    title: ClassVar[str]
    unit: ClassVar[Unit] = "points"
    order: ClassVar[int] = 100
    knitted: ClassVar[bool] = False

    @property
    def presets(self) -> Mapping[str, Any]:
        """The built-in presets by name, the default first."""
        raise NotImplementedError

    def book(self, preset: Any, base: str, text: str = "") -> RuleBook:
        """Return the rule book of a preset.

        Args:
            preset: A preset of this game.
            base: Name of the built-in preset that it changes, or its own name.
            text: TOML text of a tournament's preset, or "".
        """
        raise NotImplementedError

    @cached_property
    def match(self) -> object | None:
        """The matches of the game, a `scoring.match.course.Course`; None for a game whose hands alone are scored."""
        return None

    @cached_property
    def acts(self) -> Sequence[type[Any]]:
        """The acts of a match that only this game has, each a `scoring.match.records.GameAct`."""
        return ()

    def books(self) -> Sequence[RuleBook]:
        """Return the rule books of the built-in presets, the default first."""
        return [self.book(preset, name) for name, preset in self.presets.items()]

    @property
    def bases(self) -> Mapping[str, Any]:
        """The presets that a tournament's file may change; none if there are no files for this game."""
        return self.presets

    def changed(self, base: str, given: Mapping[str, Any]) -> Any:
        """Return the preset of a tournament's file.

        Args:
            base: A key of `bases`.
            given: The keys of the file, with text for those that are required.

        Raises:
            RulingError: A key, a switch, an answer or a pattern cannot be used.
        """
        raise NotImplementedError
