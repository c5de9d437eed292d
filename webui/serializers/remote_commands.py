"""What referees of a hall ordered at tables that devices have, as plain JSON."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from scoring.match.records import Role
from webui.hall.remote_commands import refused
from webui.hand.serialization import effect_from
from webui.messages import Messages
from webui.messages import hand as hand_words
from webui.messages.errors import web_error_said
from webui.records.remote_commands import OrderKind, RemoteCommand
from webui.records.store import Storage
from webui.records.sync.leases import devices

AWAY: Final = 15.0
"""Seconds without a sign of a device after which it counts as off the network; it gives one every five."""


class Order(Struct, frozen=True):
    """An instruction sent to the device of a table: `says` is what it does to a laid hand, `refused` why the device did
    not follow it, and `away` for how many seconds the device was not heard of."""

    id: str
    table: int
    kind: OrderKind
    act: Mapping[str, Any]
    says: str | None
    who: str
    role: Role
    when: str
    refused: str | None
    away: int | None


def orders_json(records: Storage, words: Messages, table: int | None = None) -> list[Order]:
    """Return the orders that were not followed, or not yet, the oldest first; those of one table, or of all."""
    if not records.shared:
        return []
    found, heard = records.orders.undone(), devices(records.database)
    return [_order_json(each, heard, words) for each in found if table is None or each.table == table]


def _act(order: RemoteCommand) -> Mapping[str, Any]:
    """The act; of one that takes a name out only what stands in its place."""
    erases = order.kind == "erase" or order.act.get("type") == "Erased"
    return {"type": "Erased", "name": order.act.get("name", "")} if erases else order.act


def _says(order: RemoteCommand, words: Messages) -> str | None:
    """What a change of a laid hand does, with tiles as codes; None for any other order."""
    effect = order.act.get("effect") if order.kind == "change" else None
    return hand_words.effect(words, effect_from(effect), order.act["change"]["do"] == "undo") if effect else None


def _order_json(order: RemoteCommand, heard: Mapping[int, float], words: Messages) -> Order:
    why, since = refused(order), heard.get(order.table)
    return Order(
        id=order.id,
        table=order.table,
        kind=order.kind,
        act=_act(order),
        says=_says(order, words),
        who=order.who,
        role=order.role,
        when=order.at,
        refused=web_error_said(words, why) if why else None,
        away=round(since) if since is not None and since > AWAY else None,
    )
