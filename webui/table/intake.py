"""The intake of hands at a table: from photos, its own camera, text, or entered tile by tile."""

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Final

from scoring.match.missing import kept_book
from scoring.play import USUAL
from vision.hand.candidates import hand_within
from vision.image import Photo, Picture
from vision.metadata import strip_private
from vision.quad import Quad, in_frame
from vision.reader import read_part, read_photo
from vision.reading import Doubt, Reading
from vision.tta import ViewWatch
from webui.hand.edits import SetCircumstances
from webui.hand.hand import NothingSeenError, TableHand, blank, entered, photographed
from webui.hand.hands import Hands
from webui.hand.pictures import NoOtherHandError, RemoteReader, Sent, taken, thumbnail
from webui.hand.reading_queue import note
from webui.hand.state import CIRCUMSTANCES, Circumstances, MatchHand, from_reading, with_source
from webui.hand.text import from_text
from webui.match.dealing import with_match
from webui.records.canonical import digest
from webui.records.errors import RecordsError
from webui.records.photos.in_files import Staged
from webui.records.store import Storage
from webui.rig.feed import CameraDownError, Feed
from webui.rig.live_hand import in_match
from webui.rig.rig import Rig
from webui.table.claims import attach
from webui.table.now import Now, Present
from webui.table.picture_room import PictureRoom
from webui.table.watched import WatchedHands

SETTLING: Final = 3.0
"""Seconds for a hand to lie still and uncovered before it is read anyway. More keeps people waiting; less asks about
hands that a sleeve covered for a moment."""

_LEFT_EMPTY: Final = timedelta(minutes=10)
"""Time after which a hand without a photo and a tile is put away. More leaves the list full of hands that somebody only
began; less hides one that is about to be entered."""

_one_photo: Final = threading.Lock()
"""Held while a photo for a worker is in memory: 8 of 100 MB at once would take more than the server may."""

_Read = Callable[[Photo], Reading]
"""Reads the hand in a photograph."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that came with a photo.

    Attributes:
        now: The state of the table when it came.
        chair: Seat of the hand, 1 to 4, or 0 if unknown.
        deal: The hand of the match that it belongs to, or None outside a match.
        id: The sender's id; the same photo again returns the existing hand. Empty for none.
        keep_unread: True to store a photo without tiles too, for its hand to be entered.
        watch: Takes the readings so far, as `TileReader.read` does.
        rules: Name of the rules that it is read and scored by; empty for those of its match, or else those in force.
    """

    now: Now
    chair: int = 0
    deal: MatchHand | None = None
    id: str = ""
    keep_unread: bool = False
    watch: ViewWatch | None = None
    rules: str = ""


class HandIntake:
    """The intake of hands at one table: each is read, completed by the table, and stored; safe for many threads.

    A photo passes `_from_photo`: queued, opened, looked up (a photo sent before returns its hand), then `_store`:
    staged on the disk while it is read, completed (`_circumstances`), stored, and attached to the claim of its seat
    (`_add`).
    """

    def __init__(
        self,
        pictures: PictureRoom,
        records: Storage,
        hands: Hands,
        present: Present,
        own: WatchedHands,
    ) -> None:
        """Prepare for the hands of one table.

        Args:
            pictures: The reading of pictures.
            records: The storage of photos and hands.
            hands: The hands of the table.
            present: The state of the table.
            own: The hands that the table's camera has stored on its own.
        """
        self._pictures: Final = pictures
        self._reader: Final = pictures.reader
        self._photos: Final = records.photos
        self._named: Final = records.hands.names_photo
        self._hands: Final = hands
        self._present: Final = present
        self._readings: Final = pictures.queue
        self._own: Final = own

    def from_upload(
        self,
        photo: Callable[[], bytes],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        keep_unread: bool = False,
        watch: ViewWatch | None = None,
    ) -> TableHand:
        """Read a photo, on a worker if there is one, and store it as a hand, on the disk when this returns.

        Args:
            photo: Returns its bytes as sent; called once.
            chair: Seat of the hand, 1 to 4, or 0 if unknown.
            id: The sender's id; the same photo again returns the existing hand. Empty for none.
            after: Number of the last record that the sender has seen: the photo is of the hand current then. None for
                the current hand.
            keep_unread: True to store a photo without tiles too, for its hand to be entered.
            watch: Takes the readings so far, and may end the reading with the last of them.

        Raises:
            NothingSeenError: The photo shows no tiles, and `keep_unread` is False.
            vision.image.ImageError: It cannot be opened.
            webui.records.errors.RecordsError: It cannot be stored.
            QueueFullError: The queue is full.
            QueueStoppedError: The program ends.
        """
        with self._present.at() as now:
            asked = Request(now, chair, self._present.deal(after), id, keep_unread, watch)
        elsewhere = self._pictures.elsewhere
        if not elsewhere or not elsewhere.workers or _sets(asked) != USUAL.sets:  # workers know no rules
            return self._from_photo(lambda: Sent.of(*self._without_private(photo())), asked)
        read = self._from_worker(elsewhere, photo, asked)
        return read if isinstance(read, TableHand) else self._from_photo(read, asked)

    def from_other_hand(self, hand: TableHand, number: int, id: str = "") -> TableHand:
        """Read another hand in the photo of a hand, and store it as a separate hand.

        Args:
            hand: The hand that was read first.
            number: Index in `Reading.others`, from 1.
            id: The sender's id; sent again, it returns the existing hand. Empty for none.

        Raises:
            NoOtherHandError: The photo shows no such hand.
            webui.records.errors.RecordsError: The photo is gone, or the hand cannot be stored.
            QueueFullError: The queue is full.
            QueueStoppedError: The program ends.
        """
        others = hand.reading.others if hand.reading else ()
        if not 0 < number <= len(others):
            raise NoOtherHandError("no-other-hand")

        asked = replace(self._asked(), id=id)

        def read(photo: Photo) -> Reading:
            area = self._in_photo(hand, others[number - 1], photo)
            return read_photo(self._read_by(asked), photo, decode=partial(hand_within, area))

        return self._from_stored(hand, asked, read)

    def from_region(self, hand: TableHand, region: Quad, id: str = "") -> TableHand:
        """Read a region of the photo of a hand alone, and store the result as a separate hand.

        Args:
            hand: The hand that was read first.
            region: Corners of the region in pixels of the photo, as `hand` was read.
            id: The sender's id; sent again, it returns the existing hand. Empty for none.

        Raises:
            NoOtherHandError: The hand has no photo.
            vision.image.ImagePartError: The region lies outside it.
            NothingSeenError: The region shows no tiles.
            webui.records.errors.RecordsError: The photo is gone, or the hand cannot be stored.
            QueueFullError: The queue is full.
            QueueStoppedError: The program ends.
        """

        asked = replace(self._asked(), id=id)

        def read(photo: Photo) -> Reading:
            return read_part(self._read_by(asked), photo, self._in_photo(hand, region, photo))

        return self._from_stored(hand, asked, read)

    def reread(self, hand: TableHand, id: str = "", rules: str = "") -> TableHand:
        """Read the photo of a hand again, by the present tile set and rules, and delete the old hand.

        Args:
            hand: The hand that was read before.
            id: The sender's id; sent again, it returns the existing hand. Empty for none.
            rules: Name of the rules that it is read and scored by; empty for those in force.

        Raises:
            webui.records.errors.RecordsError: The photo is gone, or the hand cannot be stored.
            QueueFullError: The queue is full.
            QueueStoppedError: The program ends.
        """
        asked = replace(self._asked(keep_unread=True), id=id, rules=rules)
        read = self._from_stored(hand, asked, self._whole(asked))
        self._hands.hide(hand.id)
        return read

    def from_camera(
        self, feed: Feed, rig: Rig, chair: int = 0, number: int = 0, keep_unread: bool = False
    ) -> TableHand:
        """Store the hand under the table's own camera, as soon as its reading has settled.

        A look older than `FRESH` is not used. A hand that goes on moving or stays covered is read in the newest picture
        alone, with a doubt for that. A hand that the camera has stored on its own is that hand.

        Args:
            feed: The camera's pictures and their readings.
            rig: The rig of the camera.
            chair: Seat of the hand, 1 to 4, or 0 if unknown.
            number: The look that somebody saw and means; used if its reading had settled.
            keep_unread: True to store a picture without tiles too.

        Raises:
            CameraDownError: No new pictures arrive from the camera.
            NothingSeenError: There are no tiles, and `keep_unread` is False; or there is no picture yet.
        """
        _expect_pictures(feed)
        asked = self._asked(chair, keep_unread)
        look = feed.look(number)
        if look is None or not look.stands:
            look = feed.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = rig.decode(sight.evidence, chair) if chair else sight.reading
            return self._once(sight.picture, reading, asked)
        _expect_pictures(feed)  # it may have stopped meanwhile
        frame = feed.camera.newest()
        if frame is None:
            raise NothingSeenError("nothing-shown")
        decode = None if rig.calibration is None else partial(rig.decode, chair=chair)
        moving = self._readings.run(partial(self._reader.read, frame.picture, decode=decode))
        unsure = replace(moving, sure=False, doubts=(*moving.doubts, Doubt(None, "not-still")))
        return self._store(taken(frame.picture), lambda _: unsure, asked)

    def from_reading(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Store a picture that was read already as a hand.

        Raises:
            NothingSeenError: It shows no tiles.
            webui.records.errors.RecordsError: It cannot be stored.
        """
        return self._store(taken(picture), lambda _: reading, self._asked(chair))

    def blank(self, chair: int = 0, id: str = "", after: int | None = None) -> TableHand:
        """Store a hand without a photo, to be entered tile by tile; the same id returns the existing hand.

        Args:
            chair: Seat of the hand, 1 to 4, or 0 if unknown.
            id: The sender's id; empty for none.
            after: Number of the last record that the sender has seen, for the hand of the match then; None for now.
        """
        if known := self._hands.again(id, ""):
            return known
        with self._present.at() as now:
            asked = Request(now, chair, self._present.deal(after), id)
        return self._add(blank(_rules_of(asked), self._known(asked), asked.deal, id), chair)

    def from_text(self, text: str, chair: int = 0, id: str = "", rules: str = "") -> TableHand:
        """Store a hand given as text; the table fills in circumstances that the text leaves open.

        Args:
            text: Hand text.
            chair: Seat of the hand, 1 to 4, or 0 if unknown.
            id: The sender's id; the same id returns the existing hand. Empty for none.
            rules: Name of the preset that it is scored by; empty for the one in force.

        Raises:
            NotationError: The text is not a hand.
            ValueError: A meld of it is invalid.
        """
        if known := self._hands.again(id, ""):
            return known
        asked = self._asked(chair)
        state = from_text(text, rules or asked.now.in_force)
        won = with_source(state.won, _filled(state.won, self._known(asked)), "play")
        return self._add(entered(replace(state, won=won, deal=asked.deal), id), chair)

    def circumstances(self, reading: Reading, chair: int = 0) -> Circumstances:
        """Return the table's knowledge of how a hand was won.

        Args:
            reading: The camera's reading; a calibrated camera determines the seat.
            chair: Seat named by a person, 1 to 4, or 0.
        """
        return self._circumstances(reading, self._asked(chair))

    def _asked(self, chair: int = 0, keep_unread: bool = False) -> Request:
        """Return a request for a hand of the match now."""
        with self._present.at() as now:
            return Request(now, chair, self._present.deal(), keep_unread=keep_unread)

    def _read_by(self, asked: Request) -> Callable[..., Reading]:
        """Return the reader of pictures, for hands as large as those of the rules."""
        sets = _sets(asked)
        return self._reader.read if sets == USUAL.sets else partial(self._reader.read, sets=sets)

    def _whole(self, asked: Request) -> _Read:
        """Return the function that reads a whole photo."""
        return lambda photo: read_photo(self._read_by(asked), photo, watch=asked.watch)

    @staticmethod
    def _in_photo(hand: TableHand, area: Quad, photo: Photo) -> Quad:
        """Return an area of a hand in pixels of its photograph; 0.1 read large ones at half their size."""
        return in_frame(area, hand.reading.size, photo.size) if hand.reading else area

    def _without_private(self, data: bytes) -> tuple[bytes, str]:
        """Return a photo in its stored form, and its SHA-256 as sent; empty if both are the same."""
        stored = data if self._pictures.keep_exif else strip_private(data)
        return stored, "" if stored == data else digest(data)

    def _from_photo(self, open_photo: Callable[[], Sent], asked: Request, read: _Read | None = None) -> TableHand:
        """Queue a photo; in its turn, open and read it, unless it was sent before."""

        def take() -> TableHand:
            sent = open_photo()
            known = self._hands.again(asked.id, sent.hash)
            return known or self._store(sent, read or self._whole(asked), asked)

        return self._readings.run_sent(take)

    def _from_stored(self, hand: TableHand, asked: Request, read: _Read) -> TableHand:
        """Read the photo of a hand another way, for the same seat and hand of the match."""
        if not hand.photo:
            raise NoOtherHandError("no-other-hand")
        chair = next((claim.chair for claim in self._present.session.play.claims if claim.hand == hand.id), 0)
        asked = replace(asked, chair=chair, deal=hand.laid.deal)
        return self._from_photo(lambda: Sent.of(self._photos.read(hand.photo), hand.sent), asked, read)

    def _from_worker(
        self, workers: RemoteReader, sent: Callable[[], bytes], asked: Request
    ) -> TableHand | Callable[[], Sent]:
        """Have a photo read by a worker and store it as a hand; if no worker was left, return what opens the photo.

        Its bytes are not held while it is read.
        """
        with self._readings.counted(), ExitStack() as staged:
            with _one_photo:
                data, original = self._without_private(sent())
                known = self._hands.again(asked.id, original or digest(data))
                if known:
                    return known
                photo = staged.enter_context(self._photos.staged(data, self._named))
                del data
            reading = workers.read(photo.name, asked.watch)
            if reading is None:
                left = self._photos.read(photo.name)
                return lambda: Sent.of(left, original)
            note(reading, "worker")
            hand = self._add(self._photographed(photo.name, original, reading, asked), asked.chair, photo)
            workers.acknowledge(photo.name)
            return hand

    def _store(self, sent: Sent, read: _Read, asked: Request) -> TableHand:
        """Stage a photo while it is read, then store its hand; without tiles store neither, unless requested."""
        laid: TableHand | None = None

        def named(photo: str) -> bool:
            return (laid is not None and laid.photo == photo) or self._named(photo)

        with self._photos.staged_while(sent.data, named, lambda: read(sent.photo)) as (photo, reading):
            hand = self._photographed(photo.name, sent.original, reading, asked)
            photo.keep_thumb(thumbnail(sent.photo.pixels))
            laid = self._add(hand, asked.chair, photo)
            return laid

    def _once(self, picture: Picture, reading: Reading, asked: Request) -> TableHand:
        """Store the hand under the camera, or make the one that the camera has stored on its own that of its claim."""
        with self._own.lock:
            hand = self._own.same(from_reading(reading, asked.now.in_force), asked.deal) if reading.hand else None
            if hand is None or hand.hidden or hand.laid.deal != asked.deal or not self._own.owns(hand):
                return self._store(taken(picture), lambda _: reading, asked)
            if not asked.chair:
                return hand
            won = _filled(hand.laid.won, self._known(asked))
            hand = self._hands.change(hand.id, SetCircumstances(won), hand.version, "play") or hand
            return attach(self._present.session, self._hands, hand, asked.chair)

    def _photographed(self, photo: str, original: str, reading: Reading, asked: Request) -> TableHand:
        won = self._circumstances(reading, asked)
        return photographed(photo, reading, _rules_of(asked), won, asked.deal, asked.id, asked.keep_unread, original)

    def _circumstances(self, reading: Reading, asked: Request) -> Circumstances:
        seen = not asked.chair and not self._present.session.play.claim_of(reading.chair)
        return self._known(replace(asked, chair=asked.chair or reading.chair), seen)

    def _known(self, asked: Request, seen: bool = False) -> Circumstances:
        """Return the table's knowledge of how a seat's hand was won, with the winds of a hand of the match."""
        play, match, deal = self._present.session.play, asked.now.match, asked.deal
        if deal is None:
            return Circumstances() if asked.now.running else play.won(asked.chair, seen)
        if (
            match is None
            or match.number != deal.match
            or kept_book(_rules_of(asked)).game is not match.match.rules.game
        ):
            return Circumstances()
        return with_match(in_match(play, deal, played=match.match.rules.play).won(asked.chair, seen), match, deal)

    def _add(self, hand: TableHand, chair: int, photo: Staged | None = None) -> TableHand:
        """Store a hand, put empty ones away, and attach it to the claim of its seat."""
        hand = self._hands.add(hand, photo)
        play = self._present.session.play
        claimed = {claim.hand for claim in play.claims}
        with suppress(RecordsError):  # the next hand puts them away
            self._hands.hide_empty(hand.at - _LEFT_EMPTY, claimed)
        if hand.laid.deal != play.deal:
            return hand  # that seat claims another hand
        return attach(self._present.session, self._hands, hand, chair or (hand.reading.chair if hand.reading else 0))


def _sets(asked: Request) -> int:
    """Return the sets of a won hand of the match, beside the pair."""
    return kept_book(_rules_of(asked)).play.sets


def _rules_of(asked: Request) -> str:
    """Return the rules of a request, else those of a hand of the match, also once that is over, else those in force."""
    if asked.rules:
        return asked.rules
    match, deal = asked.now.match, asked.deal
    return match.match.rules.name if match and deal and match.number == deal.match else asked.now.in_force


def _filled(won: Circumstances, table: Circumstances) -> Circumstances:
    """Return circumstances with the table's knowledge of those that are open."""
    left_open = {name: getattr(table, name) for name in CIRCUMSTANCES if getattr(won, name) is None}
    return replace(won, **left_open)


def _expect_pictures(feed: Feed) -> None:
    """Refuse a camera that sends no new pictures.

    Raises:
        CameraDownError: Its trouble.
    """
    trouble = feed.camera.health().trouble
    if trouble:
        raise CameraDownError("camera-down", trouble)
