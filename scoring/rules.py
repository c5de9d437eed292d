"""The presets of the rule books by name, each with the function that scores a hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import UnknownRulesError
from scoring.hand import Win
from scoring.mcr import combine as mcr
from scoring.mcr.presets import PRESETS as MCR_PRESETS
from scoring.sheet import ScoreSheet
from scoring.zungjung import combine as zungjung
from scoring.zungjung.patterns import MINIMUM as ZUNGJUNG_MINIMUM


@dataclass(frozen=True, slots=True)
class RuleBook:
    """How hands are scored under one preset.

    Attributes:
        name: What `--rules` and `score` call it.
        title: Its name for people.
        minimum: Points that a hand needs without its flowers.
        score: Gives the score sheet of a hand.
    """

    name: str
    title: str
    minimum: int
    score: Callable[[Win], ScoreSheet]


def _mcr(name: str) -> RuleBook:
    preset = MCR_PRESETS[name]
    return RuleBook(name, preset.title, mcr.MINIMUM, lambda win: mcr.score(win, preset))


RULES: Final[Mapping[str, RuleBook]] = {
    **{name: _mcr(name) for name in MCR_PRESETS},
    "zungjung": RuleBook("zungjung", "World Series of Mahjong (Zung Jung)", ZUNGJUNG_MINIMUM, zungjung.score),
}
"""Every preset by its name, the default first."""


def rule_book(name: str) -> RuleBook:
    """The preset of this name.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    if name not in RULES:
        raise UnknownRulesError(name, tuple(RULES))
    return RULES[name]


def score(win: Win, rules: str = "mcr") -> ScoreSheet:
    """Scores a hand under a preset.

    A hand that does not win, or whose tiles are impossible, is no error: its sheet says so.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).score(win)
