"""The live hand, stored for all viewers: changed on the page, and by the table box if there is one."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from device.link import Link, LinkEvent
from scoring.play import USUAL, Play
from webui.hand.state import MatchHand
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.values import UNREADABLE, ValueStore
from webui.rig.live_hand import LiveHand, RigAct, follow, hear, in_match, lamps, meant
from webui.rig.notice import Notice
from webui.rig.serialization import live_hand_to_json, stored_from_json

_REMEMBERED: Final = 512
"""Events of the box, by number, and acts of the page, by id, remembered so that none counts twice. More takes memory;
fewer may follow a late repetition."""


KEY: Final = "play"
"""The key of the live hand."""

_log = logging.getLogger(__name__)


class LiveHandStore:
    """The live hand and its table box, safe to use from many threads.

    It changes only its own state: the caller handles the effects of an act on the table's hands.
    """

    def __init__(self, box: Link | None = None, log: Path | None = None) -> None:
        """Prepare a session; `start` looks for the box.

        Args:
            box: The link to the table box, or None.
            log: File that every link writes to, or None for no record of the line.
        """
        self.box = box
        self.log: Final = log
        self.news: Final = threading.Condition()
        """Notified of every change."""
        self._play = LiveHand()
        self._version = 1
        self._heard: deque[tuple[str, int, int]] = deque(maxlen=_REMEMBERED)
        self._lit: dict[tuple[Any, int], bool] = {}
        self._stopped = False
        self._values: ValueStore | None = None
        self._table = 0
        self._stamp = 0
        """Stamp of the stored live hand."""

    def go_on(self, values: ValueStore, table: int) -> None:
        """Continue with the stored live hand, and store every change from now on.

        Args:
            values: The store of the live hand.
            table: The table's number there.
        """
        with self.news:
            self._values, self._table = values, table
            self._read(values)

    def read_again(
        self, deal: MatchHand | None, out: Collection[str] = (), all_win: bool = False, played: Play = USUAL
    ) -> None:
        """Load changes of the live hand that another process has stored.

        Args:
            deal: The current hand of the match, or None outside a match.
            out: Winds of the players who cannot win it.
            all_win: True if the match lets all win who claim a discard.
            played: The play of the rules in force.

        Raises:
            webui.records.errors.RecordsError: They cannot be read.
        """
        with self.news:
            before = self._play
            if self._values:
                self._read(self._values)
            self._play = in_match(self._play, deal, out, all_win, played)
            if self._play != before:
                self._tell()

    def _read(self, values: ValueStore) -> None:
        kept, self._stamp = values.stamped(self._table, KEY)
        if kept is None:
            return
        try:
            play, heard = stored_from_json(kept)
        except UNREADABLE as error:  # damaged, or written by another version
            _log.warning("the hand in play cannot be read: %s", error)
            return
        now = self._play  # what the match and the rules determine is not stored, and stays until they change
        self._play = replace(play, all_win=now.all_win, out=now.out, played=now.played)
        self._heard.clear()
        self._heard.extend(heard)

    def start(self) -> None:
        """Start looking for the box."""
        if self.box:
            self._light()
            self.box.start()

    def stop(self) -> None:
        """End all streams, and release the box."""
        with self.news:
            self._stopped = True
            self.news.notify_all()
        if self.box:
            self.box.stop()

    def use_box(self, box: Link | None) -> None:
        """Release the current box, and look for another one.

        Args:
            box: The link to it, or None to go on without a box.
        """
        with self.news:
            before, self.box = self.box, None
            self.news.notify_all()
        if before:
            before.stop()  # otherwise its port would not open again
        with self.news:
            if self._stopped:
                return
            self.box = box
            self._lit.clear()
            self.news.notify_all()
        self.start()

    @property
    def play(self) -> LiveHand:
        """The present live hand."""
        return self._play

    @property
    def version(self) -> int:
        """Number of changes of `play`, from 1."""
        return self._version

    def now(self) -> tuple[int, LiveHand]:
        """Return the version, and the live hand of that version."""
        with self.news:
            return self._version, self._play

    @property
    def stopped(self) -> bool:
        """True if `stop` was called: no more events will follow."""
        return self._stopped

    def events(self) -> Iterator[LinkEvent]:
        """Yield the box's events as they arrive, until the session is stopped; none without a box."""
        if self.box:
            yield from self.box.listen()

    def do(self, act: RigAct, id: str = "") -> LiveHand:
        """Follow an act on the page, once, and return the live hand after it.

        Args:
            act: The act.
            id: The sender's id; empty for none.
        """
        key = (id, 0, 0) if id else None
        with self.news:
            if key and key in self._heard:
                return self._play
            return self._change(lambda play: follow(play, act, datetime.now(UTC)), key)

    def hear(self, event: LinkEvent) -> RigAct | None:
        """Follow an event of the box.

        Returns:
            The act of the players, or None if there was none or the event is a repetition.
        """
        key = (event.box, event.session, event.number)
        if key in self._heard:
            return None
        act: RigAct | None = None

        def heard(live: LiveHand) -> LiveHand:
            nonlocal act
            act = meant(event.message, live)
            return hear(live, event.message, event.at)

        self._change(heard, key, asked=False)
        return act

    def has_done(self, id: str) -> bool:
        """Return True if an act of the page or of a maker's board with this id was followed."""
        return bool(id) and (id, 0, 0) in self._heard

    def remember(self, id: str) -> None:
        """Remember the id of something that changes no live hand, such as the answer about a hand's tiles."""
        if id:
            self._change(lambda play: play, (id, 0, 0))

    def notify(self, wrong: Notice) -> None:
        """Show an error to the table until the next act."""
        self._change(lambda play: replace(play, wrong=wrong), asked=False, keep=False)

    def in_match(
        self, deal: MatchHand | None, out: Collection[str] = (), all_win: bool = False, played: Play = USUAL
    ) -> None:
        """Follow the match being played; this is not stored, but derived from the match's records at each start.

        Args:
            deal: Its current hand, or None outside a match.
            out: Winds of the players who cannot win it.
            all_win: True if the match lets all win who claim a discard.
            played: The play of the rules in force.
        """
        self._change(lambda live: in_match(live, deal, out, all_win, played), keep=False)

    def settle(self, chair: int, **known: Any) -> None:
        """Update a seat's claim, if it still stands.

        Args:
            chair: Seat of the claim.
            known: Attributes of `WinClaim`.
        """

        def settled(live: LiveHand) -> LiveHand:
            claims = (replace(claim, **known) if claim.chair == chair else claim for claim in live.claims)
            return replace(live, claims=tuple(claims))

        self._change(settled, asked=False)

    def _change(
        self,
        change: Callable[[LiveHand], LiveHand],
        key: tuple[str, int, int] | None = None,
        asked: bool = True,
        keep: bool = True,
    ) -> LiveHand:
        """Change the live hand and store it.

        Args:
            change: Returns the live hand after the change.
            key: Identity of the box's event, or of the page's act, that changes it.
            asked: True if somebody learns of a failure to store it, so that everything stays unchanged and they ask
                again. A button of the box has done its work: its meaning holds, and the table shows a notice.
            keep: True to store it now, False to store it with the next change.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored, and somebody asked for it.
        """
        with self.news:
            play = change(self._play)
            try:
                while keep and (key or play != self._play):
                    try:
                        self._keep(play, (*self._heard, key) if key else tuple(self._heard))
                        break
                    except WriteConflictError:
                        if self._has_read(key):
                            return self._play
                        play = change(self._play)
            except RecordsError as error:
                if asked:
                    raise
                _log.warning("the hand in play is not kept: %s", error)
                play = replace(play, wrong=Notice("play-unrecorded"))
            if key:
                self._heard.append(key)
            if play != self._play:
                self._play = play
                self._tell()
            return play

    def _has_read(self, key: tuple[str, int, int] | None) -> bool:
        """Load changes of another process; return True if that process already followed the same act or event."""
        before = self._play
        if self._values:
            self._read(self._values)
        if self._play != before:
            self._tell()
        return key is not None and key in self._heard

    def _tell(self) -> None:
        self._version += 1
        self.news.notify_all()
        self._light()

    def _keep(self, live: LiveHand, heard: tuple[tuple[str, int, int], ...]) -> None:
        if self._values is None:
            return
        numbers: dict[tuple[str, int], list[int]] = {}
        for box, session, number in heard[-_REMEMBERED:]:
            numbers.setdefault((box, session), []).append(number)
        listed = [[box, session, each] for (box, session), each in numbers.items()]
        kept = {"play": live_hand_to_json(live), "heard": listed}
        self._stamp = self._values.keep(self._table, KEY, kept, self._stamp)

    def _light(self) -> None:
        if self.box is None:
            return
        for lamp, lit in lamps(self._play).items():
            if self._lit.get(lamp) is not lit:
                self._lit[lamp] = lit
                self.box.light(*lamp, "on" if lit else "off")
