"""The 42 faces of a mahjong set with their text codes, and tile counts packed into integers.

A *kind* is the position of a code in `FACES`: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-30 winds, 31-33 dragons,
34-41 flowers. A *tally* counts tiles in one integer, five bits a kind: adding two tallies adds their counts, and a
fifth copy fits in. A *mask* is a tally whose counts are all 0 or 1. Tallies and masks hold no flowers.
"""

from collections.abc import Iterable, Iterator
from typing import Final

FACES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWN",
    *"CFP",
    *(f"f{n}" for n in range(1, 5)),
    *(f"s{n}" for n in range(1, 5)),
)
"""The codes in order: characters, dots, bamboo, winds, dragons (red, green, white), flowers, seasons."""

PLAYED: Final = FACES[:34]
"""The 34 faces that a hand is made of: all but the flowers."""
FIRST_FLOWER: Final = len(PLAYED)
"""The kind of the first flower; all kinds below it are played."""
FLOWERS: Final = FACES[FIRST_FLOWER:]
"""The eight flowers and seasons."""
WINDS: Final = FACES[27:31]
"""East, South, West, North: also the seats, counter-clockwise."""
DRAGONS: Final = FACES[31:34]
"""Red, green, white."""
WHITE: Final = FACES.index("P")
"""The kind of the white dragon, whose face is blank in some tile sets."""
SUITS: Final = "mps"
"""The letters of the suits: characters, dots, bamboo."""

KIND: Final[dict[str, int]] = {code: kind for kind, code in enumerate(FACES)}
"""The kind of each code."""

DIGIT: Final = 5
"""Bits of a kind in a tally."""
ONE: Final[tuple[int, ...]] = tuple(1 << DIGIT * kind for kind in range(34))
"""The tally of one tile of each kind."""
ONE_OF: Final[dict[str, int]] = dict(zip(PLAYED, ONE, strict=True))
"""The tally of one tile by its code."""
SUIT_BITS: Final = 9 * DIGIT
"""Bits of a suit in a tally."""
SUIT_FULL: Final = (1 << SUIT_BITS) - 1
"""All bits of one suit, shifted to the lowest bits."""
ALL: Final = sum(ONE)
"""The mask of all kinds."""

COPIES: Final = 4
"""Copies of each played tile in a tile set."""


def capacity(kind: int) -> int:
    """Return the number of copies of a kind in a tile set: `COPIES` of a played one, one of a flower."""
    return COPIES if kind < FIRST_FLOWER else 1


def mask(codes: str | Iterable[str]) -> int:
    """Return the mask of some codes, given as an iterable or as text with spaces between them."""
    return sum(ONE_OF[code] for code in set(codes.split() if isinstance(codes, str) else codes))


def ranks(wanted: Iterable[int], suits: str = SUITS) -> int:
    """Return the mask of the number tiles with these ranks (1-9) in these suits."""
    return mask(f"{rank}{suit}" for rank in wanted for suit in suits)


HONORS: Final = mask([*WINDS, *DRAGONS])
"""The mask of the winds and dragons."""
TERMINALS: Final = ranks((1, 9))
"""The mask of the ones and nines."""
ORPHANS: Final = TERMINALS | HONORS
"""The mask of the thirteen terminals and honors."""
SUIT_MASKS: Final = tuple(ranks(range(1, 10), suit) for suit in SUITS)
"""The mask of each suit, in the order of `SUITS`."""
WIND_MASK: Final = mask(WINDS)
"""The mask of the winds."""
DRAGON_MASK: Final = mask(DRAGONS)
"""The mask of the dragons."""


def present(tally: int) -> int:
    """Return the mask of the kinds that a tally has at least one of, for counts up to 7."""
    return (tally | tally >> 1 | tally >> 2) & ALL


def size(tally: int) -> int:
    """Return the number of tiles in a tally, up to 30."""
    return tally % 31


def kinds(mask_: int) -> Iterator[int]:
    """Yield the kinds of a mask, in the order of `FACES`."""
    while mask_:
        lowest = mask_ & -mask_
        yield (lowest.bit_length() - 1) // DIGIT
        mask_ ^= lowest
