"""Commitments of records: their hash covers act, author and role, with a salted commitment in place of each name.

A commitment is the SHA-256 of a salt and a text; as all salts have one length, nothing of one can move into the other.
Each name in an act, each reason, and the author have one. Removing a name deletes its salt: the commitment stays, so
that everything else of the record can still be verified, and nobody can guess the name from it. Nobody can verify a
reason without a salt either, so it is shown as removed. Records of earlier versions have no commitments, and their hash
covers the act alone.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from secrets import token_hex
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from scoring.match.records import Act, Corrected, Role, act_kinds, person_fields
from scoring.tiles import WINDS
from webui.records.canonical import canonical, digest


@cache
def fields_of_persons() -> frozenset[str]:
    """Return the fields that name persons, by name or by seat wind, in the acts of this program."""
    own = [kind for kind in act_kinds() if kind.__module__.startswith("scoring.")]
    return frozenset().union(*map(person_fields, own))


_LATER: Final = "giver"
"""That of them of which records of earlier versions have no commitment."""

REASON: Final = "reason"
"""The field of acts with free text, in which persons may be named."""

REMOVED: Final = "[…]"
"""The text in place of a reason whose salt is gone: a sign that every language reads."""

_SALT_BYTES: Final = 16
"""Bytes of a salt. Fewer could be tried out one by one; more only take space."""

_Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_Salt = Annotated[str, Meta(pattern=f"^([0-9a-f]{{{2 * _SALT_BYTES}}})?$")]


class StepsHash(Struct, frozen=True, array_like=True):
    """The first `count` steps of the deals followed in the hand that began with record `began`, and their hash."""

    began: int
    count: int
    hash: str


class CommittedEvidence(Struct, frozen=True, omit_defaults=True):
    """The hashes of what a record rests on.

    Attributes:
        hands: Those of the hands that its act names, in order; empty for one that was not there.
        steps: That of the deal that was followed last; None if none was.
    """

    hands: tuple[str, ...] = ()
    steps: StepsHash | None = None


class Commitments(Struct, frozen=True, omit_defaults=True):
    """The commitments of a record.

    Attributes:
        names: Commitment and salt of the author, and then of each name and reason of the act in its canonical order.
            The salt is empty once the name is removed.
        removes: The commitments whose salts this record deletes in its match.
        fields: Further fields that name persons in an act of another package, which a verifier need not know.
        evidence: The hashes of the hands and steps that it rests on; None in records of earlier versions.
    """

    names: tuple[tuple[_Hash, _Salt], ...]
    removes: tuple[_Hash, ...] = ()
    fields: tuple[str, ...] = ()
    evidence: CommittedEvidence | None = None

    def without(self, before: Sequence[str], after: Sequence[str]) -> "Commitments":
        """Return the commitments without the salts of texts that change."""
        pairs = zip(self.names, before, after, strict=False)
        kept = [(each, salt if old == new else "") for (each, salt), old, new in pairs]
        return replace(self, names=tuple(kept))


def further_fields(act: Act) -> tuple[str, ...]:
    """Return the fields that name persons in an act of another package, besides `fields_of_persons`."""
    kind = type(act.act if isinstance(act, Corrected) else act)
    return tuple(sorted(person_fields(kind) - fields_of_persons()))


def commit(said: Sequence[str], salts: Mapping[str, str], fields: tuple[str, ...] = ()) -> Commitments:
    """Return the commitments of a new record.

    Args:
        said: Its `texts`.
        salts: Salts by text of its match so far; others are new.
        fields: The `further_fields` of its act.
    """
    known = dict(salts)
    made = [(text, known.setdefault(text, token_hex(_SALT_BYTES))) for text in said]
    return Commitments(tuple([(commitment(text, salt), salt) for text, salt in made]), fields=fields)


def commitment(text: str, salt: str) -> str:
    """Return the commitment of a text."""
    return sha256((salt + text).encode()).hexdigest()


def texts(who: str, act: Mapping[str, Any], made: Commitments | None = None, fields: Collection[str] = ()) -> list[str]:
    """Return the texts that have a commitment: the author, and each name and reason of an act as in `places`."""
    return [who, *[text for _, text in places(act, made, fields)]]


def places(
    act: Mapping[str, Any], made: Commitments | None = None, fields: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Return each name and reason of an act in canonical order, with its field; a wind is no name.

    Args:
        act: The act as plain JSON values.
        made: Its commitments; those of an earlier version leave out names that had none.
        fields: The `further_fields` of an act that has no commitments yet.
    """
    found: list[tuple[str, str]] = []

    def note(field: str, text: str) -> str:
        found.append((field, text))
        return text

    _each_place("", act, note, fields_of_persons().union(made.fields if made else fields))
    if made is None or len(found) == len(made.names) - 1:
        return found
    earlier = (fields_of_persons() - {_LATER}) | {REASON}
    return [(field, text) for field, text in found if field in earlier]


def committed_hash(made: Commitments, role: Role, act: Mapping[str, Any]) -> str:
    """Return the hash of a record with commitments; empty if the act has another number of names.

    It is the SHA-256 of the canonical JSON of `act` with its commitments in place of names and reasons, of `removes`,
    of `role`, of the commitment `who`, and of all else that the commitments have.
    """
    who, *others = [each for each, _ in made.names] or [""]
    found, rest = places(act, made), iter(others)
    if len(others) != len(found):
        return ""
    committed = _each_place("", act, lambda field, text: next(rest), frozenset(field for field, _ in found))
    more = {name: value for name, value in to_builtins(made).items() if name != "names"}
    return digest(canonical({**more, "act": committed, "removes": made.removes, "role": role, "who": who}))


def shown(act: Mapping[str, Any], made: Commitments | None) -> Mapping[str, Any]:
    """Return an act with `REMOVED` in place of each reason whose salt is gone, whatever stands there."""
    if made is None or all(salt for _, salt in made.names):
        return act
    found = places(act, made)
    if len(found) != len(made.names) - 1:
        return act  # it verifies nowhere
    salts = iter([salt for _, salt in made.names[1:]])

    def said(field: str, text: str) -> str:
        return text if next(salts) or field != REASON else REMOVED

    changed: Mapping[str, Any] = _each_place("", act, said, frozenset(field for field, _ in found))
    return changed


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
