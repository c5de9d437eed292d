"""The distance of a hand from winning: the fewest tiles to exchange, and which."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scoring.findings import UNUSABLE, HandFault, ImpossibleHandError, findings
from scoring.games.game import RuleBook
from scoring.hand import Win
from scoring.partition import KNITTED, HandTally, tally_of, winning_kinds
from scoring.rules import DEFAULT, rule_book
from scoring.tiles import (
    ALL,
    COPIES,
    DIGIT,
    HONORS,
    KIND,
    ONE,
    ONE_OF,
    ORPHANS,
    PLAYED,
    SUIT_BITS,
    SUIT_FULL,
    kinds,
    present,
    size,
)

TargetShape = Literal[
    "regular",
    "five-sets",
    "seven-pairs",
    "pairs-and-triplet",
    "thirteen-orphans",
    "knitted-straight",
    "honors-and-knitted",
]
"""The shapes of a winning hand; regular is four sets and a pair."""

KeptTiles = tuple[int, int]
"""The number of tiles that a target keeps, and the target's tally."""


@dataclass(frozen=True, slots=True)
class Distance:
    """The nearest winning hand.

    Attributes:
        tiles: Number of tiles to exchange; 0 for a hand that wins.
        wrong: The tiles to take out.
        missing: The tiles to put in.
        shape: The shape of the hand after it.
        exchanges: Every winning exchange of one tile as (out, in), if one is enough.
    """

    tiles: int
    wrong: tuple[str, ...]
    missing: tuple[str, ...]
    shape: TargetShape
    exchanges: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=1 << 12)
def _suit(tally: int, room: int, chows: bool, sets: int) -> dict[tuple[int, int], KeptTiles]:
    """Return the target that keeps the most tiles of one suit, for each number of sets and pairs.

    Args:
        tally: The tiles of the suit, shifted to the lowest bits.
        room: Copies of each tile that the target may have, as a tally.
        chows: True for a suit, False for the honors, which have no chows.
        sets: The largest number of sets to consider.

    Returns:
        The target for each (sets, pairs), pairs being 0 or 1.
    """
    # Dynamic programming, rank by rank. A state is (sets, pairs, chows begun one rank before, two ranks before).
    states: dict[tuple[int, int, int, int], KeptTiles] = {(0, 0, 0, 0): (0, 0)}
    for rank in range(9 if chows else 7):
        have = tally >> DIGIT * rank & 31
        free = room >> DIGIT * rank & 31
        following: dict[tuple[int, int, int, int], KeptTiles] = {}
        for (done, pairs, before, earlier), (kept, target) in states.items():
            for begun in range(min(COPIES, sets - done) + 1 if chows and rank < 7 else 1):
                for pungs in range(min(1, sets - done - begun) + 1):
                    for eyes in range(2 - pairs):
                        need = begun + before + earlier + 3 * pungs + 2 * eyes
                        if need > free:
                            continue
                        state = (done + begun + pungs, pairs + eyes, begun, before)
                        value = (kept + min(have, need), target + (need << DIGIT * rank))
                        if state not in following or following[state][0] < value[0]:
                            following[state] = value
        states = following
    ends: dict[tuple[int, int], KeptTiles] = {}
    for (done, pairs, before, earlier), value in states.items():
        if not before and not earlier and ends.get((done, pairs), (-1, 0))[0] < value[0]:
            ends[done, pairs] = value
    return ends


def _regular(tally: int, room: int, sets: int) -> KeptTiles:
    """Return the target of this many sets and a pair that keeps the most tiles."""
    best: dict[tuple[int, int], KeptTiles] = {(0, 0): (0, 0)}
    for at in range(4):
        part = _suit(tally >> SUIT_BITS * at & SUIT_FULL, room >> SUIT_BITS * at & SUIT_FULL, at < 3, sets)
        following: dict[tuple[int, int], KeptTiles] = {}
        for (done, pairs), (kept, target) in best.items():
            for (more, eyes), (also, piece) in part.items():
                state = (done + more, pairs + eyes)
                if state[0] > sets or state[1] > 1:
                    continue
                value = (kept + also, target + (piece << SUIT_BITS * at))
                if state not in following or following[state][0] < value[0]:
                    following[state] = value
        best = following
    return best[sets, 1]


def _kept(tally: int, target: int) -> int:
    """Return the number of tiles that a tally and a target have in common."""
    return sum(min(tally >> DIGIT * kind & 31, target >> DIGIT * kind & 31) for kind in range(34))


def _pairs(tally: int, different: bool, room: int) -> int:
    """Return the seven pairs that keep the most tiles, of the kinds that there is room for.

    Four equal tiles are two pairs unless the pairs must be different.
    """
    counts = {kind: tally >> DIGIT * kind & 31 for kind in kinds(present(room))}
    if different:
        return sum(2 * ONE[kind] for kind in sorted(counts, key=lambda kind: -min(counts[kind], 2))[:7])
    whole = [kind for kind in counts for _ in range(counts[kind] // 2)]
    single = [kind for kind in counts if counts[kind] % 2 and counts[kind] != 3]
    triple = [kind for kind in counts if counts[kind] == 3]
    none = [kind for kind in counts if not counts[kind]]
    return sum(2 * ONE[kind] for kind in (whole + single + triple + none)[:7])


def _pairs_and_triplet(tally: int, room: int) -> int:
    """Return the seven pairs and a triplet of another kind that keep the most tiles."""
    found = []
    for kind in kinds(present(room)):
        others = tuple([each - (each >> DIGIT * kind & 31) * ONE[kind] for each in (tally, room)])
        found.append(3 * ONE[kind] + _pairs(others[0], False, others[1]))
    return max(found, key=lambda target: _kept(tally, target))


def _orphans(tally: int) -> int:
    """Return the thirteen orphans, doubling one that the hand has twice if there is one."""
    twice = next((kind for kind in kinds(ORPHANS) if tally >> DIGIT * kind & 31 > 1), KIND["1m"])
    return ORPHANS + ONE[twice]


def _singles(tally: int, nine: int) -> int:
    """Return the fourteen single tiles, of one knitted arrangement and the honors, that keep the most tiles."""
    wanted = sorted(kinds(nine | HONORS), key=lambda kind: not tally >> DIGIT * kind & 31)
    return sum(ONE[kind] for kind in wanted[:14])


def _targets(hand: HandTally, room: int, book: RuleBook) -> list[tuple[int, TargetShape]]:
    """Return the nearest hand of every shape that the concealed tiles could take, each with the shape."""
    pairs, knitted = book.pairs, book.game.shapes.knitted
    tally, sets = hand.concealed, book.play.sets - len(hand.melds)
    regular: TargetShape = "regular" if book.play.sets == 4 else "five-sets"
    found: list[tuple[int, TargetShape]] = [(_regular(tally, room, sets)[1], regular)]
    if pairs == "and triplet" and not hand.melds:
        found.append((_pairs_and_triplet(tally, room), "pairs-and-triplet"))
    if book.play.size != 14:
        return found
    if not hand.melds:
        if pairs != "none":
            found.append((_pairs(tally, pairs == "different", room), "seven-pairs"))
        found.append((_orphans(tally), "thirteen-orphans"))
    if knitted and sets >= 3:
        for nine in KNITTED:
            rest = tally - (present(tally) & nine)
            found.append((nine + _regular(rest, room - nine, sets - 3)[1], "knitted-straight"))
            if not hand.melds:
                found.append((_singles(tally, nine), "honors-and-knitted"))
    return found


def distance(win: Win, rules: str = DEFAULT) -> Distance:
    """Find the winning hand that differs from this one in the fewest tiles.

    Melds stay as they are. A hand without a winning tile is measured with one tile to come.

    Args:
        win: The hand.
        rules: Name of the preset.

    Raises:
        ImpossibleHandError: The tiles cannot be a hand.
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    found = tuple(
        finding for finding in findings(win, book.play) if finding.fault & UNUSABLE & ~HandFault.NO_WINNING_TILE
    )
    if found:
        raise ImpossibleHandError(found)
    hand = _tally(win)
    melded = hand.tally - hand.concealed
    kongs = sum(ONE[kong % 34] for kong in hand.kong_of.values())
    room = COPIES * (ALL - sum([ONE_OF[face] for face in book.play.absent])) - melded - kongs
    best = min(
        _targets(hand, room, book),
        key=lambda target: size(hand.concealed) - _kept(hand.concealed, target[0]),
    )
    have = Counter({PLAYED[kind]: hand.concealed >> DIGIT * kind & 31 for kind in range(34)})
    want = Counter({PLAYED[kind]: best[0] >> DIGIT * kind & 31 for kind in range(34)})
    wrong, missing = tuple((have - want).elements()), tuple((want - have).elements())
    exchanges = _exchanges(win, hand.concealed, book) if len(missing) == len(wrong) == 1 else ()
    return Distance(len(missing), wrong, missing, best[1], exchanges)


def _exchanges(win: Win, concealed: int, book: RuleBook) -> tuple[tuple[str, str], ...]:
    """Return every winning exchange of one concealed tile, the winning tile included."""
    held = win.tiles
    found = []
    for kind in kinds(present(concealed)):
        out = PLAYED[kind]
        won = winning_kinds(concealed - ONE[kind], len(win.melds), book.game.shapes.knitted, book.pairs)
        for tile in kinds(won):
            if tile != kind and held.count(PLAYED[tile]) < COPIES:
                found.append((out, PLAYED[tile]))
    return tuple(found)


def _tally(win: Win) -> HandTally:
    """Return the tally of a hand with or without a winning tile."""
    if win.winning is not None:
        return tally_of(win)
    some = tally_of(Win(win.concealed, PLAYED[0], win.melds))
    some.concealed -= ONE_OF[PLAYED[0]]
    some.tally -= ONE_OF[PLAYED[0]]
    return some
