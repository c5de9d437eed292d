"""The program behind a page opened with it: stopped, and restarted for phones, from the page.

After a double click there is no terminal in which Ctrl+C could end it.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.files import write

PHONES: Final = "phones"
"""Name of the empty file in the data folder that allows phones at each start."""

ANSWERED: Final = 1.5
"""Seconds until the program ends after a request to stop. More leaves the port in use longer; less may end before the
page about it is loaded."""

UNWATCHED: Final = 2 * 3600.0
"""Seconds without any open page, on any device, after which the program ends: longer than a meal between two sessions.
More leaves a forgotten program running; less ends one that is still in use."""

_LOOKS: Final = 5.0
"""Seconds between two checks for open pages. More ends the program later; less takes processor time."""


class Program:
    """The running program, which the page may end. Safe to use from many threads.

    Attributes:
        again: True to start it again after it has ended.
    """

    def __init__(self, folder: Path | None, end: Callable[[], None]) -> None:
        """Remember how to end the program.

        Args:
            folder: The data folder, or None if nothing is stored.
            end: Ends the server soon after; called from any thread.
        """
        self.again = False
        self._folder: Final = folder
        self._end: Final = end
        self._ended: Final = threading.Event()

    @property
    def can_let_phones_in(self) -> bool:
        """True if the choice can be stored until the next start."""
        return self._folder is not None

    def stop(self) -> None:
        """End the program as soon as the response to this request is sent."""
        if not self._ended.is_set():
            self._ended.set()
            later = threading.Timer(ANSWERED, self._end)
            later.daemon = True
            later.start()

    def let_phones_in(self) -> None:
        """Restart the program, open to the network, now and at each later start.

        Raises:
            OSError: The choice cannot be stored.
        """
        if self._folder is not None:
            write(self._folder / PHONES, b"")
            self.again = True
            self.stop()

    def stop_unwatched(self, viewers: Callable[[], int], most: float = UNWATCHED, every: float = _LOOKS) -> None:
        """End the program once no page has been open for `most` seconds; waits in a thread of its own.

        Args:
            viewers: Returns the number of open pages.
            most: Seconds without any.
            every: Seconds between two checks.
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
    """Return True if somebody chose on the page to allow phones at each start."""
    return (folder / PHONES).is_file()
