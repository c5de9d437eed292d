"""Deals of riichi for three: the vectors of its description, sums, and what cannot be."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.deal import DealError
from scoring.games.sanma.deal import settle
from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.switches import house
from tests.rows import row_by_row
from tests.scoring.games.sanma.vectors import VECTORS, table

pytest.importorskip("mahjong")

SEATS = ("E", "S", "W")
HAND = "[CCC,1]23p456p789s11s 1p"


@row_by_row("row", VECTORS["deals"], ids=[row["id"] for row in VECTORS["deals"]])
def test_the_deals_of_the_description_are_equal(row: dict[str, Any]) -> None:
    settled = settle(row, table(row))
    assert (settled.payments, settled.changes) == (row["payments"], row["steps"])
    assert (settled.next_dealer, settled.over) == (row["next_dealer"], row["over"])
    assert settled.left == {"sticks_left": row["sticks_left"], "next_honba": row["next_honba"]}


def values(seats: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(
        st.builds(lambda seat, han, fu: {"seat": seat, "han": han, "fu": fu}, st.sampled_from(seats),
                  st.integers(1, 14), st.sampled_from((30, 40, 50))),
        st.builds(lambda seat, n: {"seat": seat, "yakuman": n}, st.sampled_from(seats), st.integers(1, 3)),
    )  # fmt: skip


END = st.one_of(
    st.builds(lambda tenpai, nagashi: {"act": "draw", "tenpai": tenpai, "nagashi": nagashi},
              st.sets(st.sampled_from(SEATS)).map(sorted), st.sets(st.sampled_from(SEATS)).map(sorted)),
    st.sampled_from(("nine", "kongs")).map(lambda why: {"act": "abort", "why": why}),
    st.sampled_from(SEATS).map(lambda seat: {"act": "false-win", "seat": seat}),
    values(SEATS).map(lambda win: {"act": "won", "wins": [win]}),
    st.builds(lambda one, other: {"act": "won", "from": "S", "wins": [one, other]}, values(("E",)), values(("W",))),
)  # fmt: skip


@given(
    st.sets(st.sampled_from(SEATS)),
    END,
    st.integers(0, 5),
    st.integers(0, 5),
    st.sampled_from([*PRESETS]),
    st.sampled_from(["loss", "split", "full"]),
    st.sampled_from(["none", "mangan", "yakuman"]),
)
def test_what_is_paid_comes_from_the_table_or_the_others(
    declared: set[str], end: dict[str, Any], honba: int, sticks: int, base: str, drawn: str, false: str
) -> None:
    if end["act"] == "draw":
        end = {**end, "tenpai": sorted(declared | {*end["tenpai"]})}
    acts = [*[{"act": "riichi", "seat": seat} for seat in declared], end]
    preset = house(base, ("house", "House", "1", "test"), {"SA4": drawn, "SA22": false})
    settled = settle({"honba": honba, "sticks": sticks, "acts": acts}, preset)
    assert settled.over
    assert sum(settled.payments.values()) == 1000 * (sticks - settled.left["sticks_left"])
    assert settled.left["next_honba"] in (0, honba, honba + 1)


@pytest.mark.parametrize(
    ("acts", "kind"),
    [
        ([{"act": "riichi", "seat": "N"}], "deal-value"),
        ([{"act": "riichi", "seat": "S"}, {"act": "riichi", "seat": "S"}], "deal-riichi-twice"),
        ([{"act": "north", "seat": "S"}] * 5, "deal-fifth-north"),
        ([{"act": "abort", "why": "winds"}], "deal-value"),
        ([{"act": "abort", "why": "nine"}, {"act": "riichi", "seat": "S"}], "deal-over"),
        ([{"act": "riichi", "seat": "S"}, {"act": "draw", "tenpai": ["E"]}], "deal-riichi-unready"),
        ([{"act": "draw", "tenpai": ["N"]}], "deal-value"),
        ([{"act": "won", "wins": []}], "deal-value"),
        ([{"act": "won", "from": "S", "wins": [{"seat": "S", "han": 1, "fu": 30}]}], "deal-own"),
        ([{"act": "won", "wins": [{"seat": s, "han": 1, "fu": 30} for s in "ES"]}], "deal-several-drawn"),
        ([{"act": "won", "wins": [{"seat": "S", "han": 1, "fu": 31}]}], "deal-value"),
        ([{"act": "won", "wins": [{"seat": "S", "han": 0}]}], "deal-value"),
        ([{"act": "won", "wins": [{"seat": "S", "hand": "zzz"}]}], "deal-hand"),
        ([{"act": "won", "wins": [{"seat": "S", "hand": f"{HAND} seat=W"}]}], "deal-hand-differs"),
        ([{"act": "won", "wins": [{"seat": "S", "hand": f"{HAND} discard"}]}], "deal-hand-differs"),
        ([{"act": "won", "wins": [{"seat": "S", "hand": "[EEE,1]23p456p789s11s 2s"}]}], "deal-hand-no-win"),
    ],
)
def test_an_act_that_cannot_be_is_named(acts: list[dict[str, Any]], kind: str) -> None:
    with pytest.raises(DealError) as error:
        settle({"acts": acts}, PRESETS["sanma-tenhou"])
    assert error.value.kind == kind
    assert error.value.about["act"] == len(acts)


def riichi(seat: str) -> dict[str, Any]:
    return {"act": "riichi", "seat": seat}


def draw(*tenpai: str) -> dict[str, Any]:
    return {"act": "draw", "tenpai": [*tenpai]}


def nagashi(seat: str, *tenpai: str) -> dict[str, Any]:
    return {**draw(*tenpai), "nagashi": [seat]}


def wins(giver: str | None, **values: tuple[int, int]) -> dict[str, Any]:
    """Return wins by seat, each with its han and fu."""
    return {
        "act": "won",
        "from": giver,
        "wins": [{"seat": seat, "han": han, "fu": fu} for seat, (han, fu) in values.items()],
    }


@pytest.mark.parametrize(
    ("switches", "acts", "paid", "left"),
    [
        # two counters and a stick lie on the table
        # false wins: as if both others had drawn a mangan, with loss, whatever SA4 says; sticks of the deal go back
        ({}, [riichi("W"), {"act": "false-win", "seat": "S"}], (4000, -6000, 2000), ("E", 1, 2)),
        ({"SA4": "full"}, [riichi("S"), {"act": "false-win", "seat": "E"}], (-8000, 4000, 4000), ("E", 1, 2)),
        ({"SA22": "yakuman"}, [{"act": "false-win", "seat": "W"}], (16000, 8000, -24000), ("E", 1, 2)),
        ({"SA22": "none"}, [riichi("W"), {"act": "false-win", "seat": "W"}], (0, 0, 0), ("E", 1, 2)),
        # nagashi mangan: as a drawn mangan, without counters and sticks; each of two is paid
        ({"SA4": "loss"}, [nagashi("S")], (-4000, 6000, -2000), ("S", 1, 3)),
        ({"SA4": "split"}, [nagashi("S", "E")], (-5000, 8000, -3000), ("E", 1, 3)),
        ({"SA4": "full"}, [nagashi("S")], (-5400, 8100, -2700), ("S", 1, 3)),
        ({"SA4": "full"}, [nagashi("E", "E")], (12000, -6000, -6000), ("E", 1, 3)),
        ({"SA4": "loss"}, [{**nagashi("E"), "nagashi": ["E", "W"]}], (4000, -6000, 2000), ("S", 1, 3)),
        ({"SA21": "win"}, [nagashi("S", "E")], (-5000, 8000, -3000), ("S", 1, 3)),
        # a drawn hand: one ready, two, all or none; East stays if ready, or by a win alone
        ({}, [draw("W")], (-1000, -1000, 2000), ("S", 1, 3)),
        ({}, [draw("E", "W")], (1000, -2000, 1000), ("E", 1, 3)),
        ({"SA6": "3000"}, [draw("E", "W")], (1500, -3000, 1500), ("E", 1, 3)),
        ({"SA6": "0"}, [draw("E")], (0, 0, 0), ("E", 1, 3)),
        ({"SA21": "win"}, [draw("E")], (2000, -1000, -1000), ("S", 1, 3)),
        ({}, [draw("E", "S", "W")], (0, 0, 0), ("E", 1, 3)),
        ({}, [draw()], (0, 0, 0), ("S", 1, 3)),
        ({"SA21": "win"}, [{"act": "abort", "why": "nine"}], (0, 0, 0), ("E", 1, 3)),
        # two winners of one tile: counters and sticks to the next in turn; or that one alone wins
        ({}, [wins("S", E=(1, 30), W=(1, 30))], (1500, -2900, 2400), ("E", 0, 3)),
        ({"SA12": "nearest"}, [wins("S", E=(1, 30), W=(1, 30))], (0, -1400, 2400), ("S", 0, 0)),
        ({"SA12": "nearest"}, [wins("W", E=(1, 30), S=(1, 30))], (2900, 0, -1900), ("E", 0, 3)),
        # East's own win: a counter more
        ({"SA4": "full"}, [wins(None, E=(2, 30))], (4400, -1700, -1700), ("E", 0, 3)),
    ],
)
def test_a_deal_worked_out_by_hand_is_settled(
    switches: dict[str, str], acts: list[dict[str, Any]], paid: tuple[int, ...], left: tuple[str, int, int]
) -> None:
    preset = house("sanma-home", ("house", "House", "1", "test"), switches)
    settled = settle({"honba": 2, "sticks": 1, "acts": acts}, preset)
    assert tuple(settled.payments.get(seat, 0) for seat in SEATS) == paid
    assert (settled.next_dealer, settled.left["sticks_left"], settled.left["next_honba"]) == left


NORTH, NINE = {"act": "north", "seat": "S"}, {"act": "abort", "why": "nine"}
CLOSED = "123p456p789p11s67s 8s dora=0 ura=0"


def won(words: str, giver: str | None = None, hand: str = CLOSED) -> dict[str, Any]:
    return {"act": "won", "from": giver, "wins": [{"seat": "S", "hand": f"{hand} {words}"}]}


@pytest.mark.parametrize(
    ("acts", "kinds", "gain"),
    [
        ([NORTH, won("", hand=HAND)], ["norths-not-said"], 800),
        ([NORTH, won("norths=1", hand=HAND)], [], 1500),
        ([NORTH, NORTH, won("norths=1", hand=HAND)], ["norths-not-said"], 1500),
        # a North ends what a call ends: before the riichi, after it, and at the first draw; one that is robbed does not
        ([{"act": "riichi", "seat": "S"}, won("double-riichi norths=0")], [], 9000),
        ([NORTH, {"act": "riichi", "seat": "S"}, won("double-riichi norths=1")], ["north-breaks"], 9000),
        ([NORTH, {"act": "riichi", "seat": "S"}, won("ippatsu norths=1")], [], 9000),
        ([{"act": "riichi", "seat": "S"}, {**NORTH, "seat": "W"}, won("ippatsu norths=0")], ["north-breaks"], 6000),
        (
            [
                {"act": "riichi", "seat": "S"},
                {**NORTH, "seat": "W"},
                won("rob-north ippatsu norths=0", "W", "123p456p789p55sNN N dora=0 ura=0"),
            ],
            [],
            8000,
        ),
        ([{**NORTH, "seat": "E"}, won("earth norths=0")], ["north-breaks"], 3900),
        ([won("earth norths=0")], [], 24000),
        ([NORTH, NINE], ["north-before-nine"], 0),
        ([NINE], [], 0),
    ],
)
def test_norths_of_the_deal_that_the_hand_contradicts_are_remarked(
    acts: list[dict[str, Any]], kinds: list[str], gain: int
) -> None:
    settled = settle({"acts": acts}, PRESETS["sanma-tenhou"])
    assert [remark.kind for remark in settled.steps[-1].remarks] == kinds
    assert (
        sum(payment.points.get("S", 0) for payment in settled.steps[-1].payments)
        - 1000 * any(act["act"] == "riichi" for act in acts)
        == gain
    )
