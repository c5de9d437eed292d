"""Styles and faces of made-up sets: all 42 faces, every family, reproducible, distinct."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.canvas import Canvas, Colour, Handwriting
from models.render.faces import draw_face
from models.render.flora import bird, dragon
from models.render.glyphs import FaceSources
from models.render.styles import FaceStyle, random_style
from scoring.tiles import FACES

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def sources() -> FaceSources:
    try:
        return FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def styles(sources: FaceSources) -> list[FaceStyle]:
    rng = np.random.default_rng(4)
    return [random_style(rng, sources) for _ in range(12)]


def test_every_face_of_a_set_is_drawn_to_size(styles: list[FaceStyle]) -> None:
    for style in styles[:4]:
        for code in FACES:
            face = draw_face(style, code, height=64)
            assert face.shape == (64, round(64 * style.aspect), 4)
            assert face.dtype == np.uint8
            assert face[..., 3].any() or (code == "P" and style.white == "blank")


def test_faces_of_a_set_differ(styles: list[FaceStyle]) -> None:
    for style in styles[:4]:
        drawn = {draw_face(style, code, height=48).tobytes() for code in FACES}
        assert len(drawn) == len(FACES)


def test_the_same_style_draws_the_same_face(styles: list[FaceStyle]) -> None:
    for code in ("1s", "f3", "5p", "8s", "P"):
        assert np.array_equal(draw_face(styles[0], code), draw_face(styles[0], code))


def test_faces_of_dark_sets_are_dark(sources: FaceSources) -> None:
    rng = np.random.default_rng(0)
    dark, any_ = ([random_style(rng, sources, dark) for _ in range(60)] for dark in (True, False))
    assert all(max(s.ground) < 215 and np.mean(s.ground) < 150 for s in dark)
    assert any(max(s.ground) < 60 for s in dark)
    assert not any(s.artwork or s.crops for s in dark)
    assert sum(np.mean(s.ground) > 180 for s in any_) > 45


@pytest.mark.parametrize(("rank", "blobs"), [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)])
def test_there_are_as_many_dots_as_the_rank_says(sources: FaceSources, rank: int, blobs: int) -> None:
    from dataclasses import replace

    import cv2

    style = random_style(np.random.default_rng(2), sources)
    plain = replace(style, dot="solid", dot_size=0.68, index="", artwork=None, crops=())
    ink = (draw_face(plain, f"{rank}p", 200)[..., 3] > 127).astype(np.uint8)
    count, _ = cv2.connectedComponents(ink)
    assert count - 1 == blobs


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 9])
def test_there_are_as_many_sticks_as_the_rank_says(sources: FaceSources, rank: int) -> None:
    from dataclasses import replace

    import cv2

    style = random_style(np.random.default_rng(2), sources)
    plain = replace(style, stick="plain", stick_width=0.11, index="", artwork=None, crops=())
    ink = (draw_face(plain, f"{rank}s", 200)[..., 3] > 127).astype(np.uint8)
    count, _ = cv2.connectedComponents(ink)
    assert count - 1 == rank


def test_an_unknown_face_is_refused(styles: list[FaceStyle]) -> None:
    with pytest.raises(KeyError, match="'0p' is no face"):
        draw_face(styles[0], "0p")


def test_bent_characters_differ_from_set_to_set_but_stay_where_they_are(sources: FaceSources) -> None:
    font = sources.chinese[0]

    def written(bend: float, seed: int) -> np.ndarray:
        canvas = Canvas.blank(60, 0.75)
        canvas.character(font, "西", (0.1, 0.2, 0.65, 0.8), (0, 0, 0), Handwriting(bend=bend, seed=seed))
        return canvas.finished(60)[..., 3] / 255

    straight, one, again, other = written(0.0, 1), written(0.04, 1), written(0.04, 1), written(0.04, 2)
    assert (one == again).all()
    assert (one != other).any()
    for bent in (one, other):
        shared = np.minimum(cv2.dilate(straight, np.ones((7, 7))), bent).sum() / bent.sum()
        assert shared > 0.9


@pytest.mark.parametrize("seed", range(24))
def test_beasts_fill_their_face_and_stay_on_it(seed: int) -> None:
    """Check birds in all their forms, and dragons."""
    inks: tuple[Colour, Colour, Colour] = ((0, 0, 200), (0, 160, 0), (200, 0, 0))
    for drawn in ("bird", "dragon"):
        canvas = Canvas.blank(320, 0.75)
        box = (0.1, 0.1, 0.65, 0.9)
        bird(canvas, seed, box, inks, 0.016) if drawn == "bird" else dragon(canvas, seed, box, inks[0])
        ys, xs = np.nonzero(canvas.finished(160)[..., 3])
        assert min(np.ptp(xs), np.ptp(ys)) > 30
        assert len(xs) > 400
        assert xs.min() >= 2
        assert ys.min() >= 2
        assert xs.max() < 118
        assert ys.max() < 158


def test_dragons_that_are_beasts_are_drawn_in_their_colours(styles: list[FaceStyle]) -> None:
    style = replace(styles[0], beasts="CF", inks=styles[0].inks | {"r": (0, 0, 255), "g": (0, 255, 0)})
    red, green = (draw_face(replace(style, index=""), code) for code in "CF")
    shown = red[..., 3] > 200
    assert np.array_equal(shown, green[..., 3] > 200)
    assert red[shown, 2].min() > 250 > 5 > red[shown, 1].max()
    assert green[shown, 1].min() > 250 > 5 > green[shown, 2].max()
    assert not np.array_equal(draw_face(replace(style, index="", beasts=""), "C")[..., 3], red[..., 3])
