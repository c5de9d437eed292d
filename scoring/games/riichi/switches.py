"""The questions that houses of riichi answer differently: each is one row with its answers and their effect.

A house starts from a preset and answers some of them otherwise. Some change a hand, the others a match: its rules or
its body. What every rule book of the presets answers alike is no question here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from scoring.errors import RulingError
from scoring.games.marked import N_
from scoring.games.riichi.bodies import BODIES, CHOMBO, RIICHI_BODIES, RiichiRules
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.match.bodies import Body, FalseWinRule

Part = Literal["hand", "match", "body"]
"""The part that an answer changes by a field: `Preset`, `RiichiRules` or `Body`."""


class Answer(NamedTuple):
    """An answer to a switch.

    Attributes:
        name: Its text in a house's file.
        value: The value of the switch's field.
        said: The message that shows it, or "" if its text does.
    """

    name: str
    value: Any
    said: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that houses answer differently.

    Attributes:
        id: RI1, RI2 …
        question: The question, in a few words, a message.
        part: What its answers change.
        field: The field that they set.
        options: The answers.
        first: True if most houses differ in it.
    """

    id: str
    question: str
    part: Part
    field: str
    options: tuple[Answer, ...]
    first: bool = False

    def answer(self, name: str) -> Answer:
        """Return the answer of this name."""
        return next(option for option in self.options if option.name == name)

    def usual(self, preset: Preset) -> str:
        """Return the name of the answer of a built-in preset."""
        of = {"hand": preset, "match": _rules(preset), "body": _body(preset)}[self.part]
        value = getattr(of, self.field)
        return next(option.name for option in self.options if option.value == value)


def _body(preset: Preset) -> Body:
    """Return the body of new matches under a built-in preset."""
    return BODIES[RIICHI_BODIES[preset.name]]


def _rules(preset: Preset) -> RiichiRules:
    rules = _body(preset).extra
    assert isinstance(rules, RiichiRules)
    return rules


_YES: Final = Answer("yes", True, N_("yes"))
_NO: Final = Answer("no", False, N_("no"))


def _points(*points: int) -> tuple[Answer, ...]:
    return tuple([Answer(str(each), each) for each in points])


def _uma(*ranks: tuple[int, int]) -> tuple[Answer, ...]:
    return tuple([Answer(f"{inner}-{outer}", (outer, inner, -inner, -outer)) for inner, outer in ranks])


# fmt: off
SWITCHES: Final = (
    Switch("RI1", N_("red fives"), "hand", "red", (_YES, _NO), first=True),
    Switch("RI2", N_("open tanyao"), "hand", "open_tanyao", (_YES, _NO), first=True),
    Switch("RI3", N_("4 han 30 fu and 3 han 60 fu are a mangan"), "hand", "kiriage", (_NO, _YES), first=True),
    Switch("RI4", N_("13 han and more without a yakuman"), "hand", "counted_limit",
           (Answer("yakuman", "yakuman", N_("yakuman")), Answer("sanbaiman", "sanbaiman", N_("sanbaiman")))),
    Switch("RI5", N_("some yakuman count twice"), "hand", "double", (_YES, _NO)),
    Switch("RI6", N_("different yakuman add up"), "hand", "adding", (_YES, _NO)),
    Switch("RI7", N_("fu of a pair of the seat wind in its round"), "hand", "double_wind_fu", _points(2, 4)),
    Switch("RI8", N_("renhou, a win on a discard of the first go-round, as a mangan"), "hand", "man", (_NO, _YES)),
    Switch("RI9", N_("who feeds the last of four kongs is liable"), "hand", "kongs_liable", (_NO, _YES)),
    Switch("RI10", N_("points at the start"), "body", "start", _points(25_000, 30_000, 27_000, 35_000, 20_000),
           first=True),
    Switch("RI11", N_("points to return at the end; the first gets the difference"), "match", "back",
           _points(30_000, 25_000, 27_000, 35_000, 40_000), first=True),
    Switch("RI12", N_("uma, in thousands"), "match", "uma",
           (*_uma((5, 10), (5, 15), (10, 20), (10, 30), (20, 30)), Answer("none", (0, 0, 0, 0), N_("none"))),
           first=True),
    Switch("RI13", N_("several winners of one discard"), "body", "all_claims_win",
           (Answer("all", True, N_("all of them")), Answer("nearest", False, N_("the next in turn alone"))),
           first=True),
    Switch("RI14", N_("counters among several winners"), "match", "counters_to_all",
           (Answer("first", False, N_("the next in turn alone")), Answer("all", True, N_("all of them")))),
    Switch("RI15", N_("riichi sticks among several winners"), "match", "own_sticks_back",
           (Answer("first", False, N_("the next in turn alone")),
            Answer("own", True, N_("each their own, the next in turn the rest")))),
    Switch("RI16", N_("abortive draws"), "match", "abortive",
           (Answer("yes", ("nine terminals and honours", "four winds", "four kongs", "four riichi"), N_("yes")),
            Answer("no", (), N_("no")))),
    Switch("RI17", N_("nagashi mangan"), "match", "nagashi", (_YES, _NO)),
    Switch("RI18", N_("the match ends with a player below zero"), "match", "bankrupt_ends", (_YES, _NO), first=True),
    Switch("RI19", N_("the match ends when the dealer of the last deal leads"), "match", "leader_ends", (_YES, _NO)),
    Switch("RI20", N_("points that the first needs, or another round is played"), "match", "goal",
           (*_points(30_000, 35_000, 40_000), Answer("none", None, N_("no further round")))),
    Switch("RI21", N_("of equal players"), "match", "seats_decide",
           (Answer("seats", True, N_("the one who sat first is ahead")),
            Answer("share", False, N_("all are equal and share")))),
    Switch("RI22", N_("riichi sticks left at the end"), "match", "left_to_first",
           (Answer("first", True, N_("the first gets them")), Answer("nobody", False, N_("nobody gets them")))),
    Switch("RI23", N_("counters of a self-drawn hand that a player is liable for"), "hand", "counters_liable",
           (Answer("liable", True, N_("the liable player pays them")), Answer("all", False, N_("all pay alike")))),
    Switch("RI24", N_("points of the result for a match without a win, in thousands (yakitori)"), "match", "yakitori",
           (Answer("none", 0, N_("none")), *_points(5, 10, 15, 20))),
    Switch("RI25", N_("a false win"), "body", "false_wins",
           (Answer("20000", CHOMBO, N_("20,000 off the result")),
            Answer("8000", dict.fromkeys(CHOMBO, FalseWinRule(0, deducted=8_000)), N_("8,000 off the result")),
            Answer("referee", {}, N_("what is said at the table")))),
)
# fmt: on
"""The questions, numbered RI1 to RI25."""

ANSWERS: Final = {switch.id: tuple([option.name for option in switch.options]) for switch in SWITCHES}
"""The texts of the answers to each switch."""
_BY_ID: Final = {switch.id: switch for switch in SWITCHES}


def usual(base: str) -> Mapping[str, str]:
    """Return the answers of a built-in preset by switch."""
    return {switch.id: switch.usual(PRESETS[base]) for switch in SWITCHES}


def house(base: str, named: tuple[str, str, str, str], given: Mapping[str, str]) -> Preset:
    """Return the preset of a house.

    Args:
        base: Name of the built-in preset that it starts from.
        named: Its name, title, version and source.
        given: Its answers by switch, of those in `ANSWERS`.

    Raises:
        RulingError: The players return fewer points than they start with, so the first would lose some.
    """
    name, title, version, source = named
    before = usual(base)
    start, back = [({**before, **given})[id] for id in ("RI10", "RI11")]
    if int(back) < int(start):
        raise RulingError("returns-too-little", start=start, back=back)
    different = [(id, answer) for id, answer in given.items() if answer != before[id]]
    of_hands = tuple([each for each in different if _BY_ID[each[0]].part == "hand"])
    return replace(
        PRESETS[base],
        name=name,
        title=title,
        version=version,
        source=source,
        base=base,
        of_hands=of_hands,
        of_matches=tuple([each for each in different if each not in of_hands]),
        **{_BY_ID[id].field: _value(id, answer) for id, answer in of_hands},
    )


def adapted(body: Body, preset: Preset) -> Body:
    """Return a body with the answers of a house about matches."""
    said: dict[Part, dict[str, Any]] = {"match": {}, "body": {}}
    for id, answer in preset.of_matches:
        said[_BY_ID[id].part][_BY_ID[id].field] = _value(id, answer)
    assert isinstance(body.extra, RiichiRules)
    return replace(body, extra=replace(body.extra, **said["match"]), **said["body"])


def _value(id: str, answer: str) -> Any:
    return _BY_ID[id].answer(answer).value


def answers_of(preset: Preset) -> Mapping[str, str]:
    """Return all answers of a preset, a built-in one or a house's, by switch."""
    return {**usual(preset.base or preset.name), **preset.answers}
