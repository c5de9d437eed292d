"""The table after events: ponds, melds, counts, turn, tiles left and immunity."""

import pytest

from scoring.follow.events import AnyEvent, Claim, Correction, Declared, Discard, Drawn, Flower, Kong, Unseen, Win
from scoring.follow.state import State, follows, stand
from scoring.rules import BOOKS


def course(*plays: str) -> list[AnyEvent]:
    """Return discards such as `1:5m`, two seconds apart."""
    return [Discard(t=2.0 * k, seat=int(play[0]), tile=play[2:]) for k, play in enumerate(plays)]


def test_discards_lie_in_their_order_and_turns_pass() -> None:
    state = stand(course("1:5m", "2:E", "3:E", "4:1p", "1:9s"), turn=1)
    assert [laid.tile for laid in state.pond(1)] == ["5m", "9s"]
    assert state.turn == 2
    assert (state.left, state.last_tile) == (144 - 53 - 4, False)


def test_a_claimed_tile_leaves_its_pond_and_the_claimer_draws_nothing() -> None:
    pung = Claim(t=3, seat=4, kind="pung", tile="E", tiles=("E", "E", "E"), source=2)
    state = stand([*course("1:5m", "2:E"), pung, Discard(t=5, seat=4, tile="1s")], turn=1)
    assert state.pond(2) == []
    assert [laid.claimed for laid in state.discards] == [0, 4, 0]
    assert (state.hand(4), state.hand(1)) == (10, 13)
    assert (state.turn, state.draws) == (1, 1)  # seat 2 drew; the dealer had drawn before, and seat 4 claimed
    assert state.shown() == {"5m": 1, "1s": 1, "E": 3}
    assert state.copies_left("E") == 1


def test_kongs_and_flowers_draw_replacements() -> None:
    pung = Claim(t=3, seat=2, kind="pung", tile="5m", tiles=("5m",) * 3, source=1)
    added = Kong(t=9, seat=2, kind="added", tile="5m", tiles=("5m",) * 4)
    hidden = Kong(t=10, seat=2, kind="concealed", tile="C", tiles=("C",) * 4)
    flower = Flower(t=11, seat=2, tile="f1")
    events = [*course("1:5m"), pung, Discard(t=4, seat=2, tile="9p"), added, hidden, flower]
    state = stand(events, turn=1)
    assert [(meld.kind, len(meld.tiles), meld.source) for meld in state.melds[2]] == [
        ("added-kong", 4, 1),
        ("concealed-kong", 4, 0),
    ]
    assert state.flowers[2] == ["f1"]
    assert state.draws == 3
    assert state.turn == 2


def test_discards_since_ones_own_are_what_immunity_asks_for() -> None:
    state = stand(course("1:5m", "2:E", "3:E", "4:1p"), turn=1)
    assert state.since_own(2) == ((2, "E"), (3, "E"), (4, "1p"))
    assert state.since_own(4) == ((4, "1p"),)
    assert stand(course("1:5m")).since_own(3) == ((1, "5m"),)


def test_a_gap_leaves_the_last_tile_open() -> None:
    state = stand([*course("1:5m"), Unseen(t=4, seat=2, count=1, after=2)], turn=1)
    assert state.turn == 3
    assert state.last_tile is None
    assert not state.first_turn


@pytest.mark.parametrize("end", [Win(t=9, seat=2, tile="5m", source=1), Drawn(t=9)])
def test_a_deal_ends(end: AnyEvent) -> None:
    state = stand([*course("1:5m"), end], turn=1)
    assert state.over
    assert state.last == end


def test_the_first_turn_ends_with_a_claim_or_a_second_discard() -> None:
    assert stand(course("1:5m", "2:E", "3:W", "4:N")).first_turn
    assert not stand(course("1:5m", "2:E", "3:W", "4:N", "1:S")).first_turn


@pytest.mark.parametrize(("style", "left"), [("chinese", 144 - 53), ("riichi", 136 - 14 - 53), ("sichuan", 108 - 53)])
def test_the_wall_is_that_of_the_game(style: str, left: int) -> None:
    assert State(BOOKS.plays[style]).left == left


@pytest.mark.parametrize("event", [Correction(t=2, of=1, now=None), Declared(t=2, seat=1, what="riichi")])
def test_a_correction_or_a_declaration_moves_no_tile(event: AnyEvent) -> None:
    state = State()
    state.apply(event)
    assert state == State()


@pytest.mark.parametrize(
    ("seat", "won", "players", "then"),
    [(3, (), 3, 1), (2, (3,), 3, 1), (1, (2, 3), 3, 0), (3, (), 4, 4), (4, (1,), 4, 2)],
)
def test_turns_go_round_those_who_play(seat: int, won: tuple[int, ...], players: int, then: int) -> None:
    assert follows(seat, won, players) == then


def test_a_north_set_aside_is_replaced_and_no_sign_of_more_tiles() -> None:
    play = BOOKS.plays["sanma"]
    state = stand([Flower(t=1, seat=1, tile="N"), Discard(t=2, seat=1, tile="1m")], play, 1)
    assert (state.left, state.turn) == (play.draws - 1, 2)
    assert stand([Discard(t=3, seat=3, tile="E")], play, 3).turn == 1
