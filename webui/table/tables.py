"""The tables of one server: its own, and those of a hall, made when somebody asks or a camera or box was chosen."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from webui.table.equipment import BOX, CAMERA, equip, kept_rules
from webui.table.jumps import Jumps
from webui.table.table import Table

HELD: Final = 64
"""Tables that are held though nobody looks on; one that is not is made again from its records, in 1 ms. One in play
with 240 hands in memory takes 2.5 MB."""

MOST_TABLES: Final = 999
"""Tables of a server at most: their numbers have three digits on a hall's screen."""

KEY: Final = "tables"
"""The key that the number of tables is kept by, with the state of no table."""


class Tables:
    """The tables of one server, safe to use from many threads.

    They share the records, what reads pictures, and the one thread that it reads on. The server's own has the camera
    and the box that the command line names; each may have those that were chosen for it on its page. A table that
    nobody used costs nothing; one without a camera and a box that nobody has asked for lately is let go, and goes on
    from its records.

    Attributes:
        own: The table that addresses without a number mean.
        records: What is kept of them.
    """

    def __init__(self, own: Table, count: int = 1, held: int = HELD) -> None:
        """Takes the server's own table, and prepares for the others.

        Args:
            own: The server's own table.
            count: How many tables there are at least, numbered from 1; 1 for the own one alone, whatever its number.
            held: How many are held though nobody uses them.
        """
        self.own: Final = own
        self.records: Final = own.records
        self._held: Final = held
        self._lock = threading.RLock()
        self._newest: OrderedDict[int, Table] = OrderedDict()
        """Those asked for last."""
        self._living: WeakValueDictionary[int, Table] = WeakValueDictionary()
        """All that anybody holds: of one number there are never two."""
        self._equipped: list[Table] = []
        """Those that have a camera or a box since the start, which are not let go."""
        self._started = self._stopped = False
        self._living[own.number] = own
        self._known = count
        self._unwatch: Callable[[], None] = lambda: None
        self._jumps: Final = Jumps(own.records.values, self._clock_moved)

    @property
    def count(self) -> int:
        """How many tables there are, numbered from 1; 1 where there is only the server's own."""
        kept = self.records.values.get(0, KEY)
        self._known = max(self._known, kept if isinstance(kept, int) else 0)
        return self._known

    def reach(self, count: int) -> None:
        """Lets there be at least so many tables, from now on, on every server of these records.

        Raises:
            ValueError: More than `MOST_TABLES`.
            webui.records.errors.RecordsError: It cannot be kept.
        """
        if not 0 < count <= MOST_TABLES:
            raise ValueError(f"expected 1 to {MOST_TABLES} tables, got {count}")
        if count > self.count:
            self.records.values.keep(0, KEY, count)

    @property
    def many(self) -> bool:
        """Whether there are more than the server's own."""
        return self._known > 1 or self.count > 1

    @property
    def numbers(self) -> list[int]:
        """The numbers of the tables."""
        count = self.count
        return sorted({self.own.number, *range(1, count + 1)}) if count > 1 else [self.own.number]

    def used(self) -> list[int]:
        """The numbers of those tables at which something was recorded or laid, or that somebody looks at now."""
        with self._lock:
            living = set(self._living)
        found = living.union(self.records.journal.tables(), self.records.hands.tables())
        return [number for number in self.numbers if number in found]

    def get(self, number: int) -> Table | None:
        """The table of that number; None where there is none."""
        if number == self.own.number:
            return self.own
        there = 0 < number <= self._known or 0 < number <= self.count  # a known one costs no question
        return self._get(number) if there and self._known > 1 else None

    def of_hand(self, hand_id: str) -> Table | None:
        """The table that a hand was laid at; None where there is no such hand."""
        number = self.records.hands.table_of(hand_id)
        return None if number is None else self.get(number)

    def start(self) -> None:
        """Opens the camera and looks for the box of the server's own table, and of others for which some were chosen.

        Raises:
            WeightsError: what dice are read with is missing or unusable; then nothing is started.
        """
        self.own.start()
        self._unwatch = self.records.watch(self._told)
        self._jumps.start()
        self._started = True
        chosen = {*self.records.values.all(CAMERA), *self.records.values.all(BOX)} - {self.own.number}
        for number in sorted(chosen.intersection(self.numbers)):
            table = self._get(number)
            equip(table)
            self._equipped.append(table)

    def stop(self) -> None:
        """Ends all streams and what is being read, at all tables."""
        self._unwatch()
        self._jumps.stop()
        with self._lock:
            self._stopped = True
            tables = list(self._living.values())
        for table in tables:
            if table.feed:
                table.feed.end()
        for table in tables:
            table.stop()

    def _clock_moved(self, number: int) -> None:
        """Lets the pages of a table follow where its clock was moved with that of the computer."""
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
        table = self.own.beside(number)
        if "rules" not in self.own.given:
            table.rules = kept_rules(self.records.values, number) or table.rules
        if self._started:
            table.go_on()
        if self._stopped:
            table.stop()
        self._living[number] = table
        return table

    def _told(self, number: int) -> None:
        """Lets a table take over what other processes wrote there, or what was written at another table of this one."""
        table = self._living.get(number)
        if table and table is not self.own:
            table.catch_up()
