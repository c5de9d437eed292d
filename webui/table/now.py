"""The state of a table at one moment."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from scoring.match.bodies import Body
from scoring.match.course import playable, usual_body
from scoring.rules import BOOKS
from webui.hand.state import MatchHand
from webui.match.matches import Matches, TableMatch
from webui.rig.live_hand import LiveHand, in_match
from webui.rig.live_hand_store import LiveHandStore


@dataclass(frozen=True, slots=True)
class Now:
    """The state of a table at one moment.

    Attributes:
        version: Number of its last record; 0 before the first.
        match: The match that was begun last and not voided, even if it is over, or None.
        running: The match being played, or None.
        play: The live hand.
        own: Name of the table's own rules, a key of `scoring.BOOKS`.
    """

    version: int
    match: TableMatch | None
    running: TableMatch | None
    play: LiveHand
    own: str

    @property
    def chairs(self) -> Mapping[int, str]:
        """The player at each seat in the match being played; empty outside a match."""
        hand = self.running.match.current if self.running else None
        if self.running is None or hand is None:
            return {}
        played = self.running.match.rules.play
        play = in_match(self.play, self.running.deal, played=played)  # the live hand may be that of another moment
        return {chair: hand.seats[play.wind_of(chair)] for chair in play.chairs}

    @property
    def in_force(self) -> str:
        """Name of the rules for a hand stored now: those of the match, else the table's own.

        Rules of a match that are not installed here score nothing: its hands wait for them.
        """
        return self.running.match.rules.name if self.running else self.own

    @property
    def body(self) -> Body:
        """The body of the table: that of its match, else the one of its rules."""
        known = self.match is not None and not self.match.match.missing
        return self.match.match.body if self.match and known else usual_body(playable(BOOKS[self.own]))


class Present:
    """The state of a table as it is now, safe to use from many threads.

    Attributes:
        matches: The matches of its records.
        session: The live hand.
        rules: Name of its own rules.
    """

    def __init__(self, matches: Matches, session: LiveHandStore, rules: str) -> None:
        """Read the state from the table's matches and its live hand; `rules` are those outside a match."""
        self.matches: Final = matches
        self.session: Final = session
        self.rules = rules

    @contextmanager
    def at(self, fresh: bool = True) -> Iterator[Now]:
        """Read the state once, and yield it; all that this thread reads of the matches inside is of that moment.

        Args:
            fresh: False to take the records known here, if there are any.
        """
        with self.matches.at(fresh) as version:
            match = self.matches.current
            running = None if match is None or match.match.over else match
            yield Now(version, match, running, self.session.play, self.rules)

    def now(self) -> Now:
        """Return the state now."""
        with self.at() as now:
            return now

    def in_force(self) -> str:
        """Return the name of the rules for a hand stored now."""
        return self.now().in_force

    def deal(self, after: int | None = None) -> MatchHand | None:
        """Return the current hand of the match, or the one after a record, or None."""
        return self.matches.deal(after)
