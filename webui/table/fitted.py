"""The camera and the box of one table while it runs, and what the camera does on its own."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from device.link import Link
from scoring.match.missing import kept_book
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera
from webui.records.values import ValueStore
from webui.rig.feed import Feed
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.rig import Rig, watching
from webui.table.box_talk import BoxTalk
from webui.table.follow.following import Following
from webui.table.picture_room import PictureRoom
from webui.table.telling import TableNews
from webui.table.watching import Watcher

FOLLOWS: Final = "follows"
"""The key of a choice made on the page: True if the camera follows the play."""

WATCHES: Final = "watches"
"""The key of a choice made on the page: False if the camera looks only while somebody asks."""


class Equipment:
    """The equipment of one table, safe to use from many threads.

    Attributes:
        feed: The feed of its camera, or None.
        rig: The rig of a fixed camera.
        watcher: The watcher of the hands that lie there while a match is played, if there is a camera.
        following: The following of the play, if somebody has turned it on.
    """

    watcher: Watcher
    following: Following

    def __init__(
        self,
        values: ValueStore,
        table: int,
        session: LiveHandStore,
        pictures: PictureRoom,
        news: TableNews,
        rig: Rig | None,
        rules: Callable[[], str],
    ) -> None:
        """Prepare for one table without a camera; `connect` adds one.

        Args:
            values: The store of the choices made on the page.
            table: Number of the table.
            session: The live hand, with the table box if there is one.
            pictures: Reads the pictures of the camera.
            news: Told of every change.
            rig: The rig of the camera.
            rules: Returns the name of the rules in force.
        """
        self.feed: Feed | None = None
        self.rig = rig or Rig()
        self._values: Final = values
        self._table: Final = table
        self._session: Final = session
        self._pictures: Final = pictures
        self._news: Final = news
        self._rules: Final = rules
        self._last_look = 0
        self._changing: Final = threading.Lock()

    def connect(self, talk: BoxTalk, watcher: Watcher, following: Following, camera: Camera | None) -> None:
        """Use a camera, opened by `start`, with those who work on its pictures, and talk with the box."""
        self._talk = talk
        self.watcher, self.following = watcher, following
        self.read_again()
        self.feed = self._feed(camera) if camera else None
        self._news.of(self)

    def camera(self) -> tuple[Feed | None, Rig]:
        """Return the feed of the camera, or None without one, and its rig."""
        return self.feed, self.rig

    @property
    def laid(self) -> int:
        """Version of the hands that the camera sees on the table, and of the notice of its pace."""
        return self.watcher.version + self.following.changes

    @property
    def stopped(self) -> bool:
        """True if no more changes will follow."""
        return self._session.stopped or bool(self.feed and self.feed.stopped)

    def start(self) -> None:
        """Open the camera and look for the box, if there are any.

        Raises:
            WeightsError: The network for dice is missing or unusable; nothing is then started.
        """
        if self.feed:
            self.rig.start(watching(self.feed, self._session, self._talk.do))
            self.feed.start()
            self.watcher.start()
        self.following.start()
        self._session.start()
        self._talk.listen()

    def stop(self) -> None:
        """Stop everything that `start` began, and all readings, and wait for their threads."""
        self.end()
        self._pictures.queue.stop()
        self._session.stop()
        self.watcher.stop()
        self.following.stop()
        if self.feed:
            self.feed.stop()
        self.rig.stop()
        self._talk.join()

    def end(self) -> None:
        """End the camera's feed without waiting for it."""
        if self.feed:
            self.feed.end()

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
                self.rig.start(watching(feed, self._session, self._talk.do))
                feed.start()
                self.feed = feed
                self.watcher.start()
            self._news.tell_equipment()

    def use_box(self, box: Link | None) -> None:
        """Release the current table box, and look for another one.

        Args:
            box: The link to it, or None to go on without a box.
        """
        with self._changing:
            self._session.use_box(box)
            if not self.stopped:
                self._talk.listen()
            self._news.tell_equipment()

    def let_watch(self, on: bool) -> None:
        """Let the camera look on its own while a match is played, or only while somebody asks.

        Raises:
            RecordsError: It cannot be stored; it stays as it was.
        """
        self._values.keep(self._table, WATCHES, on)
        self.watcher.on = on
        self._news.tell_equipment()

    def let_follow(self, on: bool) -> None:
        """Let the camera follow the play while a match is played, or not.

        Raises:
            RecordsError: It cannot be stored; it stays as it was.
        """
        self._values.keep(self._table, FOLLOWS, on)
        self._follow(on)
        self.following.start()
        self._news.tell_equipment()

    def chosen_elsewhere(self) -> None:
        """Follow choices that another process has stored."""
        self.read_again()
        self.following.start()
        self._news.tell_equipment()

    def read_again(self) -> None:
        """Read whether the camera watches and follows on its own."""
        self.watcher.on = self._values.get(self._table, WATCHES) is not False
        self._follow(self._values.get(self._table, FOLLOWS) is True)

    def reconsider(self) -> None:
        """Read the camera's picture again, after a change of the tile set or the calibration."""
        if self.feed:
            self.feed.reconsider()

    def _follow(self, on: bool) -> None:
        if on != self.following.on:
            self.following.on = on
            self.watcher.tell()

    def _feed(self, camera: Camera) -> Feed:
        """Return the feed of a camera, whose looks follow those of the one before."""
        last, wanted = self._last_look, self.watcher.wanted
        return Feed(camera, self.see, self.rig.decode, self._session.news, last, by_itself=wanted)

    def see(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Return the evidence of a picture of the camera, for hands of the size that is played."""
        return replace(self._pictures.detect(picture, quarters), sets=kept_book(self._rules()).play.sets)
