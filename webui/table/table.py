"""One table: where its hands, the hand in play, its camera and its box meet."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from device.link import Event, Link
from scoring.match.bodies import Body, body_of
from scoring.match.records import Act as MatchAct
from scoring.match.records import Corrected, Erased, Renamed, Role, Swapped, Void
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera
from vision.table.check import Check
from webui.hand.edits import Edit, Undo
from webui.hand.hand import Signed, TableHand
from webui.hand.hands import Hands
from webui.hand.once import Once
from webui.hand.pictures import Reader, RemoteReader, Thumbnails
from webui.hand.questions import Answer
from webui.hand.reading_queue import ReadingQueue
from webui.hand.state import MatchHand
from webui.match.clock import KEY as CLOCK
from webui.match.clock import TableClock
from webui.match.completing import fill_defaults
from webui.match.matches import Matches, laid_in
from webui.match.renaming import erasing, known_names
from webui.records.calls import Call
from webui.records.errors import RecordsError
from webui.records.journal import JournalEntry
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.rig.feed import Feed
from webui.rig.live_hand import CHAIRS, Act, Answered, CallReferee, ClaimWin, Given, LiveHand, Start
from webui.rig.live_hand_store import KEY as PLAY
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig, watching
from webui.table.claim_reader import ClaimReader
from webui.table.claims import attach, judge, tell_hands, waiting
from webui.table.intake import HandIntake
from webui.table.news import HandChangeLog, NewsCursor
from webui.table.outcomes import counted_players

_log = logging.getLogger(__name__)


class Table:
    """One table, safe to use from many threads.

    Attributes:
        rules: Name of the rules its hands are scored by, a key of `scoring.RULES`.
        given: What the command line decides: "camera", "box", "rules"; what was chosen on the page waits for a start
            without it.
        number: Its number in its records, from 1.
        records: What is kept of it.
        keep_exif: Whether photographs are kept with position, owner and serial numbers.
        photos: The photographs of its hands, as they are kept.
        shown: The same as they are shown.
        hands: The hands laid there.
        intake: Takes hands in.
        hand_news: Which of them change.
        session: The hand in play, with the table box when there is one.
        clock: The referee's clock.
        matches: The matches played there, of its records.
        feed: What its camera sees; None without a camera.
        rig: Where the camera sees the table, when it stays in its place.
        readings: What all its pictures are opened and read on, one after another; shared by the tables of a server.
        unread: What is seen in photographs without a hand, by their SHA-256; shared in the same way.
    """

    def __init__(
        self,
        reader: Reader,
        rules: str = "mcr",
        camera: Camera | None = None,
        session: LiveHandStore | None = None,
        rig: Rig | None = None,
        records: Storage | None = None,
        number: int = 1,
        beside: "Table | None" = None,
        elsewhere: RemoteReader | None = None,
        keep_exif: bool = False,
    ) -> None:
        """Prepares a table; `start` opens its camera and looks for its box.

        Args:
            reader: What reads pictures.
            rules: Name of the rules that its hands are scored by.
            camera: Where its pictures come from; None without a camera.
            session: The hand in play, with the table box when there is one.
            rig: Where the camera sees the table.
            records: What is kept; None to keep it in memory.
            number: The table's number in its records.
            beside: A table of the same records whose pictures are read on the same thread.
            elsewhere: What has photographs read by other processes; None for that of the table beside it, if any.
            keep_exif: Whether photographs are kept with what gives people away, as they are where the table beside it
                does.
        """
        self.elsewhere: RemoteReader | None = elsewhere or (beside.elsewhere if beside else None)
        self.keep_exif: Final[bool] = keep_exif or (beside is not None and beside.keep_exif)
        self.rules = rules
        self.given: frozenset[str] = frozenset()
        self.number: Final = number
        self.outbox: Outbox | None = None
        """What sends its records to a hall; None where it is in none, or on the hall's own database."""
        self.records: Final = records or Storage.open(None)
        self.photos: Final = self.records.photos
        self.shown: Final[Thumbnails] = beside.shown if beside else Thumbnails(self.photos)
        self._news = self.records.news(number)
        """What of other processes is known."""
        self.hands: Final = Hands(self.records, number)
        self.session: Final = session or LiveHandStore()
        self.hand_news: Final = HandChangeLog(self.session.news)
        self.hands.changed = self.hand_news.tell
        self.session.go_on(self.records.values, number)
        self.clock: Final = TableClock(self.records.values, number, self.session.news)
        self.matches: Final = Matches(self.records.journal, number, rules, self._matched)
        self.rig = rig or Rig()
        self.readings: Final[ReadingQueue] = beside.readings if beside else ReadingQueue()
        self.unread: Final[Once[str, tuple[Evidence, tuple[Check, ...]]]] = beside.unread if beside else Once()
        self.recorded: Callable[[], None] = lambda: None
        """Called after every new record."""
        self._reader: Final = reader
        self.intake: Final = HandIntake(
            reader,
            self.records,
            self.hands,
            self.matches,
            self.session,
            self.readings,
            self.shown,
            lambda: self.in_force,
            self.elsewhere,
            self.keep_exif,
        )
        self._claimed: Final = ClaimReader(self.session, self.intake, lambda: (self.feed, self.rig))
        self.feed = Feed(camera, self.detect, self.rig.decode, self.session.news) if camera else None
        self._equipment = 1
        self._last_look = 0
        self._changing: Final = threading.Lock()
        self._matched_at = 0
        self._catching_up = threading.Lock()
        self._unwatch: Callable[[], None] = lambda: None
        self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)
        self._matched()

    def beside(self, number: int) -> "Table":
        """Another table of the same records, rules and reader, without camera and box."""
        return Table(self._reader, self.rules, records=self.records, number=number, beside=self)

    def start(self) -> None:
        """Opens the camera and looks for the box, where there are any.

        Raises:
            WeightsError: what dice are read with is missing or unusable; then nothing is started.
        """
        if self.feed:
            self.rig.start(watching(self.feed, self.session, self.do))
            self.feed.start()
        self.session.start()
        self._listener.start()
        self._unwatch = self.records.watch(self._told)
        self.go_on()

    def go_on(self) -> None:
        """Reads the claims that nobody has read, such as those made when the program ended."""
        self._claimed.read_all()

    def stop(self) -> None:
        """Ends what `start` began, all streams of it, and what is being read; waits for the threads of all."""
        self._unwatch()
        if self.feed:
            self.feed.end()
        self.readings.stop()
        self.session.stop()
        if self.feed:
            self.feed.stop()
        self.rig.stop()
        self._claimed.join(5)
        if self._listener.is_alive():
            self._listener.join(5)

    def use_camera(self, camera: Camera | None, rig: Rig | None = None) -> None:
        """Stops the camera that there was, and takes pictures from another one; viewers follow.

        Args:
            camera: Where pictures come from, started or not; None to go on without a camera.
            rig: Where that camera sees the table.

        Raises:
            WeightsError: what dice are read with is missing or unusable; then there is no camera.
        """
        with self._changing:
            before, self.feed = self.feed, None
            if before:
                before.stop()
                self._last_look = before.last
            self.rig.stop()
            self.rig = rig or Rig()
            if camera and not self.stopped:
                feed = Feed(camera, self.detect, self.rig.decode, self.session.news, self._last_look)
                self.rig.start(watching(feed, self.session, self.do))
                feed.start()
                self.feed = feed
            self._tell_equipment()

    def use_box(self, box: Link | None) -> None:
        """Lets the table box go that there was, and looks for another one.

        Args:
            box: The link to it; None to go on without a box.
        """
        with self._changing:
            self.session.use_box(box)
            if not self.stopped:
                self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)
                self._listener.start()
            self._tell_equipment()

    def use_rules(self, name: str) -> None:
        """Scores hands by other rules from now on; those of a match, and of hands laid before, stay.

        Args:
            name: A key of `scoring.RULES`.
        """
        self.rules = name
        self._tell_equipment()

    def _tell_equipment(self) -> None:
        with self.session.news:
            self._equipment += 1
            self.session.news.notify_all()

    @property
    def stopped(self) -> bool:
        """Whether nothing more will come."""
        return self.session.stopped or bool(self.feed and self.feed.stopped)

    @property
    def versions(self) -> NewsCursor:
        """What there is to know of the table now, by topic."""
        newest = self.feed.newest if self.feed else None
        look = newest.number if newest else 0
        return NewsCursor(
            self.session.version,
            self.clock.version,
            self.matches.seen + 1,
            self.hand_news.count,
            look,
            self._equipment,
        )

    def wait(self, known: NewsCursor, live: bool, timeout: float) -> None:
        """Waits until there is news.

        Args:
            known: What is known already.
            live: Whether it matters what the camera sees.
            timeout: Seconds to wait at most.
        """

        feed = self.feed

        def news() -> bool:
            if live and self.feed is not feed:
                return True
            now = self.versions if live else replace(self.versions, look=0)
            return self.stopped or now.newer(known)

        with self.session.news:
            self.session.news.wait_for(news, timeout)

    def do(self, act: Act, id: str = "") -> LiveHand:
        """Follows what somebody did on the page; gives the hand in play as it stands then.

        Args:
            act: What was done.
            id: What the sender calls it; done once, however often it is sent. Empty for none.
        """
        play = self.session.do(act, id)
        self._act_on(act)
        return play

    def hear(self, event: Event) -> None:
        """Follows what the table box says."""
        act = self.session.hear(event)
        if act:
            self._act_on(act)

    def change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        id: str = "",
        signed: Signed | None = None,
        force: bool = False,
    ) -> TableHand | None:
        """Makes one change to a hand, as `Hands.change` does, and judges the win that was claimed with it.

        A hand becomes that of a claim once somebody says whose it is, so that it has who gave the tile from there.
        """
        hand = self.hands.change(hand_id, edit, version, id=id, signed=signed, force=force)
        if hand:
            hand = attach(self.session, self.hands, hand, waiting(self.session.play, hand))
            judge(self.session, self.hands, hand)
        return hand

    @property
    def chairs(self) -> dict[int, str]:
        """Who sits at each chair in the match that is being played; nobody while none is."""
        running = self.matches.running
        if running is None or running.match.current is None:
            return {}
        seats, play = running.match.current.seats, self.session.play
        return {chair: seats[play.wind_of(chair)] for chair in CHAIRS}

    @property
    def in_force(self) -> str:
        """Name of the rules that a hand laid now is scored by: those of the match, else the table's own."""
        running = self.matches.running
        return running.match.rules.name if running else self.rules

    @property
    def body(self) -> Body:
        """The body that the table plays by: that of its match, else the one of its rules."""
        current = self.matches.current
        return current.match.body if current else body_of(self.rules)

    def record(
        self,
        sent: Mapping[str, Any],
        id: UUID,
        who: str,
        role: Role,
        after: int | None = None,
        force: bool = False,
    ) -> JournalEntry[MatchAct]:
        """Records an act of the match, completed by what the table knows; it is on the disk when this returns.

        Args:
            sent: The act as plain JSON values.
            id: What its sender calls it; the same id and act again give the record that is there.
            who: Who records it; empty where nobody gives a name.
            role: In what role.
            after: Number of the last record that its sender has seen; None to mean the hand that is in play.
            force: Whether a change is also recorded where other records hang on what it changes.

        Raises:
            RecordError: The values are no act.
            IncompleteActError: The act leaves to a laid hand what that does not give.
            ActRejectedError: The match does not follow it.
            StaleHandError: Another hand is in play than after record `after`.
            DependentActsError: Other records hang on what it changes.
            RecordsError: Another act has this id, the hall takes nothing from here, or it cannot be kept.
        """
        if self.outbox:
            self.outbox.expect_taken()
        version = self.matches.version
        act = fill_defaults(sent, self.matches, self.rules, self.hands.get)
        if after is None and not isinstance(act, Corrected) and any(laid_in(act)):
            after = version  # the laid hand is one of the hand that is in play now
        erase = partial(erasing, name=act.name, known=known_names(self.records)) if isinstance(act, Erased) else None
        entry = self.matches.record(act, id, who, role, sent, after, force, erase, counted_players)
        if isinstance(act, Corrected | Void | Renamed | Swapped):
            self._mark(entry)
        return entry

    def _mark(self, entry: JournalEntry[MatchAct]) -> None:
        """Lets the laid hands be found by the players whom a change of the match says that they are about."""
        found = self.matches.of_record(entry.number)
        entries = found.entries if found else (entry,)
        for laid in {laid for each in entries for laid in laid_in(each.act)}:
            counted = self.matches.counted(laid)
            self.hands.mark(laid, {"player": list(counted_players(counted)) if counted else []})

    def catch_up(self) -> None:
        """Takes over what other processes have recorded at the table, and tells everybody who looks on.

        Raises:
            RecordsError: it cannot be read.
        """
        with self._catching_up:
            news = self.records.news(self.number, self._news.stamp)
            if news.rewrites != self._news.rewrites:
                self.matches.reload()
            elif self.matches.version != self._matched_at:
                self._matched()
            if PLAY in news.values:
                self.session.read_again(*self._hand_in_play)
            if CLOCK in news.values:
                self.clock.read_again()
            for hand in news.hands:
                self.hand_news.tell(hand)
            self._news = news

    def _told(self, table: int) -> None:
        if table == self.number:
            self.catch_up()

    @property
    def _hand_in_play(self) -> tuple[MatchHand | None, tuple[str, ...]]:
        """The hand in play of the match, and the winds whose hand is dead; none where no match is being played."""
        running = self.matches.running
        hand = running.match.current if running else None
        if running is None or hand is None:
            return None, ()
        return running.deal, tuple([wind for wind, player in hand.seats.items() if player in hand.dead])

    def _matched(self) -> None:
        """Lets the hand in play follow the match, and tells everybody who looks on of a new record."""
        try:
            self._matched_at = self.matches.version
            self.session.in_match(*self._hand_in_play)
        except RecordsError:  # what was recorded stands; the hand in play follows with the next record or start
            _log.exception("the hand in play could not follow the match")
        with self.session.news:
            self.session.news.notify_all()
        self.recorded()

    def reconsider(self) -> None:
        """Reads what the camera sees anew, after a change of the set of tiles or of the calibration."""
        if self.feed:
            self.feed.reconsider()

    def _listen(self) -> None:
        for event in self.session.events():
            try:
                self.hear(event)
            except Exception:
                _log.exception("an event of the table box could not be followed: %s", event)

    def _act_on(self, act: Act) -> None:
        """Does for the table's hands what an act asks for: reads the claimed one, or tells it who gave its tile."""
        match act:
            case ClaimWin(chair) if self.session.play.claim_of(chair):
                self._claimed.read(chair)
            case Given():
                tell_hands(self.session, self.hands)
            case Start(chair) if chair:
                if running := self.matches.running:
                    self.clock.begin(datetime.fromisoformat(running.entries[0].when), self.body)
            case CallReferee(chair):
                self.records.calls.call(self.number, self.chairs.get(chair, ""))
            case Answered():
                self.records.calls.finish_all(self.number, "")

    def call_referee(self, chair: int, reason: str, who: str) -> None:
        """Calls a referee from a device, with a light at the box where the chair is known.

        Args:
            chair: Who calls, 1 to 4, or 0 when nobody says so.
            reason: Why; empty for none.
            who: Who does it on the device; empty where nobody gives a name.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
        """
        self.records.calls.call(self.number, self.chairs.get(chair, ""), reason, who)
        if chair:
            self._light(CallReferee(chair))

    def finish_call(self, id: str, who: str) -> Call | None:
        """Says that a call of this table is done; the light at the box goes out with the last one.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
        """
        call = self.records.calls.finish(id, who)
        if call:
            self.calls_ended()
        return call

    def calls_ended(self) -> None:
        """Puts the light at the box out where no call of the table is open any more."""
        if self.session.play.calls and not self.records.calls.open(self.number):
            self._light(Answered())

    def _light(self, act: CallReferee | Answered) -> None:
        """Lets the box show calls; that of a table that a device has does so once the device hears of them."""
        try:
            self.session.do(act)
        except RecordsError as error:
            if error.kind != "table-elsewhere":
                raise

    def see(self, picture: Picture) -> Evidence:
        """What the networks see in a picture; only for tasks that `readings` runs."""
        return self._reader.detect(picture)

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """What the networks see in a picture, turned by so many quarters; when it is this one's turn to be read.

        Raises:
            QueueStoppedError: the program ends.
        """
        return self.readings.run(partial(self._reader.detect, picture, quarters))
