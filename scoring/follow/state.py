"""The table after the events of a deal: ponds, melds, counts, turn, tiles left, and facts for the score sheet."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from scoring.follow.events import (
    UNKNOWN,
    AnyEvent,
    Claim,
    Correction,
    Declared,
    Discard,
    Drawn,
    Event,
    Flower,
    Kong,
    Unseen,
    Win,
)
from scoring.follow.seen import SEATS
from scoring.play import USUAL, Play
from scoring.tiles import COPIES, FIRST_FLOWER, KIND

Standing = Literal["in step", "doubtful", "lost"]
"""The follower's step with the game: `doubtful` where the last events are open, `lost` where it does not see
the table or not whose turn it is."""


@dataclass(slots=True)
class Laid:
    """A discard in a pond.

    Attributes:
        seat: The player who discarded it.
        tile: The tile.
        sideways: True if it lies crosswise.
        claimed: The seat that claimed it, or 0.
    """

    seat: int
    tile: str
    sideways: bool = False
    claimed: int = 0


@dataclass(slots=True)
class LaidMeld:
    """A meld: `source` is the seat that the claimed tile came from, 0 for a concealed kong."""

    kind: Literal["chow", "pung", "kong", "concealed-kong", "added-kong"]
    tiles: tuple[str, ...]
    tile: str
    source: int


@dataclass(slots=True)
class State:
    """The table as it stands.

    Attributes:
        play: The way in which the game is played.
        discards: All discards in their order, those that were claimed among them.
        melds: The melds of each seat, in their order.
        flowers: The flowers of each seat.
        turn: The seat that must act, 0 if not known.
        draws: Tiles drawn after the dealer's first, replacements among them.
        unseen: Events known to have happened that were not seen.
        last: The latest event that is no gap.
        over: True once as many have won as end the deal, or the wall is used up.
        won: The seats that have won.
        holds: True while the player to act has no need to draw: the dealer at first, and after a chow or pung.
        seen: Tiles that lay there before the first event, by seat of their pond.
    """

    play: Play = USUAL
    discards: list[Laid] = field(default_factory=list)
    melds: dict[int, list[LaidMeld]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    flowers: dict[int, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    turn: int = 0
    draws: int = 0
    unseen: int = 0
    last: Event | None = None
    over: bool = False
    won: tuple[int, ...] = ()
    holds: bool = True
    seen: dict[int, list[str]] = field(default_factory=dict)

    def apply(self, event: AnyEvent) -> None:
        """Let an event happen. A declaration does nothing, nor a correction, after which the course is applied anew."""
        match event:
            case Discard():
                self.draws += not self.holds
                self.holds = False
                self.discards.append(Laid(event.seat, event.tile, event.sideways))
                self.turn = follows(event.seat, self.won, self.play.players)
            case Claim():
                taken = next((laid for laid in reversed(self.discards) if laid.seat == event.source), None)
                if taken is not None and not taken.claimed:
                    taken.claimed = event.seat
                self.melds[event.seat].append(LaidMeld(event.kind, event.tiles, event.tile, event.source))
                self.holds = event.kind != "kong"
                self.turn = event.seat
            case Kong():
                self._kong(event)
                self.draws += 1
                self.turn = event.seat
            case Flower():
                if event.seat in self.flowers:
                    self.flowers[event.seat].append(event.tile)
                self.draws += 1
            case Unseen():
                self.unseen += event.count
                if event.what == "discard":
                    self.draws += event.count
                    self.turn = follows(event.seat, self.won, self.play.players) if event.seat else 0
                elif event.seat:
                    self.turn = event.seat
            case Win():
                self.draws += not event.source and not self.holds
                self.won = (*self.won, event.seat)
                self.over = self.over or len(self.won) >= self.play.winners
                self.holds, self.turn = False, follows(event.seat, self.won, self.play.players)
            case Drawn():
                self.over = True
            case Declared() | Correction():
                return
        if not isinstance(event, Unseen):
            self.last = event

    def _kong(self, event: Kong) -> None:
        own = self.melds[event.seat]
        if event.kind == "added":
            for meld in own:
                if meld.kind == "pung" and meld.tile == event.tile:
                    meld.kind, meld.tiles = "added-kong", event.tiles
                    return
        kind: Literal["concealed-kong", "added-kong"] = "added-kong" if event.kind == "added" else "concealed-kong"
        own.append(LaidMeld(kind, event.tiles, event.tile, 0))

    @property
    def left(self) -> int:
        """Tiles left to draw, as counted from the events; those in a gap are counted as far as they are known.

        Flowers in a game that lays nothing aside show that the set has all of them: these are tiles of the wall too.
        """
        none = not self.play.flowers and not self.play.aside
        strange = USUAL.flowers if none and any(self.flowers.values()) else 0
        return self.play.draws + strange - self.draws

    @property
    def last_tile(self) -> bool | None:
        """True if the latest tile drawn was the wall's last, None if a gap leaves that open."""
        return (self.left <= 0) if not self.unseen else None

    def pond(self, seat: int) -> list[Laid]:
        """Return the tiles in the pond of a seat, without those that were claimed."""
        return [laid for laid in self.discards if laid.seat == seat and not laid.claimed]

    def hand(self, seat: int) -> int:
        """Return the tiles that a seat holds besides its melds when another plays: one too few for a won hand."""
        return self.play.size - 1 - 3 * len(self.melds[seat])

    def shown(self) -> dict[str, int]:
        """Return the number of copies of each tile that lie open in ponds, melds and flowers."""
        tiles = [laid.tile for laid in self.discards if not laid.claimed]
        tiles += [tile for melds in self.melds.values() for meld in melds for tile in meld.tiles]
        tiles += [tile for own in (*self.flowers.values(), *self.seen.values()) for tile in own]
        return {tile: tiles.count(tile) for tile in dict.fromkeys(tiles) if tile != UNKNOWN}

    def copies_left(self, tile: str) -> int:
        """Return the copies of a tile that do not lie open; 0 before a win makes it the last of its kind."""
        return (COPIES if KIND[tile] < FIRST_FLOWER else 1) - self.shown().get(tile, 0)

    def since_own(self, seat: int) -> tuple[tuple[int, str], ...]:
        """Return the discards since the last of a seat's own, that one among them, as (seat, tile).

        The same-turn immunity of the World Series of Mahjong asks for these.
        """
        own = [k for k, laid in enumerate(self.discards) if laid.seat == seat]
        return tuple((laid.seat, laid.tile) for laid in self.discards[own[-1] if own else 0 :])

    @property
    def first_turn(self) -> bool:
        """True while nobody has claimed, and nobody plays a second time."""
        seats = [laid.seat for laid in self.discards]
        return not any(self.melds.values()) and not self.unseen and len(seats) == len(set(seats))


def follows(seat: int, won: tuple[int, ...] = (), players: int = 4) -> int:
    """Return the seat that plays after another one, without those that have won; 0 if nobody is left."""
    return next((each for k in range(1, players) if (each := (seat + k - 1) % players + 1) not in won), 0)


def stand(events: Iterable[AnyEvent], play: Play = USUAL, turn: int = 0) -> State:
    """Return what stands after events; `turn` is the seat that must act first, 0 if not known."""
    state = State(play, turn=turn)
    for event in events:
        state.apply(event)
    return state
