"""Films of a table with its tiles, through the real networks."""

import msgspec
import numpy as np
import pytest

from scoring.follow.decode import Decoder, Settings
from scoring.follow.files import to_line
from scoring.follow.seen import Change, Look
from scoring.rules import BOOKS
from tests.vision.follow.film import CORNERS, SIDE, Film, Lying, inside, walled
from tests.webui.filmed import of_three
from vision.follow.follower import Follower
from vision.quad import Quad
from vision.reader import TileReader

POND = [Lying("E", 0.42, 0.62, 1), Lying("5p", 0.62, 0.55, 2), Lying("2s", 0.58, 0.38, 3), Lying("C", 0.38, 0.45, 4)]
"""A discard of each seat."""


def followed(film: Film, reader: TileReader, corners: Quad = CORNERS) -> tuple[list[Look], Follower]:
    follower = Follower(
        lambda picture, share: reader.detect(picture, share=share),
        lambda picture, quads: reader.name(picture, quads).faces,
        (SIDE, SIDE),
        corners,
    )
    looks = [look for t, picture in film.moments() if (look := follower.update(picture, t)) is not None]
    return looks, follower


def news(looks: list[Look]) -> list[Change]:
    """Return the changes after the first look, those of names aside."""
    return [change for look in looks[1:] for change in look.changes if change.kind != "named"]


def face(change: Change) -> str:
    return max(change.tile.faces, key=change.tile.faces.__getitem__, default="")


def zone(change: Change) -> tuple[str, int]:
    best = max(change.tile.lies, key=lambda each: each.weight)
    return best.zone, best.seat


def arm(change: Change) -> int:
    return max(change.reached, key=change.reached.__getitem__, default=0)


@pytest.fixture(scope="module")
def played(reader: TileReader) -> tuple[list[Look], Follower]:
    """A round of discards, one of them claimed for a pung; the lamp is dimmed and the camera bumped meanwhile."""
    film = Film()
    film.wait(0.6)
    for tile in POND[:2]:
        film.act(tile.seat, tile.x, tile.y, put=[tile])
    film.light = 0.7
    film.wait(0.6)
    film.act(3, POND[2].x, POND[2].y, put=[POND[2]])
    film.shift = (3, -2)
    film.wait(1.2)
    film.act(4, POND[2].x, POND[2].y, take=[POND[2]])
    pung = [Lying("2s", 0.05, 0.95 - 0.042 * k, 4) for k in range(3)]
    film.act(4, 0.06, 0.9, put=pung)
    film.act(4, POND[3].x, POND[3].y, put=[POND[3]])
    return followed(film, reader)


def test_each_tile_that_comes_or_goes_is_one_change_with_its_face_and_the_arm_that_did_it(
    played: tuple[list[Look], Follower],
) -> None:
    changes = news(played[0])
    assert [(each.kind, face(each), arm(each)) for each in changes] == [
        ("appeared", "E", 1),
        ("appeared", "5p", 2),
        ("appeared", "2s", 3),
        ("gone", "2s", 4),
        *[("appeared", "2s", 4)] * 3,
        ("appeared", "C", 4),
    ]
    assert [zone(each) for each in changes[4:7]] == [("meld", 4)] * 3
    assert all(zone(each) == ("pond", seat) for each, seat in zip(changes[:3], (1, 2, 3), strict=True))


def test_a_tile_is_known_within_a_second_and_a_half_of_the_hand_leaving_it(
    played: tuple[list[Look], Follower],
) -> None:
    for look in played[0][1:]:
        for change in look.changes:
            if change.kind == "appeared":
                assert change.after <= change.until <= look.t <= change.until + 1.5


def test_the_face_of_a_tile_is_looked_at_again(played: tuple[list[Look], Follower]) -> None:
    named = [change.tile for look in played[0] for change in look.changes if change.kind == "named"]
    assert max(tile.looks for tile in named) >= 8
    assert {look.t for look in played[0][:1]} == {0.0}
    assert played[0][0].fresh


def test_after_a_bump_the_tracks_lie_where_the_tiles_are_seen(played: tuple[list[Look], Follower]) -> None:
    _, follower = played
    east = next(track for track in follower.tracks.values() if abs(track.place[0] - POND[0].x) < 0.02)
    assert np.abs(east.place - (POND[0].x, POND[0].y)).max() < 0.006
    assert np.abs(follower.places.corners - np.array(CORNERS) - (3, -2)).max() < 1


def test_what_an_arm_hides_is_not_gone_and_is_seen_once_it_leaves(reader: TileReader) -> None:
    film = Film(tiles=[*POND])
    film.wait(0.4)
    film.resting = [(3, POND[2].x, POND[2].y + 0.02)]
    film.wait(1.2)
    film.act(1, 0.5, 0.62, put=[Lying("9m", 0.5, 0.62, 1)])
    film.resting = []
    film.wait(0.6)
    looks, follower = followed(film, reader)
    assert [(each.kind, face(each), arm(each)) for each in news(looks)] == [("appeared", "9m", 1)]
    assert any(("pond", 3) in look.covered for look in looks)
    assert len(follower.tracks) == 5


def test_a_straightened_pond_has_moved_and_a_tile_turned_over_is_the_same(reader: TileReader) -> None:
    film = Film(tiles=[Lying("7s", 0.45, 0.62, 1, 25.0), Lying("", 0.55, 0.62, 1)])
    film.wait(0.4)
    film.act(1, 0.45, 0.62, take=[film.tiles[0]], put=[Lying("7s", 0.47, 0.63, 1)])
    film.act(1, 0.55, 0.62, take=[film.tiles[0]], put=[Lying("3m", 0.55, 0.62, 1)])
    looks, _ = followed(film, reader)
    first = {change.tile.track for change in looks[0].changes}
    changes = news(looks)
    assert {(each.kind, face(each)) for each in changes} <= {("moved", "7s"), ("turned", "3m")}
    assert ("turned", "3m") in {(each.kind, face(each)) for each in changes}
    assert {each.tile.track for each in changes} <= first


def test_a_new_deal_begins_when_the_walls_are_built_and_the_ponds_are_empty(reader: TileReader) -> None:
    wall = [Lying("", 0.2 + 0.042 * k, y, 1) for k in range(14) for y in (0.16, 0.84)]
    film = Film(tiles=[*wall, *POND])
    film.wait(0.4)
    film.tiles = [*wall]
    film.wait(1.0)
    looks, follower = followed(film, reader)
    assert follower.deal == 2
    assert [look.fresh for look in looks].count(True) == 2
    assert looks[0].wall == looks[-1].wall == 2 * len(wall)


def test_tiles_under_a_phone_are_not_gone_and_what_was_put_there_meanwhile_is_seen_as_it_leaves(
    reader: TileReader,
) -> None:
    film = Film()
    film.wait(0.4)
    film.act(4, POND[3].x, POND[3].y, put=[POND[3]])
    film.act(1, POND[0].x, POND[0].y, put=[POND[0]])
    film.lying = [(0.35, 0.4, 0.43, 0.68)]
    film.act(1, 0.4, 0.55)
    film.tiles = [film.tiles[1], Lying("9m", POND[3].x, POND[3].y, 4)]
    film.wait(1.0)
    film.lying = []
    film.act(1, 0.4, 0.55)
    looks, _ = followed(film, reader)
    changes = news(looks)
    assert [(each.kind, face(each)) for each in changes] == [
        ("appeared", "C"),
        ("appeared", "E"),
        ("gone", "C"),
        ("appeared", "9m"),
    ]
    gone, came = changes[2:]
    assert gone.reached == came.reached == {}  # whose arm it was under the phone nobody knows
    assert came.after < came.until - 1.0


def test_a_meld_is_one_where_the_corners_were_taken_from_the_inside_of_the_walls(reader: TileReader) -> None:
    film = Film(tiles=walled())
    film.wait(0.4)
    film.act(4, 0.06, 0.9, put=[Lying("2s", 0.05, 0.95 - 0.042 * k, 4) for k in range(3)])
    looks, follower = followed(film, reader, inside())
    assert follower.misplaced
    assert np.abs(follower.places.corners - np.array(CORNERS)).max() < 0.05 * SIDE
    assert [zone(each) for each in news(looks)] == [("meld", 4)] * 3


def test_a_winning_tile_laid_before_its_hand_lies_beside_it_even_as_its_name_becomes_clear(reader: TileReader) -> None:
    film = Film()
    film.wait(0.6)
    film.act(1, 0.5, 0.94, put=[Lying("5p", 0.5, 0.94, 1)])
    film.wait(0.2)  # its name becomes clear with the look that shows the hand
    hand = [Lying("2s", 0.5 - 0.05 - 0.042 * k, 0.94, 1) for k in range(5)]
    film.act(1, 0.4, 0.94, put=hand)
    film.wait(0.6)
    looks, follower = followed(film, reader)
    (number,) = [number for number, track in follower.tracks.items() if track.place[0] > 0.48]
    told = [change for look in looks for change in look.changes if change.tile.track == number]
    assert {change.kind for change in told if zone(change) == ("win", 1)} >= {"moved"}


@pytest.mark.long
@pytest.mark.parametrize("x", [0.88, 0.05])
def test_a_deal_of_three_is_followed_to_its_win(reader: TileReader, x: float) -> None:
    """Nobody sits at 4; the North of seat 3 lies at the left hand, or at the right one, where melds lie."""
    decoder = Decoder(Settings(play=BOOKS.plays["sanma"], dealer=1))
    for look in followed(of_three(x), reader)[0]:
        decoder.look(look)
    decoder.finish()
    events = decoder.events()
    assert [to_line(event)["act"] for event in events] == [
        "discard", "pung", "discard", "flower", "discard", "discard", "win"
    ]  # fmt: skip
    assert [event.seat for event in events] == [1, 2, 2, 3, 3, 1, 2]
    assert all(event.sure for event in events)
    assert events[-1] == msgspec.structs.replace(events[-1], tile="C", source=1)  # type: ignore[call-arg]
