"""Migration of a database by the steps in this package; a newer database is refused."""

import logging
from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from webui.records.database import rigs
from webui.records.errors import RecordsError

MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"

_log = logging.getLogger(__name__)


def upgrade(connection: Connection, name: str, migrate: bool = True) -> None:
    """Run the missing migrations of a database, inside the transaction of the connection.

    In PostgreSQL, the rights of rigs are given anew after that, or if a program with another table of rights gave them,
    and those whose role is not of one table are logged.

    Args:
        connection: A transaction that writes to the database.
        name: The database's name for people, for the error.
        migrate: True to migrate an older database, False to refuse it. An empty one is always filled.

    Raises:
        RecordsError: `newer-database`: a newer version of the program migrated it; `older-database`: it needs a
            migration and `migrate` is False; `open-schema`: others may put functions in the way of the hall's.
    """
    found = _version(connection)
    if found is not None and not is_known(found):
        raise RecordsError("newer-database", file=name, version=found)
    if found is not None and found != newest() and not migrate:
        raise RecordsError("older-database", file=name, version=found)
    in_hall = connection.dialect.name == "postgresql"
    if in_hall and migrate:
        rigs.refuse_open(connection)
    _log.debug("database opened", extra={"database": name, "found": found, "newest": newest()})
    if found != newest():
        _run(connection)
        if in_hall:
            rigs.secure(connection)
            if rigs.are_unlimited(connection):
                _log.warning("rigs may take all connections of PostgreSQL: give what `hall init` prints to psql again")
            for table, role in rigs.under_other_roles(connection):
                _log.warning(
                    "the rig of table %d uses the role %s, which is good for all tables: give it its own", table, role
                )
    elif in_hall and migrate and not rigs.are_secured(connection):
        rigs.secure(connection)


def newest() -> str:
    """Return the database version that this program writes."""
    return max(_versions())


def is_known(revision: str) -> bool:
    """Return True if this program knows a database version; newer programs have others."""
    return revision in _versions()


@cache
def _versions() -> frozenset[str]:
    """Return the versions by the names of the steps, as `v0014_evidence.py`, without the library that runs them."""
    return frozenset(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v[0-9][0-9][0-9][0-9]_*.py"))


def _version(connection: Connection) -> str | None:
    """Return the version of a database, or None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _run(connection: Connection) -> None:
    """Run the missing steps."""
    from alembic import command  # slow to import, and most databases need no step
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
