"""Taiwan written a second time, for tests only: hands, deals and matches in plain code over lists of tiles.

It shares nothing with `scoring.games.taiwan`: the pair is taken first and then sets from a list of tiles, each line of
the description is a condition, what a line takes away is taken away by hand, and a match is a list of debts.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

SEATS = "ESWN"
HONOURS = "ESWNCFP"
ALL = [*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *HONOURS]
FLOWERS = [f"{series}{number}" for series in "fs" for number in range(1, 5)]


@dataclass(frozen=True)
class Laid:
    """A hand: the tiles in hand, the winning one last, and the melds, each with True if it was claimed."""

    tiles: tuple[str, ...]
    melds: tuple[tuple[tuple[str, ...], bool], ...] = ()
    seat: str = "E"
    wind: str = "E"
    round: str = "E"
    drawn: bool = False
    kong: bool = False
    last: bool = False
    ready: str = ""
    heaven: bool = False
    earth: bool = False
    man: bool = False
    flowers: tuple[str, ...] = ()
    by_flowers: bool = False
    giver: str | None = None
    streak: int = 0


@dataclass(frozen=True)
class Counted:
    """The outcome of a hand by the second implementation."""

    wins: bool
    raw: int = 0
    tai: int = 0
    legal: bool = False
    lines: dict[str, int] = field(default_factory=dict)
    payments: dict[str, int] | None = None


def cut(tiles: list[str]) -> list[list[list[str]]]:
    """Return every way to take a pair out of some tiles and then sets; the pair is the first group."""
    found = []
    for code in sorted(set(tiles)):
        if tiles.count(code) >= 2:
            rest = list(tiles)
            rest.remove(code)
            rest.remove(code)
            found += [[[code, code], *sets] for sets in _sets(sorted(rest))]
    return found


def _sets(tiles: list[str]) -> list[list[list[str]]]:
    """Return every way to take sorted tiles apart into sets: the first tile is in a triplet or begins a chow."""
    if not tiles:
        return [[]]
    first, found = tiles[0], []
    options = [[first] * 3]
    if len(first) == 2 and int(first[0]) < 8:
        options.append([f"{int(first[0]) + step}{first[1]}" for step in range(3)])
    for group in options:
        rest = list(tiles)
        try:
            for code in group:
                rest.remove(code)
        except ValueError:
            continue
        found += [[group, *others] for others in _sets(rest)]
    return found


def eight_halves(tiles: list[str]) -> str:
    """Return the tile of the triplet beside seven pairs, or ""."""
    count = Counter(tiles)
    triplets = [code for code, times in count.items() if times == 3]
    fits = len(triplets) == 1 and all(times in (2, 3, 4) for times in count.values()) and len(tiles) == 17
    return triplets[0] if fits else ""


def kinds_that_win(hand: Laid, answers: dict[str, str]) -> set[str]:
    """Return the tiles that complete a hand by its shape, of which it does not hold four."""
    before = list(hand.tiles[:-1])
    held = Counter([*before, *(code for tiles, _ in hand.melds for code in tiles)])
    pairs = answers["TW29"] != "0" and not hand.melds
    return {
        code for code in ALL if held[code] < 4 and (cut([*before, code]) or (pairs and eight_halves([*before, code])))
    }


def _place(group: list[str], tile: str) -> str:
    """Return where a tile stands in a group."""
    if len(group) == 2:
        return "pair"
    if group[0] == group[1]:
        return "triplet"
    at = group.index(tile)
    ranks = "".join(code[0] for code in group)
    if at == 1:
        return "middle"
    return "edge" if (ranks, at) in (("123", 2), ("789", 0)) else "open"


def second(hand: Laid, answers: dict[str, str]) -> Counted:
    """Count a hand without contradictions."""
    hand = hand if answers["TW8"] == "dice" else replace(hand, wind=hand.seat)
    tai = {switch: int(answer) for switch, answer in answers.items() if answer.isdigit()}
    eight = hand.by_flowers and len(hand.flowers) == 8 and answers["TW32"] != "off" and tai["TW30"] > 0
    seven = hand.by_flowers and len(hand.flowers) == 7 and answers["TW32"] != "off" and tai["TW30"] > 0
    drawn = (hand.drawn or eight) and not seven
    kinds = kinds_that_win(hand, answers)
    readings = []
    splits = cut(list(hand.tiles))
    places = [
        (split, number)
        for split in splits
        for number, group in enumerate(split)
        if hand.tiles[-1] in group and group not in split[:number]
    ]
    claimed = [list(tiles[:3]) for tiles, _ in hand.melds]
    chows_only = [
        _place(split[number], hand.tiles[-1])
        for split, number in places
        if all(group[0] != group[1] for group in [*split[1:], *claimed])
    ]
    for split, number in places:
        readings.append(_of_reading(hand, answers, tai, drawn, kinds, split, number, set(chows_only) == {"open"}))
    triplet = eight_halves(list(hand.tiles)) if not hand.melds and tai["TW29"] else ""
    if triplet:
        readings.append(_of_pairs(hand, answers, tai, drawn, triplet))
    extra = {"4.4": tai["TW30"]} if eight else {"4.5": tai["TW30"]} if seven else {}
    if not readings:
        if not extra:
            return Counted(False)
        readings = [{}]
    else:
        readings = [_finished(hand, answers, tai, lines, bool(extra)) for lines in readings]
    best = min(({**lines, **extra} for lines in readings), key=lambda lines: (-sum(lines.values()), len(lines)))
    raw = sum(best.values())
    capped = min(raw, tai["TW31"]) if "TW31" in tai else raw
    legal = capped >= tai["TW34"]
    payer = None if drawn else hand.giver
    paid = pay(capped, hand.seat, payer, answers, hand.streak) if legal else None
    return Counted(True, raw, capped, legal, best, paid)


def _of_reading(
    hand: Laid,
    answers: dict[str, str],
    tai: dict[str, int],
    drawn: bool,
    kinds: set[str],
    split: list[list[str]],
    number: int,
    always_open: bool,
) -> dict[str, int]:
    """Return the lines that the sets of a reading bring, before those of how it was won."""
    lines: dict[str, int] = {}
    tile, pair = hand.tiles[-1], split[0][0]
    sets = [*split[1:], *(list(tiles[:3]) for tiles, _ in hand.melds)]
    triplets = [group[0] for group in sets if group[0] == group[1]]
    place = _place(split[number], tile)
    if len(kinds) == 1 and place in ("pair", "middle", "edge"):
        lines["1.6"] = tai["TW12"]
    if sum(was for _, was in hand.melds) == 5:
        lines["1.5" if drawn else "1.4"] = tai["TW10"] if drawn else 2
        if answers["TW9"] == "replaces" and lines.get("1.5", 1):
            lines.pop("1.6", None)
    flowerless = not hand.flowers or answers["TW32"] == "off"
    if not triplets and pair not in HONOURS and flowerless and not drawn and len(kinds) > 1 and place == "open":
        fits = {"some": True, "every": always_open, "two": len(kinds) == 2}
        lines["2.1"] = 2 if fits[answers["TW11"]] else 0
    concealed = [number for number, group in enumerate(split) if number and group[0] == group[1]]
    hidden = len(concealed) + sum(not was for _, was in hand.melds)
    if not drawn and number in concealed:
        hidden -= 1
    lines |= {"2.2": 4} if len(triplets) == 5 else {}
    lines |= {3: {"2.3": 2}, 4: {"2.4": tai["TW18"]}, 5: {"2.5": tai["TW19"]}}.get(hidden, {})
    lines |= _of_honours(hand, answers, triplets, pair)
    return lines


def _of_pairs(hand: Laid, answers: dict[str, str], tai: dict[str, int], drawn: bool, triplet: str) -> dict[str, int]:
    return {"2.9": tai["TW29"]} | _of_honours(hand, answers, [triplet], "")


def _of_honours(hand: Laid, answers: dict[str, str], triplets: list[str], pair: str) -> dict[str, int]:
    lines: dict[str, int] = {}
    dragons, winds = [code for code in triplets if code in "CFP"], [code for code in triplets if code in SEATS]
    if len(dragons) == 3:
        lines["3.6"] = 8
    elif len(dragons) == 2 and pair and pair in "CFP":
        lines["3.5"] = 4
    elif dragons:
        lines["3.1"] = len(dragons)
    if len(winds) == 4:
        return {**lines, "3.8": 16}
    little = len(winds) == 3 and bool(pair) and pair in SEATS
    if little:
        lines["3.7"] = 8
    if answers["TW32"] == "each":
        lines |= {"3.4": len(winds)} if winds else {}
    elif not (little and answers["TW23"] == "excludes"):
        lines |= {"3.2": 1} if hand.round in winds else {}
        lines |= {"3.3": 1} if hand.wind in winds else {}
    return lines


def _finished(
    hand: Laid, answers: dict[str, str], tai: dict[str, int], lines: dict[str, int], by_flowers: bool
) -> dict[str, int]:
    """Add how a hand was won, its suits and its flowers to the lines of a reading."""
    eight = by_flowers and len(hand.flowers) == 8
    drawn = (hand.drawn or eight) and not (by_flowers and not eight)
    closed = not any(was for _, was in hand.melds)
    tiles = [*hand.tiles, *(code for some, _ in hand.melds for code in some)]
    suits, honours = {code[1] for code in tiles if len(code) == 2}, any(len(code) == 1 for code in tiles)
    if not suits:
        lines["2.8"] = tai["TW22"]
        lines.pop("2.2", None)
    elif len(suits) == 1:
        lines |= {"2.6": 4} if honours else {"2.7": tai["TW21"]}
    first = (
        (("5.1", tai["TW25"]) if hand.heaven else ("5.2", tai["TW26"]) if hand.earth else ("5.3", tai["TW27"]))
        if hand.heaven or hand.earth or hand.man
        else ("", 0)
    )
    early = {"heaven": ("1.12", tai["TW15"]), "earth": ("1.13", tai["TW16"])}.get(hand.ready, ("", 0))
    if early[1]:
        lines[early[0]] = early[1]
    elif hand.ready:
        lines["1.11"] = tai["TW14"]
    if first[1]:
        lines[first[0]] = first[1]
    counts_how = not (first[1] and answers["TW28"] == "none")
    if drawn and closed and "2.9" not in lines:
        way = ("1.3", 3)
        if early[1]:
            way = ("1.2", 1) if tai["TW17"] == 1 else ("1.3", 2)
        elif "2.5" in lines and answers["TW20"] == "excludes":
            way = ("1.3", 2)
        lines |= dict([way]) if counts_how else {}
    elif drawn:
        lines |= {"1.2": 1} if counts_how else {}
    elif closed and not early[1] and "2.9" not in lines and counts_how:
        lines |= {} if "2.5" in lines and answers["TW20"] == "excludes" else {"1.1": 1}
    if "2.5" in lines and answers["TW20"] == "excludes":
        lines.pop("2.2", None)
    lines |= {"1.7": 1} if hand.kong and not drawn and not by_flowers else {}
    lines |= {"1.8": 1} if hand.kong and drawn and first[0] != "5.1" else {}
    if first == ("5.1", tai["TW25"]):
        for other in ("1.6", "2.1"):
            lines.pop(other, None)
    if hand.last:
        lines["1.9" if drawn else "1.10"] = 1 if drawn else tai["TW13"]
    lines |= {} if by_flowers else _of_flowers(hand, answers)
    return {line: value for line, value in lines.items() if value}


def _of_flowers(hand: Laid, answers: dict[str, str]) -> dict[str, int]:
    if answers["TW32"] == "off":
        return {}
    if answers["TW32"] == "each":
        return {"4.3": len(hand.flowers)}
    own = [f"{series}{SEATS.index(hand.wind) + 1}" for series in "fs"]
    full = [series for series in "fs" if sum(code[0] == series for code in hand.flowers) == 4]
    counted = [code for code in own if code in hand.flowers and (answers["TW24"] == "adds" or code[0] not in full)]
    return {"4.1": len(counted), "4.2": 2 * len(full)}


def pay(tai: int, winner: str, payer: str | None, answers: dict[str, str], streak: int) -> dict[str, int]:
    """Return what each seat wins or pays."""
    has = dict.fromkeys(SEATS, 0)
    for other in SEATS if payer is None else payer:
        if other != winner:
            more = 1 + int(answers["TW4"]) * streak if answers["TW3"] == "on" and "E" in (other, winner) else 0
            due = int(answers["TW1"]) + int(answers["TW2"]) * (tai + more)
            has[other] -= due
            has[winner] += due
    return has


# Matches


class Evening:
    """A match of wins by their tai, each player by the place from the first dealer.

    A deal is kept as who dealt it and what came of it, and all debts are counted anew after each; a result that is
    corrected leaves who dealt the deals after it, but not how often they had stayed then.
    """

    def __init__(self, answers: dict[str, str], deals: int) -> None:
        self.answers, self.deals = answers, deals
        self.has = [0, 0, 0, 0]
        self.streak, self.passed = 0, 0
        self.played: list[tuple[int, tuple[Any, ...]]] = []

    @property
    def over(self) -> bool:
        return self.passed >= self.deals

    @property
    def dealer(self) -> int:
        return self.passed % 4

    def play(self, result: tuple[Any, ...]) -> None:
        """End a deal: ("drawn",), ("false", place), ("self", place, tai) or ("off", giver, tai by place)."""
        self.played.append((self.passed, result))
        self._end(result)

    def corrected(self, at: int, result: tuple[Any, ...]) -> None:
        """Put another result in the place of an earlier one, and count all deals anew."""
        self.played[at] = self.played[at][0], result
        self.has, self.passed, self.streak = [0, 0, 0, 0], 0, 0
        for passed, each in self.played:
            self.streak = self.streak if passed == self.passed else 0
            self.passed = passed
            self._end(each)

    def _end(self, result: tuple[Any, ...]) -> None:
        match result:
            case ("drawn",):
                return self._go_on(self.answers["TW6"] == "stays")
            case ("false", place):
                due = int(self.answers["TW1"]) + int(self.answers["TW2"]) * int(self.answers["TW33"])
                self.has = [each + due * (-3 if other == place else 1) for other, each in enumerate(self.has)]
                return None
            case ("self", place, tai):
                return self._won(None, {place: tai})
        _, giver, wins = result
        return self._won(giver, wins)

    def _won(self, giver: int | None, wins: dict[int, int]) -> None:
        """Pay a win, or several of one tile."""
        turn = sorted(wins, key=lambda place: (place - (giver or 0)) % 4)
        if self.answers["TW5"] == "nearest":
            turn = turn[:1]
        for place in turn:
            payer = None if giver is None else self._seat(giver)
            paid = pay(wins[place], self._seat(place), payer, self.answers, self.streak)
            for other in range(4):
                self.has[other] += paid[self._seat(other)]
        self._go_on(self.dealer in turn)

    def _seat(self, place: int) -> str:
        return SEATS[(place - self.dealer) % 4]

    def _go_on(self, stays: bool) -> None:
        if stays and (self.answers["TW7"] == "none" or self.streak < int(self.answers["TW7"])):
            self.streak += 1
        else:
            self.passed, self.streak = self.passed + 1, 0


def settled(deal: dict[str, Any], answers: dict[str, str]) -> tuple[dict[str, int], str, int]:
    """Return what a deal of one act pays, the next dealer and how often they have stayed then."""
    evening = Evening(answers, 99)
    evening.streak = deal["streak"]
    (act,) = deal["acts"]
    match act["act"]:
        case "won":
            giver = SEATS.index(act["from"]) if "from" in act else None
            wins = {SEATS.index(each["seat"]): each["tai"] for each in act["wins"]}
            evening.play(("self", *wins.popitem()) if giver is None else ("off", giver, wins))
        case "draw":
            evening.play(("drawn",))
        case _:
            evening.play(("false", SEATS.index(act["seat"])))
    return dict(zip(SEATS, evening.has, strict=True)), SEATS[evening.dealer], evening.streak
