"""Roles of rigs in a PostgreSQL for tests, as `tableside hall init` makes them, with a password that all know."""

from collections.abc import Callable

from sqlalchemy import create_engine, make_url, text

from webui.records.database.rigs import secure


def rig_roles(postgres: str, tables: int) -> Callable[[int], str]:
    """Give the rigs of the first tables roles in a database that has its tables.

    Args:
        postgres: The address of the database for its owner, who may make roles.
        tables: The number of tables.

    Returns:
        A function that returns the address of the database for the rig of a table.
    """
    address = make_url(postgres)
    whole = f"{address.username}_rigs"
    engine = create_engine(postgres)
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(1)"))  # roles are of the whole server
        if not connection.execute(text("SELECT 1 FROM pg_roles WHERE rolname = :whole"), {"whole": whole}).scalar():
            connection.execute(text(f"CREATE ROLE {whole} NOLOGIN"))
            for number in range(1, tables + 1):
                role = f"{address.username}_rig_{number}"
                connection.execute(text(f"CREATE ROLE {role} LOGIN PASSWORD 'of-a-rig' IN ROLE {whole}"))
        secure(connection)
    engine.dispose()

    def url(number: int) -> str:
        of_rig = address.set(username=f"{address.username}_rig_{number}", password="of-a-rig")
        return of_rig.render_as_string(hide_password=False)

    return url
