"""What the faces in the photograph of a hand say of the set of tiles, as people have named them since."""

from vision.hand.counting import Remark, remarks
from vision.reading import Reading
from webui.hand.state import HandState, places


def remarks_on(reading: Reading, laid: HandState) -> tuple[Remark, ...]:
    """What a reading says of the set of tiles; a tile that somebody named or confirmed has that face.

    Args:
        reading: What was read from the photograph.
        laid: The hand as it lies now.
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
