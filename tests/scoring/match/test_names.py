"""A name that is corrected or taken out: the same person everywhere, before and after."""

import pytest

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Corrected,
    Disqualified,
    Drawn,
    Erased,
    Penalty,
    Pruned,
    Renamed,
    Seated,
    Substituted,
    Void,
    Won,
)
from tests.scoring.match.builders import FOUR, SIT, by_referee, folded, records


def test_a_name_is_corrected_everywhere_and_the_match_adds_up() -> None:
    before, after = (Won("Ann", 24, "Bo"), Penalty("Ann", 10, "x")), (Won("Anna", 8), Won("Ann", 9, "Anna"))
    with_old = folded(SIT, *before, Won("Ann", 8), Won("E", 9, "Ann"))
    with pytest.raises(AssertionError):
        folded(SIT, *before, Renamed("E", "Anna"), Won("Ann", 9, "Ann"))
    match = folded(
        SIT, *before, Renamed("S", "Bob"), Renamed("Ann", "Anna", "heard wrong"), *after[:1], Won("E", 9, "Ann")
    )
    assert match.players == ("Anna", "Bo", "Bob", "Dai")  # hand 2: Bo is East, Chen South
    assert list(match.points.values()) == list(with_old.points.values())
    assert [hand.winner for hand in match.hands[:3]] == ["Anna", "Anna", "Bob"]
    assert [fine.player for fine in match.fines] == ["Anna"]
    assert match.hands[0].transfers[0].payer == "Bo"


def test_two_names_that_were_written_the_wrong_way_round_are_exchanged() -> None:
    log = (SIT, Won("Ann", 24, "Bo"), Renamed("Ann", "x"), Renamed("Bo", "Ann"), Renamed("x", "Bo"))
    match = folded(*log, Won("Ann", 8, "Bo"))
    assert match.players == ("Bo", "Ann", "Chen", "Dai")
    assert [(hand.winner, hand.discarder) for hand in match.hands[:2]] == [("Bo", "Ann"), ("Ann", "Bo")]
    back = folded(*log, Won("Ann", 8, "Bo"), Void(5, "x"))
    assert back.players == ("x", "Ann", "Chen", "Dai")
    assert [(hand.winner, hand.discarder) for hand in back.hands[:2]] == [("x", "Ann"), ("Ann", "x")]


def test_a_name_that_is_taken_back_leaves_what_was_recorded_under_it() -> None:
    match = folded(SIT, Renamed("Ann", "Anna"), Won("Anna", 24), Void(2, "it was right"))
    assert match.players == FOUR
    assert match.hands[0].winner == "Ann"
    anew = folded(SIT, Renamed("Ann", "Anna"), Won("Anna", 24), Corrected(2, Renamed("Ann", "Annie"), "x"))
    assert (anew.players[0], anew.hands[0].winner) == ("Annie", "Annie")


def test_a_substitute_is_renamed_too() -> None:
    match = folded(
        SIT, Substituted("Ann", "Eve", "ill"), Renamed("Eve", "Eva"), Won("Eva", 8), Disqualified("Eva", "x")
    )
    assert match.hands[0].winner == "Ann"
    assert match.disqualified == ["Eva"]


def test_a_name_is_erased_also_after_the_match() -> None:
    match = folded(Seated(FOUR, hands=1), Won("S", 8), Erased("Bo", "2", "asked for"), Erased("2", "2", "again"))
    assert match.over
    assert (match.players, match.hands[0].winner) == (("Ann", "2", "Chen", "Dai"), "2")


def test_pruned_photographs_change_nothing() -> None:
    match = folded(Pruned(("ab" * 32,)), SIT, Drawn(), Pruned(("cd" * 32,), "older than a year"))
    assert match.points == folded(SIT, Drawn()).points


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Renamed("Ann", "Bo"), Refusal("not-a-name", {"name": "Bo"})),
        (Renamed("Ann", "W"), Refusal("not-a-name", {"name": "W"})),
        (Renamed("Ann", " "), Refusal("not-a-name", {"name": " "})),
        (Renamed("Eve", "Eva"), Refusal("not-a-seat", {"seat": "Eve"})),
        (Corrected(1, Seated(("Ann", "Anna", "Chen", "Dai")), "x"), Refusal("not-four-players", {"count": 4,
            "players": ("Anna", "Anna", "Chen", "Dai")})),
    ],
)  # fmt: skip
def test_no_two_have_one_name(act: Act, refusal: Refusal) -> None:
    log = records(SIT, Renamed("Ann", "Anna"))
    assert fold(by_referee(log, act)).refused == {3: refusal}


def test_records_that_do_not_follow_one_another_keep_their_numbers() -> None:
    match = fold(records(SIT, Drawn(), Won("E", 8), role="referee"), numbers=[4, 7, 9])
    assert [hand.ended for hand in match.hands] == [7, 9, None]
    assert fold(records(SIT, Void(4, "x"), role="referee"), numbers=[4, 6]).players == ()
