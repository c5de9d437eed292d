"""Random winning hands, and hands one tile away from winning."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from scoring.hand import Meld, Win
from scoring.tiles import FACES, PLAYED

KINDS: Final = ("concealed", "chow or pung", "exposed kong", "added kong", "concealed kong", "flowers")
"""Kinds of hands in reports."""


def random_win(rng: np.random.Generator) -> Win:
    """Return a random winning hand: four sets and a pair, rarely seven pairs or thirteen orphans, with melds."""
    shape = rng.choice(["sets", "pairs", "orphans"], p=[0.93, 0.05, 0.02])
    winds = {"round_wind": str(rng.choice(list("ESWN"))), "seat": str(rng.choice(list("ESWN")))}
    how = winds | {"self_draw": bool(rng.random() < 0.4)}
    if shape == "pairs":
        tiles = [str(t) for t in rng.choice(PLAYED, 7, replace=False) for _ in range(2)]
        return _with_winning(rng, tiles, (), how)
    if shape == "orphans":
        ends = [t for t in PLAYED if t[0] in "19" or len(t) == 1]
        return _with_winning(rng, [*ends, str(rng.choice(ends))], (), how)
    while True:
        sets = [_random_set(rng) for _ in range(4)]
        pair = [str(rng.choice(PLAYED))] * 2
        melds = tuple(_meld(rng, s) for s in sets[: int(rng.choice([0, 1, 2, 3, 4], p=[0.4, 0.25, 0.2, 0.1, 0.05]))])
        concealed = [t for s in sets[len(melds) :] for t in s] + pair
        if max(Counter(concealed + [t for m in melds for t in m.tiles]).values()) <= 4:
            return _with_winning(rng, concealed, melds, how)


def win_of_kind(rng: np.random.Generator, kind: str) -> Win:
    """Return a random winning hand of one of `KINDS`; it may be of others too."""
    while True:
        win = random_win(rng)
        if kind in kinds_of(win):
            return win


def kinds_of(win: Win, hidden: bool = False) -> tuple[str, ...]:
    """Return the `KINDS` of a hand; `hidden` if all four tiles of a concealed kong lie face down."""
    found = set()
    for meld in win.melds:
        if meld.kind == "kong":
            found.add("added kong" if meld.source > 4 else "exposed kong")
        else:
            found.add("concealed kong" if meld.kind == "concealed-kong" else "chow or pung")
    if "concealed kong" in found:
        found.add("concealed kong, all down" if hidden else "concealed kong, two down")
    found |= {"flowers"} if win.flowers else set()
    return tuple(sorted(found)) if win.melds else ("concealed", *found)


def _random_set(rng: np.random.Generator) -> tuple[str, ...]:
    if rng.random() < 0.6:
        suit, low = str(rng.choice(list("mps"))), int(rng.integers(1, 8))
        return tuple(f"{low + i}{suit}" for i in range(3))
    return (str(rng.choice(PLAYED)),) * 3


def _meld(rng: np.random.Generator, tiles: tuple[str, ...]) -> Meld:
    """Return a meld of a set: a chow from the player on the left, a pung from anyone, kongs of every kind."""
    if tiles[0] != tiles[1]:
        return Meld(tiles, 1)
    if rng.random() < 0.6:
        return Meld(tiles, int(rng.integers(1, 4)))
    return Meld((*tiles, tiles[0]), int(rng.choice([0, 1, 2, 3, 5, 6, 7], p=[0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])))


def _with_winning(
    rng: np.random.Generator, tiles: list[str], melds: tuple[Meld, ...], how: Mapping[str, object]
) -> Win:
    last = int(rng.integers(len(tiles)))
    rest = sorted(tiles[:last] + tiles[last + 1 :], key=FACES.index)
    flowers = tuple(str(f) for f in rng.permutation(FACES[34:])[: int(rng.choice([0, 0, 0, 1, 2, 3]))])
    win = Win(tuple(rest), tiles[last], melds, flowers=len(flowers) or None, flower_tiles=flowers)
    return replace(win, **how)  # type: ignore[arg-type]
