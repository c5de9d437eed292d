"""The hands that the camera has stored on its own, its own until a person takes them up."""

import threading
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from webui.hand.hand import TableHand
from webui.hand.hands import Hands
from webui.hand.state import HandState, MatchHand, from_reading, places
from webui.match.matches import Matches
from webui.records.values import ValueStore
from webui.rig.live_hand_store import LiveHandStore

KEY: Final = "watched"
"""The key of the hands that the camera has stored on its own."""

_REMEMBERED: Final = 32
"""Hands of the camera's own that are remembered; more makes the value longer, fewer leaves a hand in the list that was
taken away while the program was stopped."""

_LATEST: Final = 8
"""Newest hands of the table among which the same tiles are looked for. More finds a hand that was laid long ago; fewer
may take the tiles of the hand before for a new one."""

SAME: Final = 0.75
"""Share of its tiles that a hand has in common with another reading of it. More takes a misread hand for a second one;
less takes two players' hands for one."""


@dataclass(frozen=True, slots=True)
class _Own:
    """A hand that the camera has stored.

    Attributes:
        away: True while its tiles do not lie there any more.
        taken_up: True if a person has looked at it.
    """

    id: str
    away: bool = False
    taken_up: bool = False


class WatchedHands:
    """The hands of a table that its camera has stored on its own, safe to use from many threads.

    A hand is the camera's own until a person opens, edits or records it, or claims a win with it. Only its own are
    replaced by better readings, and put away with their tiles. They are stored, so that a start finds them again.

    Attributes:
        lock: Held while a hand is looked for and stored, so that it is stored once.
    """

    def __init__(self, values: ValueStore, table: int, hands: Hands, matches: Matches, session: LiveHandStore) -> None:
        """Prepare for the hands of a table.

        Args:
            values: The store of the list.
            table: The table's number.
            hands: The hands of the table.
            matches: The matches of the table.
            session: The live hand, with its claims.
        """
        self.lock: Final = threading.RLock()
        self._values: Final = values
        self._table: Final = table
        self._hands: Final = hands
        self._matches: Final = matches
        self._session: Final = session

    def owns(self, hand: TableHand) -> bool:
        """Return True if a hand is the camera's own, lying or taken away: nobody has taken it up."""
        own = self._read().get(hand.id)
        if own is None or own.taken_up or any(change.by == "person" for change in hand.changes):
            return False
        claimed = {claim.hand for claim in self._session.play.claims}
        return hand.id not in claimed and self._matches.counted(hand.id) is None

    def lying(self) -> list[TableHand]:
        """Return the hands that the camera has stored and that lie there still, as far as it is known, oldest first."""
        found = [self._hands.get(own.id) for own in self._read().values() if not own.away]
        return [hand for hand in found if hand and not hand.hidden]

    def add(self, hand: TableHand) -> None:
        """Make a hand the camera's own.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            self._keep(_Own(hand.id))

    def take_up(self, id: str) -> None:
        """Make a hand that of people, since somebody looks at it.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            own = self._read().get(id)
            if own:
                self._keep(replace(own, taken_up=True))

    def leave(self, id: str) -> None:
        """Follow that the tiles of a hand are gone: one of the camera's own is put away.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            own, hand = self._read().get(id), self._hands.get(id)
            if own is None or hand is None:
                return
            mine = self.owns(hand)
            self._keep(replace(own, away=True, taken_up=own.taken_up or hand.hidden))  # hidden by a person
            put_away = self._hands.hide(id) if mine and not hand.hidden else None
            if put_away and (any(change.by == "person" for change in put_away.changes) or self._matches.counted(id)):
                self._hands.hide(id, False)  # somebody took it up at this moment

    def same(self, tiles: HandState, deal: MatchHand | None) -> TableHand | None:
        """Return the stored hand with these tiles, or None if they are new.

        One that was put away when its tiles were taken away comes back, if the same hand of the match is played.

        Args:
            tiles: A reading of the tiles.
            deal: The current hand of the match.

        Raises:
            webui.records.errors.RecordsError: It cannot be read or stored.
        """
        with self.lock:
            hand = next((hand for hand in self._hands.newest(limit=_LATEST, hidden=None) if alike(tiles, hand)), None)
            own = self._read().get(hand.id) if hand else None
            if hand is None or own is None or not own.away:
                return hand
            self._keep(replace(own, away=False))
            back = hand.hidden and hand.laid.deal == deal and self.owns(hand)
            return self._hands.hide(hand.id, False) if back else hand

    def _read(self) -> dict[str, _Own]:
        kept: Any = self._values.get(self._table, KEY)
        listed = msgspec.convert(kept or [], list[_Own])
        return {own.id: own for own in listed}

    def _keep(self, own: _Own) -> None:
        owned = {**self._read(), own.id: own}
        self._values.keep(self._table, KEY, list(owned.values())[-_REMEMBERED:])


def alike(tiles: HandState, hand: TableHand) -> bool:
    """Return True if tiles are those of a stored hand, as it was read or as people corrected it."""
    read = [from_reading(hand.reading, hand.laid.rules)] if hand.reading else []
    return any(share(tiles, other) >= SAME for other in (hand.laid, *read))


def share(one: HandState, other: HandState) -> float:
    """Return the share of the tiles of the larger of two hands that both have."""
    mine, theirs = _faces(one), _faces(other)
    most = max(mine.total(), theirs.total())
    return (mine & theirs).total() / most if most else 0.0


def _faces(state: HandState) -> Counter[str]:
    return Counter(slot.tile for slot in places(state).values() if slot.tile)
