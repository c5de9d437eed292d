"""Tiles learned from approved hands: their crops under the approved names, a file for each hand."""

import threading
from pathlib import Path
from typing import Final

from vision.tilesets.files import SetError, forget, kept_names, load, save
from vision.tilesets.prototypes import TileSet

ANY: Final = "any"
"""The folder of tiles learned while no set was chosen."""

OF_SETS: Final = "sets"
"""The folder of the folders of tiles learned for each set."""


class LearnedTiles:
    """Crops of the tiles of approved hands, by set and hand; safe to use from many threads.

    Ids of hands rise with their time, so files in the order of their names are in the order of time.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Use this folder, or memory for None."""
        self._folder: Final = folder
        self._held: dict[str | None, dict[str, TileSet]] = {}
        self._lock = threading.Lock()

    def add(self, of: str | None, hand: str, tiles: TileSet) -> None:
        """Store the tiles of a hand.

        Args:
            of: Name of the set, or None while no set is chosen.
            hand: Id of the hand.
            tiles: Its tiles.

        Raises:
            vision.tilesets.files.SetError: They cannot be written.
        """
        with self._lock:
            if self._folder is None:
                self._held.setdefault(of, {})[hand] = tiles
            else:
                save(tiles, self._of(self._folder, of), hand)

    def remove(self, of: str | None, hand: str) -> None:
        """Remove the tiles of a hand, if there are any.

        Raises:
            vision.tilesets.files.SetError: They cannot be removed.
        """
        with self._lock:
            if self._folder is None:
                self._held.get(of, {}).pop(hand, None)
            elif hand in kept_names(self._of(self._folder, of)):
                forget(self._of(self._folder, of), hand)

    def hands(self, of: str | None) -> list[str]:
        """Return the ids of the learned hands, the oldest first."""
        with self._lock:
            if self._folder is None:
                return sorted(self._held.get(of, {}))
            return kept_names(self._of(self._folder, of))

    def tiles(self, of: str | None, hand: str) -> TileSet | None:
        """Return the tiles of one hand, or None if there are none or they are unreadable."""
        with self._lock:
            if self._folder is None:
                return self._held.get(of, {}).get(hand)
            try:
                return load(self._of(self._folder, of), hand)
            except SetError:
                return None

    @staticmethod
    def _of(folder: Path, of: str | None) -> Path:
        return folder / ANY if of is None else folder / OF_SETS / of
