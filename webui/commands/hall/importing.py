"""`tableside hall import`: shows results of a file as they were read, and records them."""

from collections.abc import Iterable
from pathlib import Path

import click
from uuid_utils.compat import uuid7

from scoring.match.event import Event
from webui.base.text import visible
from webui.commands.data import data_option
from webui.commands.hall.acts import player_number
from webui.commands.hall.events import event_argument, opened, who_option
from webui.commands.hall.players import questions, read_list, show_columns
from webui.commands.options import db_option
from webui.exports.spreadsheet import Cell, aligned
from webui.hall.encodings import encoding_names
from webui.hall.importing import Proposal, propose
from webui.hall.lists import MOST_ROWS
from webui.hall.result_headings import RESULT_COLUMNS
from webui.hall.result_lists import results_of_file
from webui.messages import Messages
from webui.messages.errors import command_error
from webui.messages.hall import RESULT_COLUMN_NAMES
from webui.terminal.language import lang_option, said


@click.command("import")
@event_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--record", "does", is_flag=True, help="Record them; without it they are only looked at.")
@click.option(
    "--round",
    "round_",
    type=click.IntRange(1),
    help="Round of rows that name none.  [default: the one that began last]",
)
@click.option(
    "--person",
    "persons",
    multiple=True,
    metavar="NAME=PLAYER",
    help="Player of the event whom a name of the list means, by number or name; repeat it.",
)
@click.option(
    "--encoding",
    default="",
    metavar="NAME",
    help=f"Encoding of a text file: {', '.join(encoding_names())}, or another.  [default: told by its content]",
)
@click.option(
    "--columns",
    metavar="USE,…",
    help=f"Use of each column from the left, separated by commas: {', '.join(RESULT_COLUMNS)}, or - for none; player, "
    "points and penalty once in a list with a row a player, else once a seat.  [default: told by headings and cells]",
)
@click.option(
    "--skip",
    type=click.IntRange(0, MOST_ROWS),
    metavar="ROWS",
    help="Number of rows above the first result (title, headings), without empty ones.  [default: told by content]",
)
@click.option("--sheet", default="", metavar="NAME", help="Sheet of a workbook.  [default: the one with the headings]")
@who_option
@data_option
@db_option
@lang_option
def importing(
    event: int,
    file: Path,
    does: bool,
    round_: int | None,
    persons: tuple[str, ...],
    encoding: str,
    columns: str | None,
    skip: int | None,
    sheet: str,
    who: str,
    data: Path,
    db: str | None,
    lang: str,
) -> None:
    """Read totals of tables that wrote on paper from FILE (CSV, XLSX), check them, and record all of them or none.

    A row is a table with the totals of its seats, or a player with a table. Headings tell what the columns are. While
    a sum is off, a player sat elsewhere or a name is nobody's, nothing is recorded and the exit status is 1.
    """
    words = Messages.of(lang)
    read = read_list(file, words)
    with opened(data, db) as hall:
        kept = hall.get(event)
        uses = None if columns is None else columns.replace("，", ",").split(",")
        listed = results_of_file(read, uses, encoding, sheet, skip)
        show_columns(words, listed, listed.cells, RESULT_COLUMN_NAMES)
        nothing = words("Nothing was recorded.")
        if listed.open:
            raise click.ClickException("\n".join([*questions(words, listed), nothing]))
        proposal = propose(hall, kept, listed, round_, _persons(kept.event, persons))
        _print(_results(words, proposal, kept.event))
        lines = _lines(words, proposal, kept.event)
        if lines or proposal.act is None:
            lines = lines or [words("There are no results in this file.")]
            raise click.ClickException("\n".join([*lines, nothing]))
        if does:
            made, _ = hall.record(event, uuid7(), proposal.act, who, "desk")
            click.echo(words("Recorded as number %(number)d", {"number": made.number}))
        else:
            click.echo(words("Nothing was recorded: add --record to do it"))


def _persons(event: Event, given: Iterable[str]) -> dict[str, int]:
    found = {}
    for each in given:
        name, equals, player = each.rpartition("=")
        if not equals:
            raise click.UsageError(said("Write --person as NAME=PLAYER."))
        found[name] = player_number(event, player)
    return found


def _results(words: Messages, proposal: Proposal, event: Event) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[words("Round no."), words("Table"), words("Totals")]] if proposal.results else []
    for _, each in proposal.results:
        seated = event.rounds[each.round].players if each.round in event.rounds else []
        players = each.players or (seated[each.table - 1] if 0 < each.table <= len(seated) else ())
        names = [event.name(player) for player in players] or [""] * len(each.totals)
        totals = words("; ").join(f"{name} {total}" for name, total in zip(names, each.totals, strict=False))
        rows.append([each.round, each.table, totals])
    return rows


def _lines(words: Messages, proposal: Proposal, event: Event) -> list[str]:
    """Return what must be decided or changed first."""
    lines = []
    for asked in proposal.asked:
        about = {"name": visible(asked.name), "like": event.name(asked.like) if asked.like else ""}
        lines.append(
            words("Nobody is called %(name)s; %(like)s is alike: --person '%(name)s=%(like)s'", about)
            if asked.like
            else words("Nobody is called %(name)s: correct the list, or say --person '%(name)s=PLAYER'", about)
        )
    for problem in proposal.problems:
        why = command_error(words, problem.why)
        lines.append(words("Row %(row)d: %(says)s.", {"row": problem.row, "says": why}))
    return lines


def _print(rows: Iterable[Iterable[Cell]]) -> None:
    click.echo("\n".join(aligned([[visible(str(cell)) for cell in row] for row in rows], left=True)))
