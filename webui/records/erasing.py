"""Removal of a person's name from the whole storage, in the transaction of the record that says so."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from scoring.errors import ScoringError
from scoring.match.records import Act, act_from_dict, act_to_dict
from webui.records.canonical import canonical
from webui.records.commitments import read_commitments, texts, write_commitments
from webui.records.database.journal import is_unproven
from webui.records.database.schema import (
    calls,
    changes,
    followed,
    hands,
    hidings,
    marks,
    notes,
    orders,
    people,
    records,
    turns,
)
from webui.records.journal import JournalEntry


@dataclass(frozen=True, slots=True)
class Erasing:
    """A name to remove.

    Attributes:
        names: The names of a person.
        name: Their replacement.
        act: Returns an act in its new form, given the fields that name persons besides those that are known here.
        text: Returns the free text of a reason in its new form.
    """

    names: Collection[str]
    name: str
    act: Callable[[Act, Collection[str]], Act]
    text: Callable[[str], str]


def erase(connection: Connection, turn: Mapping[int, int], erasing: Erasing, elsewhere: Collection[int] = ()) -> None:
    """Rewrite records, edits and tags of hands; hashes stay those of the original records, and salts of names go.

    Args:
        connection: The transaction.
        turn: The turn taken at each table, and under 0.
        erasing: The name to remove.
        elsewhere: Tables whose devices rewrite their own data and send it; calls and notes are rewritten here too.
    """
    names, others = tuple(erasing.names), tuple(elsewhere)
    here = select(hands.c.id).where(hands.c.table_number.not_in(others))
    mine = records.c.table_number.not_in(others)
    hidden = hidings.c.who.in_(names) & hidings.c.hand.in_(here)
    connection.execute(update(hidings).where(hidden).values(who=erasing.name))
    for row in connection.execute(select(records).where(mine)).all():
        who = erasing.name if row.who in names else row.who
        try:
            before, made = act_from_dict(msgspec.json.decode(row.act), kept=True), read_commitments(row.commitments)
            damaged = is_unproven(row, before, made)
        except (ScoringError, msgspec.MsgspecError):
            damaged = True
        if damaged:
            changed = {"act": erasing.text(row.act), "who": who}
        else:
            act = erasing.act(before, made.fields if made else ())
            said = [texts(*each, made) for each in ((row.who, act_to_dict(before)), (who, act_to_dict(act)))]
            changed = {"act": canonical(act_to_dict(act)).decode(), "who": who}
            if changed["act"] != row.act:
                changed["sent"] = ""  # a hash without a salt, from which a name could be guessed
            changed["commitments"] = write_commitments(made.without(*said) if made else None)
        if (changed["act"], who) != (row.act, row.who):
            where = (records.c.table_number == row.table_number) & (records.c.number == row.number)
            connection.execute(update(records).where(where).values(changed))
    _erase_changes(connection, turn, erasing, others)
    _erase_said(connection, turn, erasing)
    _erase_steps(connection, turn, erasing, others)
    found = (marks.c.kind == "player") & marks.c.value.in_((*names, erasing.name)) & marks.c.hand.in_(here)
    marked = {row.hand for row in connection.execute(select(marks.c.hand).where(found))}
    connection.execute(delete(marks).where(found))
    if marked:
        rows = [{"hand": hand, "kind": "player", "value": erasing.name} for hand in sorted(marked)]
        connection.execute(insert(marks), rows)
    connection.execute(update(turns).where(turns.c.table_number.in_(turn)).values(rewrites=turns.c.rewrites + 1))


def changed_by(erasing: Erasing, entry: JournalEntry[Act]) -> set[str]:
    """Return the commitments of a record whose texts an erasing changes; none without commitments."""
    who = erasing.name if entry.who in erasing.names else entry.who
    said, made = (entry.who, entry.act), entry.commitments
    now = (who, erasing.act(entry.act, made.fields if made else ()))
    before, after = [texts(name, act_to_dict(act), made) for name, act in (said, now)]
    pairs = zip(made.names if made else (), before, after, strict=False)
    return {each for (each, _), old, new in pairs if old != new}


def _erase_changes(
    connection: Connection, turn: Mapping[int, int], erasing: Erasing, elsewhere: Collection[int]
) -> None:
    """Rewrite the authors and reasons of edits."""
    named = or_(*[changes.c.change.contains(_in_json(name), autoescape=True) for name in erasing.names])
    asked = select(changes, hands.c.table_number).join(hands, hands.c.id == changes.c.hand).where(named)
    for row in connection.execute(asked.where(hands.c.table_number.not_in(elsewhere))).all():
        change: dict[str, Any] = msgspec.json.decode(row.change)
        signed = change.get("signed", {})
        who, reason = signed.get("who", ""), signed.get("reason", "")
        kept = {"who": erasing.name if who in erasing.names else who, "reason": erasing.text(reason)}
        if signed and kept != signed:
            where = (changes.c.hand == row.hand) & (changes.c.number == row.number)
            text = msgspec.json.encode(change | {"signed": kept}).decode()
            connection.execute(update(changes).where(where).values(change=text))
            stamp = {"stamp": turn[row.table_number]} if row.table_number in turn else {}
            connection.execute(update(hands).where(hands.c.id == row.hand).values(id=row.hand, **stamp))


def _erase_said(connection: Connection, turn: Mapping[int, int], erasing: Erasing) -> None:
    """Rewrite calls for a referee, notes on players, authors of roles, and commands and refusals."""
    for rows, named, said in (
        (calls, ("player", "who", "taken_by", "done_by"), "reason"),
        (notes, ("player", "who"), "text"),
    ):
        for row in connection.execute(select(rows)).all():
            known = row._asdict()
            kept = {name: erasing.name for name in named if known[name] in erasing.names}
            if erasing.text(known[said]) != known[said]:
                kept[said] = erasing.text(known[said])
            stamp = turn.get(known["table_number"] if rows is calls else 0)
            if kept:
                told = kept if stamp is None else kept | {"stamp": stamp}
                connection.execute(update(rows).where(rows.c.id == row.id).values(told))
    for signed in (orders, people):
        mine = signed.c.who.in_(tuple(erasing.names))
        connection.execute(update(signed).where(mine).values(who=erasing.name))
    forget_names(connection, orders.c.answer != "", erasing.names)


def _erase_steps(connection: Connection, turn: Mapping[int, int], erasing: Erasing, elsewhere: Collection[int]) -> None:
    """Rewrite the authors of corrections of followed deals."""
    named = or_(*[followed.c.step.contains(_in_json(name), autoescape=True) for name in erasing.names])
    asked = select(followed.c.table_number, followed.c.number, followed.c.step, followed.c.stamp)
    for row in connection.execute(asked.where(named, followed.c.table_number.not_in(elsewhere))).all():
        step: dict[str, Any] = msgspec.json.decode(row.step)
        if step.get("by") in erasing.names:
            kept = {"step": msgspec.json.encode(step | {"by": erasing.name}).decode()}
            where = (followed.c.table_number == row.table_number) & (followed.c.number == row.number)
            stamp = turn.get(row.table_number, row.stamp)
            connection.execute(update(followed).where(where).values(kept | {"stamp": stamp}))


def forget_names(connection: Connection, which: Any, names: Collection[str]) -> None:
    """Forget commands to devices that name a person.

    Args:
        connection: The transaction.
        which: Condition for the commands, such as those that were answered.
        names: The names of the person.
    """
    named = or_(*[orders.c.act.contains(_in_json(name), autoescape=True) for name in names])
    connection.execute(update(orders).where(which & named).values(act="{}"))


def _in_json(name: str) -> str:
    return msgspec.json.encode(name).decode()[1:-1]
