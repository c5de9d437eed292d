"""What a server writes of what happens, a line an event, on the standard error.

All rooms write with `logging`, and say what belongs to an event by `extra`; structlog makes the lines of it here. No
line names a person, or holds a PIN, a token, or what follows the ? of an address.
"""

import logging
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import structlog

Form: TypeAlias = Literal["text", "json"]
"""Lines for people, with the traceback of an error below its line, or one JSON object a line."""

Filter: TypeAlias = Callable[[logging.LogRecord], bool]

_SHARED: Final[tuple[structlog.typing.Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def write(form: Form | None, *filters: Filter) -> None:
    """Lets this process write its log.

    Args:
        form: How every event is written; None writes only what is wrong, as its bare sentence.
        filters: What changes a record before it is written.
    """
    logging.basicConfig(level=logging.WARNING, handlers=[handler(form, *filters)])
    if form:
        logging.getLogger("webui").setLevel(logging.INFO)


def handler(form: Form | None, *filters: Filter) -> logging.Handler:
    """What writes lines of one form on the standard error."""
    made = logging.StreamHandler()
    for each in filters:
        made.addFilter(each)
    made.setFormatter(_formatter(form) if form else logging.Formatter("%(message)s"))
    return made


def _formatter(form: Form) -> logging.Formatter:
    lines: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        lines += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        plain = structlog.dev.plain_traceback
        lines += [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_SHARED, processors=lines)
