"""The 42 faces of a mahjong set and their text codes, and how tiles are counted.

A *kind* is the position of a code in `FACES`: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-30 winds, 31-33 dragons,
34-41 flowers. Sets of tiles are held in one integer, a *tally*: five bits a kind, so that adding two tallies adds
their counts and a fifth copy is seen and not lost. A *mask* is a tally whose counts are all 0 or 1.
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
"""Codes in one fixed order: characters, dots, bamboo, winds, dragons (red, green, white), flowers, seasons."""

PLAYED: Final = FACES[:34]
"""The 34 faces a hand is made of: all but the flowers."""
FIRST_FLOWER: Final = len(PLAYED)
"""The kind of the first flower: those before it are played."""
FLOWERS: Final = FACES[FIRST_FLOWER:]
WINDS: Final = FACES[27:31]
DRAGONS: Final = FACES[31:34]
WHITE: Final = FACES.index("P")
"""The kind of the white dragon: the one face that may be bare."""
SUITS: Final = "mps"

KIND: Final[dict[str, int]] = {code: kind for kind, code in enumerate(FACES)}

DIGIT: Final = 5
"""Bits a kind has in a tally."""
ONE: Final[tuple[int, ...]] = tuple(1 << DIGIT * kind for kind in range(34))
"""The tally of one tile of each kind."""
ONE_OF: Final[dict[str, int]] = dict(zip(PLAYED, ONE, strict=True))
"""The same by code."""
SUIT_BITS: Final = 9 * DIGIT
SUIT_FULL: Final = (1 << SUIT_BITS) - 1
"""All bits of one suit's nine kinds, moved to the bottom."""
ALL: Final = sum(ONE)

COPIES: Final = 4
"""How many of each played tile one set of tiles has."""


def capacity(kind: int) -> int:
    """How many of a kind one set of tiles has: `COPIES`, of each flower one."""
    return COPIES if kind < FIRST_FLOWER else 1


def mask(codes: str | Iterable[str]) -> int:
    """The mask of some kinds, each code once, as an iterable or as text with spaces."""
    return sum(ONE_OF[code] for code in set(codes.split() if isinstance(codes, str) else codes))


def ranks(wanted: Iterable[int], suits: str = SUITS) -> int:
    """The mask of the number tiles with these ranks (1-9) in these suits."""
    return mask(f"{rank}{suit}" for rank in wanted for suit in suits)


HONORS: Final = mask([*WINDS, *DRAGONS])
TERMINALS: Final = ranks((1, 9))
ORPHANS: Final = TERMINALS | HONORS
"""The thirteen kinds that end a suit or have none."""
SUIT_MASKS: Final = tuple(ranks(range(1, 10), suit) for suit in SUITS)
WIND_MASK: Final = mask(WINDS)
DRAGON_MASK: Final = mask(DRAGONS)


def present(tally: int) -> int:
    """The mask of the kinds a tally has at least one of (counts up to 4)."""
    return (tally | tally >> 1 | tally >> 2) & ALL


def size(tally: int) -> int:
    """How many tiles a tally holds (up to 30)."""
    return tally % 31


def kinds(mask_: int) -> Iterator[int]:
    """The kinds of a mask, in the order of `FACES`."""
    while mask_:
        lowest = mask_ & -mask_
        yield (lowest.bit_length() - 1) // DIGIT
        mask_ ^= lowest
