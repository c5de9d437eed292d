"""Sichuan written a second time, for tests only: hands and deals in plain code over lists of tiles, without any table.

It shares nothing with `scoring.games.sichuan`: every division is tried by taking tiles out of a list, each pattern is a
condition in the order of the description, and a deal is a list of debts from one player to another.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

SEATS = "ESWN"
ALL = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
ORDER = [*(f"1.{n}" for n in range(1, 9)), "2.1", "2.2", *(f"3.{n}" for n in range(1, 6))]
ORDER += [f"4.{n}" for n in range(1, 5)]


@dataclass(frozen=True)
class Held:
    """A hand: the tiles in hand, the winning one last, and the melds as tiles with their giver as in hand text."""

    tiles: tuple[str, ...]
    melds: tuple[tuple[str, int, int], ...] = ()
    """The tile of each meld, how many there are, and the digit of the giver."""
    seat: str = "E"
    drawn: bool = False
    kong: bool = False
    shot: bool = False
    last: bool = False
    heaven: bool = False
    earth: bool = False
    giver: str | None = None
    void: str | None = None
    out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counted:
    """The outcome of a hand by the second implementation."""

    wins: bool
    raw: int = 0
    fan: int = 0
    value: int = 0
    legal: bool = False
    lines: tuple[tuple[str, int], ...] = ()
    payments: dict[str, int] | None = None


def divisions(tiles: list[str]) -> list[list[list[str]]]:
    """Return every way to take a pair and then sets out of sorted tiles; the pair is the last group."""
    found = []
    for code in sorted(set(tiles)):
        if tiles.count(code) >= 2:
            rest = list(tiles)
            rest.remove(code)
            rest.remove(code)
            found += [[*sets, [code, code]] for sets in _sets(rest)]
    return found


def _sets(tiles: list[str]) -> list[list[list[str]]]:
    if not tiles:
        return [[]]
    first, found = tiles[0], []
    for group in ([first] * 3, [f"{int(first[0]) + step}{first[1]}" for step in range(3)]):
        if not Counter(group) - Counter(tiles):
            rest = list(tiles)
            for code in group:
                rest.remove(code)
            found += [[group, *others] for others in _sets(rest)]
    return found


def value(fan: int, switches: dict[str, str]) -> int:
    """Return the points of some fan, up to the cap."""
    if switches["SC1"] != "none":
        fan = min(fan, int(switches["SC1"]))
    worth = int(switches["SC3"])
    for _ in range(fan):
        worth *= 2
    return worth


def _from_giver(hand: Held, switches: dict[str, str]) -> bool:
    """Return True if who gave the claimed kong pays alone for its replacement tile."""
    if not (hand.drawn and hand.kong and switches["SC14"] == "discard"):
        return False
    kongs = [digit for _, count, digit in hand.melds if count == 4]
    claimed = [digit for digit in kongs if digit in (1, 2, 3)]
    return bool(claimed) and (hand.giver is not None or len(kongs) == 1)


def _lines(hand: Held, groups: list[list[str]] | None, switches: dict[str, str]) -> dict[str, int]:
    """Return the fan of each pattern of one reading; no groups for seven pairs."""
    on = {name: answer == "on" for name, answer in switches.items()}
    laid = [code for code, count, _ in hand.melds for _ in range(count)]
    every = [*hand.tiles, *laid]
    kongs = [code for code, count, _ in hand.melds if count == 4]
    roots = [code for code in set(every) if every.count(code) >= 4 and code not in kongs]
    met: dict[str, int] = {}
    if hand.drawn and hand.kong:
        met["1.1"] = 1
    robbed = hand.kong and not hand.drawn
    if hand.shot and not (robbed and switches["SC13"] == "robbed"):
        met["1.2"] = 1
    if robbed:
        met["1.3"] = 1
    if hand.last and on["SC4"]:
        met["1.4"] = 1
    if hand.drawn and switches["SC2"] == "fan" and not _from_giver(hand, switches):
        met["1.5"] = 1
    by_turn = {"both": True, "draw": hand.drawn, "discard": not hand.drawn}[switches["SC6"]]
    blessed = "1.6" if hand.heaven else "1.7" if hand.earth and by_turn else ""
    if blessed and switches["SC5"] != "off":
        if switches["SC5"] == "3 and 2":
            met[blessed] = 3 if blessed == "1.6" else 2
        elif switches["SC5"] == "5":
            return {blessed: 5}
        else:
            return {blessed: 4 if switches["SC1"] == "none" else int(switches["SC1"])}
    closed = all(count == 4 and digit == 0 for _, count, digit in hand.melds)
    if closed and (on["SC7"] or (switches["SC7"] == "self-draw" and hand.drawn)):
        met["1.8"] = 1
    met["2.1"], met["2.2"] = len(kongs), len(roots)
    if len({code[1] for code in every}) == 1:
        met["3.3"] = 2
    ranks = {code[0] for code in every}
    generals = ranks <= set("258") and on["SC10"]
    if not ranks & set("19") and on["SC8"] and not generals:
        met["4.3"] = 1
    if groups is None:
        if generals:
            met["4.2"] = 4
            met["2.2"] -= 1
        elif roots and switches["SC11"] == "4":
            met["3.5"] = 4
            met["2.2"] -= 1
        else:
            met["3.4"] = 2
        return met
    triplets = all(len(set(group)) == 1 for group in groups)
    if triplets and generals:
        met["4.1"] = 3
    elif generals and on["SC8"]:
        met["4.3"] = 1
    if triplets and not generals:
        met["3.1"] = 1
    if len(hand.melds) == 4 and switches["SC12"] == "1":
        met["3.2"] = 1
    everywhere = [*groups, *([code] for code, _, _ in hand.melds)]
    if switches["SC9"] != "off" and all({code[0] for code in group} & set("19") for group in everywhere):
        met["4.4"] = int(switches["SC9"])
    return met


def wins(hand: Held) -> bool:
    """Return True if the tiles make a winning hand."""
    suits = {code[1] for code in (*hand.tiles, *(code for code, _, _ in hand.melds))}
    if len(suits) > 2 or hand.void in suits:
        return False
    pairs = not hand.melds and all(times % 2 == 0 for times in Counter(hand.tiles).values())
    return pairs or bool(divisions(sorted(hand.tiles)))


def second(hand: Held, switches: dict[str, str]) -> Counted:
    """Count a hand whose circumstances do not contradict its tiles."""
    if not wins(hand):
        return Counted(False)
    readings = [_lines(hand, groups, switches) for groups in divisions(sorted(hand.tiles))]
    if not hand.melds and all(times % 2 == 0 for times in Counter(hand.tiles).values()):
        readings.append(_lines(hand, None, switches))
    best: list[tuple[str, int]] = []
    for met in readings:
        lines = [(name, met[name]) for name in ORDER if met.get(name)]
        key, before = (sum(fan for _, fan in lines), -len(lines)), (sum(fan for _, fan in best), -len(best))
        if not best or key > before:
            best = lines
    raw = sum(fan for _, fan in best)
    fan = raw if switches["SC1"] == "none" else min(raw, int(switches["SC1"]))
    worth = value(raw, switches)
    legal = fan >= int(switches["SC32"])
    lines = tuple(best) or (("0.1", 0),)
    return Counted(True, raw, fan, worth, legal, lines, _paid(hand, worth, switches) if legal else None)


def _paid(hand: Held, worth: int, switches: dict[str, str]) -> dict[str, int] | None:
    paid = dict.fromkeys(SEATS, 0)
    giver = None if hand.drawn else hand.giver
    if _from_giver(hand, switches):
        (digit, *_) = [digit for _, count, digit in hand.melds if count == 4 and digit in (1, 2, 3)]
        giver = hand.giver or SEATS[(SEATS.index(hand.seat) + {1: 3, 2: 2, 3: 1}[digit]) % 4]
    if not hand.drawn and giver is None:
        return None
    for seat in SEATS:
        if seat == giver or (giver is None and seat != hand.seat and seat not in hand.out):
            due = worth if giver else worth + (int(switches["SC3"]) if switches["SC2"] == "point" else 0)
            paid[seat] -= due
            paid[hand.seat] += due
    return paid


def state(hand: Held, switches: dict[str, str]) -> tuple[str, list[str], int, int]:
    """Return the state of thirteen tiles when the wall is out: its name, the waits, the best fan and its points."""
    suits = {code[1] for code in (*hand.tiles, *(code for code, _, _ in hand.melds))}
    if len(suits) > 2 or hand.void in suits:
        return "pig", [], 0, 0
    held = [*hand.tiles]
    if switches["SC25"] == "own":
        held += [code for code, count, _ in hand.melds for _ in range(count)]
    drawn = switches["SC24"] == "self-draw"
    found = {}
    for code in ALL:
        won = Held((*hand.tiles, code), hand.melds, drawn=drawn, void=hand.void, giver=None)
        if held.count(code) < 4 and wins(won):
            found[code] = second(won, switches).fan
    if not found:
        return "not ready", [], 0, 0
    fan = max(found.values())
    worth = value(fan, switches)
    return "ready", list(found), fan, worth + (int(switches["SC3"]) if drawn and switches["SC2"] == "point" else 0)


@dataclass
class Table:
    """A deal as it runs: who is out, the debts of each kong that its player still holds, and what everybody has."""

    switches: dict[str, str]
    has: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    fines: dict[str, int] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    kongs: list[dict[str, Any]] = field(default_factory=list)
    dealer_next: str | None = None
    over: bool = False

    @property
    def playing(self) -> list[str]:
        return [seat for seat in SEATS if seat not in self.out]

    def pay(self, payer: str, taker: str, points: int) -> None:
        self.has[payer] -= points
        self.has[taker] += points

    def give_back(self, kong: dict[str, Any]) -> None:
        for payer, points in kong["owed"].items():
            self.pay(kong["seat"], payer, points)
        kong["owed"] = {}


def settled(deal: dict[str, Any], switches: dict[str, str]) -> Table:
    """Settle a deal whose wins and states are given by their fan."""
    table, base, bases = Table(switches), int(switches["SC3"]), switches.get("SC33", "paid")
    cap = value(4 if switches["SC1"] == "none" else int(switches["SC1"]), switches)
    acts = deal["acts"]
    for number, act in enumerate(acts):
        if act["act"] == "kong":
            _kong(table, act, base)
        elif act["act"] == "won":
            before = [each for each in acts[:number] if each["act"] != "false-win"]  # on the same tile
            _won(table, act, base, before[-1] if before else {})
        elif act["act"] == "false-win":
            seat = act["seat"]
            others = [each for each in table.playing if each != seat and each not in act.get("with", [])]
            if switches["SC29"] == "24":
                table.fines[seat] = table.fines.get(seat, 0) - 24 * (base if bases == "all" else 1)
            else:
                fixed = 8 if bases == "none" else 8 * base
                for each in others:
                    table.pay(seat, each, fixed if switches["SC29"] == "8 each" else cap)
            for kong in table.kongs:
                if kong["seat"] == seat:
                    table.give_back(kong)
            table.out.append(seat)
        elif act["act"] == "end":
            _end(table, act["states"], cap, base)
        table.over = table.over or len(table.playing) < 2 or (bool(table.won) and switches["SC31"] == "first")
    dealer = deal["dealer"]
    if switches["SC27"] == "rotates":
        table.dealer_next = SEATS[(SEATS.index(dealer) + 1) % 4]
    table.dealer_next = table.dealer_next or dealer
    return table


def _kong(table: Table, act: dict[str, Any], base: int) -> None:
    seat, owed = act["seat"], {}
    for other in table.playing:
        if other == seat:
            continue
        if act["kind"] == "claimed":
            first = {"2": 2, "2+1": 2, "1": 1}[table.switches["SC15"]]
            due = first if other == act["from"] else int(table.switches["SC15"] == "2+1")
        else:
            due = {
                "added": 1,
                "postponed": int(table.switches["SC17"]),
                "concealed": int(table.switches["SC16"]),
            }[act["kind"]]
        if due:
            owed[other] = due * base
            table.pay(other, seat, due * base)
    table.kongs.append({"seat": seat, "kind": act["kind"], "owed": owed, "act": act, "stands": True})


def _won(table: Table, act: dict[str, Any], base: int, before: dict[str, Any]) -> None:
    giver, winners = act.get("from"), list(act["wins"])
    bloom = act.get("bloom", False)
    turn = sorted(winners, key=lambda win: (SEATS.index(win["seat"]) - SEATS.index(giver or "E")) % 4)
    if table.switches["SC20"] == "nearest":
        turn = winners = turn[:1]
    added = before.get("kind") in ("added", "postponed")
    if act.get("robbed") and added and before["seat"] == giver:
        table.give_back(table.kongs[-1])
        table.kongs[-1]["stands"] = False
    kongs = [kong for kong in table.kongs if kong["seat"] == giver and kong["stands"]]
    if act.get("shot") and kongs:
        kong, how = kongs[-1], table.switches["SC18"]
        money, several = sum(kong["owed"].values()), len(turn) > 1
        if how == "return":
            table.give_back(kong)
        elif how == "transfer" and not (several and table.switches["SC19"] == "keep"):
            for win in turn if not several or table.switches["SC19"] == "each" else turn[:1]:
                table.pay(giver, win["seat"], money)
            kong["owed"] = {}
    if not table.won and table.dealer_next is None:
        table.dealer_next = giver if len(winners) > 1 else winners[0]["seat"]
    for win in winners:
        worth = value(win["fan"], table.switches)
        if giver and (not bloom or table.switches["SC14"] == "discard"):
            table.pay(giver, win["seat"], worth)
        else:
            for other in table.playing:
                if other != win["seat"]:
                    table.pay(other, win["seat"], worth + (base if table.switches["SC2"] == "point" else 0))
    for win in winners:
        table.won.append(win["seat"])
        table.out.append(win["seat"])


def _end(table: Table, states: dict[str, Any], cap: int, base: int) -> None:
    switches, table.over = table.switches, True
    pigs = [seat for seat in table.playing if states[seat]["state"] == "pig"]
    ready = [seat for seat in table.playing if states[seat]["state"] == "ready"]
    for kong in table.kongs:
        if switches["SC26"] == "on" and kong["seat"] in table.playing and kong["seat"] not in ready:
            table.give_back(kong)
    late = [seat for seat in table.playing if seat not in ready]
    if switches["SC21"] == "pay":
        late = [seat for seat in late if seat not in pigs]
        for pig in pigs:
            for other in SEATS:
                if other not in pigs and (switches["SC23"] == "all" or other in table.playing):
                    table.pay(pig, other, cap)
    if switches["SC21"] == "penalty":
        for pig in pigs:
            if not states[pig].get("passive"):
                times = base if switches.get("SC33") == "all" else 1
                table.fines[pig] = table.fines.get(pig, 0) - int(switches["SC22"]) * times
    if switches["SC24"] != "off":
        more = base if switches["SC24"] == "self-draw" and switches["SC2"] == "point" else 0
        for payer in late:
            for taker in ready:
                table.pay(payer, taker, value(states[taker]["fan"], switches) + more)
