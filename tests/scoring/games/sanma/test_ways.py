"""Circumstances that are unknown of a hand of riichi for three, and the range of its points."""

import pytest

from scoring.circumstances import assess, assumption
from scoring.notation import parse
from scoring.rules import BOOKS

pytest.importorskip("mahjong")

HAND = "123p456p789p11s67s 8s"


@pytest.mark.parametrize(
    ("text", "rules", "open_"),
    [
        (f"{HAND} self-draw seat=S round=E", "sanma-tenhou", ["riichi", "dora", "ura", "norths"]),
        (f"{HAND} self-draw seat=S round=E no-riichi dora=0 norths=1", "sanma-tenhou", []),
        ("[CCC,1]23p456p789s11s 1p discard seat=S round=E", "sanma-home", ["dora", "norths"]),
        ("[CCC,1]23p456p789sNN N self-draw", "sanma-home", ["self-draw", "seat"]),
    ],
)
def test_what_matters_is_asked(text: str, rules: str, open_: list[str]) -> None:
    win, book = parse(text, game="sanma"), BOOKS[rules]
    unknown = book.game.ways.unknown(win, book)
    assert set(open_) & {"riichi", "dora", "ura", "norths"} <= set(unknown)
    found = assess(win, rules)
    assert {way.win.seat for way in found.sheets} <= {"E", "S", "W"}
    assert found.low <= found.high
    if not open_:
        assert found.low == found.high


def test_norths_raise_what_a_hand_is_worth() -> None:
    found = assumption(parse(f"{HAND} self-draw seat=S round=E no-riichi dora=0", game="sanma"), "sanma-tenhou")
    (norths,) = found.alternatives
    assert (norths.circumstance, found.open) == ("norths", ("norths",))
    assert norths.worth.total == found.high > found.sheet.total == found.low


def test_no_seat_or_round_is_north() -> None:
    found = assumption(parse(f"{HAND} no-riichi dora=0 norths=0", game="sanma"), "sanma-tenhou")
    assert "N" not in {wind for each in found.alternatives for wind in each.winds}
