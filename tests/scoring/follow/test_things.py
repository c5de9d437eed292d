"""Tiles keep their identity whatever happens to their tracks."""

import pytest
from msgspec.structs import replace

from scoring.follow.seen import Change, Lies, Look, SeenTile, Zone
from scoring.follow.things import Things

POND: Zone = "pond"


def tile(track: int, code: str, x: float = 0.5, y: float = 0.6, zone: Zone = POND, looks: int = 4) -> SeenTile:
    """Return a tile of seat 1."""
    return SeenTile(track, x, y, {code: 0.97} if code else {}, looks, lies=(Lies(zone, 1, 0.95),))


def look(t: float, *changes: Change, fresh: bool = False) -> Look:
    """Return a look at changes in the second before."""
    return Look(t=t, changes=changes, fresh=fresh)


def there(things: Things) -> list[str]:
    """Return the names of the tiles that lie on the table, in the order in which they came."""
    return [things.names[thing.id].code for thing in things.here()]


@pytest.fixture
def things() -> Things:
    """Two discards that lie side by side since second 2."""
    found = Things()
    found.look(
        look(2, Change("appeared", tile(1, "1m"), 1, 2), Change("appeared", tile(2, "E", x=0.531), 1, 2))
    )  # fmt: skip
    return found


@pytest.mark.parametrize(
    ("again", "seconds", "new"),
    [
        (tile(9, "1m"), 1, 0),  # flickered
        (tile(9, "1m"), 60, 0),  # hidden where it lies
        (tile(9, "1m", x=0.52, y=0.59), 2, 0),  # straightened
        (tile(9, "1m", x=0.62, y=0.66), 3, 0),  # pushed
        (tile(9, "1m", x=0.62, y=0.66), 60, 1),  # another of its face, a minute later
        (tile(9, "9p"), 3, 1),  # the place is filled by another
        (tile(9, "", x=0.5), 1, 0),  # not named yet
        (tile(9, "1m", zone="meld"), 1, 1),
    ],
)
def test_a_tile_that_comes_to_light_again(things: Things, again: SeenTile, seconds: float, new: int) -> None:
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    things.look(look(11 + seconds, Change("appeared", again, 10 + seconds, 11 + seconds)))
    assert len(things.all) == 2 + new
    assert len(list(things.here())) == 2


@pytest.mark.parametrize(("x", "new"), [(0.5, 2), (0.4, 1)])
def test_a_tile_found_elsewhere_after_another_discard_may_have_been_taken_back(
    things: Things, x: float, new: int
) -> None:
    """Lay the other in its place, which shows that it was, and elsewhere, which leaves that it was pushed."""
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    things.look(look(12, Change("appeared", tile(8, "9p", x=x), 11, 12)))
    things.look(look(14, Change("appeared", tile(9, "1m", x=0.62, y=0.66), 13, 14)))
    assert len(things.all) == 2 + new
    assert things.all[0].strayed is (new == 1)


def test_a_claimed_tile_is_not_the_next_one_in_its_place(things: Things) -> None:
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    meld = [Change("appeared", tile(10 + k, "1m", 0.9 - k * 0.03, 0.95, "meld"), 11, 12) for k in range(3)]
    things.look(look(12, *meld))
    things.look(look(15, Change("appeared", tile(20, "1m"), 14, 15)))
    assert there(things) == ["E", "1m", "1m", "1m", "1m"]
    assert things.all[0].gone == (10, 11)


@pytest.mark.parametrize(("between", "number"), [((), 2), (("1p",), 4), (("",), 2)])
def test_a_tile_taken_back_is_not_the_next_one_in_its_place(
    things: Things, between: tuple[str, ...], number: int
) -> None:
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    for code in between:
        things.look(look(12, Change("appeared", tile(3, code), 11, 12)))
        things.look(look(14, Change("gone", tile(3, code), 13, 14)))
    things.look(look(16, Change("appeared", tile(4, "1m"), 15, 16, reached={2: 0.9})))
    assert len(things.all) == number


def test_a_bump_gives_new_tracks_to_the_same_tiles(things: Things) -> None:
    moved = [Change("appeared", tile(31, "E", x=0.536), 3, 4), Change("appeared", tile(30, "1m", x=0.504), 3, 4)]
    things.look(look(4, *moved, fresh=True))
    assert len(things.all) == 2
    assert {things.by_track[30].id, things.by_track[31].id} == {0, 1}
    assert there(things) == ["1m", "E"]


def test_a_tile_that_a_bump_took_away_is_gone(things: Things) -> None:
    things.look(look(4, Change("appeared", tile(31, "E", x=0.531), 3, 4), fresh=True))
    assert there(things) == ["E"]


def test_a_standing_tile_is_laid_when_it_shows_its_face() -> None:
    found = Things()
    stands = replace(tile(3, "", zone="hand"), up=False)
    found.look(look(1, Change("appeared", stands, 0, 1)))
    (thing,) = found.all
    assert thing.initial
    found.look(look(60, Change("turned", tile(3, "E", zone="hand"), 59, 60, before=stands)))
    assert ((thing.after, thing.until, thing.initial), there(found)) == ((59, 60, False), ["E"])


def test_two_tracks_of_one_tile_are_one(things: Things) -> None:
    things.look(look(4, Change("appeared", tile(5, "1m", x=0.503), 3, 4)))
    assert there(things) == ["1m", "E"]
    things.look(look(6, Change("gone", tile(1, "1m"), 5, 6)))
    assert there(things) == ["1m", "E"]


def test_a_wrong_first_look_makes_no_new_tile(things: Things) -> None:
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    things.look(look(12, Change("appeared", tile(9, "7s", looks=1), 11, 12)))
    assert there(things) == ["E", "7s"]
    better = SeenTile(9, 0.5, 0.6, {"1m": 0.73, "7s": 0.24}, 4, lies=(Lies("pond", 1, 0.95),))
    things.look(look(15, Change("named", better, 11, 15, before=tile(9, "7s", looks=1))))
    assert there(things) == ["1m", "E"]


@pytest.mark.parametrize(("last", "came"), [(12, [2, 2, 12]), (11, [2, 2, 14])])
def test_a_tile_that_lay_there_with_another_of_its_face_is_not_that_one(
    things: Things, last: float, came: list[float]
) -> None:
    """Two tiles that one look saw are two; where no look saw both, the new one is the old one, pushed."""
    things.look(look(12, Change("appeared", tile(9, "1m", x=0.62, y=0.66, looks=1), 11, 12)))
    more = Change("named", tile(9, "1m", x=0.62, y=0.66, looks=2), 12, 13)
    things.look(look(13, Change("gone", tile(1, "1m"), last, 13), more))
    things.look(look(14, Change("appeared", tile(10, "1m"), 13, 14)))
    assert there(things).count("1m") == 2
    assert [thing.until for thing in things.here()] == came


@pytest.mark.parametrize(("later", "sure"), [("1m", True), ("9s", False)])
def test_a_tile_whose_later_looks_show_another_face_has_no_sure_name(things: Things, later: str, sure: bool) -> None:
    """It was taken for one that lay beside it while both were straightened."""
    things.look(look(11, Change("gone", tile(1, "1m"), 10, 11)))
    pushed = tile(9, "1m", x=0.52, y=0.59, looks=1)
    things.look(look(12, Change("appeared", pushed, 11, 12)))
    things.look(look(40, Change("named", tile(9, later, x=0.52, y=0.59, looks=30), 39, 40, before=pushed)))
    assert (things.names[0].code, things.names[0].sure) == (later, sure)


def test_a_fifth_copy_is_another_tile() -> None:
    things = Things()
    whites = [Change("appeared", tile(k, "P", x=0.4 + 0.03 * k), 1, 2) for k in range(4)]
    unclear = SeenTile(9, 0.7, 0.6, {"P": 0.5, "F": 0.4}, 1, lies=(Lies("pond", 1, 0.95),))
    things.look(look(2, *whites, Change("appeared", unclear, 1, 2)))
    assert there(things) == ["P", "P", "P", "P", "F"]
