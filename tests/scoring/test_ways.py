"""The ways in which a hand may have been won while part of it is unknown."""

from dataclasses import replace

import pytest

from scoring import parse
from scoring.hand import Win
from scoring.ways import contradicted, otherwise, possible, possible_flowers, unknown, unknown_flowers

TILES = "123m456p789sEEEC C"


def win(words: str = "") -> Win:
    return parse(f"{TILES} {words}")


@pytest.mark.parametrize(
    ("words", "flowers", "open_"),
    [
        ("discard seat=S round=E no-kong", False, ()),
        ("discard seat=S round=E no-kong", True, ("flowers",)),
        ("discard seat=S round=E no-kong flowers=0", True, ()),
        ("discard seat=S round=E no-kong flowers=2", True, ("flower-names",)),
        ("discard seat=S round=E no-kong flowers=f1s3", True, ()),
    ],
)
def test_flowers_are_unknown_only_where_they_count(words: str, flowers: bool, open_: tuple[str, ...]) -> None:
    assert unknown(win(words), flowers) == open_


def test_every_way_says_all_and_keeps_what_was_said() -> None:
    ways = possible(win("seat=S"))
    assert len({*ways}) == len(ways) <= 48
    for way in ways:
        assert way.seat == "S"
        assert None not in (way.self_draw, way.round_wind, way.kong)
        assert not contradicted(way)
    said = win("discard seat=S round=E no-kong")
    assert possible(said) == [said]


def test_unknown_flowers_are_none_or_the_fewest_of_each_kind() -> None:
    counts = [way.flowers for way in unknown_flowers(win("seat=E"), 8)]
    assert counts == [0, 1, 1, 2, 4, 5, 8]
    assert [way.flowers for way in unknown_flowers(win("seat=E"), 2)] == [0, 1, 1, 2]
    assert 0 not in [way.flowers for way in unknown_flowers(replace(win("seat=E"), flower_tile=True), 8)]


def test_flowers_of_a_kept_record() -> None:
    said = win("flowers=f1s3")
    assert possible_flowers(said, "ESWN") == [said]
    assert [way.flowers for way in possible_flowers(win(), "ESWN")] == [0, 1]


@pytest.mark.parametrize("circumstance", ["self-draw", "seat", "round"])
def test_one_circumstance_is_changed(circumstance: str) -> None:
    taken = win("discard seat=S round=E no-kong flowers=0")
    others = otherwise(taken, circumstance)
    assert any(other != taken for other in others)
