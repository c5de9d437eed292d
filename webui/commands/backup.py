"""`tableside backup`: writes all data into one file while the server runs."""

from pathlib import Path

import click

from webui.access.pin import SKIPPED
from webui.commands.data import data_option
from webui.commands.options import db_option, printable
from webui.messages import Messages
from webui.messages.errors import command_error
from webui.records.archive.backup import back_up
from webui.records.errors import RecordsError
from webui.terminal.language import lang_option


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@db_option
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
@lang_option
def command(file: Path, data: Path, db: str | None, force: bool, words: Messages) -> None:
    """Write a backup into FILE, a zip: records, hands, photos, tile sets, calibrations.

    The server may go on meanwhile: the backup has everything of one moment. With --db the records and photos are
    those of the database; the backup can be restored into a folder or a database.

    Exit status 1 if a photo is missing or damaged; the backup holds the rest.
    """
    try:
        made = back_up(data, file, SKIPPED, force, db)
    except RecordsError as error:
        raise click.ClickException(command_error(words, error)) from error
    about = {
        "file": printable(file),
        "records": made.records,
        "hands": made.hands,
        "photos": made.photos,
        "others": made.others,
        "size": made.size / 1e6,
    }
    click.echo(
        words(
            "%(file)s: records: %(records)d, hands: %(hands)d, photos: %(photos)d, other files: %(others)d; "
            "%(size).1f MB",
            about,
        )
    )
    for sha256 in made.lost:
        click.echo(
            words("The photo %(photo).12s is missing or damaged, and not in the backup.", {"photo": sha256}), err=True
        )
    if made.lost:
        raise SystemExit(1)
