"""From a picture to its reading: `TileReader`, the one class that other packages need."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.beyond import asked_if_beyond
from vision.cut_short import asked_if_cut_short
from vision.doubles import found_once
from vision.evidence import FAINT, HARDLY, Evidence
from vision.finds import blank
from vision.finds.detections import TileDetections
from vision.finds.faces import evidence, oriented
from vision.finds.halves import merge_halves
from vision.finds.large import hardly_any, with_ground, with_large
from vision.finds.printed_cloth import repeated
from vision.finds.printed_sheet import printed
from vision.finds.proposals import add_missed
from vision.finds.tile_filter import TileFilter
from vision.hand.candidates import hand_in_sight, tiles_within
from vision.hand.sides import with_sides
from vision.image import ImagePartError, Photo, Picture, open_photo
from vision.mirrored import asked_if_mirrored
from vision.networks.cascade import Cascade
from vision.networks.classifier import MARGIN, SIZE, Classifier, Names
from vision.networks.detector import Detections, Detector
from vision.networks.exposure import exposure_corrected
from vision.networks.flowers import Flowers
from vision.networks.own import NETWORKS, SHIPPED, network_file
from vision.networks.rectify import rectified
from vision.networks.refiner import Refiner
from vision.networks.runtime import WeightsError, expect_weights
from vision.networks.verifier import Verifier
from vision.no_tiles import without_no_tiles
from vision.on_display import asked_if_on_display
from vision.quad import Quad, in_frame
from vision.quads import Quads
from vision.raised import asked_if_raised
from vision.reading import Reading
from vision.red_fives import with_red_fives
from vision.tilesets.prototypes import Prototypes
from vision.tta import ViewWatch, asked_if_overlooked, look_rotated, may_lack_fourth, needs_tta, read_augmented
from vision.unreadable import without_guesses, without_unreadable

_NAMES: Final = tuple(name for name in NETWORKS if name != "dice")
"""The networks that every reader needs; one that verifies nothing finds the last beside them too."""

_log = logging.getLogger(__name__)

_EMPTY: Final = (900, 1200, 3)
"""Shape of the picture by which a reader is prepared: that of most telephones, for which the detector then is ready."""


@dataclass(frozen=True, slots=True)
class _Networks:
    detector: Detector
    refiner: Refiner
    classifier: Classifier
    cascade: Cascade
    flowers: Flowers
    verifier: Verifier | None
    presence: TileFilter | None


class TileReader:
    """Reads the hand in a picture. Ready within a second, keeps nothing between pictures, safe in many threads."""

    def __init__(
        self, models_dir: str | Path | None = None, threads: int = 2, *, verified: bool = True, at_once: bool = True
    ) -> None:
        """Load the networks.

        Args:
            models_dir: Folder with `detector.onnx`, `refiner.onnx`, `classifier.onnx`, `cascade.onnx`,
                `flowers.onnx`, `verifier.onnx`, `presence.csv` and `thresholds.csv`; by default the program's own, with
                the networks of `vision.networks.own` in their place.
            threads: Processor threads that one reading may use.
            verified: True to verify finds; the verifier itself is trained on finds that are not.
            at_once: False to load them for the first picture: a program that has none yet is spared a third of its
                memory.

        Raises:
            vision.networks.runtime.WeightsError: a weights file is missing, or unusable if they are loaded at once.
        """
        self._folder: Final = SHIPPED if models_dir is None else Path(models_dir)
        self._file: Final = network_file if models_dir is None else lambda name: Path(models_dir) / f"{name}.onnx"
        self._threads: Final = threads
        self._verified: Final = verified
        self._loading: Final = Lock()
        if not at_once:
            expect_weights(map(self._file, _NAMES))
        self._loaded = self._load() if at_once else None

    def prepare(self) -> None:
        """Load the networks, and look at an empty picture: the first photograph then takes no longer than the next."""
        with suppress(WeightsError):  # the first photograph is answered with it
            self.read(np.full(_EMPTY, 114, np.uint8))

    @property
    def classifier(self) -> Classifier:
        """The network that names faces; `vision.tilesets` learns a set of tiles by its features."""
        return self._networks.classifier

    @property
    def _networks(self) -> _Networks:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> _Networks:
        file, threads = self._file, self._threads
        with ThreadPoolExecutor(threads) as pool:  # each takes a while to be compiled
            detector = pool.submit(Detector, file("detector"), threads)
            refiner = pool.submit(Refiner, file("refiner"), threads)
            classifier = pool.submit(Classifier, file("classifier"), threads)
            cascade = pool.submit(Cascade, file("cascade"), threads)
            flowers = pool.submit(Flowers, file("flowers"), threads)
            verifier = pool.submit(Verifier, file("verifier"), threads) if self._verified else None
        _log.debug("networks loaded", extra={"files": [str(file(name)) for name in _NAMES]})
        return _Networks(
            detector.result(),
            refiner.result(),
            classifier.result(),
            cascade.result(),
            flowers.result(),
            None if verifier is None else verifier.result(),
            TileFilter.read(self._folder) if self._verified else None,
        )

    def read(
        self,
        image: str | Path | bytes | Picture,
        *,
        found: Detections | None = None,
        decode: Callable[[Evidence], Reading] | None = None,
        tileset: Prototypes | None = None,
        watch: ViewWatch | None = None,
        sets: int = 4,
    ) -> Reading:
        """Read one picture; if that leaves its hand or tiles open, again from a rotated copy of it (`vision.tta`).

        Args:
            image: A file's path, its bytes, or (height, width, 3) blue-green-red pixels. The reading of a file is in
                pixels of the photograph as it was taken, at whatever size it is opened.
            found: The boxes of the tiles of pixels, if known already; otherwise they are detected.
            decode: Makes the hand of the evidence; `hand_in_sight` unless more is known of the table.
            tileset: The set of tiles in use, if it was learnt.
            watch: Takes the first reading before the picture is looked at again, and may end it.
            sets: Sets of a won hand beside the pair, in the game that is played.

        Raises:
            vision.image.ImageError: the picture cannot be decoded.
        """
        ms: dict[str, float] = {}
        with _timed(ms, "decode"):
            photo = None if isinstance(image, np.ndarray) else open_photo(image)
        if photo is not None:
            reading = read_photo(self.read, photo, decode=decode, tileset=tileset, watch=watch, sets=sets)
            return replace(reading, ms=reading.ms | ms)
        assert isinstance(image, np.ndarray)
        picture: Picture = image
        seen = self.detect(picture, found=found, tileset=tileset, ms=ms, sets=sets)
        decode = decode or hand_in_sight
        with _timed(ms, "read"):
            reading = decode(seen)
        look = partial(self.detect, tileset=tileset, sets=sets)
        if found is None and needs_tta(reading):
            with _timed(ms, "tta"):
                reading = read_augmented(reading, seen, picture, look, decode, watch)
        with _timed(ms, "read"):
            reading = asked_if_raised(asked_if_on_display(reading, picture), picture)
            reading = asked_if_cut_short(asked_if_beyond(reading, picture), picture)
            reading = asked_if_mirrored(reading, picture, self.name)
        if found is None and may_lack_fourth(reading):
            with _timed(ms, "tta"):
                reading = asked_if_overlooked(reading, seen, picture, look, decode)
        with _timed(ms, "read"):
            reading = without_no_tiles(found_once(without_unreadable(reading, picture)))
            reading = without_guesses(with_sides(with_red_fives(reading, picture)))
        _log.debug(
            "picture read",
            extra={"tiles": len(reading.tiles), "hand": reading.hand, "ms": {stage: round(ms[stage]) for stage in ms}},
        )
        return replace(reading, ms=ms)

    def detect(
        self,
        picture: Picture,
        quarters: int = 0,
        *,
        found: Detections | None = None,
        tileset: Prototypes | None = None,
        ms: dict[str, float] | None = None,
        share: float = 1.0,
        sets: int = 4,
    ) -> Evidence:
        """Find and name the tiles of one picture, without reading a hand from them.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quarters: Quarter turns clockwise, 0 to 3, by which the picture is rotated for the networks; if any, it is
                shown at other scales too. The evidence is in pixels of the picture as given.
            found: The boxes of its tiles in a picture that is not rotated, if known already.
            tileset: The set of tiles in use, if it was learnt.
            ms: Takes the milliseconds of the stages "detect", "refine" and "classify".
            share: Share of a whole picture's longer side, if this is a rotated part of one.
            sets: Sets of a won hand beside the pair, in the game that is played.
        """
        see = partial(
            self._see, turned=quarters, found=found, tileset=tileset, ms={} if ms is None else ms, share=share
        )
        seen = look_rotated(see, picture, quarters) if quarters else see(picture)
        return replace(seen, sets=sets)

    def name(self, picture: Picture, quads: Quads) -> Names:
        """Name the tiles at quads (N, 4, 2) of a picture, each of which may begin at any of its corners."""
        picture = exposure_corrected(picture)
        names = self.classifier.name(picture, quads)
        starts = (names.turns.argmax(axis=1)[:, None] + np.arange(4)) % 4
        return self._refined(picture, np.take_along_axis(quads, starts[:, :, None], axis=1), names)

    def _see(
        self,
        picture: Picture,
        turned: int,
        found: Detections | None,
        tileset: Prototypes | None,
        ms: dict[str, float],
        share: float,
    ) -> Evidence:
        """Find and name the tiles of a picture that is `turned` by quarters from the one the camera took.

        If hardly any is seen, it is searched once more for a tile that fills much of it.
        """
        with _timed(ms, "detect"):
            picture = exposure_corrected(picture)
            if found is None:
                boxes = self._networks.detector(picture, score=FAINT, other_scales=turned > 0, share=share)
            else:
                boxes = found
        seen = self._seen_in(picture, boxes, turned, tileset, ms, known=found is not None)
        if found is not None or share < 1 or not hardly_any(seen):
            return seen
        with _timed(ms, "detect"):
            boxes = self._networks.detector.large(picture, score=FAINT)
        if not len(boxes):
            return seen
        around, beyond = with_ground(picture)
        boxes = replace(boxes, quads=boxes.quads + np.float32(beyond))
        large = self._seen_in(around, boxes, turned, tileset, ms)
        return with_large(seen, replace(large, size=seen.size, quads=large.quads - beyond))

    def _seen_in(
        self,
        picture: Picture,
        boxes: Detections,
        turned: int,
        tileset: Prototypes | None,
        ms: dict[str, float],
        *,
        known: bool = False,
    ) -> Evidence:
        """Return the evidence of the tiles in some boxes of a picture; if `known`, they are where the tiles lie."""
        refine, name = partial(self._networks.refiner, picture), partial(self.classifier.name, picture)
        faces: dict[bytes, NDArray[np.float32]] = {}

        def named(detections: TileDetections) -> tuple[TileDetections, Evidence]:
            if not known:
                with _timed(ms, "refine"):
                    detections = add_missed(merge_halves(detections, refine, name), refine)
            with _timed(ms, "classify"):
                return detections, self._named(picture, detections, tileset, faces)

        with _timed(ms, "refine"):
            tiles = refine(boxes)
            finds = TileDetections.of(tiles.only(tiles.scores >= HARDLY), (picture.shape[1], picture.shape[0]), turned)
        finds, seen = named(finds)
        for told in (repeated, partial(printed, picture=picture)):
            prints = seen.quads[told(seen)]
            if len(prints):
                finds, seen = named(finds.outside(prints))
        verifier, presence = self._networks.verifier, self._networks.presence
        if verifier is None or presence is None or known:
            return seen
        with _timed(ms, "classify"):
            return presence.weighed(seen, verifier(picture, seen.quads.astype(np.float32)))

    def _named(
        self,
        picture: Picture,
        detections: TileDetections,
        tileset: Prototypes | None,
        faces: dict[bytes, NDArray[np.float32]],
    ) -> Evidence:
        """Name finds by all networks that name tiles, and by the set in use.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            detections: The finds.
            tileset: The set of tiles in use, if it was learnt.
            faces: The probabilities of their faces by the pixels of their corners, as far as they were named before;
                takes those that are named now.
        """
        crops = rectified(picture, detections.plane.quads.astype(np.float32), SIZE, MARGIN)
        names = self.classifier(crops)
        upright, _ = oriented(detections, names.turns)
        corners = upright.astype(np.float32)
        places = [each.tobytes() for each in corners]
        new = [n for n, place in enumerate(places) if place not in faces]
        if new:
            more = self._refined(picture, corners[new], Names(names.faces[new], names.turns[new], names.features[new]))
            faces.update(zip((places[n] for n in new), more.faces, strict=True))
        if places:
            names = replace(names, faces=np.stack([faces[place] for place in places]))
        seen = evidence(detections, crops, names if tileset is None else tileset.named(names))
        return seen.only(~blank.cells(picture, seen))

    def _refined(self, picture: Picture, upright: Quads, names: Names) -> Names:
        """Return the names of tiles in upright quads (N, 4, 2), open ones named again by cascade and flower network."""
        return self._networks.flowers(
            picture, upright, self._networks.cascade(picture, upright, names, self.classifier)
        )


_BEYOND: Final = 0.05
"""Share of the longer side of a part of a picture by which it is read beyond its edges. More shows the networks smaller
tiles; less cuts tiles at an edge that was drawn roughly."""


def read_photo(
    read: Callable[..., Reading],
    photo: Photo,
    *,
    decode: Callable[[Evidence], Reading] | None = None,
    watch: ViewWatch | None = None,
    **named: Any,
) -> Reading:
    """Read a photograph in its own pixels, at whatever size it was opened.

    Args:
        read: Reads a picture, as `TileReader.read` does.
        photo: The photograph.
        decode: As `TileReader.read` takes it; it gets the evidence in pixels of the photograph.
        watch: As `TileReader.read` takes it; it gets readings in pixels of the photograph.
        named: The other arguments of `read`.
    """
    if photo.size == photo.opened:
        named |= {name: value for name, value in (("decode", decode), ("watch", watch)) if value}
        reading: Reading = read(photo.pixels, **named)
        return reading
    if decode:
        named["decode"] = lambda seen: decode(seen.in_frame(photo.size)).in_frame(photo.opened)
    if watch:
        named["watch"] = lambda reading, again: watch(reading.in_frame(photo.size), again)
    return read(photo.pixels, **named).in_frame(photo.size)


def read_part(read: Callable[..., Reading], photo: Photo, area: Quad, watch: ViewWatch | None = None) -> Reading:
    """Read the hand in a part of a photograph alone: the networks see it larger, and nothing beyond it counts.

    Args:
        read: Reads a picture, as `TileReader.read` does.
        photo: The photograph.
        area: Corners of the part, going round one way, in pixels of the photograph.
        watch: As `TileReader.read` takes it; it gets readings in pixels of the photograph.

    Returns:
        The reading in pixels of the whole photograph.

    Raises:
        vision.image.ImagePartError: no pixel of the photograph lies in the part.
    """
    picture = photo.pixels
    width, height = photo.opened
    area = in_frame(area, photo.size, photo.opened)
    corners = np.array(area)
    low, high = corners.min(axis=0), corners.max(axis=0)
    if (low >= (width, height)).any() or (high <= 0).any():
        raise ImagePartError(*photo.size)
    beyond = _BEYOND * float((high - low).max())
    left, top = np.maximum(np.floor(low - beyond), 0).astype(int).tolist()
    right, bottom = np.ceil(high + beyond).astype(int).tolist()
    here: Quad = tuple((x - left, y - top) for x, y in area)  # type: ignore[assignment]

    def whole(reading: Reading) -> Reading:
        return reading.placed((left, top), photo.opened).in_frame(photo.size)

    seen = {"watch": lambda reading, again: watch(whole(reading), again)} if watch else {}
    return whole(read(picture[top:bottom, left:right], decode=partial(tiles_within, here), **seen))


@contextmanager
def _timed(ms: dict[str, float], stage: str) -> Iterator[None]:
    start = perf_counter()
    yield
    ms[stage] = ms.get(stage, 0.0) + 1000 * (perf_counter() - start)
