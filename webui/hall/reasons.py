"""The reasons of a drawn round: who meets again, who is of one team or club, and who sits out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal

from scoring.match.event import Event
from scoring.match.pairing import better_swap, fewest_repeats
from scoring.match.seating import SeatingGame

TOLD: Final = 12
"""Most players of a round of whom all seatings are searched for one with fewer repeats. More take seconds at each look
at the desk; for them only swaps of two players are tried."""

MeetingWhy = Literal["again", "team", "club"]
"""The objection to a meeting."""

OutWhy = Literal["turn", "misses", "rests", "left-out"]
"""The reason of a player without a place: in turn, absent, not in the line-up of the team, or left out by the desk."""


@dataclass(frozen=True, slots=True)
class DrawnMeeting:
    """Two players at one table who should not be.

    Attributes:
        table: Number of the table.
        players: The two.
        why: The objection to it.
        rounds: The other rounds in which they meet; empty unless it is `again`.
        group: Their team or club; empty if it is `again`.
    """

    table: int
    players: tuple[int, int]
    why: MeetingWhy
    rounds: tuple[int, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of a drawn round.

    Attributes:
        meetings: The meetings with an objection, repeated ones first.
        repeats: Number of meetings of other rounds that it repeats.
        least: The fewest that any seating of these players repeats; None if not known.
        swap: Two players who would repeat fewer meetings if they swapped seats, or None.
        out: The contenders without a place, each with the reason and how often they sat out in turn in earlier rounds.
    """

    meetings: tuple[DrawnMeeting, ...]
    repeats: int
    least: int | None
    swap: tuple[int, int] | None
    out: tuple[tuple[int, OutWhy, int], ...]


def reasons(event: Event) -> dict[int, Reasons]:
    """Return the reasons of each drawn round."""
    met: dict[frozenset[int], list[int]] = {}
    for number, games in sorted(event.seating.items()):
        for game in games:
            for pair in combinations(game, 2):
                met.setdefault(frozenset(pair), []).append(number)
    return {number: _of_round(event, number, met) for number in sorted(event.seating)}


def _of_round(event: Event, number: int, met: Mapping[frozenset[int], Sequence[int]]) -> Reasons:
    numbered = event.games(number)
    games = list(numbered.values())
    people = {player: event.entrants[player].person for game in games for player in game}
    again, others = [], []
    for table, game in numbered.items():
        for one, other in combinations(game, 2):
            rounds = tuple(each for each in met[frozenset((one, other))] if each != number)
            if rounds:
                again.append(DrawnMeeting(table, (one, other), "again", rounds))
            first, second = people[one], people[other]
            if first.team and first.team == second.team:
                others.append(DrawnMeeting(table, (one, other), "team", group=first.team))
            elif first.club and first.club == second.club:
                others.append(DrawnMeeting(table, (one, other), "club", group=first.club))
    others.sort(key=lambda each: each.why != "team")
    before = tuple(
        (min(pair), max(pair)) for pair, rounds in met.items() for each in rounds if again and each != number
    )
    least, swap = _better(tuple(games), before) if again else (0, None)
    repeats = sum(len(each.rounds) for each in again)
    return Reasons(
        (*again, *others), repeats, least, swap if repeats != least else None, _out(event, number, {*people})
    )


@lru_cache(256)  # the desk looks again and again
def _better(
    games: tuple[SeatingGame, ...], met: tuple[tuple[int, int], ...]
) -> tuple[int | None, tuple[int, int] | None]:
    """Return the fewest meetings that can be repeated, if known, and the best swap of two players."""
    players = [player for game in games for player in game]
    least = fewest_repeats(players, met, len(games[0])) if len(players) <= TOLD else None
    return least, better_swap(games, met)


def _out(event: Event, number: int, seated: set[int]) -> tuple[tuple[int, OutWhy, int], ...]:
    found: list[tuple[int, OutWhy, int]] = []
    sitting = {event.sits(number, player) for player in seated} | seated
    for player in event.contenders(number):
        if player in sitting:
            continue
        times = sum(player in out for round, out in event.out.items() if round < number)
        misses = number in event.entrants[player].absent
        turn = player in event.out.get(number, ())
        rests = event.rests(number, player)
        why: OutWhy = "turn" if turn else "misses" if misses else "rests" if rests else "left-out"
        found.append((player, why, times))
    return tuple(found)
