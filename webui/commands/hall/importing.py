"""`tableside hall import`: shows results of a file as they were read, and records them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import click
from uuid_utils.compat import uuid7

from scoring.match.event import Event
from webui.base.text import visible
from webui.commands.data import storage_options
from webui.commands.hall.events import event_argument, opened, player_number, who_option
from webui.commands.hall.players import questions, read_list, show_columns
from webui.exports.spreadsheet import Cell, aligned
from webui.hall.encodings import encoding_names
from webui.hall.importing import NEW, Proposal, propose, propose_past
from webui.hall.lists import MOST_ROWS
from webui.hall.result_headings import RESULT_COLUMNS
from webui.hall.result_lists import results_of_file
from webui.messages import N_, Messages
from webui.messages.errors import command_error
from webui.messages.hall import RESULT_COLUMN_NAMES
from webui.terminal.language import said


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
    "--past",
    is_flag=True,
    help="The rounds were played elsewhere: days, tables and players come from the list too, and make new rounds.",
)
@click.option(
    "--person",
    "persons",
    multiple=True,
    metavar="NAME=PLAYER",
    help="Player of the event whom a name of the list means, by number or name, or new for another player with "
    "--past; repeat it.",
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
@storage_options
def importing(
    event: int,
    file: Path,
    does: bool,
    round_: int | None,
    past: bool,
    persons: tuple[str, ...],
    encoding: str,
    columns: str | None,
    skip: int | None,
    sheet: str,
    who: str,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Read totals of tables that wrote on paper from FILE (CSV, XLSX; - is standard input), check them, and record
    all of them or none.

    A row is a table with the totals of its seats, or a player with a table. Headings tell what the columns are. While
    a sum is off, a player sat elsewhere or a name is nobody's, nothing is recorded and the exit status is 1.

    An event of the past comes whole from a list of day, game, table, its players and totals, or from the workbook of
    `hall export`: open an event with as many rounds, and import the list with --past. It is undone as one record.

    \b
        tableside hall open "League 2025" --rounds 12 --begins 2025-01-11
        tableside hall import 2 league.csv --past --record
    """
    if past and round_ is not None:
        raise click.UsageError(said("Leave out --round: with --past the list makes the rounds."))
    read = read_list(file, words)
    with opened(data, db) as hall:
        kept = hall.get(event)
        uses = None if columns is None else columns.replace("，", ",").split(",")
        listed = results_of_file(read, uses, encoding, sheet, skip, seats=kept.event.size)
        show_columns(words, listed, listed.cells, RESULT_COLUMN_NAMES)
        nothing = words("Nothing was recorded.")
        if listed.open:
            raise click.ClickException("\n".join([*questions(words, listed), nothing]))
        if past:
            new = {each.name: each.number for each in propose_past(kept, listed).people}
            proposal = propose_past(kept, listed, _persons(kept.event, persons, {**new, "new": NEW}))
        else:
            proposal = propose(hall, kept, listed, round_, _persons(kept.event, persons, {}))
        _print(_results(words, proposal, kept.event))
        asked = {each.name for each in proposal.asked}
        if new_names := [visible(each.name) for each in proposal.people if each.name not in asked]:
            click.echo(words("New players: %(names)s", {"names": words(", ").join(new_names)}))
        lines = _lines(words, proposal, kept.event)
        if lines or proposal.act is None:
            lines = lines or [words("There are no results in this file.")]
            raise click.ClickException("\n".join([*lines, nothing]))
        if does:
            made, _ = hall.record(event, uuid7(), proposal.act, who, "desk")
            click.echo(words("Recorded as number %(number)d", {"number": made.number}))
        else:
            click.echo(words("Nothing was recorded: add --record to do it"))


def _persons(event: Event, given: Iterable[str], new: Mapping[str, int]) -> dict[str, int]:
    found = {}
    for each in given:
        name, equals, player = each.rpartition("=")
        if not equals:
            raise click.UsageError(said("Write --person as NAME=PLAYER."))
        found[name] = new[player] if player in new else player_number(event, player)
    return found


def _results(words: Messages, proposal: Proposal, event: Event) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[words("Round no."), words("Table"), words("Totals")]] if proposal.results else []
    if rows and proposal.days:
        rows[0].insert(1, words("Day"))
    for _, each in proposal.results:
        seated = event.rounds[each.round].players if each.round in event.rounds else []
        players = each.players or (seated[each.table - 1] if 0 < each.table <= len(seated) else ())
        names = [proposal.name(event, player) for player in players] or [""] * len(each.totals)
        totals = words("; ").join(f"{name} {total}" for name, total in zip(names, each.totals, strict=False))
        rows.append([each.round, each.table, totals])
        if proposal.days:
            rows[-1].insert(1, proposal.days[each.round])
    return rows


def _lines(words: Messages, proposal: Proposal, event: Event) -> list[str]:
    """Return what must be decided or changed first."""
    lines = []
    for asked in proposal.asked:
        about = {"name": visible(asked.name), "like": proposal.name(event, asked.like) if asked.like else ""}
        lines.append(words(_ASKED[proposal.days is not None, bool(asked.like)], about))
    for problem in proposal.problems:
        why = command_error(words, problem.why)
        lines.append(words("Row %(row)d: %(says)s.", {"row": problem.row, "says": why}))
    return lines


_ASKED: Final = {
    (False, True): N_("Nobody is called %(name)s; %(like)s is alike: --person '%(name)s=%(like)s'"),
    (False, False): N_("Nobody is called %(name)s: correct the list, or say --person '%(name)s=PLAYER'"),
    (True, True): N_(
        "Nobody is called %(name)s; %(like)s is alike: --person '%(name)s=%(like)s', or --person '%(name)s=new'"
    ),
    (True, False): N_("No player has the number %(name)s: correct the list, or say --person '%(name)s=new'"),
}
"""Questions for the person whom a name means: in rounds of the past, and with a similar name, or not."""


def _print(rows: Iterable[Iterable[Cell]]) -> None:
    click.echo("\n".join(aligned([[visible(str(cell)) for cell in row] for row in rows], left=True)))
