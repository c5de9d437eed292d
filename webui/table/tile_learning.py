"""Learning of a tile set from use: the tiles of approved hands join the set in use."""

import logging
import threading
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from scoring.match.records import Won
from scoring.tiles import FACES
from vision.errors import VisionError
from vision.image import open_photo
from vision.networks.classifier import MARGIN, SIZE
from vision.networks.exposure import exposure_corrected
from vision.networks.rectify import rectified
from vision.quad import in_frame
from vision.tilesets.prototypes import TileSet
from webui.base.errors import WebError
from webui.hand.hand import TableHand
from webui.hand.reading_queue import QueueStoppedError
from webui.hand.state import places
from webui.match.matches import standing
from webui.records.bulletin import Recorded
from webui.records.values import ValueStore
from webui.table.table import Table
from webui.tilesets.tilesets import TileSets

OFFERED_AFTER: Final = 3
"""Approved hands after which a set of their tiles is offered, while none is chosen. More delays the offer; fewer offers
a set with few faces."""

KEY: Final = "learning"
"""The key of the switch of a set's learning, and of the hands taken back."""

_SAME_SHAPE: Final = 0.01
"""Share by which the shape of a photograph may differ from that of the reading: one that was opened at a half of its
size may lack a row. More would learn from another picture's places."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LearnedHand:
    """A learned hand: its id, and its number of learned tiles."""

    hand: str
    tiles: int


class TileLearner:
    """A learner from the approved hands of a table, on a thread of its own; safe to use from many threads."""

    def __init__(self, table: Table, tilesets: TileSets, values: ValueStore) -> None:
        """Learn from every hand of the table approved from now on, or while this did not run.

        Args:
            table: The table.
            tilesets: The sets; pictures are read by the chosen one.
            values: The store of the switch and of the hands taken back.
        """
        self._table: Final = table
        self._tilesets: Final = tilesets
        self._values: Final = values
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        table.bulletin.on(Recorded, lambda _: self.sync())
        self.sync()

    @property
    def on(self) -> bool:
        """True if the set learns."""
        return bool(self._kept().get("on", True))

    def switch(self, on: bool) -> None:
        """Switch learning on or off; learned tiles stay.

        Raises:
            RecordsError: It cannot be stored.
        """
        self._keep(on=on)
        self.sync()

    @property
    def hands(self) -> list[LearnedHand]:
        """Return the learned hands of the set in use, the oldest first."""
        learnt, chosen = self._tilesets.learnt, self._tilesets.chosen
        found = ((hand, learnt.tiles(chosen, hand)) for hand in learnt.hands(chosen))
        return [LearnedHand(hand, len(tiles.faces)) for hand, tiles in found if tiles]

    @property
    def offered(self) -> bool:
        """True if enough hands were learned for a set of their tiles, while none is chosen."""
        return self._tilesets.chosen is None and len(self._tilesets.learnt.hands(None)) >= OFFERED_AFTER

    def take_back(self, hand: str) -> None:
        """Take back the tiles learned from a hand, for good.

        Raises:
            RecordsError: It cannot be stored.
            vision.tilesets.files.SetError: They cannot be removed.
        """
        self._keep(back=[*self._kept().get("back", []), hand])
        self._tilesets.unlearn(hand)
        self._table.equipment.reconsider()

    def sync(self) -> None:
        """Learn from newly approved hands, and take back those whose approval was; return at once."""
        with self._lock:
            self._wanted.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="learning", daemon=True)
                self._thread.start()

    def wait(self, timeout: float) -> None:
        """Wait until everything is learned, at most some seconds."""
        thread = self._thread
        if thread:
            thread.join(timeout)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._wanted.is_set():
                    self._thread = None
                    return
                self._wanted.clear()
            try:
                self._learn()
            except QueueStoppedError:
                return
            except (WebError, VisionError):  # a full disk, a pruned photo: the next record tries again
                _log.warning("approved hands could not be learnt from", exc_info=True)

    def _learn(self) -> None:
        known = set(self._tilesets.learnt.hands(self._tilesets.chosen))
        changed = False
        for hand in known:
            counted = self._table.matches.counted(hand)
            if counted is None or not counted.approved:
                self._tilesets.unlearn(hand)
                changed = True
        if self.on:
            for hand in self._approved() - known - set(self._kept().get("back", [])):
                changed |= self._learn_from(hand)
        if changed:
            self._table.equipment.reconsider()

    def _approved(self) -> set[str]:
        """Return the stored hands of the approved wins of the match."""
        match = self._table.matches.current
        if match is None:
            return set()
        approved = {number for hand in match.match.hands if hand.approved is not None for number in hand.records}
        return {act.laid for number, act in standing(match) if isinstance(act, Won) and act.laid and number in approved}

    def _learn_from(self, hand_id: str) -> bool:
        hand = self._table.hands.get(hand_id)
        if hand is None or hand.reading is None or not self._table.records.photos.has(hand.photo):
            return False
        tiles = self._table.pictures.queue.run(lambda: labelled(hand, self._table.records.photos.read(hand.photo)))
        if not len(tiles.faces):
            return False
        self._tilesets.learn(hand_id, tiles)
        return True

    def _kept(self) -> dict[str, Any]:
        kept = self._values.get(self._table.number, KEY)
        return kept if isinstance(kept, dict) else {}

    def _keep(self, **values: Any) -> None:
        self._values.keep(self._table.number, KEY, self._kept() | values)


def labelled(hand: TableHand, photo: bytes) -> TileSet:
    """Return the tiles of a hand that the camera saw face up, cut out of its photo, under their present names.

    Args:
        hand: A hand that was read from the photo.
        photo: The bytes of the photo.

    Raises:
        vision.image.ImageError: It cannot be opened.
    """
    seen = hand.reading.tiles if hand.reading else ()
    slots = [slot for slot in places(hand.laid).values() if slot.tile and slot.seen is not None]
    shown = [(slot.tile, seen[slot.seen]) for slot in slots if slot.seen is not None and slot.seen < len(seen)]
    named = [(FACES.index(code), tile.quad) for code, tile in shown if code and tile.face == "up"]
    opened = open_photo(photo)
    size = hand.reading.size if hand.reading else opened.size
    if abs(size[0] * opened.size[1] / (size[1] * opened.size[0]) - 1) > _SAME_SHAPE:
        named = []
    quads = np.array([in_frame(quad, size, opened.opened) for _, quad in named], np.float32).reshape(-1, 4, 2)
    crops = rectified(exposure_corrected(opened.pixels), quads, SIZE, MARGIN)
    return TileSet(crops, np.array([face for face, _ in named], np.int64))
