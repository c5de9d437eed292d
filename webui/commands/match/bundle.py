"""`tableside match bundle` and `open`: a match with all its evidence in one file."""

import contextlib
import getpass
import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from webui.commands.data import DATA
from webui.commands.match.files import fail, note, save
from webui.commands.match.show import sheet_text
from webui.commands.match.sources import kept_options, kept_records, source, source_options
from webui.commands.options import printable
from webui.exports.bundle import HELD, Bundle, belongs, open_bundle, photographs, step_pictures
from webui.messages import Messages
from webui.messages import exports as wording
from webui.messages.errors import command_error, web_error
from webui.records.bundles import BundleError, KnownBundle
from webui.serializers.sheet import hand_sheet_json
from webui.terminal.language import lang_option

if TYPE_CHECKING:
    from webui.records.store import Storage
    from webui.table.importing import ImportResult


@click.command("bundle")
@click.argument("bundle", type=click.Path(dir_okay=False, path_type=Path))
@source_options
@lang_option
def bundle(
    bundle: Path, file: Path | None, data: Path | None, db: str | None, table: int, number: int | None, words: Messages
) -> None:
    """Put a match into the new match file BUNDLE, a zip with its records, photos and match sheet.

    It is the match of FILE; without FILE the one that the server plays. The checksum that is printed covers all of
    it: whoever has written it down can tell that nothing was changed.
    """
    with source(file, data, db, table, number, words) as found, tempfile.SpooledTemporaryFile(HELD) as out:
        seal = found.bundle(out)
        out.seek(0)
        save(bundle, out, words)
    click.echo(words("Written: %(file)s", {"file": printable(bundle)}))
    click.echo(words("Checksum: %(seal)s", {"seal": seal}))


@click.command("open")
@click.argument("bundle", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="Also unpack it: a new folder.")
@click.option("--keep", is_flag=True, help="Also import it: the match becomes the last one of --table.")
@click.option("--table", type=click.IntRange(1), default=1, show_default=True, help="With --keep: the table.")
@click.option("--who", metavar="NAME", help="With --keep: who imports it.  [default: your user name on this computer]")
@kept_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def open_(
    bundle: Path,
    folder: Path | None,
    keep: bool,
    table: int,
    who: str | None,
    data: Path | None,
    db: str | None,
    as_json: bool,
    words: Messages,
) -> None:
    """Print the match sheet of a match file, and verify every checksum in it.

    Its records are compared with those of the same match that the server keeps, where it knows them. Exit status 1 if
    the match file fails verification, or is not as recorded there; the match sheet is printed all the same, and nothing
    is imported. With --keep nothing is imported twice. Stop the server before, or import the match file on its page.
    """
    about = {"file": printable(bundle)}
    taken = None
    try:
        with bundle.open("rb") as opened:
            found = open_bundle(opened)
            if folder:
                _unpack(opened, folder, words)
            here, compared = _compared(found, data, db, words)
            differs = here is not None and here.differs is not None
            if keep and found.sound and not differs:
                with kept_records(data, db, words, alone=True) as records:
                    taken = _keep(records, table, (who or "").strip() or _user(), found, opened, words)
    except BundleError as error:
        fail(f"{printable(bundle)}: {command_error(words, error)}")
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        fail(words("%(file)s cannot be read (%(reason)s): check the path.", about))
    if as_json:
        kept = {"kept": {"table": taken.table, "number": taken.match, "records": taken.records}} if taken else {}
        click.echo(json.dumps(_json(found, here, compared, words) | kept, ensure_ascii=False))
    else:
        click.echo(sheet_text(found.match, words))
        click.echo(
            words(
                "Records: %(records)d, photos: %(photos)d, made %(made)s",
                {"records": len(found.records), "photos": len(found.photos), "made": found.made},
            )
        )
        click.echo(words("Checksum: %(seal)s", {"seal": found.seal}))
    for problem in found.problems:
        note(wording.problem(words, problem))
    if differs:
        note(compared)
    if not found.sound or differs:
        sys.exit(1)
    if not as_json:
        click.echo(words("The file is consistent in itself."))
        for uncovered in found.notes:
            click.echo(wording.note(words, uncovered))
        click.echo(words(wording.CONSISTENT))
        click.echo(compared)
        if taken:
            click.echo(_said(taken, words))


def _compared(found: Bundle, data: Path | None, db: str | None, words: Messages) -> tuple[KnownBundle | None, str]:
    """Compare a match file with the records that the server keeps, changing none; return the result, and a sentence."""
    from webui.records.database.sqlite import FILE
    from webui.records.errors import RecordsError
    from webui.records.store import Storage
    from webui.table.known import known_here

    folder = data or DATA
    if not db and not (folder / FILE).is_file():
        return None, words("No records are kept in %(place)s to compare it with.", {"place": printable(folder)})
    try:
        records = Storage.open(folder, alone=False, db=db, migrate=False)
        with contextlib.closing(records):
            here = known_here(records, found.records)
            place = printable(Path(records.name)) if not db else records.name
            return here, f"{place}: {wording.known_here(words, here)}"
    except RecordsError as error:
        return None, words("Not compared with the records of the server. %(why)s", {"why": web_error(words, error)[0]})


def _user() -> str:
    """Return the name of the user on this computer; empty where the system gives none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a container may run under a number that has no name
        return ""


def _keep(
    records: "Storage", table: int, who: str, found: Bundle, opened: IO[bytes], words: Messages
) -> "ImportResult":
    """Take a match over; end the command if there is no such table, or the match is refused."""
    from webui.records.database.schema import TABLES
    from webui.records.errors import RecordsError
    from webui.table.importing import Importer, take_over

    count = records.values.get(0, TABLES) or 1
    if table > count:
        about = {"number": table, "count": count}
        fail(words("There is no table %(number)d: the tables are 1 to %(count)d.", about))
    try:
        kept, pictures = (found.to_keep(), found.hands, photographs(opened)), step_pictures(opened)
        by = Importer(who, "desk", found.seal)  # whoever has the data may do everything
        return take_over(records, table, found.match.rules, by, *kept, found.followed, pictures)
    except (RecordsError, BundleError) as error:
        fail(command_error(words, error))


def _said(taken: "ImportResult", words: Messages) -> str:
    about = {"table": taken.table, "number": taken.match, "records": taken.records, "photos": taken.photos}
    if not taken.records:
        return words("It was imported already, as match %(number)d of table %(table)d.", about)
    return words(
        "Imported as match %(number)d of table %(table)d; new records: %(records)d, new photos: %(photos)d.",
        about,
    )


def _json(found: Bundle, here: KnownBundle | None, compared: str, words: Messages) -> dict[str, object]:
    return {
        "sound": found.sound,
        "known": None if here is None else here.differs is None,
        "here": compared,
        "seal": found.seal,
        "made": found.made,
        "match": hand_sheet_json(found.match, words),
        "records": len(found.records),
        "photos": list(found.photos),
        "problems": [
            {"kind": problem.kind, "about": dict(problem.about), "says": wording.problem(words, problem)}
            for problem in found.problems
        ],
        "notes": [
            {"kind": note.kind, "about": dict(note.about), "says": wording.note(words, note)} for note in found.notes
        ],
    }


def _unpack(opened: IO[bytes], folder: Path, words: Messages) -> None:
    """Unpack an opened bundle into a new folder; `open_bundle` has checked its size."""
    about = {"folder": printable(folder)}
    try:
        folder.mkdir()
        with zipfile.ZipFile(opened) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if belongs(name)])
    except FileExistsError:
        fail(words("%(folder)s exists already: name a new folder.", about))
    except (OSError, zipfile.BadZipFile) as reason:
        about["reason"] = str(reason)
        fail(words("%(folder)s cannot be written (%(reason)s): check the path and the disk.", about))
