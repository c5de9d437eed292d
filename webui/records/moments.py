"""Times in the form of the database."""

from datetime import UTC, datetime


def now() -> str:
    """Return the moment as ISO 8601 in UTC, to milliseconds: texts that sort as the moments do."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
