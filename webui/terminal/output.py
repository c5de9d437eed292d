"""Standard output and error on which text of strangers gives the terminal no commands, and CSV for people."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Final, TextIO

import click

from webui.base.text import BOM, visible_lines


class OutputError(click.ClickException):
    """Standard output takes nothing: its disk is full, or it is closed."""


class EscapedStream:
    r"""A text stream that writes control characters as `\x1b`: names, reasons and file names are other people's.

    Attributes:
        unescaped: The stream itself, for what the program writes to move the cursor.
        failed: True once it did not take something.
    """

    def __init__(self, unescaped: TextIO, refused: Callable[[OSError], OutputError] | None = None) -> None:
        """Escape a stream; `refused` returns the error for what it does not take, None for that of the system."""
        self.unescaped: Final = unescaped
        self.failed = False
        self._refused: Final = refused

    def write(self, text: str) -> int:
        with self.taking():
            self.unescaped.write(visible_lines(text))
        return len(text)

    def flush(self) -> None:
        with self.taking():
            self.unescaped.flush()

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Raise an error in words where the stream does not take what is written inside; a reader that has gone is the
        system's own error, which click knows."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._refused is None:
                raise
            self.failed = True
            raise self._refused(error) from error

    def drop(self) -> None:
        """Drop what it holds back, which Python would write once more at the end."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.unescaped.fileno())
            os.close(nowhere)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unescaped, name)


@contextmanager
def escaped_output(refused: Callable[[OSError], OutputError]) -> Iterator[None]:
    """Escape what is written to standard output and error.

    Args:
        refused: Returns the error where standard output does not take it.
    """
    before = sys.stdout, sys.stderr
    for name, stream, error in zip(("stdout", "stderr"), before, (refused, None), strict=True):
        if stream is not None and not isinstance(stream, EscapedStream):
            setattr(sys, name, EscapedStream(stream, error))
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    finally:
        out = sys.stdout
        sys.stdout, sys.stderr = before
        if isinstance(out, EscapedStream) and out.failed:
            out.drop()


def write_csv(text: str) -> None:
    """Write CSV to standard output: escaped on a terminal, with a byte order mark into a file, else as it is."""
    out = sys.stdout
    if out.isatty():
        click.echo(text, nl=False)
        return
    try:
        regular = stat.S_ISREG(os.fstat(out.fileno()).st_mode)
    except (OSError, ValueError):
        regular = False
    write_bytes((BOM if regular else b"") + text.encode())


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is."""
    out = sys.stdout
    with out.taking() if isinstance(out, EscapedStream) else nullcontext():
        out.buffer.write(data)
        out.buffer.flush()
