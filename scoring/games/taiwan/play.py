"""The way in which Taiwan's tables play: sixteen tiles in hand, flowers, and tiles of the wall that nobody draws."""

from collections.abc import Mapping
from typing import Final

from scoring.play import Play

_LEFT: Final = 16
"""Tiles that are left over: eight stacks (TW37)."""
PLAY: Final = Play("taiwan", throws=1, dice=3, dead=_LEFT, sets=5, knitted=False, pairs="none", flower_kong=True)
"""The way of most tables."""


def play_of(answers: Mapping[str, str]) -> Play:
    """Return the way in which a table with these answers plays (TW32, TW37).

    Args:
        answers: The answer to each switch, by the switch's number.
    """
    dead = 14 if answers["TW37"] == "14" else _LEFT
    if answers["TW32"] != "off":
        return Play("taiwan", throws=1, dice=3, dead=dead, sets=5, knitted=False, pairs="none", flower_kong=True)
    stacks = (17, 17, 17, 17)
    return Play(
        "taiwan",
        tiles=136,
        flowers=0,
        stacks=stacks,
        throws=1,
        dice=3,
        dead=dead,
        sets=5,
        knitted=False,
        pairs="none",
        flower_kong=True,
    )
