"""Voids, corrections, swapped seats and approvals: what is recorded stays the same persons'."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    AppealDecided,
    Appealed,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    Erased,
    FalseWin,
    Forfeited,
    Foul,
    Late,
    Penalty,
    Pruned,
    Record,
    Renamed,
    Role,
    Seated,
    Substituted,
    Swapped,
    ThreeLeft,
    TimeUp,
    Void,
    Won,
    record_from_dict,
    record_to_dict,
)
from scoring.match.state import Match
from tests.books import BODIES
from tests.scoring.match.builders import FOUR, SIT, by_referee, folded, grown, records


def test_taking_back_an_early_hand_moves_no_later_win_to_another_player() -> None:
    log = records(SIT, Drawn(), Won("E", 24), Won("W", 10, "N"))
    before = fold(log)
    assert [hand.winner for hand in before.hands[:3]] == [None, "Bo", "Ann"]
    after = fold([*log, *records(Void(2, "recorded twice"))])
    assert after.refused == {}
    assert [hand.winner for hand in after.hands[:2]] == ["Bo", "Ann"]
    assert after.points == before.points


def test_a_penalty_stays_with_its_player_when_an_earlier_hand_is_taken_back() -> None:
    match = folded(SIT, Drawn(), Penalty("S", 10, "late"), Void(2, "recorded twice"))
    assert match.deducted == {"Ann": 0, "Bo": 0, "Chen": 10, "Dai": 0}


def test_a_seat_of_a_correction_is_that_of_the_corrected_record() -> None:
    match = folded(SIT, Won("E", 24), Drawn(), Corrected(2, Won("S", 24), "it was Bo"))
    assert match.hands[0].winner == "Bo"


def test_acts_name_players_by_seat_or_by_name() -> None:
    by_seat = folded(SIT, Drawn(), Won("E", 24, "S"), FalseWin("N", "wrong tile"), Penalty("W", 5, "x"))
    by_name = folded(SIT, Drawn(), Won("Bo", 24, "Chen"), FalseWin("Bo", "wrong tile"), Penalty("Ann", 5, "x"))
    assert by_seat.points == by_name.points


def test_a_correction_that_is_refused_leaves_what_it_would_correct() -> None:
    log = records(SIT, Won("S", 12, "E"))
    match = fold([*log, *records(Corrected(2, Won("S", 7, "E"), "recount"))])
    assert match.refused == {3: Refusal("under-minimum", {"points": 7, "minimum": 8, "rules": "mcr"})}
    assert match.points == fold(log).points


def test_a_change_that_another_record_could_not_stand_with_is_refused() -> None:
    log = records(SIT, Won("Ann", 12), Drawn())
    for change in (Void(1, "x"), Corrected(1, Seated(("Eve", "Bo", "Chen", "Dai")), "x")):
        match = fold([*log, *records(change)])
        assert match.refused[4].kind == "others-refused"
        assert match.refused[4].about["record"] == 2
        assert match.points == fold(log).points


def test_what_is_refused_cannot_be_changed() -> None:
    match = fold(records(SIT, Won("E", 7), Corrected(2, Won("E", 8), "x"), Void(2, "x")))
    assert [match.refused[number] for number in (3, 4)] == [Refusal("record-refused", {"of": 2})] * 2


@pytest.mark.parametrize(
    "act",
    [
        Approved(1),
        Penalty("E", 10, "x"),
        Foul("E", "x"),
        Late("E", 5),
        Disqualified("E", "x"),
        Forfeited("E", "x"),
        Substituted("E", "Eve", "x"),
        ThreeLeft("pays", "x"),
        Erased("E", "1", "x"),
        Pruned(("ab",), "x"),
        FalseWin("E", "two or more short of waiting"),
    ],
)
def test_who_judges_is_a_referee(act: Act) -> None:
    log = records(SIT, Drawn())
    refusal = Refusal("not-referee", {"act": type(act).__name__})
    assert fold([*log, *records(act)]).refused == {3: refusal}
    assert all(found != refusal for found in fold(by_referee(log, act)).refused.values())
    assert fold([*log, *records(act, role="desk")]).refused == fold(by_referee(log, act)).refused
    if not isinstance(act, Approved):
        in_place = fold([*log, *records(DeadHand("E", "x"), Corrected(3, act, "x"))])
        assert in_place.refused == {4: refusal}


@pytest.mark.parametrize("change", [Void(2, "x"), Corrected(2, Penalty("S", 0, "x"), "x")])
def test_what_a_referee_recorded_only_a_referee_changes(change: Act) -> None:
    log = by_referee(records(SIT), Penalty("S", 10, "late"))
    assert set(fold([*log, *records(change)]).refused) == {3}
    assert fold(by_referee(log, change)).deducted["Bo"] == 0


def test_approval_locks_what_the_hand_rests_on() -> None:
    log = records(SIT, FalseWin("S", "wrong tile"), Won("E", 12), Void(2, "x"), Void(4, "it was one"))
    log = by_referee(log, Approved(1))
    changes = (Void(2, "x"), Void(4, "x"), Void(5, "x"), Corrected(1, Seated(("Bo", "Ann", "Chen", "Dai")), "x"))
    for change in (*changes, Swapped(("E", "S"), 1, "x")):
        match = fold([*log, *records(change)])
        assert match.refused[7].kind == "record-approved"
        assert match.points == fold(log).points


@pytest.mark.parametrize(("since", "approved", "locked"), [(2, 2, True), (2, 1, False), (1, 1, True), (1, 2, True)])
def test_approval_locks_who_sat_where_from_the_hand_of_a_swap_on(since: int, approved: int, locked: bool) -> None:
    log = records(SIT, Drawn(), Drawn(), Swapped(("E", "S"), since, "x"))
    match = fold([*by_referee(log, Approved(approved)), *records(Void(4, "they sat right"))])
    assert {number: refused.kind for number, refused in match.refused.items()} == (
        {6: "record-approved"} if locked else {}
    )


def test_an_approval_stays_with_its_hand_when_an_earlier_one_is_taken_back() -> None:
    log = by_referee(records(SIT, Drawn(), Won("E", 24)), Approved(2))
    match = fold([*log, *records(Void(2, "recorded twice"))])
    assert [hand.approved for hand in match.hands] == [4, None]


def test_two_who_sat_the_wrong_way_since_a_hand_are_swapped_by_one_act() -> None:
    early = [SIT, Won("S", 12, "E"), Penalty("S", 10, "late")]
    late = [Drawn(), Won("W", 30), FalseWin("E", "wrong tile"), Won("N", 8, "E")]
    match = folded(*early, *late, Swapped(("Ann", "Bo"), 2, "noticed by the referee"))
    assert match.hands[0].winner == "Bo"
    assert match.hands[0].seats == {"E": "Ann", "S": "Bo", "W": "Chen", "N": "Dai"}
    assert match.hands[1].seats == {"E": "Ann", "S": "Chen", "W": "Dai", "N": "Bo"}
    # hand 3 is Chen, Dai, Ann, Bo by seat as they were thought to sit
    assert match.hands[2].winner == "Bo"
    other = folded(*early, *late)
    exchange = {"Ann": "Bo", "Bo": "Ann", "Chen": "Chen", "Dai": "Dai"}
    for hand, thought in zip(match.hands[1:], other.hands[1:], strict=True):
        assert hand.points == {exchange[player]: points for player, points in thought.points.items()}
        assert hand.seats == {seat: exchange[player] for seat, player in thought.seats.items()}
    assert folded(*early, *late, Swapped(("E", "S"), 2, "x"), Void(8, "they sat right")).points == other.points


def test_a_swap_leaves_records_that_name_players() -> None:
    match = folded(SIT, Drawn(), Won("Ann", 24), Swapped(("Ann", "Bo"), 1, "x"))
    assert match.hands[1].winner == "Ann"
    back = folded(SIT, Drawn(), Won("E", 24), Drawn(), Swapped(("Bo", "Dai"), 2, "x"), Swapped(("Bo", "Dai"), 3, "x"))
    assert back.hands[1].winner == "Dai"
    assert back.hands[2].seats == folded(SIT, Drawn(), Drawn()).hands[2].seats


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Swapped(("E", "E"), 1, "x"), Refusal("not-two-players", {"players": ("E", "E")})),
        (Swapped(("E", "Eve"), 1, "x"), Refusal("not-a-seat", {"seat": "Eve"})),
        (Swapped(("E", "S"), 3, "x"), Refusal("hand-not-begun", {"hand": 3, "begun": 2})),
        (Swapped(("E", "S"), 0, "x"), Refusal("hand-not-begun", {"hand": 0, "begun": 2})),
    ],
)
def test_a_swap_is_of_two_players_since_a_hand_that_began(act: Act, refusal: Refusal) -> None:
    assert fold(records(SIT, Drawn(), act)).refused == {3: refusal}


def test_records_are_numbered_across_the_matches_of_a_table() -> None:
    log = records(SIT, Won("S", 12, "E"), Drawn(), Void(42, "recorded twice"), Void(7, "x"))
    match = fold(log, first=41)
    assert match.refused == {45: Refusal("not-before", {"record": 45, "of": 7})}
    assert match.points == folded(SIT, Drawn()).points
    assert match.hands[0].ended == 43


def test_a_penalty_after_a_hand_that_does_not_count_can_be_taken_back() -> None:
    log = by_referee(records(SIT, Drawn()), TimeUp(in_play=False), Penalty("Ann", 10, "x"))
    assert fold(log).points["Ann"] == 490
    assert fold(by_referee(log, Void(4, "x"))).points["Ann"] == 500


SEATS = st.sampled_from("ESWN")
PERSONS = st.one_of(SEATS, st.sampled_from([*FOUR, "Eve"]))
WINS = st.builds(Won, PERSONS, st.integers(7, 90), st.one_of(st.none(), PERSONS))
FALSE_WINS = st.builds(FalseWin, PERSONS, st.sampled_from(list(BODIES["book-1998"].false_wins)))
FLOWS = st.sampled_from(["paid", "deducted"])
ENTRIES = st.one_of(
    WINS,
    st.just(Drawn()),
    st.builds(Claimed, st.lists(WINS, max_size=3).map(tuple)),
    FALSE_WINS,
    st.builds(Penalty, PERSONS, st.integers(-1, 60), st.just("x"), FLOWS),
    st.builds(Foul, PERSONS, st.just("x"), st.sampled_from(["match", "hand"])),
    st.builds(Late, PERSONS, st.integers(0, 20)),
    st.builds(Approved, st.integers(1, 16)),
    st.builds(Appealed, st.integers(1, 30), PERSONS, st.just("x")),
    st.builds(AppealDecided, st.integers(1, 30), st.sampled_from(["upheld", "dismissed"]), st.just("x")),
    st.builds(DeadHand, PERSONS, st.just("x")),
    st.builds(Disqualified, PERSONS, st.just("x")),
    st.builds(Forfeited, PERSONS, st.just("x")),
    st.builds(Substituted, PERSONS, st.sampled_from(["Eve", "Fu"]), st.just("x")),
    st.builds(ThreeLeft, st.sampled_from(["pays", "pays-nothing", None]), st.just("x")),
    st.builds(TimeUp, st.booleans()),
)
SWAPS = st.builds(Swapped, st.tuples(PERSONS, PERSONS), st.integers(1, 6), st.just("x"))
RENAMES = st.one_of(
    st.builds(Renamed, PERSONS, st.sampled_from(["Anna", "Bo", "Eve", "Gus"])),
    st.builds(Erased, PERSONS, st.sampled_from(["1", "2"])),
    st.just(Pruned(("ab",))),
)
VOIDS = st.builds(Void, st.integers(1, 30), st.just("x"))
CORRECTIONS = st.builds(Corrected, st.integers(1, 30), ENTRIES, st.just("x"))
ROLES = st.sampled_from(["table", "referee", "desk"])
ACTS = st.one_of(ENTRIES, ENTRIES, SWAPS, RENAMES, VOIDS, CORRECTIONS)


def logged(acts: list[tuple[Act, Role]]) -> list[Record]:
    return records(SIT) + [Record(act, "x", "now", role) for act, role in acts]


def without_refusals(match: Match) -> Match:
    match.refused = {}
    return match


@given(st.lists(st.tuples(ACTS, ROLES), max_size=30))
def test_whatever_is_recorded_the_points_add_up(acts: list[tuple[Act, Role]]) -> None:
    log = logged(acts)
    match = fold(log)
    if match.players:
        assert sum(match.points.values()) == 2000 - sum(match.deducted.values())
    for hand in match.hands:
        paid = dict.fromkeys(match.players, 0)
        for transfer in hand.transfers:
            paid[transfer.payer] -= transfer.points
            paid[transfer.payee] += transfer.points
        assert hand.points == paid
        assert sum(paid.values()) == 0
    assert [hand.number for hand in match.hands] == list(range(1, len(match.hands) + 1))
    assert all(fine.amount >= 0 for fine in match.fines)
    assert fold(log) == match
    assert [record_from_dict(record_to_dict(record)) for record in log] == log


@given(st.lists(st.tuples(ACTS, ROLES), max_size=25))
def test_refused_records_change_nothing(acts: list[tuple[Act, Role]]) -> None:
    log = logged(acts)
    match = fold(log)
    nothing = Record(Void(0, "not before"), "x", "now")
    sound = [nothing if number in match.refused else record for number, record in enumerate(log, 1)]
    again = fold(sound)
    assert set(again.refused) == set(match.refused)
    assert without_refusals(again) == without_refusals(match)


@given(st.lists(st.tuples(st.one_of(ENTRIES, VOIDS, VOIDS, CORRECTIONS), ROLES), max_size=30))
def test_a_change_gives_what_folding_all_anew_gives(acts: list[tuple[Act, Role]]) -> None:
    """Check a change that folds on from the beginning of its hand, or without beginnings from the first record."""
    log = logged(acts)
    assert fold(log) == fold(log, anew=True)


@given(st.lists(st.tuples(ACTS, ROLES), max_size=30))
def test_records_added_one_by_one_give_what_folding_all_gives(acts: list[tuple[Act, Role]]) -> None:
    log = logged(acts)
    match, added = fold(log), grown(log)
    assert (added, added.stands) == (match, match.stands)


NO_SUBSTITUTE = ENTRIES.filter(lambda act: not isinstance(act, Substituted))
SEATED_AS_THEY_ARE = st.one_of(ENTRIES, VOIDS, st.builds(Corrected, st.integers(1, 30), NO_SUBSTITUTE, st.just("x")))


@given(st.lists(st.tuples(SEATED_AS_THEY_ARE, ROLES), max_size=25))
def test_no_win_moves_to_another_player(acts: list[tuple[Act, Role]]) -> None:
    log = logged(acts)
    won: dict[tuple[int, Won | Drawn], str | None] = {}
    for number in range(1, len(log) + 1):
        for hand in fold(log[:number]).hands:
            if hand.ended is not None and hand.outcome is not None:
                assert won.setdefault((hand.ended, hand.outcome), hand.winner) == hand.winner


CHANGES = st.lists(
    st.tuples(st.integers(2, 9), st.one_of(st.none(), st.integers(8, 60))), unique_by=lambda change: change[0]
)


@settings(max_examples=60)
@given(
    st.lists(st.one_of(WINS.filter(lambda win: win.points > 7), st.just(Drawn())), min_size=8, max_size=8),
    CHANGES,
    st.data(),
)
def test_the_order_of_voids_and_corrections_does_not_matter(
    acts: list[Act], changes: list[tuple[int, int | None]], data: st.DataObject
) -> None:
    log = records(SIT, *acts)
    sound = set(range(1, 10)) - set(fold(log).refused)
    changed = [
        Void(of, "x") if points is None else Corrected(of, Won("S", points, "E"), "x")
        for of, points in changes
        if of in sound
    ]
    one = fold(by_referee(log, *changed))
    other = fold(by_referee(log, *data.draw(st.permutations(changed))))
    assert set(range(1, 10)) - sound == set(one.refused) == set(other.refused)
    assert one.points == other.points
    assert sum(one.points.values()) == 2000
