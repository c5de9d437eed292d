"""The tables of one server: its own, and those of a hall, made on request or for a chosen camera or box."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from scoring.rules import offered
from webui.records import MOST_TABLES
from webui.records.database.schema import TABLES
from webui.records.errors import RecordsError
from webui.records.presets import admit_kept, withdraw_removed
from webui.table.equipment import BOX, CAMERA, equip, kept_rules
from webui.table.jumps import Jumps
from webui.table.table import Table

HELD: Final = 64
"""Unused tables held in memory; any other is made again from its records, in 1 ms. One in play with 240 hands takes 2.5
MB."""

_log: Final = logging.getLogger(__name__)


class Tables:
    """The tables of one server, safe to use from many threads.

    They share the storage, the reader of pictures, and its one thread. The server's own table has the camera and the
    box of the command line; each may have those chosen for it on its page. An unused table costs nothing; one without a
    camera and a box that was not requested lately is dropped, and continues from its records.

    Attributes:
        own: The table of addresses without a number.
        records: Their storage.
    """

    def __init__(self, own: Table, count: int = 1, held: int = HELD) -> None:
        """Use this as the server's own table, and prepare the others.

        Args:
            own: The server's own table.
            count: Least number of tables, numbered from 1; 1 for the own one alone, whatever its number.
            held: Number of unused tables held.
        """
        self.own: Final = own
        self.records: Final = own.records
        self._held: Final = held
        self._lock = threading.RLock()
        self._newest: OrderedDict[int, Table] = OrderedDict()
        """The tables requested last."""
        self._living: WeakValueDictionary[int, Table] = WeakValueDictionary()
        """All tables in use: there are never two with one number."""
        self._equipped: list[Table] = []
        """The tables with a camera or a box since the start, which are never dropped."""
        self._started = self._stopped = False
        self._living[own.number] = own
        self._known = count
        self._unwatch: Callable[[], None] = lambda: None
        self._jumps: Final = Jumps(own.records.values, self._clock_moved)

    @property
    def count(self) -> int:
        """Return the number of tables, numbered from 1; 1 if there is only the server's own."""
        kept = self.records.values.get(0, TABLES)
        self._known = max(self._known, kept if isinstance(kept, int) else 0)
        return self._known

    def reach(self, count: int) -> None:
        """Raise the number of tables to at least `count`, on every server of this storage.

        Raises:
            ValueError: It is more than `MOST_TABLES`.
            webui.records.errors.RecordsError: It cannot be kept.
        """
        if not 0 < count <= MOST_TABLES:
            raise ValueError(f"expected 1 to {MOST_TABLES} tables, got {count}")
        if count > self.count:
            self.records.values.keep(0, TABLES, count)

    @property
    def many(self) -> bool:
        """True if there are more than the server's own."""
        return self._known > 1 or self.count > 1

    @property
    def numbers(self) -> list[int]:
        """The numbers of the tables."""
        count = self.count
        return sorted({self.own.number, *range(1, count + 1)}) if count > 1 else [self.own.number]

    def used(self) -> list[int]:
        """Return the numbers of the tables that have records or hands, or that somebody is viewing."""
        with self._lock:
            living = set(self._living)
        found = living.union(self.records.journal.tables(), self.records.hands.tables())
        return [number for number in self.numbers if number in found]

    def get(self, number: int) -> Table | None:
        """Return the table of that number, or None."""
        if number == self.own.number:
            return self.own
        there = 0 < number <= self._known or 0 < number <= self.count  # a known one needs no query
        return self._get(number) if there and self._known > 1 else None

    def known(self, number: int) -> Table | None:
        """Return the table of that number if that needs no query, or None."""
        if number == self.own.number:
            return self.own
        return self._get(number) if 0 < number <= self._known and self._known > 1 else None

    def living(self, number: int) -> Table | None:
        """Return the table of that number if it is in memory, or None."""
        return self._living.get(number)

    def of_hand(self, hand_id: str) -> Table | None:
        """Return the table of a hand, or None if there is no such hand."""
        number = self.records.hands.table_of(hand_id)
        return None if number is None else self.get(number)

    def start(self) -> None:
        """Open camera and box of the server's own table, and of others for which some were chosen.

        Raises:
            WeightsError: The network for dice is missing or unusable; nothing is then started.
        """
        self.own.start()
        self._unwatch = self.records.watch(self._told)
        if self.records.shared:
            self.records.books.find = self._find_rules
        self._jumps.start()
        self._started = True
        chosen = {*self.records.values.all(CAMERA), *self.records.values.all(BOX)} - {self.own.number}
        for number in sorted(chosen.intersection(self.numbers)):
            table = self._get(number)
            equip(table)
            self._equipped.append(table)

    def stop(self) -> None:
        """Stop all streams and readings, at all tables."""
        self._unwatch()
        self._jumps.stop()
        with self._lock:
            self._stopped = True
            tables = list(self._living.values())
        for table in tables:
            table.equipment.end()
        for table in tables:
            table.stop()

    def _find_rules(self) -> None:
        """Admit the rules that another server has stored meanwhile."""
        try:
            admit_kept(self.records)
        except RecordsError as error:
            _log.warning("the rules of clubs could not be read: %s", error)

    def follow_rules(self) -> None:
        """Follow the clubs' rules as they are stored now; tables that had chosen removed ones go on by their base."""
        admit_kept(self.records)
        with self._lock:
            tables = list(self._living.values())
        for table in tables:
            if table.rules != (still := offered(table.rules)):
                table.use_rules(still)
        withdraw_removed(self.records)

    def _clock_moved(self, number: int) -> None:
        """Update the pages of a table whose clock was moved with that of the computer."""
        table = self._living.get(number)
        if table:
            table.clock.read_again()

    def _get(self, number: int) -> Table:
        with self._lock:
            table = self._living.get(number) or self._made(number)
            self._newest[number] = table
            self._newest.move_to_end(number)
            while len(self._newest) > self._held:
                self._newest.popitem(last=False)
            return table

    def _made(self, number: int) -> Table:
        table = Table(self.own.pictures, self.own.rules, records=self.records, number=number)
        if "rules" not in self.own.given:
            table.use_rules(kept_rules(self.records.values, number) or table.rules)
        if self._started:
            table.talk.go_on()
        if self._stopped:
            table.stop()
        self._living[number] = table
        return table

    def _told(self, number: int) -> None:
        """Let a table load changes of other processes there, or of another table of this one."""
        if number == 0:
            self.follow_rules()
        table = self._living.get(number)
        if table and table is not self.own:
            table.others.catch_up()
