"""The 42 faces of a mahjong set and their text codes."""

from typing import Final

FACES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWN",
    *"CFP",
    *(f"f{n}" for n in range(1, 5)),
    *(f"s{n}" for n in range(1, 5)),
)
"""Codes in one fixed order: characters, dots, bamboo, winds, dragons (red, green, white), flowers, seasons."""
