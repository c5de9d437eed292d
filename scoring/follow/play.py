"""The way in which a game is played on the table, as far as those who follow it must know."""

from typing import Final

from msgspec import Struct

from scoring.partition import Pairs


class Play(Struct, frozen=True):
    """The way in which a game is played; its defaults are those of most Chinese games.

    Attributes:
        style: Its name in clips and in the journal of followed deals. Games that look alike share one.
        tiles: Tiles of a set.
        dead: Tiles of the wall that nobody draws.
        crosswise: True if the claimed tile of a meld lies crosswise, and tells by its place who gave it.
        declares: The act of a stick laid down, and of a discard that lies crosswise; "" in a game without sticks.
        chows: True if a discard may be claimed for a chow.
        knitted: True if a hand may be a knitted straight.
        pairs: Rule for seven pairs.
    """

    style: str = "chinese"
    tiles: int = 144
    dead: int = 0
    crosswise: bool = False
    declares: str = ""
    chows: bool = True
    knitted: bool = True
    pairs: Pairs = "any"


USUAL: Final = Play()
"""The way in which most Chinese games are played."""
