"""The three presets of the Chinese rules and the fourteen switches in which they differ.

`mcr` is today's tournament practice, which PyMahjongGB counts by. `mcr-1998` is the trial text of 1998 and
`mcr-guobiao` a later list with examples, each taken literally. A switch quotes the texts and changes the table of
`scoring.mcr.patterns`: it adds implied fan to a row, or takes some out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.mcr.patterns import FANS, Fan, How

Implied = Mapping[int, tuple[int, ...]]
"""Numbers of fan, by the number of the fan that implies them."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How one preset answers a switch.

    Attributes:
        answer: The answer in a few words.
        wording: What the source says, or that it is silent.
        also: For a fan, implied fan that the table does not have.
        but: For a fan, implied fan of the table that count after all.
        without: Fan that the preset does not have.
        when: For a fan, the test that takes the place of the table's.
    """

    answer: str
    wording: str
    also: Implied = field(default_factory=dict)
    but: Implied = field(default_factory=dict)
    without: tuple[int, ...] = ()
    when: Mapping[int, Callable[[How], bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that the sources answer differently.

    Attributes:
        id: S1 to S14.
        question: What is asked.
        mcr: The answer of today's tournaments.
        mcr_1998: The answer of the text of 1998.
        mcr_guobiao: The answer of the guobiao list.
    """

    id: str
    question: str
    mcr: Ruling
    mcr_1998: Ruling
    mcr_guobiao: Ruling


SWITCHES: Final = (
    Switch(
        "S1",
        "One Voided Suit beside fan made of named sets",
        Ruling("counted", "1998 book, examples of 2: 大三元 may add 缺一门"),
        Ruling(
            "not counted",
            "“missing the door” stands in the lists of 1, 2, 9, 10, 14, 15, 16 and 38",
            also=dict.fromkeys((1, 2, 9, 10, 14, 15, 16, 38), (75,)),
        ),
        Ruling("counted", "Big three dragons ex. 1 “and Lack of one suit”, Little three dragons likewise"),
    ),
    Switch(
        "S2",
        "Half Flush beside All Green",
        Ruling("not counted", "follows the 1998 text"),
        Ruling("not counted", "#3 “Regardless of the same color”"),
        Ruling("counted", "All green ex. 1 with “One suit plus honors”", but={3: (49,)}),
    ),
    Switch(
        "S3",
        "Seven Pairs beside the fan of ranks",
        Ruling("counted", "1998 book, examples of 19 add fan of tiles"),
        Ruling(
            "not counted",
            "#19 “more than five, less than five, all, the whole, all small”",
            also={19: (25, 26, 27, 36, 37)},
        ),
        Ruling("counted", "silent; ex. 2 adds All green, One suit only and others"),
    ),
    Switch(
        "S4",
        "The one pung of terminals left in Nine Gates won on 2, 5 or 8",
        Ruling("counted", "only one 幺九刻 is held to be implied"),
        Ruling("not counted", "#4 “unitary nine moment”"),
        Ruling("not counted", "Nine gates: “not counted: … Terminal or non-special wind triplet”"),
    ),
    Switch(
        "S5",
        "Double Pung beside All Terminals",
        Ruling("not counted", "follows the 1998 text; Triple Pung counts"),
        Ruling("not counted", "#8 “with the carved”"),
        Ruling("counted", "All terminals ex. 1 with two “Two suits triplets”", but={8: (65,)}),
    ),
    Switch(
        "S6",
        "Pungs of winds beside Little Four Winds and Big Three Winds",
        Ruling("not counted", "follows the 1998 text"),
        Ruling("not counted", "#9 and #38 list “unitary nine”"),
        Ruling("counted", "Little four winds, Three winds: “and Terminal or non-special wind triplet if applicable”"),
    ),
    Switch(
        "S7",
        "Four Concealed Pungs, self-drawn",
        Ruling("Self-Drawn", "the shape can only be won concealed, so 不求人 is implied"),
        Ruling("Fully Concealed Hand", "#12 lists only 62 and 48", but={12: (56,)}),
        Ruling("Fully Concealed Hand", "lists “Closed hand”, a name it defines nowhere", but={12: (56,)}),
    ),
    Switch(
        "S8",
        "Two Concealed Pungs beside Two Concealed Kongs",
        Ruling("not counted", "follows the 1998 text"),
        Ruling("not counted", "#53 “Excluding dark bars, double engraved”"),
        Ruling("counted", "Two closed quad: “Two closed triplet is also counted”", but={53: (66,)}),
    ),
    Switch(
        "S9",
        "Value of Two Concealed Kongs",
        Ruling("6", "1998 book; the WMO book of 2006 gives 8"),
        Ruling("6", "#53 among the fan of 6"),
        Ruling("6", "among the fan of 6"),
    ),
    Switch(
        "S10",
        "One concealed and one exposed kong",
        Ruling("fan 82, 5 points", "tournament practice since the MIL rules"),
        Ruling("67 and 74, 3 points", "not defined", without=(82,)),
        Ruling(
            "fan 57, 4 points",
            "Two open quads: “two open quads, or one open and one closed quads”",
            also={57: (67,)},
            without=(82,),
            when={57: lambda h: h.exposed_kongs >= 1 and h.exposed_kongs + h.concealed_kongs >= 2},
        ),
    ),
    Switch(
        "S11",
        "Wait fan when the winning tile also fits the nine tiles of a Knitted Straight",
        Ruling("counted", "the remaining set and pair are judged alone"),
        Ruling("counted", "silent"),
        Ruling("counted", "silent"),
    ),
    Switch(
        "S12",
        "All Chows beside Quadruple Chow",
        Ruling("counted", "1998 book, examples of 14"),
        Ruling("not counted", "#14 lists “seven pairs, peace”", also={14: (19, 63)}),
        Ruling("counted", "Four same sequences ex. with “Simple sequence hand”"),
    ),
    Switch(
        "S13",
        "A pung completed by a discard",
        Ruling("exposed", "a pung “caught in the hands” is concealed"),
        Ruling("exposed", "“Hit out for the moment, caught in the hands of the dark carved”"),
        Ruling("exposed", "silent"),
    ),
    Switch(
        "S14",
        "Knitted Straight beside Lesser Honors and Knitted Tiles with all nine",
        Ruling("counted", "1998 book, example 3 of 34"),
        Ruling("counted", "silent"),
        Ruling("counted", "Honors and knitted ex. 2 with “Knitted through”"),
    ),
)
"""The questions, numbered S1 to S14; each quotes its sources."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The fan as one text, or practice, counts them.

    Attributes:
        name: What `--rules` calls it.
        title: Its name for people.
        fans: The table of fan with the preset's answers applied, from many points to few.
        implied: For each fan the ones that are not counted beside it, one bit a number.
        gates_keep_one: Whether Nine Gates implies one pung of terminals only, so that a second counts (S4).
        winds_count: Whether the wind pungs of fan 9 and 38 also count as pungs of honors (S6).
    """

    name: str
    title: str
    fans: Mapping[int, Fan]
    implied: Mapping[int, int]
    gates_keep_one: bool = False
    winds_count: bool = False


def _row(fan: Fan, rulings: list[Ruling]) -> Fan:
    """A row of the table with the rulings of a preset applied."""
    implied = set(fan.implied)
    when = fan.when
    for ruling in rulings:
        implied |= set(ruling.also.get(fan.id, ()))
        implied -= set(ruling.but.get(fan.id, ()))
        when = ruling.when.get(fan.id, when)
    return replace(fan, implied=tuple(sorted(implied)), when=when)


def _preset(name: str, title: str, rulings: list[Ruling], **settings: bool) -> Preset:
    missing = {fan for ruling in rulings for fan in ruling.without}
    by_points = sorted(FANS, key=lambda fan: (-fan.points, fan.id))
    fans = {fan.id: _row(fan, rulings) for fan in by_points if fan.id not in missing}
    relational = {row.id for row in FANS if row.sets}
    implied = {
        row.id: sum(
            1 << other
            for other in row.implied
            # What one fan of sets implies of another depends on which sets they share: `scoring.mcr.relations` decides
            # that. Where fan 73 is implied for the fan's own sets alone, `scoring.mcr.interpretation` takes those out.
            if not (row.id in relational and other in relational)
            and not (
                other == 73 and (row.id in (9, 38, 59, 60, 61) or (row.id == 4 and settings.get("gates_keep_one")))
            )
        )
        for row in fans.values()
    }
    return Preset(name, title, fans, implied, **settings)


PRESETS: Final = {
    preset.name: preset
    for preset in (
        _preset(
            "mcr", "Chinese Official, today's tournaments", [switch.mcr for switch in SWITCHES], gates_keep_one=True
        ),
        _preset("mcr-1998", "Chinese Official, the text of 1998", [switch.mcr_1998 for switch in SWITCHES]),
        _preset(
            "mcr-guobiao",
            "Chinese Official, the guobiao list",
            [switch.mcr_guobiao for switch in SWITCHES],
            winds_count=True,
        ),
    )
}
"""The presets by name, the default first."""
