"""The ways of a riichi hand while something only riichi has is unknown."""

import pytest

from scoring.games.riichi.presets import PRESETS
from scoring.games.riichi.ways import otherwise, unknowns, ways
from scoring.games.riichi.words import declared
from scoring.notation import parse

EMA = PRESETS["riichi-ema"]
CLOSED = "234m567m22p345p67s 8s self-draw seat=S round=E no-kong"
OPEN = "[234m,1]567m22p345p67s 8s self-draw seat=S round=E no-kong"


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        (CLOSED, ("riichi", "dora")),
        (f"{CLOSED} riichi", ("dora", "ura")),
        (f"{CLOSED} no-riichi dora=9p", ()),
        (f"{CLOSED} riichi dora=9p ura=0", ()),
        (OPEN, ("dora",)),
        (f"{OPEN} dora=0", ()),
    ],
)
def test_riichi_is_unknown_of_a_closed_hand_and_what_lies_below_after_it(text: str, open_: tuple[str, ...]) -> None:
    assert {*open_} <= {*unknowns(parse(text), EMA)}
    assert ("riichi" in unknowns(parse(text), EMA)) == ("riichi" in open_)
    if not open_:
        assert unknowns(parse(text), EMA) == ()


def test_ways_say_all_from_no_dora_to_the_most() -> None:
    found = ways(parse(CLOSED), EMA)
    assert {declared(way).riichi for way in found} == {True, False}
    assert all(unknowns(way, EMA) == () for way in found)
    assert () in {declared(way).dora for way in found}
    assert any(declared(way).dora for way in found)


def test_one_circumstance_of_riichi_is_changed_and_others_are_not_its_own() -> None:
    said = parse(f"{CLOSED} no-riichi dora=0")
    (other,) = otherwise(said, "riichi")
    assert declared(other).riichi is True
    assert otherwise(said, "seat") == []
