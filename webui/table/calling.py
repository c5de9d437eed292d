"""The calls for a referee from one table, with their light at its box."""

from typing import Final

from webui.records.calls import Call, CallStore
from webui.records.errors import RecordsError
from webui.rig.live_hand import Answered, CallReferee
from webui.rig.live_hand_store import LiveHandStore
from webui.table.now import Present


class TableCalls:
    """The calls from one table, safe to use from many threads."""

    def __init__(self, store: CallStore, table: int, session: LiveHandStore, present: Present) -> None:
        """Prepare for one table.

        Args:
            store: The store of all calls.
            table: Number of the table.
            session: The live hand, with the table box.
            present: The state of the table, with the players of its seats.
        """
        self._store: Final = store
        self._table: Final = table
        self._session: Final = session
        self._present: Final = present

    def heard(self, chair: int, id: str) -> None:
        """Store a call from a key of a seat, whose light is on already."""
        self._store.call(self._table, self._player(chair), id=id)

    def call(self, chair: int, reason: str, who: str, id: str = "") -> None:
        """Call a referee from a device, with a light at the box if the seat is known.

        Args:
            chair: Seat of the caller, 1 to 4, or 0 if unknown.
            reason: The reason; empty for none.
            who: Name of the author; empty if unnamed.
            id: Id given by the sender, "" for none; a call that is sent again with the same id is made once.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        made = self._store.call(self._table, self._player(chair), reason, who, id)
        if chair and not made.done_at:
            self._light(CallReferee(chair))

    def finish(self, id: str, who: str) -> Call | None:
        """Mark a call of this table as finished; the light at the box goes out with the last one.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        call = self._store.finish(id, who)
        if call:
            self.ended()
        return call

    def answered(self) -> None:
        """Mark all calls of the table as finished, as its box says."""
        self._store.finish_all(self._table, "")

    def ended(self) -> None:
        """Turn the light at the box off if no call of the table is open."""
        if self._session.play.calls and not self._store.open(self._table):
            self._light(Answered())

    def _player(self, chair: int) -> str:
        return self._present.now().chairs.get(chair, "")

    def _light(self, act: CallReferee | Answered) -> None:
        """Show calls on the box; a device does so for its own table once it hears of them."""
        try:
            self._session.do(act)
        except RecordsError as error:
            if error.kind != "table-elsewhere":
                raise
