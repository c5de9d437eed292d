"""The hand in play, kept for everybody who looks on: changed on the page, and by the table box when there is one."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from device.link import Event, Link
from webui.hand.state import MatchHand
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.values import ValueStore
from webui.rig.live_hand import Act, LiveHand, follow, hear, in_match, lamps, meant
from webui.rig.notice import Notice
from webui.rig.serialization import live_hand_from_json, live_hand_to_json

_REMEMBERED: Final = 512
"""Events of the box remembered by their number, and acts of the page by their id, so that none counts twice. Not
measured."""


KEY: Final = "play"
"""The key that the hand in play is kept by."""

_log = logging.getLogger(__name__)


class LiveHandStore:
    """The hand in play and its table box, safe to use from many threads.

    It changes nothing but its own state: what follows from an act for the hands of the table is up to who called.
    """

    def __init__(self, box: Link | None = None, log: Path | None = None) -> None:
        """Prepares a session; the box is not looked for before `start`.

        Args:
            box: The link to the table box, None when there is none.
            log: The file that every link writes; None to keep no record of the line.
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
        """That of the hand in play as it is kept."""

    def go_on(self, values: ValueStore, table: int) -> None:
        """Goes on with the hand in play that is kept, and keeps every change from now on.

        Args:
            values: Where it is kept.
            table: The table's number there.
        """
        with self.news:
            self._values, self._table = values, table
            self._read(values)

    def read_again(self, deal: MatchHand | None, dead: Collection[str] = ()) -> None:
        """Takes over what another process has kept of the hand in play.

        Args:
            deal: The hand in play of the match; None where none is being played.
            dead: Winds of the players whose hand is dead.

        Raises:
            webui.records.errors.RecordsError: it cannot be read.
        """
        with self.news:
            before = self._play
            if self._values:
                self._read(self._values)
            self._play = in_match(self._play, deal, dead)
            if self._play != before:
                self._tell()

    def _read(self, values: ValueStore) -> None:
        kept, self._stamp = values.stamped(self._table, KEY)
        if kept is None:
            return
        try:
            play = live_hand_from_json(kept["play"])
            heard = [(box, session, number) for box, session, numbers in kept["heard"] for number in numbers]
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:  # written by another version
            _log.warning("the hand in play cannot be read: %s", error)
            return
        self._play = play
        self._heard.clear()
        self._heard.extend(heard)

    def start(self) -> None:
        """Looks for the box."""
        if self.box:
            self._light()
            self.box.start()

    def stop(self) -> None:
        """Ends all streams, lets the box go."""
        with self.news:
            self._stopped = True
            self.news.notify_all()
        if self.box:
            self.box.stop()

    def use_box(self, box: Link | None) -> None:
        """Lets the box go that there was, and looks for another one.

        Args:
            box: The link to it; None to go on without a box.
        """
        with self.news:
            before, self.box = self.box, None
            self.news.notify_all()
        if before:
            before.stop()  # or its port would not open again
        with self.news:
            if self._stopped:
                return
            self.box = box
            self._lit.clear()
            self.news.notify_all()
        self.start()

    @property
    def play(self) -> LiveHand:
        """The hand in play as it stands now."""
        return self._play

    @property
    def version(self) -> int:
        """Counts the changes of `play`, from 1."""
        return self._version

    def now(self) -> tuple[int, LiveHand]:
        """The version, and the hand in play that has it."""
        with self.news:
            return self._version, self._play

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called: nothing more will come."""
        return self._stopped

    def events(self) -> Iterator[Event]:
        """What the box says, as it comes, until the session is stopped; nothing without a box."""
        if self.box:
            yield from self.box.listen()

    def do(self, act: Act, id: str = "") -> LiveHand:
        """Follows what somebody did on the page, once; gives the hand in play as it stands then.

        Args:
            act: What was done.
            id: What the sender calls it; empty for none.
        """
        key = (id, 0, 0) if id else None
        with self.news:
            if key and key in self._heard:
                return self._play
            return self._change(lambda play: follow(play, act, datetime.now(UTC)), key)

    def hear(self, event: Event) -> Act | None:
        """Follows what the box says.

        Returns:
            What people did with it; None when they did nothing, or when this event was heard before.
        """
        key = (event.box, event.session, event.number)
        if key in self._heard:
            return None
        self._change(lambda play: hear(play, event.message, event.at), key, asked=False)
        return meant(event.message)

    def in_match(self, deal: MatchHand | None, dead: Collection[str] = ()) -> None:
        """Follows the match that is being played, whose records are kept; so this is not, but made anew at each start.

        Args:
            deal: Its hand in play; None where none is being played.
            dead: Winds of the players whose hand is dead.
        """

        if in_match(self._play, deal, dead) != self._play:
            self._change(lambda play: in_match(play, deal, dead), keep=False)

    def settle(self, chair: int, **known: Any) -> None:
        """Puts in what is known of the claim of a chair, if that still stands.

        Args:
            chair: Whose claim.
            known: Attributes of `Claim`.
        """

        def settled(play: LiveHand) -> LiveHand:
            claims = (replace(claim, **known) if claim.chair == chair else claim for claim in play.claims)
            return replace(play, claims=tuple(claims))

        self._change(settled, asked=False)

    def _change(
        self,
        change: Callable[[LiveHand], LiveHand],
        key: tuple[str, int, int] | None = None,
        asked: bool = True,
        keep: bool = True,
    ) -> LiveHand:
        """Changes the hand in play and keeps it.

        Args:
            change: Gives the hand in play after the change.
            key: What names the event of the box, or the act of the page, that changes it.
            asked: Whether somebody is told where it cannot be kept, so that everything stays as it was and they ask
                again. A button of the box has done its work: what it says holds, and the table is told.
            keep: Whether it is kept now; else with the next change.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept, and somebody asked for it.
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
        """Takes over what another process has kept meanwhile; whether that followed the same act or event already."""
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

    def _keep(self, play: LiveHand, heard: tuple[tuple[str, int, int], ...]) -> None:
        if self._values is None:
            return
        numbers: dict[tuple[str, int], list[int]] = {}
        for box, session, number in heard[-_REMEMBERED:]:
            numbers.setdefault((box, session), []).append(number)
        listed = [[box, session, each] for (box, session), each in numbers.items()]
        kept = {"play": live_hand_to_json(play), "heard": listed}
        self._stamp = self._values.keep(self._table, KEY, kept, self._stamp)

    def _light(self) -> None:
        if self.box is None:
            return
        for lamp, lit in lamps(self._play).items():
            if self._lit.get(lamp) is not lit:
                self._lit[lamp] = lit
                self.box.light(*lamp, "on" if lit else "off")
