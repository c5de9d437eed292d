"""Names of the 42 faces for sentences."""

import re
from typing import Final

from webui.messages import N_, Messages, in_context

WINDS: Final = {
    "E": in_context("tile", "East"),
    "S": in_context("tile", "South"),
    "W": in_context("tile", "West"),
    "N": in_context("tile", "North"),
}
"""The wind tiles; a Chinese one is not called as the seat or the round is."""

NAMES: Final = {
    "C": N_("Red Dragon"),
    "F": N_("Green Dragon"),
    "P": N_("White Dragon"),
    "f1": N_("Plum"),
    "f2": N_("Orchid"),
    "f3": N_("Chrysanthemum"),
    "f4": N_("Bamboo flower"),
    "s1": N_("Spring"),
    "s2": N_("Summer"),
    "s3": N_("Autumn"),
    "s4": N_("Winter"),
}

SUITS: Final = {"m": N_("%(rank)s Characters"), "p": N_("%(rank)s Dots"), "s": N_("%(rank)s Bamboo")}

ONES: Final = {"1m": N_("1 Character"), "1p": N_("1 Dot")}
"""The names that have a singular."""

RANKS: Final = in_context("ranks", "123456789")
"""The numbers from one to nine, as the names of tiles have them."""


def tile(words: Messages, code: str | None) -> str:
    """Return the name of a tile, such as `5 Dots`, or the words for an unread tile.

    Args:
        words: The language.
        code: The tile's code, or None.
    """
    if code is None:
        return words(N_("not recognized"))
    if code in WINDS:
        return words.of_context(*WINDS[code])
    if code in NAMES or code in ONES:
        return words(NAMES.get(code) or ONES[code])
    rank = words.of_context(*RANKS)[int(code[0]) - 1]
    return words(SUITS[code[1]], {"rank": rank})


_CODE: Final = re.compile(r"\b(?:[1-9][mps]|[fs][1-4]|[ESWNCFP])\b")


def named(words: Messages, text: str) -> str:
    """Return a sentence with the names of tiles in place of their codes, as `inWords` of the page's scripts has it."""
    told = _CODE.sub(lambda code: tile(words, code[0]), text)
    return told[:1].upper() + told[1:]
