"""Points are at most what the rules allow, and those of the hand that is given with them."""

import pytest

from scoring import parse, score
from scoring.games.mcr.match import MOST_POINTS
from scoring.games.zungjung.match import MOST_POINTS as MOST_POINTS_ZUNG_JUNG
from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, Corrected, Drawn, Won
from scoring.match.sheets import RecordedHand
from tests.books import RULES
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
        (
            Won("E", 20, "S", WINDS_19),
            Refusal("points-differ", {"hand": WINDS_19, "points": 20, "total": (21,), "rules": "mcr"}),
        ),
        (
            Won("S", 21, "E", WINDS_19),
            Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (19,), "rules": "mcr"}),
        ),
        (
            Won("E", 21, None, WINDS_19),
            Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (23,), "rules": "mcr"}),
        ),
        (Won("E", 8, "S", SHORT), Refusal("hand-not-won", {"hand": SHORT, "points": 7, "minimum": 8, "rules": "mcr"})),
        (Won("E", 8, "S", "123x"), Refusal("hand-not-read", {"hand": "123x", "because": "not-understood"})),
        (
            Claimed((Won("E", 21, "S", WINDS_19), Won("W", 21, "S", WINDS_19))),
            Refusal("points-differ", {"hand": WINDS_19, "points": 21, "total": (19,), "rules": "mcr"}),
        ),
        (Won("E", MOST_POINTS + 1, "S"), Refusal("over-maximum", {"points": 337, "most": 336, "rules": "mcr"})),
    ],
)
def test_other_points_are_refused(act: Act, refusal: Refusal) -> None:
    match = fold(records(SIT, act))
    assert match.refused == {2: refusal}
    assert match.points == fold(records(SIT)).points
    corrected = fold(records(SIT, Won("N", 8), Corrected(2, act, "x")))
    assert corrected.refused == {3: refusal}


KONG = "[CCCC]123m456p789sE E"
"""Self-drawn 23 points, and 31 on the replacement tile."""


def test_a_hand_with_a_kong_may_have_been_won_on_the_replacement_tile() -> None:
    assert folded(SIT, Won("E", 23, None, KONG), Won("E", 31, None, KONG)).hands[1].winner == "Bo"
    assert fold(records(SIT, Won("E", 24, None, KONG))).refused[2].about["total"] == (23, 31)
    assert fold(records(SIT, Won("E", 23, None, f"{KONG} kong"))).refused[2].about["total"] == (31,)


@pytest.mark.parametrize(
    ("act", "said", "known"),
    [
        (Won("E", 21, "S", f"{WINDS_19} seat=S"), "seat=S", "seat=E"),
        (Won("S", 21, "E", f"{WINDS_19} seat=E"), "seat=E", "seat=S"),
        (Won("E", 21, "S", f"{WINDS_19} round=S"), "round=S", "round=E"),
        (Won("E", 23, "S", f"{WINDS_19} self-draw"), "self-draw", "discard"),
        (Won("E", 21, None, f"{WINDS_19} discard"), "discard", "self-draw"),
        (Won("E", 21, "S", f"{WINDS_19} from=W"), "from=W", "from=S"),
        (Won("E", 21, "S", f"{WINDS_19} discards=S1m,WC"), "from=W", "from=S"),
    ],
)
def test_a_hand_says_nothing_else_than_the_match(act: Won, said: str, known: str) -> None:
    refused = fold(records(SIT, act)).refused[2]
    assert refused == Refusal("hand-differs", {"hand": act.hand, "said": said, "known": known})


def test_a_hand_may_say_what_the_match_knows() -> None:
    said = f"{WINDS_19} discard seat=E round=E from=S"
    assert folded(SIT, Won("E", 21, "S", said)).hands[0].discarder == "Bo"


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


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("[123s,1]456789sCCC9p9p", "Pure Straight"),
        ("[CCC,1][FFF,1]123m456p9s9s", "Two Dragon Pungs"),
        ("[123s,1]567m345p78p22s9p", "All Chows"),
        ("123m", None),
        ("no hand", None),
    ],
)
def test_a_hand_is_named_by_the_pattern_worth_most(hand: str, name: str | None) -> None:
    found = RecordedHand(hand, RULES["mcr"], "S", "E", False).most_worth()
    assert (found and found.name) == name
