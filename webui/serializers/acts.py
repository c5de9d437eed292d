"""The shapes of posted acts in JSON: with their type, and a person as a seat or as `player`."""

from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from scoring.match.records import PlainAct, Won, alike, all_acts, plain_acts

_LEFT_OUT: Final = {"Won": ("points",), "Erased": ("name",)}
"""Fields that may be left out of a posted act, for the table to fill in."""


@cache
def _posted(act: Any) -> Any:
    """Return the shape of a posted act, with its type and a person as a seat or as `player`."""
    if len(alike(act.__name__)) > 1:  # of which game it is, its match knows
        return msgspec.defstruct(act.__name__, [], tag_field="type", tag=act.__name__)
    hints = get_type_hints(act)
    made: list[Any] = []
    for each in msgspec.structs.fields(act):
        kind = _nested(hints[each.name])
        if each.name == "seat":
            made += [("seat", kind | UnsetType, UNSET), ("player", str | UnsetType, UNSET)]
        elif each.name in _LEFT_OUT.get(act.__name__, ()):
            made.append((each.name, kind | UnsetType, UNSET))
        elif each.required:
            made.append((each.name, kind))
        else:
            made.append((each.name, kind, each.default))
    first = [each for each in made if len(each) == 2]
    later = [each for each in made if len(each) == 3]
    return msgspec.defstruct(act.__name__, [*first, *later], tag_field="type", tag=act.__name__)


def _nested(kind: Any) -> Any:
    """Return a type with the shapes of posted acts in place of the acts."""
    if kind is PlainAct or (get_origin(kind) in (Union, UnionType) and Won in get_args(kind)):
        return Union[tuple([_posted(each) for each in plain_acts().values()])]  # noqa: UP007
    if get_origin(kind) is tuple:
        inner = [each if each is ... else _nested(each) for each in get_args(kind)]
        return tuple[tuple(inner)]  # type: ignore[misc]
    return _posted(kind) if kind is Won else kind


PostedAct: Any = Union[tuple([_posted(act) for act in all_acts().values()])]  # noqa: UP007
"""All acts that may be posted."""
