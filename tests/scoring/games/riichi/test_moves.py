"""The moves of a followed hand, and the hands that have none, since a move was not seen."""

from collections.abc import Sequence

import pytest

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Kong, Unseen, Win
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.moves import Cut, MeldCall, OwnKong, RiichiMove, TileDraw, moves, opened
from scoring.match.followed import FollowedHand, Untold, UntoldKind
from scoring.match.records import Act, Drawn, Won
from tests.scoring.match.builders import FOUR, SIT, folded

EAST = 3


def cut(t: float, seat: int, tile: str, **seen: object) -> Discard:
    return Discard(t=t, seat=seat, tile=tile, **seen)  # type: ignore[arg-type]


FIRST = (cut(1, 3, "1m"), cut(2, 4, "9p", tsumogiri="yes"))
PUNG = Claim(t=3, seat=2, kind="pung", tile="9p", tiles=("9p", "9p", "9p"), source=4)
KONG = Kong(t=8, seat=2, kind="added", tile="9p", tiles=("9p",) * 4)
ROUND = (*FIRST, PUNG, cut(4, 2, "E"), cut(5, 3, "W"), cut(6, 4, "N"), cut(7, 1, "S"), KONG, cut(9, 2, "5s"))


def told(events: Sequence[AnyEvent], *acts: Act, whole: bool = True) -> list[RiichiMove] | Untold:
    match = folded(SIT, *acts, rules="riichi-home")
    return moves(FollowedHand(match.hands[0], events, EAST, whole), 0)


def moved(events: Sequence[AnyEvent], *acts: Act) -> list[RiichiMove]:
    found = told(events, *acts)
    assert isinstance(found, list)
    return found


def test_each_move_is_told_with_the_draw_before_it() -> None:
    found = moved(ROUND, Drawn(()))
    assert found == [
        TileDraw(0, "?"),
        Cut(0, "1m", False, False),
        TileDraw(1, "9p"),
        Cut(1, "9p", True, False),
        MeldCall(3, "pung", "9p", ("9p", "9p"), 1),
        Cut(3, "E", False, False),
        TileDraw(0, "?"),
        Cut(0, "W", False, False),
        TileDraw(1, "?"),
        Cut(1, "N", False, False),
        TileDraw(2, "?"),
        Cut(2, "S", False, False),
        TileDraw(3, "?"),
        OwnKong(3, "9p", 1),
        TileDraw(3, "?"),
        Cut(3, "5s", False, False),
    ]
    assert [opened(found[:n]) for n in (14, 16)] == [1, 2]


def test_the_tile_of_a_self_draw_is_known() -> None:
    won = Won("S", 1100, None)
    assert told((FIRST[0], Win(t=2, seat=4, tile="5p", source=0)), won) == [*_first(), TileDraw(1, "5p")]
    assert told(FIRST[:1], won) == [*_first(), TileDraw(1, "?")]


def _first() -> list[RiichiMove]:
    return [TileDraw(0, "?"), Cut(0, "1m", False, False)]


def test_a_discard_that_only_its_meld_names_is_named() -> None:
    events = (FIRST[0], cut(2, 4, "?", tsumogiri="yes"), PUNG, cut(4, 2, "E"))
    assert moved(events, Drawn(()))[2:4] == [TileDraw(1, "9p"), Cut(1, "9p", True, False)]


@pytest.mark.parametrize("seen", [{"sideways": True}, {}])
def test_riichi_is_told_with_its_discard(seen: dict[str, bool]) -> None:
    events = (cut(1, 3, "1m", **seen), Declared(t=3, seat=3, what="riichi", tile="1m"), FIRST[1])
    declared = moved(events, DeclaredRiichi("E"), Drawn(("E",)))[1]
    assert declared == Cut(0, "1m", False, True)


@pytest.mark.parametrize(
    ("events", "acts", "kind", "t"),
    [
        ((FIRST[0], Unseen(t=2, seat=4, count=1, after=1), cut(3, 1, "E")), (Drawn(()),), "gap", 2),
        ((FIRST[0], cut(2, 4, "?")), (Drawn(()),), "name", None),
        ((FIRST[0], cut(2, 4, "?"), cut(3, 1, "E")), (Drawn(()),), "name", 3),
        ((FIRST[0], cut(2, 1, "E")), (Drawn(()),), "turn", 2),
        ((FIRST[0], cut(2, 4, "f1")), (Drawn(()),), "name", 2),
        ((FIRST[0], PUNG), (Drawn(()),), "call", 3),
        ((*FIRST, PUNG, KONG), (Drawn(()),), "turn", 8),
        ((cut(1, 3, "1m", sideways=True), FIRST[1]), (Drawn(()),), "declared", None),
        (FIRST, (DeclaredRiichi("E"), Drawn(("E",))), "declared", None),
        (FIRST, (Won("W", 1000, "E"),), "end", None),
        (FIRST, (Won("S", 1100, None),), "end", None),
    ],
    ids=[
        "gap",
        "nameless",
        "nameless before",
        "out of turn",
        "flower",
        "other pond",
        "kong at once",
        "no stick",
        "not seen",
        "giver",
        "drawer",
    ],
)
def test_a_hand_whose_course_is_open_says_why_first(
    events: Sequence[AnyEvent], acts: Sequence[Act], kind: UntoldKind, t: float | None
) -> None:
    assert told(events, *acts) == Untold(kind, t)


def test_a_hand_that_was_followed_in_part_has_no_moves() -> None:
    assert moved(FIRST, Drawn(()))
    assert told(FIRST, Drawn(()), whole=False) == Untold("gap")


def test_a_followed_hand_names_its_players() -> None:
    hand = FollowedHand(folded(SIT, rules="riichi-home").hands[0], (), EAST)
    assert [hand.player(seat) for seat in (3, 4, 1, 2)] == list(FOUR)
