"""One table: where its hands, the hand in play, its camera and its box meet."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from device.link import Event, Link
from scoring.match.bodies import Body, body_of
from scoring.match.records import Corrected, Erased, Renamed, Role, Swapped, Void
from vision.errors import reason
from vision.evidence import Evidence
from vision.hand.candidates import hand_within
from vision.image import Picture
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Edit, Undo
from webui.hand.questions import Answer
from webui.hand.state import CIRCUMSTANCES, Circumstances, MatchHand, said
from webui.hand.text import from_text
from webui.records.calls import Call
from webui.records.errors import RecordsError
from webui.records.outbox import Outbox
from webui.records.store import Entry, Records
from webui.table.claims import attach, judge, tell_hands, waiting
from webui.table.clock import KEY as CLOCK
from webui.table.clock import End, StartClock, TableClock
from webui.table.completing import completed
from webui.table.endings import counted_players
from webui.table.erasing import erasing
from webui.table.feed import CameraDown, Feed
from webui.table.hands import Hands, Signed, TableHand, blank, entered, photographed
from webui.table.matches import Matches, laid_in
from webui.table.news import HandNews, Versions
from webui.table.notice import Notice
from webui.table.pictures import Elsewhere, NoOther, NothingSeen, Reader, Sent, Shown, taken
from webui.table.play import CHAIRS, Act, Answered, CallReferee, ClaimWin, Given, Play, Start, Throw, in_match
from webui.table.readings import Readings, Stopping
from webui.table.rig import Rig, Watched
from webui.table.session import KEY as PLAY
from webui.table.session import Session

SETTLING: Final = 3.0
"""Seconds that a hand to be taken is given to lie still and uncovered. Not measured."""

_log = logging.getLogger(__name__)


class Table:
    """One table, safe to use from many threads.

    Attributes:
        rules: Name of the rules its hands are scored by, a key of `scoring.RULES`.
        given: What the command line decides: "camera", "box", "rules"; what was chosen on the page waits for a start
            without it.
        number: Its number in its records, from 1.
        records: What is kept of it.
        photos: The photographs of its hands, as they were taken.
        shown: The same as they are shown.
        hands: The hands laid there.
        hand_news: Which of them change.
        session: The hand in play, with the table box when there is one.
        clock: The referee's clock.
        matches: The matches played there, of its records.
        feed: What its camera sees; None without a camera.
        rig: Where the camera sees the table, when it stays in its place.
        readings: What all its pictures are opened and read on, one after another; shared by the tables of a server.
    """

    def __init__(
        self,
        reader: Reader,
        rules: str = "mcr",
        camera: Camera | None = None,
        session: Session | None = None,
        rig: Rig | None = None,
        records: Records | None = None,
        number: int = 1,
        beside: "Table | None" = None,
        elsewhere: Elsewhere | None = None,
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
        """
        self.elsewhere: Elsewhere | None = elsewhere or (beside.elsewhere if beside else None)
        self.rules = rules
        self.given: frozenset[str] = frozenset()
        self.number: Final = number
        self.outbox: Outbox | None = None
        """What sends its records to a hall; None where it is in none, or on the hall's own database."""
        self.records: Final = records or Records.open(None)
        self.photos: Final = self.records.photos
        self.shown: Final[Shown] = beside.shown if beside else Shown(self.photos)
        self._news = self.records.news(number)
        """What of other processes is known."""
        self.hands: Final = Hands(self.records, number)
        self.session: Final = session or Session()
        self.hand_news: Final = HandNews(self.session.news)
        self.hands.changed = self.hand_news.tell
        self.session.go_on(self.records, number)
        self.clock: Final = TableClock(self.records, number, self.session.news)
        self.matches: Final = Matches(self.records, number, rules, self._matched)
        self.rig = rig or Rig()
        self.readings: Final[Readings] = beside.readings if beside else Readings()
        self.recorded: Callable[[], None] = lambda: None
        """Called after every new record."""
        self._reader: Final = reader
        self.feed = Feed(camera, self.look, self.rig.weigh, self.session.news) if camera else None
        self._equipment = 1
        self._last_look = 0
        self._changing: Final = threading.Lock()
        self._matched_at = 0
        self._catching_up = threading.Lock()
        self._unwatch: Callable[[], None] = lambda: None
        self._claims: Final[dict[int, threading.Thread]] = {}
        self._claiming = threading.Lock()
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
            self.rig.start(self._watched(self.feed))
            self.feed.start()
        self.session.start()
        self._listener.start()
        self._unwatch = self.records.watch(self._told)
        self.go_on()

    def go_on(self) -> None:
        """Reads the claims that nobody has read, such as those made when the program ended."""
        for claim in self.session.play.claims:
            self._read_claim(claim.chair)

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
        with self._claiming:
            claims = list(self._claims.values())
        for thread in (*claims, self._listener):
            if thread.is_alive():
                thread.join(5)

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
                feed = Feed(camera, self.look, self.rig.weigh, self.session.news, self._last_look)
                self.rig.start(self._watched(feed))
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
    def versions(self) -> Versions:
        """What there is to know of the table now, by topic."""
        newest = self.feed.newest if self.feed else None
        look = newest.number if newest else 0
        return Versions(
            self.session.version,
            self.clock.version,
            self.matches.seen + 1,
            self.hand_news.count,
            look,
            self._equipment,
        )

    def wait(self, known: Versions, live: bool, timeout: float) -> None:
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

    def do(self, act: Act, id: str = "") -> Play:
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

    def lay(
        self,
        open_picture: Callable[[], Sent | Picture],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        anyway: bool = False,
    ) -> TableHand:
        """Reads a picture and keeps it as a hand, on the disk when this returns.

        Args:
            open_picture: Gives the picture, with its bytes where somebody sent it; called when it is this one's turn
                to be read.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            id: What the sender calls it; the same photograph again is the hand that is there. Empty for none.
            after: Number of the last record that the sender has seen; it is of the hand that was in play then. None for
                the hand that is in play.
            anyway: Whether a picture without tiles is kept too, for its hand to be entered.

        Raises:
            NothingSeen: the picture shows no tiles, and is not kept anyway.
            vision.image.ImageError: it could not be opened.
            webui.records.errors.RecordsError: it cannot be kept.
            Busy: as many photographs wait already as may.
            Stopping: the program ends.
        """

        deal = self.matches.deal(after)

        def read() -> TableHand:
            opened = open_picture()
            sent = opened if isinstance(opened, Sent) else taken(opened)
            again = self.hands.again(id, sent.data)
            return again or self._keep(sent, lambda: self._reader.read(sent.picture), chair, deal, id, anyway)

        return self.readings.run_sent(read)

    def lay_other(self, hand: TableHand, number: int, id: str = "") -> TableHand:
        """Reads another hand of a photograph that was read, and keeps it as a hand of its own.

        Args:
            hand: What was read first, with its photograph.
            number: Which of `Reading.others`, from 1.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            NoOther: the photograph shows no such hand.
            webui.records.errors.RecordsError: it is not there any more, or the hand cannot be kept.
            Busy: as many photographs wait already as may.
            Stopping: the program ends.
        """
        others = hand.reading.others if hand.reading else ()
        if not hand.photo or not 0 < number <= len(others):
            raise NoOther("no-other-hand")
        weigh = partial(hand_within, others[number - 1])
        chair = next((claim.chair for claim in self.session.play.claims if claim.hand == hand.id), 0)

        def read() -> TableHand:
            sent = Sent.of(self.photos.read(hand.photo))
            again = self.hands.again(id, sent.data)
            return again or self._keep(
                sent, lambda: self._reader.read(sent.picture, weigh=weigh), chair, hand.laid.deal, id
            )

        return self.readings.run_sent(read)

    def lay_sent(
        self,
        photo: Callable[[], bytes],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        anyway: bool = False,
    ) -> TableHand:
        """As `lay`, for the bytes of a photograph; a worker reads it where there is one.

        Args:
            photo: Gives its bytes as they were sent; called once.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            id: What the sender calls it; the same photograph again is the hand that is there. Empty for none.
            after: Number of the last record that the sender has seen; it is of the hand that was in play then.
            anyway: Whether a picture without tiles is kept too, for its hand to be entered.
        """
        if not self.elsewhere or not self.elsewhere.workers:
            return self.lay(lambda: Sent.of(photo()), chair, id, after, anyway)
        with self.readings.counted():
            deal, data = self.matches.deal(after), photo()
            again = self.hands.again(id, data)
            if again:
                return again
            with self.photos.coming(data, self.records.hands.names_photo) as name:
                reading = self.elsewhere.read(name)
                if reading:
                    won = self._won(reading, chair, deal)
                    hand = photographed(name, reading, self.in_force, won, deal, id, anyway)
                    hand = self._add(hand, chair)
                    self.elsewhere.took(name)
                    return hand
        return self.lay(lambda: Sent.of(data), chair, id, after, anyway)  # no worker was left

    def lay_seen(self, feed: Feed, chair: int = 0, number: int = 0) -> TableHand:
        """Keeps the hand that the table's own camera sees, as soon as its reading has settled.

        A look older than `FRESH` is not taken. A hand that goes on moving or stays covered is read in the newest
        picture alone, and gets a doubt for it.

        Args:
            feed: What the camera sees.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            number: The look that somebody saw and means; taken where its reading had settled.

        Raises:
            CameraDown: no new pictures come from the camera.
            NothingSeen: no tiles lie there.
        """
        _expect_pictures(feed)
        deal = self.matches.deal()
        look = feed.look(number)
        if look is None or not look.stands:
            look = feed.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = self.rig.weigh(sight.evidence, chair) if chair else sight.reading
            return self._keep(taken(sight.picture), lambda: reading, chair, deal)
        _expect_pictures(feed)  # it may have stopped meanwhile
        frame = feed.camera.newest()
        if frame is None:
            raise NothingSeen("nothing-shown")
        weigh = None if self.rig.calibration is None else partial(self.rig.weigh, chair=chair)
        reading = self.readings.run(partial(self._reader.read, frame.picture, weigh=weigh))
        doubts = (*reading.doubts, Doubt(None, "not-still"))
        return self._keep(taken(frame.picture), lambda: replace(reading, sure=False, doubts=doubts), chair, deal)

    def lay_blank(self, chair: int = 0, id: str = "") -> TableHand:
        """Keeps a hand without a photo, to be entered tile by tile; of the same id there is one."""
        again, deal = self.hands.again(id, b""), self.matches.deal()
        return again or self._add(blank(self.in_force, self._known(chair, deal), deal, id), chair)

    def lay_text(self, text: str, chair: int = 0, id: str = "") -> TableHand:
        """Keeps a hand that is given as text; what the text does not say of how it was won, the table says.

        Args:
            text: Hand text.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            id: What the sender calls it; of the same id there is one. Empty for none.

        Raises:
            NotationError: the text is no hand.
            ValueError: it has a meld that is none.
        """
        again = self.hands.again(id, b"")
        if again:
            return again
        laid = from_text(text, self.in_force)
        deal = self.matches.deal()
        known = self._known(chair, deal)
        open_ = {name: getattr(known, name) for name in CIRCUMSTANCES if getattr(laid.won, name) is None}
        won = said(laid.won, replace(laid.won, **open_), "play")
        return self._add(entered(replace(laid, won=won, deal=deal), id), chair)

    def keep(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Keeps a picture that was read as a hand.

        Raises:
            NothingSeen: no tile was found in it.
            webui.records.errors.RecordsError: it cannot be kept.
        """
        return self._keep(taken(picture), lambda: reading, chair, self.matches.deal())

    def won(self, reading: Reading, chair: int = 0) -> Circumstances:
        """What the table knows of how a hand was won.

        Args:
            reading: What the camera read; a calibrated one says whose hand it is.
            chair: Whose hand somebody says that it is, 1 to 4; 0 when nobody does.
        """
        return self._won(reading, chair, self.matches.deal())

    def _won(self, reading: Reading, chair: int, deal: MatchHand | None) -> Circumstances:
        seen = not chair and not self.session.play.claim_of(reading.chair)
        return self._known(chair or reading.chair, deal, seen)

    def _known(self, chair: int, deal: MatchHand | None, seen: bool = False) -> Circumstances:
        """How the hand of a chair was won, as far as the table knows, with the winds of a hand of the match."""
        play = self.session.play
        running = self.matches.running
        if deal is None:
            return Circumstances() if running else play.won(chair, seen)
        if running is None or running.number != deal.match:
            return Circumstances()
        return in_match(play, deal).won(chair, seen)

    def change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        id: str = "",
        signed: Signed | None = None,
        anyway: bool = False,
    ) -> TableHand | None:
        """Makes one change to a hand, as `Hands.change` does, and judges the win that was claimed with it.

        A hand becomes that of a claim once somebody says whose it is, so that it has who gave the tile from there.
        """
        hand = self.hands.change(hand_id, edit, version, id=id, signed=signed, anyway=anyway)
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

    def record(self, sent: Mapping[str, Any], id: UUID, who: str, role: Role, after: int | None = None) -> Entry:
        """Records an act of the match, completed by what the table knows; it is on the disk when this returns.

        Args:
            sent: The act as plain JSON values.
            id: What its sender calls it; the same id and act again give the record that is there.
            who: Who records it; empty where nobody gives a name.
            role: In what role.
            after: Number of the last record that its sender has seen; None to mean the hand that is in play.

        Raises:
            RecordError: The values are no act.
            Incomplete: The act leaves to a laid hand what that does not give.
            ActRefused: The match does not follow it.
            WentOn: Another hand is in play than after record `after`.
            RecordsError: Another act has this id, or it cannot be kept.
        """
        version = self.matches.version
        act = completed(sent, self.matches, self.rules, self.hands.get)
        if after is None and not isinstance(act, Corrected) and any(laid_in(act)):
            after = version  # the laid hand is one of the hand that is in play now
        erase = partial(erasing, name=act.name) if isinstance(act, Erased) else None
        entry = self.matches.record(act, id, who, role, sent, after, erase, counted_players)
        if isinstance(act, Corrected | Void | Renamed | Swapped):
            self._mark(entry)
        return entry

    def _mark(self, entry: Entry) -> None:
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
                self._read_claim(chair)
            case Given():
                tell_hands(self.session, self.hands)
            case Start(chair) if chair:
                self._start_clock()
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
            self.session.do(CallReferee(chair))

    def finish_call(self, id: str, who: str) -> Call | None:
        """Says that a call of this table is done; the light at the box goes out with the last one.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
        """
        call = self.records.calls.finish(id, who)
        if call and self.session.play.calls and not self.records.calls.open(self.number):
            self.session.do(Answered())
        return call

    def _start_clock(self) -> None:
        """Begins the session of a match at the first press of a start button; later ones leave the clock alone."""
        running, clock = self.matches.running, self.clock.clock
        if running is None:
            return
        seated = datetime.fromisoformat(running.entries[0].when)
        if clock.started is None or clock.started < seated:
            if clock.started and not clock.ended:
                self.clock.do(End(), self.body)  # that of the match before
            self.clock.do(StartClock(), self.body)

    def _read_claim(self, chair: int) -> None:
        """Has the hand of a claim read, once: not while that goes on, and not where it is read."""
        with self._claiming:
            claim = self.session.play.claim_of(chair)
            if claim is None or not claim.unread or chair in self._claims or self.stopped:
                return
            self._claims[chair] = threading.Thread(target=self._read_claims, args=(chair,), name="claim", daemon=True)
            self._claims[chair].start()

    def _read_claims(self, chair: int) -> None:
        """Reads the hand of a claim; and again where the claim was withdrawn and made anew meanwhile."""
        try:
            self._read_claimed(chair)
        finally:
            with self._claiming:
                del self._claims[chair]
        self._read_claim(chair)

    def _read_claimed(self, chair: int) -> None:
        """Reads the hand of a chair that claims a win, or says why it cannot be read."""
        feed = self.feed
        trouble: Notice | None = None
        try:
            if feed is None:
                trouble = Notice("no-camera")
            elif feed.camera.newest() is None:
                trouble = Notice("camera-dark")
            else:
                self.lay_seen(feed, chair)
        except CameraDown:
            trouble = Notice("camera-dark")
        except NothingSeen:
            trouble = Notice("no-tiles")
        except Stopping:
            return
        except RecordsError as error:
            _log.warning("the hand of chair %d could not be recorded: %s", chair, error)
            trouble = Notice("hand-unrecorded")
        except Exception as error:  # whatever a driver or a network raises, the claim must not wait for ever
            _log.exception("the hand of chair %d could not be read", chair)
            trouble = Notice("hand-unreadable", {"reason": reason(error)})
        if trouble:
            self.session.settle(chair, trouble=trouble)

    def see(self, picture: Picture) -> Evidence:
        """What the networks see in a picture; only for tasks that `readings` runs."""
        return self._reader.look(picture)

    def look(self, picture: Picture, quarters: int = 0) -> Evidence:
        """What the networks see in a picture, turned by so many quarters; when it is this one's turn to be read.

        Raises:
            Stopping: the program ends.
        """
        return self.readings.run(partial(self._reader.look, picture, quarters))

    def _keep(
        self,
        sent: Sent,
        read: Callable[[], Reading],
        chair: int,
        deal: MatchHand | None,
        id: str = "",
        anyway: bool = False,
    ) -> TableHand:
        """Keeps a photograph, then the hand that is read in it; without tiles neither stays, unless anyway."""
        with self.photos.coming_while(sent.data, self.records.hands.names_photo, read) as (photo, reading):
            hand = photographed(photo, reading, self.in_force, self._won(reading, chair, deal), deal, id, anyway)
            self.shown.prepare(photo, sent.picture)
            return self._add(hand, chair)

    def _add(self, hand: TableHand, chair: int) -> TableHand:
        hand = self.hands.add(hand)
        if hand.laid.deal != self.matches.deal():
            return hand  # the claim of that chair is one of another hand
        return attach(self.session, self.hands, hand, chair or (hand.reading.chair if hand.reading else 0))

    def _watched(self, feed: Feed) -> Watched:
        """What the rig looks at: the dice while a throw is due and no table box says what was thrown."""

        def tiles() -> NDArray[np.float64] | None:
            reading = feed.newest_reading()
            return None if reading is None else np.array([t.quad for t in reading.tiles]).reshape(-1, 4, 2)

        def thrown(dice: tuple[int, int]) -> None:
            self.do(Throw(2 if self.session.play.first else 1, dice))

        return Watched(
            feed.camera,
            tiles,
            awaited=lambda: self.session.box is None and self.session.play.thrower > 0,
            thrown=thrown,
            needed=lambda: feed.viewers > 0,
        )


def _expect_pictures(feed: Feed) -> None:
    """Refuses a camera from which no new pictures come.

    Raises:
        CameraDown: its trouble.
    """
    trouble = feed.camera.health().trouble
    if trouble:
        raise CameraDown("camera-down", trouble)
