"""The year of a club as tables for CSV and XLSX."""

import io
from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook

from scoring.match.year import PlayerStatistics, SeasonPlace, SeasonRule, SeenPlay
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


_SEEN: Final = (
    N_("Ends seen"),
    N_("Deal-ins seen"),
    N_("Deal-ins seen (%)"),
    N_("Hands followed"),
    N_("Tiles claimed"),
    N_("Claims a hand"),
    N_("Wins followed"),
    N_("Turns to a win"),
)
"""Columns of the play as cameras followed it, each figure after the number that it rests on."""


def players_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player, without the play as cameras followed it."""
    table: list[list[Cell]] = [[words(head) for head in _PLAYERS]]
    for each in years:
        row: list[Cell] = [each.player, each.matches, each.hands, each.wins, each.self_drawn, each.dealt_in]
        row += [round(100 * each.deal_in_rate, 1), round(each.mean_win, 1), each.best or "", each.points]
        table.append([*row, round(float(sum(each.table_points)), 2), each.false_wins])
    return table


def seen_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player with the play as cameras followed it; nothing if none was followed."""
    if not any(each.seen.ends for each in years):
        return []
    return [[words("Name"), *(words(head) for head in _SEEN)], *([each.player, *_seen(each.seen)] for each in years)]


def statistics_table(years: Sequence[PlayerStatistics], words: Messages) -> list[list[Cell]]:
    """Return a row for each player, with the columns of followed play if some was followed."""
    players, seen = players_table(years, words), seen_table(years, words)
    return [row + more[1:] for row, more in zip(players, seen, strict=True)] if seen else players


def _seen(play: SeenPlay) -> list[Cell]:
    """Return the cells of a player's followed play; those that rest on nothing are empty."""
    rate = None if play.gave_rate is None else 100 * play.gave_rate
    ends: list[Cell] = [play.ends, play.gave, _rounded(rate)] if play.ends else ["", "", ""]
    hands: list[Cell] = [play.hands, play.calls, _rounded(play.calls_a_hand)] if play.hands else ["", "", ""]
    return [*ends, *hands, play.wins if play.hands else "", _rounded(play.turns_to_win)]


def _rounded(value: float | None) -> Cell:
    return "" if value is None else round(value, 1)


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
