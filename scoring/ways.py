"""The possible ways in which a hand may have been won while part of it is unknown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import combinations, product
from operator import attrgetter
from typing import Any, Final

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, faults_of, findings
from scoring.hand import Win
from scoring.tiles import FLOWERS, WINDS

_FIELDS: Final = tuple([each.name for each in fields(Win)])
_VALUES: Final = attrgetter(*_FIELDS)
_SELF_DRAW, _SEAT, _ROUND, _KONG = map(_FIELDS.index, ("self_draw", "seat", "round_wind", "kong"))
"""The names of all attributes of a hand, a function that gives their values, and the places of some among them."""

ATTRIBUTES: Final[Mapping[Circumstance, str]] = {
    "self-draw": "self_draw",
    "seat": "seat",
    "round": "round_wind",
    "kong": "kong",
    "flowers": "flowers",
    "flower-names": "flower_tiles",
}
"""The attribute of `Win` that holds each circumstance."""


def otherwise(taken: Win, circumstance: Circumstance) -> list[Win]:
    """Return the hand with one circumstance of every game changed; a replacement tile is also self-drawn."""
    match circumstance:
        case "self-draw":
            return [replace(taken, self_draw=True)]
        case "kong":
            return [replace(taken, self_draw=True, kong=True)]
        case "seat":
            return [replace(taken, seat=wind) for wind in WINDS[1:]]
        case "round":
            return [replace(taken, round_wind=wind) for wind in WINDS[1:]]
        case "flowers":
            own = _own_flowers(taken.seat or "E")
            return [replace(taken, flowers=1), replace(taken, flowers=len(own), flower_tiles=own)]
        case "flower-names":
            return [
                replace(taken, flower_tiles=tiles) for tiles in _flower_names(taken.flowers or 0, (taken.seat or "E",))
            ]
    return []


def unknown(win: Win, flowers: bool) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances that a score may depend on in every game.

    Args:
        win: The hand.
        flowers: True if it depends on which flowers the winner has.
    """
    if not flowers:
        return win.unknown
    if win.flowers is None:
        return (*win.unknown, "flowers")
    return (*win.unknown, "flower-names") if _unnamed(win) else win.unknown


def _unnamed(win: Win) -> bool:
    """Return True if only the number of flowers is known, and not all eight are there."""
    return 0 < (win.flowers or 0) < len(FLOWERS) and not win.flower_tiles


def _flower_names(count: int, seats: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the possible choices of this many flowers; choices that count alike in every seat appear once."""
    found: dict[tuple[str, ...], None] = {}
    for seat in map(WINDS.index, seats):
        alike: dict[tuple[int, ...], tuple[str, ...]] = {}
        for tiles in combinations(FLOWERS, count):
            series = [[code for code in tiles if code in half] for half in (FLOWERS[:4], FLOWERS[4:])]
            complete = [len(laid) == len(WINDS) for laid in series]
            own = [FLOWERS[seat] in tiles, FLOWERS[seat + len(WINDS)] in tiles]
            alike.setdefault((*complete, *own), tiles)
        found |= dict.fromkeys(alike.values())
    return list(found)


def _own_flowers(seat: str) -> tuple[str, ...]:
    """Return the flower and the season of a seat."""
    at = WINDS.index(seat)
    return FLOWERS[at], FLOWERS[at + len(WINDS)]


def unknown_flowers(win: Win, most: int) -> list[Win]:
    """Return the hand with each choice of flowers that tells, if nothing is known of them: the fewest of each kind.

    They are none, those of other seats, one or both of the own seat, and complete series.

    Args:
        win: The hand; its seat is known.
        most: The greatest number of flowers beside a hand.
    """
    flower, season = _own_flowers(win.seat or "E")
    series = FLOWERS[: len(WINDS)]
    named = [(flower,), (flower, season), series, (*series, season), FLOWERS]
    ways = [replace(win, flowers=len(tiles), flower_tiles=tiles) for tiles in named if len(tiles) <= most]
    none = [] if win.flower_tile else [replace(win, flowers=0)]
    return [*none, replace(win, flowers=1), *ways]


def possible_flowers(win: Win, seats: Sequence[str]) -> list[Win]:
    """Return the hand with each choice of flowers by which the points of a kept record may have been counted.

    If the flowers are unknown, there are none, or only some that count nothing: a record names those that count.
    """
    if win.flowers is None:
        return [replace(win, flowers=0), replace(win, flowers=1)]
    if _unnamed(win):
        return [replace(win, flower_tiles=tiles) for tiles in _flower_names(win.flowers, seats)]
    return [win]


def possible(win: Win, seats: tuple[str, ...] = WINDS, rounds: tuple[str, ...] = WINDS) -> list[Win]:
    """Return every way that a hand may have been won, at most 48.

    A kong's replacement tile is a separate way only for a self-drawn hand; robbing a kong is rare luck.

    Args:
        win: The hand.
        seats: The seats to try if the winner's is unknown.
        rounds: The rounds to try if it is unknown.
    """
    draws = (False, True) if win.self_draw is None else (win.self_draw,)
    seats = seats if win.seat is None else (win.seat,)
    rounds = rounds if win.round_wind is None else (win.round_wind,)
    values = list(_VALUES(win))
    ways = [
        _changed(values, draw, seat, round_wind, kong)
        for draw, seat, round_wind in product(draws, seats, rounds)
        for kong in _kongs(win, draw)
    ]
    if not (_may_contradict(win) or win.kong or (win.kong is None and win.has_kong)):
        return ways
    return [way for way in ways if not contradicted(way)] or ways


def _changed(values: list[Any], self_draw: bool, seat: str, round_wind: str, kong: bool) -> Win:
    """Return the hand of these values with its circumstances; `replace` takes three times as long."""
    values[_SELF_DRAW], values[_SEAT], values[_ROUND], values[_KONG] = self_draw, seat, round_wind, kong
    return Win(*values)


def _kongs(win: Win, self_draw: bool) -> tuple[bool, ...]:
    if win.kong is not None:
        return (win.kong,)
    return (False, True) if self_draw and win.has_kong else (False,)


def contradicted(way: Win) -> bool:
    """Return True if a way contradicts its tiles or a known circumstance."""
    return bool(way.kong or _may_contradict(way)) and bool(faults_of(findings(way)) & ~UNUSABLE)


def _may_contradict(win: Win) -> bool:
    """Return True if a known circumstance, besides a kong, may contradict how the hand was won."""
    said = win.last_of_kind or win.discarder or win.heaven or win.earth or win.discards
    return bool(said or win.double_kong or win.flower_tile or win.man or win.liable)


def ways(win: Win, flowers: bool, round_counts: bool, most: int = len(FLOWERS)) -> list[Win]:
    """Return the possible ways, one of those that rules do not tell apart.

    Only sets of a wind count, so all winds without a set in the hand are alike, as seat and as round. If flowers belong
    to seats, all seats differ as soon as there is one.

    Args:
        win: The hand.
        flowers: True if the score depends on which flowers the winner has.
        round_counts: True if the score depends on the round.
        most: The greatest number of flowers beside a hand: more win by themselves.
    """
    if flowers and win.flowers is None:
        alike = ways(replace(win, flowers=1), False, round_counts)
        return [each for way in alike for each in unknown_flowers(way, most)]
    tiles = win.tiles
    sets = tuple([wind for wind in WINDS if tiles.count(wind) > 2])
    other = next((wind for wind in WINDS if wind not in sets), WINDS[0])
    apart = tuple([wind for wind in WINDS if wind in (*sets, other)])
    rounds = apart if round_counts else WINDS[:1]
    if flowers and win.flowers:
        given = possible_flowers(win, WINDS if win.seat is None else (win.seat,))
        return [way for each in given for way in possible(each, WINDS, rounds)]
    if not _rules_out(win):
        return possible(win, apart, rounds)
    return _told_apart(win, sets, rounds)


def _rules_out(win: Win) -> bool:
    """Return True if a known circumstance may rule out a seat."""
    return bool(win.discarder or win.heaven or win.earth or win.man or win.liable)


def _told_apart(win: Win, sets: tuple[str, ...], rounds: tuple[str, ...]) -> list[Win]:
    """Return the possible ways, with one seat for all that the hand has no set of."""
    ways = possible(win, WINDS, rounds)
    chosen: dict[tuple[object, ...], Win] = {}
    for way in ways:
        alike = way.seat if way.seat in sets else None
        chosen.setdefault((way.self_draw, way.kong, way.round_wind, alike), way)
    return list(chosen.values())
