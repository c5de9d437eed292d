"""Words of the houses of Hong Kong, which count faan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.sheet import RulingEffect, ScoreSheet
from webui.messages import N_, Messages, in_context
from webui.messages.game import GameWords

SWITCHES: Final[Mapping[str, str]] = {
    "HK1": N_("faan to win"),
    "HK2": N_("flowers towards the minimum"),
    "HK3": N_("limit in faan"),
    "HK4": N_("limit hands at 10 or 13 faan or at the limit"),
    "HK5": N_("what counts beside a limit hand"),
    "HK6": N_("flowers"),
    "HK7": N_("faan of a complete series of flowers"),
    "HK8": N_("a win by seven or eight flowers"),
    "HK9": N_("Concealed Hand with a concealed kong"),
    "HK10": N_("Concealed Hand with a self-draw"),
    "HK11": N_("Concealed Hand beside hands that are always concealed"),
    "HK12": N_("Four Concealed Triplets by a discard"),
    "HK13": N_("faan of Four Concealed Triplets"),
    "HK14": N_("Nine Gates by its wait or its tiles"),
    "HK15": N_("pair of Common Hand"),
    "HK16": N_("faan of Small Four Winds"),
    "HK17": N_("Seat and Round Wind beside Small Four Winds"),
    "HK18": N_("faan of All One Suit"),
    "HK19": N_("faan of Big Three Dragons with its triplets"),
    "HK20": N_("faan of Seven Pairs"),
    "HK21": N_("faan of Blessing of Man"),
    "HK22": N_("a faan for each kong"),
    "HK23": N_("points of the faan"),
    "HK24": N_("base of the points"),
    "HK25": N_("responsibility of the discarder"),
    "HK26": N_("liability for fed melds"),
    "HK27": N_("a robbed kong is paid as"),
    "HK28": N_("East pays and gets double"),
    "HK29": N_("several winners of one discard"),
    "HK30": N_("the dealer after a drawn hand"),
    "HK31": N_("a false win, to each of the others"),
    "HK32": N_("a flower's replacement tile counts as Win on Kong"),
    "HK33": N_("faan of Kong on Kong"),
}
"""The questions of the switches."""

SWITCH_ANSWERS: Final[Mapping[str, str]] = {
    "none": N_("no limit"),
    "count": N_("yes"),
    "not": N_("no"),
    "yes": N_("yes"),
    "no": N_("no"),
    "on": N_("yes"),
    "off": N_("no"),
    "listed": N_("10 or 13"),
    "limit": N_("the limit"),
    "bonuses": N_("how it was won, and flowers"),
    "nothing": N_("nothing"),
    "all": N_("everything"),
    "2+1": N_("2, and Own Flower"),
    "no kong": N_("does not count"),
    "kong": N_("counts"),
    "without flowers": N_("counts, where no flowers are played"),
    "both": N_("both count"),
    "discard": N_("a discard"),
    "self-draw": N_("a self-draw"),
    "pair": N_("only for the pair"),
    "any": N_("any"),
    "suited": N_("no honors"),
    "nine waits": N_("nine waits"),
    "shape": N_("its tiles"),
    "half": N_("half-spicy"),
    "half from 5": N_("half-spicy from 5 faan on"),
    "full": N_("full spicy"),
    "laak": N_("by steps"),
    "shared": N_("shared with the discarder"),
    "nearest": N_("the next in turn alone"),
    "stays": N_("deals again"),
    "passes": N_("the deal passes"),
    "1 portion": N_("1 portion of the limit"),
    "3 portions": N_("3 portions of the limit"),
    "4 faan": N_("1 portion of 4 faan"),
}
"""Answers of houses in words, by their texts in a file; numbers are shown as they are."""

_ANSWERS_OF: Final[Mapping[tuple[str, str], str]] = {
    ("HK9", "off"): N_("Concealed Hand is not played"),
    ("HK10", "discard"): N_("counts by a discard alone"),
    ("HK12", "self-draw"): N_("does not count"),
    ("HK12", "any"): N_("for the pair and for a set"),
    ("HK13", "off"): N_("not played"),
    ("HK20", "off"): N_("not played"),
    ("HK21", "off"): N_("not played"),
    ("HK25", "full"): N_("pays all"),
    ("HK25", "half"): N_("pays half, the others a quarter each"),
    ("HK29", "all"): N_("all of them"),
}
"""Answers that have other words for one switch."""


_SHORT: Final = in_context("faan", "%(points)s, below the minimum: %(short)d short of %(minimum)d")
_OF_FLOWERS: Final = in_context("faan", "%(points)s, %(flowers)d of them flowers")


def switch(words: Messages, number: str, answer: str) -> str:
    """Return a switch and its answer, as `HK3 (limit in faan) = 8`."""
    about = {"switch": number, "question": words(SWITCHES[number]), "answer": answer}
    return words(N_("%(switch)s (%(question)s) = %(answer)s"), about)


def question(words: Messages, switch: str) -> str:
    """Return the question of a switch."""
    return words(SWITCHES[switch])


def switch_answer(words: Messages, switch: str, answer: str) -> str:
    """Return the answer to a switch in words."""
    said = _ANSWERS_OF.get((switch, answer)) or SWITCH_ANSWERS.get(answer)
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
