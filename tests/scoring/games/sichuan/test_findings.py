"""Faults of a hand that only Sichuan has."""

import pytest

from scoring.games.sichuan.findings import claimed_kongs, does_not_win, neighbour, sichuan_findings, suits_of
from scoring.notation import parse


@pytest.mark.parametrize(
    ("text", "kind", "wins"),
    [
        ("123m456m789m11p23p 1p discard", None, True),
        ("123m456m789m11p23s 1s discard", "three-suits", False),
        ("123m456m789m11p23p 1p discard void=p", "void-suit-held", False),
        ("123m456m789m11p23p 1p discard void=s", None, True),
        ("[123m,1]456m789m11p23p 1p discard", "claimed-chow", True),
        ("123m456m789mEE23p 1p discard", "foreign-tile", True),
    ],
)
def test_a_fault_is_named(text: str, kind: str | None, wins: bool) -> None:
    found = sichuan_findings(parse(text))
    assert kind is None or kind in {each.kind for each in found}
    assert bool(found) == (kind is not None)
    assert does_not_win(found) is not wins


def test_suits_kongs_and_neighbours() -> None:
    win = parse("[5555m,1][7777m]222p44p33p 3p")
    assert suits_of(win) == {"m", "p"}
    given = [parse(f"[5555m,{source}][7777m]222p44p33p 3p") for source in (1, 2, 3)]
    assert [claimed_kongs(each) for each in given] == [[1], [2], [3]]
    assert [neighbour("E", source) for source in (1, 2, 3)] == ["N", "W", "S"]
    assert [neighbour("N", source) for source in (1, 2, 3)] == ["W", "S", "E"]
