"""HTTPS of the server's own page."""

from dataclasses import dataclass
from typing import Final

FOLDER: Final = "authority"
"""Folder of the authority in `--data`; no backup has it."""


@dataclass(frozen=True, slots=True)
class Https:
    """The authority for phones to trust.

    Attributes:
        authority: Its certificate as PEM, or None for a certificate from files, which phones already trust.
        fingerprint: The SHA-256 of that certificate as phones show it.
    """

    authority: bytes | None = None
    fingerprint: str = ""
