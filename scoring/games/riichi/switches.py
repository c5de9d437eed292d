"""The questions that houses of riichi answer differently: each is one row with its answers and their effect.

A house starts from a preset and answers some of them otherwise. Some change a hand by a field of `Preset`, the others a
match: its rules by one of `RiichiRules`, or its body by one of `Body`. What all books of the presets answer alike is no
question here.

Open riichi (RI27) is as in the article 開立直 of the Japanese Wikipedia of 2007 and on page 立直07 of Asami Ryo's
questions (www9.plala.or.jp/majan): two han, three if declared in the first go-round, and in most houses a yakuman from
a discarder who was free to discard another tile, as one in riichi is not.

Three winners of a discard end the hand without a winner in the rooms of Tenhou (RI16, 三家和了; the public tests of
MahjongPantheon have such a game). There a liable player also pays the counters of a hand that a third deals in (RI28;
a public report on nissymori/mahjax, 94). Rule A of the Japan Professional Mahjong League has placement points by the
number of players who float (RI12).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from scoring.errors import RulingError
from scoring.games.marked import N_
from scoring.games.riichi.acts import FOUR_DRAWS, THREE
from scoring.games.riichi.bodies import BODIES, BODY_NAMES, CHOMBO, FLOATING, RiichiRules
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.games.switches import Answer, Switch
from scoring.match.bodies import Body, FalseWinRule
from scoring.tournament import answers


def _usual(switch: Switch, preset: Preset) -> str:
    """Return the name of the answer of a built-in preset."""
    part, field = switch.sets
    value = getattr({"hand": preset, "match": _rules(preset), "body": _body(preset)}[part], field)
    return next(option.name for option in switch.options if option.value == value)


def _body(preset: Preset) -> Body:
    """Return the body of new matches under a built-in preset."""
    return BODIES[BODY_NAMES[preset.name][-1]]


def _rules(preset: Preset) -> RiichiRules:
    rules = _body(preset).extra
    assert isinstance(rules, RiichiRules)
    return rules


_YES: Final = Answer("yes", N_("yes"), True)
_NO: Final = Answer("no", N_("no"), False)


def _points(*points: int) -> tuple[Answer, ...]:
    return tuple([Answer(str(each), value=each) for each in points])


def _uma(*ranks: tuple[int, int]) -> tuple[Answer, ...]:
    return tuple([Answer(f"{inner}-{outer}", value=(outer, inner, -inner, -outer)) for inner, outer in ranks])


def uma_of(text: str) -> tuple[Fraction, ...]:
    """Return the placement points of the four ranks, in thousands, that a house states from the first to the last.

    Raises:
        RulingError: They are not four amounts of at most one decimal, or do not add up to zero.
    """
    parts = re.split(r"[\s,;/，、；]+", text.replace("−", "-").strip("[]() "))
    if len(parts) != _RANKS or not all(re.fullmatch(r"[+-]?\d{1,3}(\.\d)?", part, re.ASCII) for part in parts):
        raise RulingError("bad-uma", answer=text)
    found = tuple(map(Fraction, parts))
    if total := sum(found):
        raise RulingError("uma-not-zero", answer=text, total=f"{float(total):+g}")
    return found


_RANKS: Final = 4

# fmt: off
SWITCHES: Final = (
    Switch("RI1", N_("red fives"), (_YES, _NO), sets=("hand", "red"), first=True),
    Switch("RI2", N_("open tanyao"), (_YES, _NO), sets=("hand", "open_tanyao"), first=True),
    Switch("RI3", N_("4 han 30 fu and 3 han 60 fu are a mangan"), (_NO, _YES), sets=("hand", "kiriage"), first=True),
    Switch("RI4", N_("13 han and more without a yakuman"),
           (Answer("yakuman", N_("yakuman"), "yakuman"), Answer("sanbaiman", N_("sanbaiman"), "sanbaiman")),
           sets=("hand", "counted_limit")),
    Switch("RI5", N_("some yakuman count twice"), (_YES, _NO), sets=("hand", "double")),
    Switch("RI6", N_("different yakuman add up"), (_YES, _NO), sets=("hand", "adding")),
    Switch("RI7", N_("fu of a pair of the seat wind in its round"), _points(2, 4), sets=("hand", "double_wind_fu")),
    Switch("RI8", N_("renhou, a win on a discard of the first go-round, as a mangan"), (_NO, _YES),
           sets=("hand", "man")),
    Switch("RI9", N_("who feeds the last of four kongs is liable"), (_NO, _YES), sets=("hand", "kongs_liable")),
    Switch("RI10", N_("points at the start"), _points(25_000, 30_000, 27_000, 35_000, 20_000),
           sets=("body", "start"), first=True),
    Switch("RI11", N_("points to return at the end; the first gets the difference"),
           _points(30_000, 25_000, 27_000, 35_000, 40_000), sets=("match", "back"), first=True),
    Switch("RI12", N_("uma, in thousands"),
           (*_uma((5, 10), (5, 15), (10, 20), (10, 30), (20, 30)), Answer("none", N_("none"), (0, 0, 0, 0)),
            Answer("floating",
                   N_("by how many have the points to return: one 12 -1 -3 -8, two 8 4 -4 -8, three 8 3 1 -12"),
                   FLOATING)),
           sets=("match", "uma"), first=True, free=uma_of,
           other=N_("or four amounts of your own, from the first to the last: 45, 5, -15, -35")),
    Switch("RI13", N_("several winners of one discard"),
           (Answer("all", N_("all of them"), True), Answer("nearest", N_("the next in turn alone"), False)),
           sets=("body", "all_claims_win"), first=True),
    Switch("RI14", N_("counters among several winners"),
           (Answer("first", N_("to the winner next in turn"), False), Answer("all", N_("to each winner"), True)),
           sets=("match", "counters_to_all")),
    Switch("RI15", N_("riichi sticks among several winners"),
           (Answer("first", N_("to the winner next in turn"), False),
            Answer("own", N_("each their own, the next in turn the rest"), True)),
           sets=("match", "own_sticks_back")),
    Switch("RI16", N_("abortive draws"),
           (Answer("yes", N_("yes"), FOUR_DRAWS),
            Answer("three winners", N_("yes, and three winners of one discard"), (*FOUR_DRAWS, THREE)),
            Answer("no", N_("no"), ())),
           sets=("match", "abortive")),
    Switch("RI17", N_("nagashi mangan"), (_YES, _NO), sets=("match", "nagashi")),
    Switch("RI18", N_("the match ends with a player below zero"), (_YES, _NO), sets=("match", "bankrupt_ends"),
           first=True),
    Switch("RI19", N_("the match ends when the dealer of the last deal leads"), (_YES, _NO),
           sets=("match", "leader_ends")),
    Switch("RI20", N_("points that the first needs, or another round is played"),
           (*_points(30_000, 35_000, 40_000), Answer("none", N_("no further round"))), sets=("match", "goal")),
    Switch("RI21", N_("of equal players"),
           (Answer("seats", N_("the one who sat first is ahead"), True),
            Answer("share", N_("all are equal and share"), False)),
           sets=("match", "seats_decide")),
    Switch("RI22", N_("riichi sticks left at the end"),
           (Answer("first", N_("the first gets them"), True), Answer("nobody", N_("nobody gets them"), False)),
           sets=("match", "left_to_first")),
    Switch("RI23", N_("counters of a self-drawn hand that a player is liable for"),
           (Answer("liable", N_("the liable player pays them"), True), Answer("all", N_("all pay alike"), False)),
           sets=("hand", "counters_liable")),
    Switch("RI24", N_("points of the result for a match without a win, in thousands (yakitori)"),
           (Answer("none", N_("none"), 0), *_points(5, 10, 15, 20)), sets=("match", "yakitori")),
    Switch("RI25", N_("a false win"),
           (Answer("20000", N_("20,000 off the result"), CHOMBO),
            Answer("30000", N_("30,000 off the result"), dict.fromkeys(CHOMBO, FalseWinRule(0, deducted=30_000))),
            Answer("mangan", N_("a mangan, paid to the others"),
                   dict.fromkeys(CHOMBO, FalseWinRule(2_000, dealer=4_000))),
            Answer("8000", N_("8,000 off the result"), dict.fromkeys(CHOMBO, FalseWinRule(0, deducted=8_000))),
            Answer("referee", N_("what is said at the table"), {})),
           sets=("body", "false_wins")),
    Switch("RI26", N_("points in all from those who are not tenpai after a drawn hand"),
           (*_points(3_000, 6_000), Answer("none", N_("none"), 0)), sets=("match", "noten")),
    Switch("RI27", N_("open riichi, with the hand shown, for one han more"),
           (Answer("no", N_("no"), "no"), Answer("yes", N_("yes"), "han"),
            Answer("yakuman", N_("yes; without riichi a discarder pays a yakuman"), "yakuman")),
           sets=("hand", "open_riichi")),
    Switch("RI28", N_("counters of a hand that a third deals in and a player is liable for"),
           (Answer("discarder", N_("the discarder pays them"), False),
            Answer("liable", N_("the liable player pays them"), True)),
           sets=("hand", "fed_counters")),
)
# fmt: on
"""The questions, numbered RI1 to RI28."""

ANSWERS: Final = {switch.id: switch.answers for switch in SWITCHES}
"""The texts of the answers to each switch."""
_BY_ID: Final = {switch.id: switch for switch in SWITCHES}


def chosen(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers of a house's file by switch; a free one is written as its form, or as the answer it equals.

    Raises:
        RulingError: The file names an unknown switch, or an answer that cannot be used.
    """
    said, known, written = given.get("switches"), dict(ANSWERS), {}
    for id, text in said.items() if isinstance(said, dict) else ():
        switch = _BY_ID.get(id)
        if switch and switch.free and str(text) not in switch.answers:
            value = switch.free(str(text))
            same = [option.name for option in switch.options if option.value == value]
            written[id] = same[0] if same else ", ".join(f"{float(each):g}" for each in value)
            known[id] = (*switch.answers, str(text))
    return {**answers(given, known, "RI12", "10-20"), **written}


def usual(base: str) -> Mapping[str, str]:
    """Return the answers of a built-in preset by switch."""
    return {switch.id: _usual(switch, PRESETS[base]) for switch in SWITCHES}


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
    of_hands = tuple([each for each in different if _BY_ID[each[0]].sets[0] == "hand"])
    return replace(
        PRESETS[base],
        name=name,
        title=title,
        version=version,
        source=source,
        base=base,
        of_hands=of_hands,
        of_matches=tuple([each for each in different if each not in of_hands]),
        **{_BY_ID[id].sets[1]: _value(id, answer) for id, answer in of_hands},
    )


def adapted(body: Body, preset: Preset) -> Body:
    """Return a body with the answers of a house about matches."""
    said: dict[str, dict[str, Any]] = {"match": {}, "body": {}}
    for id, answer in preset.of_matches:
        part, field = _BY_ID[id].sets
        said[part][field] = _value(id, answer)
    assert isinstance(body.extra, RiichiRules)
    return replace(body, extra=replace(body.extra, **said["match"]), **said["body"])


def _value(id: str, answer: str) -> Any:
    return _BY_ID[id].answer(answer).value


def answers_of(preset: Preset) -> Mapping[str, str]:
    """Return all answers of a preset, a built-in one or a house's, by switch."""
    return {**usual(preset.base or preset.name), **preset.answers}
