"""What happens when the computer's clock is set while sessions run: their times are moved with it, and it is said."""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from scoring.match.clock import ClockEvent, fold
from webui.match.clock import JUMP, KEY
from webui.records.errors import RecordsError
from webui.records.values import ValueStore
from webui.steady import STEADY, SteadyTime
from webui.table.equipment import HERE

LOOK: Final = 1.0
"""Seconds between two looks at the computer's clock. Not measured."""

_SAME: Final = timedelta(seconds=60)
"""Two servers of one computer see the same jump within this time. Not measured."""

_log = logging.getLogger(__name__)


class Jumps:
    """Watches the computer's clock on a thread of its own."""

    def __init__(self, values: ValueStore, moved: Callable[[int], None], steady: SteadyTime = STEADY) -> None:
        """Takes the records, and what is called with the number of each table whose clock was moved."""
        self._values: Final = values
        self._moved: Final = moved
        self._steady: Final = steady
        self._stopping: Final = threading.Event()
        self._thread = threading.Thread(target=self._run, name="time", daemon=True)

    def start(self) -> None:
        """Watches from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the watch."""
        self._stopping.set()

    def look(self) -> None:
        """Moves the sessions that run with the computer's clock, where that was set."""
        jump = self._steady.jumped()
        if jump is None:
            return
        self._steady.follow()
        now = self._steady()
        _log.warning("the clock of the computer was set by %.1f s; sessions keep their time", jump.total_seconds())
        for table in self._values.all(KEY):
            try:
                if self._move(table, jump, now):
                    self._moved(table)
            except RecordsError as error:  # such as of a table that a device has, which moves it itself
                _log.info("the clock of table %d was not moved: %s", table, error)

    def _move(self, table: int, jump: timedelta, now: datetime) -> bool:
        kept, stamp = self._values.stamped(table, KEY)
        events = msgspec.convert(kept or [], list[ClockEvent])
        clock = fold(events)
        if clock.started is None or clock.ended or self._is_moved(table, now):
            return False
        said = {"computer": HERE, "at": now.astimezone(UTC).isoformat(), "seconds": jump.total_seconds()}
        self._values.keep(table, JUMP, said)
        moved = [replace(event, at=event.at + jump) for event in events]
        self._values.keep(table, KEY, msgspec.to_builtins(moved), stamp)
        return True

    def _is_moved(self, table: int, now: datetime) -> bool:
        """True if another server of this computer has moved the session already."""
        last = self._values.get(table, JUMP) if self._values.shared else None
        return last is not None and last["computer"] == HERE and abs(now - datetime.fromisoformat(last["at"])) < _SAME

    def _run(self) -> None:
        while not self._stopping.wait(LOOK):
            try:
                self.look()
            except Exception:
                _log.exception("a jump of the clock could not be followed")
