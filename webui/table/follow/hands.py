"""The hands of matches that a table's camera followed, each with its deal."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.match.followed import FollowedHand
from scoring.match.state import Hand
from webui.match.matches import TableMatch
from webui.records.followed import FollowedStore
from webui.table.follow.journal import FollowedDeal, FollowJournal, Resumed


class HandDeal(NamedTuple):
    """A hand of a match, and the deal that was followed in it."""

    match: TableMatch
    hand: Hand
    deal: FollowedDeal

    @property
    def followed(self) -> FollowedHand:
        """The hand with its events."""
        events = [step.event for step in self.deal.steps if not isinstance(step.event, Resumed)]
        return FollowedHand(self.hand, events, self.deal.begun.east, whole=len(events) == len(self.deal.steps))


def followed_in(store: FollowedStore, table: int, matches: Iterable[TableMatch]) -> Iterator[HandDeal]:
    """Yield the hands of matches of a table that were followed, of several deals in a hand the longest."""
    journal = FollowJournal(store, table)
    hands = {match.deal_of(hand): (match, hand) for match in matches for hand in match.match.hands}
    numbers = journal.numbers(hands)
    read = journal.read_all({number for several in numbers.values() for number in several})
    for place, (match, hand) in hands.items():
        deals = [read[number] for number in numbers.get(place.began, ()) if number in read]
        longest = max(deals, key=lambda deal: len(deal.steps), default=None)
        if longest is not None and longest.steps:
            yield HandDeal(match, hand, longest)
