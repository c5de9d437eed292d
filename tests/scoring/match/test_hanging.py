"""Records that hang on another: what undoing it would move or pay anew."""

from scoring.match.hanging import complete_void, hanging, later_hands
from scoring.match.match import fold
from scoring.match.records import Drawn, Penalty, Seated, Void, Won
from tests.scoring.match.builders import FOUR, records

LOG = [Seated(FOUR), Won("S", 24, "W"), Drawn(), Won("E", 8, None)]


def test_later_hands_are_those_with_records_after_the_one_that_a_record_ended() -> None:
    match = fold(records(*LOG))
    assert [hand.number for hand in later_hands(match, 2)] == [2, 3]
    assert [hand.number for hand in later_hands(match, 4)] == []
    assert later_hands(match, 1) == ()


def test_a_void_says_whether_its_hand_was_played_only_if_others_hang_on_it() -> None:
    match = fold(records(*LOG))
    assert complete_void(Void(4, "x"), match).played is None
    assert complete_void(Void(2, "x"), match).played is not None
    for said in (True, False):
        assert complete_void(Void(2, "x", said), match).played is said


def test_a_win_of_another_player_in_the_same_seat_hangs_and_one_that_pays_the_same_does_not() -> None:
    log = records(Seated(FOUR), Drawn(), Won("E", 8, None), Penalty("Ann", 10, "talk"), role="referee")
    before = fold(log)
    void = Void(2, "x", played=False)
    after = fold([*log, *records(void, role="referee")])
    found = {each.record: (each.before, each.after) for each in hanging(before, after, 2, void)}
    assert found[3] == (2, 1)
    assert hanging(before, before, 2, void) == ()
