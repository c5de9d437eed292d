"""The detector's output becomes one quad for each tile in pixels of the picture, found at suitable scales."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.networks.detector import SIDE, Detections, Detector, decoded, letterboxed, merged
from vision.networks.runtime import WeightsError


def output(*boxes: tuple[float, ...]) -> np.ndarray:
    """(7, N) as the network gives it: cx, cy, w, h, face, back, angle."""
    return np.array(boxes, np.float32).reshape(-1, 7).T


class FakeModel:
    """Finds tiles at known places, as (x, y, width, height) shares of its input's width; notes its inputs' sizes."""

    shape = (1, None, None, 3)

    def __init__(self, *places: tuple[float, float, float, float]) -> None:
        self.places = places
        self.sides: list[int] = []

    def __call__(self, batch: np.ndarray) -> dict[str, np.ndarray]:
        self.sides.append(max(batch.shape[1:3]))
        boxes = [(*(share * batch.shape[2] for share in place), 0.9, 0.0, 0.0) for place in self.places]
        return {"out": output(*boxes)[None]}


def detector(monkeypatch: pytest.MonkeyPatch, model: object) -> Detector:
    monkeypatch.setattr("vision.networks.detector.Model", lambda *_: model)
    return Detector(Path("detector.onnx"))


PICTURE = np.zeros((1024, 2048, 3), np.uint8)
ROW = tuple((0.25 + 0.06 * n, 0.25, 0.05, 0.07) for n in range(4))
"""Four tiles that are large enough for the first scale, as places of a `FakeModel`."""


class Seeing:
    """Finds what is white in its input: the surer the wider it is there, and hardly if it is narrower than a tile."""

    shape = (1, None, None, 3)
    LEAST, CLEAR = 3.5, 7.0

    def __init__(self) -> None:
        self.sides: list[int] = []

    def __call__(self, batch: np.ndarray) -> dict[str, np.ndarray]:
        self.sides.append(max(batch.shape[1:3]))
        white = (batch[0, ..., 0] > 180).astype(np.uint8)
        outlines, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        boxes = []
        for (x, y), (width, height), angle in map(cv2.minAreaRect, outlines):
            wide = min(width, height) + 1  # the outline runs through the middles of pixels
            if wide >= self.LEAST:
                score = 0.9 + 0.0005 * min(wide, 100) if wide >= self.CLEAR else 0.1
                boxes.append((x + 0.5, y + 0.5, width + 1, height + 1, score, 0.0, np.radians(angle)))
        return {"out": output(*boxes)[None]}


def laid(tiles: np.ndarray, size: tuple[int, int] = (2000, 1500)) -> np.ndarray:
    """Return a picture of (width, height) with white tiles (N, 4, 2)."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(picture, np.rint(16 * tile).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    return picture


def rows(middle: tuple[float, float], width: float, count: int, angle: float = 0.0, gap: float = 0.2) -> np.ndarray:
    """(N, 4, 2) tiles in two rows of `count`, a share of their width apart, round a middle, turned by an angle."""
    unit = np.array([[-0.5, -0.7], [0.5, -0.7], [0.5, 0.7], [-0.5, 0.7]])
    places = np.array(
        [[(1 + gap) * (n - (count - 1) / 2), (1.4 + gap) * row] for row in (-0.5, 0.5) for n in range(count)]
    )
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    tiles: np.ndarray = (places[:, None] + unit) * width @ np.array([[c, s], [-s, c]]) + middle
    return tiles


def assert_found(found: Detections, tiles: np.ndarray) -> None:
    """Check that each tile is found once, at its place and of its size, and nothing else for sure."""
    sure = found.quads[found.scores > 0.5]
    assert len(sure) == len(tiles)
    apart = np.linalg.norm(sure.mean(axis=1)[:, None] - tiles.mean(axis=1), axis=2)
    assert sorted(apart.argmin(axis=1)) == list(range(len(tiles)))
    areas = [[cv2.contourArea(np.float32(quad)) for quad in quads] for quads in (sure, tiles[apart.argmin(axis=1)])]
    assert (apart.min(axis=1) < 0.15 * np.sqrt(areas[1])).all()
    np.testing.assert_allclose(*np.sqrt(areas), rtol=0.2)


def test_large_tiles_are_found_at_one_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    model = FakeModel(*ROW)
    found = detector(monkeypatch, model)(PICTURE)
    assert model.sides == [SIDE]
    assert found.quads[0].mean(axis=0) == pytest.approx([512, 512], abs=1)


def test_where_tiles_are_tiny_or_none_are_found_a_larger_scale_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = FakeModel(*((0.25 + 0.03 * n, 0.25, 0.02, 0.028) for n in range(4)))
    found = detector(monkeypatch, tiny)(PICTURE)
    first, larger = tiny.sides
    assert first == SIDE
    assert 0.02 * larger == pytest.approx(26, abs=1)
    assert len(found) == 4
    nothing = FakeModel()
    assert len(detector(monkeypatch, nothing)(PICTURE)) == 0
    assert nothing.sides == [SIDE, 2 * SIDE]


@pytest.mark.parametrize("angle", [0.0, 30.0, 45.0])
def test_a_table_of_tiles_that_the_first_look_hardly_sees_is_searched_where_they_lie(
    monkeypatch: pytest.MonkeyPatch, angle: float
) -> None:
    """Check that one sure thing of another size, such as a sheet of paper, says nothing of them."""
    sheet = rows((1500.0, 900.0), 150.0, 1)[:1]
    tiles = rows((600.0, 500.0), 14.0, 10, angle, gap=0.6)
    model = Seeing()
    assert_found(
        detector(monkeypatch, model)(laid(np.concatenate([sheet, tiles])), score=0.03), np.concatenate([sheet, tiles])
    )
    assert model.sides[:2] == [SIDE, 2 * SIDE]
    assert max(model.sides[2:]) <= 2 * SIDE


@pytest.mark.parametrize(("weak", "looks"), [(6, 1), (30, 2)])
def test_weak_finds_beside_few_likely_ones_are_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, weak: int, looks: int
) -> None:
    likely, noise = rows((1000.0, 300.0), 80.0, 2), rows((1000.0, 900.0), 15.0, weak // 2)
    model = Seeing()
    detector(monkeypatch, model)(laid(np.concatenate([likely, noise])), score=0.03)
    assert len(model.sides[:2]) == looks


def test_tiny_tiles_far_behind_others_are_looked_at_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a tile of the row in front, which the edge of the part cuts, stays as the look at the whole saw it."""
    near, far = rows((1000.0, 1000.0), 90.0, 7), rows((1000.0, 790.0), 26.0, 5)
    model = Seeing()
    found = detector(monkeypatch, model)(laid(np.concatenate([near, far])), score=0.03)
    assert_found(found, np.concatenate([near, far]))
    first, part = model.sides
    assert (first, part < SIDE) == (SIDE, True)


def test_other_scales_are_smaller_and_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    model = FakeModel(*ROW)
    detector(monkeypatch, model)(PICTURE, other_scales=True)
    smaller, larger = model.sides
    assert smaller < SIDE < larger
    wide = FakeModel(*((0.1 + 0.12 * n, 0.4, 0.1, 0.13) for n in range(7)))
    detector(monkeypatch, wide)(PICTURE, other_scales=True)
    assert wide.sides == [smaller]  # the larger shows nothing more of tiles as large as those of the training


def test_rows_aslant_are_searched_once_more_level(monkeypatch: pytest.MonkeyPatch) -> None:
    aslant = FakeModel(*((0.2 + 0.05 * n, 0.1 + 0.02 * n, 0.04, 0.05) for n in range(7)))
    detector(monkeypatch, aslant)(PICTURE)
    assert len(aslant.sides) == 2
    level = FakeModel(*((0.2 + 0.05 * n, 0.1, 0.04, 0.05) for n in range(7)))
    detector(monkeypatch, level)(PICTURE)
    assert len(level.sides) == 1


def test_a_network_that_is_no_detector_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(FakeModel):
        weights = Path("other.onnx")

        def __call__(self, batch: np.ndarray) -> dict[str, np.ndarray]:
            return {"out": np.zeros((1, 4, 10), np.float32)}

    with pytest.raises(WeightsError, match=r"weights-output: file='other.onnx', expected='\(1, 7, anchors\)'"):
        detector(monkeypatch, Other())(PICTURE)


@settings(max_examples=100, deadline=None)
@given(
    x=st.floats(0, 640),
    y=st.floats(0, 640),
    short=st.floats(5, 100),
    stretch=st.floats(1.05, 2),
    angle=st.floats(-0.78, 2.35),
    lying=st.booleans(),
)
def test_quad_of_a_box(x: float, y: float, short: float, stretch: float, angle: float, lying: bool) -> None:
    long = short * stretch
    box = (x, y, long, short, 0.9, 0.1, angle) if lying else (x, y, short, long, 0.9, 0.1, angle)
    found = decoded(output(box), 0.25)
    (quad,) = found.quads.astype(float)
    assert found.kinds == ("face",)
    assert quad.mean(axis=0) == pytest.approx([x, y], abs=0.01)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    assert sides == pytest.approx([short, long, short, long], rel=1e-3)
    ahead, onward = quad[1] - quad[0], quad[2] - quad[1]
    assert ahead[0] * onward[1] - ahead[1] * onward[0] > 0  # clockwise, y pointing down
    assert onward[1] >= -1e-3  # the height runs down the picture
    along = angle if lying else angle + np.pi / 2
    direction = np.array([np.cos(along), np.sin(along)])
    assert abs(direction @ onward / long) == pytest.approx(1.0, abs=1e-3)


def test_of_two_finds_of_one_tile_the_surer_stays() -> None:
    found = decoded(
        output(
            (100, 100, 30, 40, 0.2, 0.6, 0.1),
            (101, 99, 30, 40, 0.9, 0.0, 0.1),
            (131, 100, 30, 40, 0.8, 0.1, 0.1),
            (300, 100, 30, 40, 0.1, 0.2, 0.1),
        ),
        0.25,
    )
    assert found.scores == pytest.approx([0.9, 0.8])
    assert found.kinds == ("face", "face")
    assert found.quads[:, :, 0].mean(axis=1) == pytest.approx([101, 131])


def test_crossed_tiles_are_two() -> None:
    """Check that crossed boxes overlap less as rotated rectangles than as upright ones."""
    found = decoded(output((100, 100, 10, 60, 0.9, 0, 0.0), (112, 125, 10, 60, 0.8, 0, 1.57)), 0.25)
    assert len(found) == 2


def test_a_box_inside_another_is_of_the_same_tile() -> None:
    found = decoded(output((100, 100, 30, 40, 0.7, 0, 0.0), (106, 110, 9, 12, 0.5, 0, 0.3)), 0.25)
    assert found.scores == pytest.approx([0.7])
    surer = decoded(output((100, 100, 30, 40, 0.5, 0, 0.0), (106, 110, 9, 12, 0.7, 0, 0.3)), 0.25)
    assert surer.scores == pytest.approx([0.7])


def test_two_tiles_do_not_lie_on_one_spot() -> None:
    found = decoded(output((100, 100, 10, 60, 0.9, 0, 0.0), (101, 100, 10, 60, 0.8, 0, 1.57)), 0.25)
    assert found.scores == pytest.approx([0.9])


@pytest.mark.parametrize(("tiny", "score", "left"), [(True, 0.6, 2), (True, 0.2, 1), (False, 0.6, 1)])
def test_a_nearer_look_decides_about_what_was_tiny_from_afar(tiny: bool, score: float, left: int) -> None:
    """Check that things that it hardly sees decide nothing."""
    afar = decoded(output((100, 100, 30, 40, 0.9, 0, 0.0)), 0.03)
    near = decoded(output((92, 100, 15, 20, score, 0, 0.0), (108, 100, 15, 20, score, 0, 0.0)), 0.03)
    assert len(merged(afar, near, np.array([tiny]))) == left


def test_none() -> None:
    found = decoded(output(), 0.25)
    assert len(found) == 0
    assert found.quads.shape == (0, 4, 2)


@pytest.mark.parametrize("size", [(640, 640), (3000, 4000), (480, 100), (1, 1), (5, 2000)])
def test_letterbox_keeps_the_shape(size: tuple[int, int]) -> None:
    picture = np.full((*size, 3), (10, 20, 30), np.uint8)
    scale = min(640 / size[0], 640 / size[1])
    padded, left, top = letterboxed(picture, scale, (640, 640))
    assert padded.shape == (640, 640, 3)
    assert padded.dtype == np.uint8
    assert padded[320, 320].tolist() == [10, 20, 30]
    inside = padded[:, :, 0] == 10
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    assert (rows[0], columns[0]) == (top, left)
    assert len(rows) == pytest.approx(size[0] * scale, abs=1)
    assert len(columns) == pytest.approx(size[1] * scale, abs=1)


def test_a_picture_thinner_than_a_pixel_of_the_network_is_taken() -> None:
    padded, left, top = letterboxed(np.full((2, 5000, 3), 20, np.uint8), 640 / 5000, (32, 640))
    assert (left, top) == (0, 15)
    assert (padded[15] == 20).all()


def test_a_picture_is_scaled_as_those_the_network_learnt_from() -> None:
    """Check linear scaling, as Ultralytics does in training; an average would blur what the network knows as sharp."""
    picture = np.random.default_rng(0).integers(0, 255, (540, 960, 3), dtype=np.uint8)
    padded, left, top = letterboxed(picture, 0.6, (352, 576))
    assert (left, top) == (0, 14)
    assert (padded[14:338] == cv2.resize(picture, (576, 324), interpolation=cv2.INTER_LINEAR)).all()
