"""Test-time augmentation: where a picture is doubtful it is read again from rotated and scaled copies.

The networks see another picture then and make other mistakes, so that what all looks agree on is likelier right.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final, Protocol

import cv2
import numpy as np

from scoring.notation import parse
from vision.areas import OpenArea, about, open_areas, within
from vision.evidence import CLEAR, Evidence, joined
from vision.fusion import fused
from vision.image import Picture, shrunk
from vision.quads import Array, sides
from vision.reading import DoubtReason, Reading

ROTATIONS: Final = (0, 2, 1)
"""Quarter turns clockwise of successive looks at a doubtful photograph, and at the pictures of a live hand."""

TileFinder = Callable[[Picture, int], Evidence]
"""Finds and names the tiles of a picture, rotated by so many quarter turns; the evidence is in its own pixels."""


class PartFinder(Protocol):
    """Finds and names the tiles of a picture that is rotated by so many quarter turns, in pixels as it was before."""

    def __call__(self, picture: Picture, quarters: int, *, share: float = 1.0) -> Evidence:
        """Return what is seen of a picture, or of a part with this share of the whole picture's longer side."""


ViewWatch = Callable[[Reading, tuple[int, ...]], bool]
"""Takes the reading so far, and the indices of its tiles that the next look is about, before a further look.

It returns False to leave the reading at that. A reading that is passed on is never sure.
"""

_CORRELATION: Final = 0.75
"""Correlation of the mistakes in looks at one picture (`vision.fusion.fused`): three weigh as 1.2.

Of 28,938 tiles of rendered hands the true faces were given the most where they weighed as 1.3, and one alone as 1.2.
"""

_ROTATE: Final = {1: cv2.ROTATE_90_CLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_COUNTERCLOCKWISE}
"""OpenCV's code for a rotation by so many quarter turns clockwise."""

_ROW: Final = 11
"""Fewest tiles of a row that may be a hand although none was read: a hand with a meld apart has 11. With fewer, more
ponds are looked at again."""

_OF_FACES: Final = frozenset[DoubtReason](
    (
        "two-faces",
        "two-faces-one-wins",
        "settled-by-win",
        "part-seen",
        "left-out",
        "weak-left-out",
        "over-capacity",
        "one-too-many",
        "copies-seen",
    )
)
"""Doubts that another look may settle: those about what a tile shows, and about tiles that were seen weakly. Of 161
looks for them, at photographs and rendered hands, 11 made a hand sure, and 6 made one right."""

_ALONE: Final = frozenset[DoubtReason](("two-groups", "gap", "hardly-seen", "tile-beside", "fourth-below"))
"""Doubts about the corners of one or two tiles, which another look may settle if there is no other: 7 of 73 did. Of 213
looks for all other doubts one did, wrongly, and 3 made a right hand wrong."""

_NAMED: Final = 0.9
"""If there is no hand, a tile less clearly named than this is looked at again."""

_HARDLY_NAMED: Final = 0.6
"""If there is no hand, a tile less clearly named than this makes another look worth its time. Of 338 looks without a
hand the 28 for such a tile named six tiles more and dropped two that were none; the others, for long rows and weak
finds, named none, saw six where none is, and offered 20 hands, one of them right. Higher costs time."""

_PERHAPS: Final = 0.2
"""If there is no hand, a find likelier a tile than this, but not clear, is looked at again. Lower costs time."""

_MOST_FINDS: Final = 64
"""Most finds in what another look shows, each of which is refined, named and verified again. More costs time: of ten
looks at more, in photographs of whole tables, one named a tile more, and two saw a tile where none is."""

_FINEST: Final = 93.0
"""Width of a tile in pixels beyond which no network sees more: half as much again as that of the largest crop."""

_NARROW: Final = 0.1
"""Quantile of the tiles' widths by which a picture is shrunk. Higher leaves more tiles too coarse; lower costs time."""


def needs_tta(reading: Reading) -> bool:
    """Return True if another look at a picture may improve its reading."""
    if reading.hand is not None:
        reasons = {doubt.reason for doubt in reading.doubts}
        return not reading.sure and (bool(reasons & _OF_FACES) or reasons <= _ALONE)
    return any(tile.face == "up" and tile.confidence < _HARDLY_NAMED for tile in reading.tiles)


def open_tiles(reading: Reading) -> tuple[int, ...]:
    """Return the indices of the tiles that another look may change: the doubtful ones, or all of the hand."""
    doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    if reading.hand is None:
        doubted |= {n for n, tile in enumerate(reading.tiles) if tile.face == "up" and tile.confidence < _NAMED}
    whole = (tile for group in reading.groups if group.kind != "aside" for tile in group.tiles)
    return tuple(sorted(doubted or whole))


def read_augmented(
    reading: Reading,
    evidence: Evidence,
    picture: Picture,
    look: PartFinder,
    decode: Callable[[Evidence], Reading],
    watch: ViewWatch | None = None,
) -> Reading:
    """Read a picture once more, turned upside down, where it is open.

    A third look, on its side, named no tile more in 122 photographs of tables, lost one, and settled no hand.

    Args:
        reading: The reading of the picture as it is.
        evidence: What was seen of the picture as it is.
        picture: (height, width, 3) blue-green-red pixels.
        look: Looks at the rotated picture, or a rotated part of it.
        decode: Makes the hand of all looks together.
        watch: Takes the reading before the look, and may end it.
    """
    times = _shrinkage(evidence)
    coarse = shrunk(picture, times)
    areas = _parts(reading, evidence)
    if not areas:
        return reading
    inside = within(areas, evidence)
    if watch and not watch(replace(reading, sure=False), open_tiles(reading)):
        return replace(reading, sure=False)
    rotated = _look_at(areas, coarse, times, partial(look, quarters=ROTATIONS[1]))
    rotated = replace(rotated, size=evidence.size)
    looks = [evidence.only(inside), rotated.only(about(areas, rotated, evidence))]
    more = decode(joined([fused(looks, _CORRELATION), evidence.only(~inside)]))
    return more if more.hand is not None or reading.hand is None else reading


def may_lack_fourth(reading: Reading) -> bool:
    """Return True if a sure reading has a claimed pung, whose fourth tile a single look may overlook."""
    claimed = (
        (meld for meld in parse(reading.hand).melds if meld.kind == "pung" and meld.source) if reading.hand else ()
    )
    return reading.sure and any(claimed)


def asked_if_overlooked(
    reading: Reading, evidence: Evidence, picture: Picture, look: PartFinder, decode: Callable[[Evidence], Reading]
) -> Reading:
    """Return a reading, or that of two looks if the second shows the fourth tile of a claimed pung beside it.

    Arguments as of `read_augmented`.
    """
    more = read_augmented(reading, evidence, picture, look, decode)
    return more if any(doubt.reason == "fourth-beside" for doubt in more.doubts) else reading


def _look_at(areas: Sequence[OpenArea], picture: Picture, times: int, look: Callable[..., Evidence]) -> Evidence:
    """Look at areas of a picture that was shrunk so many times; the evidence is in pixels of the picture before."""
    found = []
    longer = max(picture.shape[:2])
    for area in areas:
        part, corner = area.cut(picture, times)
        seen = look(part, share=max(part.shape[:2]) / longer) if part.shape != picture.shape else look(part)
        found.append(replace(seen, quads=(seen.quads + corner) * times))
    return joined(found)


def _parts(reading: Reading, seen: Evidence) -> list[OpenArea]:
    """Return the parts of a picture that are worth another look, as far as they show few enough finds; perhaps none.

    They lie round open tiles, the hand or a long row, and weak finds; or, where that is too much, open tiles alone.
    """
    near = [np.array(reading.tiles[t].quad) for t in open_tiles(reading)]
    for quads in ([*near, *_besides(reading, seen)], near):
        parts = open_areas(quads, seen.size)
        if within([OpenArea(part.shown, part.shown) for part in parts], seen).sum() <= _MOST_FINDS:
            return parts
    return []


def _besides(reading: Reading, seen: Evidence) -> Iterator[Array]:
    """Yield the corners (4, 2) of what may be looked at besides open tiles: the hand or a long row, and weak finds.

    If more copies of a face are seen than a set has, each of them may be.
    """
    ours = [group.tiles for group in reading.groups if group.kind != "aside"]
    rows = ours if reading.hand else [group.tiles for group in reading.groups if len(group.tiles) >= _ROW]
    crowded = {doubt.about["face"] for doubt in reading.doubts if doubt.reason == "copies-seen"}
    copies = [t for t, tile in enumerate(reading.tiles) if tile.tile in crowded]
    yield from (np.array(reading.tiles[t].quad) for t in {*chain(*rows, copies)})
    if reading.hand is None:
        there = seen.scores * (1 - seen.faces[:, -1])
        yield from seen.quads[(there > _PERHAPS) & (there < CLEAR)]


def _shrinkage(seen: Evidence) -> int:
    """Return how many times a picture may be shrunk before the networks see less of its tiles; at least 1."""
    clear = seen.quads[seen.scores >= CLEAR]
    return max(1, int(np.quantile(sides(clear).min(axis=1), _NARROW) / _FINEST)) if len(clear) else 1


def look_rotated(look: Callable[[Picture], Evidence], picture: Picture, quarters: int) -> Evidence:
    """Look at a picture rotated clockwise by 1 to 3 quarter turns; the evidence lies in the picture as given."""
    evidence = look(np.asarray(cv2.rotate(picture, _ROTATE[quarters]), np.uint8))
    quads = evidence.quads
    height, width = picture.shape[:2]
    for left in range(quarters, 0, -1):
        # One quarter back. The width of the rotated picture is the height of the one before, and the other way round.
        quads = np.stack([quads[..., 1], (height, width)[(left - 1) % 2] - quads[..., 0]], axis=-1)
    return replace(evidence, size=(width, height), quads=quads)
