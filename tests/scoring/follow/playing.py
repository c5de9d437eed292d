"""Deals as they are played, lawfully or not: what happens, and where each tile lies when.

Players keep what is useful to them, claim, declare riichi and win; a hand wins by its shape, since the follower asks
for no more. Tiles lie as by the habits of the tables: in riichi the claimed tile crosswise, in Chinese games not.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import hypot
from random import Random
from typing import Literal

from scoring.follow.course import wins
from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Drawn, Flower, Kong, Win
from scoring.follow.facts import after, before, is_set
from scoring.follow.seen import Zone
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS, KIND, PLAYED

Style = Literal["riichi", "chinese", "sichuan", "sanma", "taiwan"]
Pond = Literal["rows", "thrown"]

_ASIDE: tuple[Zone, ...] = ("flowers", "hand", "meld")
"""Zones that a tile beside a hand seems to lie in, whose face is no flower's."""

WIDTH, HEIGHT = 0.031, 0.042
"""A tile, in units of the table."""


@dataclass(eq=False)
class Piece:
    """A tile of the set, as it lies now."""

    code: str
    x: float = 0.0
    y: float = 0.0
    zone: Zone | None = None
    seat: int = 0
    up: bool = True
    crosswise: bool = False
    angle: float = 0.0
    by: int = 0
    """The seat that laid it down."""


@dataclass(frozen=True)
class Action:
    """A movement at a moment: `do` lets it happen."""

    t: float
    do: Callable[[], None]


@dataclass
class Deal:
    """A deal as it was played."""

    style: Style
    dealer: int
    pieces: list[Piece] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    events: list[AnyEvent] = field(default_factory=list)
    sticks: list[tuple[float, int]] = field(default_factory=list)
    walls: list[tuple[float, int]] = field(default_factory=list)
    """Tiles left in the wall, from which second on."""
    hides: list[tuple[float, float, Zone, int]] = field(default_factory=list)
    """Zones that nobody could see, from when to when."""
    end: float = 0.0


def place(seat: int, u: float, v: float) -> tuple[float, float]:
    """Return a place that a player sees at u from the left and v towards themself."""
    return ((u, v), (v, 1 - u), (1 - u, 1 - v), (1 - v, u))[seat - 1]


class Play:
    """A deal being played."""

    def __init__(self, rng: Random, style: Style, pond: Pond, unlawful: float = 0.0, mishaps: float = 0.0) -> None:
        self.rng = rng
        self.style: Style = style
        self.rules = BOOKS.plays[style]
        self.seats = self.rules.seats
        self.pond: Pond = pond
        self.unlawful = unlawful
        """Probability of a discard out of turn, or of a false chow instead of a lawful one."""
        self.mishaps = mishaps
        """Probability that a discard is taken back, put down twice, or put down on its face."""
        played = [code for code in PLAYED if code not in self.rules.absent][: self.rules.tiles // 4]
        codes = [code for code in played for _ in range(4)] + (list(FLOWERS) if self.rules.flowers else [])
        rng.shuffle(codes)
        self.wall = codes
        self.left = len(codes) - self.rules.dead
        self.dealer = rng.choice(self.seats)
        self.deal = Deal(style, self.dealer)
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.ponds: dict[int, list[Piece | None]] = {seat: [] for seat in self.seats}
        self.melds: dict[int, list[list[Piece]]] = {seat: [] for seat in self.seats}
        self.flowers = dict.fromkeys(self.seats, 0)
        self.spots: dict[int, tuple[float, float]] = {}
        """Places of the tiles of melds."""
        self.across: set[int] = set()
        """Tiles of melds that lie crosswise."""
        self.thrown: dict[int, tuple[float, float]] = {}
        """Places of the tiles of a thrown pond."""
        self.declares = 0
        """The seat that declares riichi with its next discard."""
        self.quick = False
        """True after a claim, whose player discards without drawing."""
        self.riichi: set[int] = set()
        self.luckless = rng.random() < 0.15  # nobody wins
        self.over = False
        self.t = 0.5
        for seat in self.seats:
            for _ in range(self.rules.size - 1):
                self.hands[seat].append(self._take())
        self.hands[self.dealer].append(self._take())

    def _take(self) -> str:
        self.left -= 1
        return self.wall.pop()

    def _wait(self, low: float, high: float) -> float:
        self.t += self.rng.uniform(low, high)
        return self.t

    def _do(self, t: float, do: Callable[[], None]) -> None:
        self.deal.actions.append(Action(t, do))

    def _lay(
        self, t: float, piece: Piece, zone: Zone, seat: int, xy: tuple[float, float], by: int, **more: bool
    ) -> None:
        def do() -> None:
            piece.zone, piece.seat, piece.by = zone, seat, by
            piece.x, piece.y = xy
            piece.up = more.get("up", True)
            piece.crosswise = more.get("crosswise", False)

        self._do(t, do)

    def _lift(self, t: float, piece: Piece, by: int) -> None:
        def do() -> None:
            piece.zone, piece.by = None, by

        self._do(t, do)

    def _new(self, code: str) -> Piece:
        piece = Piece(code)
        self.deal.pieces.append(piece)
        return piece

    def run(self) -> Deal:
        """Play to the end."""
        if not self.rules.aside:
            self._open_flowers()
        seat = self.dealer
        drawn = True
        while True:
            if drawn and self._own(seat):
                break
            code = self._choose(seat)
            piece = self._discard(seat, code)
            nxt = self._answer(seat, piece)
            if nxt is None:
                break
            seat, drawn = nxt
            if drawn:
                if self.left <= 0:
                    self._wait(3.6, 4.0)
                    self.deal.events.append(Drawn(t=self.t))
                    break
                self.hands[seat].append(self._take())
                self.deal.walls.append((self.t + 0.8, self.left))
        self.deal.end = self.t + 5
        self.deal.actions.sort(key=lambda action: action.t)
        self.deal.events.sort(key=lambda event: event.t)
        return self.deal

    def _open_flowers(self) -> None:
        for k in range(4):
            seat = (self.dealer - 1 + k) % 4 + 1
            while self._flower(seat):
                pass

    def _flower(self, seat: int) -> bool:
        for code in self.hands[seat]:
            aside = code in self.rules.aside and self.rng.random() < 0.8
            if (code in FLOWERS or aside) and self.left > 0:
                self.hands[seat].remove(code)
                self._wait(1.2, 1.8)
                piece = self._new(code)
                spot = place(seat, 0.10 + 0.035 * self.flowers[seat], 0.93)
                zone: Zone = self.rng.choice(_ASIDE) if aside else "flowers"
                self._lay(self.t, piece, zone, seat, spot, seat)
                self.flowers[seat] += 1
                self.deal.events.append(Flower(t=self.t, seat=seat, tile=code))
                if aside and self._robbed(seat, piece):
                    return False
                self.hands[seat].append(self._take())
                return True
        return False

    def _robbed(self, seat: int, piece: Piece) -> bool:
        """Let another win on a tile set aside; return True if one does."""
        for other in [each for each in self.seats if each != seat]:
            if self._complete([*self.hands[other], piece.code], other):
                self._win(other, piece.code, seat, piece)
                self.over = True
                return True
        return False

    def _own(self, seat: int) -> bool:
        """Act with fourteen tiles before the discard; return True if the deal is over."""
        while True:
            while self._flower(seat):
                pass
            if self.over:
                return True
            hand = self.hands[seat]
            if self._complete(hand, seat):
                self._win(seat, hand[-1], 0, None)
                return True
            if self.left <= 0 or not self._kong(seat):
                return False
            self.hands[seat].append(self._take())

    def _kong(self, seat: int) -> bool:
        hand = self.hands[seat]
        for code in set(hand):
            if hand.count(code) == 4 and code not in FLOWERS and self.rng.random() < 0.7:
                self.hands[seat] = [other for other in hand if other != code]
                self._wait(1.8, 2.6)
                backs = (0, 3) if self.rules.crosswise or self.rng.random() < 0.5 else (0, 1, 2, 3)
                pieces = [self._new(code) for _ in range(4)]
                self._meld(seat, pieces, None, backs)
                shown = code if len(backs) < 4 else "?"
                self.deal.events.append(Kong(t=self.t, seat=seat, kind="concealed", tile=shown, tiles=(shown,) * 4))
                return True
            for meld in self.melds[seat]:
                if len(meld) == 3 and all(piece.code == code for piece in meld) and self.rng.random() < 0.7:
                    hand.remove(code)
                    self._wait(1.8, 2.6)
                    base = next((piece for piece in meld if id(piece) in self.across), meld[1])
                    old, new = place(seat, 0, 0), place(seat, 0, -WIDTH if id(base) in self.across else -HEIGHT)
                    piece = self._new(code)
                    spot = self.spots[id(base)]
                    where = (spot[0] + new[0] - old[0], spot[1] + new[1] - old[1])
                    self._lay(self.t, piece, "meld", seat, where, seat, crosswise=id(base) in self.across)
                    meld.append(piece)
                    self.deal.events.append(Kong(t=self.t, seat=seat, kind="added", tile=code, tiles=(code,) * 4))
                    return True
        return False

    def _meld(self, seat: int, pieces: list[Piece], source: int | None, backs: tuple[int, ...] = ()) -> None:
        k = len(self.melds[seat])
        cross = -1
        if self.rules.crosswise and source is not None:
            cross = self._gave(seat, source, len(pieces) - 1)
        for i, piece in enumerate(pieces):
            u = 0.95 - 0.132 * k - WIDTH * (len(pieces) - 1 - i)
            spot = place(seat, u, 0.955)
            self.spots[id(piece)] = spot
            if i == cross:
                self.across.add(id(piece))
            late = 0.0 if i else self.rng.uniform(0, 0.3)
            self._lay(self.t - late, piece, "meld", seat, spot, seat, up=i not in backs, crosswise=i == cross)
        self.melds[seat].append(pieces)

    def _gave(self, seat: int, source: int, last: int) -> int:
        """Return the place in a meld that tells who gave it; of three players, one goes by who sits across."""
        if len(self.seats) == 3 and (seat, source) == (1, 3):
            return 1
        return {before(seat, len(self.seats)): 0, after(seat, len(self.seats)): last}.get(source, 1)

    def _useful(self, hand: list[str], code: str) -> float:
        if code in FLOWERS:
            return 99
        kind = KIND[code]
        worth = 3.0 * (hand.count(code) - 1)
        if kind < 27:
            for step, value in ((1, 2.0), (2, 1.0)):
                for other in (kind - step, kind + step):
                    if other // 9 == kind // 9 and 0 <= other < 27 and PLAYED[other] in hand:
                        worth += value
            worth += 0.2 * min(kind % 9, 8 - kind % 9)
        return worth

    def _choose(self, seat: int) -> str:
        hand = self.hands[seat]
        if seat in self.riichi:
            return hand[-1]
        if len(hand) > 1 and not self.melds[seat] and self.rules.declares and self.left > 4:
            for code in sorted(set(hand)):
                rest = list(hand)
                rest.remove(code)
                if any(self._complete([*rest, other], seat) for other in self._near(rest)):
                    self.declares = seat
                    return code
        return min(hand, key=lambda code: (self._useful(hand, code), self.rng.random()))

    def _near(self, hand: list[str]) -> list[str]:
        if sum(self._useful(hand, code) < 1.5 for code in hand) > 2:
            return []
        kinds = {KIND[code] for code in hand}
        return [PLAYED[k] for k in range(34) if kinds & ({k, k - 1, k + 1} if k < 27 else {k})]

    def _complete(self, codes: list[str], seat: int) -> bool:
        melds = len(self.melds[seat])
        if self.luckless or len(codes) != self.rules.size - 3 * melds or any(code in FLOWERS for code in codes):
            return False
        return wins(tuple(sorted(codes)), melds, self.rules.knitted, self.rules.pairs)

    def _pond_spot(self, seat: int) -> tuple[int, tuple[float, float]]:
        pond = self.ponds[seat]
        if self.pond == "rows":
            k = pond.index(None) if None in pond else len(pond)
            jitter = self.rng.uniform(-0.003, 0.003)
            return k, place(seat, 0.42 + WIDTH * (k % 6), 0.62 + HEIGHT * (k // 6) + jitter)
        lying = list(self.thrown.values())
        x = y = 0.5
        for _ in range(200):
            x, y = self.rng.uniform(0.24, 0.76), self.rng.uniform(0.24, 0.76)
            if all(hypot(x - a, y - b) > 0.05 for a, b in lying):
                break
        return len(pond), (x, y)

    def _discard(self, seat: int, code: str) -> Piece:
        self._wait(*((0.6, 1.0) if self.quick else (1.4, 2.4)))
        self.quick = False
        self.hands[seat].remove(code)
        piece = self._new(code)
        k, spot = self._pond_spot(seat)
        declared = self.declares == seat
        self.declares = 0
        if self.pond == "thrown":
            self.thrown[id(piece)] = spot
        zone: Zone = "pond" if self.pond == "rows" else "centre"
        laid = {"crosswise": declared}
        mishap = self.rng.random() < self.mishaps and not declared
        which = self.rng.choice(("back", "twice", "face down")) if mishap else ""
        if which == "back":  # another is put down first, and taken back
            wrong = self._new(self.rng.choice(self.hands[seat] or [code]))
            self._lay(self.t, wrong, zone, seat, spot, seat)
            self._lift(self.t + self.rng.uniform(1.2, 2.0), wrong, seat)
            self._wait(2.4, 3.0)
        elif which == "twice":
            wrong_spot = (spot[0] + 0.012, spot[1] + 0.015)
            self._lay(self.t, piece, zone, seat, wrong_spot, seat)
            self._lift(self.t + 0.9, piece, seat)
            self._do(self.t + 1.6, self._again(piece, zone, spot))
        elif which == "face down":
            self._lay(self.t - 0.7, piece, zone, seat, spot, seat, up=False)
        if which != "twice":
            self._lay(self.t, piece, zone, seat, spot, seat, **laid)
        pond = self.ponds[seat]
        if k < len(pond):
            pond[k] = piece
        else:
            pond.append(piece)
        self.deal.events.append(Discard(t=self.t, seat=seat, tile=code, sideways=declared))
        if declared:
            self.riichi.add(seat)
            stick = self.t + 1.2
            self.deal.sticks.append((stick, seat))
            self.deal.events.append(Declared(t=stick, seat=seat, what="riichi", tile=code))
        return piece

    def _again(self, piece: Piece, zone: Zone, spot: tuple[float, float]) -> Callable[[], None]:
        def do() -> None:
            if piece.zone is None or piece.zone == zone:
                piece.zone = zone
                piece.x, piece.y = spot

        return do

    def _answer(self, seat: int, piece: Piece) -> tuple[int, bool] | None:
        """Let the others claim a discard; return who plays next and if they draw, or None if the deal is over."""
        code = piece.code
        order = [(seat + k) % len(self.seats) + 1 for k in range(len(self.seats) - 1)]
        for other in order:
            if self._complete([*self.hands[other], code], other):
                self._win(other, code, seat, piece)
                return None
        if self.left > 0:
            for other in order:
                if other in self.riichi:
                    continue
                hand = self.hands[other]
                same = hand.count(code)
                if same == 3 and self.rng.random() < 0.5:
                    self._claim(other, seat, piece, [code] * 3)
                    self.deal.events.append(
                        Claim(t=self.t, seat=other, kind="kong", tile=code, tiles=(code,) * 4, source=seat)
                    )
                    return other, True
                if same >= 2 and self.rng.random() < 0.5 and len(hand) > 4:
                    self._claim(other, seat, piece, [code] * 2)
                    self.deal.events.append(
                        Claim(t=self.t, seat=other, kind="pung", tile=code, tiles=(code,) * 3, source=seat)
                    )
                    return other, False
            other = order[0]
            chow = self._chow(other, code)
            if chow and other not in self.riichi and self.rng.random() < 0.35 and len(self.hands[other]) > 4:
                self._claim(other, seat, piece, chow)
                tiles = tuple(sorted([code, *chow]))
                self.deal.events.append(Claim(t=self.t, seat=other, kind="chow", tile=code, tiles=tiles, source=seat))
                return other, False
        nxt = order[0]
        if self.rng.random() < self.unlawful and self.left > 8:
            skipped = order[1]  # plays out of turn, and play goes on after them
            if skipped not in self.riichi:
                return skipped, True
        return nxt, True

    def _chow(self, seat: int, code: str) -> list[str]:
        hand = self.hands[seat]
        kind = KIND[code]
        if kind >= 27 or not self.rules.chows:
            return []
        if self.rng.random() < self.unlawful and len(hand) > 5:  # a false call
            wrong = self.rng.sample([other for other in hand if other not in FLOWERS], 2)
            if not is_set((code, *wrong)):
                return wrong
        ways = []
        for steps in ((-2, -1), (-1, 1), (1, 2)):
            others = [kind + step for step in steps]
            if all(0 <= other < 27 and other // 9 == kind // 9 and PLAYED[other] in hand for other in others):
                ways.append([PLAYED[other] for other in others])
        return self.rng.choice(ways) if ways else []

    def _claim(self, seat: int, source: int, piece: Piece, own: list[str]) -> None:
        # a pung is quick; for a chow one waits until nobody else has claimed (three seconds by the Chinese rules)
        taken = self.t + (self.rng.uniform(1.3, 2.2) if own[0] == own[-1] else self.rng.uniform(1.7, 2.8))
        self._lift(taken, piece, seat)
        self.t = taken + self.rng.uniform(0.4, 0.7)
        for code in own:
            self.hands[seat].remove(code)
        pond = self.ponds[source]
        pond[pond.index(piece)] = None
        self.thrown.pop(id(piece), None)
        pieces = [self._new(code) for code in own]
        pieces.insert(self._gave(seat, source, len(own)) if self.rules.crosswise else 1, piece)
        self._meld(seat, pieces, source)
        self.quick = len(own) == 2

    def _win(self, seat: int, code: str, source: int, piece: Piece | None) -> None:
        hand = list(self.hands[seat])
        if source == 0:
            hand.remove(code)
            piece = self._new(code)
        assert piece is not None
        moved = source == 0 or self.rng.random() < 0.7
        if source and moved:
            self._lift(self.t + 1.6, piece, seat)
        self._wait(2.2, 3.8)
        start = 0.5 - WIDTH * len(hand) / 2 - 0.1
        for i, each in enumerate(sorted(hand)):
            self._lay(self.t, self._new(each), "hand", seat, place(seat, start + WIDTH * i, 0.9), seat)
        if moved:
            spot = place(seat, start + WIDTH * (len(hand) + 0.8), 0.9)
            self._lay(self.t, piece, "win", seat, spot, seat)
        self.deal.events.append(Win(t=self.t, seat=seat, tile=code, source=source))


def play(rng: Random, style: Style, pond: Pond, unlawful: float = 0.0, mishaps: float = 0.0) -> Deal:
    """Return a deal, played to its end."""
    return Play(rng, style, pond, unlawful, mishaps).run()
