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
from typing import Final
from uuid import uuid4

from webui.records import copying
from webui.records.claims import Claim, claim, hold, let_go
from webui.records.copying import Batch, Copied, batch, put
from webui.records.errors import RecordsError
from webui.records.orders import TableOrder
from webui.records.said import said, tell
from webui.records.store import Records

DEVICE: Final = "device"
"""The key that the name of this device is kept by, with the state of no table."""

SENT: Final = "sent"
"""The beginning of the key that it is kept by how far a table was sent."""

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
    """

    waiting: int
    trouble: RecordsError | None


class Outbox:
    """Sends what is recorded at one table to a hall, on a thread of its own; safe to use from many threads."""

    def __init__(
        self,
        records: Records,
        address: str,
        table: int,
        follow: Callable[[TableOrder], str] = lambda order: "",
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
        self._hall: Records | None = None
        self._claim: Claim | None = None
        self._held = 0.0
        self._heard = (0, 0)
        """The turns of the hall up to which its calls and notes are known here."""
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._state = OutboxState(self.waiting(), None)

    @property
    def state(self) -> OutboxState:
        """How it stands; not older than `LOOK` while the hall answers."""
        return self._state

    @property
    def device(self) -> str:
        """What the hall calls this device: made once, and kept with its records."""
        kept = self._records.value(0, DEVICE)
        if not kept:
            kept = str(uuid4())
            self._records.keep_value(0, DEVICE, kept)
        return str(kept)

    def connect(self, take_over: bool = False) -> None:
        """Reaches the hall, claims the table and takes over what the hall has of it that this device has not.

        Args:
            take_over: Whether to take the table from another device that has it.

        Raises:
            RecordsError: The hall cannot be reached, another device has the table, or the hall has other records.
        """
        with self._lock:
            hall = self._hall or Records.open(None, db=self._address, migrate=False)
            try:
                claimed = claim(hall.database, self.table, self.device, take_over)
                self._pull(hall)
            except BaseException:
                if hall is not self._hall:
                    hall.close()
                raise
            self._hall, self._claim = hall, claimed

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
                self._take_orders()
                if not self.waiting() and not self._hall.orders.of(self.table):
                    let_go(self._hall.database, self._claim)
        if self._hall:
            self._hall.close()

    def send(self) -> int:
        """Sends what the hall does not have; gives how much is left then, which was recorded meanwhile.

        Raises:
            RecordsError: The hall cannot be reached or takes nothing from this device.
        """
        with self._lock:
            if self._hall is None or self._claim is None:
                self.connect()
            assert self._hall
            assert self._claim
            with self._records.database.reading() as connection:
                new = batch(connection, self.table, self._sent())
            if new:
                self._send_photos(new.photos)
            if new or time.monotonic() - self._held > PATIENCE:
                with self._hall.database.writing() as connection:
                    hold(connection, self._claim)
                    if new:
                        noted = self._hall.database.take_turn(connection, 0) if new.said.notes else 0
                        put(connection, self.table, new, self._hall.database.take_turn(connection, self.table), noted)
                self._held = time.monotonic()
            if new:
                self._records.keep_value(0, f"{SENT} {self.table}", asdict(new.upto))
            return self.waiting()

    def _send_photos(self, photos: list[str]) -> None:
        assert self._hall
        for photo in photos:
            if not self._hall.photos.has(photo):
                with suppress(RecordsError):  # pruned or damaged here: the hand goes without
                    data = self._records.photos.read(photo)
                    self._hall.photos.put(data)

    def _pull(self, hall: Records) -> None:
        """Takes over what the hall has of the table and this device has not: all of it where its disk is new."""
        with hall.database.reading() as connection:
            new = batch(connection, self.table, Copied())
        if new is None:
            return
        before = self._count()
        for photo in new.photos:
            if not self._records.photos.has(photo) and hall.photos.has(photo):
                self._records.photos.put(hall.photos.read(photo))
        with self._records.database.reading() as connection:
            mine = batch(connection, self.table, Copied())
        missing = _missing(new, mine) if mine else new
        with self._records.database.writing() as connection:
            put(connection, self.table, missing, self._records.database.take_turn(connection, self.table))
        if self._count() != before:
            self.pulled()

    def hear(self) -> None:
        """Takes over the calls of the table and the notes on players that the hall was told."""
        assert self._hall
        with self._hall.database.reading() as connection:
            new = said(connection, self.table, *self._heard)
        if not new:
            return
        with self._records.database.writing() as connection:
            changed = tell(connection, new)
        self._heard = new.upto(*self._heard)
        if changed:
            self.told()

    def _count(self) -> int:
        with self._records.database.reading() as connection:
            return copying.waiting(connection, self.table, Copied())

    def _sent(self) -> Copied:
        kept = self._records.value(0, f"{SENT} {self.table}")
        return Copied(**kept) if kept else Copied()

    def waiting(self) -> int:
        """Records, hands, calls and notes that were not sent yet, counted now."""
        with self._records.database.reading() as connection:
            return copying.waiting(connection, self.table, self._sent())

    def _run(self) -> None:
        while not self._stopping.wait(LOOK):
            trouble: RecordsError | None = None
            try:
                self.send()
                self.hear()
                self._take_orders()
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
                self._state = OutboxState(self.waiting(), trouble)

    def _take_orders(self) -> None:
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
