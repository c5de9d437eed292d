"""Changes of the computer's clock during sessions: the sessions' times are moved with it, and the change is shown."""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from scoring.match.clock import ClockEvent, fold
from webui.base.steady import STEADY, SteadyTime
from webui.match.clock import JUMP, KEY, ClockJump, events_from, jump_from
from webui.records.errors import RecordsError
from webui.records.values import ValueStore, read_or
from webui.table.equipment import HERE

LOOK: Final = 1.0
"""Seconds between two checks of the computer's clock. More shows wrong times for longer; less takes processor time."""

_SAME: Final = timedelta(seconds=60)
"""Time within which two servers of one computer detect the same change. More misses a second change; less moves a
session twice."""

_log = logging.getLogger(__name__)


class Jumps:
    """A watch on the computer's clock, on a thread of its own."""

    def __init__(self, values: ValueStore, moved: Callable[[int], None], steady: SteadyTime = STEADY) -> None:
        """Use these records, and call `moved` with the number of each table whose clock was moved."""
        self._values: Final = values
        self._moved: Final = moved
        self._steady: Final = steady
        self._stopping: Final = threading.Event()
        self._thread = threading.Thread(target=self._run, name="time", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopping.set()

    def look(self) -> None:
        """Move the running sessions if the computer's clock was changed."""
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
            except RecordsError as error:  # for example of a table that a device has, which moves it
                _log.info("the clock of table %d was not moved: %s", table, error)

    def _move(self, table: int, jump: timedelta, now: datetime) -> bool:
        kept, stamp = self._values.stamped(table, KEY)
        events: tuple[ClockEvent, ...] = read_or((), events_from, kept)
        clock = fold(events)
        if clock.started is None or clock.ended or self._is_moved(table, now):
            return False
        self._values.keep(table, JUMP, ClockJump(HERE, now.astimezone(UTC), jump.total_seconds()))
        moved = [replace(event, at=event.at + jump) for event in events]
        self._values.keep(table, KEY, msgspec.to_builtins(moved), stamp)
        return True

    def _is_moved(self, table: int, now: datetime) -> bool:
        """Return True if another server of this computer has already moved the session."""
        last = read_or(None, jump_from, self._values.get(table, JUMP)) if self._values.shared else None
        return last is not None and last.computer == HERE and abs(now - last.at) < _SAME

    def _run(self) -> None:
        while not self._stopping.wait(LOOK):
            try:
                self.look()
            except Exception:
                _log.exception("a jump of the clock could not be followed")
