"""The log of a server: one line for each event, on standard error, and what is wrong in a file of its folder too.

All rooms use `logging`, and add the data of an event as `extra`; structlog formats the lines here. No line names a
person, or holds a PIN, a token, or the query of an address.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final, Literal, TextIO, TypeAlias

LogForm: TypeAlias = Literal["text", "json"]
"""Lines for people, with the traceback of an error below its line, or one JSON object for each line."""

Filter: TypeAlias = Callable[[logging.LogRecord], bool]

KEPT: Final = "server.log"
"""The file in the data folder with the last lines of the log; the ones before them stand in `server.log.1`."""

_MOST: Final = 1_000_000
"""Bytes of each of the two files. More is more to send than anybody reads."""

VERBOSE: Final = "TABLESIDE_VERBOSE"
"""The variable of the environment by which every command writes each step to its log."""

_OWN: Final = ("webui", "vision", "device", "scoring")
"""Loggers that then write every event; those of libraries would drown them."""


def write(form: LogForm | None, *filters: Filter) -> None:
    """Set up the log of this process.

    Args:
        form: Form of every event; None writes only errors, as bare sentences, unless `VERBOSE` is set.
        filters: Filters that change a record before it is written.
    """
    _end()
    told = bool(os.environ.get(VERBOSE))
    root = logging.getLogger()
    if told or not root.handlers:
        root.addHandler(handler(form or ("text" if told else None), *filters))
    for name in _OWN if told else ("webui",) if form else ():
        logging.getLogger(name).setLevel(logging.DEBUG if told else logging.INFO)


@contextmanager
def verbosely() -> Iterator[None]:
    """Write all that this process does, and those that it starts, to standard error."""
    before = os.environ.get(VERBOSE)
    os.environ[VERBOSE] = before or "1"
    write(None)
    try:
        yield
    finally:
        if before is None:
            del os.environ[VERBOSE]
        _end()
        for name in _OWN:
            logging.getLogger(name).setLevel(logging.NOTSET)


def _end() -> None:
    """Take back what `write` has set up."""
    root = logging.getLogger()
    for each in [each for each in root.handlers if isinstance(each, _Lines)]:
        root.removeHandler(each)


class _Lines(logging.StreamHandler[TextIO]):
    """The lines of this process on standard error."""


def keep(folder: Path, *filters: Filter) -> None:
    """Keep the log of this process in a folder as well, for people."""
    file = _Quiet(folder / KEPT, maxBytes=_MOST, backupCount=1, encoding="utf-8", delay=True)
    for each in filters:
        file.addFilter(each)
    file.setFormatter(_formatter("text"))
    logging.getLogger().addHandler(file)


class _Quiet(RotatingFileHandler):
    """A log file that a full disk does not stop: standard error has the same lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without the sentence that the other handler has left in the record."""
        vars(record).pop("message", None)
        return super().format(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Leave out a line that cannot be written."""


def handler(form: LogForm | None, *filters: Filter) -> logging.Handler:
    """Return the handler that writes lines of one form to standard error."""
    made = _Lines()
    for each in filters:
        made.addFilter(each)
    made.setFormatter(_formatter(form) if form else logging.Formatter("%(message)s"))
    return made


def _formatter(form: LogForm) -> logging.Formatter:
    import structlog  # commands without a log start faster without it

    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    lines: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        lines += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        plain = structlog.dev.plain_traceback
        lines += [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=lines)
