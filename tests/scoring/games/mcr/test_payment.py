"""The payments of a hand under the Chinese rules."""

import pytest

from scoring import score
from scoring.games.mcr import payment as mcr
from tests.scoring.usual import usual


@pytest.mark.parametrize(
    ("points", "winner", "discarder", "paid"),
    [
        # 12 points (10 and 2 flowers): 20 from each, or 20 and 8 and 8 (1998 book)
        (12, "E", None, {"E": 60, "S": -20, "W": -20, "N": -20}),
        (12, "E", "S", {"E": 36, "S": -20, "W": -8, "N": -8}),
        (88, "N", "W", {"E": -8, "S": -8, "W": -96, "N": 112}),
    ],
)
def test_chinese_payments(points: int, winner: str, discarder: str | None, paid: dict[str, int]) -> None:
    assert mcr.split(points, winner, discarder) == paid


@pytest.mark.parametrize(
    ("words", "payer"),
    [
        ("from=N", "N"),
        ("discards=S3p,W5p,N5p", "N"),  # the last of the discards, whoever discarded the tile before
        ("discards=S3p,W5p,N5p from=N", "N"),
        ("discards=S3p,N5p,W5p", "W"),
        ("discards=S3p,N3p", None),  # not the winning tile
        ("", None),
    ],
)
def test_the_last_of_the_discards_names_who_pays_under_chinese_rules(words: str, payer: str | None) -> None:
    sheet = score(usual(f"234m234p234678s5p 5p seat=S {words}"))
    assert sheet.payments == (None if payer is None else mcr.split(sheet.total, "S", payer))


def test_nothing_is_paid_for_what_may_not_be_declared() -> None:
    assert score(usual("23m789m123s789s22p1m from=S")).payments is None
    assert score(usual("123m456p789sEECCC from=S")).payments is not None
    assert score(usual("123m456p789sEECCC")).payments is None
