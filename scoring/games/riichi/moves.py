"""Moves of a followed hand, as formats of other programs tell them: each draw, each discard, each call in its turn.

Those formats have a word for a tile that nobody saw drawn, but none for a move that nobody saw: a hand with a gap, a
discard without a name, a move out of turn, or an end that is not the recorded one has no moves.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Declared, Discard, Drawn, Flower, Kong, Win
from scoring.games.riichi.acts import AbortiveDraw
from scoring.games.riichi.hand import riichi_of
from scoring.match.followed import FollowedHand, Untold, UntoldKind
from scoring.match.records import Drawn as DrawnHand
from scoring.tiles import FIRST_FLOWER, KIND, WINDS

NINE: Final[AbortiveDraw] = "nine terminals and honours"
"""The abortive draw that is declared with a tile just drawn."""


class TileDraw(NamedTuple):
    """A tile that a player draws; `UNKNOWN` unless it was discarded at once, or won."""

    who: int
    tile: str


class Cut(NamedTuple):
    """A discard: `drawn` if it was seen to be the tile just drawn, `riichi` if it declares riichi."""

    who: int
    tile: str
    drawn: bool
    riichi: bool


class MeldCall(NamedTuple):
    """A claim of a discard: `own` are the tiles of the player beside `tile`, in their order."""

    who: int
    kind: Literal["chow", "pung", "kong"]
    tile: str
    own: tuple[str, ...]
    source: int


class OwnKong(NamedTuple):
    """A kong of four tiles of the player; one added to a pung has the player whose discard the pung claimed."""

    who: int
    tile: str
    source: int | None


class Aside(NamedTuple):
    """A tile that a player lays aside as a bonus; a replacement is drawn."""

    who: int
    tile: str


RiichiMove = TileDraw | Cut | MeldCall | OwnKong | Aside


class _Lost(Exception):
    """The course of the hand cannot be told."""

    def __init__(self, kind: UntoldKind) -> None:
        self.kind: Final = kind


def opened(told: Sequence[RiichiMove]) -> int:
    """Return the number of indicators that lie open after moves: after a kong that is not concealed, once another
    tile is discarded or another kong laid."""
    count, waiting = 1, 0
    for move in told:
        if isinstance(move, OwnKong) or (isinstance(move, MeldCall) and move.kind == "kong"):
            concealed = isinstance(move, OwnKong) and move.source is None
            count, waiting = count + waiting + concealed, int(not concealed)
        elif isinstance(move, Cut):
            count, waiting = count + waiting, 0
    return count


def moves(hand: FollowedHand, first: int, aside: Sequence[str] = ()) -> list[RiichiMove] | Untold:
    """Return the moves of a hand, the win itself left out, or the first reason why they cannot be told.

    Args:
        hand: A hand that has ended.
        first: The number of East among the players, from 0; the others follow in the order of turns.
        aside: The tiles that are laid aside as a bonus.
    """
    told = _Told(hand, first, aside)
    event: AnyEvent | None = None
    try:
        for event in _before_end(hand):
            told.take(event)
        if not hand.whole:
            return Untold("gap")
        event = None
        told.end()
    except _Lost as lost:
        return Untold(lost.kind, None if event is None else event.t)
    return told.moves


def _before_end(hand: FollowedHand) -> Iterator[AnyEvent]:
    for event in hand.events:
        if isinstance(event, Win | Drawn):
            return
        yield event


class _Told:
    """The moves so far, and whose turn it is."""

    def __init__(self, hand: FollowedHand, first: int, aside: Sequence[str]) -> None:
        self.moves: Final[list[RiichiMove]] = []
        self._hand: Final = hand
        self._first: Final = first
        self._aside: Final = aside
        self._players: Final = len(hand.hand.seats)
        self._turn = first
        self._draws = True
        """True if the player whose turn it is has to draw."""
        self._declared: Final = {id(event) for event in _declaring(hand)}

    def _who(self, seat: int) -> int:
        if not 1 <= seat <= self._players:
            raise _Lost("gap")
        return (self._first + self._hand.place(seat)) % self._players

    def _named(self) -> None:
        """Check that the last discard is named."""
        if any(each.tile == UNKNOWN for each in self.moves[-1:] if isinstance(each, Cut)):
            raise _Lost("name")

    def take(self, event: AnyEvent) -> None:
        match event:
            case Discard():
                self._discard(event)
            case Claim():
                self._claim(event)
            case Kong():
                self._kong(event)
            case Flower() if event.tile in self._aside:
                self._lay(event)
            case Declared():
                pass  # told with its discard
            case _:
                raise _Lost("gap")

    def _discard(self, event: Discard) -> None:
        who, drawn = self._who(event.seat), event.tsumogiri == "yes" and self._draws
        if who != self._turn:
            raise _Lost("turn")
        if event.tile != UNKNOWN and (event.tile not in KIND or KIND[event.tile] >= FIRST_FLOWER):
            raise _Lost("name")
        self._named()
        if self._draws:
            self.moves.append(TileDraw(who, event.tile if drawn else UNKNOWN))
        self.moves.append(Cut(who, event.tile, drawn, id(event) in self._declared))
        self._turn, self._draws = (who + 1) % self._players, True

    def _claim(self, event: Claim) -> None:
        who, source, last = self._who(event.seat), self._who(event.source), self.moves[-1] if self.moves else None
        own = list(event.tiles)
        if event.tile not in own or len(own) != (4 if event.kind == "kong" else 3) or UNKNOWN in own or who == source:
            raise _Lost("name")
        if not isinstance(last, Cut) or last.who != source or last.tile not in (event.tile, UNKNOWN):
            raise _Lost("call")
        if last.tile == UNKNOWN:  # named by the meld
            self.moves[-1] = last._replace(tile=event.tile)
            if last.drawn:
                self.moves[-2] = TileDraw(source, event.tile)
        own.remove(event.tile)
        self.moves.append(MeldCall(who, event.kind, event.tile, tuple(sorted(own, key=KIND.__getitem__)), source))
        self._turn, self._draws = who, event.kind == "kong"

    def _kong(self, event: Kong) -> None:
        who = self._who(event.seat)
        pung = [
            each for each in self.moves if isinstance(each, MeldCall) and each[:3] == (who, "pung", event.tile)
        ]  # a kong is added to one, or has nothing to do with it
        if event.tile == UNKNOWN:
            raise _Lost("name")
        if who != self._turn or bool(pung) != (event.kind == "added") or not self._draws:
            raise _Lost("turn")
        self._named()
        self.moves.append(TileDraw(who, UNKNOWN))
        self.moves.append(OwnKong(who, event.tile, pung[0].source if pung else None))

    def _lay(self, event: Flower) -> None:
        who = self._who(event.seat)
        if who != self._turn or not self._draws:
            raise _Lost("turn")
        self._named()
        self.moves.append(TileDraw(who, UNKNOWN))
        self.moves.append(Aside(who, event.tile))

    def end(self) -> None:
        """Check the moves against the recorded end, and add the draw of a hand that was won by one."""
        self._named()
        hand = self._hand.hand
        count = self._players
        players = [hand.seats[WINDS[(place - self._first) % count]] for place in range(count)]
        paid = self.moves[:-1] if hand.discarder is not None else self.moves  # no stick for a discard that is won on
        declared = {players[each.who] for each in paid if isinstance(each, Cut) and each.riichi}
        if declared != set(riichi_of(hand).declared):
            raise _Lost("declared")
        if hand.winner is None:
            if isinstance(hand.outcome, DrawnHand) and hand.outcome.abortive == NINE:
                self.moves.append(TileDraw(self._turn, UNKNOWN))
            return
        win = next((event for event in self._hand.events if isinstance(event, Win)), None)
        if hand.discarder is None:
            if players[self._turn] != hand.winner or not self._draws:
                raise _Lost("end")
            seen = win is not None and self._hand.player(win.seat) == hand.winner
            self.moves.append(TileDraw(self._turn, win.tile if win is not None and seen else UNKNOWN))
            return
        last = self.moves[-1] if self.moves else None
        if not isinstance(last, Cut | OwnKong | Aside) or players[last.who] != hand.discarder:
            raise _Lost("end")


def _declaring(hand: FollowedHand) -> Iterator[Discard]:
    """Yield the discards that declare riichi: a player's first one crosswise, else the nearest to the stick."""
    found: dict[int, list[Discard]] = {}
    for event in _before_end(hand):
        if isinstance(event, Discard):
            found.setdefault(event.seat, []).append(event)
    sticks = {event.seat: event.t for event in hand.events if isinstance(event, Declared)}
    for seat, discards in found.items():
        crosswise = next((each for each in discards if each.sideways), None)
        if crosswise is not None:
            yield crosswise
        elif seat in sticks:
            yield min(discards, key=lambda each: abs(each.t - sticks[seat]))
