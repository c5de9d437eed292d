"""`tableside hall players`: shows a list of players as it was read, and enters them."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import click
from uuid_utils.compat import uuid7

from scoring.match.duplicates import Duplicate, duplicates
from scoring.match.event_acts import Entered, PlayerEntry
from scoring.match.seating import MOST_PLAYERS
from webui.base.text import visible
from webui.commands.data import storage_options
from webui.commands.hall.events import event_argument, opened, who_option
from webui.commands.options import printable
from webui.exports.spreadsheet import Cell, aligned
from webui.hall.encodings import encoding_names
from webui.hall.entries import MOST_ROWS, PlayerList, from_file
from webui.hall.headings import COLUMNS, Column
from webui.hall.lists import ListTable
from webui.hall.result_lists import ResultList
from webui.messages import Messages
from webui.messages.hall import COLUMN_NAMES, LIKE

_SHOWN_ROWS: Final = 3
"""Rows of the list shown below its headings. More push the people off the screen; fewer may be all empty."""


@click.command("players")
@event_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--enter", is_flag=True, help="Enter them; without it they are only looked at.")
@click.option("--twice", is_flag=True, help="Enter those too who may be there already.")
@click.option(
    "--encoding",
    default="",
    metavar="NAME",
    help=f"Encoding of a text file: {', '.join(encoding_names())}, or another.  [default: told by its content]",
)
@click.option(
    "--columns",
    metavar="USE,…",
    help=f"Use of each column from the left, separated by commas: {', '.join(COLUMNS)}, or - for none.  "
    "[default: told by headings and cells]",
)
@click.option(
    "--skip",
    type=click.IntRange(0, MOST_ROWS),
    metavar="ROWS",
    help="Number of rows above the first player (title, headings), without empty ones.  [default: told by content]",
)
@click.option("--sheet", default="", metavar="NAME", help="Sheet of a workbook.  [default: the one with the headings]")
@who_option
@storage_options
def players(
    event: int,
    file: Path,
    enter: bool,
    twice: bool,
    encoding: str,
    columns: str | None,
    skip: int | None,
    sheet: str,
    who: str,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Read players from FILE (a name a line, CSV, XLSX; - is standard input), point at who may be entered twice,
    and enter them.

    A row of headings, in any language of Europe or East Asia, tells what the columns are. If the encoding, the sheet,
    the first player's row or the columns are not certain, nobody is entered and the exit status is 1: choose with
    --encoding, --sheet, --skip, --columns.
    """
    read = read_list(file, words)
    with opened(data, db) as hall:
        found = hall.get(event).event
        known = [each.person for each in found.entrants.values()]
        uses = None if columns is None else columns.replace("，", ",").split(",")
        listed = from_file(read, set(found.entrants), uses, encoding, sheet, skip)
        people = listed.people
        like = {each.person: each for each in duplicates(people, known)}
        if not people and "encoding" not in listed.open:
            about = {"file": printable(file)}
            raise click.ClickException(
                words("No names were found in %(file)s: check the file, or choose another.", about)
            )
        _show(words, listed, like, {person.number: person for person in [*known, *people]})
        if listed.open:
            raise click.ClickException(_question(words, listed))
        sure = {number for number, each in like.items() if each.by != "similar"}
        entered = tuple(person for person in people if twice or person.number not in sure)
        room = MOST_PLAYERS - len(found.ranked)
        over = sum(not person.substitute for person in entered) - room
        if over > 0 and not enter:
            limit = {"most": MOST_PLAYERS, "room": max(room, 0), "over": over}
            click.echo(
                words(
                    "An event has at most %(most)d players and this one takes %(room)d more: %(over)d too many", limit
                )
            )
        if enter and entered:
            hall.record(event, uuid7(), Entered(entered), who, "desk")
            click.echo(words("Players entered: %(count)d", {"count": len(entered)}))
        elif not enter:
            click.echo(words("Nothing was entered: add --enter to do it"))


def read_list(file: Path, words: Messages) -> bytes:
    """Return the content of a file, or of standard input for `-`; one that cannot be read ends the command."""
    try:
        if file == Path("-"):
            return sys.stdin.buffer.read()
        return file.read_bytes()
    except OSError as error:
        about = {"file": printable(file), "reason": str(error.strerror)}
        raise click.ClickException(words("%(file)s cannot be read (%(reason)s): check the path.", about)) from error


def _show(
    words: Messages, listed: PlayerList, like: Mapping[int, Duplicate], everybody: Mapping[int, PlayerEntry]
) -> None:
    """Print the list as it was read: its columns with their uses, then the people."""
    show_columns(words, listed, listed.table, COLUMN_NAMES)
    _print(_people(words, listed, like, everybody))
    click.echo()


def show_columns(words: Messages, listed: PlayerList | ResultList, table: ListTable, names: Mapping[str, str]) -> None:
    """Print the first rows of a list below the uses of their columns."""
    if listed.source.encodings:
        click.echo(words("Encoding: %(encoding)s", {"encoding": listed.source.encodings[0].encoding}))
    if table.name:
        click.echo(words("Sheet: %(sheet)s", {"sheet": visible(table.name)}))
    if len(listed.columns) > 1:
        click.echo(words("Columns: --columns %(columns)s", {"columns": _option(listed)}))
        uses = [f"[{words(names[each])}]" if each else "[-]" for each in listed.columns]
        _print([uses, *([table.headings] if table.headings else []), *table.rows[:_SHOWN_ROWS]])
        click.echo()


def _option(listed: PlayerList | ResultList) -> str:
    return ",".join(each or "-" for each in listed.columns)


def _print(rows: Iterable[Iterable[Cell]]) -> None:
    click.echo("\n".join(aligned([[visible(str(cell)) for cell in row] for row in rows], left=True)))


_FACTS: Final[tuple[Column, ...]] = ("number", "name", "first", "last", "ema", "other", "country", "team", "club")
"""Columns of the printed people, of those that anybody has."""


def _people(
    words: Messages, listed: PlayerList, like: Mapping[int, Duplicate], everybody: Mapping[int, PlayerEntry]
) -> list[list[str]]:
    """Return a row for each person with the facts that anybody has, and beside it who may be the same."""
    used = [name for name in _FACTS if any(getattr(each, name) for each in listed.people)]
    rows = [[words(COLUMN_NAMES[name]) for name in used] + [""] * bool(like)] if listed.people else []
    for person in listed.people:
        row = [str(getattr(person, name)) for name in used]
        if like:
            row.append(_beside(words, like[person.number], everybody) if person.number in like else "")
        rows.append(row)
    return rows


def _beside(words: Messages, found: Duplicate, everybody: Mapping[int, PlayerEntry]) -> str:
    other = everybody[found.other]
    facts = [str(other.number), other.name, other.ema, other.country, other.team, other.club]
    about = {"person": " ".join(fact for fact in facts if fact), "by": words(LIKE[found.by])}
    return words("like %(person)s (%(by)s)", about)


def _question(words: Messages, listed: PlayerList) -> str:
    """Return what a person must choose, with the names that each choice gives."""
    lines = questions(words, listed)
    if "rows" in listed.open:
        lines.append(words("It is not certain which row is the first player. Choose it with --skip:"))
        for at, row in enumerate(listed.table.all[:_SHOWN_ROWS]):
            lines.append(f"  --skip {at}: {visible(' · '.join(filter(None, row)))}")
    return "\n".join([*lines, words("Nothing was entered.")])


def questions(words: Messages, listed: PlayerList | ResultList) -> list[str]:
    """Return the questions that any list may leave, with their answers."""
    lines = []
    if "encoding" in listed.open:
        first = {"name": listed.encodings[0].encoding}
        lines.append(words("The encoding is not certain. Choose it, for example --encoding %(name)s:", first))
        for each in listed.encodings:
            lines.append(f"  {each.encoding}: {visible(words('; ').join(each.sample))}")
    if "sheet" in listed.open:
        sheets = words(", ").join(visible(sheet) for sheet in listed.source.sheets)
        lines.append(words("Several sheets may hold the list. Choose one with --sheet: %(sheets)s", {"sheets": sheets}))
    if "columns" in listed.open:
        about = {"columns": _option(listed)}
        lines.append(words("The columns are not certain. Choose them, for example --columns %(columns)s", about))
    return lines
