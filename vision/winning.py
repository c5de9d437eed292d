"""Hands that win, of whatever size."""

from typing import Final

from scoring.circumstances import wins
from scoring.findings import findings
from scoring.hand import Win
from scoring.partition import tally_of, winning_kinds
from scoring.play import Play
from scoring.tiles import ONE_OF

_USUAL: Final = 14
"""Tiles of a won hand of the default rules, which have every shape of that size that any game has."""


def has_won(win: Win) -> bool:
    """Return True if tiles win: by the default rules, or as sets and a pair if they are of another size."""
    size = len(win.concealed) + 3 * len(win.melds) + (win.winning is not None)
    if size <= _USUAL or size % 3 != 2 or win.winning is None:
        return wins(win)
    if findings(win, Play(sets=size // 3)):
        return False
    before = tally_of(win).concealed - ONE_OF[win.winning]
    return bool(winning_kinds(before, len(win.melds), knitted=False) & ONE_OF[win.winning])
