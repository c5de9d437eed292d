"""Times in the form of the database."""

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Return the moment as ISO 8601 in UTC, to milliseconds: texts that sort as the moments do."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def after(moment: str, age: timedelta) -> str:
    """Return the moment that is so long after another, in the same form."""
    return (datetime.fromisoformat(moment) + age).isoformat(timespec="milliseconds")
