"""Results of a file on their way into an event: tables and players found, and what stands in the way."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from scoring.match.duplicates import duplicates
from scoring.match.event import Event, totals_of
from scoring.match.event_acts import PastRounds, PlayerEntry, TableResult, TableResults
from scoring.match.event_errors import EventRejectedError
from webui.base.errors import WebError
from webui.hall.desk import Hall, NotPlayedError, expect_typable
from webui.hall.result_lists import ReadSeat, ReadTable, ResultList
from webui.records.errors import EventActRejectedError
from webui.records.events import StoredEvent

_EARLY_YEAR: Final = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)")
_LATE_YEAR: Final = re.compile(r"(?P<one>\d{1,2})(?P<sign>[./-])(?P<other>\d{1,2})[./-](?P<year>\d{4}|\d{2})(?!\d)")
"""Forms of a day, whatever follows it, such as a time."""

_MONTHS: Final = 12

_FIRST: Final = 1_000_000
"""Number above those of all entries, for the names of a list."""


class ResultProblemError(WebError):
    """A row of a list of results that cannot be recorded as it is.

    Attributes:
        kind: `total-missing` (`name`), `penalty-unusable`, `table-untold`, `players-untold`, `day-unclear` (`day`),
            `table-again` (`round`, `table`).
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
        like: Number of the player with a similar name, who may come from the same list, or None.
    """

    name: str
    like: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The record that a list of results would become.

    Attributes:
        results: The results of the tables whose players and totals are known, each with the row of its table.
        asked: The names that a person must match first.
        problems: The refusals of rows.
        people: The players to be entered; those of asked names too.
        days: Days of rounds that were played elsewhere, by number; None for rounds that began here.
    """

    results: list[tuple[int, TableResult]]
    asked: list[AskedPerson]
    problems: list[Problem]
    people: tuple[PlayerEntry, ...] = ()
    days: Mapping[int, str] | None = None

    @property
    def act(self) -> TableResults | PastRounds | None:
        """The act that records all of it, or None while something stands in the way."""
        if self.asked or self.problems or not self.results:
            return None
        results = tuple(result for _, result in self.results)
        if self.days is None:
            return TableResults(results)
        days = tuple(day for _, day in sorted(self.days.items()))
        return PastRounds(results, self.people, days if any(days) else ())

    def name(self, event: Event, player: int) -> str:
        """Return the name of a player, who may be entered with this."""
        return next((each.name for each in self.people if each.number == player), None) or event.name(player)


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
    known, others = matched(event, names, persons or {})
    asked = asked_names(event, known, others)
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


NEW: Final = 0
"""The number, as a person matched a name of a list, that makes it a new player's."""


def propose_past(kept: StoredEvent, listed: ResultList, persons: Mapping[str, int] | None = None) -> Proposal:
    """Return the rounds of a list that were played elsewhere as they would come into an event, without recording them.

    A day and a game of it make a round, after those that have begun. Names that are nobody's become players.

    Args:
        kept: The event.
        listed: The list.
        persons: Numbers of players for names of the list, as a person matched them; `NEW` for another player.
    """
    event = kept.event
    problems: list[Problem] = []
    tables = [replace(table, seats=tuple(map(_one_space, table.seats))) for table in listed.tables]
    names = [seat.name for table in tables for seat in table.seats if seat.name]
    known, asked, people = _with_new(event, names, persons or {})
    days = days_of(table.day for table in tables)
    made: list[tuple[int, TableResult]] = []
    of_rounds: dict[int, str] = {}
    first = max(event.rounds, default=0) + 1
    rounds = _past_rounds(tables, days, event.size)
    for number, here in enumerate(rounds, first):
        of_rounds[number] = days[here[0].day] or ""
        numbers = [_number(table.table) for table in here]
        in_order = None not in numbers
        places = {number: at for at, number in enumerate(sorted({each for each in numbers if each is not None}), 1)}
        for at, (table, own) in enumerate(zip(here, numbers, strict=True), 1):
            try:
                if days[table.day] is None:
                    raise ResultProblemError("day-unclear", day=table.day)
                place = places[own] if in_order and own is not None else at
                made.append((table.row, _past_result(event, table, known, (number, place), of_rounds[number])))
            except (ResultProblemError, EventRejectedError) as error:
                problems.append(Problem(table.row, _as_web(error)))
    entered = {number for _, result in made for number in result.players}
    people = tuple(each for each in people if each.number in entered or each.name in {other.name for other in asked})
    found = Proposal(made, asked, problems, people, of_rounds)
    if found.act is not None:
        problems += _refused_past(kept, found)
    return replace(found, problems=sorted(problems, key=lambda each: each.row))


def _one_space(seat: ReadSeat) -> ReadSeat:
    return replace(seat, name=" ".join(seat.name.split()))


def _with_new(
    event: Event, names: Iterable[str], persons: Mapping[str, int]
) -> tuple[dict[str, int], list[AskedPerson], tuple[PlayerEntry, ...]]:
    """Return the numbers of the players that names mean, the names to be matched, and those who would be entered.

    The numbers do not depend on what was matched already.
    """
    known, others = matched(event, names, {})
    first = max(event.entrants, default=0) + 1
    people = [PlayerEntry(first + at, other.name) for at, other in enumerate(others)]
    likes = {each.person: each for each in duplicates(people, [each.person for each in event.entrants.values()])}
    asked: list[AskedPerson] = []
    entered: list[PlayerEntry] = []
    new = {each.number: each.number for each in people}
    for each in people:
        chosen, like = persons.get(each.name), likes.get(each.number)
        if chosen is not None and (chosen in event.entrants or first <= chosen < each.number):
            new[each.number] = new.get(chosen, chosen)
        elif chosen is not None or (like is None and not each.name.isdecimal()):
            entered.append(each)
        elif like and like.by == "name":
            new[each.number] = new.get(like.other, like.other)
        else:
            asked.append(AskedPerson(each.name, like.other if like else None))
            entered.append(each)
    return known | {each.name: new[each.number] for each in people}, asked, tuple(entered)


def days_of(cells: Iterable[str]) -> dict[str, str | None]:
    """Return the days of cells (ISO 8601); "" for an empty one, and None for one that may be two days, or none.

    The other cells tell the order of day and month.
    """
    texts = dict.fromkeys(cells)
    slashed = [found for text in texts if (found := _LATE_YEAR.match(text.strip())) and found["sign"] == "/"]
    first, second = (any(int(found[name]) > _MONTHS for found in slashed) for name in ("one", "other"))
    days: dict[str, str | None] = {}
    for text in texts:
        early, late = _EARLY_YEAR.match(text.strip()), _LATE_YEAR.match(text.strip())
        if early:
            days[text] = _iso(*early.groups())
        elif late and (late["sign"] != "/" or first != second or late["one"] == late["other"]):
            parts = late["one"], late["other"]
            month, day = parts if late["sign"] == "/" and second else reversed(parts)
            days[text] = _iso(late["year"], month, day)
        else:
            days[text] = None if text.strip() else ""
    return days


def _iso(year: str, month: str, day: str) -> str | None:
    """Return a day, a year of two digits being one of this century, or None if there is no such day."""
    try:
        return date(int(year.rjust(4, "0").replace("00", "20", 1)), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _past_rounds(tables: Iterable[ReadTable], days: Mapping[str, str | None], seats: int) -> list[list[ReadTable]]:
    """Return the tables of each round, the earliest first; rows of players without a table are one table."""
    found: dict[tuple[str, str], list[ReadTable]] = {}
    for table in tables:
        found.setdefault((days[table.day] or table.day, table.round), []).append(table)
    numbers = [_number(round) for _, round in found]
    games = dict(zip(found, range(len(found)) if None in numbers else numbers, strict=True))
    rounds = []
    for key in sorted(found, key=lambda key: (key[0], games[key] or 0)):
        here = found[key]
        if len(here) == seats and all(len(table.seats) == 1 and not table.table for table in here):
            here = [replace(here[0], seats=tuple(table.seats[0] for table in here))]
        rounds.append(here)
    return rounds


def _past_result(
    event: Event, table: ReadTable, known: Mapping[str, int], at: tuple[int, int], day: str
) -> TableResult:
    """Return the result of a table that was played elsewhere.

    Raises:
        ResultProblemError: The row does not tell it, or it is in the event already.
        EventRejectedError: The totals do not fit the rules.
    """
    round, place = at
    if len(table.seats) == 1:
        raise ResultProblemError("table-untold")
    if not all(seat.name for seat in table.seats):
        raise ResultProblemError("players-untold")
    players = tuple(known[seat.name] for seat in table.seats)
    for seat, player in zip(table.seats, players, strict=True):
        if players.count(player) > 1:
            raise EventRejectedError("round-twice", name=seat.name, round=round)
    if len(players) != event.size:
        raise EventRejectedError("totals-uneven", players=event.size, round=round, table=place)
    made = _read_totals(table, round, place, players)
    totals_of(event, made)
    for number, brought in event.rounds.items():
        for other, seated in enumerate(brought.players, 1) if brought.past and brought.day == day else ():
            if (tuple(seated), brought.typed[other].result.totals) == (players, made.totals):
                raise ResultProblemError("table-again", round=number, table=other)
    return made


def _refused_past(kept: StoredEvent, found: Proposal) -> Iterator[Problem]:
    act = found.act
    assert act
    try:
        kept.log.copied().add(len(kept.records) + 1, act)
    except EventRejectedError as error:
        rows = [row for row, each in found.results if each.round == error.about.get("round", each.round)]
        yield Problem(rows[0], _as_web(error))


def _as_web(error: WebError | EventRejectedError) -> WebError:
    return EventActRejectedError(error) if isinstance(error, EventRejectedError) else error


def matched(event: Event, names: Iterable[str], persons: Mapping[str, int]) -> tuple[dict[str, int], list[PlayerEntry]]:
    """Return the numbers of the players that names mean, and the names that are nobody's."""
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
    return known, others


def asked_names(event: Event, known: dict[str, int], others: Iterable[PlayerEntry]) -> list[AskedPerson]:
    """Return the names that somebody must match; those that are like one player's alone are known."""
    people = [each.person for each in event.entrants.values()]
    likes = {each.person: each for each in duplicates(others, people) if each.other < _FIRST}
    asked = []
    for other in others:
        like = likes.get(other.number)
        if like and like.by == "name":
            known[other.name] = like.other
        else:
            asked.append(AskedPerson(other.name, like.other if like else None))
    return asked


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
    return _read_totals(table, round, number, players)


def _read_totals(table: ReadTable, round: int, number: int, players: tuple[int, ...]) -> TableResult:
    """Return the totals of a row.

    Raises:
        ResultProblemError: One is no whole number.
    """
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
