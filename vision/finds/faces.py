"""Faces of the finds of a picture, which way up they lie, and which of them are no tiles."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, WHITE
from vision.evidence import ALIKE, CLEAR, HARDLY, Evidence
from vision.finds import blank
from vision.finds.detections import TileDetections
from vision.finds.marked_white import as_marked_white, marked_white
from vision.geometry import sizes
from vision.networks.classifier import Names
from vision.networks.rectify import TileCrops
from vision.quads import Array, sides

_ALIKE: Final = [FACES.index(face) for face in ALIKE]
"""Indices of the faces that look the same upside down."""

_ALIKE_WEIGHT: Final = 0.45
"""Weight of such a face, beside that of others, in telling which way up its row lies. More turns rows upside down in
sets of other colours; less leaves rows with many such faces open."""

_BLOWN_OUT: Final = 250
"""Least brightness in every channel, of 255, of a pixel that shows a reflection and nothing of the tile. Higher misses
reflections that are not quite white; lower takes white faces in strong light for reflections."""

_CUT_OFF: Final = 0.15
"""Greatest score of the side of a tile, and of a face whose middle lies beyond the picture's edge: it may be asked
about, but names no tile.

Less than half of such a face is seen, and often it is a side too. From `LIKELY` on such a part would count as a tile;
at `HARDLY` or below it would be dropped without a question.
"""

_LYING: Final = 0.02
"""Prior probability that a long side of a tile is the top of its glyph, if the plane is known. Higher turns more tiles
onto their sides by a mistake of the classifier; lower keeps more that have a wrong outline upright."""

_SQUARE: Final = (0.95, 0.06)
"""Width over height at which that prior is a half if no plane is known, and the logistic's scale. A lower ratio turns
more foreshortened tiles onto their sides, a higher one fewer that lie so; a larger scale trusts the outline less."""


def oriented(detections: TileDetections, turns: NDArray[np.float32]) -> tuple[Array, Array]:
    """Turn the quads of finds so that their glyphs are upright.

    Args:
        detections: N finds.
        turns: (N, 4) probabilities that the glyph's top left is corner 0, 1, 2 or 3 of `finds.plane.quads`.

    Returns:
        (N, 4, 2) quads in pixels from the glyph's top left on, and (N,) in -1..1 how sure it is that they are not
        upside down.
    """
    quads = detections.plane.quads
    if not len(quads):
        return quads, np.zeros(0)
    lengths = sides(quads)
    aspect = (lengths[:, 0] + lengths[:, 2]) / np.maximum(lengths[:, 1] + lengths[:, 3], 1e-6)
    # A tile is higher than wide; where the table's plane is not known it may look otherwise, but rarely does.
    middle, width = _SQUARE
    lying = np.where(detections.plane.inliers, _LYING, 1 / (1 + np.exp(-(aspect - middle) / width)))
    likely = turns * np.stack([1 - lying, lying] * 2, axis=1)
    turn = likely.argmax(axis=1)
    at = np.arange(len(quads))
    ours, other = likely[at, turn], likely[at, (turn + 2) % 4]
    order = (np.arange(4)[None] + turn[:, None]) % 4
    return quads[at[:, None], order], np.asarray((ours - other) / np.maximum(ours + other, 1e-9), np.float64)


def evidence(detections: TileDetections, crops: TileCrops, names: Names) -> Evidence:
    """Combine the outputs of the networks for each find, and leave out finds that are clearly no tiles.

    Args:
        detections: N finds.
        crops: (N, height, width, 3) blue-green-red, upright as `finds.plane.quads` are.
        names: The classifiers' names of the crops.
    """
    tiles, backs = detections.tiles, detections.backs
    quads, upright = oriented(detections, names.turns)
    scores = sizes.discounted(tiles.scores.astype(np.float64), detections.plane)
    faces = names.faces.astype(np.float64)
    marked = ~backs & marked_white(crops, faces)
    faces[marked] = as_marked_white(faces[marked])
    bare = blank.white_dragons(crops, faces, detections)
    backs &= ~bare
    faces[bare] = blank.as_white_dragons(faces[bare])
    coloured = blank.coloured_backs(crops, faces, detections) | blank.in_walls(faces, backs, detections)
    backs |= coloured
    faces[coloured] = np.eye(faces.shape[1])[-1]
    either = ~backs & blank.shows_nothing(crops, faces, detections)
    faces[either] = blank.white_or_back(faces.shape[1])
    marks = blank.marks(crops, faces[:, WHITE] > 0.5)
    side = ~backs & blank.sides_of_tiles(faces, marks, detections)
    scores[side] = np.minimum(scores[side], _CUT_OFF)
    middles = quads.mean(axis=1)
    cut = ~backs & ((middles < 0) | (middles > detections.size)).any(axis=1)
    scores[cut] = np.minimum(scores[cut], _CUT_OFF)
    # A find that the classifier takes for no tile, and that the detector is not sure of, is clutter.
    kept = (np.where(backs, scores, scores * (1 - faces[:, -1])) > HARDLY) | (scores >= CLEAR)
    upright *= 1 - (1 - _ALIKE_WEIGHT) * faces[:, _ALIKE].sum(axis=1)
    bright = crops >= _BLOWN_OUT
    everything = Evidence(
        size=detections.size,
        quads=quads,
        scores=scores,
        backs=backs,
        faces=faces,
        upright=np.where(backs, 0.0, upright),
        glare=(bright[..., 0] & bright[..., 1] & bright[..., 2]).mean(axis=(1, 2)),
        marks=marks,
        whole=tiles.whole.astype(np.float64),
    )
    return everything.only(kept)
