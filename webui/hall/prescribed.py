"""Seating that a director prescribes: a list of tables with the players of each, as text, CSV or workbook."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.match.errors import SeatingError
from scoring.match.event import Event
from scoring.match.event_acts import SeatingDrawn
from scoring.match.seating import SeatingGame
from webui.hall.desk import Hall
from webui.hall.importing import asked_names, matched
from webui.hall.lists import TITLE_ROWS, ListKind, ListSource, ListTable, filled_rows, read_source, text_table
from webui.hall.result_headings import known_headings, place_of, use_of
from webui.match.errors import expect_library

_WINDS: Final = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A table of a list.

    Attributes:
        row: Its first row, from 1 below the headings.
        round: The round, or None if the list names none.
        table: The table, likewise.
        names: The cells of its players, East first.
    """

    row: int
    round: int | None
    table: int | None
    names: tuple[str, ...]


def _table(rows: list[list[str]], name: str = "") -> ListTable:
    """Return the table of rows of cells; a row with two known headings is that of the headings, for names have none."""
    cells = filled_rows(rows)
    width = max((at for row in cells for at, cell in enumerate(row, 1) if cell), default=0)
    cells = [[*row[:width], *[""] * (width - len(row))] for row in cells]
    at = next((at for at, row in enumerate(cells[:TITLE_ROWS]) if known_headings(row) > 1), None)
    if at is None:
        return ListTable(cells, [], 0, name)
    return ListTable(cells[at + 1 :], cells[at], known_headings(cells[at]), name, tuple(cells[: at + 1]))


TABLES: Final = ListKind(_table, lambda table, best: table.known >= best.known > 0)
"""A list of tables."""

Prescribed = tuple[int, tuple[tuple[SeatingGame, ...], ...]]
"""The first round of a list, and the tables of each round from there on."""


def read_seating(hall: Hall, event: int, script: str | bytes, since: int) -> SeatingDrawn:
    """Return the seating of a script of Pantheon, or of a list of tables, from a round on, without recording it.

    Args:
        hall: The hall.
        event: Number of the event.
        script: The script or list as text; or the file of a list.
        since: The first round of a script, and the round of a list that names none.

    Raises:
        SeatingError: It is neither, or has more places than there are players.
        webui.hall.lists.InvalidListError: It is no list that can be read.
        webui.match.errors.ActRejectedError: No library here can score the hands of the event's rules.
    """
    if isinstance(script, str) and _is_script(script):
        return hall.read_seating(event, script, since)
    found = hall.get(event).event
    expect_library(found.opened.rules)
    if isinstance(script, bytes):
        return SeatingDrawn(*tables_of_file(found, script, since))
    return SeatingDrawn(*tables_of_text(found, script, since))


def _is_script(text: str) -> bool:
    """Return True for a script of Pantheon: no line but those of numbers with hyphens between them."""
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    return all(set(line) <= {*"0123456789- "} and "-" in line for line in lines)


def tables_of_text(event: Event, text: str, since: int) -> Prescribed:
    """Return the tables of a pasted list; for the arguments see `tables_of_file`."""
    return _prescribed(event, ListSource(text_table(text.removeprefix("\ufeff"), TABLES)), since)


def tables_of_file(event: Event, data: bytes, since: int) -> Prescribed:
    """Return the tables of a list, by the names, EMA numbers or numbers of players.

    A row is a table with its players from East on, or a player with a table. Columns before the players are the table,
    or the round and the table, unless headings say otherwise.

    Args:
        event: The event.
        data: The file: a workbook (XLSX), or text.
        since: The round of rows that name none.

    Raises:
        SeatingError: A row does not fill a table, nobody has a name, or rounds are missing.
        webui.hall.lists.InvalidListError: It is not a list.
    """
    return _prescribed(event, read_source(data, kind=TABLES), since)


def listed_again(prescribed: Prescribed) -> str:
    """Return tables as a list that `tables_of_text` reads, by the numbers of the players."""
    since, rounds = prescribed
    size = max((len(game) for games in rounds for game in games), default=0)
    lines = ["\t".join(("Round", "Table", *_WINDS[:size]))]
    for round, games in enumerate(rounds, since):
        lines += ["\t".join(map(str, (round, table, *game))) for table, game in enumerate(games, 1) if game]
    return "\n".join(lines)


def _prescribed(event: Event, source: ListSource, since: int) -> Prescribed:
    games = _games(source.table, event)
    if not games:
        raise SeatingError("empty-script")
    known, others = matched(event, [name for game in games for name in game.names], {})
    asked = {each.name: each.like for each in asked_names(event, known, others)}
    found: dict[int, list[tuple[ListedGame, SeatingGame]]] = {}
    for game in games:
        if len(game.names) != event.size or not all(game.names):
            raise SeatingError("row-not-full", row=game.row, players=event.size)
        for name in game.names:
            if name in asked:
                raise _unknown(event, game.row, name, asked[name])
        players = tuple(known[name] for name in game.names)
        found.setdefault(game.round or since, []).append((game, players))
    first, last = min(found), max(found)
    for number in range(first, last + 1):
        if number not in found:
            raise SeatingError("rounds-skipped", round=number)
    return first, tuple(_in_order(found[number]) for number in sorted(found))


def _unknown(event: Event, row: int, name: str, like: int | None) -> SeatingError:
    if like is None:
        return SeatingError("row-nobody", row=row, name=name)
    return SeatingError("row-like", row=row, name=name, like=event.name(like))


def _in_order(games: Sequence[tuple[ListedGame, SeatingGame]]) -> tuple[SeatingGame, ...]:
    """Return the tables of a round by their numbers if all have one, else as they were listed."""
    numbers = [each.table for each, _ in games]
    if None not in numbers and len({*numbers}) == len(numbers):
        games = sorted(games, key=lambda each: each[0].table or 0)
    return tuple(game for _, game in games)


def _games(cells: ListTable, event: Event) -> list[ListedGame]:
    size = event.size
    width = max((len(row) for row in cells.rows), default=0)
    uses = [use_of(heading) for heading in cells.headings]
    uses += [(None, None)] * (width - len(uses))
    round, table, seat = (_column(uses, use) for use in ("round", "table", "seat"))
    seats = sorted((place, at) for at, (use, place) in enumerate(uses) if place is not None and use in (None, "player"))
    players = [at for _, at in seats] or [at for at, (use, _) in enumerate(uses) if use == "player"]
    if len(players) == 1 and table is not None:
        return _of_rows(cells, round, table, seat, players[0])
    if len(players) != size and len(seats) <= size:
        players = list(range(max(width - size, 0), width))
        round, table = (0, 1) if width > size + 1 else (None, 0 if width > size else None)
        named = {each.person.name.casefold() for each in event.entrants.values()}
        for row_number, row in enumerate(cells.rows, 1):
            if any(row[at].strip().casefold() in named for at in (round, table) if at is not None):
                raise SeatingError("row-not-full", row=row_number, players=size)
    return [
        ListedGame(at, _number(row, round), _number(row, table), tuple(row[place] for place in players))
        for at, row in enumerate(cells.rows, 1)
    ]


def _of_rows(cells: ListTable, round: int | None, table: int, seat: int | None, player: int) -> list[ListedGame]:
    """Return the tables of a list with a row a player, in the order of the seats if they are named."""
    groups: dict[tuple[int | None, int | None], list[tuple[int, Sequence[str]]]] = {}
    for at, row in enumerate(cells.rows, 1):
        groups.setdefault((_number(row, round), _number(row, table)), []).append((at, row))
    found = []
    for (number, of_table), rows in groups.items():
        places = [None if seat is None else place_of(row[seat]) for _, row in rows]
        if None not in places and len({*places}) == len(rows):
            rows = [row for _, row in sorted(zip(places, rows, strict=True), key=lambda each: each[0] or 0)]
        found.append(ListedGame(min(at for at, _ in rows), number, of_table, tuple(row[player] for _, row in rows)))
    return found


def _column(uses: Sequence[tuple[str | None, int | None]], use: str) -> int | None:
    return next((at for at, each in enumerate(uses) if each == (use, None)), None)


def _number(row: Sequence[str], at: int | None) -> int | None:
    """Return the only number of a cell such as `Table 5`, or None."""
    found = re.findall(r"\d{1,4}", row[at]) if at is not None else []
    return int(found[0]) if len(found) == 1 else None
