"""Hong Kong Old Style written a second time, for tests only: plain code over lists of tiles, without any table.

It shares nothing with `scoring.games.hongkong`: every division is tried by taking tiles out of a list, and each pattern
is a condition in the order of the description.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from scoring import Win

WINDS, DRAGONS = "ESWN", "CFP"
ORPHANS = ["1m", "9m", "1p", "9p", "1s", "9s", *WINDS, *DRAGONS]
LISTED = {"5.1": 10, "5.2": 10, "5.3": 10, "5.4": 13, "5.5": 13, "5.6": 13, "5.7": 13, "5.8": 13}
ORDER = ["0.1", *(f"1.{n}" for n in range(1, 8)), *(f"2.{n}" for n in range(1, 6)), "3.1", "3.2", "3.3"]
ORDER += [*(f"4.{n}" for n in range(1, 10)), *LISTED, "6.1", "6.2", "6.3"]


@dataclass(frozen=True)
class Counted:
    """The outcome of a hand by the second implementation."""

    wins: bool
    faan: int = 0
    raw: int = 0
    counted: int = 0
    legal: bool = False
    patterns: tuple[tuple[str, int], ...] = ()
    payments: dict[str, Fraction] | None = None


def divisions(tiles: list[str]) -> list[tuple[list[list[str]], str]]:
    """Return every way to take a pair and then sets out of sorted tiles, as (sets, tile of the pair)."""
    found = []
    for code in sorted(set(tiles)):
        if tiles.count(code) >= 2:
            rest = list(tiles)
            rest.remove(code)
            rest.remove(code)
            found += [(sets, code) for sets in _sets(rest)]
    return found


def _sets(tiles: list[str]) -> list[list[list[str]]]:
    if not tiles:
        return [[]]
    first = tiles[0]
    found = []
    if tiles.count(first) >= 3:
        rest = list(tiles)
        for _ in range(3):
            rest.remove(first)
        found += [[[first] * 3, *others] for others in _sets(rest)]
    if len(first) == 2 and int(first[0]) < 8:
        run = [f"{int(first[0]) + step}{first[1]}" for step in range(3)]
        if all(code in tiles for code in run):
            rest = list(tiles)
            for code in run:
                rest.remove(code)
            found += [[run, *others] for others in _sets(rest)]
    return found


def second(win: Win, switches: dict[str, str]) -> Counted:
    """Count a hand whose circumstances are known and do not contradict its tiles."""
    limit = None if switches["HK3"] == "none" else int(switches["HK3"])
    minimum = int(switches["HK1"])
    best: tuple[tuple[int, int, int], list[tuple[str, int]]] | None = None
    for met in _readings(win, switches, limit):
        lines = _excluded(met, switches, limit)
        raw = sum(faan for _, faan in lines)
        key = (raw if limit is None else min(raw, limit), raw, -len(lines))
        if best is None or key > best[0]:
            best = key, lines
    flowers = None
    if switches["HK6"] == "on" and switches["HK8"] == "on" and win.flowers in (7, 8):
        flowers = ("2.4", 3) if win.flowers == 7 else ("2.5", 8)
    if flowers:
        worth = flowers[1] if limit is None else min(flowers[1], limit)
        if best is None or _towards(best[1], switches) < minimum or best[0][0] < worth:
            paid = _payments(win, worth, switches, flowers=True)
            return Counted(True, worth, flowers[1], max(flowers[1], minimum), True, (flowers,), paid)
    if best is None:
        return Counted(False)
    (faan, raw, _), lines = best
    counted = _towards(lines, switches)
    legal = counted >= minimum
    paid = _payments(win, faan, switches, flowers=False) if legal else None
    return Counted(True, faan, raw, counted, legal, tuple(sorted(lines, key=lambda line: ORDER.index(line[0]))), paid)


def _towards(lines: list[tuple[str, int]], switches: dict[str, str]) -> int:
    return sum(faan for name, faan in lines if switches["HK2"] == "count" or not name.startswith("2."))


def _readings(win: Win, switches: dict[str, str], limit: int | None) -> list[dict[str, int]]:
    hand = [*win.concealed, win.winning or ""]
    found = []
    for sets, pair in divisions(sorted(hand)):
        if len(sets) + len(win.melds) == 4:
            found.append(_regular(win, switches, limit, sets, pair))
    if not win.melds and set(hand) == set(ORPHANS):
        met = _of_win(win, switches, limit)
        met["5.6"] = 13
        found.append(met)
    if not win.melds and switches["HK20"] != "off" and sorted(Counter(hand).values()) == [2] * 7:
        met = _of_win(win, switches, limit)
        met["6.1"] = _value(switches["HK20"], limit)
        _of_tiles(met, hand, switches)
        found.append(met)
    return found


def _value(answer: str, limit: int | None) -> int:
    if answer == "limit":
        return 13 if limit is None else limit
    return int(answer)


def _of_win(win: Win, switches: dict[str, str], limit: int | None) -> dict[str, int]:
    """Return the patterns that do not depend on how the tiles are read."""
    met: dict[str, int] = {}
    flowers_on = switches["HK6"] == "on"
    kongs = sum(len(meld.tiles) == 4 for meld in win.melds)
    if win.self_draw:
        met["1.1"] = 1
    if switches["HK9"] == "kong":
        concealed = all(len(meld.tiles) == 4 and not meld.source for meld in win.melds)
    else:
        concealed = not win.melds and switches["HK9"] != "off"
        if switches["HK9"] == "without flowers" and flowers_on:
            concealed = False
    if concealed and not (switches["HK10"] == "discard" and win.self_draw):
        met["1.2"] = 1
    if win.kong and not win.self_draw:
        met["1.3"] = 1
    if win.last_tile:
        met["1.4" if win.self_draw else "1.5"] = 1
    if win.self_draw and win.kong and win.double_kong:
        if switches["HK33"] == "2":
            met["1.6"] = 2
        else:
            met["1.7"] = _value(switches["HK33"], limit)
    elif win.self_draw and (win.kong or (win.flower_tile and switches["HK32"] == "yes" and flowers_on)):
        met["1.6"] = 1
    if flowers_on:
        _of_flowers(met, win, switches)
    if win.heaven:
        met["5.7"] = 13
    if win.earth:
        met["5.8"] = 13
    if win.man and switches["HK21"] != "off":
        met["6.2"] = _value(switches["HK21"], limit)
    if kongs == 4:
        met["5.5"] = 13
    if kongs and switches["HK22"] == "on":
        met["6.3"] = kongs
    return met


def _of_flowers(met: dict[str, int], win: Win, switches: dict[str, str]) -> None:
    if not win.flowers:
        met["2.1"] = 1
        return
    number = str(WINDS.index(win.seat or "") + 1)
    for series in "fs":
        laid = {code for code in win.flower_tiles if code[0] == series}
        if len(laid) == 4:
            met["2.3"] = met.get("2.3", 0) + 2
        if series + number in laid and (len(laid) < 4 or switches["HK7"] == "2+1"):
            met["2.2"] = met.get("2.2", 0) + 1


def _of_tiles(met: dict[str, int], tiles: list[str], switches: dict[str, str]) -> None:
    """One suit or only honors."""
    suits = {code[1] for code in tiles if len(code) == 2}
    honors = any(len(code) == 1 for code in tiles)
    if len(suits) == 1:
        if honors:
            met["4.4"] = 3
        else:
            met["4.5"] = int(switches["HK18"])
    if not suits:
        met["5.1"] = 10


def _regular(win: Win, switches: dict[str, str], limit: int | None, sets: list[list[str]], pair: str) -> dict[str, int]:
    met = _of_win(win, switches, limit)
    every = [*sets, *(list(meld.tiles) for meld in win.melds)]
    tiles = [code for each in every for code in each] + [pair, pair]
    alike = [each[0] for each in every if each[0] == each[1]]
    _of_tiles(met, tiles, switches)
    dragons = [code for code in alike if code in DRAGONS]
    winds = [code for code in alike if code in WINDS]
    if dragons:
        met["3.1"] = len(dragons)
    if win.seat in winds:
        met["3.2"] = 1
    if win.round_wind in winds:
        met["3.3"] = 1
    if not alike and (len(pair) == 2 or switches["HK15"] == "any"):
        met["4.1"] = 1
    if len(alike) == 4:
        met["4.2"] = 3
        ends = {code[0] in "19" and len(code) == 2 for code in tiles}
        if all(len(code) == 1 or code[0] in "19" for code in tiles) and ends == {True, False}:
            met["4.6"] = 1
        if ends == {True}:
            met["5.2"] = 10
        hidden = all(len(meld.tiles) == 4 and not meld.source for meld in win.melds)
        finished = {"pair": win.self_draw or pair == win.winning, "self-draw": win.self_draw, "any": True}
        if hidden and finished[switches["HK12"]] and switches["HK13"] != "off":
            met["4.3"] = _value(switches["HK13"], limit)
    if len(dragons) == 2 and pair in DRAGONS:
        met["4.7"] = 3
    if len(dragons) == 3:
        met["4.8"] = 5 if switches["HK19"] == "8" else _value("limit", limit)
    if len(winds) == 3 and pair in WINDS:
        met["4.9"] = _value(switches["HK16"], limit)
    if len(winds) == 4:
        met["5.4"] = 13
    if not win.melds and len({code[-1] for code in tiles}) == 1 and len(tiles[0]) == 2:
        before = "".join(sorted(code[0] for code in win.concealed))
        over = Counter(code[0] for code in tiles)
        over.subtract(Counter("1112345678999"))
        if before == "1112345678999" or (switches["HK14"] == "shape" and min(over.values()) >= 0):
            met["5.3"] = 10
    return met


def _excluded(met: dict[str, int], switches: dict[str, str], limit: int | None) -> list[tuple[str, int]]:
    """Return the lines that remain after exclusions, limit hands, and what may count with them."""
    gone: set[str] = set()
    always_concealed = {"4.3", "5.3", "5.6", "5.7", "5.8", "6.1"}
    if always_concealed & set(met) and switches["HK11"] == "no":
        gone.add("1.2")
    if "5.7" in met:
        gone.add("1.1")
    if {"4.3", "5.1", "5.2", "5.5"} & set(met):
        gone.add("4.2")
    if "5.3" in met:
        gone.add("4.5")
    if "1.7" in met:
        gone.add("1.6")
    if "5.4" in met or ("4.9" in met and switches["HK17"] == "no"):
        gone |= {"3.2", "3.3"}
    kept = {name: faan for name, faan in met.items() if name not in gone}
    at_limit = {"4.3": "HK13", "4.9": "HK16", "4.8": "HK19", "6.1": "HK20", "6.2": "HK21", "1.7": "HK33"}
    limits = [name for name in kept if name in LISTED or switches.get(at_limit.get(name, ""), "") == "limit"]
    for name in limits:
        if name in LISTED and switches["HK4"] == "limit" and limit is not None:
            kept[name] = limit
    if limits and switches["HK5"] != "all":
        highest = min(limits, key=lambda name: (-kept[name], name))
        beside = {"bonuses": lambda name: name[0] in "12" or name in ("6.2", "6.3"), "nothing": lambda name: False}
        may = beside[switches["HK5"]]
        kept = {name: faan for name, faan in kept.items() if name == highest or (may(name) and name not in limits)}
    return list(kept.items()) or [("0.1", 0)]


def _multiple(faan: int, scheme: str) -> Fraction:
    """M of the table: the first rows are written out, and go on by doubling."""
    rows = {
        "half": [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384],
        "half from 5": [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512],
        "full": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192],
        "laak": [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64],
    }[scheme]
    if scheme == "laak":
        return Fraction(rows[min(faan, 13)])
    times, step = 1, 1 if scheme == "full" else 2
    while faan > 13:
        faan, times = faan - step, times * 2
    return Fraction(rows[faan] * times)


def _payments(win: Win, faan: int, switches: dict[str, str], flowers: bool) -> dict[str, Fraction] | None:
    winner = win.seat or ""
    portion = Fraction(switches["HK24"]) * _multiple(faan, switches["HK23"])
    losers = [seat for seat in WINDS if seat != winner]
    liable = win.liable if switches["HK26"] != "off" and win.liable in losers and not flowers else None

    def due(seat: str, portions: Fraction) -> Fraction:
        double = switches["HK28"] == "yes" and "E" in (winner, seat)
        return portions * portion * (2 if double else 1)

    pays = dict.fromkeys(losers, Fraction(0))
    whole, half = Fraction(1), Fraction(1, 2)
    if win.self_draw or flowers:
        if liable:
            pays[liable] = sum((due(seat, whole) for seat in losers), Fraction(0))
        else:
            pays = {seat: due(seat, whole) for seat in losers}
    else:
        giver = win.discarder
        if giver not in losers:
            return None
        if win.kong and switches["HK27"] == "self-draw":
            pays[giver] = sum((due(seat, whole) for seat in losers), Fraction(0))
        elif liable and liable != giver and switches["HK26"] == "shared":
            pays[giver], pays[liable] = due(giver, whole), due(liable, whole)
        elif switches["HK25"] == "full":
            pays[giver] = due(giver, Fraction(2))
        else:
            each = {seat: due(seat, whole if seat == giver else half) for seat in losers}
            if liable == giver:
                pays[giver] = sum(each.values(), Fraction(0))
            else:
                pays = each
    pays = {seat: -paid for seat, paid in pays.items()}
    pays[winner] = -sum(pays.values(), Fraction(0))
    return {seat: pays[seat] for seat in WINDS}
