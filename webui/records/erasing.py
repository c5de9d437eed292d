"""A person's name taken out of all that is kept, in the transaction of the record that says so."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from scoring.match.records import Act, act_from_dict, act_to_dict
from webui.records.canonical import canonical
from webui.records.schema import calls, changes, hands, hidings, marks, notes, records, turns


@dataclass(frozen=True, slots=True)
class Erasing:
    """What is taken out.

    Attributes:
        names: The names of a person.
        name: What stands in their place.
        act: Gives an act as it is to be kept.
        text: Gives the free text of a reason as it is to be kept.
    """

    names: Collection[str]
    name: str
    act: Callable[[Act], Act]
    text: Callable[[str], str]


def erase(connection: Connection, turn: Mapping[int, int], erasing: Erasing) -> None:
    """Rewrites records, the changes of hands, and what hands are found by; hashes stay those of what was recorded.

    Args:
        connection: The transaction.
        turn: The turn taken at each table.
        erasing: What is taken out.
    """
    names = tuple(erasing.names)
    connection.execute(update(records).where(records.c.who.in_(names)).values(who=erasing.name))
    connection.execute(update(hidings).where(hidings.c.who.in_(names)).values(who=erasing.name))
    for table, number, act in connection.execute(select(records.c.table_number, records.c.number, records.c.act)).all():
        kept = canonical(act_to_dict(erasing.act(act_from_dict(msgspec.json.decode(act))))).decode()
        if kept != act:
            where = (records.c.table_number == table) & (records.c.number == number)
            connection.execute(update(records).where(where).values(act=kept))
    _erase_changes(connection, turn, erasing)
    _erase_said(connection, erasing)
    found = (marks.c.kind == "player") & marks.c.value.in_((*names, erasing.name))
    marked = {row.hand for row in connection.execute(select(marks.c.hand).where(found))}
    connection.execute(delete(marks).where(found))
    if marked:
        rows = [{"hand": hand, "kind": "player", "value": erasing.name} for hand in sorted(marked)]
        connection.execute(insert(marks), rows)
    connection.execute(update(turns).where(turns.c.table_number.in_(turn)).values(rewrites=turns.c.rewrites + 1))


def _erase_changes(connection: Connection, turn: Mapping[int, int], erasing: Erasing) -> None:
    """Rewrites who changed hands and why."""
    named = or_(*[changes.c.change.contains(_in_json(name), autoescape=True) for name in erasing.names])
    asked = select(changes, hands.c.table_number).join(hands, hands.c.id == changes.c.hand).where(named)
    for row in connection.execute(asked).all():
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


def _erase_said(connection: Connection, erasing: Erasing) -> None:
    """Rewrites calls for a referee and notes of players."""
    names = tuple(erasing.names)
    for column in (calls.c.player, calls.c.who, calls.c.taken_by, calls.c.done_by, notes.c.player, notes.c.who):
        connection.execute(update(column.table).where(column.in_(names)).values({column.name: erasing.name}))
    for column, key in ((calls.c.reason, calls.c.id), (notes.c.text, notes.c.id)):
        for id, text in connection.execute(select(key, column)).all():
            if erasing.text(text) != text:
                connection.execute(update(key.table).where(key == id).values({column.name: erasing.text(text)}))


def _in_json(name: str) -> str:
    return msgspec.json.encode(name).decode()[1:-1]
