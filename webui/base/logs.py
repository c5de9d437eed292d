"""The log of a server: one line for each event, on standard error.

All rooms use `logging`, and add the data of an event as `extra`; structlog formats the lines here. No line names a
person, or holds a PIN, a token, or the query of an address.
"""

import logging
from collections.abc import Callable
from typing import Literal, TypeAlias

LogForm: TypeAlias = Literal["text", "json"]
"""Lines for people, with the traceback of an error below its line, or one JSON object for each line."""

Filter: TypeAlias = Callable[[logging.LogRecord], bool]


def write(form: LogForm | None, *filters: Filter) -> None:
    """Set up the log of this process.

    Args:
        form: Form of every event; None writes only errors, as bare sentences.
        filters: Filters that change a record before it is written.
    """
    logging.basicConfig(level=logging.WARNING, handlers=[handler(form, *filters)])
    if form:
        logging.getLogger("webui").setLevel(logging.INFO)


def handler(form: LogForm | None, *filters: Filter) -> logging.Handler:
    """Return the handler that writes lines of one form to standard error."""
    made = logging.StreamHandler()
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
