"""A match as an Excel workbook (XLSX): hand sheet, penalties and appeals; and its records as a table."""

import io
import json
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from scoring.match.records import Act, act_to_dict
from scoring.match.state import Match
from webui.exports.spreadsheet import Cell, sheet_table, total_rows
from webui.messages import N_, Messages
from webui.messages import acts as act_words
from webui.messages import match as match_words
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
    hands = [*sheet_table(match, words, records, number), *_totals(match, words)]
    sheets = [WorkbookSheet(words("Match sheet"), hands), WorkbookSheet(words("Penalties"), _penalties(match, words))]
    return workbook([*sheets, WorkbookSheet(words("Appeals"), _appeals(match, words))] if match.appeals else sheets)


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
        [words("Regulations"), match_words.body(words, match.body)],
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


class WorkbookSheet(NamedTuple):
    """A table of cells as a sheet of a workbook.

    Attributes:
        title: Its name.
        table: Rows of cells.
        heads: The row of headings, from 0; it and all rows above it stay in view.
    """

    title: str
    table: Sequence[Sequence[Cell]]
    heads: int = 0


def workbook(sheets: Iterable[WorkbookSheet]) -> bytes:
    """Return sheets as an XLSX file; what a title may not have is a space, and no cell is a formula."""
    from openpyxl import Workbook  # a bundle that is looked at needs no workbook, which loads numpy
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.workbook.child import INVALID_TITLE_REGEX

    def cell(value: Cell, bold: bool) -> Any:
        if isinstance(value, str):
            value = ILLEGAL_CHARACTERS_RE.sub("�", value[:_LONGEST])
        made = WriteOnlyCell(sheet, value)
        if isinstance(value, str):
            made.data_type = "s"
        if bold:
            made.font = Font(bold=True)
        return made

    book = Workbook(write_only=True)
    for title, table, heads in sheets:
        sheet = book.create_sheet(INVALID_TITLE_REGEX.sub(" ", title))
        for column, width in enumerate(_widths(table), 1):
            sheet.column_dimensions[get_column_letter(column)].width = width
        sheet.freeze_panes = f"A{heads + 2}"
        for at, cells in enumerate(table):
            sheet.append([cell(value, bold=at == heads) for value in cells])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _widths(table: Sequence[Sequence[Cell]]) -> list[int]:
    columns = zip_longest(*table, fillvalue="")
    return [min(max(len(str(value)) for value in column) + 2, _WIDEST) for column in columns]
