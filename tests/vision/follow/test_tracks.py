"""Tracks of tiles and their votes."""

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import evidence_from, overhead, row
from tests.vision.follow.test_changes import find, track
from vision.follow.tracks import finds, width
from vision.follow.zones import Places

CORNERS = ((0.0, 1000.0), (1000.0, 1000.0), (1000.0, 0.0), (0.0, 0.0))


def test_a_face_is_the_mean_of_all_looks() -> None:
    tile = track(1, "E", 0.5)
    wrong = np.zeros(len(FACES) + 1)
    wrong[FACES.index("P")] = 1.0
    for _ in range(2):
        tile.add(find("E", 0.5), 1.0)
    assert tile.told(Places(CORNERS)).looks == 3
    tile.name(wrong, 2.0)
    told = tile.told(Places(CORNERS))
    assert told.faces == pytest.approx({"E": 0.735, "P": 0.25})
    assert told.facing == {1: 1.0}
    assert not tile.named


def test_looks_that_disagree_count_for_few() -> None:
    clear, doubtful = track(1, "E", 0.5), track(2, "E", 0.5)
    for k in range(9):
        clear.add(find("E", 0.5), 1.0)
        doubtful.add(find("E" if k % 4 else "S", 0.5), 1.0)
    assert clear.told(Places(CORNERS)).looks == 10
    assert doubtful.told(Places(CORNERS)).looks == 3


def test_a_turned_tile_forgets_what_it_showed() -> None:
    tile = track(1, "E", 0.5)
    tile.add(find("3m", 0.5), 1.0, fresh=True)
    assert set(tile.told(Places(CORNERS)).faces) == {"3m"}
    back = track(2, "", 0.5)
    told = back.told(Places(CORNERS))
    assert (told.up, told.faces) == (False, {})


def test_finds_of_a_part_lie_where_the_whole_picture_has_them() -> None:
    seen = evidence_from(row("123m"), overhead(1000.0))
    places = Places(CORNERS)
    here, there = finds(seen, places), finds(seen, places, (100, 50))
    assert [FACES[int(each.faces.argmax())] for each in here] == ["1m", "2m", "3m"]
    for each, other in zip(here, there, strict=True):
        assert other.quad - each.quad == pytest.approx(np.full((4, 2), (100, 50)))
    assert width(np.array([each.quad for each in here])) > 0
