"""From a picture of a table to the hand that was laid."""

from vision.image import ImageError, open_image
from vision.pipeline import TileReader
from vision.reading import Doubt, Group, Reading, SeenTile
from vision.runtime import WeightsError

__all__ = ["Doubt", "Group", "ImageError", "Reading", "SeenTile", "TileReader", "WeightsError", "open_image"]
