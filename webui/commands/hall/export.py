"""`tableside hall export`: writes an event to a file."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from webui.base.text import BOM
from webui.commands.data import storage_options
from webui.commands.hall.events import event_argument, opened
from webui.commands.options import printable, unwritable
from webui.commands.progress import shown
from webui.exports.event import ema_workbook, pantheon_script, players_table, rounds_table, seating_table
from webui.exports.spreadsheet import to_csv
from webui.hall.desk import Hall
from webui.hall.results import Results, released, results
from webui.messages import Messages
from webui.records.errors import RecordsError
from webui.serializers.encoding import encoded
from webui.terminal.language import of_game

if TYPE_CHECKING:
    from webui.exports.papers import Paper

_PAPERS: Final[tuple["Paper", ...]] = ("cards", "signs", "certificates")

WHAT: Final = ("results", "seating", "players", "sheets", "reports", "fees", *_PAPERS)


def _csv(rows: list[list[str | int | float]]) -> bytes:
    return BOM + to_csv(rows).encode()


# Each of these loads what it alone needs: a table of results is written without the replays of the reports.


def _paper(what: "Paper", hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.exports.papers import papers_html

    return papers_html(found, what, words).encode()


def _paper_pdf(what: "Paper", hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.exports.papers import papers_pdf

    return papers_pdf(found, what, words)


def _sheets(hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.exports.sheets import sheets_pdf

    return sheets_pdf(found, words, shown)


def _reports(hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.exports.reports import reports_zip

    return reports_zip(found, hall.records, words)


def _fees(hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.exports.reports import fees_table

    return _csv(fees_table(found.kept.event, words))


def _json(hall: Hall, found: Results, words: Messages) -> bytes:
    from webui.serializers.hall import event_json

    return encoded(event_json(hall, found.kept, words))


_MADE: Final[Mapping[tuple[str, str], Callable[[Hall, Results, Messages], bytes]]] = {
    ("results", ".xlsx"): lambda hall, found, words: ema_workbook(found, words),
    ("results", ".csv"): lambda hall, found, words: _csv(rounds_table(found, words)),
    ("results", ".json"): _json,
    ("seating", ".csv"): lambda hall, found, words: _csv(seating_table(found.kept.event, words)),
    ("seating", ".txt"): lambda hall, found, words: pantheon_script(found.kept.event).encode(),
    ("players", ".csv"): lambda hall, found, words: _csv(players_table(found.kept.event, words)),
    ("reports", ".zip"): _reports,
    ("fees", ".csv"): _fees,
    ("sheets", ".pdf"): _sheets,
    **{(what, ".html"): partial(_paper, what) for what in _PAPERS},
    **{(what, ".pdf"): partial(_paper_pdf, what) for what in _PAPERS},
}
"""Functions that make a file, by its content and the ending of its name."""


@click.command("export")
@event_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--what", type=click.Choice(WHAT), help="What goes into it.  [default: what the name of FILE begins with]"
)
@click.option("--released", "only_released", is_flag=True, help="Results of published rounds only.")
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
@storage_options
def export(
    event: int,
    file: Path,
    what: str | None,
    only_released: bool,
    force: bool,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Write an event into FILE, by its ending.

    \b
        results.xlsx  workbook of the European association, rounds, teams, seats
        results.csv   ranking with every round
        results.json  everything
        seating.csv   who sits where
        seating.txt   script of Pantheon
        players.csv   everybody who was entered
        reports.zip   all of these, penalties, statistics, and a web page of it
        fees.csv      entry fees due and paid, with totals
        sheets.pdf    results, seating and every hand sheet (extra "hall", WeasyPrint)
        cards.pdf     name cards to print; also signs.pdf (tables), certificates.pdf,
                      and each as .html for a browser's printer
    """
    chosen = what or next((known for known in WHAT if file.name.startswith(known)), "results")
    make = _MADE.get((chosen, file.suffix.lower()))
    if make is None:
        known = ", ".join(f"{name}{ending}" for name, ending in _MADE)
        raise click.BadParameter(words("Name it as one of: %(known)s", {"known": known}), param_hint="FILE")
    with opened(data, db) as hall:
        if file.exists() and not force:
            raise RecordsError("file-exists", file=printable(file))
        kept = hall.get(event)
        words = of_game(kept.event.rules.game.id)  # as the pages of the event say it
        made = make(hall, released(hall, kept) if only_released else results(hall, kept), words)
    try:
        file.write_bytes(made)
    except OSError as error:
        raise unwritable(words, file, error) from error
