"""The way in which each game is played: its tiles, and a wall that ends where the followed play says so."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.errors import RulingError
from scoring.follow.events import Claim, Discard, Flower, Kong
from scoring.follow.state import State
from scoring.games.game import RuleBook
from scoring.games.hongkong.presets import SWITCHES as OF_HONG_KONG
from scoring.games.mcr.game import ANSWERS as OF_MCR
from scoring.games.riichi.switches import ANSWERS as OF_RIICHI
from scoring.games.sanma.switches import ANSWERS as OF_SANMA
from scoring.games.sichuan.presets import SWITCHES as OF_SICHUAN
from scoring.games.taiwan.presets import SWITCHES as OF_TAIWAN
from scoring.games.zungjung.presets import SWITCHES as OF_ZUNG_JUNG
from scoring.play import Play
from scoring.rules import BOOKS, tournament

SUITED = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10)) * 4
HONOURS = tuple("ESWNCFP") * 4
FLOWERS = tuple(f"{series}{number}" for series in "fs" for number in range(1, 5))
SETS: Mapping[str, tuple[tuple[str, ...], int]] = {
    "mcr": ((*SUITED, *HONOURS, *FLOWERS), 0),
    "zungjung": ((*SUITED, *HONOURS), 14),
    "riichi": ((*SUITED, *HONOURS), 14),
    "sichuan": (SUITED, 0),
    "sanma": ((*("1m", "9m") * 4, *[tile for tile in SUITED if tile[1] != "m"], *HONOURS), 14),
}
"""The tiles on the table and those that nobody draws, by the rules of each game; of Hong Kong by its flowers."""


ANSWERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mcr": OF_MCR,
    "zungjung": OF_ZUNG_JUNG,
    "hk": {switch.id: switch.answers for switch in OF_HONG_KONG},
    "riichi": OF_RIICHI,
    "sichuan": {switch.id: switch.answers for switch in OF_SICHUAN},
    "sanma": OF_SANMA,
    "taiwan": {switch.id: switch.answers for switch in OF_TAIWAN},
}


def tiles_of(book: RuleBook) -> tuple[tuple[str, ...], int]:
    if book.game.id == "taiwan":
        answers = book.preset.answers
        flowers = () if answers["TW32"] == "off" else FLOWERS
        return (*SUITED, *HONOURS, *flowers), 14 if answers["TW37"] == "14" else 16
    flowers = FLOWERS if book.game.id == "hk" and book.preset.answers["HK6"] == "on" else ()
    return ((*SUITED, *HONOURS, *flowers), 0) if book.game.id == "hk" else SETS[book.game.id]


def walk(book: RuleBook, random: Random) -> None:
    """Play a deal at random to the last tile of a real wall, and compare what is left after each discard."""
    tiles, dead = tiles_of(book)
    play = book.play
    assert (play.tiles, play.dead, 2 * sum(play.stacks)) == (len(tiles), dead, len(tiles))
    assert {*play.faces} == {*tiles} - {*FLOWERS}
    assert play.flowers == sum(tile in FLOWERS for tile in tiles)
    wall = random.sample(tiles, len(tiles))
    del wall[:dead]
    state, turn, taken = State(play, turn=1), 1, 0
    hands = {seat: [wall.pop() for _ in range(play.size - (seat != 1))] for seat in range(1, play.players + 1)}
    draws = len(wall)

    def fill(seat: int) -> None:
        """Lay the flowers of a hand, and replace each."""
        nonlocal taken
        while flower := next((tile for tile in hands[seat] if tile in FLOWERS), None):
            if not wall:
                return
            hands[seat].remove(flower)
            hands[seat].append(wall.pop())
            taken += 1
            state.apply(Flower(t=taken, seat=seat, tile=flower))

    for seat in hands:
        fill(seat)
    holds = True
    while True:
        if not holds:
            hands[turn].append(wall.pop())
            taken += 1
            fill(turn)
        if wall and not holds and random.random() < 0.1:
            state.apply(Kong(t=taken, seat=turn, kind="concealed", tile="1m", tiles=("1m",) * 4))
            hands[turn].append(wall.pop())
            taken += 1
            fill(turn)
        tile = hands[turn].pop()
        state.apply(Discard(t=taken, seat=turn, tile=tile))
        assert (state.left, state.last_tile) == (len(wall), not wall)
        if not wall:
            break
        holds = random.random() < 0.1
        if holds:
            claimer = random.choice([seat for seat in hands if seat != turn])
            state.apply(Claim(t=taken, seat=claimer, kind="pung", tile=tile, tiles=(tile,) * 3, source=turn))
        turn = claimer if holds else turn % play.players + 1
    assert taken == draws == play.draws


@pytest.mark.parametrize("rules", list(BOOKS.built_in))
def test_the_draws_up_to_the_last_tile_are_the_wall(rules: str) -> None:
    for seed in range(20):
        walk(BOOKS[rules], Random(seed))


@given(st.sampled_from([book for book in BOOKS.built_in.values() if book.game.presets]), st.data())
def test_the_same_in_any_house(base: RuleBook, data: Any) -> None:
    answers = ANSWERS[base.game.id]
    chosen = {
        switch: data.draw(st.sampled_from(answers[switch]))
        for switch in data.draw(st.sets(st.sampled_from(sorted(answers))))
    }
    lines = [f'{switch} = "{answer}"' for switch, answer in chosen.items()]
    text = f'name = "house"\ntitle = "House"\nbase = "{base.name}"\nsource = "a club"\n[switches]\n' + "\n".join(lines)
    try:
        book = tournament(text)
    except RulingError:  # answers that exclude each other
        assume(False)
        return
    walk(book, Random(data.draw(st.integers(0, 2**32))))


@pytest.mark.parametrize(("flowers", "draws"), [("on", 91), ("off", 83)])
def test_a_house_of_hong_kong_plays_with_or_without_flowers(flowers: str, draws: int) -> None:
    text = f'name = "house"\ntitle = "House"\nbase = "hk-club"\nsource = "a club"\n[switches]\nHK6 = "{flowers}"\n'
    assert tournament(text).play.draws == draws


@pytest.mark.parametrize(
    ("play", "size", "winds", "dealt", "draws"),
    [
        (Play(), 14, "ESWN", 53, 91),
        (Play(tiles=108, flowers=0, dead=14, players=3), 14, "ESW", 40, 54),
        (Play(dead=16, sets=5), 17, "ESWN", 65, 63),
    ],
)
def test_players_and_sets_say_what_is_dealt(play: Play, size: int, winds: str, dealt: int, draws: int) -> None:
    assert (play.size, "".join(play.winds), play.dealt, play.draws) == (size, winds, dealt, draws)


def test_a_face_that_the_set_lacks_is_none_of_a_hand() -> None:
    assert Play(absent=tuple(SUITED[1:8])).faces == ("1m", "9m", *SUITED[9:27], *HONOURS[:7])
