"""Pictures of tiles, kept for the events that are made of them."""

import cv2
import numpy as np

from scoring.follow.events import Discard, Drawn, Evidence
from scoring.follow.seen import Change, Look, SeenTile
from vision.follow.crops import Crops
from vision.image import Picture

QUAD = ((100.0, 100.0), (130.0, 100.0), (130.0, 140.0), (100.0, 140.0))


def look(kind: str = "appeared", track: int = 7, up: bool = True) -> Look:
    return Look(1.0, (Change(kind, SeenTile(track, 0.5, 0.5, {}, up=up, picture=QUAD), 0.0, 1.0),))  # type: ignore[arg-type]


def discard(track: int) -> Discard:
    return Discard(t=1.0, seat=1, tile="1m", evidence=(Evidence(track, QUAD),))


def opened(data: bytes | None) -> Picture:
    assert data
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)  # type: ignore[return-value]


def test_a_tile_is_shown_as_it_was_first_seen_with_what_is_around_it() -> None:
    crops = Crops()
    picture: Picture = np.full((200, 200, 3), 40, np.uint8)
    picture[100:140, 100:130] = 220
    crops.keep(look(), picture)
    crops.keep(look("moved"), np.zeros_like(picture))
    shown = opened(crops.of(discard(7)))
    assert shown.shape == (88, 78, 3)
    assert abs(int(shown[44, 39, 0]) - 220) < 4
    assert abs(int(shown[4, 4, 0]) - 40) < 4


def test_a_hand_that_is_laid_open_shows_its_faces_and_a_tile_turned_down_what_it_was() -> None:
    crops = Crops()
    back, face = np.full((200, 200, 3), 40, np.uint8), np.full((200, 200, 3), 220, np.uint8)
    crops.keep(look(up=False), back)
    crops.keep(look("turned"), face)
    crops.keep(look("turned", up=False), back)
    assert abs(int(opened(crops.of(discard(7)))[44, 39, 0]) - 220) < 4


def test_there_is_none_of_a_tile_that_is_gone_and_of_what_has_no_tile() -> None:
    crops = Crops()
    crops.keep(look("gone"), np.zeros((200, 200, 3), np.uint8))
    assert crops.of(discard(7)) is None
    assert crops.of(Drawn(t=1.0)) is None


def test_it_is_reduced_to_the_side_that_is_asked_for() -> None:
    crops = Crops(side=44)
    crops.keep(look(), np.zeros((200, 200, 3), np.uint8))
    assert opened(crops.of(discard(7))).shape == (44, 39, 3)
