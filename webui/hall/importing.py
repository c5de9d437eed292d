"""Results of a file on their way into an event: tables and players found, and what stands in the way."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.match.duplicates import duplicates
from scoring.match.event import Event
from scoring.match.event_acts import PlayerEntry, TableResult, TableResults
from scoring.match.event_errors import EventRejectedError
from webui.base.errors import WebError
from webui.hall.desk import Hall, NotPlayedError, expect_typable
from webui.hall.result_lists import ReadTable, ResultList
from webui.records.errors import EventActRejectedError
from webui.records.events import StoredEvent

_FIRST: Final = 1_000_000
"""Number above those of all entries, for the names of a list."""


class ResultProblemError(WebError):
    """A row of a list of results that cannot be recorded as it is.

    Attributes:
        kind: `total-missing` (`name`), `penalty-unusable`, `table-untold`, `players-uneven` (`players`).
    """


@dataclass(frozen=True, slots=True)
class Problem:
    """The refusal of a row.

    Attributes:
        row: The row, from 1 below the headings.
        why: The refusal.
    """

    row: int
    why: WebError


@dataclass(frozen=True, slots=True)
class AskedPerson:
    """A name of a list that is nobody's in the event.

    Attributes:
        name: The name.
        like: Number of the player with a similar name, or None.
    """

    name: str
    like: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The record that a list of results would become.

    Attributes:
        results: The results of the tables whose players and totals are known, each with the row of its table.
        asked: The names that a person must match first.
        problems: What stands in the way of the rows.
    """

    results: list[tuple[int, TableResult]]
    asked: list[AskedPerson]
    problems: list[Problem]

    @property
    def act(self) -> TableResults | None:
        """The act that records all of it, or None while something stands in the way."""
        if self.asked or self.problems or not self.results:
            return None
        return TableResults(tuple(result for _, result in self.results))


def propose(
    hall: Hall,
    kept: StoredEvent,
    listed: ResultList,
    round: int | None = None,
    persons: Mapping[str, int] | None = None,
) -> Proposal:
    """Return what a list of results would record at the tables of an event, without recording it.

    Args:
        hall: The hall of the tables.
        kept: The event.
        listed: The list.
        round: The round of rows that name none; None for the one that was started last.
        persons: Numbers of players for names of the list, as a person matched them.
    """
    event = kept.event
    names = [seat.name for table in listed.tables for seat in table.seats if seat.name]
    known, asked = _matched(event, names, persons or {})
    made: list[tuple[int, TableResult]] = []
    problems: list[Problem] = []
    last = round or max(event.rounds, default=1)
    for table in _whole(event, listed.tables, known, last):
        if any(seat.name not in known for seat in table.seats if seat.name):
            continue
        try:
            made.append((table.row, _result(event, table, known, last)))
        except (ResultProblemError, EventRejectedError) as error:
            problems.append(Problem(table.row, _as_web(error)))
    problems += _refused(hall, kept, made)
    return Proposal(made, asked, sorted(problems, key=lambda each: each.row))


def _as_web(error: WebError | EventRejectedError) -> WebError:
    return EventActRejectedError(error) if isinstance(error, EventRejectedError) else error


def _matched(
    event: Event, names: Iterable[str], persons: Mapping[str, int]
) -> tuple[dict[str, int], list[AskedPerson]]:
    """Return the numbers of the players that names mean, and the names that somebody must match."""
    people = [each.person for each in event.entrants.values()]
    by_name = {each.name: each.number for each in people}
    by_ema = {each.ema: each.number for each in people if each.ema}
    known: dict[str, int] = {}
    others: list[PlayerEntry] = []
    for name in dict.fromkeys(names):
        number = int(name) if re.fullmatch(r"[0-9]{1,4}", name) else None
        found = next((each[name] for each in (persons, by_name, by_ema) if name in each), number)
        if found in event.entrants and found is not None:
            known[name] = found
        else:
            others.append(PlayerEntry(_FIRST + len(others), name))
    likes = {each.person: each for each in duplicates(others, people) if each.other < _FIRST}
    asked = []
    for other in others:
        like = likes.get(other.number)
        if like and like.by == "name":
            known[other.name] = like.other
        else:
            asked.append(AskedPerson(other.name, like.other if like else None))
    return known, asked


def _whole(event: Event, tables: Sequence[ReadTable], known: Mapping[str, int], last: int) -> Iterator[ReadTable]:
    """Yield the tables of a list; rows of players without a table are put together by their seats."""
    found: dict[tuple[str, str, int], list[ReadTable]] = {}
    for table in tables:
        if len(table.seats) != 1 or table.table:
            yield table
            continue
        number = _number(table.round) or last
        games = event.rounds[number].players if number in event.rounds else []
        player = known.get(table.seats[0].name)
        at = next((at for at, players in enumerate(games, 1) if player in players), 0)
        found.setdefault((table.day, table.round, at), []).append(table)
    for (day, round, at), rows in found.items():
        seats = tuple(row.seats[0] for row in rows)
        yield ReadTable(rows[0].row, day, round, str(at or ""), seats)


def _number(cell: str) -> int | None:
    """Return the only number of a cell such as `Table 5`, or None."""
    found = re.findall(r"\d{1,4}", cell)
    return int(found[0]) if len(found) == 1 else None


def _result(event: Event, table: ReadTable, known: Mapping[str, int], last: int) -> TableResult:
    """Return the result of a table.

    Raises:
        ResultProblemError: The row does not tell it.
        EventRejectedError: A player did not sit there.
    """
    round = _number(table.round) if table.round else last
    players = tuple(known[seat.name] for seat in table.seats if seat.name)
    number = _number(table.table)
    if number is None and not table.table and players and round in event.rounds:
        games = event.rounds[round].players
        number = next((at for at, game in enumerate(games, 1) if players[0] in game), None)
    if round is None or number is None:
        raise ResultProblemError("table-untold")
    for seat in table.seats:
        if seat.points is None:
            raise ResultProblemError("total-missing", name=seat.name or str(table.seats.index(seat) + 1))
    if table.left is None or any(seat.penalty is None for seat in table.seats):
        raise ResultProblemError("penalty-unusable")
    penalties = tuple(seat.penalty or 0 for seat in table.seats)
    totals = tuple(seat.points or 0 for seat in table.seats)
    return TableResult(round, number, totals, players, table.left, penalties if any(penalties) else ())


def _refused(hall: Hall, kept: StoredEvent, results: Iterable[tuple[int, TableResult]]) -> Iterator[Problem]:
    """Yield what the event or a table would refuse, one table after the other."""
    log, found = kept.log.copied(), hall.found(kept)
    seen: set[tuple[int, int]] = set()
    for number, (row, act) in enumerate(results, len(kept.records) + 1):
        try:
            if (act.round, act.table) in seen:
                raise EventRejectedError("table-twice", round=act.round, table=act.table)
            log.add(number, act)
            seen.add((act.round, act.table))
            expect_typable(act, found.get((act.round, act.table)))
        except (EventRejectedError, NotPlayedError) as error:
            yield Problem(row, _as_web(error))
