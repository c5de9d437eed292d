"""The presets of the Chinese rules and the eighteen switches in which they differ.

`mcr` is the practice of Chinese platforms, which PyMahjongGB counts by. `mcr-wmo` is the book of the World Mahjong
Organization of 2006, the reference of European tournaments. `mcr-1998` is the trial text of 1998 and `mcr-guobiao` a
later list with examples, each taken literally. A switch is a question that they answer differently; its answers change
the table of `scoring.games.mcr.patterns`. `scoring.tournament` makes a preset with answers of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from scoring.games.mcr.patterns import FANS, Fan, How
from scoring.own import NONE as UNCHANGED
from scoring.own import ListChanges, Listing, Own, OwnFacts
from scoring.sheet import PatternName

MINIMUM: Final = 8
"""Points that a hand needs without its flowers (1998 rules; WMO book §3.11.6.6)."""

FLOWERS: Final = 81
"""The number of the flowers in the table."""

Implied = Mapping[int, tuple[int, ...]]
"""Numbers of fan, by the number of the fan that implies them."""

RulingSetting = Literal[
    "gates_keep_one",
    "winds_count",
    "no_wait_in_knitted",
    "claimed_pungs_concealed",
    "hogs_in_suits",
    "terminal_chows_in_shifted",
    "held_tiles_no_wait",
]
"""The attributes of `Preset` that an answer may set."""


@dataclass(frozen=True, slots=True)
class RulingAnswer:
    """An answer to a switch, as changes to the table of fan.

    Attributes:
        name: The answer in a few words, as in a tournament's file.
        also: For a fan, implied fan missing in the table.
        but: For a fan, implied fan of the table that count after all.
        without: Fan that do not exist.
        when: For a fan, a test that replaces the table's.
        points: For a fan, a value that replaces the table's.
        setting: The attribute of `Preset` that it sets, for changes that the table cannot express.
    """

    name: str
    also: Implied = field(default_factory=dict)
    but: Implied = field(default_factory=dict)
    without: tuple[int, ...] = ()
    when: Mapping[int, Callable[[How], bool]] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    setting: RulingSetting | None = None


class ChosenRulings(NamedTuple):
    """The answer of a preset.

    Attributes:
        answer: The name of the answer.
        wording: The words of the source, or the reason for this answer if they do not decide.
    """

    answer: str
    wording: str


@dataclass(frozen=True, slots=True)
class RulingSwitch:
    """A question that the sources answer differently.

    Attributes:
        id: S1 to S18.
        question: The question.
        answers: The possible answers.
        chosen: The answer of each preset, by its name.
    """

    id: str
    question: str
    answers: tuple[RulingAnswer, ...]
    chosen: Mapping[str, ChosenRulings]

    def answer(self, name: str) -> RulingAnswer:
        """Return the answer of this name."""
        return next(answer for answer in self.answers if answer.name == name)


def _chosen(
    mcr: ChosenRulings, wmo: ChosenRulings, of_1998: ChosenRulings, guobiao: ChosenRulings
) -> Mapping[str, ChosenRulings]:
    return {"mcr": mcr, "mcr-wmo": wmo, "mcr-1998": of_1998, "mcr-guobiao": guobiao}


COUNTED: Final = "counted"
NOT_COUNTED: Final = "not counted"
_ALWAYS_CONCEALED: Final = (4, 6, 7, 12, 19, 20, 34)
"""The fan that can only be won concealed, so that a self-drawn one is always fully concealed (56)."""

SWITCHES: Final = (
    RulingSwitch(
        "S1",
        "One Voided Suit beside fan made of named sets",
        (RulingAnswer(COUNTED), RulingAnswer(NOT_COUNTED, also=dict.fromkeys((1, 2, 9, 10, 14, 15, 16, 38), (75,)))),
        _chosen(
            ChosenRulings(COUNTED, "1998 book, examples of 2: 大三元 may add 缺一门"),
            ChosenRulings(COUNTED, "counted beside Big Three Dragons"),
            ChosenRulings(NOT_COUNTED, "“missing the door” stands in the lists of 1, 2, 9, 10, 14, 15, 16 and 38"),
            ChosenRulings(COUNTED, "Big three dragons ex. 1 “and Lack of one suit”, Little three dragons likewise"),
        ),
    ),
    RulingSwitch(
        "S2",
        "Half Flush beside All Green",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, but={3: (49,)})),
        _chosen(
            ChosenRulings(NOT_COUNTED, "follows the 1998 text"),
            ChosenRulings(COUNTED, "Appendix 1, examples 1 and 2 of 3"),
            ChosenRulings(NOT_COUNTED, "#3 “Regardless of the same color”"),
            ChosenRulings(COUNTED, "All green ex. 1 with “One suit plus honors”"),
        ),
    ),
    RulingSwitch(
        "S3",
        "Seven Pairs beside the fan of ranks",
        (RulingAnswer(COUNTED), RulingAnswer(NOT_COUNTED, also={19: (25, 26, 27, 36, 37)})),
        _chosen(
            ChosenRulings(COUNTED, "1998 book, examples of 19 add fan of tiles"),
            ChosenRulings(COUNTED, "no exclusion is reported"),
            ChosenRulings(NOT_COUNTED, "#19 “more than five, less than five, all, the whole, all small”"),
            ChosenRulings(COUNTED, "silent; ex. 2 adds All green, One suit only and others"),
        ),
    ),
    RulingSwitch(
        "S4",
        "The one pung of terminals left in Nine Gates won on 2, 5 or 8",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, setting="gates_keep_one")),
        _chosen(
            ChosenRulings(COUNTED, "only one 幺九刻 is held to be implied"),
            ChosenRulings(NOT_COUNTED, "#4 takes every pung of terminals; one program leaves one"),
            ChosenRulings(NOT_COUNTED, "#4 “unitary nine moment”"),
            ChosenRulings(NOT_COUNTED, "Nine gates: “not counted: … Terminal or non-special wind triplet”"),
        ),
    ),
    RulingSwitch(
        "S5",
        "Double Pung beside All Terminals",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, but={8: (65,)})),
        _chosen(
            ChosenRulings(NOT_COUNTED, "follows the 1998 text; Triple Pung counts"),
            ChosenRulings(COUNTED, "the book lists no exclusion; up to twice, not inside Triple Pung"),
            ChosenRulings(NOT_COUNTED, "#8 “with the carved”"),
            ChosenRulings(COUNTED, "All terminals ex. 1 with two “Two suits triplets”"),
        ),
    ),
    RulingSwitch(
        "S6",
        "Pungs of winds beside Little Four Winds and Big Three Winds",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, setting="winds_count")),
        _chosen(
            ChosenRulings(NOT_COUNTED, "follows the 1998 text"),
            ChosenRulings(NOT_COUNTED, "follows the 1998 text"),
            ChosenRulings(NOT_COUNTED, "#9 and #38 list “unitary nine”"),
            ChosenRulings(
                COUNTED, "Little four winds, Three winds: “and Terminal or non-special wind triplet if applicable”"
            ),
        ),
    ),
    RulingSwitch(
        "S7",
        "Self-drawn hands whose fan can only be won concealed: Fully Concealed Hand or Self-Drawn",
        (
            RulingAnswer("self-drawn"),
            RulingAnswer("fully concealed beside 12", but={12: (56,)}),
            RulingAnswer("fully concealed", but=dict.fromkeys(_ALWAYS_CONCEALED, (56,))),
        ),
        _chosen(
            ChosenRulings("self-drawn", "the shape can only be won concealed, so 不求人 is implied"),
            ChosenRulings("fully concealed", "counted beside 4, 6, 7, 12, 19, 20 and 34, with 44 or 46 too"),
            ChosenRulings("fully concealed beside 12", "#12 lists only 62 and 48"),
            ChosenRulings("fully concealed beside 12", "#12 lists “Closed hand”, a name it defines nowhere"),
        ),
    ),
    RulingSwitch(
        "S8",
        "Two Concealed Pungs beside Two Concealed Kongs",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, but={53: (66,)})),
        _chosen(
            ChosenRulings(NOT_COUNTED, "follows the 1998 text"),
            ChosenRulings(NOT_COUNTED, "three readers of the book against one"),
            ChosenRulings(NOT_COUNTED, "#53 “Excluding dark bars, double engraved”"),
            ChosenRulings(COUNTED, "Two closed quad: “Two closed triplet is also counted”"),
        ),
    ),
    RulingSwitch(
        "S9",
        "Value of Two Concealed Kongs",
        (RulingAnswer("6"), RulingAnswer("8", points={53: 8})),
        _chosen(
            ChosenRulings("6", "1998 book"),
            ChosenRulings("8", "§3.8.1, page 16, #48; Appendix 1, page 37"),
            ChosenRulings("6", "#53 among the fan of 6"),
            ChosenRulings("6", "among the fan of 6"),
        ),
    ),
    RulingSwitch(
        "S10",
        "One concealed and one exposed kong",
        (
            RulingAnswer("5"),
            RulingAnswer("6", points={82: 6}),
            RulingAnswer("67 and 74", without=(82,)),
            RulingAnswer(
                "57",
                also={57: (67,)},
                without=(82,),
                when={57: lambda h: h.exposed_kongs >= 1 and h.exposed_kongs + h.concealed_kongs >= 2},
            ),
        ),
        _chosen(
            ChosenRulings("5", "tournament practice since the MIL rules"),
            ChosenRulings("6", "under #57, without a number of its own"),
            ChosenRulings("67 and 74", "not defined"),
            ChosenRulings("57", "Two open quads: “two open quads, or one open and one closed quads”"),
        ),
    ),
    RulingSwitch(
        "S11",
        "Wait fan when the winning tile also fits the nine tiles of a Knitted Straight",
        (RulingAnswer(COUNTED), RulingAnswer(NOT_COUNTED, setting="no_wait_in_knitted")),
        _chosen(
            ChosenRulings(COUNTED, "the remaining set and pair are judged alone"),
            ChosenRulings(COUNTED, "the text is silent; the organizers' answer at the world championship of 2024"),
            ChosenRulings(COUNTED, "silent"),
            ChosenRulings(COUNTED, "silent"),
        ),
    ),
    RulingSwitch(
        "S12",
        "All Chows beside Quadruple Chow",
        (RulingAnswer(COUNTED), RulingAnswer(NOT_COUNTED, also={14: (19, 63)})),
        _chosen(
            ChosenRulings(COUNTED, "1998 book, examples of 14"),
            ChosenRulings(COUNTED, "#14 takes 24, 64 and 69 alone"),
            ChosenRulings(NOT_COUNTED, "#14 lists “seven pairs, peace”"),
            ChosenRulings(COUNTED, "Four same sequences ex. with “Simple sequence hand”"),
        ),
    ),
    RulingSwitch(
        "S13",
        "A pung completed by a discard",
        (RulingAnswer("exposed"), RulingAnswer("concealed", setting="claimed_pungs_concealed")),
        _chosen(
            ChosenRulings("exposed", "a pung “caught in the hands” is concealed"),
            ChosenRulings("exposed", "two readers of the book; one reads it as concealed, provisionally"),
            ChosenRulings("exposed", "“Hit out for the moment, caught in the hands of the dark carved”"),
            ChosenRulings("exposed", "silent"),
        ),
    ),
    RulingSwitch(
        "S14",
        "Knitted Straight beside Lesser Honors and Knitted Tiles with all nine",
        (RulingAnswer(COUNTED), RulingAnswer(NOT_COUNTED, also={34: (35,)})),
        _chosen(
            ChosenRulings(COUNTED, "1998 book, example 3 of 34"),
            ChosenRulings(COUNTED, "as in the 1998 book, example 3 of 34; one reader finds it not stated"),
            ChosenRulings(COUNTED, "silent"),
            ChosenRulings(COUNTED, "Honors and knitted ex. 2 with “Knitted through”"),
        ),
    ),
    RulingSwitch(
        "S15",
        "Tiles of Tile Hog",
        (RulingAnswer("any tiles"), RulingAnswer("suit tiles", setting="hogs_in_suits")),
        _chosen(
            ChosenRulings("any tiles", "the Chinese word names no suit"),
            ChosenRulings("any tiles", "the English text says suit tiles; the book gives its Chinese text precedence"),
            ChosenRulings("any tiles", "#64 “there are four identical cards”"),
            ChosenRulings("any tiles", "silent"),
        ),
    ),
    RulingSwitch(
        "S16",
        "The fan of one or two concealed kongs beside Three Kongs and Four Kongs",
        (
            RulingAnswer(NOT_COUNTED),
            RulingAnswer(
                COUNTED,
                but={5: (53, 67), 17: (53, 67)},
                when={53: lambda h: h.concealed_kongs == 2, 67: lambda h: h.concealed_kongs == 1},
            ),
        ),
        _chosen(
            ChosenRulings(NOT_COUNTED, "follows the 1998 text; the fan of concealed pungs count"),
            ChosenRulings(NOT_COUNTED, "the edition of 2006; the edition of 2014 counts 53 or 67 too"),
            ChosenRulings(NOT_COUNTED, "#17 “Excluding double dark bars, … dark bars”, #5 likewise"),
            ChosenRulings(NOT_COUNTED, "Four quads: “not counted: … Closed quad, … Two closed quads”"),
        ),
    ),
    RulingSwitch(
        "S17",
        "Two Terminal Chows inside Four Pure Shifted Chows two ranks apart",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, setting="terminal_chows_in_shifted")),
        _chosen(
            ChosenRulings(NOT_COUNTED, "the principle of non-separation"),
            ChosenRulings(NOT_COUNTED, "the principle of non-separation; the list of 16 names 71 alone"),
            ChosenRulings(NOT_COUNTED, "the principle of non-separation"),
            ChosenRulings(NOT_COUNTED, "the principle of non-separation"),
        ),
    ),
    RulingSwitch(
        "S18",
        "Wait fan when the only other tiles that would win are held four times by the winner",
        (RulingAnswer(NOT_COUNTED), RulingAnswer(COUNTED, setting="held_tiles_no_wait")),
        _chosen(
            ChosenRulings(NOT_COUNTED, "PyMahjongGB: such tiles are waited for all the same"),
            ChosenRulings(NOT_COUNTED, "the text is silent; of two readers of the book one counts such tiles as waits"),
            ChosenRulings(NOT_COUNTED, "silent"),
            ChosenRulings(NOT_COUNTED, "silent"),
        ),
    ),
)
"""The questions, numbered S1 to S18; each quotes its sources."""

SWITCH: Final = {switch.id: switch for switch in SWITCHES}
"""The questions by their numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The fan as one text, practice or tournament counts them.

    Compared by identity, so that it can be a key of the caches.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        version: Edition, which changes whenever a hand's total may.
        source: The book, the practice, or the tournament's decision behind it.
        minimum: Points that a hand needs without its flowers.
        answers: The answer to each switch, by the switch's number.
        fans: The table of fan that are played with the answers applied, from many points to few.
        order: The numbers of these fan as exclusions go: a club's own, then the book's from many points to few.
        implied: For each fan the ones that are not counted beside it, one bit a number.
        names: The name of each fan, played or not, with the number that the book gives it.
        pinned: The switches that a tournament answers otherwise than its base, each with the preset that differs from
            this one in that answer alone.
        own: The tests of a club's own fan, by their numbers.
        values: The fan of several sets that a club gives other points, with these.
        changed: True if a club's file changes the table.
        gates_keep_one: True if Nine Gates implies one pung of terminals only, so that a second counts (S4).
        winds_count: True if the wind pungs of fan 9 and 38 also count as pungs of honors (S6).
        no_wait_in_knitted: True if a tile of the nine of a Knitted Straight forms no fan of a wait (S11).
        claimed_pungs_concealed: True if a pung completed by a discard is concealed (S13).
        hogs_in_suits: True if four equal honors are not a Tile Hog (S15).
        terminal_chows_in_shifted: True if Two Terminal Chows count inside Four Pure Shifted Chows (S17).
        held_tiles_no_wait: True if tiles that the winner holds four times no longer count as waits (S18).
    """

    name: str
    title: str
    version: str
    source: str
    minimum: int
    answers: Mapping[str, str]
    fans: Mapping[int, Fan]
    order: tuple[int, ...]
    implied: Mapping[int, int]
    names: Mapping[int, PatternName]
    pinned: "tuple[tuple[str, Preset], ...]" = ()
    own: Mapping[int, Callable[[OwnFacts], bool]] = field(default_factory=dict)
    values: tuple[tuple[int, int], ...] = ()
    changed: bool = False
    gates_keep_one: bool = False
    winds_count: bool = False
    no_wait_in_knitted: bool = False
    claimed_pungs_concealed: bool = False
    hogs_in_suits: bool = False
    terminal_chows_in_shifted: bool = False
    held_tiles_no_wait: bool = False


def _row(fan: Fan, answers: list[RulingAnswer], number: int) -> Fan:
    """Return a row of the table with the answers of a preset applied, and the number in its book."""
    implied = set(fan.implied)
    when, points = fan.when, fan.points
    for answer in answers:
        implied |= set(answer.also.get(fan.id, ()))
        implied -= set(answer.but.get(fan.id, ()))
        when = answer.when.get(fan.id, when)
        points = answer.points.get(fan.id, points)
    return replace(fan, implied=tuple(sorted(implied)), when=when, points=points, number=number)


def preset(
    name: str,
    title: str,
    version: str,
    source: str,
    answers: Mapping[str, str],
    numbers: Mapping[int, int],
    minimum: int = MINIMUM,
    changed: ListChanges = UNCHANGED,
) -> Preset:
    """Return the preset with these answers.

    Args:
        name: As in `Preset`.
        title: As in `Preset`.
        version: As in `Preset`.
        source: As in `Preset`.
        answers: The answer to every switch, by the switch's number.
        numbers: The numbers of fan in the book, if they differ from the table's.
        minimum: As in `Preset`.
        changed: Other changes of a club to the table.
    """
    given = [switch.answer(answers[switch.id]) for switch in SWITCHES]
    settings = {answer.setting for answer in given}
    missing = {fan for answer in given for fan in answer.without}
    rows = sorted(
        (_row(fan, given, numbers.get(fan.id, fan.id)) for fan in FANS if fan.id not in missing),
        key=lambda fan: (-fan.points, fan.id),
    )
    names = {fan.id: PatternName(fan.number, fan.name, fan.zh) for fan in rows}
    rows = [_of_club(own) for own in changed.own] + [
        replace(row, points=changed.values.get(str(row.id), row.points))
        for row in rows
        if str(row.id) not in changed.excluded
    ]
    relational = {row.id for row in FANS if row.sets}
    implied = {
        row.id: sum(
            1 << other
            for other in row.implied
            # `relations` decides what a fan of several sets implies of another, since it depends on the sets they
            # share. `interpretation` removes fan 73 that is implied for the fan's own sets alone.
            if not (row.id in relational and other in relational)
            and not (other == 73 and (row.id in (9, 38, 59, 60, 61) or (row.id == 4 and "gates_keep_one" in settings)))
        )
        for row in rows
    }
    return Preset(
        name=name,
        title=title,
        version=version,
        source=source,
        minimum=minimum,
        answers=answers,
        fans={row.id: row for row in sorted(rows, key=lambda fan: (-fan.points, fan.id))},
        order=tuple([row.id for row in rows]),
        implied=implied,
        names=names | {row.id: PatternName(row.number, row.name, row.zh) for row in rows},
        own={int(own.id): own.holds for own in changed.own},
        values=tuple([(row.id, row.points) for row in rows if row.id in relational and str(row.id) in changed.values]),
        changed=bool(changed),
        gates_keep_one="gates_keep_one" in settings,
        winds_count="winds_count" in settings,
        no_wait_in_knitted="no_wait_in_knitted" in settings,
        claimed_pungs_concealed="claimed_pungs_concealed" in settings,
        hogs_in_suits="hogs_in_suits" in settings,
        terminal_chows_in_shifted="terminal_chows_in_shifted" in settings,
        held_tiles_no_wait="held_tiles_no_wait" in settings,
    )


def _of_club(own: Own) -> Fan:
    number = int(own.id)
    excludes = tuple([int(other) for other in own.excludes])
    return Fan(number, own.value, own.name, own.zh, own.rule, excludes, number=number)


OWN_FROM: Final = 83
"""The number of a club's first own fan. Sheets name fan by their numbers, so a fan that the table gets later takes one
behind all that clubs may have."""


def listing(book: Preset) -> Listing:
    """Return the list of a book that a club's file may change: its own fan are numbered 83, 84 …

    Flowers stay as they are: no fan but a point each.
    """
    rows = sorted([row for row in book.fans.values() if row.id != FLOWERS], key=lambda row: row.number)
    return Listing(
        {text: str(row.id) for row in rows for text in (str(row.number), row.name)},
        tuple([str(row.number) for row in rows]),
        max(row.points for row in rows),
        "points",
        start=OWN_FROM,
    )


def numbers_of(book: Preset) -> Mapping[int, int]:
    """Return the numbers of fan in a preset, by those of the table."""
    return {fan: row.number for fan, row in book.fans.items()}


def _of_book(
    name: str, title: str, source: str, numbers: Mapping[int, int] | None = None, version: str = "1"
) -> Preset:
    answers = {switch.id: switch.chosen[name].answer for switch in SWITCHES}
    return preset(name, title, version, source, answers, numbers or {})


_WMO_NUMBERS: Final = {53: 48, 48: 49, 49: 50, 50: 51, 51: 52, 52: 53}
"""The numbers of the WMO book that differ: Two Concealed Kongs is among the fan of 8 (§3.8.1)."""

PRESETS: Final = {
    book.name: book
    for book in (
        _of_book("mcr", "Chinese Official (MCR), as played online", "PyMahjongGB 1.4.0"),
        _of_book(
            "mcr-wmo",
            "Chinese Official (MCR), the WMO book of 2006",
            "World Mahjong Organization, Mahjong Competition Rules, 2006",
            _WMO_NUMBERS,
        ),
        _of_book("mcr-1998", "Chinese Official (MCR), the text of 1998", "State Sports Commission of China, 1998"),
        _of_book(
            "mcr-guobiao", "Chinese Official (MCR), the guobiao fan list", "Competition mahjong (guobiao) list of fan"
        ),
    )
}
"""The presets by name, the default first."""
