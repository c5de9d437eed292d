"""The camera that watches on its own while a match is played: what lies on the table, shown at once and stored."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from vision.evidence import Evidence
from vision.image import Picture
from vision.live.tracker import Tracked
from vision.reading import Reading
from vision.table.calibration import CHAIRS
from webui.hand.hand import TableHand, photographed
from webui.hand.hands import Hands
from webui.hand.state import Circumstances, HandState, MatchHand, from_reading, held
from webui.records.errors import RecordsError
from webui.rig.feed import Feed, FeedLook
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig
from webui.table.watched import SAME, WatchedHands, share

GONE: Final = 3.0
"""Seconds for which the table is seen without a hand before it counts as taken away. More leaves it on the screen; less
puts it away when a misread look misses it."""

UNSEEN: Final = 30.0
"""Seconds for which something may move or lie over a hand before it counts as taken away. More leaves it on the screen
while tiles are mixed; less takes it from the screen under an arm that rests."""

_DEALT: Final = 10.0
"""Seconds after a hand of the match was recorded within which no hand of the next can lie there: the tiles are still to
be mixed and dealt. More takes a heavenly hand for the tiles of the one before; less takes those that were not read yet
for a hand of the next."""

_PAUSE: Final = 0.5
"""Seconds between two looks at the health of the camera. More tells of a lost camera later; less takes processor
time."""

_log = logging.getLogger(__name__)


class Intake(Protocol):
    """Stores hands, as `HandIntake` does."""

    def from_reading(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Store a picture that was read already as a hand."""

    def circumstances(self, reading: Reading, chair: int = 0) -> Circumstances:
        """Return the table's knowledge of how a hand was won."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand that lies on the table.

    Attributes:
        chair: Seat of the hand, 1 to 4, or 0 if the camera is not calibrated.
        settled: True if its reading has settled.
        hand: The hand; it is stored once its reading has settled and it is complete.
        stored: True if it is.
    """

    chair: int
    settled: bool
    hand: TableHand
    stored: bool


@dataclass(slots=True, eq=False)
class _Lying:
    """A hand as the camera saw it last.

    Attributes:
        reading: Its reading.
        tiles: The tiles of that.
        seen: Time at which it was seen last.
        shown: The hand of the reading, not stored.
        deal: The hand of the match that it was laid in.
        settled: True if the reading has settled.
        id: Id of the stored hand; empty while it is not stored.
        stored: The reading that was stored, or None.
        other_since: Time since which another hand than the stored one is read, or None.
        left: True if its tiles are gone, and a person has taken the hand up: it waits to be recorded.
        deleted: True if a person has deleted the hand.
    """

    reading: Reading
    tiles: HandState
    seen: float
    shown: TableHand
    deal: MatchHand | None
    settled: bool = False
    id: str = ""
    stored: Reading | None = None
    other_since: float | None = None
    left: bool = False
    deleted: bool = False


class Watcher:
    """A watcher of a table with a camera: it knows which hands lie there, safe to use from many threads.

    While a match is played, each look of the feed is compared with what lay there before. A hand is shown as soon as it
    is read; once its reading has settled it is stored, and taken away it is put away, unless a person has taken it up.
    Nothing is recorded in the match.
    """

    def __init__(
        self,
        camera: Callable[[], tuple[Feed | None, Rig]],
        session: LiveHandStore,
        hands: Hands,
        intake: Intake,
        own: WatchedHands,
        rules: Callable[[], str],
    ) -> None:
        """Prepare for one table.

        Args:
            camera: Returns the feed of the table's camera, or None without one, and its rig.
            session: The live hand, which follows the match.
            hands: The hands of the table.
            intake: Stores the hands.
            own: The hands that are the camera's own.
            rules: Returns the name of the rules for hands stored now.
        """
        self.on = True
        """True if the camera may look on its own."""
        self.version = 0
        """Number of changes of what is shown; 0 while the camera has never looked on its own."""
        self._camera: Final = camera
        self._session: Final = session
        self._news: Final = session.news
        self._hands: Final = hands
        self._intake: Final = intake
        self._own: Final = own
        self._rules: Final = rules
        self._lying: list[_Lying] = []
        self._deal: MatchHand | None = None
        self._before: MatchHand | None = None  # the current hand until `_turned`
        self._turned = 0.0
        self._read: Evidence | None = None  # the evidence that `_others` was made of
        self._others: list[Reading] = []
        self._without: float | None = None  # time since which nothing could be read
        self._looked: FeedLook | None = None
        self._trouble = ""
        self._refused = ""
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)

    def wanted(self) -> bool:
        """Return True while the camera is to look on its own: a match is being played."""
        return self._in_play is not None

    def start(self) -> None:
        """Start the thread that follows the camera's looks, if it is not running."""
        with self._news:
            if not self._thread.is_alive() and not self._stopped:
                self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread, waiting up to `timeout` seconds for it."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def laid(self) -> list[LaidHand]:
        """Return the hands that lie on the table now and count in the current hand of the match, by seat."""
        with self._news:
            newest = max((each.seen for each in self._lying), default=0.0)
            current = [each for each in self._lying if self._counts(each)]
        chairs = {each.reading.chair for each in current if each.seen == newest}
        found = []
        for each in current:
            if not each.left and each.seen < newest and each.reading.chair in chairs:
                continue  # another hand lies in its place
            hand = self._hands.get(each.id) if each.id else None
            if hand is None or not hand.hidden:
                found.append(LaidHand(each.reading.chair, each.settled, hand or each.shown, hand is not None))
        return sorted(found, key=lambda laid: laid.chair)

    def told(self, id: str) -> None:
        """Notify viewers of a change of a hand that lies there."""
        if any(each.id == id for each in self._lying):
            self.tell()

    def follow(self, look: FeedLook | None, at: float) -> None:
        """Follow the match and the newest look.

        Args:
            look: The look, or None if there is no new one.
            at: The present time, in the seconds of the looks.

        Raises:
            webui.records.errors.RecordsError: A hand cannot be stored or put away; the next look tries again.
        """
        before = self._public()
        try:
            self._turn(at)
            if look and self._deal is not None:
                self._see(look.sight, at)
        finally:
            if self._public() != before:
                self.tell()

    def _turn(self, at: float) -> None:
        """Follow the match, in whose next hand nothing counts that lay there before."""
        deal = self._in_play
        if deal == self._deal:
            return
        if deal is None:  # nothing is looked at any more
            self._without = None
            self._leave([each for each in self._lying if not each.left])
            self._lying = []
        elif self._deal is None:
            self._lying = [self._again(hand, at) for hand in self._own.lying() if hand.reading]
        self._deal, self._before, self._turned = deal, self._deal, at
        self._drop([each for each in self._lying if each.left and not self._counts(each)])

    def _counts(self, each: _Lying) -> bool:
        """Return True if a hand is one of the current hand of the match."""
        return each.deal == self._deal and not each.deleted

    def _again(self, hand: TableHand, at: float) -> _Lying:
        """Return a hand that lay there when the program ended."""
        assert hand.reading
        tiles = from_reading(hand.reading, hand.laid.rules)
        return _Lying(hand.reading, tiles, at, hand, hand.laid.deal, settled=True, id=hand.id, stored=hand.reading)

    def _see(self, sight: Tracked | None, at: float) -> None:
        """Compare one look with what lay there."""
        if sight is None or sight.reading is None:  # it moves, or something lies over it
            self._without = at if self._without is None else self._without
            if at - self._without >= UNSEEN:
                self._leave([each for each in self._lying if not each.left])
            return
        if self._without is not None:  # while nothing could be read, nothing was missing
            for each in self._lying:
                each.seen += at - self._without
            self._without = None
        for reading in self._hands_of(sight):
            found = self._found(reading, at, sight.laid)
            if found and sight.state == "settled" and sight.picture is not None:
                found.settled = True
                self._keep(found, reading, sight.picture, at)
        self._leave([each for each in self._lying if not each.left and at - each.seen >= GONE])

    def _hands_of(self, sight: Tracked) -> list[Reading]:
        """Return the readings of hands; at a calibrated table each with the seat of its player."""
        if sight.reading is None or sight.reading.hand is None or not (sight.laid or self._lying):
            return []
        _, rig = self._camera()
        if not sight.others or sight.evidence is None or rig.calibration is None:
            return [sight.reading, *sight.others]
        if sight.evidence is not self._read:
            at_chairs = {chair: self._tiles(rig.decode(sight.evidence, chair)) for chair in CHAIRS}
            self._others = [_seated(other, self._tiles(other), at_chairs) for other in sight.others]
            self._read = sight.evidence
        return [sight.reading, *self._others]

    def _tiles(self, reading: Reading) -> HandState:
        return from_reading(reading, self._rules())

    def _found(self, reading: Reading, at: float, laid: bool) -> _Lying | None:
        """Return the hand that a reading is of; of none that lay there a new one, if a whole hand was laid down."""
        tiles = self._tiles(reading)
        each = max(self._lying, key=lambda each: share(tiles, each.tiles), default=None)
        if each and share(tiles, each.tiles) >= SAME:
            if reading != each.reading:
                each.reading, each.tiles, each.shown = reading, tiles, self._shown(reading)
            each.seen, each.left = at, False
            return each
        if not laid or held(tiles) < tiles.whole:
            return None
        deal = self._before if self._before and at - self._turned < _DEALT else self._deal
        new = _Lying(reading, tiles, at, self._shown(reading), deal)
        with self._news:
            self._lying = [*self._lying, new]
        return new

    def _shown(self, reading: Reading) -> TableHand:
        """Return the hand of a reading as it is shown before it is stored."""
        return photographed("", reading, self._rules(), self._intake.circumstances(reading), self._deal)

    def _keep(self, each: _Lying, reading: Reading, picture: Picture, at: float) -> None:
        """Store a settled hand unless it is stored, and replace the camera's own by a better reading."""
        if not self._counts(each):
            return
        with self._own.lock:
            hand = self._hands.get(each.id) if each.id else None
            if hand and hand.hidden:  # a person has deleted it
                each.deleted = True
            elif hand and each.stored:
                if self._own.owns(hand) and _replaces(each, reading, at):
                    self._store(each, reading, picture)
                    self._own.leave(hand.id)
            elif hand is None and each.shown.outcome.unfinished is None:
                known = self._own.same(each.tiles, self._deal)
                if known is None:
                    self._store(each, reading, picture)
                else:
                    each.id, each.stored = known.id, known.reading
                    each.deal, each.deleted = known.laid.deal, known.hidden

    def _store(self, each: _Lying, reading: Reading, picture: Picture) -> None:
        hand = self._intake.from_reading(picture, reading)
        each.id, each.stored, each.other_since = hand.id, reading, None
        self._own.add(hand)
        if hand.laid.deal != each.deal:  # the match went on at this moment
            self._own.leave(hand.id)

    def _leave(self, gone: list[_Lying]) -> None:
        """Put hands away whose tiles are gone; one that a person has taken up waits for the end of its deal."""
        for each in gone:
            if each.id:
                self._own.leave(each.id)
            hand = self._hands.get(each.id) if each.id else None
            each.left = hand is not None and not hand.hidden and self._counts(each)
        self._drop([each for each in gone if not each.left])

    def _drop(self, some: list[_Lying]) -> None:
        with self._news:
            self._lying = [each for each in self._lying if each not in some]

    def _public(self) -> tuple[object, ...]:
        return self._deal, [
            (each.reading.hand, each.reading.doubts, each.settled, each.id, self._counts(each)) for each in self._lying
        ]

    def tell(self) -> None:
        """Notify viewers that what is shown has changed."""
        with self._news:
            self.version += 1
            self._news.notify_all()

    def _run(self) -> None:
        while not self._stopped:
            feed, _ = self._camera()
            look, before = feed.newest if feed else None, self._looked
            self._looked = look
            try:
                self.follow(look if look is not before else None, time.monotonic())
                self._refused = ""
            except RecordsError as error:
                if str(error) != self._refused:  # logged once while it lasts
                    _log.warning("what the camera sees cannot be stored: %s", error)
                self._refused = str(error)
            except Exception:
                _log.exception("what the camera sees could not be followed")
            self._check(feed)
            with self._news:
                self._news.wait_for(self._is_newer, _PAUSE)

    def _is_newer(self) -> bool:
        """Return True if there is something to follow."""
        feed, _ = self._camera()
        return self._stopped or (feed.newest if feed else None) is not self._looked or self._deal != self._in_play

    @property
    def _in_play(self) -> MatchHand | None:
        """The hand of the match in which the camera looks on its own, or None while it does not."""
        return self._session.play.deal if self.on else None

    def _check(self, feed: Feed | None) -> None:
        """Notify viewers of a camera that is lost, or there again."""
        trouble = str(feed.camera.health().trouble) if feed and self.wanted() else ""
        if trouble != self._trouble:
            self._trouble = trouble
            self.tell()


def _seated(reading: Reading, tiles: HandState, at_chairs: Mapping[int, HandState]) -> Reading:
    """Return a reading with the seat before which its tiles lie; 0 if none has them."""
    chair = next((chair for chair, there in at_chairs.items() if share(tiles, there) >= SAME), 0)
    return replace(reading, chair=chair)


def _replaces(each: _Lying, reading: Reading, at: float) -> bool:
    """Return True if a settled reading is better than the stored one, or another that has stood long enough."""
    stored = each.stored
    assert stored
    merit = _merit(reading) - _merit(stored)
    if reading.hand == stored.hand or merit > 0:
        each.other_since = None
        return merit > 0
    if each.other_since is None:
        each.other_since = at
    return at - each.other_since >= GONE


def _merit(reading: Reading) -> int:
    """Return how good a reading is: fewer doubts are better, and none is best."""
    return (not reading.sure) * -100 - len(reading.doubts)
