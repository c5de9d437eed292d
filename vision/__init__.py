"""From a picture of a table to the hand that was laid."""

from .image import ImageError, open_image
from .pipeline import TileReader
from .reading import Doubt, Group, Reading, SeenTile
from .runtime import WeightsError

__all__ = ["Doubt", "Group", "ImageError", "Reading", "SeenTile", "TileReader", "WeightsError", "open_image"]
