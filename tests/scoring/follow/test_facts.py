"""Sets named from uncertain tiles, and owners of discards."""

from collections.abc import Callable
from typing import Final

import pytest

from scoring.follow.facts import Fact, Facts, is_set, likely, set_of
from scoring.follow.seen import SEATS, Change, Lies, Look, SeenTile
from scoring.follow.things import Thing, Things
from scoring.play import Play


def thing(faces: dict[str, float], looks: int = 3) -> Thing:
    """Return a tile that was read so."""
    return Thing(0, Change("appeared", SeenTile(1, 0.5, 0.5, faces, looks), 0.0, 1.0))


@pytest.mark.parametrize(
    ("codes", "set_"),
    [
        (("1m", "2m", "3m"), True),
        (("3m", "1m", "2m"), True),
        (("8m", "9m", "1p"), False),
        (("E", "S", "W"), False),
        (("E", "E", "E"), True),
        (("E", "E", "E", "E"), True),
        (("1m", "2m", "3m", "4m"), False),
        (("f1", "f1", "f1"), False),
        (("1m", "?", "1m"), False),
    ],
)
def test_sets(codes: tuple[str, ...], set_: bool) -> None:
    assert is_set(codes) == set_


@pytest.mark.parametrize(
    ("faces", "claimed", "codes"),
    [
        ([{"1m": 0.9}, {"2m": 0.9}, {"3m": 0.9}], None, ("1m", "2m", "3m")),
        ([{"1m": 0.9}, {"2p": 0.5, "2m": 0.4}, {"3m": 0.9}], None, ("1m", "2m", "3m")),  # the rules weigh
        ([{"1m": 0.97}, {"2p": 0.97}, {"3m": 0.97}], None, ("1m", "2p", "3m")),  # and forbid nothing
        ([{"P": 0.9}, {}, {"P": 0.9}], None, ("P", "P", "P")),
        ([{"1m": 0.9}, {"3m": 0.9}], {"2m": 0.9}, ("1m", "3m", "2m")),  # the third tile was not seen in the meld
        ([{"1m": 0.9}, {"4m": 0.5, "3m": 0.4}, {"2m": 0.9}], {"3m": 0.9}, ("1m", "3m", "2m")),
    ],
)
def test_a_meld_is_named_as_a_whole(
    faces: list[dict[str, float]], claimed: dict[str, float] | None, codes: tuple[str, ...]
) -> None:
    assert set_of([thing(each) for each in faces], thing(claimed) if claimed else None) == codes


def put(lies: tuple[Lies, ...], reached: dict[int, float]) -> Fact:
    """Return the fact of one tile in a pond."""
    things = Things()
    tile = SeenTile(1, 0.5, 0.6, {"1m": 0.97}, 4, lies=lies)
    things.look(Look(t=2, changes=(Change("appeared", tile, 1, 2, reached=reached),)))
    (fact,) = Facts(Play()).of(things, 3.0, None)
    return fact


@pytest.mark.parametrize(
    ("lies", "reached", "seat"),
    [
        ((Lies("pond", 2, 0.9),), {}, 2),
        ((Lies("pond", 2, 0.9),), {2: 0.9}, 2),
        ((Lies("centre", 0, 0.7), Lies("pond", 2, 0.3)), {}, 2),
        ((Lies("centre", 0, 0.7), Lies("pond", 2, 0.3)), {4: 0.9}, 4),  # thrown far: the arm tells
    ],
)
def test_an_owner_follows_from_place_and_arm(lies: tuple[Lies, ...], reached: dict[int, float], seat: int) -> None:
    assert likely(put(lies, reached)) == seat


def test_an_arm_and_a_place_together_are_surer_than_either() -> None:
    place = (Lies("pond", 2, 0.9),)
    both, one = put(place, {2: 0.9}), put(place, {})
    assert both.owners[0] - both.owners[1] > one.owners[0] - one.owners[1] > 2


ROWS: Final[tuple[Callable[[float], tuple[float, float]], ...]] = (
    lambda u: (u, 0.9),
    lambda u: (0.9, 1 - u),
    lambda u: (1 - u, 0.1),
    lambda u: (0.1, u),
)
"""The row of melds of each seat, from its left hand to its right."""


def laid(seat: int, across: int, count: int = 3, crosswise: bool = True, last: float = 2) -> Fact:
    """Return the fact of a meld, one tile of which lies across its row, and whose last tile is seen at some time."""
    things, changes = Things(), []
    for n in range(count):
        x, y = ROWS[seat - 1](0.7 + 0.05 * n)
        lies = (Lies("meld", seat, 0.9),)
        tile = SeenTile(n + 1, x, y, {"5p": 0.97}, 4, lies=lies, crosswise=float(n == across))
        changes.append(Change("appeared", tile, 1, last if n == count - 1 else 2))
    things.look(Look(t=last, changes=tuple(changes)))
    (fact,) = Facts(Play(crosswise=crosswise)).of(things, last + 3, None)
    return fact


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("seat", SEATS)
def test_the_tile_that_lies_crosswise_tells_who_gave_it(seat: int, count: int) -> None:
    """At its left end the one before, at its right end the one after, between them the one across."""
    before, *across, after = ((seat + turn - 1) % 4 + 1 for turn in (3, *[2] * (count - 2), 1))
    for n, source in enumerate((before, *across, after)):
        costs = laid(seat, n, count).sources
        assert costs.index(min(costs)) + 1 == source
        assert sorted(costs)[1] - min(costs) > 2


def test_a_part_of_a_meld_or_a_house_without_turned_tiles_tells_nothing() -> None:
    assert laid(1, 0, count=2).sources == laid(1, 0, crosswise=False).sources == ()


@pytest.mark.parametrize(("count", "last", "until"), [(3, 3.5, 3.5), (3, 4, 2), (4, 4, 2), (2, 4, 4)])
def test_a_meld_was_laid_when_all_but_a_hidden_tile_were_seen(count: int, last: float, until: float) -> None:
    assert laid(1, 0, count, last=last).until == until
