"""Presets of the rule books by name, each with the function that scores a hand."""

from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Final, Literal

from scoring.errors import RulingError, UnknownRulesError
from scoring.hand import Win
from scoring.hongkong import combine as hongkong
from scoring.hongkong.presets import OFF
from scoring.hongkong.presets import PRESETS as HOUSES
from scoring.hongkong.presets import Preset as HongKongPreset
from scoring.mcr import combine as mcr
from scoring.mcr.presets import PRESETS
from scoring.partition import Pairs
from scoring.riichi import combine as riichi
from scoring.riichi.presets import PRESETS as RIICHI_PRESETS
from scoring.riichi.presets import Preset as RiichiPreset
from scoring.sheet import ScoreSheet, ScoreTotals
from scoring.tournament import AnyPreset, tournament_preset
from scoring.zungjung import combine as zungjung
from scoring.zungjung.presets import ZUNGJUNG
from scoring.zungjung.presets import Preset as ZungJungPreset

Game = Literal["mcr", "zungjung", "hk", "riichi"]
"""The games of the presets: Chinese (shared by all of its tournaments' presets), Zung Jung, Hong Kong, riichi."""


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
        preset: The patterns and the answers to disputed questions.
        score: Returns the score sheet of a hand.
        worth: Returns the totals of a hand's sheet, without the reasons.
        text: TOML text of a tournament's preset; "" for a built-in one.
        flowers: True if patterns depend on which flowers the winner has.
        pairs: Rule for seven pairs.
        archived: True if no new match offers these rules: those played by them stay as they are.
    """

    name: str
    title: str
    base: str
    version: str
    source: str
    minimum: int
    preset: AnyPreset | RiichiPreset = field(hash=False)  # may hold mappings; name, version and text tell books apart
    score: Callable[[Win], ScoreSheet]
    worth: Callable[[Win], ScoreTotals]
    text: str = ""
    flowers: bool = False
    pairs: Pairs = "any"
    archived: bool = False

    @property
    def checksum(self) -> str:
        """The first digits of the SHA-256 of the text, by which people compare two files; "" for a built-in preset."""
        return sha256(self.text.encode()).hexdigest()[:16] if self.text else ""

    @property
    def house(self) -> HongKongPreset | None:
        """The Hong Kong house, or None for other games."""
        return self.preset if isinstance(self.preset, HongKongPreset) else None

    @property
    def in_faan(self) -> bool:
        """True if a win is counted in faan, as in Hong Kong; else in points."""
        return self.house is not None

    @property
    def indicators(self) -> bool:
        """True if indicators of dora add to a hand."""
        return isinstance(self.preset, RiichiPreset)

    @property
    def game(self) -> Game:
        """The game of the preset."""
        if isinstance(self.preset, RiichiPreset):
            return "riichi"
        if self.base in HOUSES:
            return "hk"
        return "zungjung" if self.base == "zungjung" else "mcr"


def _book(preset: AnyPreset | RiichiPreset, base: str, text: str = "") -> RuleBook:
    score: Callable[[Win], ScoreSheet]
    worth: Callable[[Win], ScoreTotals]
    flowers = False
    pairs: Pairs = "any"
    if isinstance(preset, HongKongPreset):
        score, worth = partial(hongkong.score, preset=preset), partial(hongkong.worth, preset=preset)
        flowers, pairs = preset.flowers, "none" if preset.answers["HK20"] == OFF else "different"
    elif isinstance(preset, RiichiPreset):
        score, worth = partial(riichi.score, preset=preset), partial(riichi.worth, preset=preset)
        pairs = "different"
    elif isinstance(preset, ZungJungPreset):
        score, worth = partial(zungjung.score, preset=preset), partial(zungjung.worth, preset=preset)
    else:
        score, worth = partial(mcr.score, preset=preset), partial(mcr.worth, preset=preset)
    return RuleBook(
        preset.name,
        preset.title,
        base,
        preset.version,
        preset.source,
        preset.minimum,
        preset,
        score,
        worth,
        text,
        flowers,
        pairs,
    )


_BOOKS: Final = {
    **{name: _book(preset, name) for name, preset in PRESETS.items()},
    ZUNGJUNG.name: _book(ZUNGJUNG, ZUNGJUNG.name),
    **{name: _book(house, name) for name, house in HOUSES.items()},
}
_BUILT_IN: Final = frozenset(_BOOKS)

RULES: Final[Mapping[str, RuleBook]] = _BOOKS
"""Every preset by its name, the default first; `admit` adds those of tournaments."""


RIICHI: Final = {name: _book(preset, name) for name, preset in RIICHI_PRESETS.items()}
"""The presets of riichi, which need the library of its extra to score hands."""


class _Books(ChainMap[str, RuleBook]):
    """Presets by name; a name that is not known is looked for where `find_by` says, and then looked up again."""

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        for find in tuple(_FINDERS):
            find()
        return bool(_FINDERS) and super().__contains__(name)

    def __missing__(self, name: str) -> RuleBook:
        if name in self:
            return self[name]
        raise KeyError(name)


_FINDERS: Final[list[Callable[[], None]]] = []

BOOKS: Final[Mapping[str, RuleBook]] = _Books(RIICHI, _BOOKS)
"""Every preset of every game by its name, the default first and those of riichi last."""


def find_by(find: Callable[[], None]) -> Callable[[], None]:
    """Call a function that admits further rule books when a name is unknown; that function reads `RULES`, not `BOOKS`.

    Returns:
        A function that ends it.
    """
    _FINDERS.append(find)
    return partial(_FINDERS.remove, find)


def tournament(text: str) -> RuleBook:
    """Return the rule book of a tournament's TOML text; `scoring.tournament` describes the format.

    Raises:
        RulingError: The text cannot be used, or has the name of a built-in preset.
    """
    preset, base = tournament_preset(text)
    if preset.name in _BUILT_IN or preset.name in RIICHI:
        raise RulingError("name-taken", name=preset.name, known=tuple(sorted(_BUILT_IN)))
    return _book(preset, base, text)


def admit(book: RuleBook) -> None:
    """Add a tournament's rule book to `RULES`, so that its name works like a built-in one.

    It replaces a book admitted earlier under the same name.
    """
    _BOOKS[book.name] = book


def withdraw(name: str) -> None:
    """Remove a tournament's rule book from `RULES`."""
    if name not in _BUILT_IN:
        _BOOKS.pop(name, None)


def renamed(book: RuleBook, title: str) -> RuleBook:
    """Return a tournament's rule book with another name for people; its text and its checksum stay."""
    assert not isinstance(book.preset, RiichiPreset)
    return _book(replace(book.preset, title=title), book.base, book.text)


def offered(name: str) -> str:
    """Return these rules, or the book that they change if they are archived."""
    return BOOKS[name].base if BOOKS[name].archived else name


def game_of(rules: str) -> Game:
    """Return the game of a preset, or "mcr" for an unknown name."""
    return BOOKS[rules].game if rules in BOOKS else "mcr"


def plays_red(rules: str) -> bool:
    """Return True if a preset of riichi has red fives."""
    preset = rule_book(rules).preset
    return isinstance(preset, RiichiPreset) and preset.red


def rule_book(name: str) -> RuleBook:
    """Return the preset of this name.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    if name not in BOOKS:
        raise UnknownRulesError(name, tuple(BOOKS))
    return BOOKS[name]


def score(win: Win, rules: str = "mcr") -> ScoreSheet:
    """Score a hand under a preset.

    A hand that does not win, or whose tiles are impossible, raises no error: its sheet has the faults.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances; see `scoring.circumstances`.
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).score(win)
