"""The tiles found in one picture and how they lie on the table, as one value."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import sizes
from vision.geometry.plane import PlaneFit, fit_plane
from vision.networks.classifier import Names
from vision.networks.detector import Detections
from vision.networks.refiner import RefinedBoxes, concatenated
from vision.quads import Quads, contains

Refine = Callable[[Detections], RefinedBoxes]
"""Function that moves boxes onto the tiles of one picture and scores them, as `vision.networks.refiner.Refiner`."""

NameTiles = Callable[[Quads], Names]
"""Function that names the tiles of one picture at (N, 4, 2) quads, as `vision.networks.classifier.Classifier.name`."""


@dataclass(frozen=True, slots=True, eq=False)
class TileDetections:
    """The N tiles found in one picture, and how they lie.

    Attributes:
        tiles: Corners, scores and kinds, as the refiner gives them.
        plane: How the same tiles lie on the table, in the same order.
        size: (width, height) in pixels of the picture that the networks are shown.
        turned: Quarter turns clockwise, 0 to 3, by which that picture is rotated from the one the camera took.
    """

    tiles: RefinedBoxes
    plane: PlaneFit
    size: tuple[int, int]
    turned: int = 0

    @classmethod
    def of(cls, tiles: RefinedBoxes, size: tuple[int, int], turned: int = 0) -> "TileDetections":
        """Fit the plane of the table to the tiles of a picture."""
        return cls(tiles, fit_plane(tiles.quads, size, tiles.scores, turned), size, turned)

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def backs(self) -> NDArray[np.bool_]:
        """(N,) True for tiles that show their backs."""
        return np.array([kind == "back" for kind in self.tiles.kinds], bool)

    def usual(self) -> NDArray[np.bool_]:
        """Return (N,) True for finds with the size and shape of the others (`vision.geometry.sizes.usual`)."""
        return sizes.usual(self.tiles.scores, self.plane)

    def larger(self) -> NDArray[np.bool_]:
        """Return (N,) True for finds larger than a tile."""
        return sizes.larger(self.plane)

    def smaller(self) -> NDArray[np.bool_]:
        """Return (N,) True for finds smaller than a tile."""
        return sizes.smaller(self.plane)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "TileDetections":
        """Return some of the finds, by mask (N,) or by index; the plane is fitted to those alone."""
        return TileDetections.of(self.tiles.only(kept), self.size, self.turned)

    def outside(self, quads: NDArray[np.floating]) -> "TileDetections":
        """Return the finds whose middles lie in none of quads (M, 4, 2)."""
        return self.only(np.flatnonzero(~contains(quads, self.tiles.quads).any(axis=0)))

    def with_(self, more: RefinedBoxes, instead_of: NDArray[np.intp] | None = None) -> "TileDetections":
        """Return the finds without those at the given indices, and with more tiles after them."""
        gone = np.zeros(0, np.intp) if instead_of is None else instead_of
        kept = self.tiles.only(np.setdiff1d(np.arange(len(self)), gone))
        return TileDetections.of(concatenated(kept, more), self.size, self.turned)
