"""The payer of a won discard: by its hand, whatever a record is given; what was kept before goes on as it was."""

import pytest

from scoring.match.errors import Refusal, RefusedError
from scoring.match.payers import answered, mispaid
from scoring.match.records import Act, Claimed, Corrected, Drawn, Forfeited, Renamed, Seated, ThreeLeft, Void, Won
from scoring.match.state import Match
from tests.rows import row_by_row
from tests.scoring.match.builders import FOUR, SIT, folded

BIG = "[FFF,1][PPP,1]CC34789s 5s"
"""100 points in Zung Jung, of any seat, drawn or not."""
SMALL = "[FFF,1]123m456p789s5s 5s"
"""10 points in Zung Jung, which all pay alike."""
FAN = "[CCC,1]123m456p789sE E"
"""17 points in the Chinese rules, discarded."""
SAT = Seated(FOUR, "zungjung")
SAME = "discards=S1m,W5s,N2m,E5s"
OWN = "discards=S5s,W1m,N2m,E5s"
FIRST_AGAIN = "discards=W5s,S1m,E5s"  # before the winner's own last discard


def paid(match: Match, number: int = 1) -> dict[str, int]:
    return match.hands[number - 1].points


@row_by_row(
    ("act", "payer", "discarder"),
    [
        (Won("S", 100, hand=BIG, discarder="E"), "E", "E"),
        (Won("Bo", 100, hand=BIG, discarder="Ann"), "Ann", "Ann"),
        (Won("S", 100, hand=BIG, payer="E"), "E", None),
        (Won("S", 100, hand=f"{BIG} from=E"), "E", "E"),
        (Won("Bo", 100, hand=f"{BIG} from=E"), "Ann", "Ann"),
        (Won("S", 100, hand=f"{BIG} {SAME}"), "W", "E"),
        (Won("Bo", 100, hand=f"{BIG} {SAME}", discarder="Ann"), "Chen", "Ann"),
        (Won("S", 100, hand=f"{BIG} {SAME}", payer="W"), "W", "E"),
        (Won("S", 100, hand=f"{BIG} {SAME}", payer="Chen", discarder="Ann"), "W", "Ann"),
        (Won("S", 100, hand=f"{BIG} {OWN}", discarder="E"), None, "E"),
        (Won("S", 100, hand=f"{BIG} {OWN}"), None, "E"),
        (Won("S", 100, hand=f"{BIG} {FIRST_AGAIN}"), "E", "E"),
        (Won("S", 100, hand=f"{BIG} self-draw"), None, None),
        (Won("S", 100, hand=BIG), None, None),
        (Won("S", 100, discarder="E"), "E", "E"),
        (Won("S", 100, payer="W", discarder="E"), "W", "E"),
        (Won("S", 100), None, None),
        (Won("S", 100, hand="no hand", discarder="E"), None, "E"),
    ],
)
def test_the_hand_says_who_pays(act: Won, payer: str | None, discarder: str | None) -> None:
    match = folded(SAT)
    found = answered(act, match, match.hands[0])
    assert (found.payer, found.discarder) == (payer, discarder)


@pytest.mark.parametrize(
    ("act", "discarder"),
    [
        (Won("S", 17, hand=f"{FAN} from=W"), "W"),
        (Won("S", 17, hand=f"{FAN} discards=S1m,WE"), "W"),
        (Won("S", 20, payer="E"), None),
        (Won("S", 20, discarder="E"), "E"),
    ],
)
def test_where_the_discarder_always_pays_nobody_else_is_named(act: Won, discarder: str | None) -> None:
    match = folded(SIT)
    found = answered(act, match, match.hands[0])
    assert (found.payer, found.discarder) == (act.payer, discarder)


@pytest.mark.parametrize(
    ("act", "nobody", "refusal"),
    [
        (Won("S", 100, "E", f"{BIG} {SAME}"), False, Refusal("payer-differs", {"payer": "E", "known": "W"})),
        (Won("Bo", 100, "Ann", f"{BIG} {SAME}"), False, Refusal("payer-differs", {"payer": "Ann", "known": "Chen"})),
        (Won("S", 100, "N", BIG, "E"), False, Refusal("payer-differs", {"payer": "N", "known": "E"})),
        (Won("S", 100, "E", f"{BIG} {OWN}"), False, Refusal("nobody-pays", {"payer": "E"})),
        (Won("S", 100, None, BIG, "E"), True, Refusal("somebody-pays", {"known": "E"})),
        (
            Won("S", 100, None, f"{BIG} discards=W5s,E1m", "E"),
            False,
            Refusal("discards-impossible", {"hand": f"{BIG} discards=W5s,E1m"}),
        ),
        (
            Won("S", 100, None, f"{BIG} discards=W5s,S5s"),
            False,
            Refusal("discards-impossible", {"hand": f"{BIG} discards=W5s,S5s"}),
        ),
    ],
)
def test_what_contradicts_the_hand_is_refused(act: Won, nobody: bool, refusal: Refusal) -> None:
    match = folded(SAT)
    with pytest.raises(RefusedError) as error:
        answered(act, match, match.hands[0], nobody)
    assert Refusal(error.value.kind, error.value.about) == refusal


def test_a_correction_names_who_sat_there_when_the_record_was_made() -> None:
    """Check that its winds are those of its own hand, though others sit there now."""
    match = folded(SAT, Won("Bo", 50, "Chen", discarder="Chen"), Drawn(), Drawn())
    found = answered(Won("Bo", 100, hand=f"{BIG} {SAME}", discarder="Ann"), match, match.hands[0])
    assert (found.payer, found.discarder) == ("W", "Ann")
    corrected = folded(SAT, Won("Bo", 50, "Chen", discarder="Chen"), Drawn(), Drawn(), Corrected(2, found, "x"))
    assert paid(corrected) == {"Ann": -30, "Bo": 300, "Chen": -240, "Dai": -30}


KEPT = Won("Bo", 100, None, f"{BIG} discard round=E seat=S from=E", "Ann")
"""A hand as it was kept while the page left the payer out: all three paid alike."""
ALIKE = {"Ann": -100, "Bo": 300, "Chen": -100, "Dai": -100}


def test_what_was_kept_pays_what_it_paid_and_is_named() -> None:
    match = folded(SAT, KEPT, Drawn())
    assert paid(match) == ALIKE
    (found,) = mispaid(match)
    assert (found.hand.number, found.record, found.paid, found.known) == (1, 2, None, "Ann")
    corrected = folded(SAT, KEPT, Drawn(), Corrected(2, found.act, "x"))
    assert paid(corrected) == {"Ann": -240, "Bo": 300, "Chen": -30, "Dai": -30}
    assert mispaid(corrected) == ()


@pytest.mark.parametrize(
    ("acts", "paid", "known", "then"),
    [
        ((Won("S", 100, None, BIG, "E"),), None, "Ann", {"Ann": -240, "Bo": 300, "Chen": -30, "Dai": -30}),
        ((Won("S", 100, None, f"{BIG} {SAME}", "E"),), None, "Chen", {"Ann": -30, "Bo": 300, "Chen": -240, "Dai": -30}),
        ((Won("S", 100, "E", f"{BIG} {SAME}"),), "Ann", "Chen", {"Ann": -30, "Bo": 300, "Chen": -240, "Dai": -30}),
        ((Won("S", 100, "E", f"{BIG} {OWN}"),), "Ann", None, ALIKE),
        (
            (Claimed((KEPT, Won("Dai", 100, None, BIG, "Ann"))),),
            None,
            "Ann",
            {"Ann": -240, "Bo": 300, "Chen": -30, "Dai": -30},
        ),
    ],
)
def test_every_hand_that_charges_others_is_named(
    acts: tuple[Act, ...], paid: str | None, known: str | None, then: dict[str, int]
) -> None:
    match = folded(SAT, *acts)
    (found,) = mispaid(match)
    assert (found.paid, found.known) == (paid, known)
    corrected = folded(SAT, *acts, Corrected(2, found.act, "x"))
    assert corrected.hands[0].points == then
    assert mispaid(corrected) == ()
    if isinstance(acts[0], Claimed):
        assert isinstance(found.act, Claimed)
        assert [claim.winner for claim in found.act.claims] == ["Bo", "Dai"]


@pytest.mark.parametrize(
    "acts",
    [
        (Won("S", 100, None, BIG),),  # self-drawn
        (Won("S", 100, "E", BIG),),
        (Won("S", 100, "E", BIG, "E"),),
        (Won("S", 100, "W", BIG, "E"),),  # somebody said so, and the hand does not say otherwise
        (Won("S", 100, None, "", "E"),),  # nobody knows the hand
        (Won("S", 100, None, f"{BIG} {OWN}", "E"),),
        (Won("S", 10, None, SMALL, "E"),),
        (Won("Bo", 100, "W", f"{BIG} {SAME}", "E"),),
        (KEPT, Corrected(2, Won("Bo", 100, "Ann", BIG, "Ann"), "x")),
    ],
)
def test_what_is_right_or_not_known_is_not_named(acts: tuple[Act, ...]) -> None:
    assert mispaid(folded(SAT, *acts)) == ()


def test_where_the_discarder_always_pays_nothing_is_named() -> None:
    assert mispaid(folded(SIT, Won("S", 17, None, FAN, "W"))) == ()


def test_a_hand_is_named_after_a_player_got_another_name() -> None:
    match = folded(SAT, KEPT, Renamed("Ann", "Anna"))
    (found,) = mispaid(match)
    assert found.known == "Anna"
    corrected = folded(SAT, KEPT, Renamed("Ann", "Anna"), Corrected(2, found.act, "x"))
    assert paid(corrected)["Anna"] == -240


def test_a_hand_that_moved_up_means_the_same_persons() -> None:
    """Check that its text has the winds of the hand in which it was recorded, and that no other player is guessed."""
    won = Won("Chen", 100, None, f"{BIG} seat=S from=E", "Bo")
    match = folded(SAT, Drawn(), won, Void(2, "x"))
    (found,) = mispaid(match)
    assert (found.hand.number, found.known) == (1, "Bo")
    corrected = folded(SAT, Drawn(), won, Void(2, "x"), Corrected(3, found.act, "x"))
    assert paid(corrected) == {"Ann": -30, "Bo": -240, "Chen": 300, "Dai": -30}
    followed = Won("Chen", 100, None, f"{BIG} seat=S {SAME}", "Bo")
    assert mispaid(folded(SAT, Drawn(), followed, Void(2, "x"))) == ()


def test_where_a_player_is_out_nothing_is_named() -> None:
    match = folded(SAT, Forfeited("N", "ill"), ThreeLeft("pays-nothing", "x"), KEPT)
    assert mispaid(match) == ()
