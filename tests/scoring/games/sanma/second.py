"""Matches of three written a second time, for tests only: no line is shared with `scoring`.

A match is a list of deals in plain numbers by chair: chair 0 was the first dealer, and the deal passes to the next one.
Payments are tables of fractions of what a deal costs, worked out anew from the rules of tables of three.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

THREE = (0, 1, 2)


@dataclass(frozen=True)
class House:
    """Rules of a table of three, as SA4 to SA22 ask for them."""

    drawn: str = "loss"
    counter: tuple[int, int] = (200, 100)
    pool: int = 2000
    all_win: bool = True
    start: int = 35_000
    back: int = 40_000
    uma: tuple[int, int, int] = (20, 0, -20)
    broke_ends: bool = True
    target: int | None = 40_000
    leader_stops: bool = True
    tenpai_stays: bool = True
    foul: int = 0
    deals: int = 6


TENHOU = House()
MAHJONG_SOUL = House(back=35_000, uma=(15, 0, -15))
HOME = House(drawn="split", target=None, foul=2000)


class Forbidden(Exception):
    """The rules do not allow it."""


def cost(base: int, dealer: bool) -> int:
    """Return what a discard costs."""
    return ceil(Fraction(base * (6 if dealer else 4), 100)) * 100


def draws(house: House, base: int, winner: int, east: int) -> dict[int, int]:
    """Return what each of the two others pays for a self-drawn win."""
    paid = {}
    for chair in THREE:
        if chair == winner:
            continue
        parts = 2 if east in (winner, chair) else 1
        own = ceil(Fraction(base * parts, 100)) * 100
        if house.drawn == "split":
            gone = ceil(Fraction(base * (2 if winner == east else 1), 100)) * 100
            own = ceil(Fraction(2 * own + gone, 200)) * 100
        if house.drawn == "full":
            share = Fraction(1, 2) if winner == east else Fraction(2 if chair == east else 1, 3)
            own = ceil(share * cost(base, winner == east) / 100) * 100
        paid[chair] = own
    return paid


@dataclass
class Table:
    """A match of three: what each chair holds, and the deal in play."""

    house: House
    holds: list[int] = field(default_factory=list)
    deal: int = 1
    counters: int = 0
    sticks: int = 0
    laid: list[int] = field(default_factory=list)
    norths: list[int] = field(default_factory=lambda: [0, 0, 0])
    over: bool = False

    def __post_init__(self) -> None:
        self.holds = [self.house.start] * 3

    @property
    def east(self) -> int:
        return (self.deal - 1) % 3

    @property
    def round(self) -> str:
        return "ESWN"[(self.deal - 1) // 3 % 4]

    def chair(self, seat: str) -> int:
        return (self.east + "ESW".index(seat)) % 3

    def riichi(self, seat: str) -> None:
        chair = self.chair(seat)
        if chair in self.laid or self.holds[chair] < 1000:
            raise Forbidden
        self.laid.append(chair)
        self.holds[chair] -= 1000

    def north(self, seat: str) -> None:
        if sum(self.norths) == 4:
            raise Forbidden
        self.norths[self.chair(seat)] += 1

    def drawn_win(self, seat: str, base: int, liable: str | None = None) -> None:
        """Pay a self-drawn win; who is liable pays all of it, and the counters."""
        winner = self.chair(seat)
        for chair, points in draws(self.house, base, winner, self.east).items():
            payer = chair if liable is None else self.chair(liable)
            self.give(payer, winner, points + self.house.counter[1] * self.counters)
        self.sweep(winner)
        self.ended(winner == self.east, self.counters + 1 if winner == self.east else 0, True)

    def discard_wins(self, giver: str, wins: list[tuple[str, int]], liable: str | None = None) -> None:
        """Pay one winner or two of a discard: the next after the discarder has the counters and the sticks."""
        feeds = self.chair(giver)
        order = sorted(wins, key=lambda win: (self.chair(win[0]) - feeds) % 3)
        if not self.house.all_win:
            order = order[:1]
        for turn, (seat, base) in enumerate(order):
            winner, points = self.chair(seat), cost(base, self.chair(seat) == self.east)
            answers = feeds if liable is None else self.chair(liable)
            self.give(answers, winner, points // 2)
            self.give(feeds, winner, points - points // 2)
            if turn == 0:
                self.give(answers, winner, self.house.counter[0] * self.counters)
                self.sweep(winner)
        stays = any(self.chair(seat) == self.east for seat, _ in order)
        self.ended(stays, self.counters + 1 if stays else 0, True)

    def give(self, payer: int, payee: int, points: int) -> None:
        self.holds[payer] -= points
        self.holds[payee] += points

    def sweep(self, winner: int) -> None:
        self.holds[winner] += 1000 * (self.sticks + len(self.laid))
        self.sticks, self.laid = 0, []

    def wall(self, ready: set[str], nagashi: set[str]) -> None:
        chairs = {self.chair(seat) for seat in ready}
        if not set(self.laid) <= chairs:
            raise Forbidden
        for seat in nagashi:
            for chair, points in draws(self.house, 2000, self.chair(seat), self.east).items():
                self.give(chair, self.chair(seat), points)
        if not nagashi and len(chairs) == 1:
            for chair in set(THREE) - chairs:
                self.give(chair, *chairs, self.house.pool // 2)
        if not nagashi and len(chairs) == 2:
            for chair in chairs:
                self.give(*(set(THREE) - chairs), chair, self.house.pool // 2)
        self.keep()
        self.ended(self.east in chairs and self.house.tenpai_stays, self.counters + 1, True)

    def abort(self) -> None:
        self.keep()
        self.ended(True, self.counters + 1, False)

    def keep(self) -> None:
        self.sticks += len(self.laid)
        self.laid = []

    def foul(self, seat: str) -> None:
        for chair in self.laid:
            self.holds[chair] += 1000
        self.laid = []
        offender = self.chair(seat)
        for chair in THREE:
            if chair != offender:
                self.give(offender, chair, self.house.foul * (2 if self.east in (offender, chair) else 1))
        self.ended(True, self.counters, False)

    def ended(self, stays: bool, counters: int, counts: bool) -> None:
        """Go on to the next deal, or end the match."""
        high, house = max(self.holds), self.house
        leader = next(chair for chair in THREE if self.holds[chair] == high)
        enough = house.target is None or high >= house.target
        last, extra = self.deal >= house.deals, self.deal > house.deals
        done = house.broke_ends and min(self.holds) < 0
        if last and stays:
            done = done or (counts and enough and (extra or (house.leader_stops and leader == self.east)))
        if last and not stays:
            done = done or enough or self.deal >= house.deals + 3
        if done:
            self.over = True
            self.holds[leader] += 1000 * self.sticks
            self.sticks = 0
            return
        self.deal += 0 if stays else 1
        self.counters, self.norths = counters, [0, 0, 0]

    @property
    def results(self) -> list[Fraction]:
        order = sorted(THREE, key=lambda chair: (-self.holds[chair], chair))
        found = [Fraction(0)] * 3
        for rank, chair in enumerate(order):
            oka = Fraction(3 * (self.house.back - self.house.start), 1000) if rank == 0 else Fraction(0)
            found[chair] = Fraction(self.holds[chair] - self.house.back, 1000) + self.house.uma[rank] + oka
        return found
