"""Hands of large photographs lie in the pixels of these, also where an earlier version kept them at half the size."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from tests.vision.builders import evidence, row
from vision import image as opening
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.image import Picture
from vision.reading import Reading
from vision.tta import ViewWatch
from webui.hand.pictures import Decode
from webui.table.table import Table

NEAR = evidence(row("123m456p789sEEEC C"))
FAR = evidence(row("234m2345p234678s 5p"))


def both() -> Evidence:
    """Two hands that win, one above the other."""
    down = np.array([0.0, float(NEAR.size[1])])
    parts = {name: np.concatenate([getattr(NEAR, name), getattr(FAR, name)]) for name in
             ("scores", "backs", "faces", "upright", "glare", "marks", "whole")}  # fmt: skip
    size = (max(NEAR.size[0], FAR.size[0]), NEAR.size[1] + FAR.size[1])
    return Evidence(size, quads=np.concatenate([NEAR.quads, FAR.quads + down]), **parts)


SEEN = both()
WHOLE = (2 * SEEN.size[0], 2 * SEEN.size[1])
"""The size of the photograph, which is opened at half of it."""


class TwoHands:
    """A reader that sees both in every picture of the whole, at the size of that."""

    def read(self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None) -> Reading:
        return (decode or hand_in_sight)(SEEN.in_frame((image.shape[1], image.shape[0])))

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        return SEEN.in_frame((picture.shape[1], picture.shape[0]))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(opening, "HALVED_PIXELS", WHOLE[0] * WHOLE[1] - 1)
    return Table(TwoHands())


@pytest.fixture
def photo() -> bytes:
    out = BytesIO()
    Image.new("RGB", WHOLE, (40, 110, 60)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("earlier", [False, True])
def test_another_hand_is_found_where_it_lies(table: Table, photo: bytes, earlier: bool) -> None:
    hand = table.intake.from_upload(lambda: photo)
    assert hand.reading
    assert hand.reading.size == WHOLE
    assert max(x for tile in hand.reading.tiles for x, _ in tile.quad) > SEEN.size[0]
    if earlier:
        hand = replace(hand, reading=hand.reading.in_frame(SEEN.size))
    other = table.intake.from_other_hand(hand, 1)
    assert other.reading
    assert hand.reading
    assert other.reading.size == WHOLE
    assert {hand.reading.hand, other.reading.hand} == {"123m456p789sEEEC C", "234m2345p234678s 5p"}


@pytest.mark.parametrize("earlier", [False, True])
def test_a_region_is_cut_where_it_was_drawn(
    table: Table, photo: bytes, earlier: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = table.intake.from_upload(lambda: photo)
    assert hand.reading
    shapes: list[tuple[int, ...]] = []
    read = TwoHands.read

    def noting(
        self: TwoHands, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None
    ) -> Reading:
        shapes.append(image.shape[:2])
        return read(self, image)

    monkeypatch.setattr(TwoHands, "read", noting)
    frame = SEEN.size if earlier else WHOLE
    hand = replace(hand, reading=hand.reading.in_frame(frame))
    wide, high = float(frame[0]), frame[1] / 2
    part = table.intake.from_region(hand, ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)))
    assert part.reading
    assert part.reading.size == WHOLE
    assert shapes[0][1] == SEEN.size[0]
    assert shapes[0][0] == pytest.approx(SEEN.size[1] / 2 + 0.05 * max(SEEN.size[0], SEEN.size[1] / 2), abs=2)
