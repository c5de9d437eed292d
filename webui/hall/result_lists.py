"""Lists of results in common forms: a row a table or a row a player, as text, CSV or workbook."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from webui.hall.encodings import Decoded
from webui.hall.lists import (
    SENT,
    TITLE_ROWS,
    InvalidListError,
    ListKind,
    ListSource,
    ListTable,
    filled_rows,
    read_source,
)
from webui.hall.lists import text_table as text_table_of
from webui.hall.result_headings import RESULT_COLUMNS, ResultColumn, known_headings, place_of, use_of

ResultQuestion = Literal["encoding", "sheet", "columns"]
"""A property of a list of results that its content leaves open."""


@dataclass(frozen=True, slots=True)
class ReadSeat:
    """A player of a list of results.

    Attributes:
        name: The cell with the player; empty if the list names nobody.
        points: The total, or None if the cell is no whole number.
        penalty: The points deducted, likewise.
    """

    name: str
    points: int | None
    penalty: int | None = 0


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table of a list of results.

    Attributes:
        row: Its first row, from 1 below the headings.
        day: The cell with the day; empty without.
        round: The cell with the round, likewise.
        table: The cell with the table, likewise.
        seats: Its players.
        left: Points left on the table, or None if the cell is no whole number.
    """

    row: int
    day: str
    round: str
    table: str
    seats: tuple[ReadSeat, ...]
    left: int | None = 0


@dataclass(frozen=True, slots=True)
class ResultList:
    """A list of results as it was read, for checking before anything is recorded.

    Attributes:
        tables: The tables.
        cells: The cells.
        columns: The use of each column; None for those that are not used.
        source: The file; its first likely encoding and sheet are those of the cells.
        open: The properties that a person must decide first; empty if the list is certain.
    """

    tables: list[ReadTable]
    cells: ListTable
    columns: tuple[ResultColumn | None, ...]
    source: ListSource
    open: tuple[ResultQuestion, ...]

    @property
    def encodings(self) -> tuple[Decoded, ...]:
        """The likely encodings, if more than one."""
        return self.source.encodings if len(self.source.encodings) > 1 else ()


def results_of_text(
    text: str, columns: Sequence[str] | None = None, skip: int | None = None, *, seats: int = 4
) -> ResultList:
    """Return the results of a pasted text; for the arguments see `results_of_file`."""
    return _read(ListSource(text_table_of(text.removeprefix("\ufeff"), RESULTS)), columns, skip, seats)


def results_of_file(
    data: bytes,
    columns: Sequence[str] | None = None,
    encoding: str = "",
    sheet: str = "",
    skip: int | None = None,
    *,
    seats: int = 4,
) -> ResultList:
    """Return the results of a file.

    Args:
        data: The file: a workbook (XLSX), or text.
        columns: The use of each column as a person chose it, "-" or "" for none; None to tell it by headings and cells.
        encoding: Name of the encoding that a person chose; empty to tell it by the bytes.
        sheet: Name of the sheet that a person chose; empty for the likeliest.
        skip: Number of rows above the first result, as a person chose it; None to tell it by their content.
        seats: Number of players at a table.

    Raises:
        InvalidListError: It is not a list, or the choices do not fit it.
    """
    return _read(read_source(data, encoding, sheet, RESULTS), columns, skip, seats)


def _table(rows: list[list[str]], name: str = "") -> ListTable:
    cells = filled_rows(rows)
    width = max((at for row in cells for at, cell in enumerate(row, 1) if cell), default=0)
    cells = [[*row[:width], *[""] * (width - len(row))] for row in cells]
    at = _heading_row(cells[:TITLE_ROWS])
    if at is None:
        return ListTable(cells, [], 0, name)
    return ListTable(cells[at + 1 :], cells[at], known_headings(cells[at]), name, tuple(cells[: at + 1]))


def _heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the place of the row of headings, or None: the one with most known ones, or the last above numbers."""
    numbers = [any(number_of(cell) is not None for cell in row if cell) for row in rows]
    known = [0 if has else known_headings(row) for row, has in zip(rows, numbers, strict=True)]
    most = max(known, default=0)
    if most > 1:
        return known.index(most)
    return numbers.index(True) - 1 if True in numbers and not numbers[0] else None


RESULTS: Final = ListKind(_table, lambda table, best: table.known >= best.known > 0)
"""A list of results."""


def number_of(cell: str) -> int | None:
    """Return the whole number of a cell, or None: `-12`, `−12`, `△12`, `25,000`, `25.000`, `12.0`."""
    text = re.sub(r"[\s'’_]|点$|分$", "", unicodedata.normalize("NFKC", cell))
    text = re.sub("^[−–▲△]", "-", text).removeprefix("+")
    if re.fullmatch(r"\(\d+\)", text):  # as ledgers write it
        text = f"-{text[1:-1]}"
    if re.fullmatch(r"-?\d{1,3}([.,])\d{3}(\1\d{3})*", text):
        text = re.sub("[.,]", "", text)
    text = re.sub(r"[.,]0+$", "", text)
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def _read(source: ListSource, chosen: Sequence[str] | None, skip: int | None, seats: int) -> ResultList:
    table = source.table
    questions: list[ResultQuestion] = ["encoding"] if len(source.encodings) > 1 else []
    if source.sheet_open:
        questions.append("sheet")
    if skip is not None:
        table = table.begin(skip)
    width = max(map(len, [table.headings, *table.rows]), default=0)
    if chosen is not None:
        columns = _chosen(chosen, width, seats)
    else:
        columns, certain = _by_headings(table, width)
        if not certain or not _is_whole(columns, seats):
            columns = columns if _is_whole(columns, seats) else _guessed(table.rows, width, seats)
            questions.append("columns")
    tables = _tables(table, columns) if _is_whole(columns, seats) else []
    return ResultList(tables, table, tuple(columns), source, tuple(questions))


def _is_whole(columns: Sequence[ResultColumn | None], seats: int) -> bool:
    """Return True for columns that tell of whole tables: totals of all seats, or of a player with the name."""
    points, players, penalties = (columns.count(use) for use in ("points", "player", "penalty"))
    others = all(columns.count(use) < 2 for use in ("day", "round", "table", "seat", "left"))
    tables = points == seats and players in (seats, 0) and (players > 0 or "table" in columns)
    return others and ((tables and penalties in (0, seats)) or (points == players == 1 and penalties < 2))


def _chosen(columns: Sequence[str], width: int, seats: int) -> list[ResultColumn | None]:
    """Return the columns that a person chose.

    Raises:
        InvalidListError: One is unknown, there are more than the list has, or they tell of no whole tables.
    """
    made: list[ResultColumn | None] = []
    for column in columns:
        found = next((known for known in RESULT_COLUMNS if known == column.strip()), None)
        if found is None and column.strip() not in ("", "-"):
            raise InvalidListError("list-no-column", column=column, known=", ".join(RESULT_COLUMNS))
        made.append(found)
    if len(made) > width:
        raise InvalidListError("list-few-columns", columns=width)
    if width and not _is_whole(made, seats):
        raise InvalidListError("list-no-totals")
    return [*made, *[None] * (width - len(made))]


def _by_headings(table: ListTable, width: int) -> tuple[list[ResultColumn | None], bool]:
    """Return the columns by their headings, and True if there are any; below names of seats most cells decide."""
    columns: list[ResultColumn | None] = [None] * width
    seats: dict[int, list[int]] = {}
    seen: Counter[int] = Counter()
    for at, heading in enumerate(table.headings):
        columns[at], place = use_of(heading)
        if columns[at] is None and place is not None:
            seats.setdefault(seen[place], []).append(at)  # those named once, those named again
            seen[place] += 1
    for places in seats.values():
        cells = [row[at] for row in table.rows for at in places if row[at]]
        numbers = sum(number_of(cell) is not None for cell in cells)
        for at in places:
            columns[at] = "points" if 2 * numbers > len(cells) else "player"
    return columns, bool(table.headings)


def _guessed(rows: Sequence[Sequence[str]], width: int, seats: int) -> list[ResultColumn | None]:
    """Return the likely columns by their cells: days, names, then numbers, of which the last ones are the totals."""
    columns: list[ResultColumn | None] = [None] * width
    numbers: list[int] = []
    for at in range(width):
        cells = [row[at] for row in rows if row[at]]
        if not cells:
            continue
        if all(SENT.search(cell) for cell in cells):
            columns[at] = "day" if "day" not in columns else None
        elif all(number_of(cell) is not None for cell in cells):
            numbers.append(at)
        elif all(place_of(cell) is not None for cell in cells):
            columns[at] = "seat" if "seat" not in columns else None
        else:
            columns[at] = "player"
    points = numbers[-seats:] if columns.count("player") in (0, seats) else numbers[-1:]
    for at in points:
        columns[at] = "points"
    first = [at for at in numbers if at < min(points, default=0)]
    for at, use in zip(reversed(first[-2:]), reversed(_BEFORE), strict=False):
        columns[at] = use
    return columns


_BEFORE: Final[tuple[ResultColumn, ...]] = ("round", "table")
"""The likely uses of numbers before the totals."""


def _tables(cells: ListTable, columns: Sequence[ResultColumn | None]) -> list[ReadTable]:
    rows = [(at, row) for at, row in enumerate(cells.rows, 1) if _has_result(row, columns)]
    if columns.count("points") > 1:
        order = _seat_order(cells, columns)
        return [_of_row(at, row, columns, order) for at, row in rows]
    groups: dict[tuple[str, ...], list[tuple[int, Sequence[str]]]] = {}
    for at, row in rows:
        groups.setdefault(_where(row, columns), []).append((at, row))
    if "table" not in columns:
        return [
            ReadTable(at, _cell(row, columns, "day"), _cell(row, columns, "round"), "", (_seat(row, columns),))
            for at, row in rows
        ]
    return [_of_rows(group, columns) for group in groups.values()]


def _has_result(row: Sequence[str], columns: Sequence[ResultColumn | None]) -> bool:
    """Return True unless a row has no totals, as one below the last."""
    return any(cell for cell, use in zip(row, columns, strict=True) if use in ("points", "player"))


def _seat_order(cells: ListTable, columns: Sequence[ResultColumn | None]) -> dict[str, list[int]]:
    """Return the places of the columns of players, totals and penalties in the order of the seats."""
    order = {}
    for use in ("player", "points", "penalty"):
        places = [at for at, column in enumerate(columns) if column == use]
        seats = {at: use_of(cells.headings[at])[1] for at in places if at < len(cells.headings)}
        if len({seat for seat in seats.values() if seat is not None}) == len(places):
            places.sort(key=lambda at, seats=seats: seats[at] or 0)  # type: ignore[misc]
        order[use] = places
    return order


def _of_row(
    at: int, row: Sequence[str], columns: Sequence[ResultColumn | None], order: dict[str, list[int]]
) -> ReadTable:
    points, players, penalties = order["points"], order["player"], order["penalty"]
    seats = tuple(
        ReadSeat(
            row[players[n]] if players else "",
            number_of(row[points[n]]),
            _penalty(row[penalties[n]] if penalties else ""),
        )
        for n in range(len(points))
    )
    day, round, table = _where(row, columns)
    return ReadTable(at, day, round, table, seats, _or_none(_cell(row, columns, "left")))


def _of_rows(rows: Sequence[tuple[int, Sequence[str]]], columns: Sequence[ResultColumn | None]) -> ReadTable:
    """Return the table of the rows of its players, in the order of the seats if they name them."""
    seats = [place_of(_cell(row, columns, "seat")) for _, row in rows]
    if None not in seats and len({*seats}) == len(rows):
        rows = [row for _, row in sorted(zip(seats, rows, strict=True), key=lambda each: each[0] or 0)]
    at, first = min(rows, key=lambda each: each[0])
    left = next((cell for _, row in rows if (cell := _cell(row, columns, "left"))), "")
    day, round, table = _where(first, columns)
    return ReadTable(at, day, round, table, tuple(_seat(row, columns) for _, row in rows), _or_none(left))


def _seat(row: Sequence[str], columns: Sequence[ResultColumn | None]) -> ReadSeat:
    points, penalty = number_of(_cell(row, columns, "points")), _penalty(_cell(row, columns, "penalty"))
    return ReadSeat(_cell(row, columns, "player"), points, penalty)


def _where(row: Sequence[str], columns: Sequence[ResultColumn | None]) -> tuple[str, str, str]:
    return _cell(row, columns, "day"), _cell(row, columns, "round"), _cell(row, columns, "table")


def _cell(row: Sequence[str], columns: Sequence[ResultColumn | None], use: str) -> str:
    return next((cell for cell, column in zip(row, columns, strict=True) if column == use), "")


def _or_none(cell: str) -> int | None:
    """Return the number of a cell, 0 for an empty one, or None if it is no whole number."""
    return number_of(cell) if cell else 0


def _penalty(cell: str) -> int | None:
    """Return the points of a penalty, which some lists write below zero."""
    found = _or_none(cell)
    return None if found is None else abs(found)
