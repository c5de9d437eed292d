"""Functions that wait for the effects of a browser, a thread, a child process or a device.

The rule of the suite: a test never asserts at once, nor after a fixed sleep, an effect that an action has in another
thread or process. Playwright's `expect` waits for a page, everything else (state of the server, files, captured
requests, numbers measured on a page) by `until`. A loaded machine may take a minute; an idle one loses none.
"""

import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0
"""Seconds after which a test gives up waiting. With a load of 25 on two cores a program that loads its networks took
over 30 s: less fails good tests, more delays failures."""


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Call `true` until it returns a true value.

    An assertion in it that fails counts as not yet, as does an element or a file that it looks for in vain.

    Raises:
        AssertionError, LookupError or FileNotFoundError: It did not in time; the last error of `true`, if it raised
            one.
    """
    end = time.monotonic() + seconds
    failed: Exception
    while True:
        try:
            if true():
                return
            failed = AssertionError(f"did not come true within {seconds:g} s")
        except (AssertionError, LookupError, FileNotFoundError) as error:
            failed = error
        if time.monotonic() > end:
            raise failed
        time.sleep(0.005)


def stays(true: Callable[[], Any], seconds: float) -> None:
    """Call `true` over and over for that many seconds, so that not even a short change goes unseen.

    Raises:
        AssertionError: It returned a false value.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert true()
        time.sleep(0.005)


def whole_lines(file: Path) -> list[str]:
    """Return the lines of a UTF-8 file that another process appends to, without one that is only half there; none
    before the file is there."""
    return file.read_text("utf-8").split("\n")[:-1] if file.exists() else []


@contextmanager
def child(command: Sequence[str | PathLike[str]], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a child process and kill it at the end: a test that fails leaves nobody waiting for it."""
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()
