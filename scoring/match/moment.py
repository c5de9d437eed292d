"""The moment of a record: which hand was in play, who sat where, and whom an act means by a seat or a name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.match.errors import RefusedError
from scoring.match.seats import places_of_hand, seats_of_hand
from scoring.match.state import Match


@dataclass(frozen=True, slots=True)
class Swap:
    """Two who sat the wrong way round.

    Attributes:
        since: Number of the first record that it is true of.
        places: Their places: East, South, West and North of the first hand are 0, 1, 2, 3.
    """

    since: int
    places: tuple[int, int]

    def meets(self, other: "Swap") -> bool:
        """Return True if exactly one place is in both: then it matters which of the two is counted first."""
        return len({*self.places} & {*other.places}) == 1


@dataclass(frozen=True, slots=True)
class Moment:
    """What an act means at the moment it is recorded.

    Attributes:
        number: Number of the record in whose place the act stands.
        by: Number of the record that the act stands in: its own, or that of the correction.
        hand: Number of the hand that was in play when the record was made, which its seat winds are of.
        swaps: Who sat the wrong way round, oldest record first.
        approves: Number of the record that ended the hand which the act approves.
        names: Whom a name meant when the act was recorded, where persons have had other names: the name that was
            recorded of them first, by each name.
        who: Name of whoever recorded the act; empty where nobody was named.
        when: The time it was recorded at (ISO 8601).
        first: The time at which the act in whose place it stands was recorded; its own where it corrects none.
    """

    number: int
    by: int
    hand: int
    swaps: tuple[Swap, ...] = ()
    approves: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    who: str = ""
    when: str = ""
    first: str = ""


def sitting(players: Sequence[str], swaps: Iterable[Swap], number: int) -> Sequence[str]:
    """The players by place at the moment of a record."""
    for swap in swaps:
        if swap.since <= number:
            one, other = swap.places
            order = list(players)
            order[one], order[other] = order[other], order[one]
            players = order
    return players


def seats_at(match: Match, moment: Moment) -> dict[str, str]:
    """The players by seat wind as they sat at a moment, whatever number its hand has by now."""
    return seats_of_hand(sitting(match.players, moment.swaps, moment.number), moment.hand, match.body.seat_changes)


def check_swaps(
    before: Mapping[int, Swap], after: Mapping[int, Swap], ended: Collection[int], own: int, first: int
) -> None:
    """Refuses a change by which a swap would exchange others than those it names, or begin in the middle of a hand.

    Args:
        before: The swaps that count before the change, by the number of their record.
        after: Those that count with it.
        ended: Numbers of the records that end a hand, with the change.
        own: The record that is changed, or the new one.
        first: Number of the first record of the match.

    Raises:
        RefusedError: `swap-gone`, the hand after which the swap `own` begins has no end any more; `swap-hangs`,
            another one rests on what is changed; `swap-before`, it would reach farther back than one before it.
    """
    for record, swap in after.items():
        if swap.since != first and swap.since - 1 not in ended:
            if record == own:
                raise RefusedError("swap-gone", of=swap.since - 1)
            if swap.since - 1 == own:
                raise RefusedError("swap-hangs", record=record)
    new, old = after.get(own), before.get(own)
    if new == old:
        return
    changed = [swap for swap in (new, old) if swap]
    for record, swap in after.items():
        if record > own and any(swap.meets(each) for each in changed):
            raise RefusedError("swap-hangs", record=record)
        if record < own and new and new.meets(swap) and new.since < swap.since:
            raise RefusedError("swap-before", record=record)


def player_of(match: Match, moment: Moment, person: str) -> str:
    """The player whom an act means by a seat wind, a name, or the name of who plays for them.

    Raises:
        RefusedError: Nobody here is called so.
    """
    place = places_of_hand(moment.hand, match.body.seat_changes).get(person)
    if place is not None:
        return sitting(match.players, moment.swaps, moment.number)[place]
    name = name_of(match, moment, person)
    if name in match.players:
        return name
    for player, substitute in match.substitutes.items():
        if substitute == name:
            return player
    raise RefusedError("not-a-seat", seat=person)


def name_of(match: Match, moment: Moment, name: str) -> str:
    """The name that a person has now whom an act calls by the name of its moment."""
    first = moment.names.get(name, name)
    return match.renamed.get(first, first)
