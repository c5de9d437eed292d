"""The intake of hands at a table: from photographs, its own camera, text, or entered tile by tile."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from vision.hand.candidates import hand_within
from vision.image import Photo, Picture
from vision.metadata import strip_private
from vision.quads import Quad, in_frame
from vision.reader import read_part, read_photo
from vision.reading import Doubt, Reading
from webui.hand.hand import TableHand, blank, entered, photographed
from webui.hand.hands import Hands
from webui.hand.pictures import NoOtherHandError, NothingSeenError, Reader, RemoteReader, Sent, Thumbnails, taken
from webui.hand.reading_queue import ReadingQueue, note
from webui.hand.state import CIRCUMSTANCES, Circumstances, MatchHand, with_source
from webui.hand.text import from_text
from webui.match.matches import Matches
from webui.records.canonical import digest
from webui.records.store import Storage
from webui.rig.feed import CameraDownError, Feed
from webui.rig.live_hand import in_match
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig
from webui.table.claims import attach

SETTLING: Final = 3.0
"""Seconds that a hand to be taken is given to lie still and uncovered. More keeps people waiting; less asks about hands
that a sleeve covered for a moment."""

Read = Callable[[Photo], Reading]
"""Reads the hand in a photograph."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that came with a photograph.

    Attributes:
        chair: Whose hand it is, 1 to 4, or 0 if that is not known.
        deal: The hand of the match that it belongs to; None outside a match.
        id: What the sender calls it; the same photograph again is the hand that is there. Empty for none.
        keep_unread: True to keep a photograph without tiles too, for its hand to be entered.
    """

    chair: int = 0
    deal: MatchHand | None = None
    id: str = ""
    keep_unread: bool = False


class HandIntake:
    """Takes hands in at one table: each is read, completed by what the table knows, and stored; safe for many threads.

    A photograph passes `_from_photo`: queued, opened, looked up (a photograph that was sent before is the hand that is
    there), then `_store`: staged on the disk while it is read, completed (`_circumstances`), stored, and attached to
    the claim of its chair (`_add`).
    """

    def __init__(
        self,
        reader: Reader,
        records: Storage,
        hands: Hands,
        matches: Matches,
        session: LiveHandStore,
        readings: ReadingQueue,
        shown: Thumbnails,
        rules: Callable[[], str],
        elsewhere: RemoteReader | None = None,
        keep_exif: bool = False,
    ) -> None:
        """Prepare for the hands of one table.

        Args:
            reader: What reads pictures.
            records: The storage of photographs and hands.
            hands: The hands of the table.
            matches: The matches of the table.
            session: The live hand.
            readings: The queue that pictures are opened and read on, one after another.
            shown: The photographs as they are shown.
            rules: Returns the name of the rules that a hand is scored by now.
            elsewhere: Has photographs read by other processes; None if nothing does.
            keep_exif: True to keep what says where, by whom and with which camera photographs were taken.
        """
        self._reader: Final = reader
        self._photos: Final = records.photos
        self._named: Final = records.hands.names_photo
        self._hands: Final = hands
        self._matches: Final = matches
        self._session: Final = session
        self._readings: Final = readings
        self._shown: Final = shown
        self._rules: Final = rules
        self._elsewhere: Final = elsewhere
        self._keep_exif: Final = keep_exif

    def from_upload(
        self,
        photo: Callable[[], bytes],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        keep_unread: bool = False,
    ) -> TableHand:
        """Read a photograph, on a worker if there is one, and store it as a hand, on the disk when this returns.

        Args:
            photo: Returns its bytes as they were sent; called once.
            chair: Whose hand it is, 1 to 4, or 0 if that is not known.
            id: What the sender calls it; the same photograph again is the hand that is there. Empty for none.
            after: Number of the last record that the sender has seen: the photograph is of the hand that was in play
                then. None for the hand that is in play.
            keep_unread: True to keep a photograph without tiles too, for its hand to be entered.

        Raises:
            NothingSeenError: The photograph shows no tiles, and is not to be kept unread.
            vision.image.ImageError: It cannot be opened.
            webui.records.errors.RecordsError: It cannot be stored.
            QueueFullError: As many photographs wait already as may.
            QueueStoppedError: The program ends.
        """
        asked = Request(chair, self._matches.deal(after), id, keep_unread)
        if not self._elsewhere or not self._elsewhere.workers:
            return self._from_photo(lambda: Sent.of(*self._without_private(photo())), asked)
        data, original = self._without_private(photo())
        return self._from_worker(self._elsewhere, data, original, asked) or self._from_photo(
            lambda: Sent.of(data, original), asked
        )

    def from_picture(
        self,
        open_picture: Callable[[], Sent | Picture],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        keep_unread: bool = False,
    ) -> TableHand:
        """Read a picture that need not be a file, such as a frame of a video, and store it as `from_upload` does.

        Args:
            open_picture: Returns the picture, with its bytes if somebody sent it; called when it is read.
            chair: As `from_upload` takes it, and so are the others.
            id: The sender's id.
            after: The last record seen.
            keep_unread: True to keep it without tiles too.
        """

        def opened() -> Sent:
            picture = open_picture()
            return picture if isinstance(picture, Sent) else taken(picture)

        return self._from_photo(opened, Request(chair, self._matches.deal(after), id, keep_unread))

    def from_other_hand(self, hand: TableHand, number: int, id: str = "") -> TableHand:
        """Read another hand of the photograph of a hand, and store it as a hand of its own.

        Args:
            hand: The hand that was read first.
            number: Which of `Reading.others`, from 1.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            NoOtherHandError: The photograph shows no such hand.
            webui.records.errors.RecordsError: It is not there any more, or the hand cannot be stored.
            QueueFullError: As many photographs wait already as may.
            QueueStoppedError: The program ends.
        """
        others = hand.reading.others if hand.reading else ()
        if not 0 < number <= len(others):
            raise NoOtherHandError("no-other-hand")

        def read(photo: Photo) -> Reading:
            area = self._in_photo(hand, others[number - 1], photo)
            return read_photo(self._reader.read, photo, decode=partial(hand_within, area))

        return self._from_stored(hand, Request(id=id), read)

    def from_region(self, hand: TableHand, region: Quad, id: str = "") -> TableHand:
        """Read a region of the photograph of a hand alone, and store what it shows as a hand of its own.

        Args:
            hand: The hand that was read first.
            region: Corners of the region in pixels of the photograph, as `hand` was read.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            NoOtherHandError: The hand has no photograph.
            vision.image.ImagePartError: The region lies outside it.
            NothingSeenError: The region shows no tiles.
            webui.records.errors.RecordsError: The photograph is not there any more, or the hand cannot be stored.
            QueueFullError: As many photographs wait already as may.
            QueueStoppedError: The program ends.
        """

        def read(photo: Photo) -> Reading:
            return read_part(self._reader.read, photo, self._in_photo(hand, region, photo))

        return self._from_stored(hand, Request(id=id), read)

    def reread(self, hand: TableHand, id: str = "") -> TableHand:
        """Read the photograph of a hand again, by the tile set and rules of now, and delete the hand that was there.

        Args:
            hand: The hand that was read before.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            webui.records.errors.RecordsError: The photograph is not there any more, or the hand cannot be stored.
            QueueFullError: As many photographs wait already as may.
            QueueStoppedError: The program ends.
        """
        read = self._from_stored(hand, Request(id=id, keep_unread=True), self._read)
        self._hands.hide(hand.id)
        return read

    def from_camera(
        self, feed: Feed, rig: Rig, chair: int = 0, number: int = 0, keep_unread: bool = False
    ) -> TableHand:
        """Store the hand that the table's own camera sees, as soon as its reading has settled.

        A look older than `FRESH` is not taken. A hand that goes on moving or stays covered is read in the newest
        picture alone, and gets a doubt for it.

        Args:
            feed: The camera's pictures and their readings.
            rig: Where the camera sees the table.
            chair: Whose hand it is, 1 to 4, or 0 if that is not known.
            number: The look that somebody saw and means; taken if its reading had settled.
            keep_unread: True to keep a picture without tiles too.

        Raises:
            CameraDownError: No new pictures come from the camera.
            NothingSeenError: No tiles lie there, and it is not to be kept unread; or there is no picture yet.
        """
        _expect_pictures(feed)
        asked = Request(chair, self._matches.deal(), keep_unread=keep_unread)
        look = feed.look(number)
        if look is None or not look.stands:
            look = feed.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = rig.decode(sight.evidence, chair) if chair else sight.reading
            return self._store(taken(sight.picture), lambda _: reading, asked)
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
        return self._store(taken(picture), lambda _: reading, Request(chair, self._matches.deal()))

    def blank(self, chair: int = 0, id: str = "") -> TableHand:
        """Store a hand without a photo, to be entered tile by tile; of the same id there is one."""
        known, deal = self._hands.again(id, ""), self._matches.deal()
        return known or self._add(blank(self._rules(), self._known(chair, deal), deal, id), chair)

    def from_text(self, text: str, chair: int = 0, id: str = "") -> TableHand:
        """Store a hand given as text; the table says what the text leaves open of how it was won.

        Args:
            text: Hand text.
            chair: Whose hand it is, 1 to 4, or 0 if that is not known.
            id: What the sender calls it; of the same id there is one. Empty for none.

        Raises:
            NotationError: The text is no hand.
            ValueError: It has a meld that is none.
        """
        if known := self._hands.again(id, ""):
            return known
        state, deal = from_text(text, self._rules()), self._matches.deal()
        table = self._known(chair, deal)
        left_open = {name: getattr(table, name) for name in CIRCUMSTANCES if getattr(state.won, name) is None}
        won = with_source(state.won, replace(state.won, **left_open), "play")
        return self._add(entered(replace(state, won=won, deal=deal), id), chair)

    def circumstances(self, reading: Reading, chair: int = 0) -> Circumstances:
        """Return what the table knows of how a hand was won.

        Args:
            reading: What the camera read; a calibrated one says whose hand it is.
            chair: Whose hand somebody says that it is, 1 to 4; 0 if nobody does.
        """
        return self._circumstances(reading, Request(chair, self._matches.deal()))

    def _read(self, photo: Photo) -> Reading:
        return read_photo(self._reader.read, photo)

    @staticmethod
    def _in_photo(hand: TableHand, area: Quad, photo: Photo) -> Quad:
        """Return an area of a hand in pixels of its photograph; 0.1 read large ones at half their size."""
        return in_frame(area, hand.reading.size, photo.size) if hand.reading else area

    def _without_private(self, data: bytes) -> tuple[bytes, str]:
        """Return a photograph as it is stored, and its SHA-256 as it was sent; empty if that is the same."""
        stored = data if self._keep_exif else strip_private(data)
        return stored, "" if stored == data else digest(data)

    def _from_photo(self, open_photo: Callable[[], Sent], asked: Request, read: Read | None = None) -> TableHand:
        """Queue a photograph; in its turn, open and read it, unless it was sent before."""

        def take() -> TableHand:
            sent = open_photo()
            known = self._hands.again(asked.id, sent.hash)
            return known or self._store(sent, read or self._read, asked)

        return self._readings.run_sent(take)

    def _from_stored(self, hand: TableHand, asked: Request, read: Read) -> TableHand:
        """Read the photograph of a hand another way, for the same chair and hand of the match."""
        if not hand.photo:
            raise NoOtherHandError("no-other-hand")
        chair = next((claim.chair for claim in self._session.play.claims if claim.hand == hand.id), 0)
        asked = replace(asked, chair=chair, deal=hand.laid.deal)
        return self._from_photo(lambda: Sent.of(self._photos.read(hand.photo), hand.sent), asked, read)

    def _from_worker(self, workers: RemoteReader, data: bytes, original: str, asked: Request) -> TableHand | None:
        """Have a photograph read by a worker and store it as a hand; None if no worker was left."""
        with self._readings.counted():
            known = self._hands.again(asked.id, original or digest(data))
            if known:
                return known
            with self._photos.staged(data, self._named) as photo:
                reading = workers.read(photo)
                if reading is None:
                    return None
                note(reading, "worker")
                hand = self._add(self._photographed(photo, original, reading, asked), asked.chair)
                workers.acknowledge(photo)
                return hand

    def _store(self, sent: Sent, read: Read, asked: Request) -> TableHand:
        """Stage a photograph while it is read, then store its hand; without tiles neither stays, unless asked for."""
        with self._photos.staged_while(sent.data, self._named, lambda: read(sent.photo)) as (photo, reading):
            hand = self._photographed(photo, sent.original, reading, asked)
            self._shown.prepare(photo, sent.photo.pixels)
            return self._add(hand, asked.chair)

    def _photographed(self, photo: str, original: str, reading: Reading, asked: Request) -> TableHand:
        won = self._circumstances(reading, asked)
        return photographed(photo, reading, self._rules(), won, asked.deal, asked.id, asked.keep_unread, original)

    def _circumstances(self, reading: Reading, asked: Request) -> Circumstances:
        seen = not asked.chair and not self._session.play.claim_of(reading.chair)
        return self._known(asked.chair or reading.chair, asked.deal, seen)

    def _known(self, chair: int, deal: MatchHand | None, seen: bool = False) -> Circumstances:
        """Return how the hand of a chair was won as far as the table knows, with the winds of a hand of the match."""
        play = self._session.play
        running = self._matches.running
        if deal is None:
            return Circumstances() if running else play.won(chair, seen)
        if running is None or running.number != deal.match:
            return Circumstances()
        return in_match(play, deal).won(chair, seen)

    def _add(self, hand: TableHand, chair: int) -> TableHand:
        """Store a hand, and attach it to the claim of its chair."""
        hand = self._hands.add(hand)
        if hand.laid.deal != self._matches.deal():
            return hand  # the claim of that chair is one of another hand
        return attach(self._session, self._hands, hand, chair or (hand.reading.chair if hand.reading else 0))


def _expect_pictures(feed: Feed) -> None:
    """Refuse a camera from which no new pictures come.

    Raises:
        CameraDownError: Its trouble.
    """
    trouble = feed.camera.health().trouble
    if trouble:
        raise CameraDownError("camera-down", trouble)
