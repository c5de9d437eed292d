"""Lists of players in common forms: one name a line, rows copied from a spreadsheet, CSV, and workbooks."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scoring.match.event_acts import PlayerEntry
from webui.base.text import cleaned
from webui.hall.encodings import Decoded
from webui.hall.headings import (
    COLUMNS,
    NONE,
    Column,
    column_of,
    columns_of,
    fold,
    is_form,
    is_known,
    likely_column,
    rivals,
)
from webui.hall.lists import (
    MOST_ROWS,
    SENT,
    InvalidListError,
    ListSource,
    ListTable,
    read_source,
    rows_above,
    text_table,
)
from webui.hall.questions import asked_about

__all__ = ["MOST_ROWS", "InvalidListError", "PlayerList", "from_file", "from_rows", "from_text"]

EntryQuestion = Literal["encoding", "sheet", "rows", "columns"]
"""A property of a list that its content leaves open."""

_CJK: Final = re.compile(r"[㐀-鿿豈-﫿]")

_HANGUL: Final = re.compile(r"[가-힣]")

_NO: Final = (
    "",
    "0",
    "no",
    "false",
    "n",
    "nein",
    "non",
    "nej",
    "nee",
    "nie",
    "ne",
    "нет",
    "否",
    "いいえ",
    "아니오",
    "-",
)
"""Words in a column of ticks that mean no."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was read, for checking before anybody is entered.

    Attributes:
        people: The people.
        table: The cells.
        columns: The use of each column; None for those that are not used.
        source: The file; its first likely encoding and sheet are those of the table.
        open: The properties that a person must decide first; empty if the list is certain.
    """

    people: list[PlayerEntry]
    table: ListTable
    columns: tuple[Column | None, ...]
    source: ListSource
    open: tuple[EntryQuestion, ...]

    @property
    def encodings(self) -> tuple[Decoded, ...]:
        """The likely encodings, if more than one."""
        return self.source.encodings if len(self.source.encodings) > 1 else ()


def from_text(
    text: str, taken: Iterable[int] = (), columns: Sequence[str] | None = None, skip: int | None = None
) -> PlayerList:
    """Return people of a pasted text: one name a line, or rows with tabs, semicolons, or commas.

    Args:
        text: The text.
        taken: Numbers already in use.
        columns: The use of each column as a person chose it, "-" or "" for none; None to tell it by headings and cells.
        skip: Number of rows above the first player, as a person chose it; None to tell it by their content.

    Raises:
        InvalidListError: A quotation mark does not close, there are too many rows, or the columns are not those.
    """
    return _read(ListSource(text_table(text.removeprefix("\ufeff"))), taken, columns, skip)


def from_file(
    data: bytes,
    taken: Iterable[int] = (),
    columns: Sequence[str] | None = None,
    encoding: str = "",
    sheet: str = "",
    skip: int | None = None,
) -> PlayerList:
    """Return people of a file: a workbook (XLSX), or text like that of `from_text`.

    Args:
        data: The file.
        taken: Numbers already in use.
        columns: The use of each column as a person chose it, as for `from_text`.
        encoding: Name of the encoding that a person chose; empty to tell it by the bytes.
        sheet: Name of the sheet that a person chose; empty for the likeliest.
        skip: Number of rows above the first player, as for `from_text`.

    Raises:
        InvalidListError: It is not a list, or the choices do not fit it.
    """
    return _read(read_source(data, encoding, sheet), taken, columns, skip)


def from_rows(rows: Sequence[Sequence[str]], taken: Iterable[int] = ()) -> list[PlayerEntry]:
    """Return people of rows of cells without headings."""
    table = ListTable([[cleaned(cell) for cell in row] for row in rows if any(row)], [])
    width = max(map(len, table.rows), default=0)
    table = ListTable([[*row, *[""] * (width - len(row))] for row in table.rows], [])
    return _people(table.rows, _guessed(table.rows)[0], taken)


def _read(source: ListSource, taken: Iterable[int], chosen: Sequence[str] | None, skip: int | None) -> PlayerList:
    table = source.table
    questions: list[EntryQuestion] = ["encoding"] if len(source.encodings) > 1 else []
    if source.sheet_open:
        questions.append("sheet")
    if skip is not None:
        table = table.begin(skip)
    elif not table.headings:
        above, certain = rows_above(table.rows)
        if not certain:
            questions.append("rows")
            table = table.begin(above)
    width = len(table.headings) or max(map(len, table.rows), default=0)
    columns: Sequence[Column | None]
    if chosen is not None:
        columns = _chosen(chosen, width)
    elif table.headings:
        columns, certain = _of_form(table, list(columns_of(table.headings)))
        if not certain:
            questions.append("columns")
        for at, heading in enumerate(table.headings):
            open_yet = columns[at] is None and column_of(heading) is None and not re.search(r"\d", asked_about(heading))
            likely = likely_column(heading) if open_yet else None
            if likely is None or (likely in columns and not (likely == "name" and is_form(table.headings))):
                continue
            covered = _covered(likely, columns)
            if not covered:
                columns[at] = likely
            if (not covered or is_form(table.headings)) and "columns" not in questions:
                questions.append("columns")
        if not set(columns) & {"name", "first", "last"}:
            columns = _with_guessed(table.rows, columns)
            if "columns" not in questions and width > 1:
                questions.append("columns")
    else:
        columns, certain = _guessed(table.rows)
        if not certain:
            questions.append("columns")
    return PlayerList(_people(table.rows, columns, taken), table, tuple(columns), source, tuple(questions))


def _of_form(table: ListTable, columns: list[Column | None]) -> tuple[list[Column | None], bool]:
    """Return the columns of a form without those whose cells are none of their use, and True if none is open.

    A program for forms adds a column "Name" of its own, with the account: the answers to questions are the names. What
    two questions may have asked for is open.
    """
    cells = [[row[at] for row in table.rows if at < len(row) and row[at]] for at in range(len(columns))]
    certain = True
    for use, places in rivals(table.headings).items():
        if use not in columns or use not in _OF_PEOPLE:
            continue
        fit = [at for at in places if cells[at] and _fits(use, cells[at])] or places
        asked = min(fit, key=lambda at: (fold(table.headings[at]) == "name", not is_known(table.headings[at])))
        certain = certain and (len(fit) == 1 or all(cells[at] == cells[fit[0]] for at in fit))
        for at in places:
            columns[at] = use if at == asked else None
    columns = [None if each in _NAMES and not cells[at] else each for at, each in enumerate(columns)]
    if is_form(table.headings) and "name" in columns and {"first", "last"} <= {*columns}:
        columns[columns.index("name")] = None
    for at, column in enumerate(columns):
        if column in _NAMES and cells[at] and not _fits(column, cells[at]):
            columns[at], certain = None, False
    return columns, certain


_NAMES: Final[frozenset[Column | None]] = frozenset({"name", "first", "last", "shown", "legal"})

_OF_PEOPLE: Final[frozenset[Column | None]] = _NAMES | {"ema", "country"}
"""Uses that a wrong column would give to the wrong person."""


def _fits(use: Column | None, cells: Sequence[str]) -> bool:
    """Return True if cells may be of a use: most of them are not times, addresses for mail, ticks or nobody's name."""
    if use == "ema":
        return any(re.search(r"\d{4}", cell) for cell in cells)
    strange = sum(bool(SENT.search(cell) or re.fullmatch(_NOBODY, cell.casefold())) for cell in cells)
    return 2 * strange < len(cells)


_NOBODY: Final = (
    r"anonym(ous|e|o|a)?|anoniem|匿名|익명|аноним\w*|[\d\W]+"
    r"|yes|no|ja|nein|oui|non|s[ií]|нет|да|是|否|はい|いいえ|예|아니오"
)
"""Cells of columns that hold no names."""


def _covered(column: Column, columns: Sequence[Column | None]) -> bool:
    """Return True if the list has names, and another column would only give them again."""
    if column in ("first", "last") and len({"first", "last"} & set(columns)) == 1 and "name" not in columns:
        return column in columns
    return column in _NAMES and bool(_NAMES & set(columns))


def _chosen(columns: Sequence[str], width: int) -> list[Column | None]:
    """Return the columns that a person chose.

    Raises:
        InvalidListError: One is unknown or stands twice (apart from parts of a first or last name), there are more than
            the list has, or none is a name.
    """
    made: list[Column | None] = []
    for column in columns:
        found = next((known for known in COLUMNS if known == column.strip()), None)
        if found is None and column.strip() not in ("", "-"):
            raise InvalidListError("list-no-column", column=column, known=", ".join(COLUMNS))
        if found and found in made and found not in ("first", "last"):
            raise InvalidListError("list-column-twice", column=found)
        made.append(found)
    if len(made) > width:
        raise InvalidListError("list-few-columns", columns=width)
    if width and not set(made) & {"name", "first", "last", "shown"}:
        raise InvalidListError("list-no-name")
    return [*made, *[None] * (width - len(made))]


def _with_guessed(rows: Sequence[Sequence[str]], columns: Sequence[Column | None]) -> list[Column | None]:
    """Return the columns, those below unknown headings with their likely uses by the cells."""
    found, _ = _guessed([[cell if not use else "" for cell, use in zip(row, columns, strict=False)] for row in rows])
    return [use or (likely if likely not in columns else None) for use, likely in zip(columns, found, strict=False)]


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[list[Column | None], bool]:
    """Return the uses of columns without headings by their cells, and True if these leave no other use.

    8 digits are a European number, a small number that of the player, up to three capitals a country; the first of the
    others is the name. What the next ones are, a first name, a club or a team, no cell tells.
    """
    width = max(map(len, rows), default=0)
    cells = [[row[at] for row in rows if at < len(row) and row[at]] for at in range(width)]
    found: list[Column | None] = [None] * width
    for use, form in _FORMS:
        at = next((at for at in range(width) if found[at] is None and cells[at] and _all(form, cells[at])), None)
        if at is not None:
            found[at] = use
    words = [at for at in range(width) if found[at] is None and cells[at] and not _all(r"[\d\W]*", cells[at])]
    words = [at for at in words if not any(map(SENT.search, cells[at])) and _fits("name", cells[at])] or words
    if len(words) > 1 and all(" " not in cell for at in words[:2] for cell in cells[at]):
        found[words[0]], found[words[1]] = "first", "last"
    else:
        for at, column in zip(words, [each for each in _LIKELY if each not in found], strict=False):
            found[at] = column
    return found, len(words) <= 1 and all(each or not cells[at] for at, each in enumerate(found))


_FORMS: Final[tuple[tuple[Column, str], ...]] = (
    ("ema", r"\d{7,8}"),
    ("number", r"\d{1,4}"),
    ("country", r"[A-Z]{2,3}"),
)
"""Cells that leave no other use of a column."""

_LIKELY: Final[tuple[Column, ...]] = ("name", "country", "team", "club")
"""Likely uses of columns of words, in their order."""


def _all(form: str, cells: Sequence[str]) -> bool:
    return all(re.fullmatch(form, cell) for cell in cells)


def _people(rows: Sequence[Sequence[str]], columns: Sequence[Column | None], taken: Iterable[int]) -> list[PlayerEntry]:
    used = set(taken)
    wanted = [_values(columns, row) for row in rows]
    wanted = [values for values in wanted if values.keys() & {"name", "first", "last", "shown"}]
    own = [int(each["number"]) for each in wanted if re.fullmatch(r"[1-9]\d{0,3}", each.get("number", ""))]
    free = iter(number for number in range(1, 10_000) if number not in used and number not in own)
    found: list[PlayerEntry] = []
    for values in wanted:
        name, first = values.get("name", ""), values.get("first", "")
        last = " ".join(filter(None, (values.get("prefix", ""), values.get("last", ""))))
        if name and not (first or last) and re.fullmatch(r"[^,，]+[,，][^,，]+", name):
            last, first = (part.strip() for part in re.split("[,，]", name))
            name = _whole(first, last)
        whole = name or _whole(first, last)
        shown, legal = values.get("shown", whole), values.get("legal", whole)
        number = int(values["number"]) if re.fullmatch(r"[1-9]\d{0,3}", values.get("number", "")) else 0
        if not number or number in used:
            number = next(free)
        used.add(number)
        found.append(
            PlayerEntry(
                number,
                shown,
                first,
                last,
                _ema(values.get("ema", "")),
                values.get("country", ""),
                values.get("team", ""),
                values.get("club", ""),
                _ticked(values.get("substitute", "")),
                legal=legal if legal != shown and not (first or last) else "",
                other=values.get("other", ""),
                photos=_ticked(values.get("photos", "")),
            )
        )
    return found


def _values(columns: Sequence[Column | None], row: Sequence[str]) -> dict[Column, str]:
    """Return the cells of a row by their use; the parts of a first or last name are one."""
    values: dict[Column, str] = {}
    for use, cell in zip(columns, row, strict=False):
        if use and cell and not _is_none(use, cell):
            values[use] = f"{values[use]} {cell}" if use in values else cell
    return values


def _is_none(use: Column, cell: str) -> bool:
    """Return True for an answer that there is none: "n/a", and in place of a European number any words."""
    said = cell.casefold().strip(" .!")
    if use == "ema":
        return not re.search(r"\d", cell)
    if use in ("other", "team", "club"):
        return said in _NONE or said in _NOT_GIVEN
    return use not in ("substitute", "photos") and said in _NOT_GIVEN


_NOT_GIVEN: Final = frozenset(
    {"n/a", "n.a", "-", "--", "---", "–", "—", "/", "?", "(none)", "无", "無", "なし", "無し", "없음"}
)
"""Answers that leave a cell empty whatever it is for."""

_NONE: Final = frozenset(NONE.split())
"""Answers that leave empty what nobody must have: a number of an association, a team or a club."""


def _ticked(cell: str) -> bool:
    """Return True unless an answer is none or begins with a no: consent is nothing to guess."""
    said = cell.casefold().strip()
    if len(said.split()) > 2 and not re.match(_YES, said):
        return False
    first = re.split(r"[\s,.;:!，。、：！]", said)[0]
    return (
        said not in _NO and first not in _NO and not re.match(r"不|否|未|没|沒|いいえ|しない|아니|refuse|decline", said)
    )


_YES: Final = r"(yes|ja|oui|si|sí|sim|tak|ano|да|kyllä|evet|ok|okay|agree\w*|i (agree|allow|accept|consent)|d.accord)\b"
"""The beginning of a sentence that agrees."""


def _whole(first: str, last: str) -> str:
    """Return first and last name as one; a Chinese or Korean family name comes first, without a space."""
    if last and all(_CJK.match(char) or _HANGUL.match(char) for char in first + last):
        return f"{last}{first}"
    return f"{first} {last}".strip()


def _ema(text: str) -> str:
    """Return a European number with the leading zero that spreadsheets drop."""
    return text.zfill(8) if re.fullmatch(r"\d{7}", text) else text
