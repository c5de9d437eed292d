"""`tableside restore`: replaces the data by a backup."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from webui.access.pin import SKIPPED
from webui.commands.data import data_option
from webui.commands.language import lang_option
from webui.commands.options import InputFile, db_option, printable
from webui.messages import Messages
from webui.messages.errors import command_error, web_error
from webui.records.archive.backup import restore, restore_to
from webui.records.archive.comparing import Difference
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
    a folder in it where it is a disk of its own; what its records and those of FILE differ in is said before. With --db
    records and photos go into that database, which has to be empty.
    """
    words = Messages.of(lang)

    def tell(compared: list[Difference] | RecordsError) -> None:
        for sentence in _said(words, printable(data), compared):
            click.echo(sentence, err=True)

    try:
        if db and force:
            raise click.UsageError(words("--force is for a folder: a database is restored into where it is empty."))
        if db:
            (backup, place), aside = restore_to(db, file, data, SKIPPED, changed), None
        else:
            (backup, aside), place = restore(file, data, force, SKIPPED, changed, tell), printable(data)
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


def _said(words: Messages, folder: str, found: list[Difference] | RecordsError) -> Iterator[str]:
    """Yield what differs between the records in a folder and those of a backup, in sentences."""
    if isinstance(found, RecordsError):
        why = web_error(words, found)[0]
        yield words("Not compared with the records in %(folder)s. %(why)s", {"folder": folder, "why": why})
    elif not found:
        yield words("The records of the backup are those in %(folder)s.", {"folder": folder})
    else:
        for each in found:
            named = words("Table %(number)d") if each.of == "table" else words("Event %(number)d")
            about: dict[str, Any] = {"where": named % {"number": each.number}, "folder": folder}
            if each.others:
                about |= {"count": len(each.others), "first": each.others[0]}
                yield words(
                    "%(where)s: other records in the backup than in %(folder)s: %(count)d, the first is %(first)d",
                    about,
                )
            if each.lacking:
                lacking = {"count": each.lacking}
                yield words(
                    "%(where)s: records in %(folder)s that the backup does not have: %(count)d", about | lacking
                )
            if each.added:
                about["count"] = each.added
                yield words("%(where)s: records of the backup that are not in %(folder)s: %(count)d", about)
