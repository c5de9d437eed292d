"""The settlement of a whole deal of riichi for three: sticks, Norths, wins of one or two, drawn hands, false wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.circumstances import assumed
from scoring.errors import NotationError
from scoring.games.deal import DealError, DealRemark, Payment, SettledDeal, SettledStep
from scoring.games.sanma.combine import hand_of
from scoring.games.sanma.payment import MANGAN, SEATS, STICK, YAKUMAN, SanmaWin, base_points, drawn_shares, due
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.words import stated
from scoring.hand import Win
from scoring.notation import parse

ACTS: Final = ("riichi", "north", "won", "draw", "abort", "false-win")
_MOST_HAN: Final = 99
"""The most han that an act may name: more than all yaku and bonus tiles of a hand together."""
_FU: Final = (20, 25, *range(30, 150, 10))
"""The fu that a hand may have, rounded up."""
_MOST_YAKUMAN: Final = 6
_MOST: Final = 99
"""The most counters, or sticks, that a deal may begin with."""


@dataclass(slots=True)
class _Deal:
    """A deal as it runs.

    Attributes:
        preset: The rules.
        round: The prevalent wind.
        honba: Counters on the table.
        sticks: Riichi sticks on the table.
        declared: Seats that have declared riichi, each with the Norths that had been set aside before.
        norths: Norths that each seat has set aside.
        over: True if the deal has ended.
        again: True if East stays.
        next_honba: Counters of the next deal.
    """

    preset: Preset
    round: str
    honba: int
    sticks: int
    declared: dict[str, int] = field(default_factory=dict)
    norths: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    over: bool = False
    again: bool = False
    next_honba: int = 0

    def end(self, again: bool, honba: int) -> None:
        """End the deal."""
        self.over, self.again, self.next_honba = True, again, honba


@dataclass(slots=True)
class _Act:
    """An act that is being settled, with its number from 1, for errors."""

    number: int
    given: Mapping[str, Any]
    payments: list[Payment] = field(default_factory=list)
    remarks: list[DealRemark] = field(default_factory=list)

    def pay(self, why: str, points: Mapping[str, int], of: str = "") -> None:
        """Add a payment."""
        if any(points.values()):
            self.payments.append(Payment(why, points, of))

    def error(self, kind: str, **about: Any) -> DealError:
        """Return the error of the act."""
        return DealError(kind, act=self.number, **about)

    def wrong(self, key: str, value: object, known: Sequence[object]) -> DealError:
        """Return the error of a value that cannot be."""
        return self.error("deal-value", key=key, value=f"{value!r:.40}", known=tuple(map(str, known)))

    def one_of(self, key: str, known: Sequence[str], given: Mapping[str, Any] | None = None) -> str:
        """Return a value of the act that must be one of several.

        Raises:
            DealError: It is not.
        """
        value = (self.given if given is None else given).get(key)
        if value not in known:
            raise self.wrong(key, value, known)
        return str(value)

    def number_of(self, key: str, most: int, given: Mapping[str, Any], least: int = 0) -> int:
        """Return a number of the act.

        Raises:
            DealError: It is no number from the least to the most.
        """
        value = given.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(key, value, (least, most))
        return value

    def seats(self, key: str) -> tuple[str, ...]:
        """Return the seats of a list of the act, in the order of play.

        Raises:
            DealError: It is no list of seats.
        """
        named = self.given.get(key, [])
        if not isinstance(named, list) or not all(seat in SEATS for seat in named):
            raise self.wrong(key, named, SEATS)
        return tuple([seat for seat in SEATS if seat in named])


def settle(given: Mapping[str, Any], preset: Preset) -> SettledDeal:
    """Settle a deal, whose dealer sits East.

    Args:
        given: The keys `round`, `honba`, `sticks` and `acts` of a file.
        preset: The rules.

    Raises:
        DealError: An act cannot be, or not then.
    """
    whole = _Act(0, given)
    acts = given.get("acts", [])
    if not isinstance(acts, list) or not all(isinstance(act, Mapping) for act in acts):
        raise whole.wrong("acts", acts, ACTS)
    wind = whole.one_of("round", SEATS, {"round": "E", **given})
    whole.one_of("dealer", SEATS[:1], {"dealer": "E", **given})
    deal = _Deal(preset, wind, whole.number_of("honba", _MOST, given), whole.number_of("sticks", _MOST, given))
    steps = []
    for number, each in enumerate(acts, 1):
        act = _Act(number, each)
        kind = act.one_of("act", ACTS)
        if deal.over:
            raise act.error("deal-over")
        _SETTLED[kind](deal, act)
        steps.append(SettledStep(act.given, tuple(act.payments), remarks=tuple(act.remarks)))
    left = {"sticks_left": deal.sticks, "next_honba": deal.next_honba if deal.over else deal.honba}
    return SettledDeal(
        tuple(steps), SEATS[0] if deal.again or not deal.over else SEATS[1], deal.over, seats=SEATS, left=left
    )


def _riichi(deal: _Deal, act: _Act) -> None:
    seat = act.one_of("seat", SEATS)
    if seat in deal.declared:
        raise act.error("deal-riichi-twice", seat=seat)
    deal.declared[seat] = sum(deal.norths.values())
    deal.sticks += 1
    act.pay("riichi", {seat: -STICK}, seat)


def _north(deal: _Deal, act: _Act) -> None:
    seat = act.one_of("seat", SEATS)
    if deal.preset.north != "bonus":
        raise act.error("deal-no-norths")
    deal.norths[seat] += 1
    if sum(deal.norths.values()) > 4:
        raise act.error("deal-fifth-north")


def _won(deal: _Deal, act: _Act) -> None:
    """Pay a win, or two on one tile: the next in turn gets the counters and all sticks."""
    wins = act.given.get("wins")
    if (
        not isinstance(wins, list)
        or not 0 < len(wins) < len(SEATS)
        or not all(isinstance(each, Mapping) for each in wins)
    ):
        raise act.wrong("wins", wins, ("[{seat, hand}]", "[{seat, han, fu}]", "[{seat, yakuman}]"))
    giver = act.one_of("from", SEATS) if act.given.get("from") is not None else None
    seats = [act.one_of("seat", SEATS, each) for each in wins]
    if giver in seats or len(set(seats)) < len(seats):
        raise act.error("deal-own", seat=giver if giver in seats else seats[-1])
    if len(seats) > 1 and giver is None:
        raise act.error("deal-several-drawn")
    first = SEATS.index(giver or SEATS[0])
    turn = sorted(zip(seats, wins, strict=True), key=lambda each: (SEATS.index(each[0]) - first) % len(SEATS))
    if not deal.preset.all_win:
        turn = turn[:1]
    for number, (seat, each) in enumerate(turn):
        base, liable, fed = _value(deal, act, each, giver)
        counters, sticks = (0, 0) if number else (deal.honba, deal.sticks)
        win = SanmaWin(seat, giver, base, liable, fed, counters, sticks)
        act.pay("win" if giver else "win-drawn", due(win, deal.preset), seat)
    deal.sticks = 0
    again = SEATS[0] in [seat for seat, _ in turn]
    deal.end(again, deal.honba + 1 if again else 0)


def _value(deal: _Deal, act: _Act, given: Mapping[str, Any], giver: str | None) -> tuple[int, str | None, int]:
    """Return the base points of a win, and who answers for how much of it."""
    if given.get("hand") is None:
        yakuman = act.number_of("yakuman", _MOST_YAKUMAN, given)
        if yakuman:
            return YAKUMAN * yakuman, None, 0
        han = act.number_of("han", _MOST_HAN, given, least=1)
        if han < 5 and given.get("fu") not in _FU:
            raise act.wrong("fu", given.get("fu"), _FU)
        return base_points(han, int(given.get("fu") or 0), deal.preset), None, 0
    win = _read(deal, act, given, giver)
    found = hand_of(win, deal.preset)
    if found is None:
        raise act.error("deal-hand-no-win", hand=str(given["hand"])[:60])
    return found.base, win.liable, found.fed


def _read(deal: _Deal, act: _Act, given: Mapping[str, Any], giver: str | None) -> Win:
    """Return the hand of a win, with what the deal knows of it.

    Raises:
        DealError: It is no hand, or says otherwise.
    """
    text, seat = str(given["hand"]), str(given["seat"])
    try:
        win = parse(text, game="sanma")
    except NotationError as error:
        raise act.error("deal-hand", hand=text[:60]) from error
    own = stated(win)
    known = (
        (win.self_draw, giver is None),
        (win.seat, seat),
        (win.round_wind, deal.round),
        (win.giver, giver),
        (own.riichi, True if seat in deal.declared else own.riichi),
    )
    if any(said is not None and said != told for said, told in known):
        raise act.error("deal-hand-differs", hand=text[:60])
    if deal.norths[seat] and own.norths != deal.norths[seat]:
        act.remarks.append(DealRemark("norths-not-said", {"seat": seat, "norths": deal.norths[seat]}))
    broken = _broken(deal, win, seat, giver)
    if broken:
        act.remarks.append(DealRemark("north-breaks", {"seat": seat, "words": broken}))
    told = replace(
        own,
        honba=0,
        sticks=0,
        riichi=own.riichi or seat in deal.declared,
        double_riichi=own.double_riichi and "double-riichi" not in broken,
        ippatsu=own.ippatsu and "ippatsu" not in broken,
    )
    heaven = win.heaven and "heaven" not in broken
    earth = win.earth and "earth" not in broken
    whole = replace(
        win,
        self_draw=giver is None,
        seat=seat,
        round_wind=deal.round,
        discarder=giver,
        extra=told,
        heaven=heaven,
        earth=earth,
    )
    return assumed(whole)


def _broken(deal: _Deal, win: Win, seat: str, giver: str | None) -> tuple[str, ...]:
    """Return the words of a hand that a North before ends, as a call does; the one that is robbed does not count."""
    own = stated(win)
    aside = sum(deal.norths.values()) - bool(own.robbed and giver and deal.norths[giver])
    before = deal.declared.get(seat)
    return tuple(
        [
            word
            for word, said, ended in (
                ("double-riichi", own.double_riichi, bool(before)),
                ("ippatsu", own.ippatsu, before is not None and aside > before),
                ("heaven", win.heaven, aside > 0),
                ("earth", win.earth, aside > 0),
            )
            if said and ended
        ]
    )


def _draw(deal: _Deal, act: _Act) -> None:
    """Pay a drawn hand: those who are not ready pay those who are, or a nagashi mangan is paid."""
    ready, nagashi = act.seats("tenpai"), act.seats("nagashi")
    if nagashi and not deal.preset.nagashi:
        raise act.error("deal-no-nagashi")
    if lacking := [seat for seat in deal.declared if seat not in ready]:
        raise act.error("deal-riichi-unready", seat=lacking[0])
    others = [seat for seat in SEATS if seat not in ready]
    for seat in nagashi:
        act.pay("nagashi", _from_others(drawn_shares(MANGAN, seat, deal.preset), seat), seat)
    if not nagashi and ready and others and deal.preset.noten:
        gains = dict.fromkeys(ready, deal.preset.noten // len(ready))
        act.pay("noten", gains | dict.fromkeys(others, -deal.preset.noten // len(others)))
    deal.end(SEATS[0] in ready and deal.preset.stays == "tenpai", deal.honba + 1)


def _from_others(shares: Mapping[str, int], seat: str) -> dict[str, int]:
    """Return the gain of a seat from what the others pay it."""
    return {**{other: -points for other, points in shares.items()}, seat: sum(shares.values())}


def _abort(deal: _Deal, act: _Act) -> None:
    if act.one_of("why", deal.preset.abortive) == "nine" and any(deal.norths.values()):
        act.remarks.append(DealRemark("north-before-nine"))
    deal.end(True, deal.honba + 1)


def _false_win(deal: _Deal, act: _Act) -> None:
    """Settle a false win: paid as if the others had drawn it, with the sticks of the deal back, and dealt again."""
    seat = act.one_of("seat", SEATS)
    for declared in deal.declared:
        act.pay("stick-back", {declared: STICK}, declared)
    deal.sticks -= len(deal.declared)
    base = {"none": 0, "mangan": MANGAN, "yakuman": YAKUMAN}[deal.preset.false_win]
    if base:
        shares = {other: base * (2 if SEATS[0] in (seat, other) else 1) for other in SEATS if other != seat}
        act.pay("false-win", {**shares, seat: -sum(shares.values())}, seat)
    deal.end(True, deal.honba)


_SETTLED: Final = {
    "riichi": _riichi,
    "north": _north,
    "won": _won,
    "draw": _draw,
    "abort": _abort,
    "false-win": _false_win,
}
"""The settlement of each act."""
