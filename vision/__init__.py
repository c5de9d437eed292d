"""Reading of a picture of a table: from its pixels to the hand on it.

What opens and reads pictures is imported when it is first asked for: it needs libraries of the system, and commands
that open no picture work without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vision.errors import VisionError

if TYPE_CHECKING:
    from vision.image import ImageError, open_image
    from vision.networks.runtime import WeightsError
    from vision.reader import TileReader
    from vision.reading import Doubt, Group, Reading, SeenTile

__all__ = [
    "Doubt",
    "Group",
    "ImageError",
    "Reading",
    "SeenTile",
    "TileReader",
    "VisionError",
    "WeightsError",
    "open_image",
]

_LATER = {
    "ImageError": "vision.image",
    "open_image": "vision.image",
    "WeightsError": "vision.networks.runtime",
    "TileReader": "vision.reader",
    **dict.fromkeys(("Doubt", "Group", "Reading", "SeenTile"), "vision.reading"),
}
"""The modules of names that are imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
