"""Events as people say that they were: another tile, seat, source or act than was seen, and what may be said."""

from typing import Any, Final, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from scoring.errors import ScoringError
from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Declared, Discard, Drawn, Flower, Kong, Unseen, Win
from scoring.follow.facts import after, before
from scoring.follow.files import to_line
from scoring.follow.state import State
from scoring.tiles import FACES, FIRST_FLOWER, KIND

_KONGS: Final[dict[str, Literal["concealed", "added"]]] = {"concealed-kong": "concealed", "added-kong": "added"}
_SUITED: Final = 27
"""Kinds of tiles of the three suits, which come first."""


class Word(Struct, frozen=True, omit_defaults=True):
    """The word of a person on an event; all that is left out stays as it was seen.

    Attributes:
        act: The act, by its name in a line of JSON.
        tile: Its tile.
        seat: The player.
        source: The seat that gave the tile.
        tiles: All tiles of a chow.
    """

    act: str | None = None
    tile: str = ""
    seat: int = 0
    source: int = 0
    tiles: tuple[str, ...] = ()


def act_of(event: AnyEvent) -> str:
    """Return the act of an event."""
    return str(to_line(event)["act"])


def tile_of(event: AnyEvent) -> str:
    """Return the tile of an event, or `UNKNOWN` without one."""
    return str(getattr(event, "tile", UNKNOWN))


def runs(tile: str) -> list[tuple[str, ...]]:
    """Return the chows that a tile may be in, the lowest first."""
    kind = KIND.get(tile, _SUITED)
    if kind >= _SUITED:
        return []
    low = kind // 9 * 9
    return [FACES[first : first + 3] for first in range(max(low, kind - 2), min(low + 6, kind) + 1)]


def corrected(event: AnyEvent, word: Word, state: State) -> AnyEvent:
    """Return an event as a person says that it was.

    Args:
        event: The event as it is held.
        word: What they say of it.
        state: The table before it.

    Raises:
        ScoringError: There is no such act, tile, seat or chow.
    """
    tile, act = word.tile or tile_of(event), word.act or act_of(event)
    seat = word.seat or event.seat or state.turn
    if act == "unseen":
        act = "discard"
    if (tile not in KIND and tile != UNKNOWN) or (seat not in state.play.seats and act != "draw"):
        raise ScoringError("not-an-event", line=f"{act} {tile} {seat}")
    about: dict[str, Any] = {"number": event.number, "t": event.t, "seat": seat, "evidence": event.evidence}
    about["sure"] = True
    match act:
        case "discard":
            seen = {"sideways": event.sideways, "tsumogiri": event.tsumogiri} if isinstance(event, Discard) else {}
            return Discard(**about, tile=tile, **seen)  # type: ignore[arg-type]
        case "chow" | "pung" | "kong":
            tiles = _chow(tile, word, event) if act == "chow" else (tile,) * (4 if act == "kong" else 3)
            return Claim(**about, kind=act, tile=tile, tiles=tiles, source=_source(event, word, state, seat, act))
        case "concealed-kong" | "added-kong":
            return Kong(**about, kind=_KONGS[act], tile=tile, tiles=(tile,) * 4)
        case "flower":
            return Flower(**about, tile=tile)
        case "win" | "self-draw":
            source = 0 if act == "self-draw" else _source(event, word, state, seat, act)
            hand, wall = (_hand(event, tile), event.wall) if isinstance(event, Win) else ((), UNSET)
            return Win(**about, tile=tile, source=source, hand=hand, wall=wall)
        case "draw":
            return Drawn(number=event.number, t=event.t, sure=True)
        case _ if act == state.play.declares or (isinstance(event, Declared) and act == event.what):
            return Declared(**about, what=act, tile=tile)
        case _:
            raise ScoringError("not-an-event", line=act)


def _chow(tile: str, word: Word, event: AnyEvent) -> tuple[str, ...]:
    """Return the tiles of a chow: those of the word, or a run with the tile at the same place."""
    found = runs(tile)
    if word.tiles in found:
        return word.tiles
    if word.tiles or not found:
        raise ScoringError("not-an-event", line=f"chow {tile} {' '.join(word.tiles)}".strip())
    if isinstance(event, Claim) and event.tile in event.tiles:
        same = [run for run in found if run.index(tile) == event.tiles.index(event.tile)]
        found = same or found
    return found[0]


def _source(event: AnyEvent, word: Word, state: State, seat: int, act: str) -> int:
    """Return the seat that gave the tile: that of the word, as it was seen, or of the last discard."""
    seen = event.source if isinstance(event, Claim | Win) else None
    last = state.discards[-1].seat if state.discards else 0
    found = next(
        (each for each in (word.source, seen, last) if each and each != seat), before(seat, state.play.players)
    )
    if found not in state.play.seats:
        raise ScoringError("not-an-event", line=f"{act} {found}")
    return found


def _hand(event: Win, tile: str) -> tuple[str, ...]:
    """Return the tiles of a won hand with another winning tile."""
    if event.tile == tile or event.tile not in event.hand:
        return event.hand
    at = event.hand.index(event.tile)
    return tuple(sorted((*event.hand[:at], tile, *event.hand[at + 1 :])))


def tiles_for(event: AnyEvent) -> tuple[str, ...]:
    """Return the tiles that an event may be of, the likely ones first: as they were seen, then those that look alike
    by name."""
    seen = event.evidence[0].likely if event.evidence else ()
    return tuple(dict.fromkeys([*seen, *([tile_of(event)] if tile_of(event) in KIND else [])]))


def acts_for(event: AnyEvent, state: State) -> list[Word]:
    """Return the acts that an event may have been: its own, and what its tile and the table allow."""
    tile = tile_of(event)
    seat = event.seat or state.turn
    flower = KIND.get(tile, 0) >= FIRST_FLOWER
    found = [Word(act="discard")]
    if isinstance(event, Flower) or flower or tile in state.play.aside:
        found.append(Word(act="flower"))
    if not flower and tile in KIND:
        found += [Word(act="chow", tiles=run) for run in runs(tile)] if state.play.chows else []
        found += [Word(act=act) for act in ("pung", "kong", "concealed-kong")]
        if any(meld.kind == "pung" and meld.tile == tile for meld in state.melds.get(seat, ())):
            found.append(Word(act="added-kong"))
    if state.play.declares:
        found.append(Word(act=state.play.declares))
    return [*found, Word(act="win"), Word(act="self-draw"), Word(act="draw")]


def missing(state: State, number: int, t: float, tile: str) -> AnyEvent:
    """Return an event that was not seen at all, as a person puts it in: a discard of the seat to play."""
    last = state.discards[-1].seat if state.discards else 0
    return Discard(
        number=number,
        t=t,
        seat=state.turn or after(last or state.play.players, state.play.players),
        tile=tile,
        sure=True,
    )


def fewer(gap: Unseen) -> Unseen | None:
    """Return a gap of which one event is known now; None if nothing is left of it."""
    return replace(gap, count=gap.count - 1) if gap.count > 1 else None
