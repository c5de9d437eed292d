"""Canonical JSON of acts, so that equal acts have equal bytes and one hash."""

import hashlib
from typing import Any

import msgspec


def canonical(value: Any) -> bytes:
    """Return plain JSON values as canonical JSON: keys in the order of their characters, no spaces, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
