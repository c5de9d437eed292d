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
