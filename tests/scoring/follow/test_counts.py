"""Hands of a wrong number of tiles: what events show surely, and what they leave open."""

import pytest
from msgspec.structs import replace as with_

from scoring.follow.counts import amiss
from scoring.follow.events import AnyEvent, Claim, Discard, Flower, Kong, Unseen, Win
from scoring.rules import BOOKS


def played(seat: int, sure: bool = True) -> Discard:
    return Discard(t=1, seat=seat, tile="5m", sure=sure)


def pung(seat: int, source: int, sure: bool = True) -> Claim:
    return Claim(t=1, seat=seat, kind="pung", tile="5m", tiles=("5m",) * 3, source=source, sure=sure)


KONG = Kong(t=1, seat=2, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
GAP = Unseen(t=1, seat=2, count=1, after=0)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([played(1), played(2), played(3), played(4), played(1)], {}),
        ([played(1), pung(3, 1), played(3), played(4)], {}),
        ([played(1), KONG, Flower(t=1, seat=2, tile="f1", sure=True), played(2), played(3)], {}),
        ([played(1), pung(3, 1), played(4)], {3: "too-many"}),  # took one, and did not discard
        ([played(2)], {1: "too-many"}),  # East holds 14 at first
        ([played(1), KONG, played(3)], {2: "too-many"}),
        ([played(1), pung(3, 1), pung(4, 1)], {3: "too-many"}),
        ([played(1), played(3)], {3: "out-of-turn"}),
        ([played(1), played(2), played(2)], {2: "out-of-turn"}),
        ([played(1), GAP, played(4)], {}),
        ([played(1), GAP, played(4), played(2)], {2: "out-of-turn"}),
        ([played(1), pung(3, 1, sure=False), played(4)], {}),
        ([played(1), played(2, sure=False), played(4), played(2)], {2: "out-of-turn"}),
        ([played(1), pung(3, 1), played(4, sure=False), played(1)], {}),
    ],
)
def test_a_hand_is_counted_where_every_step_is_sure(events: list[AnyEvent], found: dict[int, str]) -> None:
    assert {seat: kind for seat, (kind, _) in amiss(events, dealer=1).items()} == found


@pytest.mark.parametrize(
    ("events", "rules", "found"),
    [
        ([played(1), pung(2, 1), KONG], "mcr", {2: "kong-on-claim"}),
        ([played(1), pung(2, 1), KONG], "riichi-ema", {2: "kong-on-claim"}),
        ([played(1), pung(2, 1), KONG], "sichuan-sbr", {}),  # no rule there names it
        ([played(1), pung(2, 1), with_(KONG, kind="added")], "mcr", {2: "kong-on-claim"}),
        ([played(1), pung(2, 1), KONG, played(2), played(3)], "mcr", {2: "kong-on-claim"}),
        ([played(1), KONG, with_(KONG, tile="F")], "mcr", {}),  # after the replacement of another kong
        ([played(1), with_(pung(2, 1), kind="kong"), KONG], "mcr", {}),
        ([played(1), pung(2, 1), played(2), played(3), played(4), played(1), KONG], "mcr", {}),  # the turn after
        ([played(1), pung(2, 1, sure=False), KONG], "mcr", {}),
        ([played(1), pung(2, 1), with_(KONG, sure=False)], "mcr", {}),
        ([played(1), pung(2, 1), GAP, KONG], "mcr", {}),
    ],
)
def test_a_kong_needs_a_drawn_tile_where_the_rules_say_so(
    events: list[AnyEvent], rules: str, found: dict[int, str]
) -> None:
    assert {seat: kind for seat, (kind, _) in amiss(events, 1, BOOKS[rules].play).items()} == found


def test_whoever_has_won_has_no_turn_any_more() -> None:
    won = Win(t=1, seat=2, tile="5m", source=1, sure=True)
    assert amiss([played(1), won, played(3), played(4), played(1), played(3)], 1) == {}
    assert amiss([played(1), won, played(3), played(1)], 1) == {1: ("out-of-turn", 3)}


def test_the_discard_that_may_have_gone_unseen_has_its_place() -> None:
    late = Flower(t=1, seat=3, tile="f1", sure=True)
    assert amiss([played(2)], 1) == {1: ("too-many", 0)}
    assert amiss([played(1), pung(3, 1), late, played(4)], 1) == {3: ("too-many", 2)}
