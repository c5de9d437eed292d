"""The questions that tables of three answer differently: each is one row with its answers and their effect."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.games.marked import N_
from scoring.games.sanma.presets import PRESETS, Preset
from scoring.games.switches import Answer, Switch
from scoring.tournament import answers

_ON: Final = Answer("on", N_("yes"), True)
_OFF: Final = Answer("off", N_("no"), False)


def _amounts(*pairs: tuple[int, int]) -> tuple[Answer, ...]:
    return tuple([Answer(f"{start}/{back}", value=(start, back)) for start, back in pairs])


def _points(*points: int) -> tuple[Answer, ...]:
    return tuple([Answer(str(each), value=each) for each in points])


# fmt: off
SWITCHES: Final = (
    Switch("SA1", N_("a North"),
           (Answer("bonus", N_("is set aside as a bonus tile"), "bonus"),
            Answer("value", N_("is a value tile of everybody"), "value"),
            Answer("guest", N_("is worth nothing of its own"), "guest")),
           sets=("hand", "north"), first=True),
    Switch("SA2", N_("a North that another player sets aside may be won on"),
           (Answer("ron", N_("yes, without a yaku for it"), "ron"),
            Answer("chankan", N_("yes, as a robbed kong"), "chankan"), Answer("off", N_("no"), "off")),
           sets=("hand", "north_robbed")),
    Switch("SA3", N_("a win on the replacement of a North counts as one after a kong"), (_ON, _OFF),
           sets=("hand", "north_drawn")),
    Switch("SA4", N_("the share of the missing player in a self-drawn win"),
           (Answer("loss", N_("is lost"), "loss"), Answer("split", N_("is split between the two"), "split"),
            Answer("full", N_("is paid: a self-drawn win costs what a discard does"), "full")),
           sets=("hand", "drawn"), first=True),
    Switch("SA5", N_("points of a counter, by a discard and from each by a draw"),
           _amounts((200, 100), (300, 100), (1000, 1000)), sets=("hand", "counters"), first=True),
    Switch("SA6", N_("points in all from those who are not tenpai after a drawn hand"), _points(2000, 3000, 0),
           sets=("match", "noten"), first=True),
    Switch("SA7", N_("red fives"),
           (Answer("none", N_("none"), "none"), Answer("two", N_("one of the dots, one of the bamboos"), "two"),
            Answer("all", N_("all"), "all")),
           sets=("hand", "fives"), first=True),
    Switch("SA8", N_("13 han and more without a yakuman"),
           (Answer("yakuman", N_("yakuman"), "yakuman"), Answer("sanbaiman", N_("sanbaiman"), "sanbaiman")),
           sets=("hand", "counted_limit")),
    Switch("SA9", N_("some yakuman count twice"), (_OFF, _ON), sets=("hand", "double")),
    Switch("SA10", N_("4 han 30 fu and 3 han 60 fu are a mangan"), (_OFF, _ON), sets=("hand", "kiriage")),
    Switch("SA11", N_("fu of a pair of the seat wind in its round"), _points(4, 2), sets=("hand", "double_wind_fu")),
    Switch("SA12", N_("two winners of one tile"),
           (Answer("all", N_("both win"), True), Answer("nearest", N_("the next in turn alone"), False)),
           sets=("match", "all_win"), first=True),
    Switch("SA13", N_("abortive draws"),
           (Answer("nine, kongs", N_("nine terminals and honours, four kongs"), ("nine", "kongs")),
            Answer("none", N_("none"), ())),
           sets=("match", "abortive")),
    Switch("SA14", N_("nagashi mangan"), (_ON, _OFF), sets=("match", "nagashi")),
    Switch("SA15", N_("a liable player answers, beside another yakuman,"),
           (Answer("whole", N_("for all of them"), "whole"), Answer("part", N_("for the fed one"), "part"),
            Answer("off", N_("never"), "off")),
           sets=("hand", "pao")),
    Switch("SA16", N_("points at the start and to return at the end; the first gets the difference"),
           _amounts((35000, 40000), (35000, 35000), (30000, 40000), (25000, 30000)), sets=("match", "amounts"),
           first=True),
    Switch("SA17", N_("uma, in thousands"),
           tuple([Answer(f"{each} 0 {-each}", value=(each, 0, -each)) for each in (20, 15, 10, 0)]),
           sets=("match", "uma"), first=True),
    Switch("SA18", N_("the match ends with a player below zero"), (_ON, _OFF), sets=("match", "bankrupt_ends")),
    Switch("SA19", N_("points that the first needs, or another wind is played"),
           (Answer("40000", value=40_000), Answer("none", N_("no further round"))), sets=("match", "goal")),
    Switch("SA20", N_("the match ends when the dealer of the last deal leads"), (_ON, _OFF),
           sets=("match", "leader_ends")),
    Switch("SA21", N_("East stays"),
           (Answer("tenpai", N_("by a win, and tenpai after a drawn hand"), "tenpai"),
            Answer("win", N_("by a win alone"), "win")),
           sets=("match", "stays")),
    Switch("SA22", N_("a false win"),
           (Answer("none", N_("what is said at the table"), "none"),
            Answer("mangan", N_("a mangan, paid to the others"), "mangan"),
            Answer("yakuman", N_("a yakuman, paid to the others"), "yakuman")),
           sets=("match", "false_win")),
)
# fmt: on
"""The questions, numbered SA1 to SA22."""

ANSWERS: Final = {switch.id: switch.answers for switch in SWITCHES}
"""The texts of the answers to each switch."""
_BY_ID: Final = {switch.id: switch for switch in SWITCHES}


def usual(base: str) -> Mapping[str, str]:
    """Return the answers of a built-in preset by switch."""
    return {
        switch.id: next(
            option.name for option in switch.options if option.value == getattr(PRESETS[base], switch.sets[1])
        )
        for switch in SWITCHES
    }


def answers_of(preset: Preset) -> Mapping[str, str]:
    """Return all answers of a preset, a built-in one or a house's, by switch."""
    return {**usual(preset.base or preset.name), **preset.answers}


def chosen(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers of a house's file by switch.

    Raises:
        RulingError: The file names an unknown switch, or an answer that cannot be used.
    """
    return answers(given, ANSWERS, "SA4", "split")


def house(base: str, named: tuple[str, str, str, str], given: Mapping[str, str]) -> Preset:
    """Return the preset of a house.

    Args:
        base: Name of the built-in preset that it starts from.
        named: Its name, title, version and source.
        given: Its answers by switch, of those in `ANSWERS`.
    """
    name, title, version, source = named
    before = usual(base)
    different = [(id, answer) for id, answer in given.items() if answer != before[id]]
    values: dict[str, Any] = {_BY_ID[id].sets[1]: _BY_ID[id].answer(answer).value for id, answer in different}
    if "fives" in values:
        values["red"] = values["fives"] != "none"
    return replace(
        PRESETS[base],
        name=name,
        title=title,
        version=version,
        source=source,
        base=base,
        of_hands=tuple([each for each in different if _BY_ID[each[0]].sets[0] == "hand"]),
        of_matches=tuple([each for each in different if _BY_ID[each[0]].sets[0] == "match"]),
        **values,
    )
