"""A match as the fold of its records."""

from fractions import Fraction

import pytest

from scoring.match.errors import RecordError, Refusal
from scoring.match.match import fold
from scoring.match.ranking import ranking, table_points
from scoring.match.records import (
    Act,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    FalseWin,
    Foul,
    Penalty,
    Record,
    Seated,
    TimeUp,
    Void,
    Won,
    record_from_dict,
    record_to_dict,
)
from scoring.match.seats import first_claimant, seats_of_deal
from tests.books import BODIES
from tests.rows import row_by_row
from tests.scoring.match.builders import FOUR, SIT, by_referee, folded, records


# The winds of the four who sat down in the order A B C D, hand by hand (printed 1998 book: the deal passes every hand;
# after the East round E-S and W-N change, after the South round E>W W>S S>N N>E, after the West round E-S and W-N).
@pytest.mark.parametrize(
    ("hand", "seats"),
    [
        (1, "ABCD"), (2, "BCDA"), (3, "CDAB"), (4, "DABC"),
        (5, "BADC"), (6, "ADCB"), (8, "CBAD"),
        (9, "CDBA"), (12, "ACDB"),
        (13, "DCAB"), (16, "BDCA"),
    ],
)  # fmt: skip
def test_seats(hand: int, seats: str) -> None:
    assert "".join(seats_of_deal("ABCD", hand)[wind] for wind in "ESWN") == seats


@pytest.mark.parametrize(
    ("discarder", "claimants", "winner"),
    [("E", "SWN", "S"), ("E", "WN", "W"), ("N", "WE", "E"), ("W", "SE", "E"), ("S", "E", "E")],
)
def test_of_several_claims_the_next_player_wins(discarder: str, claimants: str, winner: str) -> None:
    assert first_claimant(discarder, claimants) == winner


def test_of_two_claims_of_a_discard_the_first_counter_clockwise_wins() -> None:
    north, west = Won("N", 20, "S", "[123m,1]456m789m123s5p 5p"), Won("W", 17, "S", "[CCC,1]123m456p789sE E")
    match = folded(SIT, Claimed((north, west)), Drawn())
    assert match.hands[0].outcome == west
    assert match.points == folded(SIT, Won("W", 17, "S"), Drawn()).points
    assert match.hands[0].marks == {"Ann": "▲", "Bo": "—", "Chen": "", "Dai": ""}


def test_a_claim_of_a_dead_hand_leaves_the_discard_to_the_next() -> None:
    claims = Claimed((Won("N", 24, "S"), Won("W", 10, "S")))
    match = folded(SIT, FalseWin("W", "under the minimum"), claims)
    assert match.hands[0].outcome == Won("N", 24, "S")
    alone = fold(records(SIT, DeadHand("W", "x"), DeadHand("N", "x"), claims))
    assert alone.refused == {4: Refusal("dead-hand", {"player": "Chen", "hand": 1})}


def test_everyone_sits_beside_everyone() -> None:
    beside = set()
    for hand in range(1, 17):
        seats = seats_of_deal("ABCD", hand)
        assert sorted(seats.values()) == list("ABCD")
        beside |= {frozenset((seats[a], seats[b])) for a, b in ("ES", "SW", "WN", "NE")}
    assert len(beside) == 6


def test_a_hand_is_won_drawn_and_passes_the_deal() -> None:
    match = folded(SIT, Won("S", 12, "E"), Drawn(), Won("E", 8))
    assert match.points == {"Ann": 500 - 20 - 16, "Bo": 500 + 36 - 16, "Chen": 500 - 8 + 48, "Dai": 500 - 8 - 16}
    assert [hand.number for hand in match.hands] == [1, 2, 3, 4]
    assert match.hands[0].marks == {"Ann": "▲—", "Bo": "", "Chen": "", "Dai": ""}
    assert match.hands[1].marks == {"Ann": "○", "Bo": "▲○", "Chen": "○", "Dai": "○"}
    assert match.hands[2].marks["Chen"] == "▲+"
    assert match.current is match.hands[3]
    assert match.current.seats["E"] == "Dai"


@pytest.mark.parametrize(
    ("kind", "each", "out"),
    [
        ("under the minimum", 10, False),
        ("wrong tile", 10, False),
        ("one short of waiting", 20, False),
        ("two or more short of waiting", 0, True),
    ],
)
def test_a_false_win_pays_the_others_and_the_hand_goes_on(kind: str, each: int, out: bool) -> None:
    match = folded(SIT, FalseWin("W", kind), Won("E", 20, "W"))  # type: ignore[arg-type]
    assert match.points["Chen"] == 500 - 3 * each - 28  # and pays the winner
    assert match.points["Bo"] == 500 + each - 8
    assert match.hands[0].marks["Chen"] == "✓—"
    assert match.disqualified == (["Chen"] if out else [])
    assert sum(match.points.values()) == 2000


def test_a_dead_hand_cannot_win() -> None:
    match = fold(records(SIT, FalseWin("W", "wrong tile"), Won("W", 20, "E"), Drawn()))
    assert match.refused[3] == Refusal("dead-hand", {"player": "Chen", "hand": 1})
    assert match.hands[0].outcome == Drawn()


def test_a_referee_declares_a_hand_dead_or_takes_a_player_out() -> None:
    match = fold(records(SIT, DeadHand("S", "claimed a pung of two tiles"), Won("S", 20), Won("E", 20), Won("E", 20)))
    assert list(match.refused) == [3]
    assert match.hands[0].dead == {"Bo"}
    assert match.hands[1].outcome == Won("E", 20)  # Bo, whose hand was dead in the one before only
    assert folded(SIT, Disqualified("N", "looked at another's tiles")).disqualified == ["Dai"]


def test_penalties_are_paid_or_deducted() -> None:
    match = folded(
        SIT, Penalty("S", 30, "wrong claim", "paid"), Penalty("S", 10, "late"), Penalty("W", 0, "empty call")
    )
    assert match.points == {"Ann": 510, "Bo": 460, "Chen": 510, "Dai": 510}
    assert match.deducted == {"Ann": 0, "Bo": 10, "Chen": 0, "Dai": 0}
    assert match.hands[0].marks["Chen"] == "✗"
    assert [(fine.player, fine.amount, fine.flow) for fine in match.fines] == [
        ("Bo", 30, "paid"),
        ("Bo", 10, "deducted"),
        ("Chen", 0, "deducted"),
    ]
    cancelled = folded(SIT, Penalty("S", 30, "wrong claim", "paid"), Void(2, "the claim was right"))
    assert cancelled.fines == []
    assert cancelled.points == dict.fromkeys(FOUR, 500)


def test_undo_is_a_record_and_so_is_redo() -> None:
    log = records(SIT, Won("S", 12, "E"))
    undone = [*log, *records(Void(2, "wrong button"))]
    assert fold(undone).points == dict.fromkeys(FOUR, 500)
    assert len(fold(undone).hands) == 1
    redone = [*undone, *records(Void(3, "it was right"))]
    assert fold(redone) == fold(log)


def test_a_correction_takes_the_place_of_a_record() -> None:
    match = folded(SIT, Won("S", 12, "E"), Drawn(), Corrected(2, Won("S", 16, "W"), "four flowers more"))
    assert match.points == {"Ann": 492, "Bo": 540, "Chen": 476, "Dai": 492}
    later = folded(
        SIT, Won("S", 12, "E"), Corrected(2, Won("S", 16, "W"), "x"), Corrected(2, Won("S", 13, "W"), "recount")
    )
    assert later.points["Bo"] == 500 + 13 + 24
    back = folded(SIT, Won("S", 12, "E"), Corrected(2, Won("S", 16, "W"), "x"), Void(3, "no"))
    assert back.points["Bo"] == 536


def test_wrong_seats_noticed_late_change_everything_entered() -> None:
    played = [SIT, Won("S", 12, "E"), FalseWin("N", "wrong tile"), Won("W", 30)]
    swapped = Seated(("Bo", "Ann", "Chen", "Dai"))
    match = folded(*played, Corrected(1, swapped, "Ann and Bo sat the other way round"))
    assert match.points == folded(swapped, *played[1:]).points
    assert match.points["Ann"] == folded(*played).points["Bo"]


def test_approval_locks_a_hand_for_all_but_referees() -> None:
    log = by_referee(records(SIT, Won("S", 12, "E")), Approved(1))
    assert fold(log).hands[0].approved == 3
    table = fold([*log, *records(Void(2, "oops"), Corrected(2, Drawn(), "oops"), Void(3, "oops"))])
    assert table.refused == {
        4: Refusal("record-approved", {"of": 2}),
        5: Refusal("record-approved", {"of": 2}),
        6: Refusal("record-of-referee", {"of": 3}),
    }
    assert table.points == fold(log).points
    referee = fold(by_referee(log, Corrected(2, Won("S", 20, "E"), "photograph shows eight more")))
    assert referee.refused == {}
    assert referee.points["Bo"] == 500 + 44
    opened = [*by_referee(log, Void(3, "appeal upheld")), *records(Void(2, "played again"))]
    assert fold(opened).points == dict.fromkeys(FOUR, 500)


def test_a_replayed_hand_is_what_an_approval_locks() -> None:
    log = by_referee(records(SIT, Won("S", 12, "E"), Void(2, "oops"), Won("S", 14, "E")), Approved(1))
    assert set(fold([*log, *records(Void(4, "oops"))]).refused) == {6}


@row_by_row(
    ("acts", "refusal"),
    [
        ((Won("E", 8),), Refusal("nobody-seated")),
        ((Seated(("A", "A", "B", "C")),), Refusal("not-four-players", {"count": 4, "players": ("A", "A", "B", "C")})),
        ((SIT, SIT), Refusal("already-seated")),
        ((SIT, Won("X", 8)), Refusal("not-a-seat", {"seat": "X"})),
        ((SIT, Won("E", 8, "X")), Refusal("not-a-seat", {"seat": "X"})),
        ((SIT, Won("E", 7)), Refusal("under-minimum", {"points": 7, "minimum": 8, "rules": "mcr"})),
        ((SIT, Won("E", 8, "E")), Refusal("winner-pays", {"seat": "E"})),
        ((SIT, FalseWin("E", "wrong tile", -1)), Refusal("negative", {"amount": -3})),
        ((SIT, Void(9, "")), Refusal("not-before", {"record": 2, "of": 9})),
        ((SIT, Void(2, "")), Refusal("not-before", {"record": 2, "of": 2})),
        ((SIT, Void(1, "x"), Corrected(2, Drawn(), "")), Refusal("record-is-change", {"of": 2})),
        ((SIT, *[Drawn()] * 16, Drawn()), Refusal("match-over")),
        ((SIT, TimeUp(in_play=False), Drawn()), Refusal("match-over")),
        ((SIT, Claimed(())), Refusal("claims-differ")),
        ((SIT, Claimed((Won("S", 8, "E"), Won("W", 8, "N")))), Refusal("claims-differ")),
        ((SIT, Claimed((Won("S", 8, "E"), Won("S", 9, "E")))), Refusal("claims-differ")),
        ((SIT, Claimed((Won("S", 8), Won("W", 9)))), Refusal("claims-differ")),
        ((SIT, Claimed((Won("S", 8, ""), Won("W", 9, "")))), Refusal("not-a-seat", {"seat": ""})),
        ((SIT, Claimed((Won("S", 8, "S"), Won("W", 9, "S")))), Refusal("winner-pays", {"seat": "S"})),
        ((SIT, Claimed((Won("S", 8, "X"), Won("W", 9, "X")))), Refusal("not-a-seat", {"seat": "X"})),
        (
            (SIT, Claimed((Won("S", 7, "E"), Won("W", 9, "E")))),
            Refusal("under-minimum", {"points": 7, "minimum": 8, "rules": "mcr"}),
        ),
    ],
)
def test_what_cannot_be_followed_changes_nothing_and_is_named(acts: tuple[Act, ...], refusal: Refusal) -> None:
    match = fold(records(*acts))
    assert match.refused == {len(acts): refusal}
    sound = fold(records(*acts[:-1]))
    assert match.points == sound.points


def test_time_up_finishes_the_hand_in_play() -> None:
    match = folded(SIT, Drawn(), TimeUp(), Won("E", 8))
    assert match.over
    assert len(match.hands) == 2
    match = folded(SIT, Drawn(), TimeUp(in_play=False))
    assert (match.over, len(match.hands)) == (True, 1)
    assert BODIES["book-1998"].minutes["notice before the end"] == 15
    assert BODIES["book-1998"].seconds == {"first discard": 30, "turn": 15, "claim": 3}


def full_match() -> list[Record]:
    """Sixteen hands with two false wins, a correction and, in the end, a tie for third place."""
    acts: list[Act] = [
        SIT,
        Won("E", 24),  # 1 Ann, self-drawn
        FalseWin("S", "under the minimum"),  # hand 2: Chen is South
        Won("E", 16, "S"),
        Drawn(),
        Won("N", 8, "E"),  # 4: Chen from Dai
        Drawn(),
        Drawn(),
        FalseWin("W", "one short of waiting"),  # hand 7
        Drawn(),
        Won("W", 40, "N"),  # 8
        *[Drawn()] * 7,
        Won("E", 30),  # 16: Bo
        Corrected(4, Won("E", 18, "S"), "two flowers were overlooked"),
        Penalty("E", 12, "spoke of the tiles", "paid"),  # Bo
        Penalty("W", 30, "drew early, three times"),  # Chen
    ]
    return by_referee(records(*acts[:-2]), *acts[-2:])


def test_a_whole_match() -> None:
    log = full_match()
    match = fold(log)
    assert match.refused == {}
    assert match.over
    assert [hand.round_wind for hand in match.hands] == list("EEEESSSSWWWWNNNN")
    assert len(match.hands) == 16
    expected = dict.fromkeys(FOUR, 500)

    def add(ann: int, bo: int, chen: int, dai: int) -> None:
        for player, points in zip(FOUR, (ann, bo, chen, dai), strict=True):
            expected[player] += points

    add(96, -32, -32, -32)  # 1: 24 points, self-drawn
    add(10, 10, -30, 10)  # 2: Chen's false win
    add(-8, 42, -26, -8)  # 2: Bo, 18 points after the correction, from Chen
    add(-8, -8, 32, -16)  # 4: Chen from Dai
    # 7: the seats are D C B A (E S W N) after the change: West is Bo
    assert match.hands[6].seats == {"E": "Dai", "S": "Chen", "W": "Bo", "N": "Ann"}
    add(20, -60, 20, 20)
    # 8: C B A D: West is Ann, North is Dai
    assert match.hands[7].seats == {"E": "Chen", "S": "Bo", "W": "Ann", "N": "Dai"}
    add(64, -8, -8, -48)
    # 16: B D C A: East is Bo
    add(-38, 114, -38, -38)
    add(4, -12, 4, 4)  # the penalty paid
    add(0, 0, -30, 0)  # the penalty deducted
    assert match.points == expected
    assert sum(match.points.values()) == 2000 - 30
    assert match.deducted == {"Ann": 0, "Bo": 0, "Chen": 30, "Dai": 0}
    assert [sum(hand.points.values()) for hand in match.hands] == [0] * 16
    assert [(fine.kind, fine.about) for fine in match.fines] == [
        ("false-win", {"false_win": "under the minimum"}),
        ("false-win", {"false_win": "one short of waiting"}),
        ("penalty", {"reason": "spoke of the tiles"}),
        ("penalty", {"reason": "drew early, three times"}),
    ]
    half = Fraction(1, 2)
    assert table_points(match.points) == {"Ann": 4, "Bo": 2, "Chen": half, "Dai": half}
    assert [(row.rank, row.player) for row in ranking([[match.points]])] == [
        (1, "Ann"),
        (2, "Bo"),
        (3, "Chen"),
        (3, "Dai"),
    ]


def test_the_match_is_the_same_from_its_stored_records() -> None:
    log = full_match()
    assert [record_from_dict(record_to_dict(record)) for record in log] == log
    assert fold(record_from_dict(record_to_dict(record)) for record in log) == fold(log)
    with pytest.raises(RecordError, match=r"unknown-act: act=.*Fold"):
        record_from_dict({"who": "x", "when": "", "role": "table", "act": {"type": "Fold"}})


def test_a_tie_shares_table_points_exactly() -> None:
    assert table_points({"a": 700, "b": 500, "c": 450, "d": 350}) == {"a": 4, "b": 2, "c": 1, "d": 0}
    shared = table_points({"a": 600, "b": 600, "c": 600, "d": 200})
    assert shared == {"a": Fraction(7, 3), "b": Fraction(7, 3), "c": Fraction(7, 3), "d": 0}
    match = folded(SIT, Won("E", 24), *[Drawn()] * 15)
    assert table_points(match.points) == {"Ann": 4, "Bo": 1, "Chen": 1, "Dai": 1}
    many = table_points({str(n): n for n in range(16)})
    assert [many[str(n)] for n in (15, 14, 13, 0)] == [16, 14, 13, 0]


def test_ranking_goes_by_table_points_then_game_points_then_the_best_session() -> None:
    sessions = [
        [{"a": 600, "b": 500, "c": 480, "d": 420}],
        [{"a": 450, "b": 560, "c": 470, "d": 520}],
    ]
    found = ranking(sessions)
    assert [(row.rank, row.player) for row in found] == [(1, "b"), (2, "a"), (3, "c"), (4, "d")]
    assert (found[0].table_points, found[0].game_points, found[0].best_session) == (6, 1060, 560)
    assert found[1].table_points == 4
    level = ranking([[{"a": 500, "b": 500, "c": 500, "d": 500}]])
    assert [row.rank for row in level] == [1, 1, 1, 1]
    assert {row.table_points for row in level} == {Fraction(7, 4)}


def test_zung_jung_keeps_its_own_match() -> None:
    match = fold(
        records(SIT, Won("S", 70, "E"), FalseWin("E", "under the minimum"), FalseWin("E", "wrong tile", 20)), "zungjung"
    )
    assert match.points == {"Ann": -150 + 20, "Bo": 210 - 60, "Chen": -30 + 20, "Dai": -30 + 20}
    # its list names no amount
    body = "World Series of Mahjong (Zung Jung)"
    assert match.refused == {3: Refusal("no-amount", {"body": body, "false_win": "under the minimum"})}
    assert sum(match.points.values()) == 0


def test_none_of_two_hundred_records_with_late_corrections_is_refused() -> None:
    hand = [Penalty("S", 5, "x"), FalseWin("N", "wrong tile"), Foul("W", "x", "hand"), Won("E", 20, "S")]
    acts: list[Act] = [SIT]
    for number in range(1, 17):
        acts += [*hand, Approved(number)]
    acts += [Penalty("E", 1, "x")] * (190 - len(acts))
    acts += [Corrected(2 + 5 * at, Penalty("S", 6, "x"), "x") for at in range(10)]
    log = records(*acts, role="referee")
    assert len(log) == 200
    assert fold(log).refused == {}
