"""The draw of a round by the standing of an event, and the stages to which the best of it go on."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations

from scoring.match.errors import SeatingError, SeatingErrorKind
from scoring.match.event import Event, cut
from scoring.match.event_acts import Carry, SeatingDrawn, StageBegun
from scoring.match.event_errors import EventRejectedError
from scoring.match.pairing import pair_by_standing, repeats
from scoring.match.seating import SeatingGame
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.match.errors import expect_library
from webui.records.errors import EventActRejectedError
from webui.records.events import StoredEvent


def begin_stage(
    hall: Hall, number: int, best: int, carry: Carry = "all", name: str = "", chosen: Collection[int] = ()
) -> StageBegun:
    """Let the best of an event go on to a stage that begins with the next round, without recording it.

    Args:
        hall: The hall of its tables.
        number: Number of the event.
        best: Number of those who go on.
        carry: The points that they bring.
        name: Name of the stage, or empty.
        chosen: Those of several equal players at the cut who go on, as by lot.

    Raises:
        SeatingError: No round was played yet or one is being played, or all rounds were started.
        EventActRejectedError: There are fewer players, or equal ones at the cut of whom nobody chose.
    """
    kept = hall.get(number)
    round, ranked = _standing(hall, kept)
    try:
        return StageBegun(round, *cut(kept.event, round, ranked, best, chosen), carry, name)
    except EventRejectedError as error:
        raise EventActRejectedError(error) from error


def _standing(hall: Hall, kept: StoredEvent) -> tuple[int, list[tuple[int, int]]]:
    """Return the next round of an event, and its players in the order of the ranking, each with the place.

    Raises:
        SeatingError: No round was played yet or one is being played, or all rounds were started.
    """
    event = kept.event
    round = max(event.rounds, default=0) + 1
    if round == 1:
        raise SeatingError("no-standing")
    if round > event.opened.rounds:
        raise SeatingError("all-started", rounds=event.opened.rounds)
    if tables := hall.playing(kept):
        raise SeatingError("standing-open", tables=tuple(tables))
    ranked = {standing.player: standing.rank for standing in results(hall, kept).players}
    place = {player: ranked[event.name(player)] for player in event.ranked}
    return round, sorted(place.items(), key=lambda each: (each[1], each[0]))


def draw_by_standing(
    hall: Hall,
    number: int,
    sit_outs: bool = False,
    by_place: bool = False,
    clubs_meet: bool = False,
) -> SeatingDrawn:
    """Draw the next round of an event by the standing after the rounds before it, without recording it.

    Later rounds lose their seating: each is drawn when its turn comes. Published or not, all results count.

    Args:
        hall: The hall of its tables.
        number: Number of the event.
        sit_outs: Players who fill no table of four sit out in turn, the last of the ranking first, and who misses the
            round has no place in it; otherwise substitutes fill the tables.
        by_place: The first four of the ranking sit at one table, the next four at another, whoever met before.
        clubs_meet: Players of one club may meet.

    Raises:
        SeatingError: No round was played yet or one is being played, all rounds were started, or the players cannot be
            seated.
        ActRejectedError: No library here can score the hands of the event's rules.
    """
    kept = hall.get(number)
    event = kept.event
    expect_library(event.opened.rules)
    round, ranked = _standing(hall, kept)
    contenders = {*event.on_field(round)}
    place = {player: at for player, at in ranked if player in contenders}
    order = list(place)
    if sit_outs:
        order = [player for player in order if round not in event.entrants[player].absent]
    else:
        spare = [each.person.number for each in event.playing if each.person.substitute]
        order += spare[: -len(order) % event.size]
        if missing := -len(order) % event.size:
            kind: SeatingErrorKind = "not-fours" if event.size == 4 else "not-threes"
            raise SeatingError(kind, players=len(order), missing=missing, over=len(order) % event.size)
    played = _games_before(event, round)
    games, out = pair_by_standing(
        order,
        _pairs(played),
        event.teams.values(),
        Counter(player for round in event.rounds for player in event.out.get(round, ())),
        Counter((player, wind) for game in played for wind, player in enumerate(game)),
        by_place,
        () if clubs_meet else event.clubs.values(),
        event.size,
    )
    last = len(place) + 1
    places = tuple([tuple([place.get(player, last) for player in game]) for game in games])
    return SeatingDrawn(round, (games,), out=(out,) if out else (), places=(places,))


def repeated(event: Event, round: int) -> int:
    """Return how many meetings of a round repeat meetings of earlier rounds."""
    return repeats([*event.games(round).values()], _pairs(_games_before(event, round)))


def _games_before(event: Event, round: int) -> list[SeatingGame]:
    return [game for number, games in event.seating.items() if number < round for game in games]


def _pairs(games: Iterable[SeatingGame]) -> list[tuple[int, int]]:
    return [pair for game in games for pair in combinations(game, 2)]
