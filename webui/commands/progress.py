"""Work on many files: how far it is, an end by Ctrl+C that loses nothing, and what it came to."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import click

from webui.commands.language import said

ReadStatus = Literal["sure", "questions", "unusable"]
"""What a picture came to: a hand whose tiles leave no question, a hand with questions, or no hand."""


@dataclass(slots=True)
class Tally:
    """What became of pictures so far.

    Attributes:
        count: How many there are.
        sure: Those with a hand whose tiles leave no question.
        questions: Those with a hand and questions.
        unusable: Those that could not be read or show no hand.
    """

    count: int
    sure: int = 0
    questions: int = 0
    unusable: int = 0

    @property
    def read(self) -> int:
        """How many are done."""
        return self.sure + self.questions + self.unusable

    @property
    def complete(self) -> bool:
        """Whether all are done."""
        return self.read == self.count

    def add(self, outcome: ReadStatus) -> None:
        """Counts one more."""
        setattr(self, outcome, getattr(self, outcome) + 1)

    def summary(self) -> str:
        """The tally in words."""
        about = {
            "count": self.count,
            "read": self.read,
            "sure": self.sure,
            "questions": self.questions,
            "unusable": self.unusable,
        }
        if self.complete:
            return said(
                "%(count)d pictures. Tiles sure: %(sure)d, with questions: %(questions)d, "
                "could not be used: %(unusable)d.",
                about,
            )
        return said(
            "Stopped after %(read)d of %(count)d pictures. Tiles sure: %(sure)d, with questions: %(questions)d, "
            "could not be used: %(unusable)d.",
            about,
        )


@contextmanager
def shown(number: int, count: int) -> Iterator[None]:
    """Says on the terminal that one of several is in work, and takes it away afterwards.

    Nothing is written where stderr is no terminal, or where there is one alone.
    """
    if count < 2 or not sys.stderr.isatty():
        yield
        return
    text = said("%(number)d of %(count)d", {"number": number, "count": count})
    click.echo(f"\r{text}", err=True, nl=False)
    try:
        yield
    finally:
        click.echo("\r" + " " * 2 * len(text) + "\r", err=True, nl=False)  # Chinese characters are two columns wide


class Stop:
    """Whether Ctrl+C was pressed."""

    def __init__(self) -> None:
        self.wanted = False
        self._asking = False

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a person is asked something, Ctrl+C ends the question too."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False

    def press(self) -> None:
        """Takes one press of Ctrl+C.

        Raises:
            KeyboardInterrupt: it is the second, or a person is being asked.
        """
        again, self.wanted = self.wanted, True
        if again or self._asking:
            raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Lets Ctrl+C say that the work ends once the part in hand is done; pressed again, it ends at once."""
    stop = Stop()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield stop  # somebody else decides what Ctrl+C does, such as nohup
        return
    signal.signal(signal.SIGINT, lambda *_: stop.press())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
