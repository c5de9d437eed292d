"""Clips that are handed in: the table alone without sound, with what was followed and put right, in one file."""

import json
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from scoring.errors import ScoringError
from scoring.follow.events import AnyEvent
from scoring.follow.files import dumps, loads
from scoring.rules import BOOKS
from vision.follow.frames import RATE, Moment, of_clip
from vision.image import Picture
from vision.quad import Quad

FORMAT: Final = "tableside-clip"
"""Name of the format in the manifest."""

VERSION: Final = 1
"""Version of the format; a file of a higher version is refused."""

RIM: Final = 0.06
"""Share of the side that stays in the picture around the table, 5 cm. More shows laps; less loses arms."""

LARGEST: Final = 2 * 1024**3
"""Most bytes of a clip that is read back; a game of an hour has 1 GB. A larger limit lets a file fill the disk."""

LARGEST_TEXT: Final = 16 * 1024**2
"""Most bytes of lines, of which a deal has some 20 kB. A larger limit lets a file fill the memory."""

_CLIP: Final = "clip.mp4"
_ABOUT: Final = "about.json"
_FOLLOWED: Final = "followed.jsonl"
_CORRECTED: Final = "corrected.jsonl"


class HandedInError(Exception):
    """A file of a clip cannot be read: `kind` says why, `name` is the part that is at fault."""

    def __init__(self, kind: Literal["no-bundle", "newer", "broken", "too-large"], name: str = "") -> None:
        super().__init__(kind, name)
        self.kind: Final = kind
        self.name: Final = name


class ClipManifest(Struct, frozen=True):
    """The manifest: the corners of the table in pixels, and the way in which the game is played."""

    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
    style: str
    format: str = FORMAT
    version: int = VERSION
    program: str = ""


@dataclass(frozen=True, slots=True)
class HandedClip:
    """A clip that was handed in.

    Attributes:
        about: Its manifest.
        clip: Its clip, as long as it is open.
        truth: The course as a person put it right, or as it was followed if nobody did.
        corrected: True if a person did.
    """

    about: ClipManifest
    clip: Path
    truth: tuple[AnyEvent, ...]
    corrected: bool


def masked(picture: Picture, corners: Quad) -> Picture:
    """Return a picture that is black but for the table and its rim."""
    table = np.asarray(corners, np.float64)
    middle = table.mean(axis=0)
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(middle + (table - middle) * (1 + 2 * RIM)).astype(np.int32), 255)
    return np.asarray(cv2.bitwise_and(picture, picture, mask=inside), np.uint8)


def write(
    file: Path, clip: Path, about: ClipManifest, events: Sequence[AnyEvent], corrected: Sequence[AnyEvent] | None
) -> None:
    """Write a clip with what was followed in it, and what a person put right, into one file.

    Raises:
        OSError: It cannot be written.
        vision.live.sources.source.LostSourceError: The clip cannot be played.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / _CLIP
        _film(made, of_clip(clip), about.corners)
        part = file.with_name(f"{file.name}.part")
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as bundle:
                bundle.write(made, _CLIP)
                now = msgspec.structs.replace(about, program=version("tableside"))
                bundle.writestr(_ABOUT, msgspec.json.format(msgspec.json.encode(now)))
                bundle.writestr(_FOLLOWED, dumps(events))
                if corrected is not None:
                    bundle.writestr(_CORRECTED, dumps(corrected))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def _film(made: Path, moments: Iterator[Moment], corners: Quad) -> None:
    """Write pictures at the rate at which clips are followed, the last one again where one is missing."""
    writer: cv2.VideoWriter | None = None
    number = 0
    for moment in moments:
        picture = masked(moment.picture, corners)
        size = (picture.shape[1], picture.shape[0])
        writer = writer or cv2.VideoWriter(str(made), cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        while number <= moment.t * RATE + 0.5:
            writer.write(picture)
            number += 1
    if writer is not None:
        writer.release()
    if not made.exists():
        raise OSError(0, "mp4v")


@contextmanager
def opened(file: Path) -> Iterator[HandedClip]:
    """Open a clip that was handed in; its clip lies in a temporary folder as long as it is open.

    Raises:
        HandedInError: It is no such file, or damaged.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(file) as bundle:
                parts = {part.filename: part for part in bundle.infolist()}
                about = _about(bundle, parts)
                texts: dict[str, str] = {
                    name: _text(bundle, parts[name]) for name in (_FOLLOWED, _CORRECTED) if name in parts
                }
                if _CLIP not in parts or _FOLLOWED not in texts:
                    raise HandedInError("broken", _CLIP if _CLIP not in parts else _FOLLOWED)
                if parts[_CLIP].file_size > LARGEST:
                    raise HandedInError("too-large", _CLIP)
                clip = Path(bundle.extract(_CLIP, folder))
        except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
            raise HandedInError("broken") from error
        corrected = texts.get(_CORRECTED)
        name = _FOLLOWED if corrected is None else _CORRECTED
        try:
            truth = tuple(loads(texts[name]))
        except ScoringError as error:
            raise HandedInError("broken", name) from error
        yield HandedClip(about, clip, truth, corrected is not None)


def _text(bundle: zipfile.ZipFile, part: zipfile.ZipInfo) -> str:
    if part.file_size > LARGEST_TEXT:
        raise HandedInError("too-large", part.filename)
    try:
        return bundle.read(part).decode()
    except UnicodeDecodeError as error:
        raise HandedInError("broken", part.filename) from error


def _about(bundle: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo]) -> ClipManifest:
    """Return the manifest."""
    if _ABOUT not in parts:
        raise HandedInError("no-bundle")
    text = _text(bundle, parts[_ABOUT])
    try:
        told: Any = json.loads(text)
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise HandedInError("no-bundle")
        if isinstance(told.get("version"), int) and told["version"] > VERSION:
            raise HandedInError("newer")
        about = msgspec.convert(told, ClipManifest)
    except (ValueError, RecursionError) as error:
        raise HandedInError("broken", _ABOUT) from error
    if about.style not in BOOKS.plays:
        raise HandedInError("newer")
    return about
