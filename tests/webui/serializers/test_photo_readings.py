"""The reading of a photo while its sender waits."""

from typing import Any

import pytest

from tests.served import make_reading
from vision.errors import VisionError
from vision.image import ImageDataError
from webui.base.errors import WebError
from webui.hand.photo_readings import PhotoReading
from webui.messages import Messages
from webui.serializers.photo_readings import photo_reading_json

ENGLISH = Messages.of("en")


class Place:
    """A place in the queue behind some photos."""

    def __init__(self, others: int) -> None:
        self._others = others

    def before(self) -> int:
        return self._others


@pytest.mark.parametrize(
    ("others", "state", "says"),
    [
        (0, "waiting", ""),
        (1, "waiting", "1 photo is read before this one"),
        (4, "waiting", "4 photos are read before this one"),
        (4, "looking-again", ""),
    ],
)
def test_a_photo_that_waits_says_how_many_are_before_it(others: int, state: Any, says: str) -> None:
    place: Any = Place(others)
    shown = photo_reading_json(PhotoReading("a", state=state, place=place), ENGLISH)
    assert (shown.says, shown.before) == (says, others if says else 0)
    assert (shown.reading, shown.hand, shown.trouble) == (None, None, None)


def test_a_look_shows_its_reading_and_what_is_looked_at_again() -> None:
    look = PhotoReading("a", state="looking-again", looks=1, reading=make_reading(), again=(3,), changed=(4, 5))
    shown = photo_reading_json(look, ENGLISH)
    assert shown.reading is not None
    assert len(shown.reading.tiles) == len(make_reading().tiles)
    assert (shown.looks, shown.again, shown.changed, shown.stopped) == (1, (3,), (4, 5), False)


@pytest.mark.parametrize(
    ("error", "kind", "names"),
    [
        (ImageDataError("image-empty"), "image-empty", True),
        (WebError("crashed"), "crashed", False),
        (None, "crashed", False),
    ],
)
def test_a_photo_that_failed_says_why_and_a_picture_that_is_none_by_its_name(
    error: VisionError | WebError | None, kind: str, names: bool
) -> None:
    trouble = photo_reading_json(PhotoReading("a", "wall.jpg", state="failed", error=error), ENGLISH).trouble
    assert trouble is not None
    assert trouble.kind == kind
    assert trouble.fix
    assert ("wall.jpg" in trouble.error) == names
