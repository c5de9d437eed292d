"""Files and pasted text as tables of cells: CSV in any encoding and with any delimiter, and workbooks."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, Final

from webui.base.errors import WebError
from webui.base.text import cleaned
from webui.hall.encodings import Decoded, decoded_as, decodings
from webui.hall.headings import Column, columns_of, is_form, is_of_a_form, likely_column

MOST_ROWS: Final = 1000
"""Most rows of a list. More takes longer to reject a wrong file; fewer might refuse a real list: an event has up to 400
players."""

_MOST_COLUMNS: Final = 40
"""Most columns read. More fills the preview; fewer loses columns of the forms that people export."""

_MOST_BYTES: Final = 30 * 1024 * 1024
"""Most bytes of an unpacked workbook. More lets a zip bomb fill the memory; less refuses workbooks with pictures."""

_MOST_TEXT: Final = 2**20
"""Most bytes of a text, and most characters of the cells of a workbook: 1,000 rows of 1,000. More takes longer than
seconds to guess an encoding; less refuses lists with long remarks."""

_MOST_LINE: Final = 100_000
"""Most bytes of a line, and of a text in a workbook: three times what a cell of Excel holds. More takes longer to
divide into cells; less refuses cells with much text."""

_LONGEST_HEADING: Final = 200
"""Most characters of a cell that are compared with headings. More takes longer; fewer misses questions of forms."""

_MOST_XML: Final = 8 * 1024 * 1024
"""Most bytes of a workbook that are parsed, at some 10 MB a second of processor: the rows that a list may have, and the
texts. More takes longer; less refuses lists in workbooks with much else."""

TITLE_ROWS: Final = 15
"""Rows in which the headings are looked for. More takes a row of players for headings sooner; fewer misses headings
below a long title."""

_MOST_READ: Final = MOST_ROWS + TITLE_ROWS + 2
"""Rows of a sheet that are read, two more than a list may have. More takes longer; fewer would take one that is too
long for one that is not."""

_DELIMITERS: Final = "\t;,|"

_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of a compound file: Excel up to 2003, or a workbook with a password."""

_OTHERS: Final = (b"%PDF", b"\x7fELF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"MZ\x90")
"""First bytes of files that people choose by mistake."""


class InvalidListError(WebError):
    """A text or file that is not a list of players."""


@dataclass(frozen=True, slots=True)
class ListTable:
    """The cells of a list.

    Attributes:
        rows: Rows of players, without the title, the headings and empty rows.
        headings: The headings; empty without any.
        known: Number of known headings.
        name: Name of the sheet; empty for text.
        above: The rows above those of players: a title, and the headings as the last one.
    """

    rows: list[list[str]]
    headings: list[str]
    known: int = 0
    name: str = ""
    above: tuple[list[str], ...] = ()

    @property
    def all(self) -> list[list[str]]:
        """All rows that are not empty, also a title and the headings."""
        return [*self.above, *self.rows]

    def begin(self, skip: int) -> "ListTable":
        """Return the table with its first player below so many rows, of which the last one has the headings.

        Raises:
            InvalidListError: No row is left.
        """
        rows = self.all
        if skip >= len(rows):
            raise InvalidListError("list-few-rows", rows=len(rows))
        headings = rows[skip - 1] if skip else []
        return ListTable(rows[skip:], headings, _known(headings), self.name, tuple(rows[:skip]))


@dataclass(frozen=True, slots=True)
class ListSource:
    """The table of a file, and the choices that its bytes leave.

    Attributes:
        table: The likeliest table.
        encodings: The likely encodings of a text, that of the table first; empty for workbooks and pasted text.
        sheets: The sheets of a workbook.
        sheet_open: True if several sheets may hold the list.
    """

    table: ListTable
    encodings: tuple[Decoded, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet_open: bool = False


def read_source(data: bytes, encoding: str = "", sheet: str = "", kind: "ListKind | None" = None) -> ListSource:
    """Read a file: a workbook (XLSX), or text.

    Args:
        data: The file.
        encoding: Name of the encoding that a person chose.
        sheet: Name of the sheet that a person chose.
        kind: The kind of list, or None for players.

    Raises:
        InvalidListError: It is not a list, is too long, or its text is not in that encoding.
    """
    if data.startswith(_OLD_EXCEL):
        raise InvalidListError("list-old-excel")
    if data.startswith(b"PK"):
        return _workbook(data, sheet, kind or PLAYERS)
    if data.startswith(_OTHERS):
        raise InvalidListError("list-unreadable")
    _expect_short(data)
    likely = _likely(data, encoding)
    start = likely[0].text.lstrip()[:200].casefold()
    if re.match(r"<(\?xml|!doctype|html|table|meta)", start):  # what some programs call XLS
        raise InvalidListError("list-old-excel")
    return ListSource(text_table(likely[0].text, kind), tuple(likely))


def _expect_short(data: bytes) -> None:
    """Refuse a text that is longer than a list of players, before it is decoded and divided.

    Raises:
        InvalidListError: It has too many rows, or too much in one.
    """
    if len(data) > _MOST_TEXT and max(data.count(b"\n"), data.count(b"\r")) > MOST_ROWS:
        raise InvalidListError("list-too-long", most=MOST_ROWS)
    if len(data) > _MOST_TEXT or max(map(len, re.split(rb"[\r\n]", data))) > _MOST_LINE:
        raise InvalidListError("list-too-large")


def _likely(data: bytes, encoding: str) -> list[Decoded]:
    if not encoding:
        likely = decodings(data)
        if not likely:
            raise InvalidListError("list-unreadable")
        return likely
    try:
        chosen = decoded_as(data, encoding)
    except LookupError as error:
        raise InvalidListError("list-no-encoding", encoding=encoding) from error
    if chosen is None:
        raise InvalidListError("list-other-encoding", encoding=encoding)
    return [chosen]


def text_table(text: str, kind: "ListKind | None" = None) -> ListTable:
    """Return the table of a text: a name a line, or rows whose delimiter the headings or all rows show.

    Raises:
        InvalidListError: A quotation mark does not close, or it has too many rows.
    """
    _expect_short(text.encode("latin-1", "replace"))  # by its characters
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    said = re.fullmatch(r'"?sep=(.)"?[;,\t|\s]*', lines[first], re.IGNORECASE)
    if said:
        lines[: first + 1] = [""] * (first + 1)
        text = "\n".join(lines)
    delimiter = said[1] if said else _delimiter(text)
    rows = list(_rows(text, delimiter)) if delimiter else [[line] for line in lines]
    return (kind or PLAYERS).table(rows, "")


def _delimiter(text: str) -> str | None:
    """Return the delimiter of a text, or None for a name a line."""
    best: tuple[int, str | None] = (0, None)
    for delimiter in _DELIMITERS:
        rows = [
            [cleaned(cell[:_LONGEST_HEADING]) for cell in row[:_MOST_COLUMNS]]
            for row in islice(_loose(text, delimiter), TITLE_ROWS)
        ]
        found = _heading_row(rows)
        if found is not None and len(rows[found]) > 1:
            best = max(best, (_known(rows[found]), delimiter), key=lambda each: each[0])
    if best[1]:
        return best[1]
    lines = [line for line in text.split("\n") if line.strip()]
    if any("\t" in line for line in lines):
        return "\t"
    for delimiter in ";|":
        if sum(delimiter in line for line in lines) > len(lines) / 2:
            return delimiter
    return "," if _by_commas(lines) else None


def _by_commas(lines: list[str]) -> bool:
    """Return True if commas divide cells: everybody has as many, and not only as in "Lee, Ann"."""
    rows = [row for row in _loose("\n".join(lines), ",") if any(row)]
    if not rows or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return False
    return len(rows[0]) > 2 or any(not line.count(", ") for line in lines) or _telling([row[1] for row in rows])


def _telling(cells: Sequence[str]) -> bool:
    return all(re.fullmatch(r"\s*([A-Z]{2,3}|\d+)?\s*", cell) for cell in cells)


def _loose(text: str, delimiter: str) -> Iterator[list[str]]:
    """Yield the rows of a text, without regard to quotation marks that do not close."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        yield from (row for row in reader if any(cell.strip() for cell in row))
    except csv.Error:
        return


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """Yield the rows of a text.

    Raises:
        InvalidListError: A quotation mark does not close.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InvalidListError("list-quote-open", line=line) from error
        if any("\n" in cell and delimiter in cell for cell in row):
            raise InvalidListError("list-quote-open", line=line)  # it closed at another row's mark
        line = reader.line_num + 1
        yield row


def filled_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the rows that are not empty, without invisible marks in their cells.

    Raises:
        InvalidListError: They are too many.
    """
    cells = [[cleaned(cell) for cell in row[:_MOST_COLUMNS]] for row in rows]
    cells = [row for row in cells if any(row)]
    if len(cells) > MOST_ROWS + TITLE_ROWS:
        raise InvalidListError("list-too-long", most=MOST_ROWS)
    return cells


def _table(rows: list[list[str]], name: str = "") -> ListTable:
    cells = filled_rows(rows)
    at = _heading_row([[cell[:_LONGEST_HEADING] for cell in row] for row in cells[:TITLE_ROWS]])
    headings = cells[at] if at is not None else []
    above = cells[: at + 1] if at is not None else []
    if at is not None:
        folded = [cell.casefold() for cell in headings]
        cells = [row for row in cells[at + 1 :] if [cell.casefold() for cell in row] != folded]
    if len(cells) > MOST_ROWS:
        raise InvalidListError("list-too-long", most=MOST_ROWS)
    cells = [row for row in cells if not _is_total(row)]
    if cells and {cell.casefold() for cell in cells[0] if cell} <= _BELOW_HEADINGS:
        cells = cells[1:]
    width = max(map(len, [headings, *cells]))
    used = [n for n in range(width) if any(n < len(row) and row[n] for row in [headings, *cells])]
    above, cells = ([[row[n] if n < len(row) else "" for n in used] for row in rows] for rows in (above, cells))
    headings = above[-1] if above else []
    if period := _period(headings):
        above = [row[:period] for row in above]
        cells = [row[at : at + period] for at in range(0, width, period) for row in cells]
        cells = [row for row in cells if any(row)]
        headings = headings[:period]
    return ListTable(cells, headings if any(headings) else [], _known(headings), name, tuple(above))


def _period(headings: Sequence[str]) -> int:
    """Return the number of columns after which the headings begin again, as of lists side by side, or 0."""
    folded = [heading.casefold() for heading in headings]
    for period in range(1, len(folded) // 2 + 1):
        parts = [folded[at : at + period] for at in range(0, len(folded), period)]
        if all(part == parts[0] for part in parts) and set(columns_of(list(headings[:period]))) & _NAMES:
            return period
    return 0


_FORMS: Final = (
    r"[\d\W]+",  # numbers, dates
    r"[A-Z]{2,3}",  # codes of countries
    r"\S+@\S+",
    r"(?i)x|✓|✔|yes|no|y|n|ja|nein|oui|non|是|否",  # ticks
)
"""Forms of cells by which a column below tells that the first row is no player."""


_ODD: Final = (r"\d", r"[:：]$")
"""Parts of a first name that tell a title from a player, unless others have them too."""


def rows_above(rows: Sequence[Sequence[str]]) -> tuple[int, bool]:
    """Return the likely number of rows above the first player in a list without known headings, and True if certain.

    A title stands in one cell above rows of several. A player's row is like those below: a number above numbers, or a
    country or club that others have too. Headings are words above something else; above words they look like a name.
    """
    filled = [sum(bool(cell) for cell in row) for row in rows]
    width = max(filled, default=0)
    titles = next((at for at, count in enumerate(filled) if count > 1 or width < 2), 0)
    first, below = rows[titles] if rows else [], rows[titles + 1 :]
    if not below:
        return titles, titles == 0
    player = False
    for at, cell in enumerate(first):
        others = [row[at] for row in below if at < len(row) and row[at]]
        form = next((each for each in _FORMS if others and all(re.fullmatch(each, other) for other in others)), None)
        if cell and form and not re.fullmatch(form, cell):
            return titles + 1, False
        player = player or bool(cell and others and (form or cell in others))
    if player or width > 1:
        return titles, player and titles == 0
    names = [row[0] for row in below if row[0]]
    odd = any(re.search(each, first[0]) and not any(re.search(each, name) for name in names) for each in _ODD)
    alone = " " not in first[0] and all(re.search(r"[ ,，]", name) for name in names)
    return (1, False) if odd or alone else (0, True)


def _is_total(row: Sequence[str]) -> bool:
    """Return True for a row below the players that counts them."""
    filled = [cell for cell in row if cell]
    return len(filled) <= 2 and bool(re.fullmatch(_TOTAL, " ".join(filled), re.IGNORECASE))


_BELOW_HEADINGS: Final = frozenset({"response", "open-ended response", "antwort", "réponse", "respuesta", "risposta"})
"""Cells of a second row of headings, as some forms write it."""

_TOTAL: Final = (
    r"(total|totaal|totalt|totale|summe|gesamt|somme|suma|razem|celkem|итого|всего|yhteensä|összesen|i alt|sum"
    r"|合计|合計|總計|总计|합계|計|计)\W*\d+\W*\w*"
)
"""A row that counts the players, such as “Total: 24”."""


def _known(row: Sequence[str]) -> int:
    return sum(each is not None for each in columns_of(list(row)))


_NAMES: Final[frozenset[Column | None]] = frozenset({"name", "first", "last", "shown"})


def _heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the place of the row of headings, or None.

    It has the most known headings, two at least and most of them words, or is a lone word for name above everything
    else, or asks for a name among the questions of a form. A title may have such words too.
    """
    best: tuple[int, int | None] = (0, None)
    for at, row in enumerate(rows):
        filled = [cell for cell in row if cell.strip()]
        known = [each for each in columns_of([cell.strip() for cell in row]) if each]
        named = bool(set(known) & _NAMES)
        several = len(known) >= 2 and 2 * len(known) >= len(filled) and not re.search(r"\d{3}", " ".join(filled))
        lone = len(filled) == len(known) == 1 and all(len(above) <= len(row) for above in rows[:at])
        beside = len(filled) >= 2 and not _same_shape(row, rows[at + 1 :])
        form = len(known) + sum(is_of_a_form(cell) for cell in filled)
        asks = named and form >= 2 and 2 * form >= len(filled) and not any(map(_is_sent, filled))
        if (several or asks or (named and (lone or beside))) and len(known) > best[0]:
            best = len(known), at
    if best[1] is None:
        likely = ((at, [likely_column(cell) for cell in row]) for at, row in enumerate(rows))
        best = 0, next((at for at, found in likely if len({*found} - {None}) >= 2 and {*found} & _NAMES), None)
    if best[1] is None:
        below = pairwise(rows)
        best = 0, next((at for at, (row, next_row) in enumerate(below) if _are_questions(row, next_row)), None)
    return best[1]


def _are_questions(row: Sequence[str], below: Sequence[str]) -> bool:
    """Return True for the headings of a form that ask for no name in known words: answers with a time are below."""
    return is_form(row) and not any(map(_is_sent, row)) and any(map(_is_sent, below))


def _is_sent(cell: str) -> bool:
    """Return True for what forms add to an answer: a time or an address for mail."""
    return bool(SENT.search(cell))


SENT: Final = re.compile(r"\d{1,2}:\d\d|\S@\S+\.\w|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}")
"""Times, days, and addresses for mail."""


def _same_shape(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return True if a row is like those below it: it may be a player whose name is also a heading."""
    code = [bool(re.fullmatch(r"[A-Z]{2,3}|\d+", cell.strip())) for cell in row]
    return any(code) and any([bool(re.fullmatch(r"[A-Z]{2,3}|\d+", cell.strip())) for cell in r] == code for r in below)


def _workbook(data: bytes, sheet: str, kind: "ListKind") -> ListSource:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(info.file_size for info in archive.infolist())
            if size > _MOST_BYTES:
                raise InvalidListError("list-too-long", most=MOST_ROWS)
            names = set(archive.namelist())
            parsed = sum(_parsed(archive.read(name)) for name in sorted(names) if name.endswith((".xml", ".rels")))
    except InvalidListError:
        raise
    except Exception as error:  # zipfile raises anything on a damaged archive
        raise InvalidListError("list-unreadable") from error
    if parsed > _MOST_XML:
        raise InvalidListError("list-too-large")
    if "mimetype" in names or any(name.startswith("Index/") for name in names):  # OpenDocument, Numbers
        raise InvalidListError("list-other-program")
    from openpyxl import load_workbook  # most lists are text

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [(each.title, each.sheet_state == "visible", _cells(each)) for each in book.worksheets]
        book.close()
    except InvalidListError:
        raise
    except Exception as error:  # openpyxl raises anything on a damaged workbook
        raise InvalidListError("list-unreadable") from error
    tables = [kind.table(rows, title) for title, _, rows in _with_people(sheets)]
    names_of = tuple(table.name for table in tables)
    if not tables:
        return ListSource(ListTable([], []))
    if sheet:
        chosen = next((each for each in tables if each.name == sheet), None)
        if chosen is None:
            raise InvalidListError("list-no-sheet", sheet=sheet, known=", ".join(names_of))
        return ListSource(chosen, sheets=names_of)
    best = max(tables, key=lambda each: (each.known > 0, each.known))
    others = [each for each in tables if each is not best and (each.known or not best.known)]
    return ListSource(best, sheets=names_of, sheet_open=any(kind.rivals(each, best) for each in others))


def _parsed(part: bytes) -> int:
    """Return the bytes of a part of a workbook that are parsed: of a sheet, those of the rows that a list may have.

    Raises:
        InvalidListError: A text in it is too long.
    """
    rows = re.finditer(rb"<(?:\w+:)?row(?:\s[^<>]*?\br=\"(\d+)\")?[\s>/]", part)
    last = next(islice(rows, _MOST_READ, None), None)
    # openpyxl stops at a row by its number, and goes through all rows of a sheet that does not say its size
    stops = last and (last[1] is None or int(last[1]) > _MOST_READ) and re.search(rb"<(\w+:)?dimension[\s/>]", part)
    end = last.start() if last and stops else len(part)
    if max(map(len, re.split(rb"[<>]", part[:end]))) > _MOST_LINE:
        raise InvalidListError("list-too-large")
    return end


def _with_people(sheets: list[tuple[str, bool, list[list[str]]]]) -> list[tuple[str, bool, list[list[str]]]]:
    """Return the sheets that are not empty, without hidden ones if others are left."""
    filled = [each for each in sheets if any(cell.strip() for row in each[2] for cell in row)]
    return [each for each in filled if each[1]] or filled


def _people(table: ListTable, best: ListTable) -> set[str]:
    """Return the names of a sheet that must stand in the best one too, unless the sheet is a list of its own."""
    columns = columns_of(table.headings)
    if best.known and not set(columns) & _NAMES:
        return set()
    used = [at for at, column in enumerate(columns) if column in _NAMES] or range(
        len(table.rows[0]) if table.rows else 0
    )
    return {word for row in table.rows for at in used for word in row[at].casefold().split()}


def _words(table: ListTable) -> set[str]:
    return {word for row in table.rows for cell in row for word in cell.casefold().split()}


def _cells(sheet: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    size = 0
    for row in islice(sheet.iter_rows(max_row=_MOST_READ, max_col=_MOST_COLUMNS, values_only=True), _MOST_READ):
        rows.append(["" if cell is None else _cell(cell) for cell in row])
        size += sum(map(len, rows[-1]))
        if size > _MOST_TEXT:
            raise InvalidListError("list-too-large")
    return rows


def _cell(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@dataclass(frozen=True, slots=True)
class ListKind:
    """A kind of list.

    Attributes:
        table: Returns the table of rows of cells and the name of their sheet.
        rivals: Returns True for a sheet that may hold the list beside the best one.
    """

    table: Callable[[list[list[str]], str], ListTable]
    rivals: Callable[[ListTable, ListTable], bool]


PLAYERS: Final = ListKind(_table, lambda table, best: not _people(table, best) <= _words(best))
"""A list of players."""
