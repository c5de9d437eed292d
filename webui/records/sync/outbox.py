"""The outbox of a device: records of its table, written to its own database, are sent to that of a hall.

The device's own database is the outbox: every write at a table takes a turn in the same transaction, so everything with
a turn later than the last one sent is still to be sent. Sending again changes nothing, and only data on the disk of the
hall's database counts as sent; so a record is neither lost nor doubled, whatever fails and whenever.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, cast
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, select, text

from webui.records.bulletin import Bulletin, CallsChanged, Pulled
from webui.records.database.database import Database
from webui.records.database.schema import PRESETS, REMARKS
from webui.records.database.schema import records as record_rows
from webui.records.database.schema import values as value_rows
from webui.records.errors import RecordsError, RecordsErrorKind
from webui.records.people import version_of
from webui.records.presets import learn
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync import copying
from webui.records.sync.calls import apply, collect
from webui.records.sync.copying import Batch, SyncCursor, batch, put
from webui.records.sync.hall_people import HallPeople, everybody, take_over
from webui.records.sync.leases import TableLease, acquire, lease_of, release, renew

DEVICE: Final = "device"
"""The key of this device's name, with the state of no table."""

SENT: Final = "sent"
"""Beginning of the key of a table's sending progress."""

REFUSED: Final = "refused"
"""Beginning of the key of the reason why the hall refuses this device's data of a table."""

HANDED: Final = "handed"
"""Beginning of the key of a table's progress in handing in."""

OWED: Final = "owed"
"""Beginning of the key of the photos that the hall has not taken yet, of a table whose hands it has."""

EVENTS: Final = "events"
"""Beginning of the key of the hall's events that a table belongs to."""

EVENT_RULES: Final = "event-rules"
"""Beginning of the key of the rules of these events."""

REFUSALS: Final[tuple[RecordsErrorKind, ...]] = ("table-claimed", "table-taken", "differs-in-hall")
"""Reasons for which a hall refuses a device until a person acts; others pass."""

EVENTS_AGAIN: Final = 60.0
"""Seconds after which the table's events are read again, since roles may be for one event, and
rounds are played by its rules. More shows new roles later;
less queries the hall more often."""

OWED_AGAIN: Final = 60.0
"""Seconds after which a photo that the hall refused for its limit is sent again. More sends it later; less sends photos
that are refused again."""

LOOK: Final = 0.5
"""Seconds between two checks for data to send and commands to follow. More delays both; less queries the hall more
often."""

PATIENCE: Final = 5.0
"""Seconds after which an idle device renews its lease. More reports a lost device later; less writes to the hall more
often."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OutboxState:
    """State of an outbox.

    Attributes:
        waiting: Number of records, hands, calls, notes and photos not yet sent.
        trouble: The reason, or None while sending works.
        refused: One of `REFUSALS` until the hall accepts data again, also while it is unreachable; else None.
        unhanded: Records that the hall refused and that were not handed in yet.
    """

    waiting: int
    trouble: RecordsError | None
    refused: RecordsError | None = None
    unhanded: int = 0


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The result of handing in refused records.

    Attributes:
        sent: Number of records for the device that has the table, which records or refuses them.
        left: Number of records that stay here: they begin a match, approve, or change a record unknown to the hall.
    """

    sent: int
    left: int


class Outbox:
    """A sender of one table's records to a hall, on a thread of its own; safe to use from many threads."""

    def __init__(
        self,
        records: Storage,
        address: str,
        table: int,
        follow: Callable[[RemoteCommand], str] = lambda order: "",
    ) -> None:
        """Prepare the outbox; `connect` or `start` reaches the hall.

        Args:
            records: The device's own storage.
            address: Address of the hall's database.
            table: Number of the table.
            follow: Follows a command of the hall, once or again, and returns the answer; empty to be called again.
        """
        self.table: Final = table
        self.follow = follow
        self.bulletin: Final = Bulletin()
        self._records: Final = records
        self._address: Final = address
        self._hall: Storage | None = None
        self._lease: TableLease | None = None
        self._held = 0.0
        self.people: Final = HallPeople(records.database, self._hall_database, self._hear_people)
        """The people of the hall, with their roles."""
        self._people: str | None = None
        """The known version of the hall's people, or None before the first."""
        self._rules: dict[str, int] = {}
        """The known stamps of the hall's rules."""
        self._events_at = 0.0
        """Time of the last reading of the table's events (`time.monotonic`)."""
        self._heard = 0
        """The turn of the hall up to which its calls are known here."""
        self._noted: list[Any] = []
        """The hall's notes that are known here."""
        self._owed_at = 0.0
        """Time from which photos that the hall refused for its limit are sent again (`time.monotonic`)."""
        self._lock = threading.RLock()
        self._lost = False
        """True if another device took the table from this one."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        refused = records.values.get(0, f"{REFUSED} {table}")
        self._refused: RecordsError | None = RecordsError(refused["kind"], **refused["about"]) if refused else None
        self._state = OutboxState(self.waiting(), self._refused, self._refused, self._unhanded())

    @property
    def state(self) -> OutboxState:
        """Return the state: what waits is counted now, and the rest is not older than `LOOK` while the hall answers."""
        try:
            return replace(self._state, waiting=self.waiting())
        except RecordsError:
            return self._state

    @property
    def device(self) -> str:
        """Return this device's name in the hall, made once and stored with its records."""
        kept = self._records.values.get(0, DEVICE)
        if not kept:
            kept = str(uuid4())
            self._records.values.keep(0, DEVICE, kept)
        return str(kept)

    def connect(self, take_over: bool = False) -> None:
        """Reach the hall, acquire the table, and copy the hall's data of it that this device lacks.

        Args:
            take_over: True to take the table from another device.

        Raises:
            RecordsError: The hall cannot be reached, another device has the table, or the hall has other records.
        """
        with self._lock:
            hall = self._hall or Storage.open(None, db=self._address, migrate=False)
            try:
                self._expect_own(hall.database)
                had = lease_of(hall.database, self.table)
                if take_over or had is None or had.device in ("", self.device):
                    self._pull_photos(hall)  # first, since it may take long; newer photos are copied below
                claimed = acquire(hall.database, self.table, self.device, take_over, lambda to: self._pull(hall, to))
            except BaseException:
                if hall is not self._hall:
                    hall.close()
                raise
            self._hall, self._lease, self._lost = hall, claimed, False
            self._hear_people()
            self._hear_rules()

    def _expect_own(self, hall: Database) -> None:
        """Refuse a role of PostgreSQL that is bound to another table."""
        with hall.reading() as connection:
            bound = connection.execute(text("SELECT rig_table()")).scalar()
        if bound not in (None, self.table):
            raise RecordsError("other-rig", table=self.table, other=bound)

    def start(self) -> None:
        """Start sending."""
        self._thread.start()

    def stop(self) -> None:
        """Send as much as possible, and release the table if nothing is left."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)
        with self._lock, suppress(RecordsError):
            if self._hall and self._lease:
                self.send()
                self.take_orders()
                if not self.waiting() and not self._hall.orders.of(self.table):
                    release(self._hall.database, self._lease)
        if self._hall:
            self._hall.close()

    def send(self) -> int:
        """Send all pending data, and return the number of items recorded meanwhile.

        Raises:
            RecordsError: The hall cannot be reached or refuses this device.
        """
        with self._lock:
            self._expect_claim()
            assert self._hall
            assert self._lease
            with self._records.database.reading() as connection:
                new = batch(connection, self.table, self._sent())
            if new:
                self._send_photos(self._hall, new.photos)
            if new or time.monotonic() - self._held > PATIENCE:
                try:
                    with self._hall.database.writing() as connection:
                        renew(connection, self._lease)
                        if new:
                            turn = self._hall.database.take_turn(connection, self.table)
                            put(connection, self.table, new, turn)
                except RecordsError as error:
                    if error.kind == "table-taken":
                        self._lease, self._lost = None, True
                    raise
                self._held = time.monotonic()
            if new:
                self._records.values.keep(0, f"{SENT} {self.table}", asdict(new.upto))
                self._owed_at = 0.0  # the hall takes more of photos that hands name
            self._send_owed(self._hall)
            return self.waiting()

    def _expect_claim(self) -> None:
        """Acquire the table if this device does not have it, also after another device released it."""
        if self._hall is not None and self._lease is not None:
            return
        try:
            self.connect()
        except RecordsError as error:
            if error.kind == "table-claimed" and self._lost:
                raise RecordsError("table-taken", table=self.table) from error
            raise

    def expect_taken(self) -> None:
        """Refuse new records at a table for which the hall refuses this device.

        Raises:
            RecordsError: One of `REFUSALS`.
        """
        if self._state.refused:
            raise self._state.refused

    def hand_in(self) -> HandedIn:
        """Send the refused records to the device that has the table, as commands of the hall.

        Each record keeps its id, so handing it in again changes nothing. Corrections of records in the same batch
        replace them. A seating stays here with everything after it, since it would end the match there; so do
        approvals, and changes of a record unknown to the hall.

        Raises:
            RecordsError: The hall cannot be reached.
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
                ids = {row.number: row for row in rows}
                for seen, (number, act) in enumerate(orders.items(), rows[0].number - 1 if rows else 0):
                    self._send_photos(hall, _photos_in(act))
                    row = ids[number]  # it refers to the hand current then, or is refused there
                    by = row.who, row.role
                    hall.orders.place(RemoteCommand(self.table, row.id, "record", act, *by, after=seen, at=row.at))
                self._records.values.keep(0, f"{HANDED} {self.table}", asdict(new.upto))
                self._owed_at = 0.0
                self._send_owed(hall)
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
        """Send photos; those above the hall's limit are noted before their hands go without them."""
        for at, photo in enumerate(photos):
            if not self._send_photo(hall, photo):
                self._keep_owed(dict.fromkeys([*self._owed(), *photos[at:]]))
                return

    def _send_owed(self, hall: Storage) -> None:
        """Send the photos that the hall refused for its limit, as far as it takes them now."""
        owed = self._owed()
        if not owed or time.monotonic() < self._owed_at:
            return
        left = list(owed)
        while left and self._send_photo(hall, left[0]):
            del left[0]
        if left != owed:
            self._keep_owed(left)
        self._owed_at = time.monotonic() + OWED_AGAIN

    def _send_photo(self, hall: Storage, photo: str) -> bool:
        """Send a photo if the hall has it not; return False if it is above the hall's limit."""
        if hall.photos.has(photo):
            return True
        try:
            data = self._records.photos.read(photo)
        except RecordsError as error:
            if error.kind not in ("photo-missing", "photo-damaged"):
                raise
            return True  # the hand goes without it
        try:
            hall.photos.put(data)
        except RecordsError as error:
            if error.kind != "limit-spent":
                raise
            return False
        return True

    def _owed(self) -> list[str]:
        return list(self._records.values.get(0, f"{OWED} {self.table}") or ())

    def _keep_owed(self, photos: Iterable[str]) -> None:
        self._records.values.keep(0, f"{OWED} {self.table}", list(photos))

    def _pull_photos(self, hall: Storage) -> None:
        with hall.database.reading() as connection:
            new = batch(connection, self.table, SyncCursor(), pictures=False)
        for photo in new.photos if new else ():
            if not self._records.photos.has(photo) and hall.photos.has(photo):
                self._records.photos.put(hall.photos.read(photo))

    def _pull(self, hall: Storage, claiming: Connection) -> None:
        """Copy the hall's data of the table that this device lacks: all of it if its disk is new.

        Args:
            hall: The hall's storage.
            claiming: The hall's transaction that acquires the table, so that nobody writes there meanwhile.
        """
        new = batch(claiming, self.table, SyncCursor(), pictures=False)
        if new is None:
            return
        before = self._count()
        for photo in new.photos:
            if not self._records.photos.has(photo) and hall.photos.has(photo):
                self._records.photos.put(hall.photos.read(photo))
        with self._records.database.reading() as connection:
            mine = batch(connection, self.table, SyncCursor(), pictures=False)
        missing = _missing(new, mine) if mine else new
        with self._records.database.writing() as connection:
            put(connection, self.table, missing, self._records.database.take_turn(connection, self.table))
        if self._count() != before:
            self.bulletin.tell(Pulled())

    @property
    def events(self) -> frozenset[int]:
        """Return the numbers of the hall's events of the table, as last read."""
        return frozenset(self._records.values.get(0, f"{EVENTS} {self.table}") or ())

    @property
    def event_rules(self) -> tuple[str, ...]:
        """Return the rules of the hall's events of the table, as last read."""
        return tuple(self._records.values.get(0, f"{EVENT_RULES} {self.table}") or ())

    def _hall_database(self) -> Database:
        hall = self._hall
        trouble = self._state.trouble
        if hall is None or (trouble and trouble.kind == "database-gone"):
            raise RecordsError("database-gone", database="")  # without waiting for it at each request
        return hall.database

    def _hear_people(self) -> None:
        """Copy changed roles from the hall, and read the table's events."""
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
        if rows or now - self._events_at > EVENTS_AGAIN:
            drawn = {number: event for number, event in hall.events.told().items() if self.table <= event.tables}
            self._records.values.keep(0, f"{EVENTS} {self.table}", [*drawn])
            rules = sorted({event.opened.rules for event in drawn.values()})
            self._records.values.keep(0, f"{EVENT_RULES} {self.table}", rules)
            self._events_at = now
        self._people = version

    def _hear_rules(self) -> None:
        """Copy the hall's rules when they were changed, so that they are here before a round begins under them."""
        hall = self._hall
        if hall is None:
            return
        asked = select(value_rows.c.key, value_rows.c.stamp).where(value_rows.c.table_number == 0)
        with hall.database.reading() as connection:
            now = {row.key: row.stamp for row in connection.execute(asked) if row.key in (PRESETS, REMARKS)}
        if now != self._rules:
            learn(self._records, hall)
            self._rules = now

    def hear(self) -> None:
        """Copy roles, rules, the calls of the table, and notes on players from the hall."""
        assert self._hall
        self._hear_people()
        self._hear_rules()
        with self._hall.database.reading() as connection:
            new = collect(connection, self.table, self._heard, None)
        if not new.calls and new.notes == self._noted:
            return
        with self._records.database.writing() as connection:
            changed = apply(connection, new)
        self._heard, self._noted = new.upto(self._heard, 0)[0], new.notes
        if changed:
            self.bulletin.tell(CallsChanged())

    def _count(self) -> int:
        with self._records.database.reading() as connection:
            return copying.count_pending(connection, self.table, SyncCursor())

    def _sent(self) -> SyncCursor:
        kept = self._records.values.get(0, f"{SENT} {self.table}")
        return SyncCursor(**kept) if kept else SyncCursor()

    def waiting(self) -> int:
        """Return the current number of records, hands, calls, notes and photos not yet sent."""
        owed = len(self._owed())
        with self._records.database.reading() as connection:
            return owed + copying.count_pending(connection, self.table, self._sent())

    def _run(self) -> None:
        while not self._stopping.wait(LOOK):
            trouble: RecordsError | None = None
            try:
                self.send()
                self.hear()
                self.take_orders()
                trouble = RecordsError("limit-spent") if self._owed() else None
            except RecordsError as error:
                trouble = error
                if self._hall and error.kind in REFUSALS:  # what was handed in may have photos that the hall has not
                    with self._lock, suppress(RecordsError):
                        self._send_owed(self._hall)
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
        """Store the reason of a refusal, until the hall accepts data again."""
        now = self._refused if trouble and trouble.kind not in REFUSALS else trouble
        if (now and now.kind) == (self._refused and self._refused.kind):
            return
        self._refused = now
        kept = {"kind": now.kind, "about": dict(now.about)} if now else None
        self._records.values.keep(0, f"{REFUSED} {self.table}", kept)

    def take_orders(self) -> None:
        """Follow the commands waiting in the hall for this table, and answer them there."""
        assert self._hall
        for order in self._hall.orders.of(self.table):
            answer = self.follow(order)
            if not answer:
                return
            self.send()  # the hall must have a command's effects before its answer
            self._hall.orders.answer(order.id, answer)


def _missing(new: Batch, mine: Batch) -> Batch:
    """Return the part of a batch that a device lacks: hands with the same or more edits here stay."""
    there, here = (Counter(each.hand for each in of.changes) for of in (new, mine))
    known = {row.id for row in mine.hands}
    steps = {row.number for row in mine.followed}
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
        followed=[row for row in new.followed if row.number not in steps],
    )


def _known(hall: Storage, table: int) -> dict[int, str]:
    """Return the ids of a table's records in a hall, by their numbers."""
    with hall.database.reading() as connection:
        asked = select(record_rows.c.number, record_rows.c.id).where(record_rows.c.table_number == table)
        return {row.number: row.id for row in connection.execute(asked)}


def _settled(acts: dict[int, dict[str, Any]], first: int) -> tuple[dict[int, dict[str, Any]], int]:
    """Return the acts with a meaning of their own, with corrections replacing the corrected ones, and count the others.

    Args:
        acts: The acts unknown to the hall, by the numbers of their records.
        first: The lowest of those numbers: references to earlier records mean the same in the hall.

    Returns:
        The acts by the numbers of their records, and the number of the others.
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
    """Return an act without the ids of hands, which stay on this device: tiles, points and photo suffice."""
    kept = {key: value for key, value in act.items() if key != "laid"}
    return kept | {key: [_without_laid(each) for each in kept[key]] for key in ("claims",) if key in kept}


def _photos_in(act: dict[str, Any]) -> list[str]:
    found = [act.get("photo", ""), act.get("sheet", ""), *(each.get("photo", "") for each in act.get("claims", ()))]
    return [cast(str, each) for each in found if each]
