"""The payments of a hand under the World Series of Mahjong."""

import pytest

from scoring import score
from scoring.games.zungjung import payment as zungjung
from tests.scoring.usual import usual


# The World Series' payoff scheme: everybody alike up to 30, beyond it the responsible player pays the rest.
@pytest.mark.parametrize(
    ("value", "alike", "others", "responsible"),
    [
        (5, 5, 5, 5),
        (30, 30, 30, 30),
        (31, 31, 30, 33),
        (70, 70, 30, 150),
        (160, 160, 30, 420),
        (320, 320, 30, 900),
        (400, 400, 30, 1140),
        (480, 480, 30, 1380),
    ],
)
def test_zung_jung_payments(value: int, alike: int, others: int, responsible: int) -> None:
    assert zungjung.split(value, "S", None) == {"E": -alike, "S": 3 * value, "W": -alike, "N": -alike}
    assert zungjung.split(value, "S", "N") == {"E": -others, "S": 3 * value, "W": -others, "N": -responsible}


HAND = "345m345m34p345s88s5p seat=S"


@pytest.mark.parametrize(
    ("words", "seat", "kind"),
    [
        ("from=N", "N", "discarder"),
        ("", None, "discarder-unknown"),
        ("self-draw", None, "self-drawn"),
        ("discards=S3p,W5p,N5p", "W", "first-discarder"),  # the first who discarded it since the winner's own discard
        ("discards=S5p,W5p", None, "own-discard"),  # the winner himself had
        ("discards=S3p,W1m,N2m,E5p", "E", "discarder"),
        ("discards=W5p,S3p,N5p", "N", "discarder"),  # what lies before the winner's own discard is another turn
        ("discards=N5p,E5p", "N", "first-discarder"),  # the winner has not discarded yet
        ("kong discards=S5p,W5p", None, "own-discard"),
        ("kong from=W", "W", "robbed"),
        ("kong discards=S3p,W5p", "W", "robbed"),
        ("kong discards=S3p,W5p,N1m,W5p", "W", "discarder"),  # and added another to a kong later
    ],
)
def test_same_turn_immunity(words: str, seat: str | None, kind: str) -> None:
    found = zungjung.responsible(usual(f"{HAND} {words}"))
    assert (found.seat, found.kind) == (seat, kind)
    assert found.known == (kind != "discarder-unknown")


def test_immunity_moves_the_payment() -> None:
    sheet = score(usual(f"{HAND} discards=S3p,W5p,N5p"), "zungjung")
    assert sheet.total > 30
    paid = sheet.payments
    assert paid is not None
    assert paid["W"] == -(3 * sheet.total - 60)
    assert paid["N"] == paid["E"] == -30


def test_small_hands_are_paid_alike_whoever_discarded() -> None:
    sheet = score(usual("[555s,1]33m789m789p23s4s3m"), "zungjung")
    assert sheet.total == 0
    small = score(usual("[567s,1]33m789m789p23s4s"), "zungjung")
    assert (small.total, small.payments) == (5, {"E": 15, "S": -5, "W": -5, "N": -5})
