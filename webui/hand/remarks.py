"""Remarks on the tiles in a photo: as one set, with the faces that people have named since, and by their number."""

from scoring.games.game import RuleBook
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS
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


def of_other_size(reading: Reading, size: int) -> RuleBook | None:
    """Return the rules whose hands have as many tiles as a hand with those outside that touch it, or None.

    Args:
        reading: The reading of the photo.
        size: Tiles of a won hand under the rules in force, a kong counting as three.
    """
    if not any(doubt.reason == "tile-beside" for doubt in reading.doubts):
        return None
    kongs = sum(group.kind in ("kong", "concealed-kong") for group in reading.groups)
    tiles = [reading.tiles[n] for group in reading.groups if group.kind != "flowers" for n in group.tiles]
    count = sum(tile.tile not in FLOWERS for tile in tiles) - kongs
    return BOOKS.of_other_size(count, size, grows=True)
