"""A kind of camera: the addresses it takes, and the source of pictures at each.

A kind is a module with one `CameraKind`, registered under the entry-point group `tableside.camera`; the kinds of this
package stand so in `pyproject.toml`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.live.sources.source import Source


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A connected camera.

    Attributes:
        source: Its address, as an argument of `vision.live.camera.Camera`.
        name: Its maker's name for it.
    """

    source: str
    name: str


def _none() -> Sequence[FoundCamera]:
    return ()


def _never(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A kind of camera.

    Attributes:
        name: Short name.
        help: The addresses it takes, in English, as part of a sentence: `a clip`. Help and errors list it.
        live: True for a sensor, which never sends the same pixels for long; a clip or a folder may.
        matches: Returns True if an address is one of its own; opens nothing.
        source: Returns the source at such an address, with the settings of the camera if there are any; opens nothing.
        connected: Lists those that are connected to this computer; opens none.
        choosable: Returns True for an address that a page of this computer may choose. It must reach no file of this
            computer; by default only the command line names this kind.
        example: An address that a page shows where one is typed, or "".
    """

    name: str
    help: str
    live: bool
    matches: Callable[[str], bool]
    source: Callable[[str], Source]
    connected: Callable[[], Sequence[FoundCamera]] = _none
    choosable: Callable[[str], bool] = _never
    example: str = ""


def path_of(address: str) -> Path | None:
    """Return the path that an address names, or None if it is empty, a number or a URL; `./0` is the file `0`."""
    return None if not address or address.isdecimal() or "://" in address else Path(address)
