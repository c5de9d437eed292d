"""A second implementation of a match, which the tests compare with the product: no line of it is shared.

It knows four games in their usual rules, and a few acts: wins of the values in `WORTH`, draws, declared riichi, false
wins, penalties that are paid to the others, swapped seats, corrections and voids. After each record it plays the whole
match again from the seating, act by act.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.match.records import (
    Act,
    Corrected,
    Drawn,
    FalseWin,
    Penalty,
    Swapped,
    Void,
    Won,
)

Game = Literal["mcr", "zungjung", "hk", "riichi-ema"]

START: Final[Mapping[Game, int]] = {"mcr": 500, "zungjung": 0, "hk": 0, "riichi-ema": 30_000}
"""Points at the start: 500 in the book of 1998, 30,000 in riichi, none in the two others."""

WORTH: Final[Mapping[Game, Sequence[int]]] = {
    "mcr": (8, 30),
    "zungjung": (20, 40),
    "hk": (3, 10),
    "riichi-ema": (12_000, 24_000),
}
"""Points that anybody's win may have in each game, on a discard or self-drawn; in Hong Kong faan."""

ROUNDS: Final = {
    "mcr": ("0123", "1032", "2310", "3201"),
    "zungjung": ("0123", "1032", "2310", "3201"),
    "hk": ("0123",) * 4,
    "riichi-ema": ("0123",) * 4,
}
"""The places in the first round of East, South, West and North at the beginning of each round."""


@dataclass
class Played:
    """A hand: its deal from 1, its counters, its players by seat, and what each won or lost in it by place."""

    deal: int
    counters: int
    seats: dict[str, int]
    sticks: int = 0
    paid: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    declared: list[int] = field(default_factory=list)
    began_with: int = 0
    touched: bool = False
    ended: int = 0
    how: str = ""
    who: tuple[int, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        return self.deal, self.counters


class RefusedByModelError(Exception):
    """The rules of the game do not allow an act."""


class Model:
    """A match; `hands` are those of now, the last in play unless `over`."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.again = game in ("hk", "riichi-ema")
        self.last = 8 if game == "riichi-ema" else 16
        self.log: dict[int, Act] = {}
        self.made_in: dict[int, tuple[int, int]] = {}
        self.starts: dict[int, int] = {}
        self.stays: dict[int, tuple[int, int]] = {}
        self.settled: dict[int, tuple[set[int], dict[int, tuple[int, int]]]] = {}
        self.hands: list[Played] = []
        self.over = False
        self.play()

    @property
    def points(self) -> list[int]:
        return [START[self.game] + sum(hand.paid[place] for hand in self.hands) for place in range(4)]

    def add(self, number: int, act: Act) -> bool:
        """Return True if an act is recorded, False if it is refused."""
        if isinstance(act, Corrected | Void):
            if act.of not in self.log or (
                isinstance(act, Corrected) and isinstance(self.log[act.of], Corrected | Void)
            ):
                return False
        elif self.over and not isinstance(act, Penalty | Swapped):
            return False
        else:
            self.made_in[number] = self.hands[-1].place
        if isinstance(act, Swapped):
            if not 0 < act.since <= len(self.hands) or act.players[0] == act.players[1]:
                return False
            self.starts[number] = self.hands[act.since - 2].ended + 1 if act.since > 1 else 1
        if isinstance(act, Void) and act.played is not None:
            after = next((at for at, hand in enumerate(self.hands, 1) if hand.ended == act.of), None)
            if after is None:
                return False
            if act.played and any(hand.touched for hand in self.hands[after:]):
                self.stays[number] = self.hands[after].deal - self.hands[after - 1].deal, self.hands[after].counters
        self.log[number] = act
        try:
            self.play()
        except RefusedByModelError:
            del self.log[number]
            self.stays.pop(number, None)
            return False
        if isinstance(act, Void) and act.played is False:
            before = {void for void in self.moving() if void < number}
            self.settled[number] = before, {hand.ended: hand.place for hand in self.hands if hand.ended}
        return True

    def undone(self) -> dict[int, int]:
        """Return the voids in force by the records that they undo."""
        found: dict[int, int] = {}
        for number in sorted(self.log, reverse=True):
            act = self.log[number]
            if isinstance(act, Void) and number not in found:
                found.setdefault(act.of, number)
        return found

    def moving(self) -> dict[int, int]:
        """Return the voids in force of hands that were never played, with the records that they undo."""
        found = {}
        for of, number in self.undone().items():
            act = self.log[number]
            if isinstance(act, Void) and act.played is False:
                found[number] = of
        return found

    def standing(self) -> list[tuple[int, Act | None]]:
        """Return what stands in each place: None for a hand that was taken back."""
        undone, found = self.undone(), list[tuple[int, Act | None]]()
        for number, act in self.log.items():
            stands: Act | None = act
            if isinstance(act, Corrected | Void):
                continue
            if number in undone:
                if undone[number] in self.stays:
                    found.append((number, None))
                continue
            for later, change in self.log.items():
                if isinstance(change, Corrected) and change.of == number and later not in undone:
                    stands = change.act
            found.append((number, stands))
        return found

    def known_place(self, number: int) -> tuple[int, int] | None:
        """Return the deal and counters that a hand was played with, or None if it moves up by the rules."""
        moving = self.moving()
        moved = [void for void, of in moving.items() if of < number < void]
        if not moved:
            return self.made_in[number]
        before, places = self.settled.get(max(moved), ({-1}, {}))
        return places.get(number) if before == {void for void in moving if void < max(moved)} else None

    def chair(self, number: int, seat: str) -> int:
        """Return the place of the first hand that a seat wind means in a record."""
        return self.around(self.made_in[number][0])["ESWN".index(seat)]

    def around(self, deal: int) -> list[int]:
        """Return the places of East, South, West and North in a deal."""
        places = [int(place) for place in ROUNDS[self.game][min((deal - 1) // 4, 3)]]
        passed = (deal - 1) % 4
        return places[passed:] + places[:passed]

    def order(self, number: int) -> list[int]:
        """Return who sits at each place of the first hand when a record is made."""
        order = [0, 1, 2, 3]
        for swap, act in self.standing():
            if isinstance(act, Swapped) and self.starts[swap] <= number:
                one, other = (self.chair(swap, person) for person in act.players)
                order[one], order[other] = order[other], order[one]
        return order

    def play(self) -> None:
        """Play the match from its seating."""
        standing, over = self.standing(), False
        hands = [self.begun(1, 0, 2, 0)]
        hands[0] = self.begun(*(self.after(None, standing)[0]), 2, 0)
        for at, (number, act) in enumerate(standing):
            if isinstance(act, Swapped):
                continue
            if over and not isinstance(act, Penalty):
                raise RefusedByModelError
            hand = hands[-1]
            hand.touched = True
            self.act(hand, number, act)
            if hand.how and not over and not hand.ended:
                hand.ended = number
                (deal, counters), over = self.after(hand, standing[at + 1 :])
                if not self.again and len(hands) == self.last:
                    over = True
                if over:
                    self.leave(hands)
                else:
                    hands.append(self.begun(deal, counters, number + 1, hand.sticks))
        self.hands, self.over = hands, over

    def begun(self, deal: int, counters: int, number: int, sticks: int) -> Played:
        order = self.order(number)
        seats = {wind: order[place] for wind, place in zip("ESWN", self.around(deal), strict=True)}
        return Played(deal, counters, seats, sticks, began_with=sticks)

    def after(self, hand: Played | None, later: Sequence[tuple[int, Act | None]]) -> tuple[tuple[int, int], bool]:
        """Return the deal and counters of the hand after another, or of the first; True if the match ends instead."""
        place = self.by_rules(hand) if hand else (1, 0)
        if self.again:
            ends = [number for number, act in later if act is None or isinstance(act, Won | Drawn | FalseWin)]
            if hand and hand.how == "taken back":
                deals, counters = self.stays[self.undone()[hand.ended]]
                place = max(1, hand.deal + deals), counters
            if ends:
                return self.known_place(ends[0]) or place, False
            if hand and hand.how == "taken back":
                return place, False
        return place, place[0] > self.last

    def by_rules(self, hand: Played) -> tuple[int, int]:
        """Return the deal and the counters after a hand."""
        dealer, passes = hand.seats["E"], (hand.deal + 1, 0)
        if not self.again:
            return passes
        if self.game == "hk":
            stays = dealer in hand.who if hand.how == "won" else dealer not in hand.who or hand.how != "false"
            return (hand.deal, 0) if stays else passes
        if hand.how == "won":
            return (hand.deal, hand.counters + 1) if dealer in hand.who else passes
        if hand.how == "false":
            return hand.place
        return (hand.deal if dealer in hand.who else hand.deal + 1), hand.counters + 1

    def act(self, hand: Played, number: int, act: Act | None) -> None:
        """Pay the cost of an act; one that ends the hand sets its `how`."""
        order = self.order(number)

        def who(seat: str) -> int:
            return order[self.chair(number, seat)]

        match act:
            case None:
                hand.how = "taken back"
            case Penalty():
                one = who(act.seat)
                for place in range(4):
                    hand.paid[place] += -act.amount if place == one else act.amount // 3
            case DeclaredRiichi():
                if who(act.seat) in hand.declared:
                    raise RefusedByModelError
                hand.declared.append(who(act.seat))
                hand.paid[who(act.seat)] -= 1000
                hand.sticks += 1
            case FalseWin():
                hand.how, hand.who = "false", (who(act.seat),)
                if self.game == "hk":
                    for place in range(4):
                        hand.paid[place] += -768 if place == who(act.seat) else 256
                for place in hand.declared:
                    hand.paid[place] += 1000
                hand.sticks = hand.began_with
            case Drawn():
                waiting = [who(seat) for seat in act.tenpai or ()]
                if not {*hand.declared} <= {*waiting}:
                    raise RefusedByModelError
                hand.how, hand.who = "drawn", tuple(waiting)
                if 0 < len(waiting) < 4:
                    for place in range(4):
                        hand.paid[place] += 3000 // len(waiting) if place in waiting else -3000 // (4 - len(waiting))
            case Won():
                self.win(hand, who(act.winner), act.points, who(act.payer) if act.payer else None)

    def win(self, hand: Played, winner: int, points: int, payer: int | None) -> None:
        if winner == payer:
            raise RefusedByModelError
        hand.how, hand.who = "won", (winner,)
        for place in range(4):
            if place != winner:
                pays = self.pays(hand, place, winner, points, payer)
                hand.paid[place] -= pays
                hand.paid[winner] += pays
        hand.paid[winner] += 1000 * hand.sticks
        hand.sticks = 0

    def pays(self, hand: Played, place: int, winner: int, points: int, payer: int | None) -> int:
        """Return what a player pays for a win."""
        match self.game:
            case "mcr":
                return 8 + (points if payer in (None, place) else 0)
            case "zungjung":
                if payer is None or points <= 30:
                    return points
                return 3 * points - 60 if place == payer else 30
            case "hk":
                money = {3: 16, 10: 256}[points]
                return money if payer is None else 2 * money * (place == payer)
        if payer is not None:
            return (points + 300 * hand.counters) * (place == payer)
        dealer = hand.seats["E"]
        part = points // 3 if winner == dealer else points // 2 if place == dealer else points // 4
        return part + 100 * hand.counters

    def leave(self, hands: Sequence[Played]) -> None:
        """Give the sticks at the end to the first, or in parts of 100 points to several of equal points."""
        points = [START[self.game] + sum(hand.paid[place] for hand in hands) for place in range(4)]
        first = [place for place in range(4) if points[place] == max(points)]
        hundreds = 10 * hands[-1].sticks
        for at, place in enumerate(first):
            hands[-1].paid[place] += 100 * (hundreds // len(first) + (at < hundreds % len(first)))
