"""How a hand comes to a table: as a photograph, as its camera sees it, as text, or tile by tile."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from vision.hand.candidates import hand_within
from vision.image import Picture
from vision.metadata import strip_private
from vision.quads import Quad
from vision.reader import read_part
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
"""Seconds that a hand to be taken is given to lie still and uncovered. Not measured."""


class HandIntake:
    """Lays hands at a table: each is read, told what the table knows of it, and kept; safe to use from many threads."""

    def __init__(
        self,
        reader: Reader,
        records: Storage,
        hands: Hands,
        matches: Matches,
        session: LiveHandStore,
        readings: ReadingQueue,
        shown: Thumbnails,
        in_force: Callable[[], str],
        elsewhere: RemoteReader | None = None,
        keep_exif: bool = False,
    ) -> None:
        """Prepares for the hands of one table.

        Args:
            reader: What reads pictures.
            records: What is kept.
            hands: The hands laid there.
            matches: The matches played there.
            session: The hand in play.
            readings: What pictures are opened and read on, one after another.
            shown: The photographs as they are shown.
            in_force: Gives the name of the rules that a hand laid now is scored by.
            elsewhere: What has photographs read by other processes; None where nothing does.
            keep_exif: Whether photographs are kept with what says where, by whom and with which camera they were taken.
        """
        self._reader: Final = reader
        self._photos: Final = records.photos
        self._named: Final = records.hands.names_photo
        self._hands: Final = hands
        self._matches: Final = matches
        self._session: Final = session
        self._readings: Final = readings
        self._shown: Final = shown
        self._in_force: Final = in_force
        self._elsewhere: Final = elsewhere
        self._keep_exif: Final = keep_exif

    def picture(
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
            NothingSeenError: the picture shows no tiles, and is not kept anyway.
            vision.image.ImageError: it could not be opened.
            webui.records.errors.RecordsError: it cannot be kept.
            QueueFullError: as many photographs wait already as may.
            QueueStoppedError: the program ends.
        """

        deal = self._matches.deal(after)

        def read() -> TableHand:
            opened = open_picture()
            sent = opened if isinstance(opened, Sent) else taken(opened)
            again = self._hands.again(id, sent.hash)
            return again or self._keep(sent, lambda: self._reader.read(sent.picture), chair, deal, id, anyway)

        return self._readings.run_sent(read)

    def other(self, hand: TableHand, number: int, id: str = "") -> TableHand:
        """Reads another hand of a photograph that was read, and keeps it as a hand of its own.

        Args:
            hand: What was read first, with its photograph.
            number: Which of `Reading.others`, from 1.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            NoOtherHandError: the photograph shows no such hand.
            webui.records.errors.RecordsError: it is not there any more, or the hand cannot be kept.
            QueueFullError: as many photographs wait already as may.
            QueueStoppedError: the program ends.
        """
        others = hand.reading.others if hand.reading else ()
        if not 0 < number <= len(others):
            raise NoOtherHandError("no-other-hand")
        weigh = partial(hand_within, others[number - 1])
        return self._again(hand, lambda picture: self._reader.read(picture, weigh=weigh), id)

    def part(self, hand: TableHand, area: Quad, id: str = "") -> TableHand:
        """Reads a part of a photograph alone, and keeps what it shows as a hand of its own.

        Args:
            hand: What was read first, with its photograph.
            area: Corners of the part in pixels of the photograph.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            NoOtherHandError: the hand has no photograph.
            vision.image.ImagePartError: the part lies outside it.
            NothingSeenError: the part shows no tiles.
            webui.records.errors.RecordsError: it is not there any more, or the hand cannot be kept.
            QueueFullError: as many photographs wait already as may.
            QueueStoppedError: the program ends.
        """
        return self._again(hand, lambda picture: read_part(self._reader.read, picture, area), id)

    def _again(self, hand: TableHand, read: Callable[[Picture], Reading], id: str) -> TableHand:
        """Reads the photograph of a hand another way, and keeps the reading as a hand of its own."""
        if not hand.photo:
            raise NoOtherHandError("no-other-hand")
        chair = next((claim.chair for claim in self._session.play.claims if claim.hand == hand.id), 0)

        def lay() -> TableHand:
            sent = Sent.of(self._photos.read(hand.photo), hand.sent)
            again = self._hands.again(id, sent.hash)
            return again or self._keep(sent, lambda: read(sent.picture), chair, hand.laid.deal, id)

        return self._readings.run_sent(lay)

    def anew(self, hand: TableHand, id: str = "") -> TableHand:
        """Reads the photograph of a hand anew, by the tile set and the rules of now, and keeps it as a hand of its own.

        The hand that was there is put away.

        Args:
            hand: What was read in it before.
            id: What the sender calls it; sent again it is the hand that is there. Empty for none.

        Raises:
            webui.records.errors.RecordsError: the photograph is not there any more, or the hand cannot be kept.
            QueueFullError: as many photographs wait already as may.
            QueueStoppedError: the program ends.
        """
        chair = next((claim.chair for claim in self._session.play.claims if claim.hand == hand.id), 0)

        def read() -> TableHand:
            sent = Sent.of(self._photos.read(hand.photo), hand.sent)
            again = self._hands.again(id, sent.hash)
            return again or self._keep(
                sent, lambda: self._reader.read(sent.picture), chair, hand.laid.deal, id, anyway=True
            )

        read_anew = self._readings.run_sent(read)
        self._hands.hide(hand.id)
        return read_anew

    def sent(
        self,
        photo: Callable[[], bytes],
        chair: int = 0,
        id: str = "",
        after: int | None = None,
        anyway: bool = False,
    ) -> TableHand:
        """As `picture`, for the bytes of a photograph; a worker reads it where there is one.

        Args:
            photo: Gives its bytes as they were sent; called once.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            id: What the sender calls it; the same photograph again is the hand that is there. Empty for none.
            after: Number of the last record that the sender has seen; it is of the hand that was in play then.
            anyway: Whether a picture without tiles is kept too, for its hand to be entered.
        """
        if not self._elsewhere or not self._elsewhere.workers:
            return self.picture(lambda: Sent.of(*self._to_keep(photo())), chair, id, after, anyway)
        with self._readings.counted():
            deal, (data, original) = self._matches.deal(after), self._to_keep(photo())
            again = self._hands.again(id, original or digest(data))
            if again:
                return again
            with self._photos.coming(data, self._named) as name:
                reading = self._elsewhere.read(name)
                if reading:
                    note(reading, "worker")
                    won = self._won(reading, chair, deal)
                    hand = photographed(name, reading, self._in_force(), won, deal, id, anyway, original)
                    hand = self._add(hand, chair)
                    self._elsewhere.took(name)
                    return hand
        return self.picture(lambda: Sent.of(data, original), chair, id, after, anyway)  # no worker was left

    def seen(self, feed: Feed, rig: Rig, chair: int = 0, number: int = 0, anyway: bool = False) -> TableHand:
        """Keeps the hand that the table's own camera sees, as soon as its reading has settled.

        A look older than `FRESH` is not taken. A hand that goes on moving or stays covered is read in the newest
        picture alone, and gets a doubt for it.

        Args:
            feed: What the camera sees.
            rig: Where it sees the table.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            number: The look that somebody saw and means; taken where its reading had settled.
            anyway: Whether a picture without tiles is kept too.

        Raises:
            CameraDownError: no new pictures come from the camera.
            NothingSeenError: no tiles lie there, and it is not kept anyway; or there is no picture yet.
        """
        _expect_pictures(feed)
        deal = self._matches.deal()
        look = feed.look(number)
        if look is None or not look.stands:
            look = feed.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = rig.weigh(sight.evidence, chair) if chair else sight.reading
            return self._keep(taken(sight.picture), lambda: reading, chair, deal, anyway=anyway)
        _expect_pictures(feed)  # it may have stopped meanwhile
        frame = feed.camera.newest()
        if frame is None:
            raise NothingSeenError("nothing-shown")
        weigh = None if rig.calibration is None else partial(rig.weigh, chair=chair)
        reading = self._readings.run(partial(self._reader.read, frame.picture, weigh=weigh))
        doubts = (*reading.doubts, Doubt(None, "not-still"))
        unsure = replace(reading, sure=False, doubts=doubts)
        return self._keep(taken(frame.picture), lambda: unsure, chair, deal, anyway=anyway)

    def blank(self, chair: int = 0, id: str = "") -> TableHand:
        """Keeps a hand without a photo, to be entered tile by tile; of the same id there is one."""
        again, deal = self._hands.again(id, ""), self._matches.deal()
        return again or self._add(blank(self._in_force(), self._known(chair, deal), deal, id), chair)

    def text(self, text: str, chair: int = 0, id: str = "") -> TableHand:
        """Keeps a hand that is given as text; what the text does not say of how it was won, the table says.

        Args:
            text: Hand text.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            id: What the sender calls it; of the same id there is one. Empty for none.

        Raises:
            NotationError: the text is no hand.
            ValueError: it has a meld that is none.
        """
        again = self._hands.again(id, "")
        if again:
            return again
        laid = from_text(text, self._in_force())
        deal = self._matches.deal()
        known = self._known(chair, deal)
        open_ = {name: getattr(known, name) for name in CIRCUMSTANCES if getattr(laid.won, name) is None}
        won = with_source(laid.won, replace(laid.won, **open_), "play")
        return self._add(entered(replace(laid, won=won, deal=deal), id), chair)

    def keep(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Keeps a picture that was read as a hand.

        Raises:
            NothingSeenError: no tile was found in it.
            webui.records.errors.RecordsError: it cannot be kept.
        """
        return self._keep(taken(picture), lambda: reading, chair, self._matches.deal())

    def won(self, reading: Reading, chair: int = 0) -> Circumstances:
        """What the table knows of how a hand was won.

        Args:
            reading: What the camera read; a calibrated one says whose hand it is.
            chair: Whose hand somebody says that it is, 1 to 4; 0 when nobody does.
        """
        return self._won(reading, chair, self._matches.deal())

    def _to_keep(self, data: bytes) -> tuple[bytes, str]:
        """A photograph as it is kept, and its SHA-256 as it was sent; empty where that is the same."""
        kept = data if self._keep_exif else strip_private(data)
        return kept, "" if kept == data else digest(data)

    def _won(self, reading: Reading, chair: int, deal: MatchHand | None) -> Circumstances:
        seen = not chair and not self._session.play.claim_of(reading.chair)
        return self._known(chair or reading.chair, deal, seen)

    def _known(self, chair: int, deal: MatchHand | None, seen: bool = False) -> Circumstances:
        """How the hand of a chair was won, as far as the table knows, with the winds of a hand of the match."""
        play = self._session.play
        running = self._matches.running
        if deal is None:
            return Circumstances() if running else play.won(chair, seen)
        if running is None or running.number != deal.match:
            return Circumstances()
        return in_match(play, deal).won(chair, seen)

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
        with self._photos.coming_while(sent.data, self._named, read) as (photo, reading):
            won = self._won(reading, chair, deal)
            hand = photographed(photo, reading, self._in_force(), won, deal, id, anyway, sent.original)
            self._shown.prepare(photo, sent.picture)
            return self._add(hand, chair)

    def _add(self, hand: TableHand, chair: int) -> TableHand:
        hand = self._hands.add(hand)
        if hand.laid.deal != self._matches.deal():
            return hand  # the claim of that chair is one of another hand
        return attach(self._session, self._hands, hand, chair or (hand.reading.chair if hand.reading else 0))


def _expect_pictures(feed: Feed) -> None:
    """Refuses a camera from which no new pictures come.

    Raises:
        CameraDownError: its trouble.
    """
    trouble = feed.camera.health().trouble
    if trouble:
        raise CameraDownError("camera-down", trouble)
