"""The news of one table for all who view it, and the wait for more."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, Protocol

from webui.hand.photo_readings import PhotoReadings
from webui.match.clock import TableClock
from webui.match.matches import Matches
from webui.records.database.changes import Changes
from webui.rig.feed import Feed
from webui.rig.live_hand_store import LiveHandStore
from webui.table.news import HandChangeLog, NewsCursor

_DEALS_REMEMBERED: Final = 2000
"""Changes of followed deals whose time is known: those of the longest delay of a stream, an hour. More takes memory;
fewer tells of a change too early."""


class Seeing(Protocol):
    """The eyes on the table: the camera, if there is one, and its watcher."""

    feed: Feed | None

    @property
    def laid(self) -> int:
        """Version of the hands that lie there, as the camera sees on its own."""

    @property
    def stopped(self) -> bool:
        """True if no more changes will follow."""


class TableNews:
    """The versions of everything that changes at a table, safe to use from many threads.

    Attributes:
        hands: The log of changes of its hands.
        photos: Photos that are read while their sender looks on.
    """

    def __init__(self, session: LiveHandStore, clock: TableClock, matches: Matches, kept: Changes) -> None:
        """Prepare for one table.

        Args:
            session: The live hand, whose condition is notified of all news.
            clock: The referee's clock.
            matches: The matches of the table.
            kept: Changes at all tables.
        """
        self.hands: Final = HandChangeLog(session.news)
        self.photos: Final = PhotoReadings(session.news)
        self._session: Final = session
        self._clock: Final = clock
        self._matches: Final = matches
        self._kept: Final = kept
        self._equipment = 1
        self._deals = 0
        self._deals_at: Final[deque[datetime]] = deque(maxlen=_DEALS_REMEMBERED)
        self._seeing: Sequence[Seeing] = ()

    def of(self, seeing: Seeing) -> None:
        """Tell what is seen at the table too, from now on."""
        self._seeing = (seeing,)

    @property
    def _feed(self) -> Feed | None:
        return next((each.feed for each in self._seeing), None)

    @property
    def stopped(self) -> bool:
        """True if no more changes will follow."""
        return self._session.stopped or any(each.stopped for each in self._seeing)

    def tell(self) -> None:
        """Wake all viewers: something was recorded."""
        with self._session.news:
            self._session.news.notify_all()

    def tell_equipment(self) -> None:
        """Report a change of the camera, the box or the rules."""
        with self._session.news:
            self._equipment += 1
            self._session.news.notify_all()

    def tell_deals(self) -> None:
        """Report a change of the deals that the camera follows."""
        with self._session.news:
            self._deals += 1
            self._deals_at.append(datetime.now(UTC))
            self._session.news.notify_all()

    def deals_until(self, at: datetime) -> int:
        """Return the number of changes of its followed deals until a time."""
        with self._session.news:
            return self._deals - sum(each > at for each in self._deals_at)

    @property
    def versions(self) -> NewsCursor:
        """Return the present versions of the table, by topic."""
        newest = self._feed.newest if self._feed else None
        return NewsCursor(
            self._session.version,
            self._clock.version,
            self._matches.seen + 1,
            self.hands.count,
            newest.number if newest else 0,
            self._equipment,
            reading=self.photos.count,
            laid=sum(each.laid for each in self._seeing),
            deal=self._deals,
        )

    @property
    def known_to_page(self) -> NewsCursor:
        """Return the versions that a page made now shows: of hands and photos, and of all tables, as it asks next."""
        return NewsCursor(hand=self.hands.count, reading=self.photos.count, deal=self._deals, kept=self._kept.count)

    def wait(self, known: NewsCursor, live: bool, timeout: float) -> None:
        """Wait until there is news.

        Args:
            known: The known versions.
            live: True if looks of the camera count as news.
            timeout: Most seconds to wait.
        """
        feed = self._feed

        def news() -> bool:
            if live and self._feed is not feed:
                return True
            now = self.versions if live else replace(self.versions, look=0)
            return self.stopped or now.newer(known)

        with self._session.news:
            self._session.news.wait_for(news, timeout)
