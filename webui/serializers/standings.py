"""The ranking of players or teams."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.match.amounts import ONE, number
from scoring.match.ranking import Standing
from webui.messages.match import result


class Ranked(Struct, frozen=True):
    """A place in a ranking.

    `table_points` and the `result` (in thousands) are as people write them; `exact` is a fraction as text, as "13/2";
    `unit` is the value of a point in points of the house's table; `mers` are points of the European ranking, null if
    it gives none; `stage` is the last stage that they reached, 0 for none.
    """

    place: int
    name: str
    table_points: str
    exact: str
    points: int | float
    unit: float
    best_session: int
    match_points: float
    result: str
    mers: int | None
    stage: int = 0


def standings_json(standings: Iterable[Standing], mers: Mapping[str, int], unit: Fraction = ONE) -> list[Ranked]:
    """Return a ranking.

    Args:
        standings: The ranking, in its order.
        mers: Points of the European ranking by name.
        unit: Value of a point in points of the house's table.
    """
    return [
        Ranked(
            place=row.rank,
            name=row.player,
            table_points=amount(row.table_points),
            exact=str(row.table_points),
            points=number(Fraction(row.game_points)),
            unit=number(unit),
            best_session=row.best_session,
            match_points=round(row.match_points, 2),
            result=result(row.result),
            mers=mers.get(row.player),
            stage=row.stage,
        )
        for row in standings
    ]


def amount(points: Fraction) -> str:
    """Return table points as people write them: halves and quarters as decimals, thirds as fractions."""
    return f"{float(points):g}" if points.denominator in (1, 2, 4) else f"{points.numerator}/{points.denominator}"
