"""The hand sheet of a match as a table for spreadsheets."""

import csv
import io
from collections.abc import Iterable

from scoring.match.state import Match
from webui.exports.sheet import rows

Cell = str | int


def sheet_table(match: Match) -> list[list[Cell]]:
    """The hand sheet as rows of cells: a row of headings, then a row a hand.

    A player's name that a spreadsheet would take for a formula has an apostrophe before it.
    """
    heads: list[Cell] = ["hand", "round"]
    heads += [f"{_plain(name)} {what}" for name in match.players for what in ("sign", "points", "deducted", "total")]
    table = [heads]
    for hand, running in rows(match):
        cells: list[Cell] = [hand.number, hand.round_wind]
        for name, total in running.items():
            cells += [hand.marks.get(name, ""), hand.points[name], hand.deducted[name], total]
        table.append(cells)
    return table


def to_csv(table: Iterable[Iterable[Cell]]) -> str:
    """A table as CSV (RFC 4180) with line feeds."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
