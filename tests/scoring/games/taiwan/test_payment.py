"""Payments of Taiwan: the base, the tai, and those of the dealer."""

from typing import Any

from scoring.games.taiwan.payment import false_win, split
from scoring.tiles import WINDS
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import table


@row_by_row(
    ("tai", "winner", "giver", "streak", "answers", "paid"),
    [
        (0, "S", "W", 0, {}, (0, 300, -300, 0)),
        (2, "S", "W", 3, {}, (0, 500, -500, 0)),
        (2, "S", "E", 0, {}, (-600, 600, 0, 0)),
        (2, "S", "E", 3, {}, (-1200, 1200, 0, 0)),
        (2, "E", "N", 1, {}, (800, 0, 0, -800)),
        (4, "S", None, 0, {}, (-800, 2200, -700, -700)),
        (4, "E", None, 2, {}, (3600, -1200, -1200, -1200)),
        (4, "E", None, 2, {"TW4": 1}, (3000, -1000, -1000, -1000)),
        (4, "E", None, 2, {"TW4": 0}, (2400, -800, -800, -800)),
        (4, "E", None, 2, {"TW3": "off"}, (2100, -700, -700, -700)),
        (4, "N", None, 9, {"TW3": "off", "TW1": 0, "TW2": 7}, (-28, -28, -28, 84)),
    ],
)
def test_a_win_is_paid_by_base_and_tai(
    tai: int, winner: str, giver: str | None, streak: int, answers: dict[str, Any], paid: tuple[int, ...]
) -> None:
    assert split(tai, winner, giver, table(answers), streak) == dict(zip(WINDS, paid, strict=True))


def test_a_false_win_pays_each_the_base_and_the_tai_of_the_house() -> None:
    paid = [false_win(table({"TW33": tai}, rules)) for rules in ("taiwan-home", "taiwan-gamesofa") for tai in (5, 8, 3)]
    assert paid == [800, 1100, 600, 200, 260, 160]
