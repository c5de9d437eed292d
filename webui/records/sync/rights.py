"""Rights of the role of rigs in a hall's PostgreSQL: the necessary ones, and no more.

A rig adds and continues events at a table; it cannot remove records or give roles, and does not see the PIN.
"""

from typing import Final

from sqlalchemy import text

from webui.records.database.database import Database
from webui.records.database.schema import values
from webui.records.people import VERSION
from webui.records.sync.copying import VALUES

RIGHTS: Final = {
    "alembic_version": "SELECT",
    "turn": "SELECT, INSERT, UPDATE",
    "record": "SELECT, INSERT, UPDATE",
    "hand": "SELECT, INSERT, UPDATE",
    "change": "SELECT, INSERT, UPDATE",
    "hiding": "SELECT, INSERT, UPDATE",
    "mark": "SELECT, INSERT, DELETE",
    "value": "SELECT, INSERT, UPDATE, DELETE",
    "photo": "SELECT, INSERT, UPDATE",
    "claim": "SELECT, INSERT, UPDATE",
    "hall_order": "SELECT, INSERT, UPDATE",
    "call": "SELECT, INSERT, UPDATE",
    "note": "SELECT, INSERT, UPDATE",
    "person": "SELECT",
    "device": "SELECT, INSERT, UPDATE",
    "invitation": "SELECT, UPDATE",
    "event": "SELECT",
    "event_record": "SELECT",
}
"""The rights by table. `UPDATE` of records removes names; their hashes show any other change."""


KEYS: Final = (*VALUES, VERSION)
"""The small state that rigs see and store: neither the PIN, nor the address of a camera with its password."""


def grant(database: Database, role: str) -> bool:
    """Give a role the rights of rigs, and revoke all others.

    Args:
        database: The hall's, opened by its owner.
        role: The role.

    Returns:
        False if there is no such role.

    Raises:
        RecordsError: The database cannot be reached, or its user may not do this.
    """
    with database.writing() as connection:
        if connection.execute(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}).scalar() is None:
            return False
        named = '"' + role.replace('"', '""') + '"'
        seen = "key IN (" + ", ".join(f"'{key}'" for key in KEYS) + ")"
        for statement in (
            f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {named}",
            f"GRANT USAGE ON SCHEMA public TO {named}",
            f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {named}",
            *(f'GRANT {rights} ON "{table}" TO {named}' for table, rights in RIGHTS.items()),
            f"ALTER TABLE {values.name} ENABLE ROW LEVEL SECURITY",
            f"DROP POLICY IF EXISTS rigs ON {values.name}",
            f"CREATE POLICY rigs ON {values.name} TO {named} USING ({seen}) WITH CHECK ({seen})",
        ):
            connection.execute(text(statement))
    return True
