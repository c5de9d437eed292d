"""Whole deals of Taiwan: those of the description, an independent model, what cannot be, and what is only remarked."""

import random
from typing import Any

import pytest

from scoring.games.deal import DealError, SettledDeal
from scoring.games.taiwan.deal import settle
from scoring.tiles import WINDS
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import CHOWS, VECTORS, ids, random_table, table
from tests.scoring.games.taiwan_second import settled

DEALS = VECTORS["deals"]
WON = {"act": "won", "from": "E", "wins": [{"seat": "S", "tai": 2}]}


def of(*acts: dict[str, Any], streak: int = 0, **said: Any) -> SettledDeal:
    return settle({"streak": streak, "acts": list(acts)}, table(said))


@row_by_row("deal", DEALS, ids=ids(DEALS))
def test_the_deals_of_the_description_are_equal(deal: dict[str, Any]) -> None:
    found = settle(deal, table(deal["switches"], deal["preset"]))
    outcome = ([step.change for step in found.steps], found.payments, found.next_dealer, found.over)
    assert outcome == tuple(deal[name] for name in ("steps", "payments", "next_dealer", "over"))
    assert found.left["next_streak"] == deal["next_streak"]
    assert sum(found.payments.values()) == 0


def random_deal(rng: random.Random) -> dict[str, Any]:
    """Return a deal of one act: a win or several by their tai, a draw, or a false win."""
    seat = rng.choice(WINDS)
    others = [wind for wind in WINDS if wind != seat]
    act: dict[str, Any] = rng.choice(
        (
            {"act": "draw"},
            {"act": "false-win", "seat": seat},
            {"act": "won", "wins": [{"seat": seat, "tai": rng.randint(0, 20)}]},
            {
                "act": "won",
                "from": seat,
                "wins": [{"seat": each, "tai": rng.randint(0, 20)} for each in rng.sample(others, rng.randint(1, 3))],
            },
        )
    )
    return {"streak": rng.choice((0, 1, 8, 9, 10)), "acts": [act]}


def test_an_independent_model_says_the_same() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        answers, deal = random_table(rng), random_deal(rng)
        found = settle(deal, table(answers | {"TW31": "none"}))
        assert (found.payments, found.next_dealer, found.left["next_streak"]) == settled(deal, answers), (seed, deal)
        assert found.over


def test_a_hand_is_scored_with_what_the_deal_knows() -> None:
    hand = f"{CHOWS} flowers=0 round=E seat=W streak=7"
    won = of({"act": "won", "from": "E", "wins": [{"seat": "S", "hand": hand}]}, streak=2)
    assert won.payments == dict(zip(WINDS, (-1100, 1100, 0, 0), strict=True))
    drawn = of({"act": "won", "wins": [{"seat": "E", "hand": hand}]})
    assert (drawn.payments["E"], drawn.next_dealer) == (2100, "E")


def test_a_hand_that_does_not_win_is_remarked_and_the_deal_goes_on() -> None:
    bad = {"act": "won", "from": "E", "wins": [{"seat": "S", "hand": CHOWS.replace("8s", "1s")}]}
    found = of(bad)
    assert ([each.kind for each in found.steps[0].remarks], found.over) == (["no-win"], False)
    assert of(bad, WON).over


def test_a_win_whose_tai_are_not_known_is_open() -> None:
    found = of({"act": "won", "from": "S", "wins": [{"seat": "E"}]})
    assert (found.open, set(found.payments.values()), found.next_dealer) == (("E",), {0}, "E")


@row_by_row(
    ("act", "kind"),
    [
        ({"act": "kong"}, "deal-value"),
        ({"act": "won", "wins": []}, "deal-value"),
        ({"act": "won", "from": "S", "wins": [{"seat": "S", "tai": 1}]}, "deal-own"),
        ({"act": "won", "wins": [{"seat": "S", "tai": 1}, {"seat": "E", "tai": 1}]}, "deal-several-drawn"),
        ({"act": "won", "wins": [{"seat": "S", "tai": -1}]}, "deal-value"),
        ({"act": "won", "wins": [{"seat": "S", "tai": True}]}, "deal-value"),
        ({"act": "won", "wins": [{"seat": "S", "hand": "123x"}]}, "deal-hand"),
        ({"act": "false-win", "seat": "X"}, "deal-value"),
    ],
)
def test_what_cannot_be_is_refused(act: dict[str, Any], kind: str) -> None:
    with pytest.raises(DealError) as error:
        of(act)
    assert error.value.kind == kind


@row_by_row(
    ("act", "said", "streak", "outcome"),
    [
        (("W", "E5 S1"), {}, 1, ((1100, 0, -1100, 0), "E", 2)),
        (("W", "E5 N2 S1"), {}, 1, ((0, 0, -500, 500), "S", 0)),
        (("W", "E5 N2 S1"), {"TW5": "all"}, 1, ((1100, 400, -2000, 500), "E", 2)),
        (("E", "W2 S0"), {"TW5": "all"}, 1, ((-1400, 600, 800, 0), "S", 0)),
        (("S", "E1"), {"TW7": 9}, 9, ((2300, -2300, 0, 0), "S", 0)),
        (("S", "E1"), {"TW7": 9}, 8, ((2100, -2100, 0, 0), "E", 9)),
        (("S", "E1"), {"TW3": "off"}, 3, ((400, -400, 0, 0), "E", 4)),
        (("S", "E1"), {"TW4": 1}, 3, ((800, -800, 0, 0), "E", 4)),
        (("N", "W30"), {"TW31": 24}, 0, ((0, 0, 2700, -2700), "S", 0)),
        ("draw", {"TW6": "passes"}, 3, ((0, 0, 0, 0), "S", 0)),
        ("draw", {"TW7": 9}, 9, ((0, 0, 0, 0), "S", 0)),
    ],
)
def test_who_is_paid_and_who_deals_next(
    act: Any, said: dict[str, Any], streak: int, outcome: tuple[tuple[int, ...], str, int]
) -> None:
    given: dict[str, Any] = {"act": "draw"}
    if act != "draw":
        wins = [{"seat": each[0], "tai": int(each[1:])} for each in act[1].split()]
        given = {"act": "won", "from": act[0], "wins": wins}
    found = of(given, streak=streak, **said)
    assert (tuple(found.payments.values()), found.next_dealer, found.left["next_streak"]) == outcome


def test_flowers_win_in_a_deal() -> None:
    hand = "1359m258p147sESWNCF flower-win flowers="
    paid = [of({"act": "won", **act}).payments for act in (
        {"wins": [{"seat": "S", "hand": hand + "8"}]},
        {"from": "W", "wins": [{"seat": "S", "hand": hand + "7"}]},
        {"from": "W", "wins": [{"seat": "S", "hand": hand + "8"}]},
    )]  # fmt: skip
    assert [tuple(each.values()) for each in paid] == [(-1200, 3400, -1100, -1100), (0, 1100, -1100, 0), (0, 0, 0, 0)]


@row_by_row(
    ("answer", "paid", "dealer"),
    [("nearest", (0, 0, -700, 700), "S"), ("all", (600, 0, -1300, 700), "E")],
)
def test_the_next_in_turn_is_the_nearest_whose_hand_wins(answer: str, paid: tuple[int, ...], dealer: str) -> None:
    wins = [{"seat": "S", "hand": CHOWS}, {"seat": "E", "tai": 0}, {"seat": "N", "tai": 4}]
    wins[0]["hand"] = CHOWS.replace("8s", "1s")
    found = of({"act": "won", "from": "W", "wins": wins}, TW5=answer, streak=1)
    assert (tuple(found.payments.values()), found.next_dealer) == (paid, dealer)
    assert "no-win" in [each.kind for each in found.steps[0].remarks]


def test_nothing_follows_the_end_of_a_deal() -> None:
    with pytest.raises(DealError, match="deal-over"):
        of(WON, WON)
    for wrong in ({"dealer": "S"}, {"streak": -1}, {"acts": 1}):
        with pytest.raises(DealError, match="deal-value"):
            settle({"acts": [], **wrong}, table({}))
