"""`tableside prune`: removes photos to free space, each by a record."""

import contextlib
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import click

from scoring.match.records import Role
from webui.commands.data import data_option
from webui.commands.options import db_option, printable
from webui.commands.progress import shown, stoppable
from webui.match.matches import Matches
from webui.match.pruning import MEGABYTE, PART, Pruning, plan, prune
from webui.messages import Messages
from webui.messages.errors import command_error
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError
from webui.records.presets import admit_kept
from webui.records.store import Storage
from webui.records.sync.outbox import DEVICE
from webui.terminal.language import lang_option


@click.command("prune")
@click.option("--older", type=click.FloatRange(min=0), metavar="DAYS", help="Age in days of the photos to delete.")
@click.option("--larger", type=click.FloatRange(min=0), metavar="MB", help="Most megabytes to keep.")
@click.option("--yes", is_flag=True, help="Delete them; without it, only a preview.")
@click.option("--reason", default="", help="Reason, for the record.")
@click.option("--who", default="", help="Who does it, for the record.")
@data_option
@db_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def command(
    older: float | None,
    larger: float | None,
    yes: bool,
    reason: str,
    who: str,
    data: Path,
    db: str | None,
    as_json: bool,
    words: Messages,
) -> None:
    """Delete old photos by age or size, each with a record that keeps its checksum; records and hands stay.

    Without --yes nothing is deleted, and only the space is shown. Photos of a match that is not over stay. Ctrl+C
    ends it once the current batch is deleted and recorded. The server may go on meanwhile.
    """
    try:
        if not db and not (data / FILE).is_file():
            raise RecordsError("nothing-kept", folder=printable(data))
        with contextlib.closing(Storage.open(data, alone=False, db=db)) as records:
            admit_kept(records)

            @cache
            def matches_of(table: int) -> Matches:
                return Matches(records.journal, table, "mcr")

            found = plan(records, matches_of, older, larger)
            all_of_them = len(found.photos)
            if yes:
                role: Role = "table" if records.values.get(0, DEVICE) else "desk"  # as its hall believes it
                why = reason or _reason(older, larger, words)
                found = found.part(0, _removed(found, lambda part: prune(records, matches_of, part, who, role, why)))
    except RecordsError as error:
        raise click.ClickException(command_error(words, error)) from error
    stopped = yes and len(found.photos) < all_of_them
    if as_json:
        click.echo(json.dumps(_json(found, yes)))
        sys.exit(1 if stopped else 0)
    about = {"kept": found.kept, "size": found.size / MEGABYTE}
    click.echo(words("Photos: %(kept)d, %(size).1f MB", about))
    if found.playing:
        click.echo(words("Of a match that is not over, which stay: %(playing)d", {"playing": found.playing}))
    gone = {"photos": len(found.photos), "freed": found.freed / MEGABYTE, "day": found.newest, "all": all_of_them}
    if stopped:
        raise click.ClickException(words("Stopped. Deleted: %(photos)d of %(all)d, %(freed).1f MB", gone))
    if yes:
        click.echo(words("Deleted: %(photos)d, %(freed).1f MB", gone))
    elif found.photos:
        click.echo(words("To delete: %(photos)d, %(freed).1f MB, taken until %(day)s; add --yes to do it", gone))
    elif older is None and larger is None:
        click.echo(words("Nothing to delete: give --older DAYS or --larger MB"))
    else:
        click.echo(words("Nothing to delete: no photo is older, and all take less room"))


def _removed(found: Pruning, remove: Callable[[Pruning], None]) -> int:
    """Remove photos in parts until all are gone or Ctrl+C was pressed; return the number removed."""
    count, gone = len(found.photos), 0
    with stoppable() as stop:
        while gone < count and not stop.wanted:
            part = found.part(gone, PART)
            with shown(gone, count):
                remove(part)
            gone += len(part.photos)
    return gone


def _reason(older: float | None, larger: float | None, words: Messages) -> str:
    said = []
    if older is not None:
        said.append(words("older than %(days)g days", {"days": older}))
    if larger is not None:
        said.append(words("to keep %(size)g MB", {"size": larger}))
    return words(", ").join(said)


def _json(found: Pruning, removed: bool) -> dict[str, object]:
    return {
        "removed": removed,
        "photos": [photo.sha256 for photo in found.photos],
        "freed": found.freed,
        "kept": found.kept,
        "size": found.size,
        "playing": found.playing,
    }
