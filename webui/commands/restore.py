"""`tableside restore`: replaces the data by a backup."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from webui.access.pin import SKIPPED
from webui.commands.data import DATA, data_option
from webui.commands.options import InputFile, db_option, printable
from webui.messages import Messages
from webui.messages.errors import command_error, web_error
from webui.records.archive.backup import restore, restore_to
from webui.records.archive.comparing import ComparedPlace
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError
from webui.terminal.language import lang_option


@click.command("restore")
@click.argument("file", type=InputFile())
@data_option
@db_option
@click.option("--force", is_flag=True, help="Also where the folder keeps something, which is moved aside.")
@click.option("--changed", is_flag=True, help="Also records that are not what was recorded, by their checksums.")
@click.option(
    "--against",
    multiple=True,
    metavar="PLACE",
    help="Also say how its records differ from those in this folder, or database, such as the one that it replaces.",
)
@lang_option
def command(
    file: Path, data: Path, db: str | None, force: bool, changed: bool, against: tuple[str, ...], words: Messages
) -> None:
    """Restore the backup FILE into the folder of all data, after every file and record in it was verified.

    Stop the server before. Nothing is removed: with --force what the folder kept is moved beside it, or into
    a folder in it where it is a disk of its own. With --db records and photos go into that database, which has to be
    empty. What its records differ in from those in the folder, in the default folder and with --against is said before.
    """
    others: list[Path | str] = [DATA, *(each if "://" in each else Path(each) for each in against)]
    for each in others[1:]:
        if isinstance(each, Path) and not (each / FILE).is_file():
            raise click.BadParameter(
                words("%(place)s has no records to compare with: name another folder, or a database.", {"place": each})
            )
    compared = 0

    def tell(found: ComparedPlace) -> None:
        nonlocal compared
        compared += 1
        for sentence in _said(words, found):
            click.echo(sentence, err=True)

    try:
        if db and force:
            raise click.UsageError(words("--force is for a folder: a database is restored into where it is empty."))
        if db:
            (backup, place), aside = restore_to(db, file, data, SKIPPED, changed, tell, others), None
        else:
            (backup, aside), place = restore(file, data, force, SKIPPED, changed, tell, others), printable(data)
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
    if not compared:
        click.echo(
            words(
                "There were no records here to compare these with: a device that was shown a match says on its sheet "
                "whether its records are the same, and --against compares with another folder or database."
            )
        )
    if aside:
        click.echo(words("What it kept before is in %(folder)s.", {"folder": printable(aside)}))


def _said(words: Messages, compared: ComparedPlace) -> Iterator[str]:
    """Yield what differs between the records of a place and those of a backup, in sentences."""
    folder, found = compared.place if compared.is_database else printable(Path(compared.place)), compared.found
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
