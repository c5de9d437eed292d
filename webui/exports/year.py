"""The year of a club as tables for CSV and XLSX."""

import io
from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook

from scoring.match.year import PlayerStatistics, SeasonPlace, SeasonRule
from webui.exports.spreadsheet import Cell
from webui.exports.workbook import add_sheet
from webui.messages import N_, Messages
from webui.messages.scoring import pattern

RULES: Final[dict[SeasonRule, str]] = {
    "sum": N_("Table points of all matches"),
    "best": N_("Mean table points of the best matches"),
    "ema": N_("Points of the European ranking (MERS) of all events"),
}
"""The rules of a season's ranking."""

_PLAYERS: Final = (
    N_("Name"),
    N_("Matches"),
    N_("Hands"),
    N_("Wins"),
    N_("Self-drawn"),
    N_("Deal-ins"),
    N_("Deal-in rate (%)"),
    N_("Mean win"),
    N_("Best win"),
    N_("Points"),
    N_("Table points"),
    N_("False wins"),
)


def statistics_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player."""
    table: list[list[Cell]] = [[words(head) for head in _PLAYERS]]
    for each in years:
        row: list[Cell] = [each.player, each.matches, each.hands, each.wins, each.self_drawn, each.dealt_in]
        row += [round(100 * each.deal_in_rate, 1), round(each.mean_win, 1), each.best or "", each.points]
        table.append([*row, round(float(sum(each.table_points)), 2), each.false_wins])
    return table


def ranking_of_year(places: Sequence[SeasonPlace], rule: SeasonRule, words: Messages) -> list[list[Cell]]:
    """Return the ranking of the season."""
    counted = words("Events") if rule == "ema" else words("Matches")
    table: list[list[Cell]] = [[words("Place"), words("Name"), words(RULES[rule]), counted]]
    for each in places:
        table.append([each.rank, each.player, round(float(each.points), 2), each.counted])
    return table


def patterns_of_year(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each pattern of each player, with the hands behind it as table/match/hand."""
    table: list[list[Cell]] = [[words("Name"), words("Fan"), words("Times"), words("Hands")]]
    for each in years:
        for name, places in sorted(each.patterns.items(), key=lambda found: (-len(found[1]), found[0].name)):
            hands = " ".join(f"{place.table}/{place.match}/{place.hand}" for place in places)
            table.append([each.player, pattern(words, name.name, name.zh), len(places), hands])
    return table


def year_xlsx(
    years: Sequence[PlayerStatistics], places: Sequence[SeasonPlace], rule: SeasonRule, words: Messages
) -> bytes:
    """Return the year as an XLSX file: ranking, players, patterns."""
    book = Workbook(write_only=True)
    add_sheet(book, words("Ranking"), ranking_of_year(places, rule, words))
    add_sheet(book, words("Players"), statistics_table(years, words))
    add_sheet(book, words("Patterns"), patterns_of_year(years, words))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
