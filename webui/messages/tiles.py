"""Names of the 42 faces for sentences."""

from typing import Final

from webui.messages import N_, Messages

NAMES: Final = {
    "E": N_("east wind"),
    "S": N_("south wind"),
    "W": N_("west wind"),
    "N": N_("north wind"),
    "C": N_("red dragon"),
    "F": N_("green dragon"),
    "P": N_("white dragon"),
    "f1": N_("plum"),
    "f2": N_("orchid"),
    "f3": N_("chrysanthemum"),
    "f4": N_("bamboo flower"),
    "s1": N_("spring"),
    "s2": N_("summer"),
    "s3": N_("autumn"),
    "s4": N_("winter"),
}

SUITS: Final = {"m": N_("%(rank)s of characters"), "p": N_("%(rank)s of dots"), "s": N_("%(rank)s of bamboo")}

RANKS: Final = "一二三四五六七八九"
"""The numbers on Chinese tiles."""


def tile(words: Messages, code: str | None) -> str:
    """Return the name of a tile, such as `5 of dots`, or the words for an unread tile.

    Args:
        words: The language.
        code: The tile's code, or None.
    """
    if code is None:
        return words(N_("not read"))
    if code in NAMES:
        return words(NAMES[code])
    rank = code[0] if words.lang == "en" else RANKS[int(code[0]) - 1]
    return words(SUITS[code[1]], {"rank": rank})
