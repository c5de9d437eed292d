"""Work on many files: its progress, stopping with Ctrl+C without loss, and its results."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import click

from webui.terminal.language import said

ReadStatus = Literal["sure", "questions", "unusable"]
"""The result of a picture: a hand without questions, a hand with questions, or no hand."""


@dataclass(slots=True)
class Tally:
    """The results of pictures so far.

    Attributes:
        count: Number of pictures.
        sure: Pictures with a hand without questions.
        questions: Pictures with a hand and questions.
        unusable: Pictures that could not be read or show no hand.
    """

    count: int
    sure: int = 0
    questions: int = 0
    unusable: int = 0

    @property
    def read(self) -> int:
        """Number of pictures that are done."""
        return self.sure + self.questions + self.unusable

    @property
    def complete(self) -> bool:
        """True if all are done."""
        return self.read == self.count

    def add(self, outcome: ReadStatus) -> None:
        """Count one more."""
        setattr(self, outcome, getattr(self, outcome) + 1)

    def summary(self) -> str:
        """Return the tally in words."""
        about = {
            "count": self.count,
            "read": self.read,
            "sure": self.sure,
            "questions": self.questions,
            "unusable": self.unusable,
        }
        if self.complete:
            return said(
                "%(count)d photos. Without questions: %(sure)d, with questions: %(questions)d, could not be used: "
                "%(unusable)d.",
                about,
            )
        return said(
            "Stopped after %(read)d of %(count)d photos. Without questions: %(sure)d, with questions: %(questions)d, "
            "could not be used: %(unusable)d.",
            about,
        )


@contextmanager
def shown(number: int, count: int) -> Iterator[None]:
    """Show on the terminal which of several items is in work, and erase it afterwards.

    Nothing is written if stderr is no terminal, or if there is only one item.
    """
    if count < 2 or not sys.stderr.isatty():
        yield
        return
    text = said("%(number)d of %(count)d", {"number": number, "count": count})
    terminal = getattr(sys.stderr, "unescaped", sys.stderr)
    click.echo(f"\r{text}", terminal, nl=False)
    try:
        yield
    finally:
        click.echo("\r" + " " * 2 * len(text) + "\r", terminal, nl=False)  # Chinese characters are two columns wide


class Stop:
    """A flag that Ctrl+C sets."""

    def __init__(self) -> None:
        self.wanted = False
        self._asking = False

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Let Ctrl+C also end a question to a person, while the context is open."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False

    def press(self) -> None:
        """Register that Ctrl+C was pressed.

        Raises:
            KeyboardInterrupt: It is the second time, or a person is being asked.
        """
        again, self.wanted = self.wanted, True
        if again or self._asking:
            raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Let Ctrl+C stop the work after the current part; pressed again, it stops at once."""
    stop = Stop()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield stop  # somebody else, such as nohup, decides the effect of Ctrl+C
        return
    signal.signal(signal.SIGINT, lambda *_: stop.press())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
