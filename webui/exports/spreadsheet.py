"""Tables of cells, for spreadsheets and for a terminal; the hand sheet of a match as one."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from scoring.match.state import Hand, Match
from webui.messages import Messages
from webui.messages import scoring as wording

Cell = str | int | float

_FORMULA: Final = re.compile(r"[=@＝＠\t\r]|[+\-＋－].*\w", re.DOTALL)
"""What a spreadsheet may take for a formula (OWASP, CSV injection); signs of the hand sheet are none. Spreadsheets in
Chinese and Japanese take signs of full width for plain ones."""


def sheet_table(match: Match, words: Messages) -> list[list[Cell]]:
    """The hand sheet as rows of cells: a row of headings in the language, then a row a hand."""
    heads: list[Cell] = [words("hand"), words("round")]
    parts = words("sign"), words("points"), words("deducted"), words("total")
    heads += [f"{name} {part}" for name in match.players for part in parts]
    if match.appeals:
        heads.append(words("appeals"))
    heads.append(words("remarks"))
    table = [heads]
    for hand, running in zip(match.hands, match.running, strict=True):
        cells: list[Cell] = [hand.number, wording.wind(words, hand.round_wind)]
        for name, total in running.items():
            cells += [hand.marks.get(name, ""), hand.points[name], hand.deducted[name], total]
        if match.appeals:
            cells.append(appeals_of(match, hand, words))
        table.append([*cells, words("; ").join(_remarks(match, hand, words))])
    return table


def appeals_of(match: Match, hand: Hand, words: Messages) -> str:
    """The appeals about a hand, one a line."""
    about = [appeal for appeal in match.appeals if appeal.hand == hand.number]
    return "\n".join([wording.appeal(words, appeal, match.is_late(appeal)) for appeal in about])


def _remarks(match: Match, hand: Hand, words: Messages) -> list[str]:
    """What happened to a hand beside its points: a correction, and who left in it or was replaced."""
    last = match.hands[-1].number
    left = [each for each in match.departures if min(each.hand, last) == hand.number]
    return [*([words("corrected")] if hand.corrected else []), *[wording.departure(words, each) for each in left]]


def to_csv(table: Iterable[Iterable[Cell]]) -> str:
    """A table as CSV (RFC 4180) with line feeds; an apostrophe stands before text that could be a formula."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([[_plain(cell) for cell in cells] for cells in table])
    return out.getvalue()


def _plain(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def aligned(table: Sequence[Sequence[Cell]]) -> list[str]:
    """A table as lines of a terminal, every column flush right."""
    shown = [[str(cell) for cell in cells] for cells in table]
    widths = [max(map(_columns, cells)) for cells in zip(*shown, strict=True)]
    return [
        "  ".join(" " * (width - _columns(cell)) + cell for cell, width in zip(cells, widths, strict=True))
        for cells in shown
    ]


def _columns(text: str) -> int:
    """Columns of a terminal that a text takes; a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)
