"""What a hall has done at a table that a device has: its orders are followed once, its calls answered there."""

from typing import Final
from uuid import UUID

import msgspec

from scoring.errors import ScoringError
from webui.errors import WebError
from webui.records.errors import RecordsError
from webui.records.orders import DONE, TableOrder
from webui.table.clock import ClockAct
from webui.table.play import Answered
from webui.table.table import Table

KEY: Final = "orders"
"""The key that the clock's newest orders are kept by, so that none is followed twice."""

_REMEMBERED: Final = 100
"""Orders of the clock remembered. Not measured."""


def follow(table: Table, order: TableOrder) -> str:
    """Follows an order, once however often it comes.

    Returns:
        `DONE`, the kind of what stands against it, or nothing where it is to come again.
    """
    try:
        if order.kind == "clock":
            _set_clock(table, order)
        elif not table.matches.again(UUID(order.id), order.act):
            table.record(order.act, UUID(order.id), order.who, order.role)
    except RecordsError as error:
        return error.kind if error.kind == "id-taken" else ""
    except (WebError, ScoringError) as error:
        return str(getattr(error, "kind", "not-a-record"))
    except (msgspec.ValidationError, ValueError):
        return "not-a-record"
    return DONE


def answer_calls(table: Table) -> None:
    """Puts the light at the box out once the hall has ended the last call of the table."""
    if table.session.play.calls and not table.records.calls.open(table.number):
        table.session.do(Answered())


def _set_clock(table: Table, order: TableOrder) -> None:
    followed = table.records.value(table.number, KEY) or []
    if order.id in followed:
        return
    table.clock.do(msgspec.convert(order.act, ClockAct), table.body)
    table.records.keep_value(table.number, KEY, [*followed, order.id][-_REMEMBERED:])
