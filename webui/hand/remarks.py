"""Remarks on the tiles in a photo as one set, with the faces that people have named since."""

from vision.hand.counting import Remark, remarks
from vision.reading import Reading
from webui.hand.state import HandState, places


def remarks_on(reading: Reading, laid: HandState) -> tuple[Remark, ...]:
    """Return the remarks of a reading on the set of tiles; a tile that a person named or confirmed has that face.

    Args:
        reading: The reading of the photo.
        laid: The hand now.
    """
    confirmed = {reading.doubts[n].tile for n in laid.settled}
    named = {
        slot.seen: slot.tile
        for slot in places(laid).values()
        if slot.seen is not None
        and slot.tile
        and (slot.seen in confirmed or slot.tile != reading.tiles[slot.seen].tile)
    }
    return remarks(reading, named)
