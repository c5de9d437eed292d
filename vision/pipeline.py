"""From a picture to the reading of it: the one class others need."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .again import confirmed, turned, turned_back
from .assignment import capacity
from .beside import places
from .classifier import MARGIN, SIZE, Classifier, Names
from .closer import Closer
from .detector import KINDS, Detections, Detector, Quads, distinct
from .flowers import Flowers
from .image import Picture, open_image
from .layout import Array
from .naming import WHITE
from .perspective import Outlines, outlined
from .reading import Evidence, Reading
from .rectify import Crops, rectified
from .refiner import Refiner, Tiles
from .tileset import Prototypes
from .weighing import CLEAR, LIKELY, weighed

_FAINT: Final = 0.03  # boxes of which the detector is less sure are not looked at at all,
_HARDLY: Final = 0.06  # nor is what scores less when all have looked: it does not even show a part of a tile;
_BESIDE: Final = 0.49  # a tile that only the look beside others found scores no more
_LIKE: Final = 0.15  # of 100 tiles of a table 99 are alike in size, as logarithms, but for this;
_ODD: Final = LIKELY / CLEAR  # what is not, or has no tile's shape there, is less likely one (if clear, still likely),
_DOUBLE: Final = 1.3  # two tiles are about 1.4 times as large as one,
_TWICE: Final = 0.34  # and no more than this what may be two tiles: likely, but always asked about,
_SMALLER: Final = 0.4  # and what is smaller by more than this,
_TWO: Final = 0.7  # or larger by more than two tiles in one box,
_OTHERWISE: Final = 0.12  # by so much is hardly one
_MOST: Final = 0.6  # where fewer of the clear finds lie on one plane, their sizes tell nothing
_INNER: Final = (slice(SIZE[1] // 6, -(SIZE[1] // 6)), slice(SIZE[0] // 6, -(SIZE[0] // 6)))  # edges are no print
_STRONGEST: Final = 98  # percentile of a crop's contrasts that says how far its marks stand out
_NAMED: Final = 3  # so many tiles tell the colour of faces round their print,
_SHADE: Final = (35.0, 6.0, 6.0)  # but for so much of lamp and shadow: lightness and two colours of CIE Lab, 0-255;
_RATHER: Final = 0.9  # what has it is so likely no back but a white dragon, or the face that it is clearly named
_NOTHING: Final = 0.4  # more likely nothing than this, and together with white dragons twice this, a face is blank
_EITHER: Final = 0.51  # as likely a bare white dragon as nothing that is known, but a little more
_BLOWN_OUT: Final = 250  # a pixel this bright in every channel shows nothing but the lamp


class TileReader:
    """Reads the hand in a picture. Ready within a second, keeps nothing between pictures, safe in many threads."""

    def __init__(self, models_dir: str | Path | None = None, threads: int = 2) -> None:
        """Loads the networks.

        Args:
            models_dir: Folder with `detector.onnx`, `refiner.onnx`, `classifier.onnx`, `closer.onnx` and
                `flowers.onnx`; the program's own by default.
            threads: Processor threads that one reading may use.

        Raises:
            vision.runtime.WeightsError: a weights file is missing or unusable.
        """
        folder = Path(str(files("models"))) if models_dir is None else Path(models_dir)
        self._detector: Final = Detector(folder / "detector.onnx", threads)
        self._refiner: Final = Refiner(folder / "refiner.onnx", threads)
        self.classifier: Final = Classifier(folder / "classifier.onnx", threads)
        self._closer: Final = Closer(folder / "closer.onnx", threads)
        self._flowers: Final = Flowers(folder / "flowers.onnx", threads)

    def read(
        self,
        image: str | Path | bytes | Picture,
        *,
        found: Detections | None = None,
        weigh: Callable[[Evidence], Reading] | None = None,
        tileset: Prototypes | None = None,
    ) -> Reading:
        """Reads one picture; one whose hand is doubtful is looked at once more (`vision.again`).

        Args:
            image: A file's path, its bytes, or (height, width, 3) blue-green-red pixels.
            found: Where its tiles lie, when that is known already; otherwise they are looked for.
            weigh: Makes the hand of what was seen; `weighed` unless more is known about the table.
            tileset: The set of tiles in use, where it was learnt.

        Raises:
            vision.image.ImageError: the picture cannot be decoded.
        """
        ms: dict[str, float] = {}
        with _timed(ms, "decode"):
            picture = image if isinstance(image, np.ndarray) else open_image(image)
        evidence = self.look(picture, found=found, tileset=tileset, ms=ms)
        weigh = weigh or weighed
        with _timed(ms, "read"):
            reading = weigh(evidence)
        if found is None and reading.hand is not None and not reading.sure:
            with _timed(ms, "again"):
                reading = confirmed(reading, weigh(turned_back(self.look(turned(picture), tileset=tileset))))
        return replace(reading, ms=ms)

    def look(
        self,
        picture: Picture,
        *,
        found: Detections | None = None,
        tileset: Prototypes | None = None,
        ms: dict[str, float] | None = None,
    ) -> Evidence:
        """Finds and names the tiles of one picture, without reading a hand from them.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            found: Where its tiles lie, when that is known already; otherwise they are looked for.
            tileset: The set of tiles in use, where it was learnt.
            ms: Takes the milliseconds of the stages "detect", "refine" and "classify".
        """
        ms = {} if ms is None else ms
        with _timed(ms, "detect"):
            boxes = self._detector(picture, score=_FAINT) if found is None else found
        with _timed(ms, "refine"):
            tiles = self._refiner(picture, boxes)
            tiles = tiles.only(tiles.scores >= _HARDLY)
            lying = outlined(tiles.quads, (picture.shape[1], picture.shape[0]))
            if found is None:
                tiles, lying = self._with_those_beside(picture, tiles, lying)
        with _timed(ms, "classify"):
            return self._evidence(picture, tiles, lying, tileset)

    def name(self, picture: Picture, quads: Quads) -> Names:
        """Names the tiles at quads (N, 4, 2) of a picture, which may begin at any corner of theirs."""
        names = self.classifier.name(picture, quads)
        starts = (names.turns.argmax(axis=1)[:, None] + np.arange(4)) % 4
        return self._closely(picture, np.take_along_axis(quads, starts[:, :, None], axis=1), names)

    def _closely(self, picture: Picture, upright: Quads, names: Names) -> Names:
        """What tiles that stand upright in their quads are named by the networks that look at some of them again."""
        return self._flowers(picture, upright, self._closer(picture, upright, names))

    def _with_those_beside(self, picture: Picture, tiles: Tiles, lying: Outlines) -> tuple[Tiles, Outlines]:
        """The tiles, and after them the faces that lie beside the clear ones but were not found; and how all lie.

        They count as the detector's faintest finds do, and take the place of a half that was found for a whole tile,
        and of two tiles that were found as one. A back is not taken: a hand that lacks one has not its fourteen tiles,
        so it is missed anyway, and much that is bare looks like one.
        """
        size = (picture.shape[1], picture.shape[0])
        backs = np.array([kind == "back" for kind in tiles.kinds], bool)
        alike, larger = _alike(tiles.scores, lying), _larger(lying)
        clear, likely = alike & (tiles.scores >= CLEAR), tiles.scores >= LIKELY
        free = places(lying.quads[clear], backs[clear], lying.quads[likely & (alike | larger)], size)
        boxes = np.concatenate([free, _halves(tiles.quads[likely & larger & ~alike])])
        glimpsed = self._refiner(picture, _faint(boxes))
        # What was seen from a place half beside it is looked at again, squarely.
        seen = self._refiner(picture, _faint(glimpsed.quads[glimpsed.scores >= _HARDLY]))
        seen = seen.only(np.array([kind == "face" for kind in seen.kinds], bool) & (seen.scores >= LIKELY))
        if not len(seen):
            return tiles, lying
        # None of them is clear, for the classifier has its say too; but of the likely finds only those give way to
        # them that are smaller than a tile or of another shape, or larger with two tiles within.
        scores = np.concatenate([tiles.scores, np.minimum(seen.scores, np.float32(_BESIDE))])
        whole = np.concatenate([tiles.whole, seen.whole])
        both = Tiles(np.concatenate([tiles.quads, seen.quads]), scores, tiles.kinds + seen.kinds, whole)
        lying = outlined(both.quads, size)
        alike, before = _alike(scores, lying), np.arange(len(both)) < len(tiles)
        larger = _larger(lying) & ~_hold_two(both.quads, both.quads[alike & ~before])
        firm = (alike | larger) & (scores >= LIKELY)
        more = both.only(distinct(both.quads, scores + firm + (firm & before)))
        return more, outlined(more.quads, size)

    def _evidence(self, picture: Picture, found: Tiles, lying: Outlines, tileset: Prototypes | None) -> Evidence:
        crops = rectified(picture, lying.quads.astype(np.float32), SIZE, MARGIN)
        names = self.classifier(crops)
        names = self._closely(picture, _turned(lying, names)[0].astype(np.float32), names)
        if tileset is not None:
            names = tileset.named(names)
        backs = np.array([kind == "back" for kind in found.kinds], bool)
        quads, upright = _turned(lying, names)
        scores = _of_one_size(found.scores.astype(np.float64), lying)
        faces = names.faces.astype(np.float64)
        bare = _bare(crops, backs, faces, found.scores, lying)
        backs &= ~bare
        faces[bare] = _rather(faces[bare])
        blank = ~backs & _blank(faces, found, lying)
        faces[blank] = np.array([_EITHER, 1 - _EITHER]) @ np.eye(faces.shape[1])[[WHITE, -1]]
        unknown = faces[:, -1]
        # A face that the classifier knows to be none, and the detector is not sure of either, is clutter.
        kept = (np.where(backs, scores, scores * (1 - unknown)) > _HARDLY) | (scores >= CLEAR)
        bright = crops >= _BLOWN_OUT
        evidence = Evidence(
            size=(picture.shape[1], picture.shape[0]),
            quads=quads,
            scores=scores,
            backs=backs,
            faces=faces,
            upright=np.where(backs, 0.0, upright),
            glare=(bright[..., 0] & bright[..., 1] & bright[..., 2]).mean(axis=(1, 2)),
            marks=_marks(crops, faces),
            whole=found.whole.astype(np.float64),
        )
        return evidence.only(kept)


def _of_one_size(scores: Array, lying: Outlines) -> Array:
    """Scores (N,) of finds, less for those that are not of the size and shape of the others.

    Dice, counters and prints are of another size than the tiles of the table. A box round two tiles is too, but what is
    a tile to all who look stays likely: no hand must be sure without it.
    """
    alike = _alike(scores, lying)
    if alike.all():
        return scores
    larger = np.log(np.maximum(lying.sizes, 1e-3))
    beyond = np.maximum(np.maximum(larger - _TWO, -larger - _SMALLER), 0)
    odd = np.minimum(scores * _ODD, np.where(lying.sizes > _DOUBLE, _TWICE, 1))
    return np.asarray(np.where(alike, scores, odd) * np.exp(-((beyond / _OTHERWISE) ** 2)))


def _alike(scores: NDArray[np.floating], lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are of the size and shape of the others; all, where their plane is not known."""
    clear = scores >= CLEAR
    if not clear.any() or lying.fits[clear].mean() <= _MOST:
        return np.ones(len(scores), bool)
    return np.asarray(lying.fits & (np.abs(np.log(np.maximum(lying.sizes, 1e-3))) < _LIKE))


def _larger(lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are larger than tiles are."""
    return np.asarray(lying.sizes > np.exp(_LIKE), bool)


def _halves(quads: Quads) -> Quads:
    """The halves of quads (N, 4, 2), cut either way: (4 N, 4, 2)."""
    middles = (quads + np.roll(quads, -1, axis=1)) / 2
    return np.concatenate(
        [
            np.stack([quads[:, k], quads[:, (k + 1) % 4], middles[:, (k + 1) % 4], middles[:, k - 1]], 1)
            for k in range(4)
        ]
    )


def _hold_two(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which of quads (N, 4, 2) have the middles of at least two of the others (M, 4, 2) within."""
    middles = others.mean(axis=1).tolist()
    return np.array([sum(cv2.pointPolygonTest(quad, at, False) > 0 for at in middles) > 1 for quad in quads], bool)


def _faint(boxes: Quads) -> Detections:
    """Boxes (N, 4, 2) as a detector would give them that hardly sees a tile there."""
    return Detections(boxes, np.full(len(boxes), _FAINT, np.float32), KINDS[:1] * len(boxes))


def _turned(lying: Outlines, names: Names) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Quads from the glyph's top left on, and how sure it is that they are not upside down (-1..1)."""
    quads, fits = lying.quads, lying.fits
    if not len(quads):
        return quads, np.zeros(0)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    aspect = (sides[:, 0] + sides[:, 2]) / np.maximum(sides[:, 1] + sides[:, 3], 1e-6)
    # A tile is higher than wide; where the table's plane is not known it may look otherwise, but rarely.
    quarter = np.where(fits, 0.02, 1 / (1 + np.exp(-(aspect - 0.95) / 0.06)))
    likely = names.turns * np.stack([1 - quarter, quarter] * 2, axis=1)
    turn = likely.argmax(axis=1)
    at = np.arange(len(quads))
    ours, other = likely[at, turn], likely[at, (turn + 2) % 4]
    order = (np.arange(4)[None] + turn[:, None]) % 4
    return quads[at[:, None], order], np.asarray((ours - other) / np.maximum(ours + other, 1e-9), np.float64)


def _bare(
    crops: Crops, backs: NDArray[np.bool_], faces: Array, scores: NDArray[np.float32], lying: Outlines
) -> NDArray[np.bool_]:
    """Which of N tiles look like backs but are bare white dragons: they have the colour of faces round their print.

    None where nothing tells that colour, or where there would be more white dragons than in a set: then it is the
    backs' colour too.
    """
    white = ~backs & (faces[:, WHITE] > 0.5)
    named = ~backs & ~white & (scores >= CLEAR) & (faces[:, -1] < 0.5)
    if not backs.any() or named.sum() < _NAMED:
        return np.zeros(len(backs), bool)
    inner = np.ascontiguousarray(crops[:, *_INNER])
    pixels = cv2.cvtColor(inner.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(len(crops), -1, 3).astype(np.float64)
    paler = pixels[..., 0] >= np.median(pixels[..., 0], axis=1, keepdims=True)
    colours = (pixels * paler[..., None]).sum(axis=1) / paler.sum(axis=1)[:, None]
    off = np.abs(colours - np.median(colours[named], axis=0))
    bare = backs & _alike(scores, lying) & (off < _SHADE).all(axis=1)
    return bare if (bare | white).sum() <= capacity(WHITE) else np.zeros(len(backs), bool)


def _rather(faces: Array) -> Array:
    """Names (N, 43) of what looks like backs but is bare white dragons, or else what it is clearly named."""
    white, nothing = np.eye(faces.shape[1])[[WHITE, -1]]
    best = faces.argmax(axis=1)
    named = ((faces.max(axis=1) > 0.5) & (best != WHITE) & (best != faces.shape[1] - 1))[:, None]
    return np.asarray(_RATHER * np.where(named, faces, white) + (1 - _RATHER) * np.where(named, nothing, faces))


def _blank(faces: Array, found: Tiles, lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are whole tiles beyond doubt of which the classifier says at most that they show nothing.

    It is right where they are backs; which they are, or bare white dragons, the hand tells. Those are a guess then.
    """
    tiles = _alike(found.scores, lying) & (found.scores >= CLEAR) & (found.whole > 0.5)
    return np.asarray(tiles & (faces[:, -1] > _NOTHING) & (faces[:, WHITE] + faces[:, -1] > 2 * _NOTHING))


def _marks(crops: Crops, faces: Array) -> NDArray[np.float64]:
    """How far what is on each of N crops stands out, in grey levels, where it may be a white dragon; elsewhere 0."""
    marks = np.zeros(len(crops))
    for at in np.flatnonzero(faces[:, WHITE] > 0.5):
        grey = cv2.cvtColor(crops[at, *_INNER], cv2.COLOR_BGR2GRAY).astype(np.float32)
        marks[at] = np.percentile(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), SIZE[0] // 6)), _STRONGEST)
    return marks


@contextmanager
def _timed(ms: dict[str, float], stage: str) -> Iterator[None]:
    start = perf_counter()
    yield
    ms[stage] = 1000 * (perf_counter() - start)
