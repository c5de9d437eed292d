"""When something was kept, as the database has it."""

from datetime import UTC, datetime


def now() -> str:
    """Return the moment as ISO 8601 in UTC, to milliseconds: texts that sort as the moments do."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
