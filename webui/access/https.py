"""The page over HTTPS that the server itself speaks."""

from dataclasses import dataclass
from typing import Final

FOLDER: Final = "authority"
"""Folder in `--data` that keeps the authority; no backup holds it."""


@dataclass(frozen=True, slots=True)
class Https:
    """The authority that phones are to trust.

    Attributes:
        authority: Its certificate as PEM; None for a certificate from files, which phones trust already.
        fingerprint: The SHA-256 of that certificate as phones show it.
    """

    authority: bytes | None = None
    fingerprint: str = ""
