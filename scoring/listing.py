"""The patterns of a rule book as a list that people can read and print."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.games.game import RuleBook
from scoring.games.hongkong.payment import split
from scoring.games.hongkong.presets import UNLIMITED
from scoring.games.hongkong.presets import Preset as HongKongPreset
from scoring.games.mcr.presets import Preset as McrPreset
from scoring.games.riichi.presets import Preset as RiichiPreset
from scoring.games.riichi.yaku import YAKU
from scoring.sheet import PatternName


@dataclass(frozen=True, slots=True)
class ListedPattern:
    """A pattern of a rule book.

    Attributes:
        name: Its number in the book and its names.
        points: Its value: points, or faan of Hong Kong.
        rule: Short description, in English.
        excludes: The patterns that do not count beside it.
    """

    name: PatternName
    points: int
    rule: str
    excludes: tuple[PatternName, ...] = ()


@dataclass(frozen=True, slots=True)
class Price:
    """The payment to the winner for a number of faan.

    Attributes:
        faan: The faan, up to the limit.
        discard: Points from all others together for a win on a discard.
        self_draw: The same for a self-drawn win.
    """

    faan: int
    discard: Fraction
    self_draw: Fraction


def patterns(book: RuleBook) -> tuple[ListedPattern, ...]:
    """Return the patterns of a rule book: of the Chinese game from many points to few, else in the book's order.

    Those of riichi are the library's.
    """
    preset = book.preset
    if isinstance(preset, RiichiPreset):
        return ()
    if isinstance(preset, McrPreset):
        names = preset.names
        return tuple(
            [
                ListedPattern(
                    names[fan.id],
                    fan.points,
                    fan.rule,
                    tuple([names[other] for other in fan.implied if other in preset.fans]),
                )
                for fan in preset.fans.values()
            ]
        )
    if isinstance(preset, HongKongPreset):
        rows = {row.id: PatternName(row.id, row.name, row.zh) for row in preset.patterns}
        return tuple(
            [
                ListedPattern(rows[row.id], row.faan, row.rule, tuple([rows[e] for e in row.excludes if e in rows]))
                for row in preset.patterns
            ]
        )
    by_name = {row.name: PatternName(row.series, row.name, row.zh) for row in preset.patterns}
    return tuple(
        [
            ListedPattern(
                by_name[row.name], row.value, row.rule, tuple([by_name[e] for e in row.excludes if e in by_name])
            )
            for row in preset.patterns
        ]
    )


def yaku(book: RuleBook) -> tuple[tuple[str, int, int], ...]:
    """Return the yaku of riichi rules with the han of a closed and of an open hand; empty for other games."""
    preset = book.preset
    if not isinstance(preset, RiichiPreset):
        return ()
    most = 26 if preset.double else 13
    rows = [
        row for row in YAKU.values() if (preset.man or row.name != "Renhou") and (preset.red or row.name != "Aka Dora")
    ]
    return tuple([(row.name, min(row.closed, most), min(row.opened, most)) for row in rows])


def prices(book: RuleBook) -> tuple[Price, ...]:
    """Return the price list of a Hong Kong house, from its minimum to its limit; empty for other games."""
    house = book.house
    if house is None:
        return ()
    faan = range(house.minimum, (house.limit or UNLIMITED) + 1)
    return tuple([Price(each, *[split(each, "S", giver, house)["S"] for giver in ("W", None)]) for each in faan])
