"""Words of the houses of Hong Kong, which count faan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.games.hongkong.presets import SWITCHES
from scoring.sheet import RulingEffect, ScoreSheet
from webui.messages import N_, Messages, in_context
from webui.messages.game import Form, GameWords

_QUESTIONS: Final[Mapping[str, str]] = {switch.id: switch.question for switch in SWITCHES}
_ANSWERS: Final[Mapping[tuple[str, str], str]] = {
    (switch.id, answer.name): answer.said for switch in SWITCHES for answer in switch.options if answer.said
}
"""Answers of houses in words; numbers are shown as they are."""

_SHORT: Final = in_context("faan", "%(points)s, below the minimum: %(short)d short of %(minimum)d")
_OF_FLOWERS: Final = in_context("faan", "%(points)s, %(flowers)d of them flowers")


def switch(words: Messages, number: str, answer: str) -> str:
    """Return a switch and its answer, as `HK3 (limit in faan) = 8`."""
    about = {"switch": number, "question": words(_QUESTIONS[number]), "answer": answer}
    return words(N_("%(switch)s (%(question)s) = %(answer)s"), about)


def question(words: Messages, switch: str) -> str:
    """Return the question of a switch."""
    return words(_QUESTIONS[switch])


def switch_answer(words: Messages, switch: str, answer: str) -> str:
    """Return the answer to a switch in words."""
    said = _ANSWERS.get((switch, answer))
    return words(said) if said else answer


@dataclass(frozen=True, kw_only=True)
class HongKongWords(GameWords):
    """Words of the houses of Hong Kong."""

    def points(self, words: Messages, number: int) -> str:
        """Return a number of faan."""
        return words.plural("%(n)d faan", "%(n)d faan", number)

    def unit(self, words: Messages, number: int | None = None) -> str:
        """Return the word faan."""
        return words(N_("faan"))

    def worth(self, words: Messages, low: int, high: int) -> str:
        """Return a range of faan."""
        return words(N_("%(low)d to %(high)d faan"), {"low": low, "high": high})

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the faan of a hand that wins, and if they are enough; in Chinese the sentences have the unit."""
        points = self.points(words, sheet.total)
        if (flowers := sheet.total - sheet.counted) > 0:
            points = words.of_context(*_OF_FLOWERS) % {"points": points, "flowers": flowers}
        if sheet.legal:
            return words(N_("%(points)s, enough faan"), {"points": points})
        return words.of_context(*_SHORT) % {"points": points, "short": sheet.short_by, "minimum": sheet.minimum}

    def win_form(self, words: Messages) -> str:
        """Return the form of a number of faan in a sentence about a win."""
        return words(N_("%(count)d faan"))

    def reading(self, words: Messages, number: int) -> str:
        """Return the interpretation of a hand by its faan."""
        return words.plural("the reading for %(n)d faan", "the reading for %(n)d faan", number)

    def switches(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the switches in which a house differs from `hk`; "" if there are none."""
        if not sheet.switches:
            return ""
        said = words(N_("; ")).join([switch(words, number, answer) for number, answer in sheet.switches])
        return words(N_("House rules: %(switches)s"), {"switches": said})

    def ruling(self, words: Messages, effect: RulingEffect) -> str:
        """Return a house's answer, and the score under the other one."""
        said = switch(words, effect.switch, effect.answer)
        otherwise = self.points(words, effect.otherwise)
        return words(N_("%(switch)s; otherwise %(points)s"), {"switch": said, "points": otherwise})


WORDS: Final = HongKongWords(
    rule_books={
        "hk": N_("Hong Kong Old Style"),
        "hk-hkma": N_("Hong Kong Old Style, the list of the Hong Kong Mahjong Association"),
        "hk-perth": N_("Hong Kong Old Style, the guide of the Perth Mahjong Society"),
        "hk-club": N_("Hong Kong Old Style, as clubs abroad play it"),
    },
    bodies={"hk": N_("A house of Hong Kong")},
    acts={"Drawn": [Form(in_context("of riichi or Hong Kong", "Draw"))]},
    findings={
        "double-kong-impossible": N_("Two kongs in a row, but the hand has fewer: add both kongs, or write kong."),
        "flowers-not-played": N_(
            "%(flowers)d flowers, but these rules are played without flowers: they count nothing."
        ),
    },
    errors={
        "two-minimums": N_(
            "minimum = %(minimum)s and HK1 = %(other)s in the tournament's file do not agree: leave one of them out."
        ),
        "bad-faan": N_(
            "%(pattern)s = %(value)s in the house's file: give a whole number of faan from 0 to %(highest)d."
        ),
    },
    toggles={
        "last-discard": N_("Last Discard"),
        "last-draw": N_("Last Tile"),
        "robbed-kong": N_("Robbing a Kong"),
    },
    spreads={
        True: N_("%(low)d to %(high)d faan, enough faan"),
        False: N_("%(low)d to %(high)d faan, below the minimum"),
        None: N_("%(low)d to %(high)d faan, perhaps below the minimum"),
    },
    spread_unless=N_("%(low)d to %(high)d faan, below the minimum unless it was %(luck)s"),
    unless_lucky=N_("Not enough faan (%(minimum)d needed), unless it was %(luck)s"),
    may=(N_("%(points)s (enough faan)"), N_("%(points)s (below the minimum)")),
)
"""Words of the houses of Hong Kong."""
