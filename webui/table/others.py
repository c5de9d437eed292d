"""The changes that other processes make at a table."""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from webui.records.bulletin import Bulletin, HandChanged, Recorded
from webui.records.database.journal import SET_ASIDE
from webui.records.store import News, Storage
from webui.table.in_play import HandInPlay
from webui.table.telling import TableNews


class OtherProcesses:
    """The records and stored values of other processes at one table, safe to use from many threads."""

    def __init__(
        self,
        records: Storage,
        table: int,
        known: News,
        in_play: HandInPlay,
        bulletin: Bulletin,
        news: TableNews,
        stored: Mapping[str, Callable[[], None]],
    ) -> None:
        """Prepare for one table.

        Args:
            records: Its storage.
            table: Its number.
            known: Their changes before its parts were loaded.
            in_play: Its hand in play.
            bulletin: Told `Recorded` and `HandChanged`.
            news: Told of followed deals.
            stored: What reads small state again, by its keys.
        """
        self._records: Final = records
        self._table: Final = table
        self._in_play: Final = in_play
        self._bulletin: Final = bulletin
        self._news: Final = news
        self._stored: Final = stored
        self._lock: Final = threading.Lock()
        self._known = known

    def told(self, table: int) -> None:
        """Follow another process that wrote at a table, if it is this one."""
        if table == self._table:
            self.catch_up()

    def catch_up(self) -> None:
        """Load their records and what else they stored, and notify all viewers.

        Raises:
            RecordsError: They cannot be read.
        """
        with self._lock:
            news = self._records.news(self._table, self._known.stamp)
            if news.rewrites != self._known.rewrites or SET_ASIDE in news.values:
                self._in_play.matches.reload()
            elif self._in_play.matches.version != self._in_play.version:
                self._bulletin.tell(Recorded())
            for read in {self._stored[key] for key in news.values if key in self._stored}:
                read()
            if news.stamp != self._known.stamp:
                self._news.tell_deals()
            for hand in news.hands:
                self._bulletin.tell(HandChanged(hand))
            self._known = news
