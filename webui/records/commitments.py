"""Commitments of records: their hash covers act, author and role, with a salted commitment in place of each name.

A commitment is the SHA-256 of a salt and a text. Each name in an act, each reason, and the author have one. Removing a
name deletes its salt: the commitment stays, so that everything else of the record can still be verified, and nobody can
guess the name from it. Records of earlier versions have none, and their hash covers the act alone.
"""

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from scoring.match.records import Role
from scoring.tiles import WINDS
from webui.records.canonical import canonical, digest

PERSONS: Final = frozenset(
    {"player", "winner", "payer", "discarder", "giver", "liable", "players", "substitute", "name", "tenpai", "nagashi"}
)
"""The fields of acts that name persons, by name or by seat wind."""

_EARLIER: Final = PERSONS - {"giver"}
"""Those of which records of earlier versions have commitments."""

REASON: Final = "reason"
"""The field of acts with free text, in which persons may be named."""

_SALT_BYTES: Final = 16
"""Bytes of a salt. Fewer could be tried out one by one; more only take space."""

_Hex = Annotated[str, Meta(pattern="^([0-9a-f]{32}|[0-9a-f]{64}|)$")]


class Commitments(Struct, frozen=True, omit_defaults=True):
    """The commitments of a record.

    Attributes:
        names: Commitment and salt of the author, and then of each name and reason of the act in its canonical order.
            The salt is empty once the name is removed.
        removes: The commitments whose salts this record deletes in its match.
    """

    names: tuple[tuple[_Hex, _Hex], ...]
    removes: tuple[_Hex, ...] = ()

    def without(self, before: Sequence[str], after: Sequence[str]) -> "Commitments":
        """Return the commitments without the salts of texts that change."""
        pairs = zip(self.names, before, after, strict=False)
        kept = [(each, salt if old == new else "") for (each, salt), old, new in pairs]
        return Commitments(tuple(kept), self.removes)


def commit(said: Sequence[str], salts: Mapping[str, str]) -> Commitments:
    """Return the commitments of a new record.

    Args:
        said: Its `texts`.
        salts: Salts by text of its match so far; others are new.
    """
    known = dict(salts)
    made = [(text, known.setdefault(text, token_hex(_SALT_BYTES))) for text in said]
    return Commitments(tuple([(commitment(text, salt), salt) for text, salt in made]))


def commitment(text: str, salt: str) -> str:
    """Return the commitment of a text."""
    return digest((salt + text).encode())


def texts(who: str, act: Mapping[str, Any], made: Commitments | None = None) -> list[str]:
    """Return the texts that have a commitment: the author, and each name and reason of an act as in `places`."""
    return [who, *[text for _, text in places(act, made)]]


def places(act: Mapping[str, Any], made: Commitments | None = None) -> list[tuple[str, str]]:
    """Return each name and reason of an act in canonical order, with its field; a wind is no name.

    Args:
        act: The act as plain JSON values.
        made: Its commitments; those of an earlier version leave out names that had none.
    """
    found: list[tuple[str, str]] = []

    def note(field: str, text: str) -> str:
        found.append((field, text))
        return text

    _each_place("", act, note, PERSONS)
    if made is None or len(found) == len(made.names) - 1:
        return found
    return [(field, text) for field, text in found if field in _EARLIER or field == REASON]


def committed_hash(made: Commitments, role: Role, act: Mapping[str, Any]) -> str:
    """Return the hash of a record with commitments; empty if the act has another number of names.

    It is the SHA-256 of the canonical JSON of `act` with its commitments in place of names and reasons, of `removes`,
    of `role`, and of the commitment `who`.
    """
    who, *others = [each for each, _ in made.names] or [""]
    found, rest = places(act, made), iter(others)
    if len(others) != len(found):
        return ""
    committed = _each_place("", act, lambda field, text: next(rest), frozenset(field for field, _ in found))
    return digest(canonical({"act": committed, "removes": made.removes, "role": role, "who": who}))


def write_commitments(made: Commitments | None) -> str:
    """Return commitments as they are stored; empty for none."""
    return "" if made is None else msgspec.json.encode(made).decode()


def read_commitments(text: str) -> Commitments | None:
    """Return the commitments that `write_commitments` wrote.

    Raises:
        msgspec.MsgspecError: The text is something else.
    """
    return msgspec.json.decode(text, type=Commitments) if text else None


def _each_place(field: str, value: Any, change: Callable[[str, str], str], persons: frozenset[str]) -> Any:
    """Return an act's JSON values with each name and reason changed, in the order of their keys."""
    if isinstance(value, Mapping):
        return {key: _each_place(key, value[key], change, persons) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_each_place(field, inner, change, persons) for inner in value]
    is_name = field in persons and value not in WINDS
    return change(field, value) if isinstance(value, str) and value and (is_name or field == REASON) else value
