"""Points are at most what the rules allow, and those of the hand that is given with them."""

import pytest

from scoring import parse, score
from scoring.match.bodies import MOST_POINTS, MOST_POINTS_ZUNG_JUNG
from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, Corrected, Drawn, Won
from scoring.rules import RULES
from tests.scoring.match.builders import SIT, folded, records

WINDS_19 = "123m456p789sEEEC C"
"""21 points for East in the East round, 19 for the others there, 2 more when self-drawn."""
SHORT = "[CCC,1][FFF,1]123m456p9s 9s"
"""7 points, and 8 when self-drawn."""


@pytest.mark.parametrize(
    "acts",
    [
        (Won("E", 21, "S", WINDS_19),),
        (Won("S", 19, "E", WINDS_19),),
        (Won("E", 23, None, WINDS_19),),
        (Won("Bo", 19, "Ann", WINDS_19),),
        (Drawn(), Won("Bo", 21, "Ann", WINDS_19)),  # who is East in hand 2
        (Won("E", 8, None, SHORT),),
        (Won("E", 11, "S", "[CCC,1]234m567p678sE E flowers=2"),),
        (Won("S", 19, "E"), Corrected(2, Won("N", 19, "E", WINDS_19), "x")),
    ],
)
def test_points_are_those_of_the_hand(acts: tuple[Act, ...]) -> None:
    assert folded(SIT, *acts).hands[len(acts) - 1 - isinstance(acts[-1], Corrected)].winner


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Won("E", 20, "S", WINDS_19), Refusal("points-differ", {"hand": WINDS_19, "points": 20, "total": (21,)})),
        (Won("S", 21, "E", WINDS_19), Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (19,)})),
        (Won("E", 21, None, WINDS_19), Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (23,)})),
        (Won("E", 8, "S", SHORT), Refusal("hand-not-won", {"hand": SHORT, "points": 7, "minimum": 8})),
        (Won("E", 8, "S", "123x"), Refusal("hand-not-read", {"hand": "123x", "because": "not-understood"})),
        (
            Claimed((Won("E", 21, "S", WINDS_19), Won("W", 21, "S", WINDS_19))),
            Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (19,)}),
        ),
        (Won("E", MOST_POINTS + 1, "S"), Refusal("over-maximum", {"points": 337, "most": 336})),
    ],
)
def test_other_points_are_refused(act: Act, refusal: Refusal) -> None:
    match = fold(records(SIT, act))
    assert match.refused == {2: refusal}
    assert match.points == fold(records(SIT)).points
    corrected = fold(records(SIT, Won("N", 8), Corrected(2, act, "x")))
    assert corrected.refused == {3: refusal}


def test_points_counted_under_another_version_stay() -> None:
    assert folded(SIT, Won("E", 20, "S", WINDS_19, version="0")).hands[0].winner == "Ann"
    assert (
        fold(records(SIT, Won("E", 20, "S", WINDS_19, version=RULES["mcr"].version))).refused[2].kind == "points-differ"
    )


HIGHEST = "[CCCC][FFFF][PPPP][EEEE]S S self-draw kong last-tile flowers=8 round=E seat=E"


def test_the_most_points_are_reached_and_not_passed() -> None:
    totals = {name: score(parse(HIGHEST), name).total for name in RULES}
    assert totals.pop("zungjung") == MOST_POINTS_ZUNG_JUNG
    assert max(totals.values()) == MOST_POINTS
