"""The registry of rule books: one interface, every preset by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.hand import ScoringError, Win
from scoring.mcr import combine as mcr
from scoring.mcr.presets import PRESETS as MCR_PRESETS
from scoring.sheet import ScoreSheet
from scoring.zungjung import combine as zungjung
from scoring.zungjung.patterns import MINIMUM as ZUNGJUNG_MINIMUM


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A preset: how a hand is scored by it.

    Attributes:
        minimum: Points a hand needs without flowers.
        score: The sheet of a hand.
    """

    name: str
    title: str
    minimum: int
    score: Callable[[Win], ScoreSheet]


class UnknownRulesError(ScoringError):
    """A preset nobody knows."""


def _mcr(name: str) -> RuleBook:
    preset = MCR_PRESETS[name]
    return RuleBook(name, preset.title, mcr.MINIMUM, lambda win: mcr.score(win, preset))


RULES: Final[Mapping[str, RuleBook]] = {
    **{name: _mcr(name) for name in MCR_PRESETS},
    "zungjung": RuleBook("zungjung", "World Series of Mahjong (Zung Jung)", ZUNGJUNG_MINIMUM, zungjung.score),
}
"""Every preset by its name; the first is the one used when none is named."""


def rule_book(name: str) -> RuleBook:
    """The preset of this name.

    Raises:
        UnknownRulesError: There is none.
    """
    if name not in RULES:
        raise UnknownRulesError(f"No rules are called {name!r}. Choose one of {', '.join(RULES)}.")
    return RULES[name]


def score(win: Win, rules: str = "mcr") -> ScoreSheet:
    """Scores a hand under a preset.

    Raises:
        UnknownRulesError: There is no such preset. A hand that does not win is no error.
    """
    return rule_book(rules).score(win)
