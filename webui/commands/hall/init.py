"""`tableside hall init`: the roles and the database of a hall in PostgreSQL."""

import re

import click

from webui.commands.language import lang_option, said
from webui.commands.options import db_option
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.records.errors import RecordsError
from webui.records.store import Storage
from webui.records.sync.rights import grant

SQL = """\
CREATE ROLE {user} LOGIN;
CREATE ROLE {rigs} LOGIN;
CREATE DATABASE {name} OWNER {user} ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE {name} FROM PUBLIC;
GRANT CONNECT ON DATABASE {name} TO {rigs};
\\password {user}
\\password {rigs}
"""
"""SQL to create them, for psql, which asks for the passwords."""


def _name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return a name that needs no quotes in SQL and no percent-encoding in an address."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", value):
        raise click.BadParameter(said("Use small letters, digits and _ alone"), ctx, param)
    return value


@click.command("init")
@click.option("--name", default="tableside", show_default=True, callback=_name, help="Name of the database.")
@click.option("--user", default="tableside", show_default=True, callback=_name, help="Role of servers and workers.")
@click.option("--rigs", default="tableside_rig", show_default=True, callback=_name, help="Role of tables' devices.")
@db_option
@lang_option
def init(name: str, user: str, rigs: str, db: str | None, lang: str) -> None:
    """Print the SQL that makes a hall's roles and database; with --db make its tables and give rigs their rights.

    \b
        tableside hall init | sudo -u postgres psql
        TABLESIDE_DB=postgresql+psycopg://tableside@/tableside tableside hall init
    """
    words = Messages.of(lang)
    if not db:
        click.echo(SQL.format(name=name, user=user, rigs=rigs), nl=False)
        return
    try:
        records = Storage.open(None, db=db)
        try:
            granted = grant(records.database, rigs)
        finally:
            records.close()
    except RecordsError as error:
        raise click.ClickException(": ".join(web_error(words, error))) from error
    click.echo(words("The tables are there: %(database)s", {"database": records.name}))
    if granted:
        click.echo(words("Rigs may do what they must as %(role)s", {"role": rigs}))
    else:
        click.echo(words("There is no role %(role)s: rigs have to use that of the servers", {"role": rigs}))
