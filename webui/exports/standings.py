"""The ranking of players or teams as rows of cells."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.match.amounts import ONE, number
from scoring.match.bodies import Criterion
from scoring.match.ranking import Standing
from webui.exports.spreadsheet import Cell
from webui.messages import N_, Messages
from webui.messages.match import points_head
from webui.serializers.standings import amount

HEADS: Mapping[Criterion, str] = {
    "table points": N_("Table points"),
    "match points": N_("Match points"),
    "game points": N_("Game points"),
    "best session": N_("Best session"),
    "result": N_("Result"),
}
"""Column headings of the ranking criteria."""


def deciding(by: Sequence[Criterion]) -> Criterion:
    """Return the criterion that stands beside the points of a ranking: the first that is not the points themselves."""
    return next((each for each in by if each not in ("game points", "lot")), "table points")


def standings_table(
    standings: Sequence[Standing],
    by: Sequence[Criterion],
    mers: Mapping[str, int],
    words: Messages,
    unit: Fraction = ONE,
) -> list[list[Cell]]:
    """Return a ranking as rows of cells: headings, then a row for each place.

    Args:
        standings: The ranking, in its order.
        by: The criteria, in order; each has a column.
        mers: Points of the European ranking by player; empty to leave the column out.
        words: The language of the headings.
        unit: Value of a point in points of the house's table.
    """
    columns: list[Criterion] = [*by]
    if "game points" not in by:
        columns.append("game points")
    shown = [column for column in columns if column in HEADS]
    of_points = {} if unit == 1 else {"game points": points_head(words, unit)}
    columns_said = [of_points.get(column) or words(HEADS[column]) for column in shown]
    heads: list[Cell] = [words("Place"), words("Name"), *columns_said]
    table = [heads + (["MERS"] if mers else [])]
    for row in standings:
        values: dict[Criterion, Cell] = {
            "table points": amount(row.table_points),
            "match points": round(row.match_points, 2),
            "game points": number(Fraction(row.game_points)),
            "best session": row.best_session,
            "result": round(float(row.result), 2),
        }
        cells: list[Cell] = [row.rank, row.player, *(values[column] for column in shown)]
        table.append(cells + ([mers[row.player]] if mers else []))
    return table
