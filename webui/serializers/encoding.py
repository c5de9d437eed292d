"""Conversion of structs to JSON and to plain values, for answers, streams, templates and files."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec


def _plain(value: Any) -> Any:
    """Convert a value of a subclass, such as a NumPy number, to the type that JSON has."""
    match value:
        case Mapping():
            return dict(value)
        case float():
            return float(value)
        case int():
            return int(value)
        case str():
            return str(value)
    raise NotImplementedError(type(value))


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def encoded(value: Any) -> bytes:
    """Return structs and other JSON values as JSON in UTF-8."""
    return _ENCODER.encode(value)


def plain(value: Any) -> Any:
    """Convert a struct and everything in it to dicts, lists and values."""
    return msgspec.to_builtins(value, enc_hook=_plain)
