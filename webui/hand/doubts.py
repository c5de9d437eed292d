"""The doubts of a reading as they stand once people have changed the hand: some have no ground left, some less."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from scoring.tiles import KIND, capacity
from vision.reading import Doubt, DoubtReason, Reading
from webui.hand.state import MELD_SIZE, HandResult, HandState, MeldState, from_reading, outcome, places, same_tiles

LIKELY: Final = 0.05
"""Least probability of another face that keeps a hand in doubt, and is offered for its tile.

Lower asks more often after a hand was put together by people; higher lets a misread tile of it pass.
"""

_SURE_COPY: Final = 0.8
"""Least confidence of a tile that counts as a copy of its face; that of `vision.hand.doubts`."""


def standing(reading: Reading, state: HandState, found: HandResult | None = None) -> Mapping[int, Doubt]:
    """Return the doubts that still hold of a hand, by their indices in the reading.

    A doubt whose ground a change has removed is not among them; what is not true any more of another is corrected. Of a
    hand that lies as it was read all doubts hold.

    Args:
        reading: What was read.
        state: The hand as it is now.
        found: What scoring makes of it, where that is known.
    """
    if same_tiles(state, from_reading(reading, state.rules)):
        return dict(enumerate(reading.doubts))
    now = _Now(reading, state, found or outcome(state))
    held = {n: now.holds(doubt) for n, doubt in enumerate(reading.doubts)}
    return {n: doubt for n, doubt in held.items() if doubt}


class _Now:
    """A hand as it is now, asked whether a doubt still holds."""

    def __init__(self, reading: Reading, state: HandState, found: HandResult) -> None:
        self._reading, self._state = reading, state
        self._wins = bool(found.assessment and found.assessment.wins)
        self._whole = found.unfinished is None
        self._at: dict[int | None, str] = {
            slot.seen: path for path, slot in places(state).items() if slot.seen is not None
        }

    def holds(self, doubt: Doubt) -> Doubt | None:
        """Return the doubt as it holds now, or None."""
        check = _CHECKS.get(doubt.reason)
        return check(self, doubt) if check else doubt

    def no_hand(self, doubt: Doubt) -> Doubt | None:
        """The tiles make no hand."""
        return self._put_together() if self._whole else doubt

    def no_win(self, doubt: Doubt) -> Doubt | None:
        """The hand does not win, and tiles in the picture are not of it: fewer where some were taken in."""
        read = {slot.seen for slot in places(from_reading(self._reading, self._state.rules)).values()}
        taken = len(self._at.keys() - read)
        left = int(str(doubt.about["count"])) - taken
        return None if self._wins or left <= 0 else replace(doubt, about={"count": left})

    def winner(self, doubt: Doubt) -> Doubt | None:
        """The tile is taken as the winning one."""
        return doubt if self._at.get(doubt.tile) == "w" else None

    def waits(self, doubt: Doubt) -> Doubt | None:
        """The tile is taken as the winning one, and does not win."""
        return None if self._wins else self.winner(doubt)

    def outside(self, doubt: Doubt) -> Doubt | None:
        """The tile is not of the hand."""
        return None if doubt.tile in self._at else doubt

    def in_meld(self, doubt: Doubt) -> Doubt | None:
        """The tile is of a claimed set."""
        return doubt if self._at.get(doubt.tile, "")[:1] == "m" else None

    def in_pung(self, doubt: Doubt) -> Doubt | None:
        """The tile is of a pung, which may be a kong."""
        meld = self._meld(doubt)
        return doubt if meld and meld.kind == "pung" else None

    def in_kong(self, doubt: Doubt) -> Doubt | None:
        """The tile is of a kong."""
        return None if self.no_kong(doubt) else doubt

    def no_kong(self, doubt: Doubt) -> Doubt | None:
        """The tile is of no kong."""
        meld = self._meld(doubt)
        return None if meld and len(meld.tiles) == MELD_SIZE["kong"] else doubt

    def flower(self, doubt: Doubt) -> Doubt | None:
        """The tile lies with the flowers."""
        return doubt if self._at.get(doubt.tile, "")[:1] == "f" else None

    def copies(self, doubt: Doubt) -> Doubt | None:
        """More tiles of a face are in the picture than a set has: fewer where some were named otherwise."""
        face = str(doubt.about["face"])
        now = places(self._state)
        count = sum(
            (now[self._at[n]].tile if n in self._at else seen.tile) == face
            for n, seen in enumerate(self._reading.tiles)
            if seen.confidence > _SURE_COPY
        )
        return replace(doubt, about={"count": count, "face": face}) if count > capacity(KIND[face]) else None

    def one_too_many(self, doubt: Doubt) -> Doubt | None:
        """Another face is likelier, of which the hand has all: where it has them no more, two faces are close."""
        return (
            self._two_faces(doubt) if self._count(doubt.other_face) < capacity(KIND[doubt.other_face or ""]) else doubt
        )

    def one_wins(self, doubt: Doubt) -> Doubt | None:
        """The hand does not win as it is: where it does, two faces are close, no more."""
        return self._two_faces(doubt) if self._wins else doubt

    def too_many(self, doubt: Doubt) -> Doubt | None:
        """The hand shows more of a face than a set has."""
        codes = {slot.tile for slot in places(self._state).values() if slot.tile}
        return doubt if any(self._count(code) > capacity(KIND[code]) for code in codes) else self._put_together()

    def _put_together(self) -> Doubt | None:
        """People made a hand of what was none: it stays in doubt while a tile may be another, or it does not win."""
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
        """Whether no tile that still has the face it was read with may well have another."""
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
"""For each reason that rests on how the hand lies, what is left of a doubt; all others are about the picture."""
