"""One table: the centre of its hands, live hand, camera and box."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from device.drivers import Key
from device.link import Link, LinkEvent
from scoring.errors import ScoringError
from scoring.follow.events import Correction
from scoring.follow.play import Play
from scoring.match.course import course_of, out_of_play
from scoring.match.errors import Refusal
from scoring.match.missing import kept_book
from scoring.match.records import Act as MatchAct
from scoring.match.records import Corrected, Drawn, Erased, Renamed, Role, Seated, Swapped, Void
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera
from vision.table.check import Check
from webui.base.errors import WebError
from webui.hand.edits import Edit, SetCircumstances, Undo
from webui.hand.effects import EditRejectedError
from webui.hand.hand import Signed, TableHand, asked_of
from webui.hand.hands import EditConflictError, HandDeletedError, Hands
from webui.hand.once import Once
from webui.hand.photo_readings import PhotoReadings
from webui.hand.pictures import FollowReader, Reader, RemoteReader, Thumbnails
from webui.hand.questions import Answer
from webui.hand.reading_queue import ReadingQueue
from webui.hand.state import Circumstances, MatchHand
from webui.match.clock import KEY as CLOCK
from webui.match.clock import TableClock
from webui.match.completing import fill_defaults
from webui.match.dealing import told
from webui.match.matches import ActRejectedError, Matches, RoundRunningError, counted_in, expect_library, laid_in
from webui.match.renaming import erasing, known_names
from webui.records.bulletin import Bulletin, CallsChanged, HandChanged, Pulled, Recorded
from webui.records.calls import Call
from webui.records.database.journal import SET_ASIDE
from webui.records.errors import RecordsError
from webui.records.journal import JournalEntry
from webui.records.presets import keep_again
from webui.records.remote_commands import OF_DESK
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.rig.feed import Feed
from webui.rig.live_hand import (
    SAME_WISH,
    AnswerBox,
    Answered,
    BoxAct,
    CallReferee,
    ClaimWin,
    Draw,
    Given,
    LiveHand,
    RigAct,
    Start,
    said,
)
from webui.rig.live_hand_store import KEY as PLAY
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice
from webui.rig.rig import Rig, watching
from webui.table.claim_reader import ClaimReader
from webui.table.claims import attach, judge, tell_hands, waiting
from webui.table.follow.declared import declared
from webui.table.follow.following import Following
from webui.table.follow.journal import FollowedDeal, FollowJournal, TakenBack
from webui.table.follow.win import shown, taken
from webui.table.intake import HandIntake
from webui.table.news import HandChangeLog, NewsCursor
from webui.table.now import Now, Present
from webui.table.outcomes import counted_players
from webui.table.watched import WatchedHands
from webui.table.watching import Watcher

BOARD: Final = "board"
"""The key, with the state of no table, of the secret from which ids of what makers' boards did follow."""

FOLLOWS: Final = "follows"
"""The key of a choice made on the page: True if the camera follows the play."""

LAID: Final = 8
"""Newest hands among which those of a followed deal are looked for: its winners, and photographs of them."""

_DEALS_REMEMBERED: Final = 2000
"""Changes of followed deals whose time is known: those of the longest delay of a stream, an hour. More takes memory;
fewer tells of a change too early."""

WATCHES: Final = "watches"
"""The key of a choice made on the page: False if the camera looks only while somebody asks."""

_log = logging.getLogger(__name__)


class Table:
    """One table, safe to use from many threads.

    Attributes:
        given: Settings of the command line: "camera", "box", "rules"; choices on the page wait for a start without
            them.
        number: Its number in its records, from 1.
        records: Its storage.
        keep_exif: True if photos are stored with position, owner and serial numbers.
        photos: The photos of its hands.
        shown: The photos in their displayed form.
        bulletin: Its news.
        hands: Its hands.
        watched: The hands that its camera has stored on its own.
        watcher: The watcher of the hands that lie there while a match is played, if there is a camera.
        followed: The journal of the deals that its camera followed.
        following: The following of the play, if somebody has turned it on.
        intake: The intake of hands.
        hand_news: The log of changes of its hands.
        photo_readings: Photos that are read while their sender looks on.
        session: The live hand, with the table box if there is one.
        clock: The referee's clock.
        matches: The matches of its records.
        feed: The feed of its camera, or None.
        rig: The rig of a fixed camera.
        readings: The queue in which all its pictures are opened and read, one after another; shared by the tables of a
            server.
        unread: Readings of photos without a hand, by their SHA-256; shared in the same way.
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
        """Prepare a table; `start` opens its camera and looks for its box.

        Args:
            reader: The reader of pictures.
            rules: Name of the rules for its hands.
            camera: Its camera, or None.
            session: The live hand, with the table box if there is one.
            rig: The rig of the camera.
            records: Its storage, or None for memory.
            number: The table's number in its records.
            beside: A table of the same storage that shares its reading thread.
            elsewhere: Has photos read by other processes; None for that of the table beside it, if any.
            keep_exif: True to store photos with their private metadata, also True if the table beside it does.
        """
        self.elsewhere: RemoteReader | None = elsewhere or (beside.elsewhere if beside else None)
        self.keep_exif: Final[bool] = keep_exif or (beside is not None and beside.keep_exif)
        self.given: frozenset[str] = frozenset()
        self.number: Final = number
        self.outbox: Outbox | None = None
        """The sender of its records to a hall, or None outside a hall or on the hall's own database."""
        self.records: Final = records or Storage.open(None)
        self.photos: Final = self.records.photos
        self.shown: Final[Thumbnails] = beside.shown if beside else Thumbnails(self.photos)
        self._news = self.records.news(number)
        """The changes of other processes that are known."""
        self.bulletin: Final = Bulletin()
        self.bulletin.on(HandChanged, self._hand_changed)
        self.bulletin.on(Recorded, self._matched)
        self.hands: Final = Hands(self.records, number, bulletin=self.bulletin)
        self.session: Final = session or LiveHandStore()
        self.hand_news: Final = HandChangeLog(self.session.news)
        self.photo_readings: Final = PhotoReadings(self.session.news)
        self.session.go_on(self.records.values, number)
        self.clock: Final = TableClock(self.records.values, number, self.session.news)
        self.matches: Final = Matches(self.records.journal, number, rules, self.bulletin)
        self.rig = rig or Rig()
        self.readings: Final[ReadingQueue] = beside.readings if beside else ReadingQueue()
        self.unread: Final[Once[str, tuple[Evidence, tuple[Check, ...]]]] = beside.unread if beside else Once()
        self._reader: Final = reader
        self.present: Final = Present(self.matches, self.session, rules)
        self.watched: Final = WatchedHands(self.records.values, number, self.hands, self.matches, self.session)
        self.intake: Final = HandIntake(
            reader,
            self.records,
            self.hands,
            self.present,
            self.readings,
            self.shown,
            self.watched,
            self.elsewhere,
            self.keep_exif,
        )
        self._claimed: Final = ClaimReader(self.session, self.intake, lambda: (self.feed, self.rig))
        self._last_look = 0
        self.watcher: Final = Watcher(
            lambda: (self.feed, self.rig), self.session, self.hands, self.intake, self.watched, self.present.in_force
        )
        self.followed: Final = FollowJournal(self.records.followed, number, self._tell_deals)
        self.following: Final = Following(
            lambda: (self.feed, self.rig),
            self.session,
            self.followed,
            reader if isinstance(reader, FollowReader) else None,
            self.readings,
            self.present.in_force,
            self._take_from_play,
        )
        self._read_watching()
        self.feed = self._feed(camera) if camera else None
        self._equipment = 1
        self._deals = 0
        self._deals_at: Final[deque[datetime]] = deque(maxlen=_DEALS_REMEMBERED)
        self._changing: Final = threading.Lock()
        self._matched_at = 0
        self._catching_up = threading.Lock()
        self._unwatch: Callable[[], None] = lambda: None
        self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)
        self._matched(Recorded())

    def _feed(self, camera: Camera) -> Feed:
        """Return the feed of a camera, whose looks follow those of the one before."""
        return Feed(
            camera, self.detect, self.rig.decode, self.session.news, self._last_look, by_itself=self.watcher.wanted
        )

    def beside(self, number: int) -> "Table":
        """Return another table of the same storage, rules and reader, without camera and box."""
        return Table(self._reader, self.present.rules, records=self.records, number=number, beside=self)

    def send_by(self, outbox: Outbox) -> None:
        """Send records to a hall, and follow what comes from there."""
        self.outbox = outbox
        outbox.bulletin.on(Pulled, lambda _: self.matches.reload())
        outbox.bulletin.on(CallsChanged, lambda _: self.calls_ended())

    def start(self) -> None:
        """Open the camera and look for the box, if there are any.

        Raises:
            WeightsError: The network for dice is missing or unusable; nothing is then started.
        """
        if self.feed:
            self.rig.start(watching(self.feed, self.session, self.do))
            self.feed.start()
            self.watcher.start()
        self.following.start()
        self.session.start()
        self._listener.start()
        self._unwatch = self.records.watch(self._told)
        self.go_on()

    def go_on(self) -> None:
        """Read the claims that are unread, such as those made when the program ended."""
        self._claimed.read_all()

    def stop(self) -> None:
        """Stop everything that `start` began, all streams and readings, and wait for their threads."""
        self._unwatch()
        if self.feed:
            self.feed.end()
        self.readings.stop()
        self.session.stop()
        self.watcher.stop()
        self.following.stop()
        if self.feed:
            self.feed.stop()
        self.rig.stop()
        self._claimed.join(5)
        if self._listener.is_alive():
            self._listener.join(5)

    def use_camera(self, camera: Camera | None, rig: Rig | None = None) -> None:
        """Stop the current camera, and use another one; viewers follow.

        Args:
            camera: The camera, started or not, or None to go on without one.
            rig: The rig of that camera.

        Raises:
            WeightsError: The network for dice is missing or unusable; there is then no camera.
        """
        with self._changing:
            before, self.feed = self.feed, None
            if before:
                before.stop()
                self._last_look = before.last
            self.rig.stop()
            self.rig = rig or Rig()
            if camera and not self.stopped:
                feed = self._feed(camera)
                self.rig.start(watching(feed, self.session, self.do))
                feed.start()
                self.feed = feed
                self.watcher.start()
            self._tell_equipment()

    def use_box(self, box: Link | None) -> None:
        """Release the current table box, and look for another one.

        Args:
            box: The link to it, or None to go on without a box.
        """
        with self._changing:
            self.session.use_box(box)
            if not self.stopped:
                self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)
                self._listener.start()
            self._tell_equipment()

    def let_watch(self, on: bool) -> None:
        """Let the camera look on its own while a match is played, or only while somebody asks.

        Raises:
            RecordsError: It cannot be stored; it stays as it was.
        """
        self.records.values.keep(self.number, WATCHES, on)
        self.watcher.on = on
        self._tell_equipment()

    def let_follow(self, on: bool) -> None:
        """Let the camera follow the play while a match is played, or not.

        Raises:
            RecordsError: It cannot be stored; it stays as it was.
        """
        self.records.values.keep(self.number, FOLLOWS, on)
        self._follow(on)
        self.following.start()
        self._tell_equipment()

    def _read_watching(self) -> None:
        self.watcher.on = self.records.values.get(self.number, WATCHES) is not False
        self._follow(self.records.values.get(self.number, FOLLOWS) is True)

    def _follow(self, on: bool) -> None:
        if on != self.following.on:
            self.following.on = on
            self.watcher.tell()

    def _take_from_play(self, deal: MatchHand) -> None:
        """Fill in the circumstances of the hands laid in a deal from its followed play, where nobody has said them.

        Unsure ones are only offered: viewers load the hand again.
        """
        followed = self.followed.of(deal)
        if followed is None:
            return
        for hand in [hand for hand in self.hands.newest(limit=LAID) if not self.matches.counted(hand.id)]:
            for edit in taken(followed, hand):
                before = hand.laid.won
                try:
                    hand = self.hands.change(hand.id, edit, hand.version, "camera") or hand
                except (EditConflictError, HandDeletedError, EditRejectedError):
                    break  # somebody is editing it at this moment
                judge(self.session, self.hands, hand, before)
            for edit in declared(followed, hand):
                with suppress(EditConflictError, HandDeletedError, EditRejectedError):  # as above
                    hand = self.hands.change(hand.id, edit, hand.version, "camera") or hand
            if any(not (each.stands or each.sight.sure) for each in shown(followed, hand)):
                self.hand_news.tell(None)

    def say_of_play(self, deal: FollowedDeal, words: Sequence[Correction | TakenBack], who: str) -> None:
        """Keep what a person says of the steps of a followed deal, and fill in its laid hands from it.

        Raises:
            RecordsError: It cannot be stored, or a device has the table.
        """
        self.followed.say(deal.number, words, who)
        self._take_from_play(deal.begun.hand)

    def use_rules(self, name: str) -> None:
        """Score hands by other rules from now on; those of a match, and of existing hands, stay.

        Args:
            name: A key of `scoring.BOOKS`.
        """
        self.present.rules = name
        self._matched(Recorded())
        self._tell_equipment()

    def _tell_equipment(self) -> None:
        with self.session.news:
            self._equipment += 1
            self.session.news.notify_all()

    def _tell_deals(self) -> None:
        with self.session.news:
            self._deals += 1
            self._deals_at.append(datetime.now(UTC))
            self.session.news.notify_all()

    def deals_until(self, at: datetime) -> int:
        """Return the number of changes of its followed deals until a time."""
        with self.session.news:
            return self._deals - sum(each > at for each in self._deals_at)

    @property
    def stopped(self) -> bool:
        """True if no more changes will follow."""
        return self.session.stopped or bool(self.feed and self.feed.stopped)

    @property
    def versions(self) -> NewsCursor:
        """Return the present versions of the table, by topic."""
        newest = self.feed.newest if self.feed else None
        look = newest.number if newest else 0
        return NewsCursor(
            self.session.version,
            self.clock.version,
            self.matches.seen + 1,
            self.hand_news.count,
            look,
            self._equipment,
            reading=self.photo_readings.count,
            laid=self.watcher.version,
            deal=self._deals,
        )

    @property
    def known_to_page(self) -> NewsCursor:
        """Return the versions that a page made now shows: of hands and photos, and of all tables, as it asks next."""
        return NewsCursor(
            hand=self.hand_news.count,
            reading=self.photo_readings.count,
            deal=self._deals,
            kept=self.records.changes.count,
        )

    def wait(self, known: NewsCursor, live: bool, timeout: float) -> None:
        """Wait until there is news.

        Args:
            known: The known versions.
            live: True if looks of the camera count as news.
            timeout: Most seconds to wait.
        """

        feed = self.feed

        def news() -> bool:
            if live and self.feed is not feed:
                return True
            now = self.versions if live else replace(self.versions, look=0)
            return self.stopped or now.newer(known)

        with self.session.news:
            self.session.news.wait_for(news, timeout)

    def do(self, act: RigAct, id: str = "") -> LiveHand:
        """Follow an act on the page, and return the live hand after it.

        Args:
            act: The act.
            id: The sender's id; done once, however often it is sent. Empty for none.
        """
        if isinstance(act, Draw) and self.session.play.bound:
            self._draw(id)  # a draw that could not be recorded is done when it is sent again
            if not self.session.play.bound:  # it was the last hand
                self.session.remember(id)
                return self.session.play
        play = self.session.do(act, id)
        if not isinstance(act, Draw):
            self._act_on(act, id)
        return play

    def hear(self, event: LinkEvent) -> None:
        """Follow an event of the table box."""
        id = f"{event.box} {event.session} {event.number}"
        act = self.session.hear(event)
        if act:
            try:
                self._act_on(act, id)
            except (ScoringError, WebError):
                if not isinstance(act, Draw):
                    raise
                _log.warning("the table box could not record a draw", exc_info=True)
                self.session.notify(Notice("draw-unrecorded"))
        elif isinstance(event.message, Key) and event.message.name == "answer":
            self._answer(event.message.number, "")

    def follow_board(self, act: BoxAct, id: str = "") -> bool:
        """Follow an act of a maker's own board.

        Args:
            act: The act.
            id: The board's id of it; done once, however often it is sent. Empty for none.

        Returns:
            False if it answers a question, and none is open that has this answer.
        """
        if isinstance(act, AnswerBox) and self.session.has_done(id):
            return True  # another question may be open since
        meant = said(self.session.play, act)
        if meant:
            self.do(meant, id)
            return True
        answered = isinstance(act, AnswerBox) and self._answer(act.number, id)
        if answered:
            self.session.remember(id)
        return answered

    def _answer(self, number: int, id: str) -> bool:
        """Answer the first question about the winner's tiles by the number of an answer; return True if it has one."""
        claim = self.session.play.claim_of(self.session.play.winner)
        hand = self.hands.get(claim.hand) if claim else None
        asked = asked_of(hand) if hand else ()
        if hand is None or not asked or not 0 < number <= len(asked[0].choices):
            return False
        choice = asked[0].choices[number - 1]
        self.change(hand.id, Answer(asked[0].number, choice.answer), hand.version, id)
        return True

    def _draw(self, id: str) -> None:
        """Record that the hand of the match is drawn; pressed again at once, that means the same hand.

        Raises:
            RecordError: The rules want to know more.
            ActRejectedError: The match cannot follow it.
            RecordsError: It cannot be stored.
        """
        running = self.matches.running
        if running is None or running.match.current is None:
            return
        last = running.entries[-1]
        if isinstance(last.act, Drawn) and datetime.now(UTC) - datetime.fromisoformat(last.when) < SAME_WISH:
            return
        self.record({"type": "Drawn"}, self._id_of(id) or uuid4(), "", "table")

    def _id_of(self, id: str) -> UUID | None:
        """Return the id of a record or call that a sender's id of any form makes at this table, or None without one.

        It is not of the version of ids from an event's desk, which a table's device may not hand in, and follows from a
        secret of this storage: else another table's device could take it before.
        """
        if not id:
            return None
        secret = self.records.values.get(0, BOARD)
        if not secret:
            secret = str(uuid4())
            self.records.values.keep(0, BOARD, secret)
        return UUID(bytes=uuid5(UUID(secret), f"{self.number} {id}").bytes, version=4)

    def change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        id: str = "",
        signed: Signed | None = None,
        force: bool = False,
    ) -> TableHand | None:
        """Make one edit of a hand, as `Hands.change` does, and judge the win claimed with it.

        A hand becomes that of a claim once its winner is named, and gets its discarder from there.
        """
        known, match = self.hands.get(hand_id), self.matches.current

        def knows(hand: TableHand, won: Circumstances) -> Circumstances:
            return told(hand, won, match)

        hand = self.hands.change(hand_id, edit, version, id=id, signed=signed, force=force, told=knows)
        if hand:
            edited = known is None or hand.version != known.version
            before = hand.changes[-1].before.won if edited else hand.laid.won
            hand = attach(self.session, self.hands, hand, waiting(self.session.play, hand))
            judge(self.session, self.hands, hand, before)
        return hand

    def at(self, fresh: bool = True) -> AbstractContextManager[Now]:
        """Read the state of the table once; all that this thread reads of its matches inside is of that moment.

        Args:
            fresh: False to take the records known here, if there are any.
        """
        return self.present.at(fresh)

    def now(self) -> Now:
        """Return the state of the table now."""
        return self.present.now()

    @property
    def rules(self) -> str:
        """Name of its own rules, for hands outside a match; a key of `scoring.BOOKS`."""
        return self.present.rules

    def record(
        self,
        sent: Mapping[str, Any],
        id: UUID,
        who: str,
        role: Role,
        after: int | None = None,
        force: bool = False,
    ) -> tuple[JournalEntry[MatchAct], bool]:
        """Record an act of the match, completed by the table, once; it is on the disk when this returns.

        Args:
            sent: The act as plain JSON values.
            id: The sender's id; the same id and act again return the existing record.
            who: Name of the author; empty if unnamed.
            role: Role of the author.
            after: Number of the last record that the sender has seen, or None for the current hand.
            force: True to record a change even if other records depend on it, and a match over that of a round.

        Returns:
            The record, and True if it is new.

        Raises:
            RecordError: The values are not an act.
            RoundRunningError: It begins a match over that of a round.
            IncompleteActError: A stored hand lacks something that the act leaves to it.
            ActRejectedError: The match cannot follow it.
            StaleHandError: The current hand is not the one after record `after`.
            DependentActsError: Other records depend on the change.
            RecordsError: Another act has this id, the hall refuses this device, or it cannot be stored.
        """
        with self.matches.at() as version:
            if there := self.matches.again(id, sent):
                return there, False
            if self.outbox:
                self.outbox.expect_taken()
            if sent.get("type") == "Seated" and not force and (running := self.matches.running) and running.of_round:
                raise RoundRunningError("round-running", table=self.number)
            act = fill_defaults(sent, self.matches, self.present.rules, self.hands.get)
        if isinstance(act, Seated) and id.version != OF_DESK:  # a round goes on, and its hands wait for the library
            expect_library(act.rules or self.present.rules)
        if after is None and not isinstance(act, Corrected) and any(laid_in(act)):
            after = version  # the stored hand is one of the current hand
        known = known_names(self.records) if isinstance(act, Erased) else ()
        with self.matches.writing(everywhere=isinstance(act, Erased)) as writing:
            if there := writing.again(id, sent):
                return there, False
            entry = writing.next(id, self.matches.complete(act, force), who, role)
            match = self.matches.follow(entry, after, force)
            if isinstance(act, Erased):
                if match is None:
                    raise ActRejectedError(Refusal("nobody-seated"))
                writing.erase(entry, erasing(match, act.name, known), sent)
            else:
                entry = writing.append(entry, sent)
            for laid in laid_in(entry.act):
                if match and (counted := counted_in(match, laid)):
                    writing.tag(laid, {"player": list(counted_players(counted))})
        if isinstance(act, Erased):
            return self.records.journal.entries(self.number, entry.number - 1, 1)[0], True
        if isinstance(entry.act, Seated) and (current := self.matches.current):
            keep_again(self.records, current.match.rules.name)
        if isinstance(act, Corrected | Void | Renamed | Swapped):
            self._mark(entry)
        return entry, True

    def set_aside(self, number: int, who: str, role: Role) -> None:
        """Go on without a damaged record, whose row stays in the database.

        Args:
            number: Number of the record.
            who: Who decides it.
            role: In which role.

        Raises:
            RecordsError: It cannot be stored.
        """
        self.records.journal.set_aside(self.number, number, who, role)
        self.matches.reload()

    def _mark(self, entry: JournalEntry[MatchAct]) -> None:
        """Update the player tags of stored hands after a change of the match."""
        found = self.matches.of_record(entry.number)
        entries = found.entries if found else (entry,)
        for laid in {laid for each in entries for laid in laid_in(each.act)}:
            counted = self.matches.counted(laid)
            self.hands.mark(laid, {"player": list(counted_players(counted)) if counted else []})

    def catch_up(self) -> None:
        """Load records of other processes at the table, and notify all viewers.

        Raises:
            RecordsError: They cannot be read.
        """
        with self._catching_up:
            news = self.records.news(self.number, self._news.stamp)
            if news.rewrites != self._news.rewrites or SET_ASIDE in news.values:
                self.matches.reload()
            elif self.matches.version != self._matched_at:
                self.bulletin.tell(Recorded())
            if PLAY in news.values:
                self.session.read_again(*self._hand_in_play)
            if CLOCK in news.values:
                self.clock.read_again()
            if {WATCHES, FOLLOWS} & news.values:
                self._read_watching()
                self.following.start()
                self._tell_equipment()
            if news.stamp != self._news.stamp:
                self._tell_deals()
            for hand in news.hands:
                self.bulletin.tell(HandChanged(hand))
            self._news = news

    def _hand_changed(self, news: HandChanged) -> None:
        """Notify viewers of a hand that was laid, changed, put away or brought back."""
        self.hand_news.tell(news.hand)
        self.watcher.told(news.hand)
        self.following.laid()

    def _told(self, table: int) -> None:
        if table == self.number:
            self.catch_up()

    @property
    def _hand_in_play(self) -> tuple[MatchHand | None, tuple[str, ...], bool, Play]:
        """Return the current hand of the match, the winds that cannot win it, True if all win who claim a discard, and
        the way in which the rules in force are played.

        Outside a match the hand is None, without winds, and False.
        """
        with self.at(fresh=False) as now:
            play, running = kept_book(now.in_force).play, now.running
        hand = running.match.current if running else None
        if running is None or hand is None:
            return None, (), False, play
        barred = {*hand.dead, *out_of_play(running.match.rules, hand)}
        out = tuple([wind for wind, player in hand.seats.items() if player in barred])
        return running.deal, out, running.match.body.all_claims_win, play

    def _matched(self, _: Recorded) -> None:
        """Let the live hand follow the match, and notify all viewers of a new record."""
        try:
            with self.matches.at(fresh=False) as self._matched_at:
                self.session.in_match(*self._hand_in_play)
                self._tell_laid()
        except RecordsError:  # the record stands; the live hand follows with the next record or start
            _log.exception("the hand in play could not follow the match")
        with self.session.news:
            self.session.news.notify_all()

    def _tell_laid(self) -> None:
        """Tell the hands laid in a hand in play that goes on after a win what the match knows now, such as who is out.

        Raises:
            RecordsError: It cannot be stored.
        """
        running = self.matches.running
        if running is None or not course_of(running.match.rules).hand.goes_on:
            return
        for hand in self.hands.newest(limit=LAID):
            if hand.laid.deal != running.deal or self.matches.counted(hand.id):
                continue
            known = told(hand, hand.laid.won, running)
            if known != hand.laid.won:
                with suppress(EditConflictError, HandDeletedError, EditRejectedError):  # somebody edits it now
                    self.hands.change(hand.id, SetCircumstances(known), hand.version, "match")

    def reconsider(self) -> None:
        """Read the camera's picture again, after a change of the tile set or the calibration."""
        if self.feed:
            self.feed.reconsider()

    def _listen(self) -> None:
        for event in self.session.events():
            try:
                self.hear(event)
            except Exception:
                _log.exception("an event of the table box could not be followed: %s", event)

    def _act_on(self, act: RigAct, id: str) -> None:
        """Carry an act's effects to the table's hands and its match: read the claimed hand, or set its discarder."""
        match act:
            case Draw():
                self._draw(id)
            case ClaimWin(chair) if self.session.play.claim_of(chair):
                self._claimed.read(chair)
            case Given():
                tell_hands(self.session, self.hands)
            case Start(chair) if chair:
                with self.at() as now:
                    if now.running:
                        self.clock.begin(datetime.fromisoformat(now.running.entries[0].when), now.body)
            case CallReferee(chair):
                self.records.calls.call(self.number, self.now().chairs.get(chair, ""), id=str(self._id_of(id) or ""))
            case Answered():
                self.records.calls.finish_all(self.number, "")

    def call_referee(self, chair: int, reason: str, who: str, id: str = "") -> None:
        """Call a referee from a device, with a light at the box if the seat is known.

        Args:
            chair: Seat of the caller, 1 to 4, or 0 if unknown.
            reason: The reason; empty for none.
            who: Name of the author; empty if unnamed.
            id: Id given by the sender, "" for none; a call that is sent again with the same id is made once.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        made = self.records.calls.call(self.number, self.now().chairs.get(chair, ""), reason, who, id)
        if chair and not made.done_at:
            self._light(CallReferee(chair))

    def finish_call(self, id: str, who: str) -> Call | None:
        """Mark a call of this table as finished; the light at the box goes out with the last one.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        call = self.records.calls.finish(id, who)
        if call:
            self.calls_ended()
        return call

    def calls_ended(self) -> None:
        """Turn the light at the box off if no call of the table is open."""
        if self.session.play.calls and not self.records.calls.open(self.number):
            self._light(Answered())

    def _light(self, act: CallReferee | Answered) -> None:
        """Show calls on the box; a device does so for its own table once it hears of them."""
        try:
            self.session.do(act)
        except RecordsError as error:
            if error.kind != "table-elsewhere":
                raise

    def see(self, picture: Picture) -> Evidence:
        """Return the evidence of a picture; only for tasks that `readings` runs."""
        return self._reader.detect(picture)

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Queue a picture, and return its evidence, with the picture turned by a number of quarters.

        Raises:
            QueueStoppedError: The program ends.
        """
        return self.readings.run(partial(self._reader.detect, picture, quarters))
