"""`tableside restore`: replaces the data by a backup."""

from pathlib import Path

import click

from webui.access.pin import SKIPPED
from webui.commands.data import data_option
from webui.commands.language import lang_option
from webui.commands.options import InputFile, db_option, printable
from webui.messages import Messages
from webui.messages.errors import command_error
from webui.records.archive.backup import restore, restore_to
from webui.records.errors import RecordsError


@click.command("restore")
@click.argument("file", type=InputFile())
@data_option
@db_option
@click.option("--force", is_flag=True, help="Also where the folder keeps something, which is moved aside.")
@click.option("--changed", is_flag=True, help="Also records that are not what was recorded, by their checksums.")
@lang_option
def command(file: Path, data: Path, db: str | None, force: bool, changed: bool, lang: str) -> None:
    """Restore the backup FILE into the folder of all data, after every file and record in it was verified.

    Stop the server before. Nothing is removed: with --force what the folder kept is moved beside it, or into
    a folder in it where it is a disk of its own. With --db records
    and photos go into that database, which has to be empty.
    """
    words = Messages.of(lang)
    try:
        if db and force:
            raise click.UsageError(words("--force is for a folder: a database is restored into where it is empty."))
        if db:
            (backup, place), aside = restore_to(db, file, data, SKIPPED, changed), None
        else:
            (backup, aside), place = restore(file, data, force, SKIPPED, changed), printable(data)
    except RecordsError as error:
        raise click.ClickException(command_error(words, error)) from error
    about = {
        "folder": place,
        "made": backup.made,
        "records": backup.records,
        "hands": backup.hands,
        "photos": backup.photos,
    }
    click.echo(
        words(
            "%(folder)s is as it was at %(made)s: records: %(records)d, hands: %(hands)d, photos: %(photos)d",
            about,
        )
    )
    if aside:
        click.echo(words("What it kept before is in %(folder)s.", {"folder": printable(aside)}))
