"""Conversion of hands to JSON, for storage, and back without loss."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, Final, cast, get_type_hints

import msgspec
from msgspec import Struct

from vision.reading import Doubt, DoubtReason, Reading
from webui.base.errors import Value
from webui.hand.effects import Effect, EffectKind
from webui.hand.hand import By, HandChange, Signed, TableHand
from webui.hand.state import HandState, outcome
from webui.records.hands import KeptHand


class _Doubt(Struct):
    tile: int | None
    reason: DoubtReason
    about: dict[str, Any]


class _Effect(Struct):
    kind: EffectKind
    about: dict[str, Any]


def struct_of(kind: Any, **others: Any) -> Any:
    """Return a struct type with the fields of a dataclass; `others` replaces types that msgspec cannot decode."""
    hints = get_type_hints(kind)
    listed: list[Any] = []
    for each in fields(kind):
        found = others.get(each.name, hints[each.name])
        if each.default is not MISSING:
            listed.append((each.name, found, each.default))
        elif each.default_factory is not MISSING:
            listed.append((each.name, found, msgspec.field(default_factory=each.default_factory)))
        else:
            listed.append((each.name, found))
    return msgspec.defstruct(kind.__name__, listed)


_READING: Final = struct_of(Reading, doubts=tuple[_Doubt, ...])


class _Read(Struct):
    reading: Any
    order: tuple[int, ...]


def to_text(value: Any) -> str:
    """Return a value as JSON, with numpy's numbers as plain ones."""
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def reading_to_text(reading: Reading | None, order: tuple[int, ...]) -> str:
    """Return a reading and the order of its doubts as JSON; "" without a reading."""
    return to_text({"reading": reading, "order": order}) if reading else ""


def reading_from_text(text: str) -> tuple[Reading | None, tuple[int, ...]]:
    """Return the reading and the order of its doubts that `reading_to_text` wrote.

    Raises:
        msgspec.MsgspecError: The text is no such JSON.
    """
    if not text:
        return None, ()
    read = msgspec.json.decode(text, type=_Read)
    stored = msgspec.convert(read.reading, _READING)
    doubts = tuple(Doubt(each.tile, each.reason, about_from(each.about)) for each in stored.doubts)
    return Reading(**(values_of(stored) | {"doubts": doubts})), read.order


def state_from_text(text: str) -> HandState:
    """Return the state of a hand from its JSON.

    Raises:
        msgspec.MsgspecError: The text is no such JSON.
    """
    return msgspec.json.decode(text, type=HandState)


def effect_from(value: Any) -> Effect:
    """Return the effect of a change from plain JSON values.

    Raises:
        msgspec.MsgspecError: The values are no effect.
    """
    stored = msgspec.convert(value, _Effect)
    return Effect(stored.kind, about_from(stored.about))


def to_kept(hand: TableHand, table: int) -> KeptHand:
    """Return a hand for storage.

    Args:
        hand: The hand.
        table: Number of the table where it was laid.
    """
    return KeptHand(
        hand.id,
        table,
        hand.number,
        hand.at.isoformat(),
        hand.photo,
        reading_to_text(hand.reading, hand.order),
        to_text(hand.laid),
        tuple(map(to_text, hand.changes)),
        hand.hidden,
        sent=hand.sent,
    )


def from_kept(kept: KeptHand) -> TableHand:
    """Return the hand that `to_kept` stored.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`: it is damaged, or was written by another version.
    """
    reading, order = reading_from_text(kept.reading)
    laid = state_from_text(kept.state)
    return TableHand(
        kept.id,
        datetime.fromisoformat(kept.at),
        laid,
        outcome(laid),
        reading,
        tuple(map(_change, kept.changes)),
        order,
        kept.photo,
        kept.number,
        kept.hidden,
        kept.sent,
    )


def _change(text: str) -> HandChange:
    values: dict[str, Any] = msgspec.json.decode(text)
    return HandChange(
        values["number"],
        datetime.fromisoformat(values["at"]),
        cast(By, values["by"]),
        effect_from(values["effect"]),
        msgspec.convert(values["before"], HandState),
        values["undoes"],
        values.get("id", ""),
        Signed(**values.get("signed", {})),
    )


def values_of(stored: Any) -> dict[str, Any]:
    """Return the fields of a struct by name, without converting their values."""
    return {name: getattr(stored, name) for name in stored.__struct_fields__}


def about_from(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a kind from plain JSON values."""
    return {name: _tupled(value) for name, value in values.items()}


def _tupled(value: Any) -> Value:
    return tuple(_tupled(each) for each in value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    import numpy as np  # here alone: a state as it is stored has none of its numbers, and a command would load it

    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(type(value).__name__)
