"""Waiting for what a browser, a thread, a child process or a device does.

The rule of the suite: what an action sets off in another thread or process is never asserted at once, and never after a
fixed sleep. A page is waited for by playwright's `expect`, everything else (state of the server, files, captured
requests, numbers measured on a page) by `until`. A loaded machine may take thirty seconds; an idle one loses none.
"""

import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any, Final

PATIENCE: Final = 30.0
"""Seconds after which a test gives up waiting. Not measured: far beyond the worst seen on two loaded cores, 9 s."""


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Calls `true` until it answers something true; an assertion in it that fails counts as not yet.

    Raises:
        AssertionError: It did not in time; the last one of `true`, where it raised one.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            if true():
                return
            failed = AssertionError(f"did not come true within {seconds:g} s")
        except AssertionError as error:
            failed = error
        if time.monotonic() > end:
            raise failed
        time.sleep(0.005)


def stays(true: Callable[[], Any], seconds: float) -> None:
    """Calls `true` over and over for that many seconds: what must not happen is looked for all the time.

    Raises:
        AssertionError: It answered something false.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert true()
        time.sleep(0.005)


@contextmanager
def child(command: Sequence[str | PathLike[str]], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A child process that is killed at the end: a test that fails leaves nobody waiting for it."""
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()
