"""Migration of a database by the steps in this package; a newer database is refused."""

import logging
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from webui.records.database import rigs
from webui.records.errors import RecordsError

MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"

_log = logging.getLogger(__name__)


def upgrade(connection: Connection, name: str, migrate: bool = True) -> None:
    """Run the missing migrations of a database, inside the transaction of the connection.

    In PostgreSQL, the rights of rigs are given anew after that, and those whose role is not of one table are logged.

    Args:
        connection: A transaction that writes to the database.
        name: The database's name for people, for the error.
        migrate: True to migrate an older database, False to refuse it. An empty one is always filled.

    Raises:
        RecordsError: `newer-database`: a newer version of the program migrated it; `older-database`: it needs a
            migration and `migrate` is False; `open-schema`: others may put functions in the way of the hall's.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {each.revision for each in script.walk_revisions()}:
        raise RecordsError("newer-database", file=name, version=found)
    if found is not None and found != script.get_current_head() and not migrate:
        raise RecordsError("older-database", file=name, version=found)
    in_hall = connection.dialect.name == "postgresql"
    if in_hall and migrate:
        rigs.refuse_open(connection)
    if found != script.get_current_head():
        command.upgrade(config, "head")
        if in_hall:
            rigs.secure(connection)
            if rigs.are_unlimited(connection):
                _log.warning("rigs may take all connections of PostgreSQL: give what `hall init` prints to psql again")
            for table, role in rigs.under_other_roles(connection):
                _log.warning(
                    "the rig of table %d uses the role %s, which is good for all tables: give it its own", table, role
                )


def newest() -> str:
    """Return the database version that this program writes."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return ScriptDirectory.from_config(config).get_current_head() or ""


def is_known(revision: str) -> bool:
    """Return True if this program knows a database version; newer programs have others."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return revision in {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
