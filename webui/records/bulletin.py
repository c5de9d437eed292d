"""News of a table: each kind is a type, and goes to the listeners for that type."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from scoring.match.records import Act
from webui.records.journal import JournalEntry


@dataclass(frozen=True, slots=True)
class Recorded:
    """The matches of a table have a new record, or other ones.

    Attributes:
        entry: The new record; None if those of others were read, or names in them were rewritten.
    """

    entry: JournalEntry[Act] | None = None


@dataclass(frozen=True, slots=True)
class HandChanged:
    """A hand was laid, changed, put away or brought back.

    Attributes:
        hand: Its id.
    """

    hand: str


@dataclass(frozen=True, slots=True)
class Pulled:
    """Records or hands were copied from the hall."""


@dataclass(frozen=True, slots=True)
class CallsChanged:
    """The hall changed a call for a referee, or a note."""


_News = TypeVar("_News", Recorded, HandChanged, Pulled, CallsChanged)


class Bulletin:
    """The news of one table; the listeners are called one after another, on the thread that tells."""

    def __init__(self) -> None:
        """Begin without listeners."""
        self._heard: Final[dict[type, tuple[Callable[[Any], object], ...]]] = {}

    def on(self, kind: type[_News], heard: Callable[[_News], object]) -> None:
        """Call a function with all news of a kind from now on."""
        self._heard[kind] = (*self._heard.get(kind, ()), heard)

    def tell(self, news: _News) -> None:
        """Tell news to all who listen for its kind, in the order in which they began to listen."""
        for heard in self._heard.get(type(news), ()):
            heard(news)
