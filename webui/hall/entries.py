"""Lists of players in common forms: one name a line, rows copied from a spreadsheet, CSV, and workbooks."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Final

from openpyxl import load_workbook

from scoring.match.event_acts import PlayerEntry
from webui.errors import WebError

MOST_ROWS: Final = 1000
"""Most rows of a list. More takes longer to reject a wrong file; fewer might refuse a real list: an event has up to 200
players."""

_MOST_COLUMNS: Final = 20
_MOST_BYTES: Final = 30 * 1024 * 1024
"""Most bytes of an unpacked workbook. More lets a zip bomb fill the memory; less refuses workbooks with pictures."""

_HEADS: Final = {
    "number": ("no", "no.", "nr", "nr.", "number", "#", "号码", "號碼", "编号", "編號", "序号", "序號"),
    "name": ("name", "player", "player name", "full name", "姓名", "选手", "選手", "名字", "joueur", "spieler"),
    "first": ("first name", "first", "firstname", "given name", "forename", "prénom", "vorname", "名"),
    "last": ("last name", "last", "lastname", "surname", "family name", "nom", "nachname", "姓"),
    "ema": (
        "ema",
        "ema number",
        "ema no",
        "ema no.",
        "ema id",
        "ema nr",
        "mers",
        "mers number",
        "欧洲编号",
        "歐洲編號",
    ),
    "country": ("country", "nation", "nationality", "nat", "nat.", "pays", "land", "国家", "國家", "地区", "地區"),
    "team": ("team", "équipe", "队", "队伍", "隊", "隊伍", "团队", "團隊"),
    "club": ("club", "city", "member", "verein", "俱乐部", "俱樂部", "城市"),
    "substitute": ("substitute", "sub", "替补", "替補"),
}
"""Usual headings of the columns of such lists."""

_FIELD: Final = {head: name for name, heads in _HEADS.items() for head in heads}

_CJK: Final = re.compile(r"[㐀-鿿豈-﫿]")


class InvalidListError(WebError):
    """A text or file that is not a list of players."""


def from_text(text: str, taken: Iterable[int] = ()) -> list[PlayerEntry]:
    """Return people of a pasted text: one name a line, or rows with tabs, semicolons, or commas under a row of
    headings.

    Args:
        text: The text.
        taken: Numbers already in use.

    Raises:
        InvalidListError: It has too many rows.
    """
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    if not lines:
        return []
    mark = next((mark for mark in ("\t", ";") if any(mark in line for line in lines)), None)
    if mark is None and _headed(next(csv.reader(lines[:1]))):
        mark = ","
    rows = list(csv.reader(lines, delimiter=mark)) if mark else [[line] for line in lines]
    return from_rows(rows, taken)


def from_file(data: bytes, taken: Iterable[int] = ()) -> list[PlayerEntry]:
    """Return people of a file: a workbook (XLSX), or text for `from_text` in UTF-8, UTF-16, GB 18030 or Windows-1252.

    Raises:
        InvalidListError: It is unreadable, or has too many rows.
    """
    if not data.startswith(b"PK"):
        return from_text(_decoded(data), taken)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(info.file_size for info in archive.infolist())
        if size > _MOST_BYTES:
            raise InvalidListError("list-too-long", most=MOST_ROWS)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        cells = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=_MOST_COLUMNS, values_only=True)
        rows = [["" if cell is None else _cell(cell) for cell in row] for row in cells]
        book.close()
    except InvalidListError:
        raise
    except Exception as error:  # openpyxl raises anything on a damaged workbook
        raise InvalidListError("list-unreadable") from error
    return from_rows(rows, taken)


def from_rows(rows: Sequence[Sequence[str]], taken: Iterable[int] = ()) -> list[PlayerEntry]:
    """Return people of rows of cells; the first row may be headings.

    Without headings the contents identify the columns: 8 digits are a European number, a small number that of the
    player, up to three capitals a country; the first of the others is the name, the next a country or a team.

    Raises:
        InvalidListError: It has too many rows.
    """
    rows = [[" ".join(cell.split()) for cell in row] for row in rows]
    rows = [row for row in rows if any(row)]
    if len(rows) > MOST_ROWS:
        raise InvalidListError("list-too-long", most=MOST_ROWS)
    if not rows:
        return []
    headed = _headed(rows[0])
    fields = [_FIELD.get(cell.casefold()) for cell in rows[0]] if headed else _guessed(rows)
    used = set(taken)
    wanted = [_values(row, fields) for row in (rows[1:] if headed else rows)]
    found: list[PlayerEntry] = []
    for values in wanted:
        name = values.get("name", "")
        first, last = values.get("first", ""), values.get("last", "")
        if not name:
            name = _whole(first, last)
        elif not (first or last) and re.fullmatch(r"[^,，]+[,，][^,，]+", name):
            last, first = (part.strip() for part in re.split("[,，]", name))
            name = _whole(first, last)
        if not name:
            continue
        number = int(values["number"]) if re.fullmatch(r"[1-9]\d{0,3}", values.get("number", "")) else 0
        if not number or number in used:
            number = next(free for free in range(1, 10_000) if free not in used)
        used.add(number)
        found.append(
            PlayerEntry(
                number,
                name,
                first,
                last,
                _ema(values.get("ema", "")),
                values.get("country", ""),
                values.get("team", ""),
                values.get("club", ""),
                values.get("substitute", "").casefold() not in ("", "0", "no", "false", "n", "否"),
            )
        )
    return found


def _headed(row: Sequence[str]) -> bool:
    known = {_FIELD.get(cell.strip().casefold()) for cell in row}
    return bool(known & {"name", "first", "last"})


def _values(row: Sequence[str], fields: Sequence[str | None]) -> dict[str, str]:
    return {name: cell for name, cell in zip(fields, row, strict=False) if name and cell}


def _guessed(rows: Sequence[Sequence[str]]) -> list[str | None]:
    """Return the attribute in each column of rows without headings."""
    found: list[str | None] = []
    for at in range(max(map(len, rows))):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        name: str | None
        if cells and all(re.fullmatch(r"\d{7,8}", cell) for cell in cells):
            name = "ema"
        elif cells and all(re.fullmatch(r"\d{1,4}", cell) for cell in cells):
            name = "number"
        elif cells and all(re.fullmatch(r"[A-Z]{2,3}", cell) for cell in cells):
            name = "country"
        elif "name" not in found:
            name = "name"
        else:
            name = "country" if "country" not in found else "team"
        found.append(name if name not in found else None)
    return found


def _whole(first: str, last: str) -> str:
    """Return first and last name as one; a Chinese family name comes first, without a space."""
    if last and all(_CJK.match(char) for char in first + last):
        return f"{last}{first}"
    return f"{first} {last}".strip()


def _ema(text: str) -> str:
    """Return a European number with the leading zero that spreadsheets drop."""
    return text.zfill(8) if re.fullmatch(r"\d{7}", text) else text


def _cell(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("gb18030")
        if all(char.isascii() or _CJK.match(char) or char in "，；、·　" for char in text):
            return text
    except UnicodeDecodeError:
        pass
    return data.decode("cp1252", "replace")
