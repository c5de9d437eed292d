"""An event as files: the EMA workbook of results, tables for spreadsheets, and a seating script."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from scoring.match import amounts
from scoring.match.bodies import Criterion
from scoring.match.event import Event
from scoring.match.event_acts import StageBegun
from scoring.match.ranking import Standing
from scoring.match.seating import script
from scoring.tiles import WINDS
from webui.base.text import local_time
from webui.exports.spreadsheet import Cell
from webui.exports.standings import HEADS, deciding
from webui.exports.workbook import WorkbookSheet, workbook
from webui.hall.results import Results
from webui.messages import N_, Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.messages.acts import said
from webui.messages.game import in_game
from webui.serializers.standings import amount

EMA_COLUMNS: Final = (
    "Place",
    "First name",
    "Last name",
    "EMA number",
    "Table points",
    "Score",
    "Member",
    "Country",
)
"""Columns of the EMA workbook, always in English.

The order, and an empty "Member" for no, are what the program behind the EMA ranking reads
(github.com/Jesterboxboy/ema_scraper, `calculators/get_results.py`).
"""


def ema_workbook(found: Results, words: Messages) -> bytes:
    """Return the results as a workbook (XLSX): the EMA sheet, then rounds, teams, seats and the totals of each table.

    Args:
        found: The results.
        words: The language of all sheets but the first.
    """
    sheets = [
        WorkbookSheet("EMA", ema_table(found), _HEADS_AT),
        WorkbookSheet(words("Rounds"), rounds_table(found, words, float)),
    ]
    if found.teams:
        sheets.append(WorkbookSheet(words("Teams"), teams_table(found, words, float)))
    sheets.append(WorkbookSheet(words("Seating"), seating_table(found.kept.event, words)))
    return workbook([*sheets, WorkbookSheet(words("Totals"), totals_table(found, words))])


_HEADS_AT: Final = 7
"""Row of the headings in the EMA sheet, from 0."""


def ema_table(found: Results) -> list[list[Cell]]:
    """Return the EMA sheet: data of the event, then a row for each ranked player.

    EMA numbers are text, to keep leading zeros. A player with a number is a member. Table points are decimals, for the
    sheet to add up.
    """
    about = found.kept.event.opened
    people = {each.person.name: each.person for each in found.kept.event.entrants.values()}
    rows: list[list[Cell]] = [
        ["Tournament", about.name],
        ["Place", about.place],
        ["Begins", about.begins],
        ["Ends", about.ends],
        ["Rules", about.rules],
        ["Players", len(found.players)],
        [],
        list(EMA_COLUMNS),
    ]
    for row in found.players:
        person = people[row.player]
        first, last = (
            (person.first, person.last) if person.first or person.last else _parts(person.legal or person.name)
        )
        member: Cell = 1 if person.ema else ""
        rows.append([row.rank, first, last, person.ema, float(row.table_points), _points(row), member, person.country])
    return rows


def _parts(name: str) -> tuple[str, str]:
    """Split a full name at its last space into first and last name."""
    first, _, last = name.rpartition(" ")
    return first, last


def rounds_table(found: Results, words: Messages, as_cell: Callable[[Fraction], Cell] = amount) -> list[list[Cell]]:
    """Return the ranking with the table points and points of every round.

    Args:
        found: The results.
        words: The language of the headings.
        as_cell: Converts table points to a cell.
    """
    heads: list[Cell] = [words("Place"), words("No."), words("Name"), words("Team")]
    paper = [words("Rounds from paper")] if any(line.typed for line in found.lines) else []
    decides = deciding(found.by)
    for number in found.rounds:
        head = words(ROUND_HEADS[decides == "result"], {"round": number})
        heads += [head, words("R%(round)d points", {"round": number})]
    event = found.kept.event
    numbers = {each.person.name: number for number, each in event.entrants.items()}
    by_player = {(line.player, line.round): line for line in found.lines}
    by_paper = {key for key, line in by_player.items() if line.typed}
    stages = [words("Stage")] if found.stages else []
    rows = [[*heads, *_share_heads(found, words), *(["MERS"] if found.mers else []), *paper, *stages]]
    for row in found.players:
        person = event.entrants[numbers[row.player]].person
        cells: list[Cell] = [row.rank, person.number, person.name, person.team]
        for number in found.rounds:
            line = by_player.get((person.number, number))
            if line and line.over:
                shares = as_number(line.result) if decides == "result" else as_cell(line.table_points)
                cells += [shares, line.points]
            else:
                cells += ["", ""]
        mers: list[Cell] = [found.mers[row.player]] if found.mers else []
        typed = [number for number in found.rounds if (person.number, number) in by_paper]
        of_paper: list[Cell] = [words(", ").join(map(str, typed))] if paper else []
        reached: list[Cell] = [stage_name(words, found.stages, row.stage)] if stages else []
        rows.append([*cells, *_shares(found, row, as_cell), *mers, *of_paper, *reached])
    return rows


def stage_name(words: Messages, stages: Sequence[StageBegun], reached: int) -> str:
    """Return the name of the stage that a player reached; empty for those who stayed in the first rounds."""
    if not reached:
        return ""
    return stages[reached - 1].name or words("Stage %(number)d", {"number": reached + 1})


def recounted_table(found: Results, words: Messages) -> list[list[Cell]]:
    """Return the matches whose kept totals an earlier version counted otherwise, with both totals; only heads if
    none."""
    heads: list[Cell] = [words("Round no."), words("Table"), words("Counted anew")]
    says = {key: match_words.recounted(words, each.match) for key, each in sorted(found.matches.items())}
    rows: list[list[Cell]] = [[round, table, said] for (round, table), said in says.items() if said]
    return [heads, *rows]


def corrected_table(found: Results, words: Messages, when: Callable[[str], str] = local_time) -> list[list[Cell]]:
    """Return what changed results after they were published: when, what and why; only heads if nothing did.

    Args:
        found: The results.
        words: The language.
        when: Writes a moment: by default as spreadsheets read it.
    """
    heads: list[Cell] = [words("Round no."), words("Table"), words("Time"), words("Record")]
    rows: list[list[Cell]] = [
        [each.round, each.table, when(each.entry.when), said(in_game(words, each.rules), each.entry.act)]
        for each in found.changes
    ]
    return [heads, *rows]


def teams_table(found: Results, words: Messages, as_cell: Callable[[Fraction], Cell] = amount) -> list[list[Cell]]:
    """Return the ranking of teams; `as_cell` converts table points to a cell."""
    heads: list[Cell] = [words("Place"), words("Team"), *_share_heads(found, words)]
    rows: list[list[Cell]] = [heads]
    rows += [[row.rank, row.player, *_shares(found, row, as_cell)] for row in found.teams]
    return rows


ROUND_HEADS = (N_("R%(round)d table points"), N_("R%(round)d result"))
"""Headings of a round's column: table points, or the results that count instead of them."""


def _share_heads(found: Results, words: Messages) -> list[Cell]:
    decides: Criterion = "result" if deciding(found.by) == "result" else "table points"
    return [words(HEADS[decides]), match_words.points_head(words, found.kept.event.body.unit)]


def _shares(found: Results, row: Standing, as_cell: Callable[[Fraction], Cell]) -> list[Cell]:
    share = as_number(row.result) if deciding(found.by) == "result" else as_cell(row.table_points)
    return [share, _points(row)]


def _points(row: Standing) -> Cell:
    return amounts.number(Fraction(row.game_points))


def as_number(points: Fraction) -> float:
    """Return a result in thousands, to two places."""
    return round(float(points), 2)


def seating_table(event: Event, words: Messages, shown: bool = False) -> list[list[Cell]]:
    """Return the seating: a row for each table of each round, with `shown` of those that everybody may see."""
    rows: list[list[Cell]] = [
        [words("Round no."), words("Table"), *(wording.wind(words, wind) for wind in WINDS[: event.size])]
    ]
    for number, games in sorted((event.shown_seating if shown else event.seating).items()):
        for table, game in enumerate(games, 1):
            if not game:
                continue  # its players have moved
            rows.append([number, table, *(event.name(event.sits(number, player)) for player in game)])
    return rows


def totals_table(found: Results, words: Messages) -> list[list[Cell]]:
    """Return the totals of each table whose match is over; `hall import --past` reads the table back."""
    heads = (N_("Day"), N_("Round no."), N_("Table"), N_("Seat"), N_("Player"), N_("Total"), N_("Penalty"))
    rows: list[list[Cell]] = [[*map(words, heads), words("Left on the table")]]
    by_table: dict[tuple[int, int], list[tuple[str, int, int]]] = {}
    for line in found.lines:
        if line.over and (line.round, line.table) in found.matches:
            match = found.matches[line.round, line.table].match
            lost = [*match.deducted.values()][line.place]
            total = line.points + (0 if match.body.deducted_after else lost)
            name = found.kept.event.name(line.player)
            by_table.setdefault((line.round, line.table), []).append((name, total, lost))
    for (round, table), players in by_table.items():
        day = found.kept.event.rounds[round].day
        left = max(-sum(total for _, total, _ in players), 0)
        for wind, (name, total, lost) in zip(WINDS, players, strict=False):
            rows.append([day, round, table, wording.wind(words, wind), name, total, lost or "", left or ""])
    return rows


def players_table(event: Event, words: Messages) -> list[list[Cell]]:
    """Return all entered players; `hall players` reads the table back, where 1 marks a substitute."""
    heads = (N_("No."), N_("Name"), N_("First name"), N_("Last name"), N_("EMA number"), N_("Country"), N_("Team"))
    more = (N_("Club"), N_("Substitute"), N_("Legal name"), N_("Other association’s number"), N_("Photos allowed"))
    rows: list[list[Cell]] = [[*map(words, heads), *map(words, more)]]
    for _, each in sorted(event.entrants.items()):
        who = each.person
        rows.append([who.number, who.name, who.first, who.last, who.ema, who.country, who.team, who.club])
        rows[-1] += [1 if who.substitute else "", who.legal, who.other, 1 if who.photos else ""]
    return rows


def pantheon_script(event: Event) -> str:
    """Return the seating as a script for Pantheon, with players numbered from 1 by their place in the list."""
    everybody = sorted({player for games in event.seating.values() for game in games for player in game})
    place = {player: at for at, player in enumerate(everybody, 1)}
    games = [
        tuple([tuple([place[player] for player in game]) for game in games if game])
        for _, games in sorted(event.seating.items())
    ]
    return script(tuple(games)) if games else ""
