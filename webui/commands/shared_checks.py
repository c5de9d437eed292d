"""The checks of `tableside doctor --db` for a hall's PostgreSQL database; they change nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, text

from webui.commands.doctor_checks import (
    ASIDE,
    CHOSEN,
    EVENT_RECORDS,
    MEGABYTE,
    PRESETS,
    RECORDS,
    REWRITTEN,
    STATE,
    CheckFound,
    events_found,
    games_of,
    missing_library,
    positions,
    records_found,
    state_found,
)
from webui.match.clock import JUMP
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.records.archive.backup import pruned_in
from webui.records.database.migrate import is_known, newest
from webui.records.database.rigs import are_unlimited, open_to, under_other_roles
from webui.records.errors import RecordsError

HEAD: Final = 262_144
"""Bytes of a JPEG that are searched for a position; it is within the first 64 KB of each EXIF segment."""

KNOWS_COLLATION: Final = 150_000
"""The first version of PostgreSQL that records by which version of the system a database sorts text."""

_ROWS: Final = 8
"""Most photos held in memory."""

_HEADS: Final = """
    SELECT CASE WHEN substring(data FROM 1 FOR 2) = '\\xffd8' THEN substring(data FROM 1 FOR :head) ELSE data END
    FROM photo
"""


def database(db: str, every_photo: bool, words: Messages) -> Iterator[CheckFound]:
    """Check that the database answers and has a known version, and that its photos exist.

    Args:
        db: Its address.
        every_photo: True to compare every photo with its hash.
        words: The language of the server's errors.
    """
    try:
        with _reading(db) as connection:
            yield from _found(connection, every_photo)
    except RecordsError as error:
        why, fix = web_error(words, error)
        yield CheckFound("database", "wrong", "database-unusable", {"reason": why, "fix": fix or "–"})


def newest_record(db: str) -> datetime | None:
    """Return the time of the newest record, or None without records or without an answer."""
    try:
        with _reading(db) as connection:
            at = _one(connection, "SELECT max(at) FROM record") if _version(connection) else None
    except RecordsError:
        return None
    return datetime.fromisoformat(str(at)) if at else None


def games_in(db: str) -> set[str]:
    """Return the games that what is kept is played by; empty without an answer, or of an older version."""
    try:
        with _reading(db) as connection:
            if _version(connection) == newest():
                return games_of(connection.execute(text(CHOSEN)), connection.execute(text(PRESETS)))
    except RecordsError:  # which `database` reports
        pass
    return set()


def jumps(db: str) -> list[str]:
    """Return the jumps of the clock while sessions ran, as stored for the tables."""
    try:
        with _reading(db) as connection:
            asked = text("SELECT value FROM value WHERE key = :key")
            return list(connection.execute(asked, {"key": JUMP}).scalars()) if _version(connection) else []
    except RecordsError:
        return []


@contextmanager
def _reading(db: str) -> Iterator[Connection]:
    """Yield a read-only connection, without upgrading the database."""
    try:
        from webui.records.database import postgres
    except ImportError as error:
        raise RecordsError("no-driver") from error
    backend = postgres.backend(db)
    try:
        with backend.engine.connect() as connection, connection.begin():
            connection.execute(text("SET TRANSACTION READ ONLY"))
            yield connection
    except RecordsError:
        raise
    except Exception as error:
        meant = backend.error(getattr(error, "orig", None) or error)
        if meant is None:
            raise
        raise meant from error
    finally:
        backend.engine.dispose()


def _one(connection: Connection, query: str) -> object:
    return connection.execute(text(query)).scalar()


def _version(connection: Connection) -> str:
    """Return the version of the data; "" if there is none."""
    if _one(connection, "SELECT to_regclass('alembic_version')") is None:
        return ""
    return str(_one(connection, "SELECT version_num FROM alembic_version") or "")


def _found(connection: Connection, every_photo: bool) -> Iterator[CheckFound]:
    version = _version(connection)
    if not version:
        yield CheckFound("database", "note", "database-none")
        return
    if not is_known(version):
        yield CheckFound("database", "wrong", "database-newer", {"version": version})
        return
    if version != newest():
        yield CheckFound("database", "note", "database-older", {"version": version})
        return
    counts = {name: _one(connection, f"SELECT count(*) FROM {name}") for name in ("record", "hand", "photo")}
    size = int(str(_one(connection, "SELECT pg_database_size(current_database())"))) / MEGABYTE
    yield CheckFound(
        "database", "good", "database-good", {"records": counts["record"], "hands": counts["hand"], "size": size}
    )
    yield from collation(connection)
    for role in open_to(connection):
        yield CheckFound("doors", "wrong", "schema-open", {"role": role})
    if are_unlimited(connection):
        yield CheckFound("doors", "wrong", "rigs-unlimited", {})
    for table, role in under_other_roles(connection):
        yield CheckFound("doors", "wrong", "rig-shared", {"table": table, "role": role})
    rewritten = connection.execute(text(REWRITTEN)).all()
    aside = connection.execute(text(ASIDE)).all()
    yield from records_found(connection.execute(text(RECORDS).execution_options(yield_per=_ROWS)), rewritten, aside)
    yield from events_found(connection.execute(text(EVENT_RECORDS).execution_options(yield_per=_ROWS)), aside)
    yield from state_found(connection.execute(text(STATE).execution_options(yield_per=_ROWS)))
    yield from _photographs(connection, counts["photo"], every_photo)


def collation(connection: Connection) -> Iterator[CheckFound]:
    """Report if the system sorts text otherwise than when the database was made, as after a newer Debian."""
    if int(str(_one(connection, "SHOW server_version_num"))) < KNOWS_COLLATION:
        return
    asked = """
        SELECT datname, datcollversion, pg_database_collation_actual_version(oid)
        FROM pg_database WHERE datname = current_database()
    """
    name, recorded, actual = connection.execute(text(asked)).one()
    if recorded and recorded != actual:
        about = {"name": name, "recorded": recorded, "actual": actual or "–"}
        yield CheckFound("database", "wrong", "database-collation", about)


def _photographs(connection: Connection, count: object, every_photo: bool) -> Iterator[CheckFound]:
    absent = "SELECT DISTINCT photo FROM hand WHERE photo != '' AND photo NOT IN (SELECT sha256 FROM photo)"
    acts = connection.execute(text("""SELECT act FROM record WHERE act LIKE '%"type":"Pruned"%'""")).scalars()
    missing = sorted(set(connection.execute(text(absent)).scalars()) - pruned_in(acts))
    if missing:
        yield CheckFound("photographs", "wrong", "photographs-missing", {"missing": len(missing), "photo": missing[0]})
    if every_photo:
        other = "SELECT sha256 FROM photo WHERE encode(sha256(data), 'hex') != sha256 ORDER BY sha256"
        damaged = connection.execute(text(other)).scalars().all()
        if damaged:
            about = {"damaged": len(damaged), "photo": damaged[0]}
            yield CheckFound("photographs", "wrong", "photographs-damaged", about)
            return
    if not missing:
        size = int(str(_one(connection, "SELECT coalesce(sum(size), 0) FROM photo"))) / MEGABYTE
        kind = "photographs-checked" if every_photo else "photographs-good"
        yield CheckFound("photographs", "good", kind, {"photos": count, "size": size})
    heads = connection.execute(text(_HEADS).execution_options(yield_per=_ROWS), {"head": HEAD})
    if missing_library():
        return
    from vision.metadata import has_position

    yield from positions(has_position(data) for data in heads.scalars())
