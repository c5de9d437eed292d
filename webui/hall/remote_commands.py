"""Orders of a hall for a table that a device has: sent by its referees and desks, followed there once."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

import msgspec
from msgspec import Struct, field

from scoring.errors import ScoringError
from scoring.match.errors import Refusal, RefusalKind
from scoring.match.records import Erased, Role, act_to_dict
from webui.errors import About, Value, WebError
from webui.hand.edits import Edit, Undo
from webui.hand.effects import REFUSALS, EditRejectedError
from webui.hand.hand import Signed, TableHand
from webui.hand.hands import preview
from webui.hand.questions import Answer
from webui.hand.serialization import about_from, to_text
from webui.match.clock import ClockAct
from webui.match.completing import fill_defaults
from webui.match.matches import ActRejectedError
from webui.match.renaming import erasing, erasing_of, known_names
from webui.records.errors import RecordsError
from webui.records.remote_commands import DONE, OrderKind, RemoteCommand
from webui.table.table import Table

KEY: Final = "orders"
"""The key that the clock's newest orders are kept by, so that none is followed twice."""

_REMEMBERED: Final = 100
"""Orders of the clock remembered. Not measured."""


class HandChanged(Struct, frozen=True):
    """The act of an order to change a laid hand.

    Attributes:
        hand: Id of the hand.
        version: The hand's version that the change starts from.
        change: What is changed.
        effect: What that does, by what the hall knows of the hand: an `Effect` as plain JSON values.
        reason: Why; empty where nobody says so.
        force: Whether it is also made over what was changed since.
    """

    hand: str
    version: int
    change: Edit | Answer | Undo
    effect: dict[str, Any]
    reason: str = ""
    force: bool = field(default=False, name="anyway")


class HandHidden(Struct, frozen=True):
    """The act of an order to put a laid hand away, or to bring it back.

    Attributes:
        hand: Id of the hand.
        hidden: Whether it is put away.
    """

    hand: str
    hidden: bool


class CommandRejectedError(WebError):
    """The device that has a table did not follow an order.

    Attributes:
        cause: What stands against it.
    """

    def __init__(self, kind: str, cause: WebError, **about: Value) -> None:
        super().__init__(kind, **about)
        self.cause = cause


def send(
    table: Table,
    sent: Mapping[str, Any],
    id: UUID,
    who: str,
    role: Role,
    after: int | None = None,
    force: bool = False,
) -> RemoteCommand:
    """Orders an act of the match at a table that a device has, which records it as soon as it hears of it.

    Args:
        table: The table, as its hall shows it.
        sent: The act as plain JSON values.
        id: What its sender calls it; the record is called so, and the same again is the order that is there.
        who: Who orders it.
        role: In what role.
        after: Number of the last record that its sender has seen; None to mean the hand that is in play.
        force: Whether a change is also recorded where other records hang on what it changes.

    Where it takes a name out, that is done in all that the hall keeps, and ordered at the tables of other devices.

    Returns:
        The order as it stands.

    Raises:
        RecordError, IncompleteActError, ActRejectedError, StaleHandError, DependentActsError: As where it is recorded,
            by what the hall knows of the match.
        RecordsError: Another order has this id, or it cannot be kept.
    """
    orders = table.records.orders
    if orders.get(str(id)) is None:
        act = fill_defaults(sent, table.matches, table.rules, table.hands.get)
        match = table.matches.preview(act, role, after, force)
        if isinstance(act, Erased):
            sent = act_to_dict(act)  # with the name that the hall puts in its place too
        kind: OrderKind = "record-anyway" if force else "record"
        orders.place(RemoteCommand(table.number, str(id), kind, sent, who, role, after=after))
        if isinstance(act, Erased):
            table.records.journal.erase(
                erasing(match, act.name, known_names(table.records)), id, table.number, who, role
            )
    return _kept(table, id, sent)


def send_change(
    table: Table,
    hand: TableHand,
    change: Edit | Answer | Undo,
    version: int,
    id: UUID,
    signed: Signed,
    role: Role,
    force: bool = False,
) -> RemoteCommand:
    """Orders a change of a laid hand at a table that a device has.

    Args:
        table: The table, as its hall shows it.
        hand: The hand, as its hall has it.
        change: What is changed.
        version: The hand's version that the change starts from.
        id: What its sender calls it; the change is called so, and the same again is the order that is there.
        signed: Who orders it, and why.
        role: In what role.
        force: Whether it is also made over what was changed since.

    Returns:
        The order as it stands.

    Raises:
        EditRejectedError, EditConflictError: As where it is changed, by what the hall knows of the hand.
        RecordsError: Another order has this id, or it cannot be kept.
    """
    sent = table.records.orders.get(str(id))
    effect = sent.act.get("effect", {}) if sent else _plain(preview(hand, change, version, force))
    act = HandChanged(hand.id, version, change, effect, signed.reason, force)
    return _send_hand(table, "change", act, id, signed.who, role)


def send_hidden(table: Table, hand: TableHand, hidden: bool, id: UUID, who: str, role: Role) -> RemoteCommand:
    """Orders that a laid hand is put away, or brought back, at a table that a device has.

    Args:
        table: The table, as its hall shows it.
        hand: The hand, as its hall has it.
        hidden: Whether it is put away.
        id: What its sender calls it; the same again is the order that is there.
        who: Who orders it.
        role: In what role.

    Returns:
        The order as it stands.

    Raises:
        RecordsError: Another order has this id, or it cannot be kept.
    """
    return _send_hand(table, "hide", HandHidden(hand.id, hidden), id, who, role)


def _send_hand(
    table: Table, kind: OrderKind, act: HandChanged | HandHidden, id: UUID, who: str, role: Role
) -> RemoteCommand:
    sent = _plain(act)
    table.records.orders.place(RemoteCommand(table.number, str(id), kind, sent, who, role))
    return _kept(table, id, sent)


def _plain(value: Any) -> Any:
    """A value as plain JSON values."""
    return msgspec.json.decode(to_text(value))


def _kept(table: Table, id: UUID, sent: Mapping[str, Any]) -> RemoteCommand:
    """The order of an id, which is to be of this table and act."""
    kept = table.records.orders.get(str(id))
    if kept is None or kept.table != table.number or (kept.answer != DONE and kept.act != sent):
        raise RecordsError("id-taken", id=str(id), number=0)
    return kept


def refused(order: RemoteCommand) -> CommandRejectedError | None:
    """Why the device of a table did not follow an order; None where it did, or has not answered."""
    if order.answer in ("", DONE):
        return None
    try:
        kind, about, by_match = msgspec.json.decode(order.answer, type=tuple[str, dict[str, Any], bool])
    except msgspec.DecodeError:  # of a device before version 7 of the database
        kind, about, by_match = order.answer, {}, False
    return CommandRejectedError("order-refused", _cause(kind, about_from(about), by_match), table=order.table)


def _cause(kind: str, about: About, by_match: bool) -> WebError:
    if by_match:
        return ActRejectedError(Refusal(cast(RefusalKind, kind), about))
    return EditRejectedError(cast(Any, kind), **about) if kind in REFUSALS else WebError(kind, **about)


def follow(table: Table, order: RemoteCommand) -> str:
    """Follows an order, once however often it comes.

    Returns:
        `DONE`, what stands against it as `refused` reads it, or nothing where it is to come again.
    """
    try:
        if order.kind == "clock":
            _set_clock(table, order)
        elif order.kind == "erase":
            known = known_names(table.records)
            table.records.journal.erase(erasing_of(order.act["names"], order.act["name"], known))
            table.matches.reload()
        elif order.kind == "change":
            _change(table, order)
        elif order.kind == "hide":
            hide = msgspec.convert(order.act, HandHidden)
            if table.hands.hide(hide.hand, hide.hidden, order.who) is None:
                return _answer(WebError("hand-gone", id=hide.hand))
        elif not table.matches.again(UUID(order.id), order.act):
            force = order.kind == "record-anyway"
            table.record(order.act, UUID(order.id), order.who, order.role, order.after, force)
    except RecordsError as error:
        return _answer(error) if error.kind == "id-taken" else ""
    except WebError as error:
        return _answer(error)
    except (ScoringError, msgspec.ValidationError, ValueError) as error:
        return _answer(WebError("not-a-record", reason=str(error)[:200]))
    return DONE


def _answer(error: WebError) -> str:
    return msgspec.json.encode((error.kind, dict(error.about), isinstance(error, ActRejectedError))).decode()


def _change(table: Table, order: RemoteCommand) -> None:
    act = msgspec.convert(order.act, HandChanged)
    counted = table.matches.counted(act.hand)
    if counted and counted.approved and not act.reason:  # approved at the table meanwhile
        raise WebError("hand-approved", hand=counted.hand.number)
    signed = Signed(order.who, act.reason)
    if table.change(act.hand, act.change, act.version, order.id, signed, act.force) is None:
        raise WebError("hand-gone", id=act.hand)


def _set_clock(table: Table, order: RemoteCommand) -> None:
    followed = table.records.values.get(table.number, KEY) or []
    if order.id in followed:
        return
    table.clock.do(msgspec.convert(order.act, ClockAct), table.body)
    table.records.values.keep(table.number, KEY, [*followed, order.id][-_REMEMBERED:])
