"""The settlement of a whole deal of Sichuan: kongs paid at once, several winners, the check when the wall is out.

`settle` reads the acts of a deal in order (SICHUAN.md S6 and S7) and is a function of them alone, so that an act that
is corrected or taken back recomputes all later ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from scoring.circumstances import assumed
from scoring.errors import NotationError
from scoring.games.deal import DealError, DealRemark, Payment, SettledDeal, SettledStep
from scoring.games.sichuan.combine import ENGINE, Ready
from scoring.games.sichuan.payment import giver_of, split
from scoring.games.sichuan.presets import OFF, ON, Preset
from scoring.games.sichuan.words import told
from scoring.hand import Win
from scoring.notation import parse
from scoring.tiles import KIND, SUITS, WINDS

ACTS: Final = ("exchange", "kong", "won", "false-win", "dead-hand", "left", "end")
KONGS: Final = ("claimed", "added", "postponed", "concealed")
STATES: Final = ("ready", "not ready", "pig")
DIRECTIONS: Final = ("across", "left", "right")
_ROBBABLE: Final = ("added", "postponed")
_LAST_IN_PLAY: Final = 1
"""Players in play with whom a deal is over: three have won, or won falsely."""
_EACH: Final = 8
"""Bases that a false win pays to each with SC29 = 8 each."""
_FINE: Final = 24
"""Points that a false win loses to nobody with SC29 = 24."""


@dataclass(slots=True)
class _Kong:
    """A kong of the deal: its player, its kind, and who paid how much of what its player still holds."""

    seat: str
    kind: str
    paid: dict[str, int]
    stands: bool = True


@dataclass(slots=True)
class _Deal:
    """A deal as it runs.

    Attributes:
        preset: The rules.
        void: The void suits that are known, by seat.
        dealer: Seat of the dealer.
        winners: Seats that have won, in order.
        false: Seats that are out by a false win.
        dead: Seats that play on without a right to win.
        gone: Seats whose player has left: the others play on.
        kongs: The kongs, in order.
        next_dealer: Seat of the next dealer once it is known.
        ended: True once the wall is out.
        open: Seats that have won and whose hands are not counted yet.
    """

    preset: Preset
    void: Mapping[str, str]
    dealer: str
    winners: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    kongs: list[_Kong] = field(default_factory=list)
    next_dealer: str | None = None
    ended: bool = False
    open: list[str] = field(default_factory=list)

    @property
    def in_play(self) -> list[str]:
        """The seats that take part, in the order of play."""
        return [seat for seat in WINDS if seat not in self.out]

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that take no further part: they have won, also falsely, or left."""
        return (*self.winners, *self.false, *self.gone)

    @property
    def over(self) -> bool:
        """True if the deal has ended."""
        first = bool(self.winners) and self.preset.answers["SC31"] == "first"
        return self.ended or first or len(self.in_play) <= _LAST_IN_PLAY

    def others(self, seat: str) -> list[str]:
        """Return the seats in play but one."""
        return [other for other in self.in_play if other != seat]


@dataclass(slots=True)
class _Act:
    """An act that is being settled, with its number from 1, for errors."""

    number: int
    given: Mapping[str, Any]
    payments: list[Payment] = field(default_factory=list)
    penalties: dict[str, int] = field(default_factory=dict)
    remarks: list[DealRemark] = field(default_factory=list)

    def pay(self, why: str, payer: str, due: Mapping[str, int], fan: int | None = None) -> None:
        """Add a payment of one player to others."""
        if any(due.values()):
            points = {seat: due.get(seat, 0) - (sum(due.values()) if seat == payer else 0) for seat in WINDS}
            self.payments.append(Payment(why, points, payer, fan))

    def remark(self, kind: str, **about: Any) -> None:
        """Add a remark."""
        self.remarks.append(DealRemark(kind, about))

    def error(self, kind: str, **about: Any) -> DealError:
        """Return the error of the act."""
        return DealError(kind, act=self.number, **about)

    def one_of(self, key: str, known: Sequence[str], given: Mapping[str, Any] | None = None) -> str:
        """Return a value of the act that must be one of several.

        Raises:
            DealError: It is not.
        """
        value = (self.given if given is None else given).get(key)
        if value not in known:
            raise self.error("deal-value", key=key, value=f"{value!r:.40}", known=tuple(known))
        return str(value)


def settle(given: Mapping[str, Any], preset: Preset) -> SettledDeal:
    """Settle a deal.

    Args:
        given: The keys `dealer`, `void` (a suit by seat, as far as it is known) and `acts` of a file.
        preset: The rules.

    Raises:
        DealError: An act cannot be, or not then.
    """
    whole = _Act(0, given)
    void, acts = given.get("void", {}), given.get("acts", [])
    if not isinstance(void, Mapping) or not all(seat in WINDS and suit in SUITS for seat, suit in void.items()):
        raise whole.error("deal-value", key="void", value=f"{void!r:.40}", known=tuple(SUITS))
    if not isinstance(acts, list) or not all(isinstance(act, Mapping) for act in acts):
        raise whole.error("deal-value", key="acts", value=f"{acts!r:.40}", known=ACTS)
    deal = _Deal(preset, void, whole.one_of("dealer", WINDS, {"dealer": "E", **given}))
    steps: list[SettledStep] = []
    for number, each in enumerate(acts, 1):
        act = _Act(number, each)
        kind = act.one_of("act", ACTS)
        if deal.over:
            raise act.error("deal-over")
        match kind:
            case "exchange":
                act.one_of("direction", DIRECTIONS)
            case "kong":
                _kong(deal, act)
            case "won":
                _won(deal, act, [step.act for step in steps])
            case "false-win":
                _false_win(deal, act)
            case "dead-hand":
                _dead_hand(deal, act)
            case "left":
                deal.gone.append(_seat(deal, act))
            case _:
                _end(deal, act)
        steps.append(SettledStep(act.given, tuple(act.payments), act.penalties, tuple(act.remarks)))
    return SettledDeal(tuple(steps), _next_dealer(deal), deal.over, tuple(deal.open))


def _next_dealer(deal: _Deal) -> str:
    """Return the next dealer: the first winner, the discarder of several, or the same (SC27)."""
    if deal.preset.answers["SC27"] == "rotates":
        return WINDS[(WINDS.index(deal.dealer) + 1) % len(WINDS)]
    return deal.next_dealer or deal.dealer


def _seat(deal: _Deal, act: _Act, key: str = "seat", given: Mapping[str, Any] | None = None) -> str:
    """Return a seat of an act that must be in play.

    Raises:
        DealError: It is no seat, or has won.
    """
    seat = act.one_of(key, WINDS, given)
    if seat not in deal.in_play:
        raise act.error("deal-out", seat=seat)
    return seat


# Kongs


def _kong(deal: _Deal, act: _Act) -> None:
    """Pay a kong at once (SC15 to SC17)."""
    seat, kind = _seat(deal, act), act.one_of("kind", KONGS)
    if act.given.get("tile") is not None:
        act.one_of("tile", [code for code in KIND if code[-1] in SUITS])
    answers, unit = deal.preset.answers, deal.preset.unit
    if kind == "claimed":
        giver = _seat(deal, act, "from")
        if giver == seat:
            raise act.error("deal-own", seat=seat)
        first, _, more = answers["SC15"].partition("+")
        due = {other: int(first) if other == giver else int(more or 0) for other in deal.others(seat)}
    else:
        each = {"added": 1, "postponed": int(answers["SC17"]), "concealed": int(answers["SC16"])}[kind]
        due = dict.fromkeys(deal.others(seat), each)
    paid = {other: points * unit for other, points in due.items() if points}
    deal.kongs.append(_Kong(seat, kind, paid))
    if paid:
        points = {each: sum(paid.values()) if each == seat else -paid.get(each, 0) for each in WINDS}
        act.payments.append(Payment(f"kong-{kind}", points, seat))


def _give_back(act: _Act, kong: _Kong, why: str) -> None:
    """Give what a kong brought back to those who paid it."""
    act.pay(why, kong.seat, kong.paid)
    kong.paid = {}


def _rob(deal: _Deal, act: _Act, giver: str, before: Sequence[Mapping[str, Any]]) -> None:
    """Cancel the kong that was robbed: the act before, but for false wins on the same tile."""
    acts = [each for each in before if each.get("act") != "false-win"]
    kong = deal.kongs[-1] if acts and acts[-1].get("act") == "kong" else None
    if kong is None or kong.seat != giver or kong.kind not in _ROBBABLE:
        act.remark("no-kong-robbed", seat=giver)
        return
    kong.stands = False
    _give_back(act, kong, "kong-robbed")


def _shot(deal: _Deal, act: _Act, giver: str, winners: Sequence[str]) -> None:
    """Move what the last kong of the discarder brought (SC18, SC19)."""
    kong = next((each for each in reversed(deal.kongs) if each.seat == giver and each.stands), None)
    if kong is None:
        act.remark("no-kong-before-shot", seat=giver)
        return
    answers, several = deal.preset.answers, len(winners) > 1
    if answers["SC18"] == "return":
        _give_back(act, kong, "kong-back")
    elif answers["SC18"] == "transfer" and not (several and answers["SC19"] == "keep"):
        takers = winners if several and answers["SC19"] == "each" else winners[:1]
        act.pay("kong-over", giver, dict.fromkeys(takers, sum(kong.paid.values())))
        kong.paid = {}  # what was handed over is never paid back


# Wins


def _won(deal: _Deal, act: _Act, before: Sequence[Mapping[str, Any]]) -> None:
    """Pay a win, or several on one tile, at once; a hand that does not win is left out."""
    given = act.given
    wins = given.get("wins")
    if not isinstance(wins, list) or not wins or not all(isinstance(each, Mapping) for each in wins):
        raise act.error("deal-value", key="wins", value=f"{wins!r:.40}", known=("[{seat, hand}]", "[{seat, fan}]"))
    giver = _seat(deal, act, "from") if given.get("from") is not None else None
    seats = [_seat(deal, act, given=each) for each in wins]
    bloom = bool(given.get("bloom"))
    if dead := [seat for seat in seats if seat in deal.dead]:
        raise act.error("deal-out", seat=dead[0])
    if giver in seats or len(set(seats)) < len(seats):
        raise act.error("deal-own", seat=giver if giver in seats else seats[-1])
    if len(seats) > 1 and (giver is None or bloom):
        raise act.error("deal-several-drawn")
    flags = {name: bool(given.get(name)) for name in ("robbed", "shot", "bloom")}
    read = {seat: _hand(deal, act, each, giver, flags) for seat, each in zip(seats, wins, strict=True)}
    accepted = {seat: each for seat, each in read.items() if each.wins}
    first = WINDS.index(giver or "E")
    turn = sorted(accepted, key=lambda seat: (WINDS.index(seat) - first) % len(WINDS))
    if deal.preset.answers["SC20"] == "nearest" and len(turn) > 1:
        act.remark("nearest-alone", seat=turn[0])
        turn = turn[:1]
    if not turn:
        return
    discarder = None if flags["bloom"] else giver
    if discarder and flags["robbed"]:
        _rob(deal, act, discarder, before)
    if discarder and flags["shot"]:
        _shot(deal, act, discarder, turn)
    if not deal.winners:
        deal.next_dealer = giver if len(turn) > 1 else turn[0]
    drawn = giver is None or (flags["bloom"] and deal.preset.answers["SC14"] != "discard")
    out = deal.out
    for seat in turn:
        fan, payer = accepted[seat].fan, accepted[seat].payer if drawn else giver
        if fan is None:
            deal.open.append(seat)
        else:
            points = split(deal.preset.value(fan), seat, payer, deal.preset, out)
            act.payments.append(Payment("win" if payer else "win-drawn", points, seat, deal.preset.capped(fan)))
    deal.winners += turn


class _Win(NamedTuple):
    """The fan of a win, None while it is not known; False for a hand that does not win; who alone pays, if the hand
    tells it."""

    fan: int | None
    wins: bool = True
    payer: str | None = None


def _hand(deal: _Deal, act: _Act, given: Mapping[str, Any], giver: str | None, flags: dict[str, bool]) -> _Win:
    """Return the fan of a win.

    The flags of the act and the words of the hand are one: each sets the other.
    """
    if given.get("hand") is None:
        fan = given.get("fan")
        if fan is not None and (isinstance(fan, bool) or not isinstance(fan, int) or not 0 <= fan <= _MOST):
            raise act.error("deal-value", key="fan", value=f"{fan!r:.40}", known=("0", str(_MOST)))
        return _Win(fan)
    seat = str(given["seat"])
    win = _read(act, given["hand"])
    drawn = giver is None or flags["bloom"] or bool(win.self_draw and win.kong)
    flags["bloom"] |= bool(drawn and win.kong and giver)
    flags["robbed"] |= bool(not drawn and win.kong)
    flags["shot"] |= bool(not drawn and told(win).shot)
    own = replace(
        told(win),
        shot=flags["shot"],
        void=deal.void.get(seat, told(win).void),
        out=tuple([each for each in WINDS if each in deal.out]),
    )
    kong = bool(win.kong) or flags["bloom"] if drawn else flags["robbed"]
    given_by = giver or (win.discarder if drawn and kong else None)
    whole = replace(assumed(win), self_draw=drawn, kong=kong, seat=seat, discarder=given_by, discards=(), extra=own)
    sheet = ENGINE.score(whole, deal.preset)
    if not sheet.legal:
        act.remark("no-win", seat=seat, hand=str(given["hand"]))
    return _Win(sheet.extra.raw, sheet.legal, giver_of(whole, deal.preset)[0])


_MOST: Final = 99
"""The most fan of a record: more than all patterns of a hand together."""


def _read(act: _Act, text: object) -> Win:
    """Return the hand of a text.

    Raises:
        DealError: It is no hand.
    """
    try:
        return parse(str(text), game="sichuan")
    except NotationError as error:
        raise act.error("deal-hand", hand=str(text)[:60]) from error


def _false_win(deal: _Deal, act: _Act) -> None:
    """Settle a false win: its player is out, pays by SC29 and gives back what the kongs brought."""
    seat = _seat(deal, act)
    beside = act.given.get("with", [])
    if not isinstance(beside, list) or not all(each in WINDS for each in beside):
        raise act.error("deal-value", key="with", value=f"{beside!r:.40}", known=tuple(WINDS))
    for kong in deal.kongs:
        if kong.seat == seat:
            _give_back(act, kong, "kong-back")
    fine, each = false_win_costs(deal.preset)
    if (said := act.given.get("each")) is not None:
        due = int(said) * len(deal.others(seat))
        fine, each = (due, 0) if act.given.get("flow") == "deducted" else (0, int(said))
    if fine:
        act.penalties[seat] = -fine
    act.pay("false-win", seat, {other: each for other in deal.others(seat) if other not in beside})
    deal.false.append(seat)


def false_win_costs(preset: Preset) -> tuple[int, int]:
    """Return what a false win loses to nobody, and what it pays each player in play (SC29, SC33)."""
    if preset.answers["SC29"] == "24":
        return _FINE * preset.lost_unit, 0
    return 0, _EACH * preset.paid_unit if preset.answers["SC29"] == "8 each" else preset.highest


def _dead_hand(deal: _Deal, act: _Act) -> None:
    """Settle a dead hand: its player plays on without a right to win, and gives back what the kongs brought."""
    seat = _seat(deal, act)
    for kong in deal.kongs:
        if kong.seat == seat:
            _give_back(act, kong, "kong-back")
    deal.dead.append(seat)


# The end


def _end(deal: _Deal, act: _Act) -> None:
    """Check the hands that did not win when the wall is out: refund, pigs, ready check."""
    states = act.given.get("states")
    if not isinstance(states, Mapping) or not all(isinstance(each, Mapping) for each in states.values()):
        raise act.error("deal-value", key="states", value=f"{states!r:.40}", known=STATES)
    for seat in states:
        if seat not in deal.in_play:
            raise act.error("deal-out", seat=str(seat))
    for seat in deal.in_play:
        if seat not in states:
            raise act.error("deal-no-state", seat=seat)
    answers = deal.preset.answers
    deal.dead += [seat for seat in act.given.get("dead", []) if seat not in deal.dead]
    found = {seat: _state(deal, act, seat, states[seat]) for seat in deal.in_play}
    said = {seat: {**states[seat], "state": state, "fan": fan} for seat, (state, fan) in found.items()}
    act.given = {**act.given, "states": said}
    pigs = [seat for seat, (state, _) in found.items() if state == "pig"]
    ready = {seat: fan for seat, (state, fan) in found.items() if state == "ready"}
    for kong in deal.kongs:
        unready = answers["SC26"] == ON and kong.seat in found and kong.seat not in ready
        if unready or kong.seat in deal.dead:
            _give_back(act, kong, "kong-back")
    if answers["SC21"] == "pay":
        takers = [seat for seat in WINDS if seat not in pigs and (answers["SC23"] == "all" or seat in found)]
        for pig in pigs:
            act.pay("pig", pig, dict.fromkeys(takers, deal.preset.highest))
    elif answers["SC21"] == "penalty":
        lost = int(answers["SC22"]) * deal.preset.lost_unit
        act.penalties |= {pig: -lost for pig in pigs if not states[pig].get("passive")}
    paying = [seat for seat in found if seat not in ready and not (seat in pigs and answers["SC21"] == "pay")]
    bonus = deal.preset.bonus if answers["SC24"] == "self-draw" else 0
    if answers["SC24"] != OFF:
        due = {seat: deal.preset.value(fan) + bonus for seat, fan in ready.items() if seat not in deal.dead}
        for payer in paying:
            act.pay("ready-check", payer, due)
    deal.ended = True


def _state(deal: _Deal, act: _Act, seat: str, given: Mapping[str, Any]) -> tuple[str, int]:
    """Return the state of a hand that did not win, and its best fan."""
    if given.get("hand") is None:
        state, fan = act.one_of("state", STATES, given), given.get("fan", 0)
        if isinstance(fan, bool) or not isinstance(fan, int) or not 0 <= fan <= _MOST:
            raise act.error("deal-value", key="fan", value=f"{fan!r:.40}", known=("0", str(_MOST)))
        return state, fan
    win = _read(act, given["hand"])
    ready = waiting_state(replace(win, seat=seat), deal.preset, deal.void.get(seat))
    if ready is None:
        raise act.error("deal-hand", hand=str(given["hand"])[:60])
    return ready.state, ready.raw


def waiting_state(win: Win, preset: Preset, void: str | None = None) -> Ready | None:
    """Return the state of a hand of thirteen tiles when the wall is out, or None for any other hand.

    Args:
        win: The hand.
        preset: The rules.
        void: The void suit that is known of its player; None for the one that the hand names.
    """
    own = told(win)
    extra = replace(own, void=void or own.void)
    ready: Ready | None = ENGINE.score(replace(assumed(win), extra=extra), preset).extra.ready
    return ready
