"""From a picture to the reading of it: the one class others need."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, WHITE
from vision.evidence import CLEAR, FAINT, HARDLY, LIKELY, Evidence
from vision.finds import blank
from vision.finds import halves as parts
from vision.finds.proposals import places
from vision.finds.repeats import printed
from vision.geometry import sizes
from vision.geometry.plane import Outlines, outlined
from vision.hand.hypotheses import weighed
from vision.image import Picture, open_image
from vision.networks.cascade import Cascade
from vision.networks.classifier import MARGIN, SIZE, Classifier, Names
from vision.networks.detector import KINDS, Detections, Detector, distinct
from vision.networks.exposure import exposure_corrected
from vision.networks.flowers import Flowers
from vision.networks.rectify import rectified
from vision.networks.refiner import Refiner, Tiles, together
from vision.quads import Quads, holding, sides
from vision.reading import Reading
from vision.tilesets.prototypes import Prototypes
from vision.tta import looked_again, seen_turned, worth_another_look

_BESIDE: Final = 0.49  # A tile that only the look beside others found scores no more
_FIRM: Final = 0.8  # of two tiles side by side that score so much neither is a half of one,
_SHOWN: Final = 0.9  # nor of two that together show no face so clearly
_ALIKE: Final = [WHITE, *(FACES.index(n + suit) for suit, ranks in (("p", "1234589"), ("s", "245689")) for n in ranks)]
_COLOURS: Final = 0.45  # these faces look the same turned by half, but for colours, and those are the set's own
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
            vision.networks.runtime.WeightsError: a weights file is missing or unusable.
        """
        folder = Path(str(files("models"))) if models_dir is None else Path(models_dir)
        with ThreadPoolExecutor(threads) as pool:  # each takes a while to be compiled
            detector = pool.submit(Detector, folder / "detector.onnx", threads)
            refiner = pool.submit(Refiner, folder / "refiner.onnx", threads)
            classifier = pool.submit(Classifier, folder / "classifier.onnx", threads)
            cascade = pool.submit(Cascade, folder / "closer.onnx", threads)
            flowers = pool.submit(Flowers, folder / "flowers.onnx", threads)
        self._detector: Final = detector.result()
        self._refiner: Final = refiner.result()
        self.classifier: Final = classifier.result()
        self._cascade: Final = cascade.result()
        self._flowers: Final = flowers.result()

    def read(
        self,
        image: str | Path | bytes | Picture,
        *,
        found: Detections | None = None,
        weigh: Callable[[Evidence], Reading] | None = None,
        tileset: Prototypes | None = None,
    ) -> Reading:
        """Reads one picture; one that leaves its hand or tiles open is looked at again, turned (`vision.tta`).

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
        if found is None and worth_another_look(reading, evidence):
            with _timed(ms, "again"):
                reading = looked_again(reading, evidence, picture, partial(self.look, tileset=tileset), weigh)
        return replace(reading, ms=ms)

    def look(
        self,
        picture: Picture,
        quarters: int = 0,
        *,
        found: Detections | None = None,
        tileset: Prototypes | None = None,
        ms: dict[str, float] | None = None,
    ) -> Evidence:
        """Finds and names the tiles of one picture, without reading a hand from them.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quarters: The networks are shown it turned clockwise by so many, 0 to 3, and if by any at other scales too;
                what they find lies in the picture.
            found: Where its tiles lie in a picture that is not turned, when that is known already.
            tileset: The set of tiles in use, where it was learnt.
            ms: Takes the milliseconds of the stages "detect", "refine" and "classify".
        """
        see = partial(self._seen, turned=quarters, found=found, tileset=tileset, ms={} if ms is None else ms)
        return seen_turned(see, picture, quarters) if quarters else see(picture)

    def _seen(
        self, picture: Picture, turned: int, found: Detections | None, tileset: Prototypes | None, ms: dict[str, float]
    ) -> Evidence:
        """What the networks see of a picture that was turned by so many quarters."""
        with _timed(ms, "detect"):
            picture = exposure_corrected(picture)
            boxes = self._detector(picture, score=FAINT, otherwise=turned > 0) if found is None else found
        with _timed(ms, "refine"):
            tiles = self._refiner(picture, boxes)
            tiles = tiles.only(tiles.scores >= HARDLY)
        for again in (False, True):
            with _timed(ms, "refine"):
                lying = outlined(tiles.quads, (picture.shape[1], picture.shape[0]), tiles.scores, turned)
                if found is None:
                    tiles, lying = self._made_whole(picture, tiles, lying, turned)
                    tiles, lying = self._with_those_beside(picture, tiles, lying, turned)
            with _timed(ms, "classify"):
                evidence = self._evidence(picture, tiles, lying, tileset)
            prints = evidence.quads[printed(evidence)]
            if again or not len(prints):
                break
            tiles = tiles.only(np.flatnonzero(holding(prints, tiles.quads).sum(axis=0) == 0))
        return evidence

    def name(self, picture: Picture, quads: Quads) -> Names:
        """Names the tiles at quads (N, 4, 2) of a picture, which may begin at any corner of theirs."""
        picture = exposure_corrected(picture)
        names = self.classifier.name(picture, quads)
        starts = (names.turns.argmax(axis=1)[:, None] + np.arange(4)) % 4
        return self._closely(picture, np.take_along_axis(quads, starts[:, :, None], axis=1), names)

    def _closely(self, picture: Picture, upright: Quads, names: Names) -> Names:
        """What tiles that stand upright in their quads are named by the networks that look at some of them again."""
        return self._flowers(picture, upright, self._cascade(picture, upright, names, self.classifier))

    def _made_whole(self, picture: Picture, tiles: Tiles, lying: Outlines, turned: int) -> tuple[Tiles, Outlines]:
        """The tiles, those whole that were found as their two halves; and how all lie.

        Two finds side by side, one of them in doubt, are one tile where the refiner takes both together for one of
        the others' size, and the classifier clearly sees there what no half clearly shows.
        """
        faces = np.array([kind == "face" for kind in tiles.kinds], bool)
        may = np.flatnonzero(faces & (tiles.scores >= LIKELY))
        pairs, boxes = parts.unions(tiles.quads[may], tiles.scores[may] < _FIRM)
        wholes = self._refiner(picture, Detections(boxes, tiles.scores[may][pairs].min(axis=1), KINDS[:1] * len(boxes)))
        for at in np.flatnonzero(wholes.scores >= LIKELY):
            whole = wholes.only(np.array([at]))
            halves = parts.halved(whole.quads[0], tiles.quads)
            if halves is None:
                continue
            names = self.classifier.name(picture, np.concatenate([whole.quads, tiles.quads[halves]])).faces
            clear = names[:, :-1].max(axis=1) >= _SHOWN
            if not clear[0] or (clear & (names.argmax(axis=1) == names[0].argmax()))[1:].any():
                continue
            more = together(tiles.only(np.setdiff1d(np.arange(len(tiles)), halves)), whole)
            how = outlined(more.quads, (picture.shape[1], picture.shape[0]), more.scores, turned)
            if sizes.usual(more.scores, how)[-1]:
                tiles, lying = more, how
        return tiles, lying

    def _with_those_beside(
        self, picture: Picture, tiles: Tiles, lying: Outlines, turned: int = 0
    ) -> tuple[Tiles, Outlines]:
        """The tiles and the faces that lie beside the clear ones but were not found; and how all lie.

        Beside what was found so it is looked once more, for what lies where nothing else does.
        """
        more, how = self._looked_beside(picture, tiles, lying, turned)
        return (tiles, lying) if more is tiles else self._looked_beside(picture, more, how, turned, again=True)

    def _looked_beside(
        self, picture: Picture, tiles: Tiles, lying: Outlines, turned: int = 0, again: bool = False
    ) -> tuple[Tiles, Outlines]:
        """One look beside tiles: the same tiles where it finds no more.

        What it finds counts as the detector's faintest finds do, and takes the place of a half that was found for a
        whole tile, and of two tiles that were found as one; `again` of nothing likely.
        """
        seen = self._beside(picture, tiles, lying, again)
        if not len(seen):
            return tiles, lying
        # None of them is clear, for the classifier has its say too; but of the likely finds only those give way to
        # them that are smaller than a tile or of another shape, or larger with two tiles within.
        size = (picture.shape[1], picture.shape[0])
        both = together(tiles, replace(seen, scores=np.minimum(seen.scores, np.float32(_BESIDE))))
        how = outlined(both.quads, size, both.scores, turned)
        alike, before = sizes.usual(both.scores, how), np.arange(len(both)) < len(tiles)
        larger = sizes.larger(how) & (holding(both.quads, both.quads[alike & ~before]).sum(axis=1) < 2)
        firm = (alike | ((larger | again) & before)) & (both.scores >= LIKELY)
        kept = distinct(both.quads, both.scores + firm + (firm & before))
        if before[kept].all():
            return tiles, lying
        more = both.only(kept)
        return more, outlined(more.quads, size, more.scores, turned)

    def _beside(self, picture: Picture, tiles: Tiles, lying: Outlines, again: bool) -> Tiles:
        """The likely faces at free places beside clear tiles, or `again` beside what was found there.

        The first time also in the halves of what is as large as two tiles, and round what may be half a tile. A back is
        not taken: a hand that lacks one has not its fourteen tiles, so it is missed anyway, and much that is bare looks
        like one.
        """
        backs = np.array([kind == "back" for kind in tiles.kinds], bool)
        alike, larger = sizes.usual(tiles.scores, lying), sizes.larger(lying)
        clear, likely = alike & (tiles.scores >= (_BESIDE if again else CLEAR)), tiles.scores >= LIKELY
        size = (picture.shape[1], picture.shape[0])
        boxes = places(lying.quads[clear], backs[clear], lying.quads[likely & (alike | larger)], size)
        if not again:
            halves = parts.halves(tiles.quads[likely & larger & ~alike])
            doubles = parts.doubles(tiles.quads[likely & sizes.smaller(lying) & ~alike])
            boxes = np.concatenate([boxes, halves, doubles])
        glimpsed = self._refiner(picture, _faint(boxes))
        # What was seen from a place half beside it is looked at again, squarely.
        seen = self._refiner(picture, _faint(glimpsed.quads[glimpsed.scores >= HARDLY]))
        return seen.only(np.array([kind == "face" for kind in seen.kinds], bool) & (seen.scores >= LIKELY))

    def _evidence(self, picture: Picture, found: Tiles, lying: Outlines, tileset: Prototypes | None) -> Evidence:
        crops = rectified(picture, lying.quads.astype(np.float32), SIZE, MARGIN)
        names = self.classifier(crops)
        names = self._closely(picture, _turned(lying, names)[0].astype(np.float32), names)
        if tileset is not None:
            names = tileset.named(names)
        backs = np.array([kind == "back" for kind in found.kinds], bool)
        quads, upright = _turned(lying, names)
        scores = sizes.discounted(found.scores.astype(np.float64), lying)
        faces = names.faces.astype(np.float64)
        bare = blank.white_dragons(crops, backs, faces, found.scores, lying)
        backs &= ~bare
        faces[bare] = blank.instead(faces[bare])
        either = ~backs & blank.shows_nothing(crops, faces, found, lying)
        faces[either] = np.array([blank.EITHER, 1 - blank.EITHER]) @ np.eye(faces.shape[1])[[WHITE, -1]]
        unknown = faces[:, -1]
        # A face that the classifier knows to be none, and the detector is not sure of either, is clutter.
        kept = (np.where(backs, scores, scores * (1 - unknown)) > HARDLY) | (scores >= CLEAR)
        upright *= 1 - (1 - _COLOURS) * faces[:, _ALIKE].sum(axis=1)
        bright = crops >= _BLOWN_OUT
        evidence = Evidence(
            size=(picture.shape[1], picture.shape[0]),
            quads=quads,
            scores=scores,
            backs=backs,
            faces=faces,
            upright=np.where(backs, 0.0, upright),
            glare=(bright[..., 0] & bright[..., 1] & bright[..., 2]).mean(axis=(1, 2)),
            marks=blank.marks(crops, faces[:, WHITE] > 0.5),
            whole=found.whole.astype(np.float64),
        )
        return evidence.only(kept)


def _faint(boxes: Quads) -> Detections:
    """Boxes (N, 4, 2) as a detector would give them that hardly sees a tile there."""
    return Detections(boxes, np.full(len(boxes), FAINT, np.float32), KINDS[:1] * len(boxes))


def _turned(lying: Outlines, names: Names) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Quads from the glyph's top left on, and how sure it is that they are not upside down (-1..1)."""
    quads, fits = lying.quads, lying.fits
    if not len(quads):
        return quads, np.zeros(0)
    lengths = sides(quads)
    aspect = (lengths[:, 0] + lengths[:, 2]) / np.maximum(lengths[:, 1] + lengths[:, 3], 1e-6)
    # A tile is higher than wide; where the table's plane is not known it may look otherwise, but rarely.
    quarter = np.where(fits, 0.02, 1 / (1 + np.exp(-(aspect - 0.95) / 0.06)))
    likely = names.turns * np.stack([1 - quarter, quarter] * 2, axis=1)
    turn = likely.argmax(axis=1)
    at = np.arange(len(quads))
    ours, other = likely[at, turn], likely[at, (turn + 2) % 4]
    order = (np.arange(4)[None] + turn[:, None]) % 4
    return quads[at[:, None], order], np.asarray((ours - other) / np.maximum(ours + other, 1e-9), np.float64)


@contextmanager
def _timed(ms: dict[str, float], stage: str) -> Iterator[None]:
    start = perf_counter()
    yield
    ms[stage] = ms.get(stage, 0.0) + 1000 * (perf_counter() - start)
