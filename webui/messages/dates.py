"""Days and moments as people write them in each language."""

from datetime import datetime
from typing import Final, Literal

from webui.base.text import local_time
from webui.messages import N_, Messages, in_context

_MONTHS: Final = (
    in_context("month", "Jan"), in_context("month", "Feb"), in_context("month", "Mar"), in_context("month", "Apr"),
    in_context("month", "May"), in_context("month", "Jun"), in_context("month", "Jul"), in_context("month", "Aug"),
    in_context("month", "Sep"), in_context("month", "Oct"), in_context("month", "Nov"), in_context("month", "Dec"),
)  # fmt: skip


def moment(words: Messages, iso: str, how: Literal["day", "time", "both"] = "both") -> str:
    """Return a time (ISO 8601) by this computer's clock for readers. Other text is returned unchanged.

    Args:
        words: The language.
        iso: The time. A day alone is one of this computer.
        how: The part that is wanted: day, time or both.
    """
    time = local_time(iso, "time")
    if time == iso or how == "time":
        return time
    at = datetime.fromisoformat(iso).astimezone()
    month = words.of_context(*_MONTHS[at.month - 1])
    day = words(N_("%(month)s %(day)d, %(year)d"), {"month": month, "day": at.day, "year": at.year})
    return day if how == "day" else f"{day} {time}"
