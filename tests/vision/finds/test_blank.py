"""Blank tiles: recognised by the colour of the faces, otherwise left open."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import SIZE, Laid, evidence, row
from tests.vision.fakes import finds_at
from vision.finds.blank import (
    as_white_dragons,
    cells,
    coloured_backs,
    in_walls,
    marks,
    shows_nothing,
    sides_of_tiles,
    white_dragons,
    white_or_back,
)
from vision.finds.detections import TileDetections
from vision.networks.detector import KINDS

IVORY, SHADED, DIM, DARK = (205, 232, 240), (180, 204, 212), (152, 172, 178), (80, 91, 94)
BLUE = (160, 90, 40)


@pytest.mark.parametrize(
    ("backs", "white"),
    [
        ([IVORY, BLUE, BLUE], [True, False, False]),
        ([SHADED], [True]),
        ([BLUE] * 3, [False] * 3),
        ([IVORY] * 5, [False] * 5),  # there are but four white dragons: these are the backs of the set
    ],
)
def test_a_back_of_the_faces_colour_is_a_bare_white_dragon(
    backs: list[tuple[int, int, int]], white: list[bool]
) -> None:
    laid = row("1234m" + "P" * len(backs))
    crops = np.full((len(laid), 64, 48, 3), IVORY, np.uint8)
    crops[:4, 20:44, 16:32] = (30, 30, 30)
    crops[4:] = np.array(backs)[:, None, None]
    seen = evidence(laid)
    kinds = tuple(KINDS[int(at >= 4)] for at in range(len(laid)))
    finds = finds_at(seen.quads, 0.9, kinds)
    assert white_dragons(crops, seen.faces, finds)[4:].tolist() == white
    unnamed = finds_at(seen.quads, np.where(finds.backs, 0.9, 0.3), kinds)
    assert not white_dragons(crops, seen.faces, unnamed).any()


def laid_beside(ground: tuple[int, int, int], last: tuple[int, int, int], ink: int) -> np.ndarray:
    """Return crops of five tiles, printed in black on a ground, the last one fainter by so much ink."""
    crops = np.full((5, 64, 48, 3), ground, np.uint8)
    crops[4] = last
    crops[:4, 20:44, 16:32] = (30, 30, 30)
    crops[4, 20:44, 16:32] -= np.uint8(ink)
    return crops


@pytest.mark.parametrize(
    ("ground", "back", "white"),
    [
        (IVORY, IVORY, True),
        (DIM, IVORY, True),  # nothing is printed on it, or the lamp shines there
        (DARK, IVORY, False),  # the top of a standing tile
        (IVORY, DIM, False),  # no face is so much darker than the others
    ],
)
def test_a_bare_white_dragon_may_be_brighter_than_printed_faces(
    ground: tuple[int, int, int], back: tuple[int, int, int], white: bool
) -> None:
    seen = evidence(row("1234mP"))
    finds = finds_at(seen.quads, 0.9, ("face",) * 4 + ("back",))
    assert white_dragons(laid_beside(ground, back, 0), seen.faces, finds).tolist() == [False] * 4 + [white]


@pytest.mark.parametrize(("score", "white"), [(0.2, True), (0.3, False)])
def test_only_likely_white_dragons_count_among_the_four_of_a_set(score: float, white: bool) -> None:
    """Check with keys beside the tiles that look a little like them."""
    seen = evidence(row("1234mPPPPP"))
    crops = np.full((9, 64, 48, 3), IVORY, np.uint8)
    finds = finds_at(seen.quads, [0.9] * 5 + [score] * 4, ("face",) * 4 + ("back",) + ("face",) * 4)
    assert white_dragons(crops, seen.faces, finds)[4] == white


@pytest.mark.parametrize(
    ("likeliest", "ink", "score", "white"),
    [
        (0.4, 0, 0.9, True),
        (0.4, 20, 0.9, True),  # a scratch, or what is left of the picture's noise
        (0.4, 120, 0.9, False),  # something is printed there
        (0.6, 0, 0.9, False),
        (0.4, 0, 0.4, False),
    ],
)
def test_a_face_without_a_name_is_a_bare_white_dragon_where_hardly_a_mark_is_on_it(
    likeliest: float, ink: int, score: float, white: bool
) -> None:
    seen = evidence(row("1234m6m"))
    faces = seen.faces.copy()
    faces[4] = (1 - likeliest) / len(FACES)
    faces[4, FACES.index("6m")] = likeliest
    found = white_dragons(laid_beside(IVORY, IVORY, ink), faces, finds_at(seen.quads, [0.9] * 4 + [score]))
    assert found.tolist() == [False] * 4 + [white]


def test_what_looks_like_a_back_but_is_clearly_named_is_what_it_is_named() -> None:
    """Never surely: no more than a bare one is surely a white dragon."""
    west, white = FACES.index("W"), FACES.index("P")
    seen = np.full((3, len(FACES) + 1), 0.001)
    seen[0, west], seen[1, west], seen[1:, -1] = 0.95, 0.4, 0.97
    seen /= seen.sum(axis=1, keepdims=True)
    rather = as_white_dragons(seen)
    assert rather.argmax(axis=1).tolist() == [west, white, white]
    assert rather.max() <= 0.94
    np.testing.assert_allclose(rather.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("score", "whole", "nothing", "white", "ink", "blank"),
    [
        (0.9, 1.0, 0.8, 0.15, 0, True),
        (0.9, 1.0, 0.5, 0.45, 0, True),
        (0.9, 1.0, 0.8, 0.15, 20, True),  # a scratch
        (0.9, 1.0, 0.8, 0.15, 90, False),  # something that is on no tile
        (0.9, 1.0, 0.3, 0.65, 0, False),  # a white dragon as it is
        (0.9, 1.0, 0.5, 0.1, 0, False),  # it shows something
        (0.4, 1.0, 0.8, 0.15, 0, False),
        (0.9, 0.1, 0.8, 0.15, 0, False),
    ],
)
def test_a_tile_beyond_doubt_that_shows_nothing_may_be_a_back(
    score: float, whole: float, nothing: float, white: float, ink: int, blank: bool
) -> None:
    seen = evidence(row("_5m5m5m5m 123p456s99sEE E"))
    faces = seen.faces.copy()
    faces[3] = (1 - nothing - white) / len(FACES)
    faces[3, FACES.index("P")], faces[3, -1] = white, nothing
    count = len(faces)
    scores, sights = np.full(count, 0.9), np.ones(count, np.float32)
    scores[3], sights[3] = score, whole
    finds = TileDetections.of(replace(finds_at(seen.quads, scores).tiles, whole=sights), SIZE)
    crops = np.full((count, 64, 48, 3), 210, np.uint8)
    crops[:, 25:40, 20:28] -= np.uint8(ink)
    assert shows_nothing(crops, faces, finds).tolist() == [t == 3 and blank for t in range(count)]


def test_a_blank_tile_is_as_likely_a_white_dragon_as_a_back() -> None:
    faces = white_or_back(len(FACES) + 1)
    assert faces.argmax() == FACES.index("P")
    assert faces[[FACES.index("P"), -1]] == pytest.approx(0.5, abs=0.02)
    assert faces.sum() == pytest.approx(1)


def test_marks_are_measured_within_the_edges_of_the_tiles_asked_about() -> None:
    crops = np.full((4, 64, 48, 3), 200, np.uint8)
    crops[1, 20:44, 16:32] = 120
    crops[2, :, :4] = 0  # the seam beside it
    crops[3, 20:44, 16:32] = 120
    found = marks(crops, np.array([True, True, True, False]))
    assert found[1] > 30
    assert found[[0, 2, 3]] == pytest.approx(0, abs=0.01)


YELLOW, LAMPLIT = (60, 170, 235), (190, 232, 240)


@pytest.mark.parametrize(
    ("colour", "named", "back"),
    [
        (YELLOW, 5, True),
        (BLUE, 5, True),
        (IVORY, 5, False),
        (DARK, 5, False),  # in shadow it has no other hue
        (LAMPLIT, 5, False),
        (YELLOW, 2, False),  # too few tiles tell the colour of the faces
    ],
)
@pytest.mark.parametrize("white", [True, False])
def test_a_blank_tile_of_another_hue_than_the_faces_is_a_back(
    colour: tuple[int, int, int], named: int, back: bool, white: bool
) -> None:
    seen = evidence(row("12345m"[:named] + "mP" if named < 5 else "12345mP"))
    crops = np.full((named + 1, 64, 48, 3), IVORY, np.uint8)
    crops[:named, 20:44, 16:32] = (30, 30, 30)
    crops[named] = colour
    faces = seen.faces.copy()
    if not white:
        faces[named] = white_or_back(faces.shape[1])
        faces[named, [FACES.index("P"), -1]] = 0.1, 0.85
    found = coloured_backs(crops, faces, finds_at(seen.quads, 0.9))
    assert found.tolist() == [False] * named + [back]


def beside_a_row(width: float, height: float, x: float = 80.0) -> np.ndarray:
    """Return quads of a row and of a white dragon below it with these shares of a tile's width and height."""
    quads = evidence(row("123456789mP")).quads.copy()
    middle = quads[8].mean(axis=0) + (x, 90)
    quads[9] = middle + (quads[8] - quads[8].mean(axis=0)) * (width, height)
    return quads


@pytest.mark.parametrize(
    ("width", "height", "strength", "side"),
    [
        (0.6, 1.0, 20.0, True),
        (0.78, 0.74, 20.0, True),
        (0.6, 1.0, 90.0, False),  # the frame of a white dragon that is partly covered
        (1.0, 1.0, 20.0, False),
        (1.04, 0.97, 0.0, False),
    ],
)
def test_a_white_dragon_narrower_or_smaller_than_the_tiles_is_a_side(
    width: float, height: float, strength: float, side: bool
) -> None:
    seen = evidence(row("123456789mP"))
    finds = finds_at(beside_a_row(width, height), 0.9)
    found = sides_of_tiles(seen.faces, np.full(10, strength), finds)
    assert found.tolist() == [False] * 9 + [side]


def test_a_white_dragon_stands_among_standing_tiles() -> None:
    """Check a row that looks lower than the tiles that lie, with a white dragon at its end."""
    laid = row("123456789m123456789p")
    standing = [Laid(code, x, -120) for code, x in zip(("7s", "8s", "P"), (-27, 0, 27), strict=True)]
    seen = evidence([*laid, *standing])
    quads = seen.quads.copy()
    middle = quads[-3:].mean(axis=1, keepdims=True)
    quads[-3:] = middle + (quads[-3:] - middle) * (1.0, 0.7)
    assert not sides_of_tiles(seen.faces, np.zeros(21), finds_at(quads, 0.9)).any()
    alone = np.array([*range(18), 20])
    assert sides_of_tiles(seen.faces[alone], np.zeros(19), finds_at(quads[alone], 0.9)).tolist() == [False] * 18 + [
        True
    ]


@pytest.mark.parametrize(
    ("text", "shut"),
    [
        ("_PP_P_P_PP", "PP"),
        ("_P_PP_P", ""),
        ("_PPP_P", ""),  # a concealed kong of white dragons
        ("_P_PPP_PE", "PP"),
        ("EPPPPC", ""),
        ("_P_P_P_PEP", ""),
        ("PPP _P_P_P_P", ""),
    ],
)
def test_a_blank_tile_in_a_row_of_backs_is_one(text: str, shut: str) -> None:
    """Check it from either end of the row, and with the face that ends the row left as it is."""
    for laid in (row(text), row(text)[::-1]):
        seen = evidence(laid)
        finds = finds_at(seen.quads, 0.9, tuple(KINDS[int(down)] for down in seen.backs))
        found = in_walls(seen.faces, seen.backs, finds)
        assert [tile.tile for tile, down in zip(laid, found, strict=True) if down] == list(shut)


@pytest.mark.parametrize(
    ("sides", "cell"),
    [((0, 1, 2, 3), False), ((0, 2), False), ((0,), True), ((), True)],
    ids=["alone", "row", "3", "4"],
)
@pytest.mark.parametrize("named", [False, True])
def test_a_blank_find_that_looks_like_what_lies_beside_it_is_a_cell_of_a_cloth(
    sides: tuple[int, ...], cell: bool, named: bool
) -> None:
    """Check it with lines round the cell, and that a white dragon with a name is none."""
    picture = np.full((300, 300, 3), (200, 205, 215), np.uint8)
    quad = np.array([[100, 100], [174, 100], [174, 200], [100, 200]], np.float64)
    for at, (x, y) in enumerate([(0, -100), (74, 0), (0, 100), (-74, 0)]):
        if at in sides:
            picture[max(0, 100 + y) : 200 + y, 100 + x : 174 + x] = (60, 110, 40)
    for k in range(4):
        (x, y), (right, low) = np.minimum(quad[k], quad[k - 1]), np.maximum(quad[k], quad[k - 1])
        picture[int(y) - 2 : int(low) + 3, int(x) - 2 : int(right) + 3] = 90
    seen = evidence(row("P"))
    faces = np.eye(len(FACES) + 1)[[FACES.index("P")]] if named else white_or_back(len(FACES) + 1)[None]
    found = cells(picture, replace(seen, size=(300, 300), quads=quad[None], faces=faces))
    assert found.tolist() == [cell and not named]
