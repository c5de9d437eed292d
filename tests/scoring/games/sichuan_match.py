"""A second implementation of a match of Sichuan: each deal is settled by the second one of a deal, no line is shared.

Acts have the form of a deal's file, with places in place of seats. After each record all that stands is played again.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from tests.scoring.games.sichuan_second import SEATS, Table, settled

TAKEN: Final[dict[str, Any]] = {"act": "taken"}
"""Stands where the end of a deal was taken back after others were played."""


class RefusedByModelError(Exception):
    """The match cannot have this act, or this change."""


@dataclass
class Made:
    """An act as first recorded: its deal, from 0, the number of the act that ended the one before, and the dealer."""

    deal: int
    after: int
    dealer: int
    act: dict[str, Any]


@dataclass
class Deal:
    """A deal with its dealer's place and its acts."""

    dealer: int
    after: int = 0
    acts: list[dict[str, Any]] = field(default_factory=list)
    closed: bool = False

    def seat(self, place: int) -> str:
        return SEATS[(place - self.dealer) % 4]

    def place(self, seat: str) -> int:
        return (SEATS.index(seat) + self.dealer) % 4


class Model:
    """A match of some deals: what is recorded, and what stands of it."""

    def __init__(self, switches: dict[str, str], hands: int) -> None:
        self.switches, self.hands = switches, hands
        self.made: dict[int, Made] = {}
        self.changed: dict[int, tuple[int, dict[str, Any] | None]] = {}
        """By the number of a change, what it is about and the act that it puts there, None for a void."""
        self.stays: set[int] = set()
        """The voids that leave a deal without the act that ended it, since others were played."""
        self.deals = [Deal(0)]

    @property
    def over(self) -> bool:
        return len(self.deals) == self.hands and self.deals[-1].closed

    @property
    def points(self) -> list[int]:
        found = [0, 0, 0, 0]
        for deal in self.deals:
            table = self.table(deal)
            for place in range(4):
                found[place] += table.has[deal.seat(place)] + table.fines.get(deal.seat(place), 0)
        return found

    def add(self, number: int, act: dict[str, Any]) -> bool:
        """Return True if the act of a new record is accepted."""
        if self.over:
            return False
        self.made[number] = Made(len(self.deals) - 1, self.deals[-1].after, self.deals[-1].dealer, act)
        if self._plays():
            return True
        del self.made[number]
        return self._plays() and False

    def change(self, number: int, of: int, act: dict[str, Any] | None) -> bool:
        """Return True if a correction is accepted, or without an act a void."""
        standing = self.standing()
        if act is None and of in self.made:
            at = self.made[of].deal
            acts = [each for each, made in self.made.items() if made.deal == at and standing[each] is not None]
            later = any(made.deal > at and standing[each] is not None for each, made in self.made.items())
            if later and of == max(acts):
                self.stays.add(number)
        self.changed[number] = of, act
        if self._plays():
            return True
        del self.changed[number]
        self.stays.discard(number)
        return self._plays() and False

    def voids(self) -> dict[int, int]:
        """Return the voids in force by what they are about."""
        found: dict[int, int] = {}
        for number in sorted(self.changed, reverse=True):
            of, act = self.changed[number]
            if act is None and number not in found:
                found[of] = number
        return found

    def standing(self) -> dict[int, dict[str, Any] | None]:
        """Return the acts that stand by number; None for one that is undone."""
        voids = self.voids()
        found: dict[int, dict[str, Any] | None] = {}
        for number, made in self.made.items():
            now = made.act
            for change, (of, act) in sorted(self.changed.items()):
                if of == number and act is not None and change not in voids:
                    now = act
            found[number] = now
            if number in voids:
                found[number] = TAKEN if voids[number] in self.stays else None
        return found

    def _plays(self) -> bool:
        try:
            self.deals = self._play()
        except RefusedByModelError:
            return False
        return True

    def _play(self) -> list[Deal]:
        """Play all that stands again.

        Raises:
            RefusedByModelError: An act cannot be where it was made.
        """
        stands = [(number, act) for number, act in self.standing().items() if act is not None]
        last, after = max([self.made[number].deal for number, _ in stands], default=0), 0
        deals: list[Deal] = []
        for at in range(last + 1):
            mine = [(number, act) for number, act in stands if self.made[number].deal == at]
            deal = Deal(self.made[mine[0][0]].dealer if mine else self._next(deals[-1]) if deals else 0, after)
            deals.append(deal)
            for number, act in mine:
                if deal.closed or self.made[number].after != deal.after:
                    raise RefusedByModelError
                if act is TAKEN:
                    deal.closed = True
                    continue
                deal.acts.append(self._checked(deal, act))
                deal.closed = self.table(deal).over
            deal.closed, after = deal.closed or at < last, max([number for number, _ in mine], default=0)
        if deals[-1].closed and len(deals) < self.hands:
            deals.append(Deal(self._next(deals[-1]), after))
        return deals

    def _next(self, deal: Deal) -> int:
        if not deal.acts:
            return deal.dealer
        return deal.place(self.table(deal).dealer_next or "E")

    def table(self, deal: Deal) -> Table:
        table = settled({"dealer": "E", "acts": deal.acts}, self.switches)
        table.over = table.over or any(act["act"] == "end" for act in deal.acts)
        return table

    def _checked(self, deal: Deal, act: dict[str, Any]) -> dict[str, Any]:
        """Return an act with seats, unless somebody of it no longer plays."""
        playing, found = self.table(deal).playing, dict(act)
        named = [found[name] for name in ("seat", "from") if name in found]
        for name in ("seat", "from"):
            if name in found:
                found[name] = deal.seat(found[name])
        if "wins" in found:
            false = [each["seat"] for each in deal.acts if each["act"] == "false-win"]
            wins = [win | {"seat": deal.seat(win["seat"])} for win in found["wins"]]
            found["wins"] = [win for win in wins if win["seat"] not in false or len(wins) == 1] or wins
            named += [deal.place(win["seat"]) for win in found["wins"]]
            if found.get("bloom"):
                own = [each for each in deal.acts if each["act"] == "kong" and each["seat"] == wins[0]["seat"]]
                if own and own[-1].get("from") in playing:
                    found["from"] = own[-1]["from"]
        if "states" in found:
            states = {deal.seat(place): state for place, state in found["states"].items()}
            found["states"] = {seat: states.get(seat, {"state": "not ready"}) for seat in playing}
            said = [seat for seat, state in states.items() if state["state"] != "not ready"]
            named += [deal.place(seat) for seat in said]
        if not {deal.seat(place) for place in named} <= {*playing} or len({*named}) < len(named):
            raise RefusedByModelError
        return found
