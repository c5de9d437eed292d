"""Matches of Taiwan: the dealer's streak, several winners, false wins, and an independent model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.taiwan.match import streak_of
from scoring.games.taiwan.presets import ANSWERS
from scoring.match.errors import RefusedError
from scoring.match.match import fold
from scoring.match.payers import answered
from scoring.match.records import Act, Claimed, Corrected, DeadHand, Drawn, FalseWin, Seated, Won
from scoring.match.state import Match
from scoring.rules import tournament
from tests.scoring.games.taiwan_hands import CHOWS, FILE, SAID
from tests.scoring.games.taiwan_second import Evening
from tests.scoring.match.builders import FOUR, records

OF_MATCHES = ("TW1", "TW2", "TW3", "TW4", "TW5", "TW6", "TW7", "TW33")
"""The switches that matches of wins by their tai rest on."""


def played(*acts: Act, rules: Any = "taiwan-home", hands: int = 16) -> Match:
    return fold(records(Seated(FOUR, hands=hands), *acts, role="referee"), rules)


def test_the_dealer_stays_after_a_win_and_a_draw_and_the_streak_is_paid() -> None:
    match = played(Won("E", 3), Drawn(), Won("S", 1, "E"), Won("E", 0, "S"))
    assert match.refused == {}
    assert [(hand.seats["E"], streak_of(hand)) for hand in match.hands] == [
        ("Ann", 0), ("Ann", 1), ("Ann", 2), ("Bo", 0), ("Bo", 1),
    ]  # fmt: skip
    assert [hand.points["Ann"] for hand in match.hands[:4]] == [2100, 0, -900, 0]
    assert match.hands[3].points == {"Ann": 0, "Bo": 400, "Chen": -400, "Dai": 0}


def test_a_false_win_is_dealt_again_as_it_stood() -> None:
    match = played(Drawn(), FalseWin("E", "not ready"))
    assert [(hand.seats["E"], streak_of(hand)) for hand in match.hands] == [("Ann", 0), ("Ann", 1), ("Ann", 1)]
    assert match.points == {"Ann": -2400, "Bo": 800, "Chen": 800, "Dai": 800}


def test_a_hand_of_tiles_is_paid_with_the_streak_of_the_match() -> None:
    text = f"{CHOWS} discard seat=S round=E flowers=0"
    match = played(Drawn(), Won("S", 3, "E", hand=text))
    assert match.refused == {}
    assert match.points["Ann"] == -900
    won, before = Won("S", 3, "E", hand=f"{text} streak=4"), played(Drawn())
    with pytest.raises(RefusedError, match="hand-differs"):
        answered(won, before, before.hands[-1])


@pytest.mark.parametrize(
    ("payer", "words", "paid"),
    [
        ("W", "discard from=W flowers=7", (0, 1100, -1100, 0)),
        ("W", "discard from=W", (0, 1100, -1100, 0)),
        (None, "self-draw", (-1200, 3400, -1100, -1100)),
        (None, "self-draw flowers=8", (-1200, 3400, -1100, -1100)),
    ],
)
def test_flowers_win_in_a_match_without_a_winning_tile(payer: str | None, words: str, paid: tuple[int, ...]) -> None:
    text = f"1359m258p147sESWNCF flower-win seat=S round=E {words}"
    match = played(Won("S", 8, payer, hand=text))
    assert (match.refused, tuple(match.points.values())) == ({}, paid)


@pytest.mark.parametrize(
    ("now", "streaks"),
    [
        (Won("E", 5), [0, 1, 2]),  # the dealer has won all the same
        (FalseWin("S", "not ready"), [0, 0, 1]),
        (Won("S", 3), [0, 0, 1]),  # who dealt is what it was
    ],
)
def test_a_correction_changes_how_often_the_dealer_had_stayed(now: Act, streaks: list[int]) -> None:
    match = played(Won("E", 3), Won("E", 3), Corrected(2, now, "tai"))
    assert match.refused == {}
    assert [(hand.seats["E"], streak_of(hand)) for hand in match.hands] == [("Ann", streak) for streak in streaks]
    assert match.hands[1].points["Ann"] == 3 * (300 + 100 * (3 + 1 + 2 * streaks[1]))


def test_a_hand_of_tiles_stays_recorded_where_the_dealer_has_stayed_less_often() -> None:
    text = f"{CHOWS} discard seat=S round=E flowers=0 streak=1"
    match = played(Drawn(), Won("S", 3, "E", hand=text), Corrected(2, FalseWin("S", "not ready"), "tai"))
    assert (match.refused, match.hands[1].points["Ann"]) == ({}, -700)


@pytest.mark.parametrize(("answer", "paid"), [("nearest", 400), ("all", 1000)])
def test_several_winners_of_one_tile(answer: str, paid: int) -> None:
    rules = tournament(FILE + f'[switches]\nTW5 = "{answer}"')
    match = played(Claimed((Won("W", 1, "S"), Won("E", 2, "S"))), rules=rules)
    assert (match.refused, match.points["Bo"]) == ({}, -paid)
    assert match.hands[1].seats["E"] == ("Ann" if answer == "all" else "Bo")


def test_a_dead_hand_does_not_win_and_pays_and_is_no_false_win() -> None:
    match = played(DeadHand("S", "17 tiles before drawing"), Won("S", 3), Won("E", 3))
    assert ([*match.refused], match.points) == ([3], {"Ann": 2100, "Bo": -700, "Chen": -700, "Dai": -700})
    assert [(hand.seats["E"], streak_of(hand)) for hand in match.hands] == [("Ann", 0), ("Ann", 1)]
    anew = played(DeadHand("S", "17 tiles before drawing"), Drawn(), Won("S", 3, "N"))
    assert (anew.refused, anew.points["Bo"]) == ({}, 600)  # until the end of the deal alone


def test_a_match_has_four_rounds_in_each_of_which_all_deal() -> None:
    acts = [Won("N", 0, "S")] * 16
    match = played(*acts[:5], Drawn(), *acts[5:])
    assert (match.refused, match.over) == ({}, True)
    deals = [(hand.round_wind, hand.seats["E"]) for hand in match.hands]
    assert deals == [(wind, name) for wind in "ESWN" for name in FOUR for _ in range(1 + ((wind, name) == ("S", "Bo")))]
    assert [streak_of(hand) for hand in match.hands if hand.round_wind == "S"] == [0, 0, 1, 0, 0]


# The independent model

ANSWER = st.fixed_dictionaries({switch: st.sampled_from(SAID[switch]) for switch in OF_MATCHES})
PLACE, TAI = st.integers(0, 3), st.integers(0, 30)
RESULT = st.one_of(
    st.just(("drawn",)),
    st.tuples(st.just("false"), PLACE),
    st.tuples(st.just("self"), PLACE, TAI),
    st.builds(
        lambda giver, wins: ("off", giver, {(giver + after) % 4: tai for after, tai in wins.items()}),
        PLACE,
        st.dictionaries(st.integers(1, 3), TAI, min_size=1, max_size=3),
    ),
)
CHANGE = st.none() | st.integers(0, 24)
"""The place of an earlier deal whose result is corrected, among those that were played; None for a new deal."""


def record(result: tuple[Any, ...]) -> Act:
    """Return the act of a result by the players' places."""
    match result:
        case ("drawn",):
            return Drawn()
        case ("false", place):
            return FalseWin(FOUR[place], "not ready")
        case ("self", place, tai):
            return Won(FOUR[place], tai)
    _, giver, wins = result
    claims = [Won(FOUR[place], tai, FOUR[giver]) for place, tai in wins.items()]
    return Claimed(tuple(claims)) if len(claims) > 1 else claims[0]


@given(ANSWER, st.lists(st.tuples(CHANGE, RESULT), max_size=25), st.sampled_from((4, 16)))
def test_an_independent_model_says_the_same(answers: dict[str, str], results: list[Any], hands: int) -> None:
    said = "".join(f'{switch} = "{answer}"\n' for switch, answer in answers.items())
    model, acts, of = Evening({**ANSWERS["taiwan-home"], **answers}, hands), list[Act](), list[int]()
    for change, result in results:
        if model.over:
            break
        if change is not None and of:
            model.corrected(change % len(of), result)
            acts.append(Corrected(of[change % len(of)], record(result), "tai"))
        else:
            model.play(result)
            acts.append(record(result))
            of.append(len(acts) + 1)  # the players sat down first
    match_ = played(*acts, rules=tournament(FILE + "[switches]\n" + said), hands=hands)
    assert match_.refused == {}
    assert [match_.points[name] for name in FOUR] == model.has
    assert match_.over == model.over
    if not model.over:
        assert (streak_of(match_.hands[-1]), match_.hands[-1].seats["E"]) == (model.streak, FOUR[model.dealer])
    assert all(sum(hand.points.values()) == 0 for hand in match_.hands)
