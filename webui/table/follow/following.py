"""The work that follows the play at a table with a calibrated camera while a match is played."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import numpy as np
from msgspec.structs import replace

from scoring.follow.decode import Decoder, Settings
from scoring.follow.events import AnyEvent, Correction, Discard, Drawn, Unseen, Win
from scoring.follow.seen import Look
from scoring.follow.state import Standing
from scoring.follow.things import Things, shares
from scoring.match.missing import kept_book
from vision.evidence import Evidence
from vision.follow.crops import Crops
from vision.follow.follower import Follower
from vision.image import Picture
from vision.quad import Quad
from vision.quads import Array, Quads
from webui.hand.pictures import FollowReader
from webui.hand.reading_queue import QueueStoppedError, ReadingQueue
from webui.hand.state import MatchHand
from webui.records.errors import RecordsError
from webui.rig.feed import Feed
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig
from webui.table.follow.hearing import FreshDeal, freshened, hear
from webui.table.follow.journal import Begun, FollowedDeal, FollowJournal, Resumed, Step, Told, shifted
from webui.table.follow.pace import Pace

BEGAN: Final = 4
"""Discards from which on the play shows who deals. More asks later; fewer would take a late first look for another
dealer."""

PLAYED: Final = 20
"""Discards after which a deal without a seen end was played, though nobody has recorded it: another one lies on the
table then. More takes the next for the same; fewer takes tiles that were mixed for a deal."""

LIKELY: Final = 0.02
"""Least share of the looks for a tile that a step may be. More offers fewer to a person who corrects it; less offers
tiles that nobody would take for it."""

MOST_LIKELY: Final = 6
"""Most tiles that a step may be; more do not fit one row of a phone."""

_SIDE: Final = 160
"""Longest side in pixels of the pictures of steps. More takes more room; less blurs the faces."""

_AGAIN: Final = 1.0
"""Seconds between two looks for something to do. More begins later; less takes processor time."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Sight:
    """A camera at its place.

    Attributes:
        corners: The corners of the table as calibrated.
        size: Width and height of the pictures.
        zero: Time of its first picture (`time.monotonic`).
        follower: The follower of its pictures.
        crops: The pictures of tiles.
    """

    corners: Quad
    size: tuple[int, int]
    zero: float
    follower: Follower
    crops: Crops = field(default_factory=partial(Crops, _SIDE))


@dataclass(slots=True, eq=False)
class _Course:
    """A deal that is followed.

    Attributes:
        hand: The hand of the match.
        on_table: Number of the deal by the follower.
        decoder: Makes events of what is seen.
        begun: What the journal says of it.
        at: When it began (UTC).
        number: Its number in the journal, or None before its first event.
        numbers: Events of it that an earlier decoder told.
        seconds: Seconds of the deal at second 0 of the decoder.
        count: Events that the decoder told.
        discards: Discards among them.
        over: True if its end was seen.
        early: True if it began before the end of the hand before was recorded.
        waiting: What is not stored yet.
    """

    hand: MatchHand
    on_table: int
    decoder: Decoder
    begun: Begun
    at: datetime
    number: int | None = None
    numbers: int = 0
    seconds: float = 0.0
    count: int = 0
    discards: int = 0
    early: bool = False
    over: bool = False
    waiting: list[tuple[Resumed | AnyEvent, bytes | None]] = field(default_factory=list)


class Following:
    """The following of one table, safe to use from many threads; it is off until somebody turns it on."""

    def __init__(
        self,
        camera: Callable[[], tuple[Feed | None, Rig]],
        session: LiveHandStore,
        journal: FollowJournal,
        reader: FollowReader | None,
        readings: ReadingQueue,
        rules: Callable[[], str],
        told: Callable[[MatchHand], None],
    ) -> None:
        """Prepare for one table.

        Args:
            camera: Returns the feed of the table's camera, or None without one, and its rig.
            session: The live hand, which follows the match.
            journal: The journal of the table's deals.
            reader: Finds and names tiles; None follows nothing.
            readings: The queue in which pictures are read.
            rules: Returns the name of the rules of a hand now.
            told: Called with the hand of the match whose followed deal has a win, or whose laid hands may be new.
        """
        self.on = False
        """True if somebody has turned it on."""
        self.standing: Standing | None = None
        """The step with the game, or None while nothing is followed."""
        self.slow = False
        """True while the computer is too slow to follow every picture that it needs."""
        self.misplaced = False
        """True if the walls do not fit the corners of the table, and the play is followed where they stand."""
        self.changes = 0
        """Number of times that `slow` or `misplaced` has changed."""
        self._camera: Final = camera
        self._session: Final = session
        self._journal: Final = journal
        self._reader: Final = reader
        self._readings: Final = readings
        self._rules: Final = rules
        self._told: Final = told
        self._sight: _Sight | None = None
        self._course: _Course | None = None
        self._over: int | None = None
        """The deal on the table, by the follower, whose hand of the match is over."""
        self._ended: set[int] = set()
        self._laid = False
        self._heard: FreshDeal | None = None
        self._told_here: frozenset[int] = frozenset()
        self._refused = ""
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def heard(self) -> tuple[Told, ...]:
        """The newest events, told at once; the journal has them seconds later."""
        return self._heard.told if self._heard else ()

    def tells(self, deal: int) -> bool:
        """Return True for a deal of the journal whose fresh events this program tells."""
        return deal in self._told_here

    def fresh(self, hand: MatchHand, deal: FollowedDeal | None) -> FollowedDeal | None:
        """Return the followed deal of a hand of the match, as the journal has it, with what was just seen."""
        return freshened(deal, self._heard, hand)

    @property
    def wanted(self) -> bool:
        """True while the play is followed: it is on, and a match is played before a calibrated camera."""
        feed, rig = self._camera()
        bound = self._session.play.deal is not None
        return self.on and self._reader is not None and bound and feed is not None and rig.calibration is not None

    def start(self) -> None:
        """Start the thread, if it is on and not running."""
        if self.on and self._thread is None and not self._stopped.is_set():
            self._thread = threading.Thread(target=self._run, name="following", daemon=True)
            self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread, waiting up to `timeout` seconds for it."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout)

    def laid(self) -> None:
        """Look again for hands that a followed win may fill in, as one was laid."""
        self._laid = self.on

    def _run(self) -> None:
        seen, feed, pace = 0, None, Pace()
        while not self._stopped.is_set():
            if not self.wanted:
                self.leave()
                pace = Pace()
                self._say(slow=False, misplaced=False)
                self._stopped.wait(_AGAIN)
                continue
            before, (feed, _) = feed, self._camera()
            if feed is None:
                continue
            frame = feed.camera.wait(seen if feed is before else 0, _AGAIN)
            if frame is None:
                continue
            seen, began = frame.number, time.monotonic()
            try:
                self.follow(frame.picture, frame.at)
                self._refused = ""
            except QueueStoppedError:
                return
            except RecordsError as error:
                if str(error) != self._refused:  # logged once while it lasts
                    _log.warning("the followed play cannot be stored: %s", error)
                self._refused = str(error)
            except Exception:
                _log.exception("the play could not be followed")
                self.leave()
                self._stopped.wait(_AGAIN)
                began = time.monotonic()
            if pace.note(began, time.monotonic()):
                self._say(slow=pace.slow)
            self._stopped.wait(max(0.0, frame.at + 1 / pace.rate - time.monotonic()))

    def _say(self, *, slow: bool | None = None, misplaced: bool | None = None) -> None:
        """Tell viewers if something hinders now, or hinders no more; what is None stays as it is."""
        before = self.slow, self.misplaced
        self.slow = self.slow if slow is None else slow
        self.misplaced = self.misplaced if misplaced is None else misplaced
        if (self.slow, self.misplaced) != before:
            self.changes += 1
            self._journal.tell()

    def leave(self) -> None:
        """Stop following for now; what follows later begins with a gap."""
        self._sight, self._course, self._over, self.standing = None, None, None, None

    def follow(self, picture: Picture, at: float) -> None:
        """Follow the next picture.

        Args:
            picture: The picture.
            at: Its time (`time.monotonic`).

        Raises:
            RecordsError: An event cannot be stored; the next picture tries again.
            QueueStoppedError: The program ends.
        """
        hand, sight = self._session.play.deal, self._seen_by(picture, at)
        if hand is None or sight is None:
            self.leave()
            return
        look = sight.follower.update(picture, at - sight.zero)
        self._say(misplaced=sight.follower.misplaced)
        if look is not None:
            sight.crops.keep(look, picture)
            self._turn(hand, sight, look)
            course = self._course
            if course is not None:
                self._tell(course, sight, course.decoder.look(look))
            self.standing = course.decoder.standing if course else None
            if course is not None:
                self._seat(course)
                self._hear(course)
        if self._course is not None:
            self._store(self._course)
        if self._laid:
            self._laid = False
            self._told(hand)

    def _seen_by(self, picture: Picture, at: float) -> _Sight | None:
        """Return the camera at its place, anew after another calibration; None without one."""
        calibration, reader = self._camera()[1].calibration, self._reader
        if calibration is None or reader is None:
            return None
        size = (picture.shape[1], picture.shape[0])
        corners = calibration.scaled(size).corners
        sight = self._sight
        if sight is None or (sight.corners, sight.size) != (corners, size):
            if sight is not None:
                self.leave()

            def detect(part: Picture, share: float) -> Evidence:
                return self._readings.run(partial(reader.detect_part, part, share))

            def name(whole: Picture, quads: Quads) -> Array:
                return self._readings.run(partial(reader.name, whole, np.asarray(quads)))

            sight = self._sight = _Sight(corners, size, at, Follower(detect, name, size, corners))
        return sight

    def _turn(self, hand: MatchHand, sight: _Sight, look: Look) -> None:
        """Follow the match, and the table, to the next deal."""
        course, on_table = self._course, sight.follower.deal
        if course is not None and course.on_table != on_table and not course.count:
            self._course = course = None  # tiles that were mixed
        if course is not None and course.on_table != on_table:
            self._finish(course, sight)
            early = course.hand == hand and (course.over or course.discards >= PLAYED)
            self._course = self._begun(hand, sight, look, early)
        elif course is not None and course.hand != hand and course.early:
            course.hand, course.early = hand, False
            course.begun = self.begins(hand)
            if course.number is not None:
                self._journal.assign(course.number, course.begun)
            self._hears(course)
        elif course is not None and course.hand != hand:
            self._finish(course, sight)
            self._course, self._over = None, on_table
        if self._course is not None:
            return
        if self._over != on_table:
            self._course, self._over = self._begun(hand, sight, look, False), None
        elif look.still and sight.follower.cleared:  # what lay there is gone
            self._sight, self._over = None, None

    def begins(self, hand: MatchHand) -> Begun:
        """Return what the journal says of a hand of the match whose following begins now."""
        play = kept_book(self._rules()).play
        return Begun(hand=hand, style=play.style, east=self._session.play.dealer, play=play)

    def _begun(self, hand: MatchHand, sight: _Sight, look: Look, early: bool) -> _Course:
        """Return the course of a deal that begins, or that goes on after it was not followed for a while."""
        begun = self.begins(hand)
        play = begun.played
        now = datetime.now(UTC) - timedelta(seconds=look.t)
        known = None if early else self._journal.latest(hand)
        if known is None or known.over or known.number in self._ended:
            decoder = Decoder(Settings(play=play, dealer=begun.east))
            course = _Course(hand, sight.follower.deal, decoder, begun, now, early=early)
            self._hears(course, ())
            return course
        seconds = max(known.last, (now - known.at).total_seconds())
        decoder = Decoder(Settings(play=play, midway=True))
        course = _Course(hand, sight.follower.deal, decoder, begun, known.at, known.number, known.numbers, seconds)
        gap = Resumed(t=round(seconds + look.t, 2), after=known.last)
        course.waiting.append((gap, None))
        self._hears(course, (*known.steps, Step(0, known.at + timedelta(seconds=gap.t), gap)))
        return course

    def _hears(self, course: _Course, steps: tuple[Step, ...] | None = None) -> None:
        """Tell the events of a course at once from now on, after the steps of its deal that are known."""
        old = self._heard
        steps = old.deal.steps if steps is None and old else steps or ()
        deal = FollowedDeal(self._journal.table, course.number or 0, course.at, course.begun, steps, 0, 0.0)
        self._heard = FreshDeal(deal, old.now if old and old.deal.at == deal.at else (), old.told if old else ())
        self._told_here |= {deal.number}

    def _hear(self, course: _Course) -> None:
        """Tell what the last look has brought, and which of it will be in the journal now."""
        heard, decoder = self._heard, course.decoder
        if heard is None:
            return
        events, now = (
            [shifted(event, course.numbers, course.seconds) for event in some]
            for some in (decoder.heard, decoder.fresh())
        )
        self._heard = hear(heard, events, now, self.standing in (None, "in step"))
        if events:
            self._journal.tell()

    def _seat(self, course: _Course) -> None:
        """Say in the journal who deals: as the match has it now, and as the play shows it if that is another seat."""
        play, begun, dealer = self._session.play, course.begun, course.decoder.dealer
        east = play.dealer if play.deal == course.hand else begun.east
        sits = dealer if course.discards >= BEGAN and dealer != east else 0
        if (begun.east, begun.sits) == (east, sits):
            return
        now = replace(begun, east=east, sits=sits)
        if course.number is not None:
            self._journal.assign(course.number, now)
        course.begun = now
        self._hears(course)

    def _finish(self, course: _Course, sight: _Sight) -> None:
        """Tell what is left of a deal that is over."""
        self._tell(course, sight, course.decoder.finish())
        self._hear(course)
        self._store(course)
        if course.number is not None:
            self._ended.add(course.number)

    def _tell(self, course: _Course, sight: _Sight, events: list[AnyEvent]) -> None:
        for event in events:
            course.count += 1
            course.discards += isinstance(event, Discard)
            course.over = course.over or isinstance(event, Win | Drawn)
            picture = None if isinstance(event, Correction | Unseen) else sight.crops.of(event)
            named = with_likely(event, course.decoder.things)
            course.waiting.append((shifted(named, course.numbers, course.seconds), picture))

    def _store(self, course: _Course) -> None:
        """Store the events that wait, and report a win, and what is seen otherwise after it."""
        if not course.waiting:
            return
        if course.number is None:
            course.number = self._journal.begin(course.begun, course.at)
            self._hears(course)
        stored, course.waiting = course.waiting, []
        try:
            self._journal.append(course.number, course.at, stored)
        except BaseException:
            course.waiting = [*stored, *course.waiting]
            raise
        if course.over or any(isinstance(entry, Correction) and isinstance(entry.now, Win) for entry, _ in stored):
            self._told(course.hand)


def with_likely(event: AnyEvent, things: Things) -> AnyEvent:
    """Return an event with the tiles that it may be, as its looks named them."""
    if isinstance(event, Correction):
        return event if event.now is None else replace(event, now=with_likely(event.now, things))
    thing = things.by_track.get(event.evidence[0].track) if event.evidence else None
    if thing is None:
        return event
    named = shares(thing)
    likely = tuple(sorted([code for code in named if named[code] >= LIKELY], key=named.__getitem__, reverse=True))
    return replace(event, evidence=(replace(event.evidence[0], likely=likely[:MOST_LIKELY]), *event.evidence[1:]))
