"""Finds and tracks of a part of the table."""

import numpy as np

from scoring.tiles import FACES
from vision.follow.changes import Comparison, compare
from vision.follow.tracks import Find, Track

TILE = 0.03


def find(code: str, x: float, y: float = 0.5) -> Find:
    faces = np.zeros(len(FACES) + 1)
    faces[FACES.index(code) if code else -1] = 0.98
    corner = np.array([x, y]) * 1000
    quad = corner + np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]])
    return Find(quad, np.array([x, y]), bool(code), 0.95, faces, 1.0, 1.0)


def track(number: int, code: str, x: float, y: float = 0.5) -> Track:
    seen = find(code, x, y)
    made = Track(number, seen.quad, seen.place, seen.up, 0.0, 0.0)
    made.add(seen, 0.0)
    return made


def compared(tracks: list[Track], found: list[Find], changed: tuple[int, ...] = ()) -> Comparison:
    return compare(tracks, found, TILE, lambda each: each.number in changed)


def test_a_tile_that_lies_where_it_lay_is_the_same() -> None:
    result = compared([track(1, "E", 0.5), track(2, "S", 0.53)], [find("S", 0.531), find("E", 0.502)])
    assert {each.number: round(float(seen.place[0]), 3) for each, seen in result.same} == {1: 0.502, 2: 0.531}
    assert not (result.came)
    assert not (result.went)
    assert not (result.moved)
    assert not (result.turned)


def test_a_tile_that_is_not_found_has_gone_only_where_something_changed() -> None:
    assert [each.number for each in compared([track(1, "E", 0.5)], [], (1,)).went] == [1]
    assert not compared([track(1, "E", 0.5)], []).went


def test_another_face_in_the_same_place_is_another_tile() -> None:
    result = compared([track(1, "E", 0.5)], [find("5p", 0.5)], (1,))
    assert [each.number for each in result.went] == [1]
    assert len(result.came) == 1


def test_a_pushed_row_has_moved_and_keeps_its_tracks() -> None:
    known = [track(n, code, 0.4 + 0.03 * n) for n, code in enumerate(("E", "5p", "2s"))]
    now = [find(code, 0.42 + 0.03 * n) for n, code in enumerate(("E", "5p", "2s"))]
    result = compared(known, now, (0, 1, 2))
    assert {each.number: round(float(seen.place[0]), 2) for each, seen in result.moved} == {0: 0.42, 1: 0.45, 2: 0.48}
    assert not (result.came)
    assert not (result.went)


def test_a_second_tile_of_a_face_is_not_the_first_one_pushed() -> None:
    result = compared([track(1, "E", 0.5)], [find("E", 0.57)])
    assert not result.moved
    assert len(result.came) == 1


def test_a_tile_that_shows_its_other_side_is_turned() -> None:
    result = compared([track(1, "", 0.5)], [find("3m", 0.504)], (1,))
    assert [each.number for each, _ in result.turned] == [1]
    assert not result.came
