"""The hands that the camera has stored by itself, its own until a person takes them up."""

import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from webui.hand.hand import TableHand
from webui.hand.hands import Hands
from webui.hand.state import HandState, MatchHand, from_reading, places
from webui.match.matches import Matches
from webui.records.values import ValueStore
from webui.rig.live_hand_store import LiveHandStore

KEY: Final = "watched"
"""The key of the hands that the camera has stored by itself."""

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
    """A hand of the camera's own; `away` while its tiles do not lie there any more."""

    id: str
    away: bool = False


class WatchedHands:
    """The hands of a table that its camera has stored by itself, safe to use from many threads.

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
        if hand.id not in {own.id for own in self._read()}:
            return False
        if any(change.by == "person" for change in hand.changes) or self._matches.counted(hand.id):
            return False
        return all(claim.hand != hand.id for claim in self._session.play.claims)

    def lying(self) -> list[TableHand]:
        """Return the hands that the camera has stored and that lie there still, as far as it is known, oldest first."""
        found = [self._hands.get(own.id) for own in self._read() if not own.away]
        return [hand for hand in found if hand and not hand.hidden]

    def add(self, hand: TableHand) -> None:
        """Make a hand the camera's own.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            self._keep([*self._read(), _Own(hand.id)])

    def take_up(self, id: str) -> None:
        """Make a hand that of people, since somebody looks at it.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            owned = self._read()
            if any(own.id == id for own in owned):
                self._keep([own for own in owned if own.id != id])

    def withdraw(self, id: str) -> None:
        """Put a hand away, as its tiles are gone, if it is the camera's own.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self.lock:
            hand = self._hands.get(id)
            if hand is None or hand.hidden or not self.owns(hand):
                return
            self._keep([_Own(own.id, own.away or own.id == id) for own in self._read()])
            self._hands.hide(id)

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
            if hand is None or not hand.hidden or hand.laid.deal != deal:
                return hand
            owned = self._read()
            if _Own(hand.id, away=True) not in owned:
                return hand
            self._keep([_Own(own.id, own.away and own.id != hand.id) for own in owned])
            return self._hands.hide(hand.id, False)

    def _read(self) -> list[_Own]:
        kept: Any = self._values.get(self._table, KEY)
        return [_Own(str(id), bool(away)) for id, away in kept] if isinstance(kept, list) else []

    def _keep(self, owned: list[_Own]) -> None:
        self._values.keep(self._table, KEY, [[own.id, own.away] for own in owned[-_REMEMBERED:]])


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
