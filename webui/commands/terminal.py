"""Standard output and error on which text of strangers gives the terminal no commands, and CSV for people."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO

import click

from webui.base.text import BOM, visible_lines


class EscapedStream:
    r"""A text stream that writes control characters as `\x1b`: names, reasons and file names are other people's.

    Attributes:
        unescaped: The stream itself, for what the program writes to move the cursor.
    """

    def __init__(self, unescaped: TextIO) -> None:
        self.unescaped: Final = unescaped

    def write(self, text: str) -> int:
        self.unescaped.write(visible_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unescaped, name)


@contextmanager
def escaped_output() -> Iterator[None]:
    """Escape what is written to standard output and error."""
    before = sys.stdout, sys.stderr
    for name, stream in zip(("stdout", "stderr"), before, strict=True):
        if stream is not None and not isinstance(stream, EscapedStream):
            setattr(sys, name, EscapedStream(stream))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


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
    out.buffer.write((BOM if regular else b"") + text.encode())
    out.flush()
