"""The outbox of a device: what it records at its own table in its own database is sent to that of a hall.

Its own database is the outbox: everything that is written at a table takes a turn in the same transaction, so what has
to be sent is whatever has a later turn than was sent. Sending again changes nothing, and only what the hall's database
has on its disk counts as sent; so a record is neither lost nor doubled, whatever fails and whenever.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, cast
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, select

from webui.records.database.schema import records as record_rows
from webui.records.errors import RecordsError, RecordsErrorKind
from webui.records.people import PeopleStore, everybody, take_over, version_of
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync import copying
from webui.records.sync.calls import apply, collect
from webui.records.sync.copying import Batch, SyncCursor, batch, put
from webui.records.sync.hall_people import HallPeople
from webui.records.sync.leases import TableLease, acquire, lease_of, release, renew

DEVICE: Final = "device"
"""The key that the name of this device is kept by, with the state of no table."""

SENT: Final = "sent"
"""The beginning of the key that it is kept by how far a table was sent."""

REFUSED: Final = "refused"
"""The beginning of the key that it is kept by why the hall takes nothing of a table from this device."""

HANDED: Final = "handed"
"""The beginning of the key that it is kept by how far a table was handed in."""

EVENTS: Final = "events"
"""The beginning of the key that it is kept by which events of the hall a table belongs to."""

REFUSALS: Final[tuple[RecordsErrorKind, ...]] = ("table-claimed", "table-taken", "differs-in-hall")
"""Why a hall takes nothing from a device until somebody sees to it; what else is in the way passes."""

EVENTS_AGAIN: Final = 60.0
"""Seconds after which it is heard again at which events the table is, where roles are for one event. Not measured."""

LOOK: Final = 0.5
"""Seconds between two looks whether there is something to send or an order to take. Not measured."""

PATIENCE: Final = 5.0
"""Seconds after which a device that has nothing to send says that it still has its table. Not measured."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OutboxState:
    """How an outbox stands.

    Attributes:
        waiting: Records, hands, calls and notes that the hall does not have yet.
        trouble: Why it does not; None while they are sent.
        refused: One of `REFUSALS` until the hall takes what is sent again, also while it is out of reach; else None.
        unhanded: Records that the hall refused and that were not handed in yet.
    """

    waiting: int
    trouble: RecordsError | None
    refused: RecordsError | None = None
    unhanded: int = 0


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What became of records that a hall refused.

    Attributes:
        sent: How many the device that has the table records, or answers why not.
        left: How many stay here, since they begin a match, approve, or change a record that the hall does not have.
    """

    sent: int
    left: int


class Outbox:
    """Sends what is recorded at one table to a hall, on a thread of its own; safe to use from many threads."""

    def __init__(
        self,
        records: Storage,
        address: str,
        table: int,
        follow: Callable[[RemoteCommand], str] = lambda order: "",
        pulled: Callable[[], None] = lambda: None,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepares the outbox; `connect` or `start` reaches the hall.

        Args:
            records: The device's own records.
            address: Address of the hall's database.
            table: Number of the table.
            follow: Follows an order of the hall, once or again, and gives the answer to it; empty to be asked again.
            pulled: Called after records or hands were taken over from the hall.
            told: Called after the hall told of a call, such as who takes it, or of a note.
        """
        self.table: Final = table
        self.follow = follow
        self.pulled = pulled
        self.told = told
        self._records: Final = records
        self._address: Final = address
        self._hall: Storage | None = None
        self._claim: TableLease | None = None
        self._held = 0.0
        self.people: Final = HallPeople(records.database, self._hall_people, self._hear_people)
        """Who has a role: the people of the hall."""
        self._people: str | None = None
        """The version of the hall's people that is known here; None before they were heard of."""
        self._events_at = 0.0
        """When it was heard last at which events the table is (`time.monotonic`)."""
        self._heard = (0, 0)
        """The turns of the hall up to which its calls and notes are known here."""
        self._lock = threading.RLock()
        self._lost = False
        """Whether another device took the table from this one."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        refused = records.values.get(0, f"{REFUSED} {table}")
        self._refused: RecordsError | None = RecordsError(refused["kind"], **refused["about"]) if refused else None
        self._state = OutboxState(self.waiting(), self._refused, self._refused, self._unhanded())

    @property
    def state(self) -> OutboxState:
        """How it stands; not older than `LOOK` while the hall answers."""
        return self._state

    @property
    def device(self) -> str:
        """What the hall calls this device: made once, and kept with its records."""
        kept = self._records.values.get(0, DEVICE)
        if not kept:
            kept = str(uuid4())
            self._records.values.keep(0, DEVICE, kept)
        return str(kept)

    def connect(self, take_over: bool = False) -> None:
        """Reaches the hall, claims the table and takes over what the hall has of it that this device has not.

        Args:
            take_over: Whether to take the table from another device that has it.

        Raises:
            RecordsError: The hall cannot be reached, another device has the table, or the hall has other records.
        """
        with self._lock:
            hall = self._hall or Storage.open(None, db=self._address, migrate=False)
            try:
                had = lease_of(hall.database, self.table)
                if take_over or had is None or had.device in ("", self.device):
                    self._pull_photos(hall)  # before, since it may take long; what comes meanwhile is pulled below
                claimed = acquire(hall.database, self.table, self.device, take_over, lambda to: self._pull(hall, to))
            except BaseException:
                if hall is not self._hall:
                    hall.close()
                raise
            self._hall, self._claim, self._lost = hall, claimed, False
            self._hear_people()

    def start(self) -> None:
        """Sends from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Sends what can still be sent, and lets the table go where nothing is left."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)
        with self._lock, suppress(RecordsError):
            if self._hall and self._claim:
                self.send()
                self.take_orders()
                if not self.waiting() and not self._hall.orders.of(self.table):
                    release(self._hall.database, self._claim)
        if self._hall:
            self._hall.close()

    def send(self) -> int:
        """Sends what the hall does not have; gives how much is left then, which was recorded meanwhile.

        Raises:
            RecordsError: The hall cannot be reached or takes nothing from this device.
        """
        with self._lock:
            self._expect_claim()
            assert self._hall
            assert self._claim
            with self._records.database.reading() as connection:
                new = batch(connection, self.table, self._sent())
            if new:
                self._send_photos(self._hall, new.photos)
            if new or time.monotonic() - self._held > PATIENCE:
                try:
                    with self._hall.database.writing() as connection:
                        renew(connection, self._claim)
                        if new:
                            noted = self._hall.database.take_turn(connection, 0) if new.calls.notes else 0
                            turn = self._hall.database.take_turn(connection, self.table)
                            put(connection, self.table, new, turn, noted)
                except RecordsError as error:
                    if error.kind == "table-taken":
                        self._claim, self._lost = None, True
                    raise
                self._held = time.monotonic()
            if new:
                self._records.values.keep(0, f"{SENT} {self.table}", asdict(new.upto))
            return self.waiting()

    def _expect_claim(self) -> None:
        """Claims the table where this device does not have it, also again once the one that took it let it go."""
        if self._hall is not None and self._claim is not None:
            return
        try:
            self.connect()
        except RecordsError as error:
            if error.kind == "table-claimed" and self._lost:
                raise RecordsError("table-taken", table=self.table) from error
            raise

    def expect_taken(self) -> None:
        """Refuses what is to be recorded at a table of which the hall takes nothing from this device.

        Raises:
            RecordsError: one of `REFUSALS`.
        """
        if self._state.refused:
            raise self._state.refused

    def hand_in(self) -> HandedIn:
        """Hands what the hall refuses to the device that has the table, which records it as the hall's orders.

        Each record keeps its id, so that handing it in again does nothing. Corrections of records that are handed in
        with them take their place. A seating stays here with all that follows it, since it would end the match there;
        so do approvals, and changes of a record that the hall does not have.

        Raises:
            RecordsError: the hall cannot be reached.
        """
        with self._lock:
            hall = self._hall or Storage.open(None, db=self._address, migrate=False)
            try:
                with self._records.database.reading() as connection:
                    new = batch(connection, self.table, self._sent())
                if new is None:
                    return HandedIn(0, 0)
                there = _known(hall, self.table)
                rows = [row for row in new.records if there.get(row.number) != row.id]
                acts = {row.number: msgspec.json.decode(row.act) for row in rows}
                orders, left = _settled(acts, first=rows[0].number if rows else 0)
                self._send_photos(hall, [photo for act in orders.values() for photo in _photos_in(act)])
                ids = {row.number: row for row in rows}
                for seen, (number, act) in enumerate(orders.items(), rows[0].number - 1 if rows else 0):
                    row = ids[number]  # it means the hand that was in play then, or is refused there
                    hall.orders.place(RemoteCommand(self.table, row.id, "record", act, row.who, row.role, after=seen))
                self._records.values.keep(0, f"{HANDED} {self.table}", asdict(new.upto))
            finally:
                if hall is not self._hall:
                    hall.close()
            self._state = replace(self._state, unhanded=self._unhanded())
            return HandedIn(len(orders), left)

    def _unhanded(self) -> int:
        if self._refused is None:
            return 0
        kept = self._records.values.get(0, f"{HANDED} {self.table}")
        after = max(self._sent().records, SyncCursor(**kept).records if kept else 0)
        return len(self._records.journal.entries(self.table, after, None))

    def _send_photos(self, hall: Storage, photos: list[str]) -> None:
        for photo in photos:
            if not hall.photos.has(photo):
                with suppress(RecordsError):  # pruned or damaged here: the hand goes without
                    data = self._records.photos.read(photo)
                    hall.photos.put(data)

    def _pull_photos(self, hall: Storage) -> None:
        with hall.database.reading() as connection:
            new = batch(connection, self.table, SyncCursor())
        for photo in new.photos if new else ():
            if not self._records.photos.has(photo) and hall.photos.has(photo):
                self._records.photos.put(hall.photos.read(photo))

    def _pull(self, hall: Storage, claiming: Connection) -> None:
        """Takes over what the hall has of the table and this device has not: all of it where its disk is new.

        Args:
            hall: The hall's records.
            claiming: To the hall, in the transaction that claims the table, so that nobody writes there meanwhile.
        """
        new = batch(claiming, self.table, SyncCursor())
        if new is None:
            return
        before = self._count()
        for photo in new.photos:
            if not self._records.photos.has(photo) and hall.photos.has(photo):
                self._records.photos.put(hall.photos.read(photo))
        with self._records.database.reading() as connection:
            mine = batch(connection, self.table, SyncCursor())
        missing = _missing(new, mine) if mine else new
        with self._records.database.writing() as connection:
            put(connection, self.table, missing, self._records.database.take_turn(connection, self.table))
        if self._count() != before:
            self.pulled()

    @property
    def events(self) -> frozenset[int]:
        """Numbers of the hall's events that the table belongs to, as they were heard of last."""
        return frozenset(self._records.values.get(0, f"{EVENTS} {self.table}") or ())

    def _hall_people(self) -> PeopleStore:
        hall = self._hall
        if hall is None:
            raise RecordsError("database-gone", database="")
        return hall.people

    def _hear_people(self) -> None:
        """Takes over who has a role in the hall, where that has changed, and at which events the table is."""
        hall = self._hall
        if hall is None:
            return
        with hall.database.reading() as connection:
            version = version_of(connection)
            rows = everybody(connection) if version != self._people else None
        if rows:
            with self._records.database.writing() as connection:
                take_over(connection, rows)
        now = time.monotonic()
        if (rows or now - self._events_at > EVENTS_AGAIN) and any(each.event for each in self._records.people.all()):
            found = [kept for number in hall.events.numbers() if (kept := hall.events.get(number))]
            at = [kept.number for kept in found if self.table <= kept.event.tables]
            self._records.values.keep(0, f"{EVENTS} {self.table}", at)
            self._events_at = now
        self._people = version

    def hear(self) -> None:
        """Takes over who has a role, the calls of the table and the notes on players that the hall was told."""
        assert self._hall
        self._hear_people()
        with self._hall.database.reading() as connection:
            new = collect(connection, self.table, *self._heard)
        if not new:
            return
        with self._records.database.writing() as connection:
            changed = apply(connection, new)
        self._heard = new.upto(*self._heard)
        if changed:
            self.told()

    def _count(self) -> int:
        with self._records.database.reading() as connection:
            return copying.count_pending(connection, self.table, SyncCursor())

    def _sent(self) -> SyncCursor:
        kept = self._records.values.get(0, f"{SENT} {self.table}")
        return SyncCursor(**kept) if kept else SyncCursor()

    def waiting(self) -> int:
        """Records, hands, calls and notes that were not sent yet, counted now."""
        with self._records.database.reading() as connection:
            return copying.count_pending(connection, self.table, self._sent())

    def _run(self) -> None:
        while not self._stopping.wait(LOOK):
            trouble: RecordsError | None = None
            try:
                self.send()
                self.hear()
                self.take_orders()
            except RecordsError as error:
                trouble = error
            except Exception:
                _log.exception("what was recorded could not be sent to the hall")
                trouble = RecordsError("disk-failed", folder="")
            if trouble is None and self._state.trouble is not None:
                _log.info("sent to the hall again", extra={"table": self.table})
            if trouble and (self._state.trouble is None or self._state.trouble.kind != trouble.kind):
                _log.warning("table %d is not sent to the hall: %s", self.table, trouble)
            with suppress(RecordsError):
                self._keep_refusal(trouble)
                self._state = OutboxState(self.waiting(), trouble, self._refused, self._unhanded())

    def _keep_refusal(self, trouble: RecordsError | None) -> None:
        """Keeps why the hall takes nothing, until it takes what is sent again."""
        now = self._refused if trouble and trouble.kind not in REFUSALS else trouble
        if (now and now.kind) == (self._refused and self._refused.kind):
            return
        self._refused = now
        kept = {"kind": now.kind, "about": dict(now.about)} if now else None
        self._records.values.keep(0, f"{REFUSED} {self.table}", kept)

    def take_orders(self) -> None:
        """Follows the orders that wait in the hall for this table, and answers them there."""
        assert self._hall
        for order in self._hall.orders.of(self.table):
            answer = self.follow(order)
            if not answer:
                return
            self.send()  # the hall has what follows from an order before it has the answer
            self._hall.orders.answer(order.id, answer)


def _missing(new: Batch, mine: Batch) -> Batch:
    """What of a batch a device lacks: hands that it has as far or further stay as it has them."""
    there, here = (Counter(each.hand for each in of.changes) for of in (new, mine))
    known = {row.id for row in mine.hands}
    behind = {row.id for row in new.hands if row.id not in known or there[row.id] > here[row.id]}
    return replace(
        new,
        rewritten=[],
        renamed=False,
        hands=[row for row in new.hands if row.id in behind],
        changes=[each for each in new.changes if each.hand in behind],
        hidings=[each for each in new.hidings if each.hand in behind],
        marks=mine.marks | {each for each in new.marks if each[0] in behind},
        values=[],
    )


def _known(hall: Storage, table: int) -> dict[int, str]:
    """The ids of the records that a hall has of a table, by their numbers."""
    with hall.database.reading() as connection:
        asked = select(record_rows.c.number, record_rows.c.id).where(record_rows.c.table_number == table)
        return {row.number: row.id for row in connection.execute(asked)}


def _settled(acts: dict[int, dict[str, Any]], first: int) -> tuple[dict[int, dict[str, Any]], int]:
    """The acts that say by themselves what they mean, with corrections in place of what they correct; and the others.

    Args:
        acts: The acts that a hall does not have, by the numbers of their records.
        first: The lowest of those numbers: what is said of an earlier record means the same in the hall.

    Returns:
        The acts by the numbers of their records, and how many of the others there are.
    """
    made: dict[int, dict[str, Any]] = {}
    left, other_match = 0, False
    for number, act in acts.items():
        of = act.get("of", 0)
        other_match = other_match or act["type"] == "Seated"
        if other_match or act["type"] == "Approved":
            left += 1
        elif act["type"] == "Void" and of in made:
            del made[of]
        elif act["type"] == "Corrected" and of in made:
            made[of] = _without_laid(act["act"])
        elif of >= first:
            left += 1
        else:
            made[number] = _without_laid(act)
    return made, left


def _without_laid(act: dict[str, Any]) -> dict[str, Any]:
    """An act without the ids of laid hands, which stay on this device: its tiles, points and photograph say all."""
    kept = {key: value for key, value in act.items() if key != "laid"}
    return kept | {key: [_without_laid(each) for each in kept[key]] for key in ("claims",) if key in kept}


def _photos_in(act: dict[str, Any]) -> list[str]:
    found = [act.get("photo", ""), *(each.get("photo", "") for each in act.get("claims", ()))]
    return [cast(str, each) for each in found if each]
