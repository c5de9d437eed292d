"""A clock by which the events of a course are given out, with corrections of those that are seen otherwise later."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from scoring.follow.events import AnyEvent, Correction, Drawn, Win, essence

EventKey = tuple[object, ...]
"""An event's identity while its place in the course or its tile's name changes."""


_ENDS: Final = (Win, Drawn)


class Giving:
    """A clock with its events.

    Attributes:
        given: Each event as it was given out last, with its number; of seat -1 once it did not happen.
        at: The second at which each event was first given out so, by its key and what it says.
    """

    def __init__(self, with_sure: bool) -> None:
        """Begin; `with_sure` corrects how sure an event is as well, once the end of the deal is given out."""
        self.given: dict[EventKey, AnyEvent] = {}
        self.at: dict[tuple[EventKey, tuple[object, ...]], float] = {}
        self._with_sure = with_sure
        self._changed: dict[EventKey, float] = {}
        self._count = 0

    def give(
        self,
        course: Iterable[tuple[EventKey, AnyEvent]],
        now: float,
        steady: float,
        settled: Callable[[EventKey, AnyEvent], bool],
    ) -> Iterator[AnyEvent]:
        """Yield what has settled and was not given out, and corrections of what was.

        Args:
            course: The events as they are held now.
            now: The second of it.
            steady: Seconds that a change of what was given out must last before it is a correction.
            settled: Tells if an event may be given out.
        """
        held = dict(course)
        for key, event in held.items():
            if key not in self.given and settled(key, event):
                yield self._give(key, event, now)
        ended = any(isinstance(event, _ENDS) for event in self.given.values())
        for key, said in list(self.given.items()):
            new = held.get(key)
            as_sure = not (ended and self._with_sure) or new is None or new.sure == said.sure
            if essence(new) == essence(None if said.seat == -1 else said) and as_sure:
                self._changed.pop(key, None)
                continue
            if now - self._changed.setdefault(key, now) < steady:
                continue
            del self._changed[key]
            self._count += 1
            number = self._count
            numbered = msgspec.structs.replace(new, number=said.number) if new is not None else None
            yield Correction(number=number, t=said.t, seat=said.seat, of=said.number, now=numbered)
            self.given[key] = numbered if numbered is not None else msgspec.structs.replace(said, seat=-1)
            self.at.setdefault((key, essence(numbered)), now)

    def _give(self, key: EventKey, event: AnyEvent, now: float) -> AnyEvent:
        self._count += 1
        self.given[key] = msgspec.structs.replace(event, number=self._count)
        self.at.setdefault((key, essence(event)), now)
        return self.given[key]
