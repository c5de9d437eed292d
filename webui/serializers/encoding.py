"""Conversion of structs to JSON and to plain values, for answers, streams, templates and files."""

from collections.abc import Mapping
from functools import cache
from operator import attrgetter, is_not
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from webui.games.added import Added
from webui.serializers.games import OfGame


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


_TYPE: Final = attrgetter("type")

_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def encoded(value: Any) -> bytes:
    """Return structs and other JSON values as JSON in UTF-8."""
    return _ENCODER.encode(_flat(value))


def plain(value: Any) -> Any:
    """Convert a struct and everything in it to dicts, lists and values."""
    return msgspec.to_builtins(_flat(value), enc_hook=_plain)


def _flat(value: Any) -> Any:
    """Return a value with what games add among the fields of what carries it; the value itself if nothing is added."""
    made: Any
    match value:
        case Struct():
            inner = {}
            for name in _carrying(type(value)):
                if (made := _flat(given := getattr(value, name))) is not given:
                    inner[name] = made
            extra = value.extra if isinstance(value, OfGame) else UNSET
            return _joined(value, extra, inner) if inner or extra is not UNSET else value
        case list() | tuple():
            made = [*map(_flat, value)]
            return made if any(map(is_not, made, value)) else value
        case dict():
            made = dict(zip(value, map(_flat, value.values()), strict=True))
            return made if any(map(is_not, made.values(), value.values())) else value
    return value


def _joined(value: Struct, extra: Added | UnsetType, inner: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a struct, some of them replaced, after those that its game adds."""
    added = {} if extra is UNSET else structs.asdict(extra)
    own = {**structs.asdict(value), **inner}
    fields = {field.encode_name: own[field.name] for field in structs.fields(value) if field.name != "extra"}
    return {name: each for name, each in (added | fields).items() if each is not UNSET}


@cache
def _carrying(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of the fields of a struct in which something may carry what its game adds, at any depth."""
    found = []
    for field in structs.fields(kind):
        waiting, seen = [field.type], set()
        while waiting:
            each = waiting.pop()
            if each in seen or not isinstance(each, type) or not issubclass(each, Struct):
                waiting += get_args(each)
            elif issubclass(each, OfGame):
                found.append(field.name)
                break
            else:
                seen.add(each)
                waiting += map(_TYPE, structs.fields(each))
    return tuple(found)
