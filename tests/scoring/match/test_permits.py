"""The whole table of what a player may still do: each state × each part in an act × each book, new and kept."""

from collections.abc import Iterator
from typing import Final, get_args

import pytest

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.sichuan.acts import MadeKong, NamedVoid, WallOut
from scoring.match.course import course_of
from scoring.match.effects import MatchDefaults
from scoring.match.errors import Refusal
from scoring.match.match import fold, log_of
from scoring.match.permits import PARTS, No, PermitState
from scoring.match.records import (
    Act,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    FalseWin,
    Forfeited,
    Foul,
    Late,
    Penalty,
    Seated,
    Substituted,
    ThreeLeft,
    Void,
    Won,
)
from scoring.match.state import Match
from scoring.rules import rule_book
from tests.scoring.match.builders import FOUR, records

BOOKS: Final = {
    "mcr": 20,
    "mcr-wmo": 20,
    "zungjung": 20,
    "hk": 3,
    "riichi-ema": 3900,
    "riichi-home": 3900,
    "sichuan-sbr": 2,
    "sichuan-home": 2,
    "taiwan-home": 2,
}
"""The books with the points of a hand."""

STATES: Final[dict[PermitState, tuple[Act, ...]]] = {
    "dead": (DeadHand("Bo", "took a tile"),),
    "out": (Forfeited("Bo", "left"), Forfeited("Dai", "left")),
    "absent": (Forfeited("Bo", "left"), ThreeLeft("pays-nothing", "x")),
    "false-win": (FalseWin("Bo", "wrong tile", 8),),
    "declared": (DeclaredRiichi("Bo"),),
    "won": (Won("Bo", 2),),
}
"""The acts that bring Bo, who is South of hand 1, into each state."""


def acts_of(part: str, points: int, ready: bool = False) -> list[Act]:
    """Return the acts in which Bo has a part."""
    acts: dict[str, list[Act]] = {
        "win": [Won("Bo", points, "Chen")],
        "give": [Won("Chen", points, "Bo", discarder="Bo")],
        "feed": [Won("Chen", points, liable="Bo")],
        "false-win": [FalseWin("Bo", "wrong tile", 8)],
        "dead-hand": [DeadHand("Bo", "x")],
        "foul": [Foul("Bo", "x")],
        "penalty": [Penalty("Bo", 5, "x")],
        "late": [Late("Bo", 5)],
        "leave": [Disqualified("Bo", "x"), Forfeited("Bo", "x")],
        "replaced": [Substituted("Bo", "Eve", "x")],
        "riichi": [DeclaredRiichi("Bo")],
        "tenpai": [Drawn(("Ann", "Bo"))],
        "nagashi": [Drawn(("Bo",) if ready else (), nagashi=("Bo",))],
        "kong": [MadeKong("Bo", "concealed")],
        "give-kong": [MadeKong("Chen", "claimed", "Bo")],
        "void": [NamedVoid("Bo", "m")],
        "check": [WallOut(south="1")],
    }
    return acts[part]


def cells(rules: str) -> Iterator[tuple[PermitState, str, No | None]]:
    """Yield each state that a player can be in, with each part and its refusal."""
    course = course_of(rule_book(rules))
    for state in get_args(PermitState):
        for part, row in {**PARTS, **course.parts}.items():
            yield state, part, row.get(state)


def begun(rules: str, state: PermitState, before: tuple[Act, ...] = ()) -> list[Act] | None:
    """Return the acts up to a state; None if no player of this book can be in it in a hand in play."""
    acts: list[Act] = [Seated(FOUR, rules), *before, *STATES[state]]
    match = fold(records(*acts, role="referee"), rules)
    if match.refused or not match.hands:
        return None
    found = [*course_of(match.rules).states(match, match.hands[-1], "Bo")]
    return acts if state in found else None


def after(rules: str, acts: list[Act], act: Act, kept: bool, new: bool) -> Match:
    setting = MatchDefaults(rule_book(rules), None)
    numbered = [*enumerate(records(*acts, act, role="referee"), 1)]
    return log_of(numbered, setting, len(numbered) if new else None, kept=kept).match


@pytest.mark.parametrize("rules", list(BOOKS))
def test_each_part_of_each_act_is_allowed_or_refused_as_the_table_says(rules: str) -> None:
    tried = 0  # what a book knows for nobody, such as coming late in a house, it refuses in every state
    course = course_of(rule_book(rules))
    for state, part, no in cells(rules):
        acts = begun(rules, state)
        if acts is None:
            continue
        match = fold(records(*acts, role="referee"))
        row = {**PARTS, **course.parts}[part]
        expected = next((row[each] for each in course.states(match, match.hands[-1], "Bo") if each in row), None)
        assert (no is None) or expected is not None
        for act in acts_of(part, BOOKS[rules], ready=state == "declared"):
            alone = after(rules, [Seated(FOUR, rules)], act, kept=False, new=True).refused.get(2)
            for kept, new in ((False, False), (False, True), (True, True), (True, False)):
                refused = after(rules, acts, act, kept, new).refused.get(len(acts) + 1)
                kind, where = refused and refused.kind, (state, part, act, refused, alone)
                usual = {alone and alone.kind, "three-left" if state == "out" else None}
                if expected and not (expected.newer and kept and not new):
                    assert kind in {expected.kind, *usual} - {None}, where
                else:
                    assert kind in {alone and alone.kind, *usual}, where
                tried += 1
    assert tried > 100


def test_every_state_occurs_and_every_part_is_tried() -> None:
    seen = {(rules, state) for rules in BOOKS for state in get_args(PermitState) if begun(rules, state)}
    assert {state for _, state in seen} == {*get_args(PermitState)}
    assert {rules for rules, state in seen if state == "dead"} == {*BOOKS}
    assert {rules for rules, state in seen if state == "declared"} == {"riichi-ema", "riichi-home"}
    assert {rules for rules, state in seen if state == "won"} == {"sichuan-sbr", "sichuan-home"}
    parts = {part for rules in BOOKS for part in {**PARTS, **course_of(rule_book(rules)).parts}}
    assert all(acts_of(part, 8) for part in parts)


DEAD: Final = (Seated(FOUR, "riichi-home"), DeadHand("Bo", "took a tile"))


def test_a_dead_hand_is_not_paid_at_a_draw() -> None:
    for act in (Drawn(("Ann", "Bo")), Drawn((), nagashi=("Bo",)), Drawn(("Ann",), nagashi=("Bo",))):
        match = fold(records(*DEAD, act, role="referee"))
        assert match.refused == {3: Refusal("tenpai-of-dead", {"player": "Bo"})}
        assert match.hands[0].outcome is None
    assert [*fold(records(*DEAD, Drawn(("Ann",)), role="referee")).points.values()] == [28_000, 24_000, 24_000, 24_000]


def test_a_dead_hand_after_riichi_counts_as_not_ready_and_the_dealer_passes_the_deal() -> None:
    acts = (Seated(FOUR, "riichi-ema"), DeclaredRiichi("Ann"), DeadHand("Ann", "x"))
    match = fold(records(*acts, Drawn(("Bo",)), role="referee"))
    assert match.refused == {}
    assert [*match.points.values()] == [28_000, 33_000, 29_000, 29_000]
    assert match.on_table == 1000
    assert match.hands[1].deal == 2


def test_what_an_earlier_version_kept_pays_as_it_did_and_goes_on() -> None:
    acts = [*DEAD, Drawn(("Ann", "Bo"))]
    match = after("riichi-home", acts, Drawn(("Chen",)), kept=True, new=True)
    assert match.refused == {}
    assert [*match.points.values()] == [26_500 - 1000, 26_500 - 1000, 23_500 + 3000, 23_500 - 1000]
    again = after("riichi-home", [*acts, Drawn(("Chen",))], Void(4, "x"), kept=True, new=True)
    assert again.refused == {}
    assert [*again.points.values()] == [26_500, 26_500, 23_500, 23_500]
    mended = after("riichi-home", acts, Corrected(3, Drawn(("Ann",)), "dead"), kept=True, new=True)
    assert mended.points["Bo"] == 24_000
    refused = after("riichi-home", acts, Corrected(3, Drawn(("Bo",)), "x"), kept=True, new=True).refused
    assert refused == {4: Refusal("tenpai-of-dead", {"player": "Bo"})}


def test_a_change_that_makes_a_hand_dead_which_a_draw_names_is_refused() -> None:
    acts: list[Act] = [Seated(FOUR, "riichi-home"), DeadHand("Chen", "x"), Drawn(("Bo",))]
    match = after("riichi-home", acts, Corrected(2, DeadHand("Bo", "x"), "it was Bo"), kept=True, new=True)
    assert match.refused[4].kind == "others-refused"
    assert match.points["Bo"] == 28_000
