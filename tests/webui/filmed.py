"""Drawn films of short deals, from the first discard to the win, for what follows a table's camera."""

from functools import cache
from typing import Final

from tests.vision.follow.film import Film, Lying

STEP: Final = 0.0425
"""Distance of tiles side by side, in sides of the table."""

DISCARDS: Final = (
    Lying("E", 0.42, 0.62, 1),
    Lying("5p", 0.62, 0.58, 2),
    Lying("2s", 0.58, 0.38, 3),
    Lying("C", 0.38, 0.42, 4),
)
"""The discards; seat 2 claims the first and wins on the last one."""

PUNG: Final = (
    Lying("E", 0.95, 0.03, 2),
    Lying("E", 0.95, 0.03 + STEP, 2),
    Lying("E", 0.956, 0.03 + 2.2 * STEP, 2, turn=90),
)
"""The pung that seat 2 claims from the first one, whose tile lies crosswise."""

CONCEALED: Final = ("1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "C")


def laid(winning: str = "C") -> list[Lying]:
    """Return the hand that seat 2 lays down, with the winning tile beside it."""
    tiles = [Lying(code, 0.95, 0.9 - STEP * k, 2) for k, code in enumerate(CONCEALED)]
    return [*tiles, Lying(winning, 0.95, 0.9 - STEP * (len(CONCEALED) + 0.8), 2)]


@cache
def won() -> Film:
    """Return the film of the deal: four discards, the first claimed, a win on the last, and the hand as it lies."""
    film = Film()
    film.wait(1.0)
    first, *others = DISCARDS
    film.act(1, first.x, first.y, put=[first])
    film.wait(1.0)
    film.act(2, first.x, first.y, take=[first])
    film.act(2, 0.92, 0.07, put=[*PUNG])
    for tile in others:
        film.act(tile.seat, tile.x, tile.y, put=[tile])
        film.wait(0.8)
    film.wait(0.8)  # so that the camera is sure of the tile before it is taken
    film.act(2, others[-1].x, others[-1].y, take=[others[-1]])
    film.act(2, 0.9, 0.7, put=laid())
    film.wait(8.0)
    return film


@cache
def of_three(x: float = 0.88) -> Film:
    """Return the film of a deal of three, of whom nobody sits at 4: seat 2 claims the first discard, and wins on one of
    seat 1. The North of seat 3 lies at `x`: at its left hand, or at the right one."""
    film = Film()
    film.wait(1.0)
    first, north, last = Lying("E", 0.42, 0.62, 1), Lying("N", x, 0.06, 3), Lying("C", 0.4625, 0.62, 1)
    film.act(1, first.x, first.y, put=[first])
    film.wait(1.0)
    film.act(2, first.x, first.y, take=[first])
    film.act(2, 0.92, 0.07, put=[*PUNG])
    for tile in (Lying("5p", 0.62, 0.58, 2), north, Lying("2s", 0.58, 0.38, 3), last):
        film.act(tile.seat, tile.x, tile.y, put=[tile])
        film.wait(0.8)
    film.wait(0.8)
    film.act(2, last.x, last.y, take=[last])
    film.act(2, 0.9, 0.7, put=laid())
    film.wait(8.0)
    return film
