"""The program behind a page that was opened with it: stopped, and started again for phones, from the page itself.

Who starts Tableside by a double click sees no terminal in which Ctrl+C could end it.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.files import write

PHONES: Final = "phones"
"""Name of the empty file in the folder of all that is kept that says that phones are let in at each start."""

ANSWERED: Final = 1.5
"""Seconds that the program goes on after it was told to stop, so that the page that says so is loaded whole. Not
measured."""

UNWATCHED: Final = 2 * 3600.0
"""Seconds without any page open, on no device, after which the program ends: longer than a meal between two sessions.
Not measured."""

_LOOKS: Final = 5.0
"""Seconds between two looks at how many pages are open. Not measured."""


class Program:
    """The running program, as the page may end it. Safe to use from many threads.

    Attributes:
        again: Whether it is to be started again when it has ended.
    """

    def __init__(self, folder: Path | None, end: Callable[[], None]) -> None:
        """Knows how the program ends.

        Args:
            folder: The folder of all that is kept; None where nothing is.
            end: Ends the server soon after; called from any thread.
        """
        self.again = False
        self._folder: Final = folder
        self._end: Final = end
        self._ended: Final = threading.Event()

    @property
    def can_let_phones_in(self) -> bool:
        """Whether the choice can be kept until the next start."""
        return self._folder is not None

    def stop(self) -> None:
        """Ends the program as soon as the answer to the request that asked for it is on its way."""
        if not self._ended.is_set():
            self._ended.set()
            later = threading.Timer(ANSWERED, self._end)
            later.daemon = True
            later.start()

    def let_phones_in(self) -> None:
        """Starts the program again, open to the network, now and at each later start.

        Raises:
            OSError: the choice cannot be kept.
        """
        if self._folder is not None:
            write(self._folder / PHONES, b"")
            self.again = True
            self.stop()

    def stop_unwatched(self, viewers: Callable[[], int], most: float = UNWATCHED, every: float = _LOOKS) -> None:
        """Ends the program once no page has been open for `most` seconds; waits in a thread of its own.

        Args:
            viewers: How many pages are open.
            most: Seconds without any.
            every: Seconds between two looks.
        """

        def watch() -> None:
            seen = time.monotonic()
            while not self._ended.wait(every):
                if viewers():
                    seen = time.monotonic()
                elif time.monotonic() - seen > most:
                    self.stop()

        threading.Thread(target=watch, name="unwatched", daemon=True).start()


def lets_phones_in(folder: Path) -> bool:
    """Whether somebody chose on the page that phones are let in at each start."""
    return (folder / PHONES).is_file()
