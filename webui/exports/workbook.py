"""A match as an Excel workbook (XLSX): hand sheet, penalties and appeals; and its records as a table."""

import io
import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from scoring.match.records import Act, act_to_dict
from scoring.match.state import Match
from webui.exports.spreadsheet import Cell, sheet_table, total_rows
from webui.messages import N_, Messages
from webui.messages import acts as act_words
from webui.messages import scoring as wording
from webui.messages.game import in_game
from webui.records.chain import seals
from webui.records.journal import JournalEntry

_LONGEST: Final = 32_767
"""Most characters in a cell (specification of Excel)."""

_WIDEST: Final = 60
"""Greatest width of a column, in characters; a wider one pushes the others off a screen."""


_PENALTIES: Final = (N_("Record"), N_("Hand"), N_("Player"), N_("Points"), N_("Reason"), N_("Points of the penalty"))
_APPEALS: Final = (
    N_("Record"),
    N_("Hand"),
    N_("Time"),
    N_("Who"),
    N_("Appeal"),
    N_("Time of the decision"),
    N_("Decided by"),
)
_RECORDS: Final = (
    N_("Record"),
    N_("Time"),
    N_("Who"),
    N_("Role"),
    N_("Act"),
    N_("Refused"),
    N_("Record id"),
    N_("Hash of the act"),
    N_("Checksum of the chain"),
    N_("What was recorded"),
)


def to_xlsx(match: Match, records: Sequence[JournalEntry[Act]], words: Messages, number: int | None = None) -> bytes:
    """Return a match as an XLSX file.

    Args:
        match: The match.
        records: Its records, in order.
        words: The language of headings and reasons.
        number: Number of its table, or None.
    """
    book = Workbook(write_only=True)
    add_sheet(book, words("Match sheet"), [*sheet_table(match, words, records, number), *_totals(match, words)])
    add_sheet(book, words("Penalties"), _penalties(match, words))
    if match.appeals:
        add_sheet(book, words("Appeals"), _appeals(match, words))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _totals(match: Match, words: Messages) -> list[list[Cell]]:
    """Return the rows below the hands: totals, table points, and the rules of the match."""
    rows: list[list[Cell]] = [
        [name, "", *(cell for value in values for cell in ("", "", "", value))]
        for name, values in total_rows(match, words)
    ]
    return [
        *rows,
        [],
        [words("Rules"), wording.rules_played(words, match.rules)],
        [words("Regulations"), match.body.name],
    ]


def _penalties(match: Match, words: Messages) -> list[list[Cell]]:
    table: list[list[Cell]] = [[words(head) for head in _PENALTIES]]
    for fine in match.fines:
        table.append([fine.record, wording.hand_of(words, match, fine), fine.player, fine.amount])
        table[-1] += [wording.fine(words, fine), wording.goes(words, match, fine)]
    return table


def _appeals(match: Match, words: Messages) -> list[list[Cell]]:
    table: list[list[Cell]] = [[words(head) for head in _APPEALS]]
    for appeal in match.appeals:
        says = wording.appeal(words, appeal, match.is_late(appeal))
        decided = (appeal.decided.when, appeal.decided.who) if appeal.decided else ("", "")
        table.append([appeal.record, appeal.hand or "", appeal.when, appeal.who, says, *decided])
    return table


def records_table(match: Match, records: Sequence[JournalEntry[Act]], words: Messages) -> list[list[Cell]]:
    """Return the records of a match as they are stored, with the reason why one is refused."""
    table: list[list[Cell]] = [[words(head) for head in _RECORDS]]
    for entry, seal in zip(records, seals(records), strict=True):
        act, number = act_to_dict(entry.act), entry.number
        kind = str(act.pop("type"))
        refused = wording.refusal(words, match.refused[number]) if number in match.refused else ""
        said = {name: value for name, value in act.items() if value not in (None, "")}
        what = f"{kind} {json.dumps(said, ensure_ascii=False)}" if said else kind
        table.append([number, entry.when, entry.who, entry.role, what, refused, str(entry.id), entry.hash, seal])
        table[-1].append(act_words.said(in_game(words, match.rules.name), entry.act))
    return table


def add_sheet(book: Workbook, title: str, table: Sequence[Sequence[Cell]], heads: int = 0) -> None:
    """Add a table of cells to a write-only workbook.

    Args:
        book: The workbook.
        title: Name of the sheet.
        table: Rows of cells.
        heads: The row of headings, from 0; it and all rows above it stay in view.
    """
    sheet = book.create_sheet(title)
    for column, width in enumerate(_widths(table), 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = f"A{heads + 2}"
    for at, cells in enumerate(table):
        sheet.append([_cell(sheet, value, bold=at == heads) for value in cells])


def _widths(table: Sequence[Sequence[Cell]]) -> list[int]:
    columns = zip_longest(*table, fillvalue="")
    return [min(max(len(str(value)) for value in column) + 2, _WIDEST) for column in columns]


def _cell(sheet: Any, value: Cell, bold: bool) -> Any:
    """Return a cell with a number or text, never a formula."""
    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("�", value[:_LONGEST])
    cell = WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        cell.data_type = "s"
    if bold:
        cell.font = Font(bold=True)
    return cell
