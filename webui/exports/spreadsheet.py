"""Tables of cells for spreadsheets and terminals, and the hand sheet of a match as such a table."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from scoring.match.amounts import house_points
from scoring.match.amounts import number as amount
from scoring.match.course import results
from scoring.match.ranking import final_table_points
from scoring.match.records import Act, Won
from scoring.match.sheets import fans
from scoring.match.state import Hand, Match
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.game import in_game
from webui.messages.match import TAKEN_BACK, TYPED, money
from webui.records.journal import JournalEntry

if TYPE_CHECKING:
    from webui.games.sections import HandSections

Cell = str | int | float

_FORMULA: Final = re.compile(r"[=@＝＠\t\r]|[+\-＋－].*\w", re.DOTALL)
"""Text that a spreadsheet may take for a formula (OWASP, CSV injection); the signs of the hand sheet are none.

Chinese and Japanese spreadsheets also accept full-width signs.
"""


class PlayerCells(NamedTuple):
    """The cells of a player in a hand; `points` are before penalties, `total` after those that totals have."""

    sign: str
    points: int
    deducted: int
    total: int


class HandRow(NamedTuple):
    """A row of the hand sheet; `approved` and `corrected` are the referees' decisions on the hand.

    The `number` is empty for totals from paper, where no hand was played.
    """

    number: int | Literal[""]
    round: str
    approved: bool
    corrected: bool
    players: list[PlayerCells]
    appeals: str
    remarks: str


def _sections(match: Match, hand: Hand, words: Messages) -> "HandSections":
    from webui.games.view import view_of_game  # a table of results needs no game's pages

    return view_of_game(match.rules.game.id).sections(words, hand)


def sheet_rows(match: Match, words: Messages) -> list[HandRow]:
    """Return the hand sheet, one row for each hand, for files and the terminal."""
    return [
        HandRow(
            "" if hand.typed else hand.number,
            (words(TYPED) if hand.typed else _sections(match, hand, words).title)
            or wording.wind(words, hand.round_wind),
            hand.approved is not None,
            bool(hand.corrected),
            [
                PlayerCells(hand.marks.get(name, ""), hand.points[name], hand.deducted[name], total)
                for name, total in running.items()
            ],
            _appeals(match, hand, words),
            words("; ").join(_remarks(match, hand, words)),
        )
        for hand, running in zip(match.hands, match.running, strict=True)
    ]


def total_rows(match: Match, words: Messages) -> list[tuple[str, list[Cell]]]:
    """Return the rows below the hands, each with its name and a cell for each player."""
    rows: list[tuple[str, list[Cell]]] = [(words("Total"), [*match.points.values()])]
    if match.before:
        rows.append((words("Total before version 0.2.0"), [match.before[name] for name in match.players]))
    if shown := house_points(match, match.points):
        rows.append((words("In points of the house"), [shown[name] for name in match.players]))
    if amounts := money(match):
        rows.append((words("Money"), [amounts[name] for name in match.players]))
    if match.over:
        rows.append((words("Rank"), [*ranked(match.points)]))
    if shares := final_table_points(match):
        rows.append((words("Table points"), [shares[name] for name in match.players]))
    if match.body.deducted_after and any(match.deducted.values()):
        rows.append((words("Deducted from the result"), [match.deducted[name] for name in match.players]))
    if placed := results(match):
        rows.append((words("Result"), [round(float(placed[name]), 2) for name in match.players]))
    return rows


def sheet_table(
    match: Match, words: Messages, records: Sequence[JournalEntry[Act]] = (), number: int | None = None
) -> list[list[Cell]]:
    """Return the hand sheet for spreadsheets: a row of headings, then a row for each hand, with one number in a cell.

    Args:
        match: The match.
        words: The language.
        records: Its records, which tell when a hand ended and who corrected it; those columns are empty without them.
        number: Number of its table, or None.
    """
    parts = words("sign"), words("points"), words("deducted"), words("total")  # a name that others read stays
    heads: list[Cell] = [words("hand"), words("round"), *[f"{name} {part}" for name in match.players for part in parts]]
    more = [words("fan"), words("points of the hand"), words("corrected by"), words("date"), words("table")]
    rank = words("rank")
    ranks = [f"{name} {rank}" for name in match.players]
    house = words("total in points of the house")
    in_house = [f"{name} {house}" for name in match.players]
    if match.body.unit != 1:
        more, ranks = [words("value of a point"), *more], [*in_house, *ranks]
    played = wording.rules_played(words, match.rules)
    table = [[*heads, *([words("appeals")] if match.appeals else []), words("remarks"), *more, *ranks, words("rules")]]
    by_number = {entry.number: entry for entry in records}
    for row, hand, running in zip(sheet_rows(match, words), match.hands, match.running, strict=True):
        cells = [cell for player in row.players for cell in player]
        appeals = [row.appeals] if match.appeals else []
        about = [*_of_hand(match, hand, by_number, words), "" if number is None else number]
        shown = house_points(match, running)
        value = [amount(match.body.unit)] if shown else []
        totals = [*shown.values(), *ranked(running)]
        table.append([row.number, row.round, *cells, *appeals, row.remarks, *value, *about, *totals, played])
    return table


def _of_hand(
    match: Match, hand: Hand, records: Mapping[int, JournalEntry[Act]], words: Messages
) -> tuple[str, Cell, str, str]:
    """Return the fan of a hand, its points, the initials of those who corrected it, and when it ended."""
    counted = [f"{wording.pattern(words, each.name, each.zh)} {each.points}" for each in fans(match, hand)]
    points: Cell = hand.outcome.points if isinstance(hand.outcome, Won) else ""
    corrected = [initials(records[each].who) for each in hand.corrected if each in records]
    ended = records.get(hand.ended) if hand.ended is not None else None
    when = datetime.fromisoformat(ended.when).astimezone().strftime("%Y-%m-%d %H:%M") if ended else ""
    return words("; ").join(counted), points, words(", ").join(filter(None, corrected)), when


def initials(name: str) -> str:
    """Return the first characters of the parts of a name."""
    return "".join(part[0] for part in name.split())


def ranked(totals: Mapping[str, int]) -> list[int]:
    """Return the rank of each player by their totals; equal totals share the better rank."""
    return [1 + sum(other > own for other in totals.values()) for own in totals.values()]


def sheet_lines(match: Match, words: Messages) -> list[str]:
    """Return the hand sheet for a terminal: a line for each hand with signs, points and totals, then the final
    totals."""
    table: list[list[str]] = [[words("Hand"), *match.players]]
    for row, hand in zip(sheet_rows(match, words), match.hands, strict=True):
        signs = (" ◆" if row.approved else "") + (" ✎" if row.corrected else "")
        gains = match.gains(hand).values()
        cells = [f"{each.sign} {gain:+d} ={each.total}".lstrip() for each, gain in zip(row.players, gains, strict=True)]
        table.append([f"{row.number} {row.round}{signs}".lstrip(), *cells])
    for name, values in total_rows(match, words):
        table.append([name, *(f"{value:g}" if isinstance(value, float) else str(value) for value in values)])
    return aligned(table)


def _appeals(match: Match, hand: Hand, words: Messages) -> str:
    """Return the appeals about a hand, one line each."""
    about = [appeal for appeal in match.appeals if appeal.hand == hand.number]
    return "\n".join([wording.appeal(words, appeal, match.is_late(appeal)) for appeal in about])


def _remarks(match: Match, hand: Hand, words: Messages) -> list[str]:
    """Return other events of a hand: its wins if there are several, what its game remarks, a correction, departures."""
    last = match.hands[-1].number
    left = [each for each in match.departures if min(each.hand, last) == hand.number]
    corrected = [words("corrected")] if hand.corrected else []
    gone = [words(TAKEN_BACK)] if hand.taken_back else []
    wins = [
        words(
            "%(winner)s wins %(points)s off %(giver)s",
            {"winner": winner, "points": in_game(words, match.rules.name).won(won.points), "giver": hand.discarder},
        )
        for winner, won in hand.won.items()
        if len(hand.winners) > 1 and len({*hand.won_in}) == 1  # else its game tells the acts of the hand
    ]
    about = [*_sections(match, hand, words).remarks, *gone, *corrected]
    return [*wins, *about, *[wording.departure(words, each) for each in left]]


def to_csv(table: Iterable[Iterable[Cell]]) -> str:
    """Return a table as CSV (RFC 4180) with line feeds and an apostrophe before text that could be a formula."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([[_plain(cell) for cell in cells] for cells in table])
    return out.getvalue()


def _plain(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def aligned(table: Sequence[Sequence[Cell]], left: bool = False) -> list[str]:
    """Return a table as lines of text with columns aligned right, or left."""
    shown = [[str(cell) for cell in cells] for cells in table]
    widths = [max(map(_columns, cells)) for cells in zip(*shown, strict=True)]
    lines = []
    for cells in shown:
        filled = [(cell, " " * (width - _columns(cell))) for cell, width in zip(cells, widths, strict=True)]
        lines.append("  ".join(cell + gap if left else gap + cell for cell, gap in filled).rstrip())
    return lines


def _columns(text: str) -> int:
    """Return the width of a text in terminal columns; a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)
