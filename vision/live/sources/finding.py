"""The kinds of cameras of this program and of installed packages, and the source that an address names."""

import logging
import re
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from vision.live.sources.kind import CameraKind, FoundCamera
from vision.live.sources.source import Source, UnknownSourceError

GROUP: Final = "tableside.camera"
"""Entry-point group under which a package names its own `CameraKind`."""

_log = logging.getLogger(__name__)


def camera_kinds() -> list[CameraKind]:
    """Return the kinds that are registered under `tableside.camera`, those of other packages first: one of them may
    know an address better.

    An entry point that cannot be imported, or is not a `CameraKind`, is skipped with a warning in the log.
    """
    found = []
    for entry in entry_points(group=GROUP):
        try:
            kind = entry.load()
        except Exception:
            _log.warning("camera %s cannot be imported", entry.value, exc_info=True)
            continue
        if not isinstance(kind, CameraKind):
            _log.warning("camera %s is a %s, expected a %s", entry.value, type(kind).__name__, CameraKind.__qualname__)
            continue
        found.append((is_own(entry), not kind.live, kind.name, kind))
    return [kind for *_, kind in sorted(found, key=lambda each: each[:3])]


def is_own(entry: EntryPoint) -> bool:
    """Return True if an entry point names something of this package."""
    return entry.module.partition(".")[0] == __name__.partition(".")[0]


def find_source(address: str) -> Source:
    """Return the source at an address, such as a camera's number, a URL, a clip or a folder. Open nothing.

    Raises:
        UnknownSourceError: No kind of camera takes it.
    """
    kinds = camera_kinds()
    try:
        for kind in kinds:
            if kind.matches(address):
                return replace(kind.source(address), live=kind.live)
    except OSError as error:  # an impossible name, such as one too long, or an unreadable folder
        raise _unknown(address, kinds) from error
    raise _unknown(address, kinds)


def _unknown(address: str, kinds: list[CameraKind]) -> UnknownSourceError:
    """Return the error for an address, without a password in it."""
    return UnknownSourceError(re.sub("//.*@", "//", address), tuple(kind.help for kind in kinds))


def find_cameras() -> list[FoundCamera]:
    """Return the cameras of all kinds that are connected to this computer now, without opening them."""
    return [camera for kind in camera_kinds() for camera in kind.connected()]
