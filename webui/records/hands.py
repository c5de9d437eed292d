"""Hands, as JSON: with every edit, and deleted only by a mark."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from webui.records import moments
from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import changes, hands, hidings, marks
from webui.records.errors import WriteConflictError
from webui.records.photos.in_files import Staged


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A stored hand.

    Attributes:
        id: Id of the hand.
        table: Number of its table.
        number: Number among the hands of the table, from 1; 0 before it is stored.
        at: Time of its creation (ISO 8601, UTC).
        photo: SHA-256 of its photo; empty without one.
        reading: Its reading, as JSON; empty if it was entered by hand.
        state: The hand as edited, as JSON.
        changes: Every edit, as JSON, the oldest first.
        hidden: True if it is deleted.
        stamp: Turn of its table in which it was created or edited last; 0 before it is stored.
        sent: SHA-256 of its photo as sent; empty if it was stored unchanged.
    """

    id: str
    table: int
    number: int
    at: str
    photo: str
    reading: str
    state: str
    changes: tuple[str, ...] = ()
    hidden: bool = False
    stamp: int = field(default=0, compare=False)
    sent: str = ""


@dataclass(frozen=True, slots=True)
class Hiding:
    """One deletion or restoration of a hand, its author, and its time (ISO 8601, UTC)."""

    hidden: bool
    who: str
    at: str


Tags = Mapping[str, Iterable[str]]
"""Tags of a hand for searching: values by their kind, such as fan or player."""


_MARK: Final = 200
"""Most characters of a tag, as many as its column has."""


_HAND: Final = columns(KeptHand, hands)
_HIDING: Final = columns(Hiding, hidings)


class HandStore:
    """The hands in a database, safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        """Store hands in this database."""
        self._database: Final = database

    def keep(self, hand: KeptHand, tags: Tags | None = None, photo: Staged | None = None) -> KeptHand:
        """Store a new hand; it is on the disk when this returns.

        Args:
            hand: The hand, with `number` 0.
            tags: Its tags.
            photo: Its photo, if that was stored for it and stays with it.

        Returns:
            The hand with its number and its stamp.

        Raises:
            WriteConflictError: A hand already has its id.
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._database.take_turn(connection, hand.table)
            asked = select(func.max(hands.c.number)).where(hands.c.table_number == hand.table)
            number = (connection.execute(asked).scalar() or 0) + 1
            put_hand(connection, replace(hand, number=number, stamp=stamp), tags or {})
            if photo:
                photo.settle(connection)
        if photo:
            photo.settled = True
        return replace(hand, number=number, stamp=stamp)

    def keep_change(
        self,
        hand: str,
        number: int,
        change: str,
        state: str,
        tags: Tags | None = None,
        after: int | None = None,
    ) -> int:
        """Store one edit of a hand; it is on the disk when this returns.

        Args:
            hand: Id of the hand.
            number: Number of the edit, from 1.
            change: The edit, as JSON.
            state: The hand after it, as JSON.
            tags: Tags after it; kinds not named stay.
            after: Stamp of the edited hand, or None for any.

        Returns:
            Its new stamp.

        Raises:
            WriteConflictError: Somebody else has edited it meanwhile.
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._turn_of(connection, hand)
            if after is not None and after != connection.execute(_stamp_of(hand)).scalar():
                raise WriteConflictError
            connection.execute(insert(changes).values(hand=hand, number=number, change=change))
            connection.execute(update(hands).where(hands.c.id == hand).values(state=state, stamp=stamp))
            put_tags(connection, hand, tags or {})
        return stamp

    def mark(self, hand: str, tags: Tags) -> None:
        """Replace the tags of a hand; kinds not named stay.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            self._turn_of(connection, hand)
            put_tags(connection, hand, tags)

    def move(self, moved: Sequence[KeptHand]) -> None:
        """Store hands at the table that they name now, where they get the next numbers; their edits stay.

        Args:
            moved: The hands, the oldest first, with their state and edits as that table has them.

        Raises:
            RecordsError: They cannot be stored.
        """
        with self._database.writing() as connection:
            for hand in moved:
                stamp = self._database.take_turn(connection, hand.table)
                asked = select(func.max(hands.c.number)).where(hands.c.table_number == hand.table)
                number = (connection.execute(asked).scalar() or 0) + 1
                kept = {"table_number": hand.table, "number": number, "state": hand.state, "stamp": stamp}
                connection.execute(update(hands).where(hands.c.id == hand.id).values(kept))
                for at, change in enumerate(hand.changes, 1):
                    same = (changes.c.hand == hand.id) & (changes.c.number == at)
                    connection.execute(update(changes).where(same).values(change=change))

    def hide(self, hand: str, hidden: bool, who: str) -> int | None:
        """Delete or restore a hand, with a record of it; it is on the disk when this returns.

        Returns:
            Its new stamp, or None if there is no such hand.

        Raises:
            RecordsError: It cannot be stored.
        """
        if self.stamp(hand) is None:
            return None
        with self._database.writing() as connection:
            stamp = self._turn_of(connection, hand)
            before = connection.execute(select(hands.c.hidden, hands.c.stamp).where(hands.c.id == hand)).one()
            if before.hidden is hidden:
                return int(before.stamp)
            connection.execute(update(hands).where(hands.c.id == hand).values(hidden=hidden, stamp=stamp))
            asked = select(func.count()).select_from(hidings).where(hidings.c.hand == hand)
            number = connection.execute(asked).scalar_one() + 1
            row = to_row(Hiding(hidden, who, moments.now()), hidings, hand=hand, number=number)
            connection.execute(insert(hidings).values(row))
        return stamp

    def hidings(self, hand: str) -> list[Hiding]:
        """Return the deletions and restorations of a hand, the oldest first."""
        asked = select(*_HIDING).where(hidings.c.hand == hand).order_by(hidings.c.number)
        with self._database.reading() as connection:
            return [Hiding(*row) for row in connection.execute(asked)]

    def get(self, hand: str) -> KeptHand | None:
        """Return the hand with this id, deleted or not, or None."""
        with self._database.reading() as connection:
            return hand_in(connection, hand)

    def stamp(self, hand: str, table: int | None = None) -> int | None:
        """Return the stamp of a hand, which changes with every edit, or None if there is no such hand at a table."""
        asked = _stamp_of(hand)
        if table is not None:
            asked = asked.where(hands.c.table_number == table)
        with self._database.reading() as connection:
            found: int | None = connection.execute(asked).scalar()
            return found

    def changed(self, table: int, after: int) -> list[tuple[str, int]]:
        """Return the ids and stamps of a table's hands created or edited after a stamp, the oldest first."""
        asked = select(hands.c.id, hands.c.stamp).where(hands.c.table_number == table, hands.c.stamp > after)
        with self._database.reading() as connection:
            return [(row.id, row.stamp) for row in connection.execute(asked.order_by(hands.c.stamp))]

    def table_of(self, hand: str) -> int | None:
        """Return the number of a hand's table, or None if there is no such hand."""
        with self._database.reading() as connection:
            return connection.execute(select(hands.c.table_number).where(hands.c.id == hand)).scalar()

    def tables(self) -> list[int]:
        """Return the numbers of the tables that have hands."""
        with self._database.reading() as connection:
            return sorted(connection.execute(select(hands.c.table_number).distinct()).scalars())

    def newest(
        self,
        table: int,
        before: int | None = None,
        limit: int | None = None,
        hidden: bool | None = False,
        tags: Mapping[str, str] | None = None,
        day: str = "",
    ) -> list[KeptHand]:
        """Return hands of a table, the newest first.

        Args:
            table: Number of the table.
            before: Number of the hand before which to begin, or None for the newest.
            limit: Greatest number, or None for all.
            hidden: True for deleted hands, False for the others, None for both.
            tags: A value that a hand must have for each kind named; for a player, part of the name in any case.
            day: Beginning of its time of creation, such as 2026-05-01; empty for any.
        """
        asked = select(*_HAND).where(hands.c.table_number == table).order_by(hands.c.number.desc())
        if before is not None:
            asked = asked.where(hands.c.number < before)
        if hidden is not None:
            asked = asked.where(hands.c.hidden.is_(hidden))
        for kind, value in (tags or {}).items():
            same = marks.c.value == value[:_MARK]
            if kind == "player":
                same = marks.c.value.icontains(value[:_MARK], autoescape=True)
            marked = select(marks.c.hand).where(marks.c.kind == kind, same)
            asked = asked.where(hands.c.id.in_(marked))
        if day:
            asked = asked.where(hands.c.at.startswith(day, autoescape=True))
        with self._database.reading() as connection:
            rows = connection.execute(asked.limit(limit)).all()
            made = _changes(connection, [row.id for row in rows])
        return [_hand(row, made) for row in rows]

    def count(self, table: int, hidden: bool = False) -> int:
        """Return the number of a table's hands, deleted ones or the others."""
        mine = (hands.c.table_number == table) & hands.c.hidden.is_(hidden)
        with self._database.reading() as connection:
            return connection.execute(select(func.count()).select_from(hands).where(mine)).scalar_one()

    def names_photo(self, sha256: str) -> bool:
        """Return True if a hand, deleted or not, has the photo of that hash."""
        with self._database.reading() as connection:
            return connection.execute(select(hands.c.id).where(hands.c.photo == sha256).limit(1)).scalar() is not None

    def mentions(self, rules: str) -> bool:
        """Return True if a hand, deleted or not, or one of its edits names these rules."""
        named = f'%"{rules}"%'  # a name has no character that LIKE takes for another
        with self._database.reading() as connection:
            found = connection.execute(select(hands.c.id).where(hands.c.state.like(named)).limit(1)).scalar()
            edited = select(changes.c.hand).where(changes.c.change.like(named)).limit(1)
            return found is not None or connection.execute(edited).scalar() is not None

    def tables_of_photos(self) -> dict[str, set[int]]:
        """Return the tables whose hands have a photo, by its hash."""
        asked = select(hands.c.photo, hands.c.table_number).where(hands.c.photo != "").distinct()
        found: dict[str, set[int]] = {}
        with self._database.reading() as connection:
            for photo, table in connection.execute(asked):
                found.setdefault(photo, set()).add(table)
        return found

    def photos(self) -> set[str]:
        """Return the hashes of the photos that hands have."""
        with self._database.reading() as connection:
            return set(connection.execute(select(hands.c.photo).where(hands.c.photo != "").distinct()).scalars())

    def _turn_of(self, connection: Connection, hand: str) -> int:
        """Take the turn at the table of a hand."""
        table = connection.execute(select(hands.c.table_number).where(hands.c.id == hand)).scalar_one()
        return self._database.take_turn(connection, table)


def _stamp_of(hand: str) -> Select[Any]:
    return select(hands.c.stamp).where(hands.c.id == hand)


def hand_in(connection: Connection, hand: str) -> KeptHand | None:
    """Return the hand with this id, inside a transaction, or None."""
    row = connection.execute(select(*_HAND).where(hands.c.id == hand)).one_or_none()
    return _hand(row, _changes(connection, [hand])) if row else None


def put_hand(connection: Connection, hand: KeptHand, tags: Tags) -> None:
    """Store a new hand with its edits, inside a transaction that has the turn at its table."""
    connection.execute(insert(hands).values(to_row(hand, hands)))
    for number, change in enumerate(hand.changes, 1):
        connection.execute(insert(changes).values(hand=hand.id, number=number, change=change))
    put_tags(connection, hand.id, tags)


def put_tags(connection: Connection, hand: str, tags: Tags) -> None:
    """Replace the tags of a hand, inside a transaction that has the turn at its table."""
    for kind, found in tags.items():
        connection.execute(delete(marks).where(marks.c.hand == hand, marks.c.kind == kind))
        rows = [{"hand": hand, "kind": kind, "value": value} for value in sorted({each[:_MARK] for each in found})]
        if rows:
            connection.execute(insert(marks), rows)


def _changes(connection: Connection, ids: Sequence[str]) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for start in range(0, len(ids), 500):
        asked = select(changes).where(changes.c.hand.in_(ids[start : start + 500]))
        for row in connection.execute(asked.order_by(changes.c.hand, changes.c.number)):
            made.setdefault(row.hand, []).append(row.change)
    return made


def _hand(row: Any, made: Mapping[str, Sequence[str]]) -> KeptHand:
    return KeptHand(**row._mapping, changes=tuple(made.get(row.id, ())))
