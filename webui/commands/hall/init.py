"""`tableside hall init`: the roles and the database of a hall in PostgreSQL."""

import re
from pathlib import Path
from typing import Final

import click

from webui.commands.options import db_option
from webui.messages import Messages
from webui.messages import doctor as wording
from webui.messages.errors import command_error
from webui.records import MOST_TABLES
from webui.records.errors import RecordsError
from webui.terminal.language import lang_option, said

SQL: Final = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
"""SQL for psql that makes what is missing, and prints a line with the address and password of each new role.

The server draws the passwords, so that they stand neither in a log nor on a command line.
"""


def _name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return a name that needs no quotes in SQL and no percent-encoding in an address."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,47}", value):
        raise click.BadParameter(said("Use small letters, digits and _ alone"), ctx, param)
    return value


@click.command("init")
@click.option("--name", default="tableside", show_default=True, callback=_name, help="Name of the database.")
@click.option("--user", default="tableside", show_default=True, callback=_name, help="Role of servers and workers.")
@click.option(
    "--rigs",
    default=0,
    type=click.IntRange(0, MOST_TABLES),
    help="Make a role for the rig of each table up to this one.",
)
@click.option(
    "--renew", multiple=True, type=click.IntRange(1, MOST_TABLES), help="Give the rig of this table a new password."
)
@db_option
@lang_option
def init(name: str, user: str, rigs: int, renew: tuple[int, ...], db: str | None, words: Messages) -> None:
    """Print the SQL that makes a hall's roles and database; with --db make its tables and give rigs their rights.

    What is there already stays: run it again for more rigs.

    \b
        tableside hall init --rigs 12 | sudo -u postgres psql
        TABLESIDE_DB=postgresql+psycopg://tableside@/tableside tableside hall init
    """
    if not db:
        renewed = ", ".join(map(str, renew))
        click.echo(SQL.format(name=name, user=user, rigs=max(rigs, *renew, 0), renewed=renewed), nl=False)
        return
    from webui.records.database.rigs import (  # the SQL needs no database
        are_unlimited,
        secure,
        tables_with_roles,
        under_other_roles,
    )
    from webui.records.store import Storage

    try:
        records = Storage.open(None, db=db)
        try:
            with records.database.writing() as connection:
                secure(connection)
                tables, others = tables_with_roles(connection), list(under_other_roles(connection))
                unlimited = are_unlimited(connection)
        finally:
            records.close()
    except RecordsError as error:
        raise click.ClickException(command_error(words, error)) from error
    click.echo(words("The tables are there: %(database)s", {"database": records.name}))
    if tables:
        click.echo(words("Tables whose rig has a role of its own: %(tables)s", {"tables": ", ".join(map(str, tables))}))
    else:
        click.echo(words("No rig has a role yet: make them with --rigs"))
    if unlimited:
        click.echo(": ".join(wording.found(words, "rigs-unlimited", {})), err=True)
    for table, role in others:
        click.echo(": ".join(wording.found(words, "rig-shared", {"table": table, "role": role})), err=True)
