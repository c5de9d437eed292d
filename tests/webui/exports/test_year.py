"""The tables of a year: the columns by name and place."""

import io
from dataclasses import replace
from fractions import Fraction
from typing import Final

import openpyxl
import pytest

from scoring.match.year import PlayerStatistics, SeasonPlace, SeenPlay
from webui.exports.spreadsheet import Cell
from webui.exports.year import (
    GameYear,
    of_games,
    patterns_of_year,
    players_table,
    ranking_of_year,
    statistics_table,
    year_xlsx,
)
from webui.messages import Messages

ENGLISH = Messages.of("en")


def ranked(place: SeasonPlace) -> GameYear:
    return GameYear("mcr", "", [], [place], [])


SEEN: Final = SeenPlay(ends=3, gave=1, hands=3, calls=4, wins=1, turns=9)
STATISTICS: Final = [
    *("Name", "Matches", "Hands", "Wins", "Self-drawn", "Deal-ins", "Deal-in rate (%)", "Mean win", "Best win"),
    *("Points", "Table points", "False wins", "Matches from paper"),
]
SEEN_HEADS: Final = [
    *("Ends seen", "Deal-ins seen", "Deal-ins seen (%)", "Hands followed", "Tiles claimed", "Claims a hand"),
    *("Wins followed", "Turns to a win"),
]


@pytest.mark.parametrize(
    ("seen", "heads", "cells"),
    [(SeenPlay(), [], []), (SEEN, SEEN_HEADS, [3, 1, 33.3, 3, 4, 1.3, 1, 9.0])],
)
def test_the_year(seen: SeenPlay, heads: list[str], cells: list[Cell]) -> None:
    ann = PlayerStatistics("Ann", "mcr", 1, 9, 3, 2, 2, false_wins=1, typed=1, table_points=[Fraction(5, 2)], seen=seen)
    ann.won = replace(ann.won, number=Fraction(100))
    table = statistics_table([ann], ENGLISH)
    assert table[0] == [*STATISTICS, *heads, "Game", "Wins are counted in"]
    assert table[1][:10] == ["Ann", 1, 9, 3, 2, 2, 22.2, 33.3, "", 0]
    assert table[1][10:-2] == [2.5, 1, 1, *cells]
    place = SeasonPlace(1, "Ann", Fraction(5, 2), 1)
    assert ranking_of_year(ranked(place), "sum", ENGLISH) == [
        ["Place", "Name", "Table points of all matches", "Matches"],
        [1, "Ann", 2.5, 1],
    ]
    assert patterns_of_year([ann], ENGLISH) == [["Name", "Fan", "Times", "Hands"]]


def test_the_workbook_of_a_year() -> None:
    assert openpyxl.load_workbook(io.BytesIO(year_xlsx([], "sum", ENGLISH))).sheetnames == [
        "Ranking",
        "Players",
        "Patterns",
    ]


def test_shares_have_two_places_and_each_of_several_games_has_its_sheets() -> None:
    thirds = [PlayerStatistics("Ann", game, 1, table_points=[Fraction(5, 3)]) for game in ("mcr", "zungjung")]
    assert players_table(thirds[:1], ENGLISH)[1][10] == 1.67
    assert ranking_of_year(ranked(SeasonPlace(1, "Ann", Fraction(5, 3), 1)), "sum", ENGLISH)[1][2] == 1.67
    of = {each.game: [each] for each in thirds}
    games = of_games(of, "sum", 0, {}, {}, ENGLISH)
    names = openpyxl.load_workbook(io.BytesIO(year_xlsx(games, "sum", ENGLISH))).sheetnames
    assert len(names) == len({*names}) == 6
    assert [name.split(" – ")[0] for name in names] == ["Ranking", "Players", "Patterns"] * 2
    placed = {rule: [len(game.places) for game in of_games(of, rule, 0, {}, {}, ENGLISH)] for rule in ("sum", "elo")}
    assert placed == {"sum": [1, 1], "elo": [0, 0]}  # ratings rank in place of a season
    one = openpyxl.load_workbook(io.BytesIO(year_xlsx(games[:1], "sum", ENGLISH)))
    assert one.sheetnames == ["Ranking", "Players", "Patterns"]
