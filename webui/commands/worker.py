"""`tableside worker`: processes that read the photos sent to a hall's servers."""

import click

from webui.base.logs import LogForm, write
from webui.commands.options import db_option, log_option, models_option
from webui.messages import Messages
from webui.messages.errors import command_error
from webui.records.errors import RecordsError
from webui.terminal.language import lang_option


@click.command("worker")
@db_option
@models_option
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that read.")
@log_option
@lang_option
def command(db: str | None, jobs: int, form: LogForm | None, words: Messages) -> None:
    """Read the photos sent to the servers of a hall on this computer, until it is stopped.

    Start it on as many computers as help; each photo is read once. One that a computer leaves unread, because it
    was switched off, another takes over within seconds; without any worker the servers read by themselves.
    """
    if not db:
        raise click.UsageError(words("Name the database of the hall with --db or TABLESIDE_DB."))
    write(form)
    try:
        from webui.jobs import queue, worker
        from webui.records.store import Storage
    except ImportError as error:
        raise click.ClickException(command_error(words, RecordsError("no-driver"))) from error
    try:
        records = Storage.open(None, db=db)
        queue.prepare(db)
    except RecordsError as error:
        raise click.ClickException(command_error(words, error)) from error
    name = records.name
    records.close()
    click.echo(words("Reading the photos of %(database)s: processes: %(jobs)d", {"database": name, "jobs": jobs}))
    worker.run(db, jobs, form)
