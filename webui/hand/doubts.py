"""The doubts of a reading after people have changed the hand: some are removed, some weaker."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from scoring.tiles import KIND, capacity
from vision.reading import Doubt, DoubtReason, Reading
from webui.hand.state import MELD_SIZE, HandResult, HandState, MeldState, from_reading, outcome, places, same_tiles

LIKELY: Final = 0.05
"""Least probability of another face at which a hand stays in doubt and the face is offered.

A lower value asks more often after people corrected a hand; a higher one lets a misread tile pass.
"""

_SURE_COPY: Final = 0.8
"""Least confidence of a tile that counts as a copy of its face; equal to that of `vision.hand.doubts`."""


def standing(reading: Reading, state: HandState, found: HandResult | None = None) -> Mapping[int, Doubt]:
    """Return the doubts that still apply to a hand, by their indices in the reading.

    Doubts whose reason a change has removed are left out, and the others are brought up to date. All doubts apply to a
    hand that lies as it was read.

    Args:
        reading: The reading.
        state: The hand.
        found: Its score, if known.
    """
    if not reading.doubts or same_tiles(state, from_reading(reading, state.rules)):
        return dict(enumerate(reading.doubts))
    now = _Now(reading, state, found or outcome(state))
    held = {n: now.holds(doubt) for n, doubt in enumerate(reading.doubts)}
    return {n: doubt for n, doubt in held.items() if doubt}


class _Now:
    """A hand with the check of each doubt; a check returns the doubt as it still applies, or None."""

    def __init__(self, reading: Reading, state: HandState, found: HandResult) -> None:
        self._reading, self._state = reading, state
        self._wins = bool(found.assessment and found.assessment.wins)
        self._whole = found.unfinished is None
        self._at: dict[int | None, str] = {
            slot.seen: path for path, slot in places(state).items() if slot.seen is not None
        }

    def holds(self, doubt: Doubt) -> Doubt | None:
        """Return the doubt as it applies now, or None."""
        check = _CHECKS.get(doubt.reason)
        return check(self, doubt) if check else doubt

    def no_hand(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tiles make no hand."""
        return self._put_together() if self._whole else doubt

    def no_win(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the hand does not win, with the number of tiles still left out."""
        read = {slot.seen for slot in places(from_reading(self._reading, self._state.rules)).values()}
        taken = len(self._at.keys() - read)
        left = int(str(doubt.about["count"])) - taken
        return None if self._wins or left <= 0 else replace(doubt, about={"count": left})

    def winner(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is the winning one."""
        return doubt if self._at.get(doubt.tile) == "w" else None

    def waits(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is the winning one and the hand does not win."""
        return None if self._wins else self.winner(doubt)

    def outside(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is not in the hand."""
        return None if doubt.tile in self._at else doubt

    def in_meld(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is in a meld."""
        return doubt if self._at.get(doubt.tile, "")[:1] == "m" else None

    def in_pung(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is in a pung, which may be a kong."""
        meld = self._meld(doubt)
        return doubt if meld and meld.kind == "pung" else None

    def in_kong(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is in a kong."""
        return None if self.no_kong(doubt) else doubt

    def no_kong(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is in no kong."""
        meld = self._meld(doubt)
        return None if meld and len(meld.tiles) == MELD_SIZE["kong"] else doubt

    def flower(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the tile is among the flowers."""
        return doubt if self._at.get(doubt.tile, "")[:1] == "f" else None

    def copies(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the photo has more tiles of a face than a set of tiles, with their present number."""
        face = str(doubt.about["face"])
        now = places(self._state)
        count = sum(
            (now[self._at[n]].tile if n in self._at else seen.tile) == face
            for n, seen in enumerate(self._reading.tiles)
            if seen.confidence > _SURE_COPY
        )
        return replace(doubt, about={"count": count, "face": face}) if count > capacity(KIND[face]) else None

    def one_too_many(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the hand has all copies of the likelier face; otherwise the two faces are close."""
        return (
            self._two_faces(doubt) if self._count(doubt.other_face) < capacity(KIND[doubt.other_face or ""]) else doubt
        )

    def one_wins(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the hand does not win; otherwise the two faces are close."""
        return self._two_faces(doubt) if self._wins else doubt

    def too_many(self, doubt: Doubt) -> Doubt | None:
        """Keep the doubt while the hand has more of a face than a set of tiles; otherwise see `_put_together`."""
        codes = {slot.tile for slot in places(self._state).values() if slot.tile}
        return doubt if any(self._count(code) > capacity(KIND[code]) for code in codes) else self._put_together()

    def _put_together(self) -> Doubt | None:
        """Return the doubt about a hand that people put together: None once it wins and no tile is likely another."""
        return None if self._wins and self._clear() else Doubt(None, "unsure")

    def _two_faces(self, doubt: Doubt) -> Doubt | None:
        path = self._at.get(doubt.tile)
        face = places(self._state)[path].tile if path else None
        if face is None or face == doubt.other_face:
            return doubt
        return Doubt(doubt.tile, "two-faces", {"face": face, "other_face": doubt.other_face})

    def _count(self, code: str | None) -> int:
        return sum(slot.tile == code for slot in places(self._state).values())

    def _meld(self, doubt: Doubt) -> MeldState | None:
        path = self._at.get(doubt.tile, "")
        return self._state.melds[int(path[1])] if path[:1] == "m" else None

    def _clear(self) -> bool:
        """Return True if no tile with the face that was read is likely to be another."""
        for slot in places(self._state).values():
            seen = None if slot.seen is None else self._reading.tiles[slot.seen]
            if seen and seen.tile == slot.tile and any(p >= LIKELY for _, p in seen.alternatives):
                return False
        return True


_CHECKS: Final[Mapping[DoubtReason, Callable[[_Now, Doubt], Doubt | None]]] = {
    "no-hand": _Now.no_hand,
    "not-placed": _Now.no_win,
    "waits": _Now.waits,
    "none-apart": _Now.winner,
    "left-out": _Now.outside,
    "tile-beside": _Now.outside,
    "flower-near": _Now.outside,
    "none-crosswise": _Now.in_meld,
    "row-direction": _Now.in_meld,
    "fourth-beside": _Now.in_pung,
    "fourth-hidden": _Now.in_pung,
    "fourth-outside": _Now.in_pung,
    "fourth-below": _Now.in_pung,
    "kong-face-up": _Now.in_kong,
    "kongs-face-up": _Now.in_kong,
    "kong-backs": _Now.in_kong,
    "kong-like": _Now.no_kong,
    "flower-crosswise": _Now.flower,
    "flower-among-sets": _Now.flower,
    "copies-seen": _Now.copies,
    "one-too-many": _Now.one_too_many,
    "two-faces-one-wins": _Now.one_wins,
    "over-capacity": _Now.too_many,
}
"""The check for each reason that depends on how the hand lies; all other reasons depend on the picture alone."""
