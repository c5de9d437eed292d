"""The number of viewers: one count for the whole server."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from webui.base.errors import WebError
from webui.hand.places import Asker, ClientPlaces, PlacesFullError
from webui.records.rights import Role

MOST_VIEWERS: Final = 240
"""Most viewers at once, as many as a hall has; each holds one of the server's threads."""

MOST_OF_ONE: Final = 50
"""Most viewers at once on one device, or at one address of people who have not signed in. More lets one stranger take
the places of others; fewer keeps out guests who share an address."""

LEFT: Final[Mapping[Role, int]] = {"spectator": 40, "player": 20, "table": 20, "scorer": 20}
"""Places that each role leaves to higher roles: referees find one in a full hall. More costs spectators."""

RETRY_AFTER: Final = 3
"""Seconds that a refused client waits (RFC 9110, section 10.2.3). Longer leaves free places empty; shorter makes
refused pages ask more often."""


class TooManyViewersError(WebError):
    """The server has no place for another viewer: try again when one has left."""


class Viewers:
    """A counter of open streams of events, safe to use from many threads."""

    def __init__(self, most: int = MOST_VIEWERS) -> None:
        self._places: Final = ClientPlaces(most, MOST_OF_ONE, LEFT)

    @property
    def count(self) -> int:
        """Number of present viewers."""
        return self._places.taken

    @contextmanager
    def one_more(self, asker: Asker) -> Iterator[None]:
        """Count one viewer while inside.

        Raises:
            TooManyViewersError: There is no place left.
        """
        try:
            with self._places.one(asker.role, asker.counted):
                yield
        except PlacesFullError as full:
            raise TooManyViewersError("crowded", most=full.most) from full
