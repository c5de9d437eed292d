"""Reading of a picture of a table: from its pixels to the hand on it."""

from vision.errors import VisionError
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
