"""Random hands for the tests: winning by construction, every shape and circumstance, and the same for PyMahjongGB."""

import random
from collections import Counter
from typing import Any

from scoring import Meld, Win
from scoring.tiles import DRAGONS, KIND, PLAYED, SUITS, WINDS

ENDS = tuple(code for code in PLAYED if code[0] in "19" or len(code) == 1)
Sets = list[tuple[str, ...]]


def _chow(rng: random.Random, suits: str, low: int, high: int) -> tuple[str, ...]:
    rank, suit = rng.randint(low, max(low, min(7, high - 2))), rng.choice(suits)
    return tuple(f"{rank + step}{suit}" for step in range(3))


def _sets(rng: random.Random) -> Sets:
    """Four sets and a pair from a narrow choice of tiles, so that fan of several sets are met often."""
    suits = rng.choice(("m", "p", "s", "mp", "ps", "mps", "mps", "mps"))
    low = rng.choice((1, 1, 1, 2, 4, 6, 7))
    high = rng.choice([high for high in (3, 4, 6, 8, 9, 9, 9) if high >= low + 2])
    honors = rng.choice(((), (), WINDS, DRAGONS, (*WINDS, *DRAGONS)))
    pungs = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    for _ in range(20):  # the choice may be too narrow for four pungs
        sets: Sets = []
        for _ in range(4):
            if rng.random() >= pungs:
                sets.append(_chow(rng, suits, low, high))
            elif honors and rng.random() < 0.5:
                sets.append((rng.choice(honors),) * 3)
            else:
                sets.append((f"{rng.randint(low, high)}{rng.choice(suits)}",) * 3)
        eyes = rng.choice(honors) if honors and rng.random() < 0.4 else f"{rng.randint(low, high)}{rng.choice(suits)}"
        sets.append((eyes, eyes))
        if max(Counter(code for tiles in sets for code in tiles).values()) <= 4:
            return sets
    return _sets(rng)


def _knitted(rng: random.Random) -> list[str]:
    order = rng.sample(SUITS, 3)
    return [
        f"{rank}{suit}" for start, suit in zip((1, 2, 3), order, strict=True) for rank in (start, start + 3, start + 6)
    ]


def _irregular(rng: random.Random) -> list[str]:
    kind = rng.randrange(4)
    if kind == 0:
        pool = rng.choice(
            (PLAYED, PLAYED[:9], PLAYED[18:27], [code for code in PLAYED if code[0] in "19" or len(code) == 1])
        )
        pairs = Counter(rng.choice(pool) for _ in range(7))
        while max(pairs.values()) > 2:
            pairs = Counter(rng.choice(pool) for _ in range(7))
        return [code for code, times in pairs.items() for _ in range(2 * times)]
    if kind == 1:
        start, suit = rng.randint(1, 3), rng.choice(SUITS)
        return [f"{start + step}{suit}" for step in range(7)] * 2
    if kind == 2:
        return [*ENDS, rng.choice(ENDS)]
    honors = rng.sample((*WINDS, *DRAGONS), rng.randint(5, 7))
    return honors + rng.sample(_knitted(rng), 14 - len(honors))


def _meld(rng: random.Random, tiles: tuple[str, ...], used: Counter[str]) -> Meld | None:
    if tiles[0] == tiles[1] and used[tiles[0]] == 3 and rng.random() < 0.4:
        return Meld((*tiles, tiles[0]), rng.choice((0, 0, 1, 2, 3, 5, 6, 7)))
    return Meld(tiles, 1 if tiles[0] != tiles[1] else rng.randint(1, 3)) if rng.random() < 0.6 else None


def random_win(rng: random.Random) -> Win:
    """Return a random winning hand, with circumstances that agree with its tiles."""
    shape = rng.random()
    melds: list[Meld] = []
    if shape < 0.07:
        concealed = _irregular(rng)
    elif shape < 0.12:
        concealed = _knitted(rng)
        sets = _sets(rng)[3:]
        while max(Counter([*concealed, *sets[0], *sets[1]]).values()) > 4:
            sets = _sets(rng)[3:]
        used = Counter([*concealed, *sets[0], *sets[1]])
        meld = _meld(rng, sets[0], used)
        melds = [meld] if meld else []
        concealed += [*sets[1], *(() if meld else sets[0])]
    elif shape < 0.15:
        suit = rng.choice(SUITS)
        concealed = [f"{rank}{suit}" for rank in "1112345678999"] + [f"{rng.randint(1, 9)}{suit}"]
    else:
        sets = _sets(rng)
        used = Counter(code for tiles in sets for code in tiles)
        open_hand = rng.random() < 0.7
        found = [_meld(rng, tiles, used) if open_hand else None for tiles in sets[:4]]
        melds = [meld for meld in found if meld]
        concealed = [code for tiles, meld in zip(sets, [*found, None], strict=True) if not meld for code in tiles]
    rng.shuffle(concealed)
    return _circumstances(rng, concealed, melds)


def _circumstances(rng: random.Random, concealed: list[str], melds: list[Meld]) -> Win:
    winning = concealed.pop()
    self_draw = rng.random() < 0.5
    kongs = any(len(meld.tiles) == 4 for meld in melds)
    held = winning in concealed or any(winning in meld.tiles for meld in melds)
    kong = rng.random() < 0.2 and (kongs if self_draw else not held)
    return Win(
        tuple(concealed),
        winning,
        tuple(melds),
        self_draw=self_draw,
        last_tile=rng.random() < 0.15 and not (kong and not self_draw),
        kong=kong or (False if kongs and self_draw else None),
        last_of_kind=rng.random() < 0.2 and winning not in concealed and not (kong and not self_draw),
        round_wind=rng.choice(WINDS),
        seat=rng.choice(WINDS),
        flowers=rng.choice((0, 0, 0, 1, 2, 8)),
    )


_THEIR_SUIT = {"m": "W", "p": "B", "s": "T"}


def their_tile(code: str) -> str:
    """Return the code of a tile in PyMahjongGB."""
    kind = KIND[code]
    if kind < 27:
        return _THEIR_SUIT[code[1]] + code[0]
    return f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def their_arguments(win: Win) -> tuple[Any, ...]:
    """Return the arguments of `MahjongGB.MahjongFanCalculator` for a hand."""
    packs = []
    for meld in win.melds:
        if meld.kind == "chow":
            packs.append(("CHI", their_tile(sorted(meld.tiles)[1]), 1))
        elif meld.kind == "pung":
            packs.append(("PENG", their_tile(meld.tiles[0]), 1))
        else:
            packs.append(("GANG", their_tile(meld.tiles[0]), 1 if meld.source else 0))
    return (
        tuple(packs),
        tuple(map(their_tile, win.concealed)),
        their_tile(win.winning or ""),
        win.flowers,
        win.self_draw,
        win.last_of_kind,
        bool(win.kong),
        win.last_tile,
        WINDS.index(win.seat or ""),
        WINDS.index(win.round_wind or ""),
    )
