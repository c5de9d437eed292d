"""Shared parts of the commands of `tableside hall`: stored events and their errors."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import click

from scoring.match.event import Event
from webui.base.errors import WebError
from webui.base.text import visible_lines
from webui.commands.options import printable
from webui.hall.desk import Hall
from webui.messages.errors import command_error
from webui.records.database.schema import TABLES
from webui.records.database.sqlite import FILE
from webui.records.errors import RecordsError
from webui.records.presets import admit_kept
from webui.records.store import Storage
from webui.terminal.language import said, spoken

event_argument = click.argument("event", type=click.IntRange(1))
who_option = click.option("--who", default="", metavar="NAME", help="Who records it.")


@contextmanager
def opened(data: Path, db: str | None, new: bool = False) -> Iterator[Hall]:
    """Open the events of a folder or a database; errors end the command.

    Args:
        data: The folder.
        db: Address of the database, or None for the one in the folder.
        new: True to begin the records of a folder that has none.
    """
    try:
        if not db and not new and not (data / FILE).is_file():
            raise RecordsError("nothing-kept", folder=printable(data))
        with closing(Storage.open(data, alone=False, db=db)) as records:
            admit_kept(records)
            yield Hall(records, reach=partial(_reach, records))
    except WebError as error:
        raise click.ClickException(visible_lines(command_error(spoken(), error))) from error


def _reach(records: Storage, count: int) -> None:
    """Let all servers of these records have at least so many tables."""
    kept = records.values.get(0, TABLES)
    if count > (kept if isinstance(kept, int) else 1):
        records.values.keep(0, TABLES, count)


def player_number(event: Event, value: str) -> int:
    """Return the number of a player that is given by number or name."""
    names = {each.person.name: number for number, each in event.entrants.items()}
    if value in names:
        return names[value]
    if re.fullmatch(r"[0-9]{1,4}", value):
        return int(value)
    about = {"name": value}
    raise click.ClickException(
        said("Nobody called %(name)s is entered: give the name as it is shown, or the number.", about)
    )
