"""Commands of a hall for a table that a device has: sent by its referees and desks, followed there once."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import UUID

import msgspec
from msgspec import Struct, field

from scoring.errors import About, ScoringError
from scoring.follow.events import Correction
from scoring.match.errors import Refusal
from scoring.match.missing import kept_book
from scoring.match.records import Erased, Role, act_to_dict
from webui.base.errors import WebError
from webui.hand.edits import Edit, Undo
from webui.hand.effects import REFUSALS, EditRejectedError
from webui.hand.hand import Signed, TableHand
from webui.hand.hands import preview
from webui.hand.questions import Answer
from webui.hand.serialization import about_from, beside, edit_from, to_text
from webui.match.clock import ClockAct
from webui.match.completing import Completion
from webui.match.errors import ActRejectedError, CommandRejectedError
from webui.match.renaming import erasing, erasing_of, known_names
from webui.records.errors import RecordsError
from webui.records.remote_commands import DONE, OrderKind, RemoteCommand
from webui.table.follow.journal import TakenBack

if TYPE_CHECKING:
    from webui.table.table import Table

KEY: Final = "orders"
"""The key of the clock's newest commands, so that none is followed twice."""

_REMEMBERED: Final = 100
"""Commands of the clock remembered. More takes memory; fewer may follow a late repetition."""


class HandChanged(Struct, frozen=True):
    """The act of a command to edit a hand.

    Attributes:
        hand: Id of the hand.
        version: The hand's version that the edit starts from.
        change: The edit.
        effect: Its effect, by the hall's copy of the hand: an `Effect` as plain JSON values.
        reason: The reason; empty if none was given.
        force: True to override edits made since.
    """

    hand: str
    version: int
    change: Edit | Answer | Undo
    effect: dict[str, Any]
    reason: str = ""
    force: bool = field(default=False, name="anyway")


class HandHidden(Struct, frozen=True):
    """The act of a command to delete or restore a hand.

    Attributes:
        hand: Id of the hand.
        hidden: True to delete it.
    """

    hand: str
    hidden: bool


class PlayCorrected(Struct, frozen=True):
    """The act of a command to correct a followed deal.

    Attributes:
        deal: Number of the deal at the table.
        words: The words on its steps; their author is the command's.
    """

    deal: int
    words: tuple[Correction | TakenBack, ...]


def send(
    table: "Table",
    sent: Mapping[str, Any],
    id: UUID,
    who: str,
    role: Role,
    after: int | None = None,
    force: bool = False,
) -> RemoteCommand:
    """Send an act of the match to a table that a device has, which records it as soon as it hears of it.

    Args:
        table: The table, as shown by its hall.
        sent: The act as plain JSON values.
        id: The sender's id, which the record gets; the same id and act again return the existing command.
        who: Name of the author.
        role: Role of the author.
        after: Number of the last record that the sender has seen, or None for the current hand.
        force: True to record a change even if other records depend on it.

    If it removes a name, the name is removed from the hall's whole storage, and commands do so at the tables of other
    devices.

    Returns:
        The command in its present state.

    Raises:
        RecordError, IncompleteActError, ActRejectedError, StaleHandError, DependentActsError: As when it is recorded,
        by the hall's copy of the match.
        RecordsError: Another command has this id, or it cannot be stored.
    """
    orders = table.records.orders
    if orders.get(str(id)) is None:
        act = Completion(table.matches, table.rules, table.hands.get).act(sent)
        match = table.matches.preview(act, role, after, force)
        erased = None
        if isinstance(act, Erased):
            sent = act_to_dict(act)  # with the replacement of the name added by the hall
            erased = erasing(match, act.name, known_names(table.records))
        kind: OrderKind = "record-anyway" if force else "record"
        orders.place(RemoteCommand(table.number, str(id), kind, sent, who, role, after=after))
        if erased:
            table.records.journal.erase(erased, id, table.number, who, role)
    return _kept(table, id, sent)


def send_change(
    table: "Table",
    hand: TableHand,
    change: Edit | Answer | Undo,
    version: int,
    id: UUID,
    signed: Signed,
    role: Role,
    force: bool = False,
) -> RemoteCommand:
    """Send an edit of a hand to a table that a device has.

    Args:
        table: The table, as shown by its hall.
        hand: The hall's copy of the hand.
        change: The edit.
        version: The hand's version that the edit starts from.
        id: The sender's id, which the edit gets; the same id and act again return the existing command.
        signed: The author, and the reason.
        role: Role of the author.
        force: True to override edits made since.

    Returns:
        The command in its present state.

    Raises:
        EditRejectedError, EditConflictError: As when it is edited, by the hall's copy of the hand.
        RecordsError: Another command has this id, or it cannot be stored.
    """
    sent = table.records.orders.get(str(id))
    effect = sent.act.get("effect", {}) if sent else _plain(preview(hand, change, version, force))
    act = HandChanged(hand.id, version, change, effect, signed.reason, force)
    return _send(table, "change", act, id, signed.who, role)


def send_hidden(table: "Table", hand: TableHand, hidden: bool, id: UUID, who: str, role: Role) -> RemoteCommand:
    """Send the deletion (`hidden`) or restoration of a hand to a table that a device has; see `_send`."""
    return _send(table, "hide", HandHidden(hand.id, hidden), id, who, role)


def send_words(
    table: "Table", deal: int, words: Sequence[Correction | TakenBack], id: UUID, who: str, role: Role
) -> RemoteCommand:
    """Send words on steps of a followed deal to a table that a device has; see `_send`."""
    return _send(table, "step", PlayCorrected(deal, tuple(words)), id, who, role)


def _send(
    table: "Table", kind: OrderKind, act: HandChanged | HandHidden | PlayCorrected, id: UUID, who: str, role: Role
) -> RemoteCommand:
    """Send a command to a table that a device has.

    Args:
        table: The table, as shown by its hall.
        kind: The kind of command.
        act: Its contents.
        id: The sender's id; the same with the same contents again returns the existing command.
        who: Name of the author.
        role: Role of the author.

    Returns:
        The command in its present state.

    Raises:
        RecordsError: Another command has this id, or it cannot be stored.
    """
    sent = _plain(act)
    if "won" in (change := sent.get("change", {})):
        change["won"] = beside(change["won"])
    table.records.orders.place(RemoteCommand(table.number, str(id), kind, sent, who, role))
    return _kept(table, id, sent)


def _plain(value: Any) -> Any:
    """Return a value as plain JSON values."""
    return msgspec.json.decode(to_text(value))


def _kept(table: "Table", id: UUID, sent: Mapping[str, Any]) -> RemoteCommand:
    """Return the command with this id, which must be for this table and act."""
    kept = table.records.orders.get(str(id))
    if kept is None or kept.table != table.number or (kept.answer != DONE and kept.act != sent):
        raise RecordsError("id-taken", id=str(id), number=0)
    return kept


def refused(command: RemoteCommand) -> CommandRejectedError | None:
    """Return the reason why the device did not follow a command, or None if it did, or has not answered."""
    if command.answer in ("", DONE):
        return None
    try:
        kind, about, by_match = msgspec.json.decode(command.answer, type=tuple[str, dict[str, Any], bool])
    except (msgspec.DecodeError, RecursionError):  # of a device before version 7 of the database, or damaged by one
        kind, about, by_match = command.answer, {}, False
    return CommandRejectedError("order-refused", _cause(kind, about_from(about), by_match), table=command.table)


def _cause(kind: str, about: About, by_match: bool) -> WebError:
    if by_match:
        return ActRejectedError(Refusal(kind, about))
    return EditRejectedError(cast(Any, kind), **about) if kind in REFUSALS else WebError(kind, **about)


def follow(table: "Table", command: RemoteCommand) -> str:
    """Follow a command, once however often it arrives.

    Returns:
        `DONE`, an error for `refused`, or empty if the command is to come again.
    """
    try:
        if command.kind == "clock":
            _set_clock(table, command)
        elif command.kind == "erase":
            known = known_names(table.records)
            table.records.journal.erase(erasing_of(command.act["names"], command.act["name"], known))
            table.matches.reload()
        elif command.kind == "change":
            _change(table, command)
        elif command.kind == "hide":
            hide = msgspec.convert(command.act, HandHidden)
            if table.hands.hide(hide.hand, hide.hidden, command.who) is None:
                return _answer(WebError("hand-gone", id=hide.hand))
        elif command.kind == "step":
            said = msgspec.convert(command.act, PlayCorrected)
            deal = table.followed.read(said.deal)
            if deal is not None:  # else it was deleted, and there is nothing to correct
                table.filling.say(deal, said.words, command.who)
        else:
            force = command.kind == "record-anyway"
            table.record(command.act, UUID(command.id), command.who, command.role, command.after, force)
    except RecordsError as error:
        return _answer(error) if error.kind == "id-taken" else ""
    except WebError as error:
        return _answer(error)
    except (ScoringError, msgspec.ValidationError, ValueError) as error:
        return _answer(WebError("not-a-record", reason=str(error)[:200]))
    return DONE


def _answer(error: WebError) -> str:
    return msgspec.json.encode((error.kind, dict(error.about), isinstance(error, ActRejectedError))).decode()


def _change(table: "Table", command: RemoteCommand) -> None:
    act = msgspec.convert(command.act, HandChanged)
    hand = table.hands.get(act.hand)
    change = edit_from(act.change, command.act["change"], kept_book(hand.laid.rules).game) if hand else act.change
    counted = table.matches.counted(act.hand)
    if counted and counted.approved and not act.reason:  # approved at the table meanwhile
        raise WebError("hand-approved", hand=counted.hand.number)
    signed = Signed(command.who, act.reason)
    if table.change(act.hand, change, act.version, command.id, signed, act.force) is None:
        raise WebError("hand-gone", id=act.hand)


def _set_clock(table: "Table", command: RemoteCommand) -> None:
    followed = table.records.values.get(table.number, KEY) or []
    if command.id in followed:
        return
    table.clock.do(msgspec.convert(command.act, ClockAct), table.now().body)
    table.records.values.keep(table.number, KEY, [*followed, command.id][-_REMEMBERED:])
