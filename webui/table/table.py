"""One table: where its hands, the hand in play, its camera and its box meet."""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from device.link import Event
from vision.image import Picture
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Edit, SetCircumstances, Undo
from webui.hand.questions import Answer
from webui.hand.state import Circumstances, Outcome, from_reading, outcome
from webui.table.feed import Feed
from webui.table.hands import Hands, Stale, TableHand, blank, photographed
from webui.table.pictures import NothingSeen, OneAtATime, Reader
from webui.table.play import Act, Claim, ClaimWin, Given, Play, Throw
from webui.table.rig import Rig, Watched
from webui.table.session import Session
from webui.words import Words
from webui.words.errors import vision_error

SETTLING: Final = 3.0
"""Seconds that a hand to be taken is given to lie still and uncovered. Not measured."""

_log = logging.getLogger(__name__)


class Table:
    """One table, safe to use from many threads.

    Attributes:
        rules: Name of the rules its hands are scored by, a key of `scoring.RULES`.
        hands: The newest hands laid there.
        session: The hand in play, with the table box when there is one.
        feed: What its camera sees; None without a camera.
        rig: Where the camera sees the table, when it stays in its place.
    """

    def __init__(
        self,
        reader: Reader,
        rules: str = "mcr",
        camera: Camera | None = None,
        session: Session | None = None,
        rig: Rig | None = None,
    ) -> None:
        """Prepares a table; `start` opens its camera and looks for its box."""
        self.rules: Final = rules
        self.hands: Final = Hands()
        self.session: Final = session or Session()
        self.rig: Final = rig or Rig()
        self._reader: Final = OneAtATime(reader)
        self.feed: Final = Feed(camera, self._reader.look, self.rig.weigh, self.session.news) if camera else None
        self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)

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

    def stop(self) -> None:
        """Ends what `start` began, and all streams of it."""
        self.rig.stop()
        if self.feed:
            self.feed.stop()
        self.session.stop()
        if self._listener.is_alive():
            self._listener.join(5)

    @property
    def stopped(self) -> bool:
        """Whether nothing more will come."""
        return self.session.stopped or bool(self.feed and self.feed.stopped)

    def wait(self, play: int, look: int | None, timeout: float) -> None:
        """Waits until there is news: the hand in play or, where asked for, what the camera sees.

        Args:
            play: Version of the hand in play that is known already.
            look: Number of the look that is known already; None when looks do not matter.
            timeout: Seconds to wait at most.
        """

        def news() -> bool:
            newest = self.feed.newest if self.feed and look is not None else None
            return self.stopped or self.session.version > play or bool(newest and newest.number > (look or 0))

        with self.session.news:
            self.session.news.wait_for(news, timeout)

    def do(self, act: Act) -> Play:
        """Follows what somebody did on the page; gives the hand in play as it stands then."""
        play = self.session.do(act)
        self._act_on(act)
        return play

    def lay(self, open_picture: Callable[[], Picture], chair: int = 0) -> TableHand:
        """Reads a picture and keeps it as a hand.

        Args:
            open_picture: Gives the picture; called when it is this one's turn to be read.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.

        Raises:
            NothingSeen: the picture shows no tiles.
            vision.image.ImageError: it could not be opened.
        """
        return self.keep(*self._reader.opened(open_picture), chair)

    def lay_seen(self, feed: Feed, chair: int = 0, number: int = 0) -> TableHand:
        """Keeps the hand that the table's own camera sees, as soon as its reading has settled.

        A hand that goes on moving or stays covered is read in the newest picture alone, and gets a doubt for it.

        Args:
            feed: What the camera sees.
            chair: Whose hand it is, 1 to 4, or 0 when that is not known.
            number: The look that somebody saw and means; taken where its reading had settled.

        Raises:
            NothingSeen: no tiles lie there.
        """
        look = feed.look(number)
        if look is None or look.state != "settled":
            look = feed.settled(SETTLING)
        sight = look.sight if look else None
        if sight and sight.reading and sight.evidence and sight.picture is not None:
            reading = self.rig.weigh(sight.evidence, chair) if chair else sight.reading
            return self.keep(sight.picture, reading, chair)
        frame = feed.camera.newest()
        if frame is None:
            raise NothingSeen("the camera has shown nothing yet")
        weigh = None if self.rig.calibration is None else partial(self.rig.weigh, chair=chair)
        reading = self._reader.read(frame.picture, weigh)
        doubts = (*reading.doubts, Doubt(None, "not-still"))
        return self.keep(frame.picture, replace(reading, sure=False, doubts=doubts), chair)

    def lay_blank(self, chair: int = 0) -> TableHand:
        """Keeps a hand without a photo, to be entered tile by tile."""
        return self._add(blank(self.rules, self._won(chair)), chair)

    def keep(self, picture: Picture, reading: Reading, chair: int = 0) -> TableHand:
        """Keeps a picture that was read as a hand.

        Raises:
            NothingSeen: no tile was found in it.
        """
        chair = chair or reading.chair
        return self._add(photographed(picture, reading, self.rules, self._won(chair)), chair)

    def change(self, hand_id: str, edit: Edit | Answer | Undo, version: int) -> TableHand | None:
        """Makes one change to a hand, as `Hands.change` does, and judges the win that was claimed with it."""
        hand = self.hands.change(hand_id, edit, version)
        if hand:
            self._judge(hand)
        return hand

    def preview(self, reading: Reading) -> Outcome:
        """What a reading would score as it is."""
        return outcome(from_reading(reading, self.rules))

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

    def hear(self, event: Event) -> None:
        """Follows what the table box says."""
        act = self.session.hear(event)
        if act:
            self._act_on(act)

    def _act_on(self, act: Act) -> None:
        """Does for the table's hands what an act asks for: reads the winner's, or says how it was won."""
        claim = self.session.play.claim
        match act:
            case ClaimWin(chair) if claim and claim.chair == chair:
                threading.Thread(target=self._read_claim, args=(chair,), name="win", daemon=True).start()
            case Given() if claim:
                self._say_how_won(claim)

    def _say_how_won(self, claim: Claim) -> None:
        """Puts into the claimed hand who gave its winning tile."""
        hand = self.hands.get(claim.hand)
        if hand is None:
            return
        won = self.session.play.won(claim.chair)
        given = replace(hand.laid.won, self_draw=won.self_draw, discarder=won.discarder, heaven=False, earth=False)
        with contextlib.suppress(Stale):
            changed = self.hands.change(hand.id, SetCircumstances(given), hand.version, "table box")
            if changed:
                self._judge(changed)

    def _read_claim(self, chair: int) -> None:
        """Reads the hand of a chair that says it has won, or says why it cannot be read."""
        trouble = "There is no camera: photograph the hand, or enter it by hand."
        if self.feed:
            trouble = self._take_claim(self.feed, chair)
        if trouble:
            self.session.settle(chair, lambda claim: replace(claim, trouble=trouble))

    def _take_claim(self, feed: Feed, chair: int) -> str:
        health, frame = feed.camera.health(), feed.camera.newest()
        if health.state in ("stalled", "lost") or frame is None:
            nothing = "The camera has shown nothing yet."
            why = vision_error(Words.of("en"), health.trouble) if health.trouble else nothing
            return f"{why} Photograph the hand, or enter it by hand."
        try:
            self.lay_seen(feed, chair)
        except NothingSeen:
            return "No tiles lie in sight of the camera: lay the hand face up, then press win again."
        except Exception as error:  # the claim must not wait for ever
            _log.exception("the hand of chair %d could not be read", chair)
            return f"The camera's picture could not be read ({error}): photograph the hand, or enter it by hand."
        return ""

    def _judge(self, hand: TableHand, chair: int = 0) -> None:
        """Tells the session what a claimed hand is worth, once it is laid or changed."""
        claim = self.session.play.claim
        chair = chair or (claim.chair if claim and claim.hand == hand.id else 0)
        if not chair:
            return
        won, sheet, play = hand.laid.won, hand.outcome.sheet, self.session.play
        giver = chair if won.self_draw else play.chair_of(won.discarder) if won.discarder else 0
        verdict = ""
        if giver and sheet and not hand.open_doubts:
            verdict = "accepted" if sheet.legal else "refused"
        self.session.settle(chair, lambda _: Claim(chair, giver, hand.id, "", verdict))

    def _won(self, chair: int) -> Circumstances:
        return self.session.play.won(chair) if chair else Circumstances()

    def _add(self, hand: TableHand, chair: int) -> TableHand:
        self.hands.add(hand)
        if chair:
            self._judge(hand, chair)
        return hand

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
