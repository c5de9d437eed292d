"""The live state of one table: its reader, its camera, who sits how, and the last hands that were laid there."""

import contextlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Edit, Impossible, Undo, edited
from webui.hand.edits import Won as HowWon
from webui.hand.questions import Answer, answered, by_weight
from webui.hand.state import Circumstances, Laid, Outcome, from_reading, outcome, same_tiles
from webui.table.feed import Watch
from webui.table.play import Claim, Seats, Throw
from webui.table.rig import Rig, Watched
from webui.table.session import Sitting
from webui.words import Words
from webui.words.errors import vision_error

KEEP: Final = 60
"""So many hands are kept, the newest; older ones are forgotten."""

SETTLING: Final = 3.0
"""Seconds that a hand to be taken is given to lie still and uncovered."""

PHOTO_SIDE: Final = 3840
THUMB_SIDE: Final = 320
"""Longest sides in pixels of the pictures shown; tiles are read at full size before that."""


class Reader(Protocol):
    """What the table asks of `vision.TileReader`."""

    def read(self, image: Picture, *, weigh: Callable[[Evidence], Reading] | None = None) -> Reading: ...

    def look(self, picture: Picture, quarters: int = 0) -> Evidence: ...


class Stale(Exception):
    """The hand was changed by somebody else since the sender last saw it."""


By = Literal["person", "table box"]


@dataclass(frozen=True, slots=True)
class Change:
    """One record of what was done to a hand; records are only ever added.

    Attributes:
        says: What it changed, in words with the tiles' codes.
        before: The hand it was done to.
        undoes: Number of the change that this one takes back, 0 when it does not.
    """

    number: int
    at: datetime
    by: By
    says: str
    before: Laid
    undoes: int = 0


class NothingSeen(ValueError):
    """The picture shows no tiles."""


@dataclass(frozen=True, slots=True)
class TableHand:
    """One hand: its photo and reading (None when entered by hand), how people have it now, and what it scores.

    Attributes:
        changes: All that was done to it since it was read, the oldest first.
        order: The reading's doubts, those that matter most first.
        photo: JPEG bytes, at most `PHOTO_SIDE` pixels, as many as a 4K camera has; `thumb`, at most `THUMB_SIDE`.
    """

    id: str
    at: datetime
    laid: Laid
    outcome: Outcome
    reading: Reading | None = None
    changes: tuple[Change, ...] = ()
    order: tuple[int, ...] = ()
    photo: bytes = field(default=b"", repr=False)
    thumb: bytes = field(default=b"", repr=False)

    @property
    def version(self) -> int:
        """Counts the changes from 1; a change must name the version it starts from."""
        return len(self.changes) + 1

    @property
    def open_doubts(self) -> list[int]:
        """Indices of the reading's doubts that nobody has dealt with, those that matter most first."""
        return [n for n in self.order if n not in self.laid.settled]

    @property
    def standing(self) -> list[Change]:
        """The changes that were not taken back."""
        undone = {change.undoes for change in self.changes}
        return [change for change in self.changes if not change.undoes and change.number not in undone]

    @property
    def settled_by(self) -> Literal["", "camera", "person"]:
        """Who answers for the tiles: nobody while doubts are open, the camera while it is sure and left alone."""
        if self.open_doubts:
            return ""
        if self.reading and not self.reading.doubts and same_tiles(self.laid, from_reading(self.reading, "mcr")):
            return "camera"
        return "person"


class Table:
    """The last hands of one table, safe to use from many threads."""

    def __init__(
        self,
        reader: Reader,
        rules: str = "mcr",
        camera: Camera | None = None,
        most: int = KEEP,
        sitting: Sitting | None = None,
        rig: Rig | None = None,
    ) -> None:
        """Prepares a table.

        Args:
            camera: `watch` looks through it once that is started.
            most: Hands kept.
            sitting: The hand in play, with a table box when there is one.
            rig: Where the camera sees the table, when it stays in its place.
        """
        self.rules: Final = rules
        self.watch: Final = Watch(camera, self.look, self.weigh) if camera else None
        self.rig: Final = rig or Rig()
        self.sitting: Final = sitting or Sitting()
        self.sitting.claimed = self._claimed
        self._reader = reader
        self._reading = threading.Lock()
        self._hands: OrderedDict[str, TableHand] = OrderedDict()
        self._lock = threading.Lock()
        self._most = most

    def start(self) -> None:
        """Opens the camera and looks for the box, where there are any.

        Raises:
            WeightsError: what dice are read with is missing or unusable; then nothing is started.
        """
        if self.watch:
            self.rig.start(self._watched(self.watch))
            self.watch.start()
        self.sitting.start()

    def stop(self) -> None:
        """Ends what `start` began, and all streams of it."""
        self.rig.stop()
        if self.watch:
            self.watch.stop()
        self.sitting.stop()

    def read(self, picture: Picture) -> Reading:
        """Reads a picture; one at a time, so that a crowd of photos cannot fill the memory."""
        with self._reading:
            return self._reader.read(picture)

    def read_seen(self, picture: Picture, chair: int = 0) -> Reading:
        """Reads a picture of the table's own camera: where that is calibrated, only the hand of who laid one.

        Args:
            chair: Whose hand is asked for; 0 for anybody's.
        """
        if self.rig.calibration is None:
            return self.read(picture)
        with self._reading:
            return self._reader.read(picture, weigh=partial(self.rig.weigh, chair=chair))

    def look(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Finds and names the tiles of a picture; one at a time, as `read` does."""
        with self._reading:
            return self._reader.look(picture, quarters)

    def weigh(self, evidence: Evidence, chair: int = 0) -> Reading:
        """The hand of what the table's own camera saw; of one chair when that is known."""
        return self.rig.weigh(evidence, chair)

    def reconsider(self) -> None:
        """What the camera sees is read anew, after a change of the set of tiles or of the calibration."""
        if self.watch:
            self.watch.reconsider()

    def lay_seen(self, watch: Watch, chair: int = 0, number: int = 0) -> TableHand:
        """Keeps the hand that the table's own camera sees, as soon as a reading of it stands.

        A hand that goes on moving or stays covered is read in the newest picture alone, and doubted for it.

        Args:
            number: The look that somebody saw and means, if its reading stood.

        Raises:
            NothingSeen: no tiles lie there.
        """
        look = watch.look(number)
        if look is None or look.state != "settled":
            look = watch.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = self.weigh(sight.evidence, chair) if chair else sight.reading
            return self.keep(sight.picture, reading, chair)
        frame = watch.camera.newest()
        if frame is None:
            raise NothingSeen("the camera has shown nothing yet")
        reading = self.read_seen(frame.picture, chair)
        doubts = (*reading.doubts, Doubt(None, "not-still"))
        return self.keep(frame.picture, replace(reading, sure=False, doubts=doubts), chair)

    def lay(self, open_picture: Callable[[], Picture], chair: int = 0) -> TableHand:
        """Reads a picture and keeps it as a hand.

        Args:
            open_picture: Gives the picture; called when it is this one's turn.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.

        Raises:
            NothingSeen: the picture shows no tiles.
            vision.image.ImageError: it could not be opened.
        """
        with self._reading:
            picture = open_picture()
            reading = self._reader.read(picture)
        return self.keep(picture, reading, chair)

    def keep(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Keeps a picture that was read as a hand; a reading that is not sure has a doubt to settle at least.

        Raises:
            NothingSeen: no tile was found in it.
        """
        chair = chair or reading.chair
        if not reading.tiles:
            raise NothingSeen("no tiles are seen: take the picture nearer, from above, in more light")
        if not reading.sure and not reading.doubts:
            reading = replace(reading, doubts=(Doubt(None, "unsure"),))
        laid = replace(from_reading(reading, self.rules), won=self._won(chair))
        photo, thumb = jpeg(picture, PHOTO_SIDE), jpeg(picture, THUMB_SIDE)
        order = by_weight(reading, self.rules)
        hand = TableHand(_new_id(), _now(), laid, outcome(laid), reading, (), order, photo, thumb)
        return self._add(hand, chair)

    def lay_blank(self, chair: int = 0) -> TableHand:
        """Keeps a hand without a photo, to be entered tile by tile."""
        laid = Laid(rules=self.rules, won=self._won(chair))
        return self._add(TableHand(_new_id(), _now(), laid, outcome(laid)), chair)

    def preview(self, reading: Reading) -> Outcome:
        """What a reading would score as it is."""
        return outcome(from_reading(reading, self.rules))

    def hand(self, hand_id: str) -> TableHand | None:
        with self._lock:
            return self._hands.get(hand_id)

    def hands(self) -> list[TableHand]:
        """All hands kept, the newest first."""
        with self._lock:
            return list(reversed(self._hands.values()))

    def change(self, hand_id: str, edit: Edit | Answer | Undo, version: int, by: By = "person") -> TableHand | None:
        """Makes one change to a hand and keeps a record of it; None when the hand is not kept any more.

        Raises:
            Impossible: the hand cannot be so; it stays as it was.
            ValueError: it names unknown rules.
            Stale: `version` is not the hand's newest.
        """
        with self._lock:
            hand = self._hands.get(hand_id)
            if hand is None:
                return None
            if hand.version != version:
                raise Stale
            laid, says, undoes = _changed(hand, edit)
            if laid == hand.laid:
                return hand
            change = Change(version, _now(), by, says, hand.laid, undoes)
            hand = replace(hand, laid=laid, outcome=outcome(laid), changes=(*hand.changes, change))
            self._hands[hand_id] = hand
        self._judge(hand)
        return hand

    def forget(self, hand_id: str) -> bool:
        """Drops a hand and its photo; False when there was none."""
        with self._lock:
            return self._hands.pop(hand_id, None) is not None

    def _watched(self, watch: Watch) -> Watched:
        """What the rig looks at: the dice while a throw is due and no table box says what was thrown."""

        def tiles() -> NDArray[np.float64] | None:
            reading = watch.newest_reading()
            return None if reading is None else np.array([t.quad for t in reading.tiles]).reshape(-1, 4, 2)

        def thrown(dice: tuple[int, int]) -> None:
            self.sitting.do(Throw(2 if self.sitting.seats.first else 1, dice))

        return Watched(
            watch.camera,
            tiles,
            awaited=lambda: self.sitting.box is None and self.sitting.seats.thrower > 0,
            thrown=thrown,
            needed=lambda: watch.viewers > 0,
        )

    def _won(self, chair: int) -> Circumstances:
        return self.sitting.seats.won(chair) if chair else Circumstances()

    def _claimed(self, claim: Claim, seats: Seats) -> None:
        """A win was said: its hand is read where it lies, or asked for; or it was said who gave the tile."""
        hand = self.hand(claim.hand)
        if hand:
            won = seats.won(claim.chair)
            given = replace(hand.laid.won, self_draw=won.self_draw, discarder=won.discarder, heaven=False, earth=False)
            with contextlib.suppress(Stale):
                self.change(hand.id, HowWon(given), hand.version, "table box")
        elif claim == Claim(claim.chair):
            threading.Thread(target=self._read_claim, args=(claim.chair,), name="win", daemon=True).start()

    def _read_claim(self, chair: int) -> None:
        trouble = "There is no camera: photograph the hand, or enter it by hand."
        if self.watch:
            trouble = self._take_claim(self.watch, chair)
        if trouble:
            self.sitting.settle(chair, lambda claim: replace(claim, trouble=trouble))

    def _take_claim(self, watch: Watch, chair: int) -> str:
        health, frame = watch.camera.health(), watch.camera.newest()
        if health.state in ("stalled", "lost") or frame is None:
            nothing = "The camera has shown nothing yet."
            why = vision_error(Words.of("en"), health.trouble) if health.trouble else nothing
            return f"{why} Photograph the hand, or enter it by hand."
        try:
            self.lay_seen(watch, chair)
        except NothingSeen:
            return "No tiles lie in sight of the camera: lay the hand face up, then press win again."
        except Exception as error:  # the win must not wait for ever
            return f"The camera's picture could not be read ({error}): photograph the hand, or enter it by hand."
        return ""

    def _judge(self, hand: TableHand, chair: int = 0) -> None:
        """Tells the sitting what the hand of the win said is worth, once it is laid or changed."""
        claim = self.sitting.seats.claim
        chair = chair or (claim.chair if claim and claim.hand == hand.id else 0)
        if not chair:
            return
        won, sheet, seats = hand.laid.won, hand.outcome.sheet, self.sitting.seats
        giver = chair if won.self_draw else seats.chair_of(won.discarder) if won.discarder else 0
        verdict = ""
        if giver and sheet and not hand.open_doubts:
            verdict = "accepted" if sheet.legal else "refused"
        self.sitting.settle(chair, lambda _: Claim(chair, giver, hand.id, "", verdict))

    def _add(self, hand: TableHand, chair: int = 0) -> TableHand:
        with self._lock:
            self._hands[hand.id] = hand
            while len(self._hands) > self._most:
                self._hands.popitem(last=False)
        if chair:
            self._judge(hand, chair)
        return hand


def jpeg(picture: Picture, side: int, quality: int = 86) -> bytes:
    """The picture as JPEG, made smaller if its longest side is over `side` pixels."""
    height, width = picture.shape[:2]
    scale = side / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _changed(hand: TableHand, edit: Edit | Answer | Undo) -> tuple[Laid, str, int]:
    """The hand after a change, what that did, and the number of the change it takes back."""
    if isinstance(edit, Undo):
        if not hand.standing:
            raise Impossible("There is nothing to take back", "The hand is as it was read")
        last = hand.standing[-1]
        return last.before, f"Taken back: {last.says}", last.number
    if isinstance(edit, Answer):
        if hand.reading is None:
            raise Impossible("This hand was not read from a picture", "Change its tiles instead")
        return *answered(hand.reading, hand.laid, edit.doubt, edit.answer), 0
    return *edited(hand.laid, edit, hand.reading), 0


def _new_id() -> str:
    return secrets.token_hex(5)


def _now() -> datetime:
    return datetime.now(UTC)
