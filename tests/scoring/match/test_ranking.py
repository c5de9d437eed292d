"""Rankings over several tables and sessions, of players and teams, with substitutes, and the points of MERS."""

from fractions import Fraction

import pytest

from scoring.match.ranking import Standing, match_points, mers_points, ranking, team_ranking
from tests.books import BODIES

SESSIONS = [
    [{"a": 600, "b": 500, "c": 500, "d": 400}, {"e": 700, "f": 600, "g": 400, "h": 300}],
    [{"a": 500, "b": 500, "e": 500, "f": 500}, {"c": 800, "d": 500, "g": 400, "h": 300}],
]


def test_several_tables_and_sessions_add_up_exactly() -> None:
    found = {row.player: row for row in ranking(SESSIONS)}
    assert found["a"].table_points == 4 + Fraction(7, 4)
    assert found["b"].table_points == Fraction(3, 2) + Fraction(7, 4)
    assert sum(row.table_points for row in found.values()) == 4 * 7
    assert found["c"].game_points == 1300
    assert [(row.rank, row.player) for row in ranking(SESSIONS)][:3] == [(1, "e"), (2, "a"), (3, "c")]


def test_what_decides_is_the_bodys() -> None:
    level = [[{"a": 600, "b": 400, "c": 300, "d": 700}], [{"a": 300, "b": 700, "c": 400, "d": 600}]]
    best = [[{"a": 700, "x": 300, "y": 200, "z": 100}, {"b": 650, "k": 300, "l": 200, "m": 100}]]
    best += [[{"a": 500, "x": 400, "y": 300, "z": 200}, {"b": 550, "k": 400, "l": 300, "m": 200}]]
    by_book = ranking(best, BODIES["book-1998"].ranking)
    assert [(row.rank, row.player) for row in by_book][:2] == [(1, "a"), (2, "b")]
    by_ema = ranking(best, BODIES["ema"].ranking)
    assert [(row.rank, row.player) for row in by_ema][:2] == [(1, "a"), (1, "b")]
    assert [row.player for row in ranking(level, ("game points",))] == ["d", "b", "a", "c"]


def test_zung_jung_ranks_by_the_root_of_a_session_with_its_sign() -> None:
    assert (match_points(49), match_points(-49), match_points(0)) == (7, -7, 0)
    sessions = [[{"a": 100, "b": 64, "c": -64, "d": -100}], [{"a": 0, "b": 25, "c": 0, "d": -25}]]
    found = ranking(sessions, BODIES["zungjung"].ranking)
    assert [(row.player, row.match_points) for row in found] == [("b", 13), ("a", 10), ("c", -8), ("d", -15)]


def test_substitutes_have_no_rank_and_others_keep_what_they_won() -> None:
    found = ranking(SESSIONS, substitutes={"e"})
    assert [(row.rank, row.player) for row in found][:2] == [(1, "a"), (2, "c")]
    assert "e" not in {row.player for row in found}
    assert next(row for row in found if row.player == "f").table_points == 2 + Fraction(7, 4)


def test_a_team_has_the_sums_of_its_members_and_their_substitutes() -> None:
    found = team_ranking(SESSIONS, {"North": ["a", "e"], "South": ["c", "d", "g"]})
    assert found == [
        Standing(1, "North", 8 + Fraction(7, 2), 2300, 1300, found[0].match_points),
        Standing(2, "South", Fraction(3, 2) + 0 + 1 + 4 + 2 + 1, 3000, 1700, found[1].match_points),
    ]


@pytest.mark.parametrize(
    ("players", "substitutes", "expected"),
    [
        (4, 0, [1000, 667, 333, 0]),
        (3, 1, [1000, 667, 333]),
        (17, 0, [1000, 938, 875, 813]),  # 937.5 and 812.5 are rounded up
        (1, 0, [1000]),
    ],
)
def test_mers_points(players: int, substitutes: int, expected: list[int]) -> None:
    standings = [Standing(rank, str(rank), Fraction(0), 0, 0) for rank in range(1, players + 1)]
    found = mers_points(standings, substitutes)
    assert list(found.values())[: len(expected)] == expected


def test_players_of_equal_rank_have_equal_mers_points() -> None:
    standings = [Standing(rank, player, Fraction(0), 0, 0) for rank, player in [(1, "a"), (1, "b"), (3, "c")]]
    assert mers_points(standings) == {"a": 1000, "b": 1000, "c": 0}


def test_a_body_has_table_points_of_its_own() -> None:
    sessions = [[{"a": 30, "b": 10, "c": 10, "d": -50}], [{"a": -9, "b": 3, "c": 3, "d": 3}]]
    found = {row.player: row.table_points for row in ranking(sessions, ("table points",), by_rank=(4, 3, 2, 1))}
    assert found == {"a": 5, "b": Fraction(11, 2), "c": Fraction(11, 2), "d": 4}
    teams = team_ranking(sessions, {"x": ["a"], "y": ["d"]}, ("table points",), by_rank=(4, 3, 2, 1))
    assert [(row.player, row.table_points) for row in teams] == [("x", 5), ("y", 4)]
    assert {row.player: row.table_points for row in ranking(sessions)}["a"] == 4 + 0


def test_who_only_sat_out_has_no_best_session() -> None:
    (row,) = ranking([], byes={"Ann": Fraction(2)})
    assert (row.player, row.table_points, row.game_points, row.best_session) == ("Ann", 2, 0, 0)
