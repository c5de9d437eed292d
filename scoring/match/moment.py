"""The moment of a record: its hand, its seats, and the person that each seat wind or name meant."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.match.errors import RefusedError
from scoring.match.seats import places_of_deal, seats_of_deal
from scoring.match.state import Match


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players in each other's seat.

    Attributes:
        since: Number of the first record that it affects.
        places: Their places: East, South, West and North of the first hand are 0, 1, 2, 3.
    """

    since: int
    places: tuple[int, int]

    def meets(self, other: "Swap") -> bool:
        """Return True if they have exactly one place in common, so that their order matters."""
        return len({*self.places} & {*other.places}) == 1


@dataclass(frozen=True, slots=True)
class Next:
    """The hand after another.

    Attributes:
        deal: Number of its deal.
        carried: What the game carries into it: see `scoring.match.state.HandExtra`.
        over: True if the match ends instead.
    """

    deal: int
    carried: object = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """The meaning of an act at the moment it was recorded.

    Attributes:
        number: Number of the record in whose place the act stands.
        by: Number of the record that the act stands in: its own, or that of the correction.
        deal: The deal that was current when the record was made, which its seat winds refer to: see `Hand.deal`.
        swaps: The players in wrong seats, oldest record first.
        approves: Number of the record that ended the hand which the act approves.
        names: The person that each name meant when the act was recorded, by their first recorded name; only if somebody
            was renamed.
        who: Name of the author of the act; empty if unnamed.
        when: Time of recording (ISO 8601).
        first: Time of recording of the act that it corrects; its own time if it corrects none.
        excused: True for an act that the rules forbid and that an earlier version recorded: it counts as it did then.
    """

    number: int
    by: int
    deal: int
    swaps: tuple[Swap, ...] = ()
    approves: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    who: str = ""
    when: str = ""
    first: str = ""
    excused: bool = False


def sitting(players: Sequence[str], swaps: Iterable[Swap], number: int) -> Sequence[str]:
    """Return the players by place at the moment of a record."""
    for swap in swaps:
        if swap.since <= number:
            one, other = swap.places
            order = list(players)
            order[one], order[other] = order[other], order[one]
            players = order
    return players


def seats_at(match: Match, moment: Moment) -> dict[str, str]:
    """Return the players by seat wind at a moment, whatever the number of its hand is now."""
    return seats_of_deal(sitting(match.players, moment.swaps, moment.number), moment.deal, match.body.seat_changes)


def check_swaps(
    before: Mapping[int, Swap], after: Mapping[int, Swap], ended: Collection[int], own: int, first: int
) -> None:
    """Refuse a change by which a swap would exchange players other than those it names, or begin within a hand.

    Args:
        before: Swaps in force before the change, by the number of their record.
        after: Swaps in force with the change.
        ended: Numbers of the records that end a hand, with the change.
        own: The changed or new record.
        first: Number of the first record of the match.

    Raises:
        RefusedError: `swap-gone`: the hand after which the swap `own` begins no longer ends; `swap-hangs`: another swap
            depends on the change; `swap-before`: it would reach farther back than an earlier one.
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
    """Return the player that an act means by a seat wind, a name, or the name of their substitute.

    Raises:
        RefusedError: No player has this name.
    """
    place = places_of_deal(moment.deal, match.body.seat_changes, len(match.players)).get(person)
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
    """Return the current name of the person whom an act calls by their name at its moment."""
    first = moment.names.get(name, name)
    return match.renamed.get(first, first)
