"""Photos that are read while their sender watches, as plain JSON."""

from typing import Final

from msgspec import Struct

from vision.errors import VisionError
from webui.base.errors import WebError
from webui.hand.photo_readings import PhotoReading, ReadingState
from webui.messages import Messages, plural
from webui.messages.errors import vision_error, web_error
from webui.serializers.readings import ReadingShown, reading_json

BEFORE: Final = plural("%(n)d photo is read before this one", "%(n)d photos are read before this one")


class PhotoTrouble(Struct, frozen=True):
    """The reason why a photo became no hand, and what to do."""

    error: str
    fix: str
    kind: str


class PhotoReadingShown(Struct, frozen=True):
    """The reading of a photo: its progress, and the id of the `hand` once stored.

    `reading` is the reading so far, never sure; `again` are its tiles that are looked at again, and `changed` those
    that the last look read differently. `before` are the photos that are read before its first look, with a sentence on
    them in `says`, which is "" without any.
    """

    id: str
    state: ReadingState
    before: int
    says: str
    looks: int
    stopped: bool
    reading: ReadingShown | None
    again: tuple[int, ...]
    changed: tuple[int, ...]
    hand: str | None
    trouble: PhotoTrouble | None


def photo_reading_json(reading: PhotoReading, words: Messages) -> PhotoReadingShown:
    """Return the progress of a reading."""
    before = reading.before
    return PhotoReadingShown(
        id=reading.id,
        state=reading.state,
        before=before,
        says=words.plural(*BEFORE, before) if before else "",
        looks=reading.looks,
        stopped=reading.stopped,
        reading=reading_json(reading.reading, words) if reading.reading else None,
        again=reading.again,
        changed=reading.changed,
        hand=reading.hand.id if reading.hand else None,
        trouble=_trouble(reading, words) if reading.state == "failed" else None,
    )


def _trouble(reading: PhotoReading, words: Messages) -> PhotoTrouble:
    match reading.error:
        case VisionError() as error:
            said = words("%(name)s cannot be read", {"name": reading.name})
            return PhotoTrouble(said, vision_error(words, error), error.kind)
        case WebError() as error:
            return PhotoTrouble(*web_error(words, error), error.kind)
    return PhotoTrouble(*web_error(words, WebError("crashed")), "crashed")
