"""Orders of a hall for a table that a device has: sent by its referees and desks, followed there once."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

import msgspec

from scoring.errors import ScoringError
from scoring.match.errors import Refusal, RefusalKind
from scoring.match.records import Erased, Role, act_to_dict
from webui.errors import Value, WebError
from webui.records.errors import RecordsError
from webui.records.orders import DONE, TableOrder
from webui.table.clock import ClockAct
from webui.table.completing import completed
from webui.table.erasing import erasing, erasing_of, known_names
from webui.table.matches import ActRefused
from webui.table.table import Table

KEY: Final = "orders"
"""The key that the clock's newest orders are kept by, so that none is followed twice."""

_REMEMBERED: Final = 100
"""Orders of the clock remembered. Not measured."""


class OrderRefused(WebError):
    """The device that has a table did not follow an order.

    Attributes:
        cause: What stands against it.
    """

    def __init__(self, kind: str, cause: WebError, **about: Value) -> None:
        super().__init__(kind, **about)
        self.cause = cause


def send(table: Table, sent: Mapping[str, Any], id: UUID, who: str, role: Role, after: int | None = None) -> TableOrder:
    """Orders an act of the match at a table that a device has, which records it as soon as it hears of it.

    Args:
        table: The table, as its hall shows it.
        sent: The act as plain JSON values.
        id: What its sender calls it; the record is called so, and the same again is the order that is there.
        who: Who orders it.
        role: In what role.
        after: Number of the last record that its sender has seen; None to mean the hand that is in play.

    Where it takes a name out, that is done in all that the hall keeps, and ordered at the tables of other devices.

    Returns:
        The order as it stands.

    Raises:
        RecordError, Incomplete, ActRefused, WentOn: As where it is recorded, by what the hall knows of the match.
        RecordsError: Another order has this id, or it cannot be kept.
    """
    orders = table.records.orders
    kept = orders.get(str(id))
    if kept is None:
        act = completed(sent, table.matches, table.rules, table.hands.get)
        match = table.matches.preview(act, role, after)
        if isinstance(act, Erased):
            sent = act_to_dict(act)  # with the name that the hall puts in its place too
        orders.place(TableOrder(table.number, str(id), "record", sent, who, role, after=after))
        if isinstance(act, Erased):
            table.records.erase(erasing(match, act.name, known_names(table.records)), id, table.number, who, role)
        kept = orders.get(str(id))
    if kept is None or kept.table != table.number or (kept.answer != DONE and kept.act != sent):
        raise RecordsError("id-taken", id=str(id), number=0)
    return kept


def refused(order: TableOrder) -> OrderRefused | None:
    """Why the device of a table did not follow an order; None where it did, or has not answered."""
    if order.answer in ("", DONE):
        return None
    try:
        kind, about, by_match = msgspec.json.decode(order.answer, type=tuple[str, dict[str, Any], bool])
    except msgspec.DecodeError:  # of a device before version 7 of the database
        kind, about, by_match = order.answer, {}, False
    cause = ActRefused(Refusal(cast(RefusalKind, kind), about)) if by_match else WebError(kind, **about)
    return OrderRefused("order-refused", cause, table=order.table)


def follow(table: Table, order: TableOrder) -> str:
    """Follows an order, once however often it comes.

    Returns:
        `DONE`, what stands against it as `refused` reads it, or nothing where it is to come again.
    """
    try:
        if order.kind == "clock":
            _set_clock(table, order)
        elif order.kind == "erase":
            known = known_names(table.records)
            table.records.erase(erasing_of(order.act["names"], order.act["name"], known))
            table.matches.reload()
        elif not table.matches.again(UUID(order.id), order.act):
            table.record(order.act, UUID(order.id), order.who, order.role, order.after)
    except RecordsError as error:
        return _answer(error) if error.kind == "id-taken" else ""
    except WebError as error:
        return _answer(error)
    except (ScoringError, msgspec.ValidationError, ValueError) as error:
        return _answer(WebError("not-a-record", reason=str(error)[:200]))
    return DONE


def _answer(error: WebError) -> str:
    return msgspec.json.encode((error.kind, dict(error.about), isinstance(error, ActRefused))).decode()


def _set_clock(table: Table, order: TableOrder) -> None:
    followed = table.records.value(table.number, KEY) or []
    if order.id in followed:
        return
    table.clock.do(msgspec.convert(order.act, ClockAct), table.body)
    table.records.keep_value(table.number, KEY, [*followed, order.id][-_REMEMBERED:])
