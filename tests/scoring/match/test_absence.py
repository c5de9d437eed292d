"""Players who are out, who plays for them, and three who are left."""

import pytest

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Corrected,
    Disqualified,
    Drawn,
    FalseWin,
    Forfeited,
    Penalty,
    Substituted,
    ThreeLeft,
    TimeUp,
    Void,
    Won,
)
from tests.scoring.match.builders import SIT, by_referee, folded, records

OUT = Disqualified("W", "looked at another's tiles")
"""Chen is out in hand 1."""


def test_a_disqualified_player_finishes_the_hand_dead_and_wins_none() -> None:
    match = fold(by_referee(records(SIT), OUT, Won("W", 20), Won("E", 20, "W")))
    assert match.refused == {3: Refusal("dead-hand", {"player": "Chen", "hand": 1})}
    assert match.points["Chen"] == 500 - 28
    match = fold(by_referee(records(SIT), OUT, Drawn(), ThreeLeft("pays", "x"), Won("S", 20), Won("Chen", 20)))
    assert match.refused == {5: Refusal("player-out", {"player": "Chen"}), 6: Refusal("player-out", {"player": "Chen"})}
    assert len(match.hands) == 2


@pytest.mark.parametrize("end", [Drawn(), Won("E", 20), Won("E", 20, "N")])
def test_without_a_player_no_hand_ends_until_it_is_recorded_how_it_goes_on(end: Act) -> None:
    for log in (by_referee(records(SIT), OUT, Drawn()), by_referee(records(SIT, Drawn()), Forfeited("Chen", "left"))):
        match = fold([*log, *records(end)])
        assert match.refused == {4: Refusal("three-left", {"players": ("Chen",)})}
        assert fold(by_referee(log, ThreeLeft("pays", "x"), end)).refused == {}
        assert fold(by_referee(log, Substituted("Chen", "Eve", "x"), end)).refused == {}
        assert fold(by_referee(log, TimeUp(in_play=False))).over


def test_three_play_on_with_or_without_the_empty_seat_paying() -> None:
    # hand 2 is Bo, Chen, Dai, Ann by seat
    pays = folded(SIT, OUT, Drawn(), ThreeLeft("pays", "x"), Won("E", 20))
    assert pays.points == {"Ann": 472, "Bo": 584, "Chen": 472, "Dai": 472}
    nothing = folded(SIT, OUT, Drawn(), ThreeLeft("pays-nothing", "x"), Won("E", 20), Won("Ann", 8, "Dai"))
    assert nothing.points == {"Ann": 472 + 24, "Bo": 556 - 8, "Chen": 500, "Dai": 472 - 16}


def test_a_disqualification_can_be_taken_back_after_three_played_on() -> None:
    match = folded(SIT, OUT, Drawn(), ThreeLeft("pays-nothing", "x"), Won("E", 20), Void(2, "appeal upheld"))
    assert match.points == folded(SIT, Drawn(), Won("E", 20)).points
    assert match.disqualified == []


def test_fines_are_paid_to_those_who_are_left() -> None:
    match = folded(SIT, OUT, Drawn(), ThreeLeft("pays-nothing", "x"), Penalty("Bo", 25, "x", "paid"))
    assert match.points == {"Ann": 512, "Bo": 475, "Chen": 500, "Dai": 513}
    match = folded(SIT, OUT, Drawn(), ThreeLeft("pays-nothing", "x"), FalseWin("Bo", "wrong tile"))
    assert match.points == {"Ann": 510, "Bo": 480, "Chen": 500, "Dai": 510}


def test_a_substitute_plays_on_the_points_of_the_player() -> None:
    match = folded(SIT, OUT, Drawn(), Substituted("Chen", "Eve", "reserve"), Won("S", 20), Won("Eve", 8, "Ann"))
    assert match.points["Chen"] == 500 + 84 + 32
    assert match.substitutes == {"Chen": "Eve"}
    assert match.disqualified == ["Chen"]


def test_a_player_who_is_not_out_may_come_back() -> None:
    log = by_referee(records(SIT), Substituted("Chen", "Eve", "ill"), Drawn(), Substituted("Chen", "Chen", "well"))
    match = fold([*log, *records(Won("Chen", 8), Won("Eve", 8))])
    assert match.substitutes == {}
    assert match.refused == {6: Refusal("not-a-seat", {"seat": "Eve"})}
    out = fold(by_referee(records(SIT), OUT, Substituted("Chen", "Eve", "x"), Substituted("Chen", "Chen", "x")))
    assert out.refused == {4: Refusal("not-a-name", {"name": "Chen"})}


def test_a_substitute_may_be_out_too() -> None:
    log = by_referee(records(SIT), Substituted("Chen", "Eve", "ill"), Disqualified("Eve", "x"), Drawn(), Drawn())
    match = fold(log)
    assert match.disqualified == ["Eve"]
    assert match.refused == {5: Refusal("three-left", {"players": ("Chen",)})}
    again = fold(by_referee(log, Substituted("Chen", "Eve", "x"), Substituted("Chen", "Fu", "x"), Drawn()))
    assert again.refused == {**match.refused, 6: Refusal("not-a-name", {"name": "Eve"})}


@pytest.mark.parametrize(
    ("acts", "refusal"),
    [
        ((OUT, OUT), Refusal("already-out", {"player": "Chen"})),
        ((ThreeLeft("pays", "x"),), Refusal("nobody-out")),
        (
            (OUT, ThreeLeft(None, "x")),
            Refusal("no-rule", {"body": "Chinese Official (MCR), the book of 1998", "matter": "three-left"}),
        ),
        ((OUT, Forfeited("S", "x"), ThreeLeft("pays", "x")), Refusal("three-left", {"players": ("Bo", "Chen")})),
        ((Substituted("S", "Ann", "x"),), Refusal("not-a-name", {"name": "Ann"})),
        ((Substituted("S", " ", "x"),), Refusal("not-a-name", {"name": " "})),
        ((Substituted("S", "E", "x"),), Refusal("not-a-name", {"name": "E"})),
        ((Forfeited("E", "x"), FalseWin("E", "wrong tile")), Refusal("player-out", {"player": "Ann"})),
    ],
)
def test_what_does_not_follow_from_who_is_out(acts: tuple[Act, ...], refusal: Refusal) -> None:
    assert fold(by_referee(records(SIT), *acts)).refused == {len(acts) + 1: refusal}


def test_who_left_and_who_plays_on_is_listed_in_order() -> None:
    match = folded(
        SIT,
        Disqualified("W", "insult"),
        Drawn(),
        Substituted("Chen", "Zed", "agreed"),
        Forfeited("Bo", "ill"),
        Substituted("Bo", "Yan", ""),
        FalseWin("Yan", "two or more short of waiting"),
    )
    assert [(each.record, each.hand, each.player, each.kind, each.name, each.reason) for each in match.departures] == [
        (2, 1, "Chen", "disqualified", "Chen", "insult"),
        (4, 2, "Chen", "replaced", "Zed", "agreed"),
        (5, 2, "Bo", "forfeited", "Bo", "ill"),
        (6, 2, "Bo", "replaced", "Yan", ""),
        (7, 2, "Bo", "disqualified", "Yan", ""),
    ]
    back = folded(SIT, Substituted("S", "Zed", "late"), Substituted("S", "Bo", "here"))
    assert [each.kind for each in back.departures] == ["replaced", "back"]
    assert folded(SIT, Forfeited("S", "x"), Void(2, "no")).departures == []


def test_corrections_that_stand_are_those_of_their_hand() -> None:
    match = folded(
        SIT,
        Drawn(),
        Penalty("E", 5, "x"),
        Drawn(),
        Corrected(3, Penalty("E", 6, "x"), "typed"),
        Corrected(2, Won("E", 8), "read"),
        Void(6, "no"),
        Corrected(4, Won("E", 8), "read"),
        Corrected(4, Won("E", 9), "read"),
    )
    assert [hand.corrected for hand in match.hands] == [[], [5, 9], []]
