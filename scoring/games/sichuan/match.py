"""Sichuan in a match: a deal with several winners, kongs that are paid at once, and the check when the wall is out.

Each act of a deal is settled by `scoring.games.sichuan.deal.settle`, with all acts before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Self, get_args

from scoring.errors import NotationError
from scoring.games.deal import DealError, Payment, SettledDeal, SettledStep
from scoring.games.game import RuleBook
from scoring.games.sichuan.acts import NOT_READY, ExchangedThree, MadeKong, NamedVoid, SichuanRefusalKind, WallOut
from scoring.games.sichuan.deal import false_win_costs, settle
from scoring.games.sichuan.findings import does_not_win, sichuan_findings
from scoring.games.sichuan.payment import split
from scoring.games.sichuan.presets import PRESETS, Preset
from scoring.games.sichuan.words import told
from scoring.hand import Win
from scoring.match import fines
from scoring.match.absence import check_players, is_out
from scoring.match.bodies import BY_DISTANCE, Body, FalseWinRule, Settlement, possible
from scoring.match.course import FalseWinKinds, GoingOn, HandCourse, MatchCourse, WinTexts, admit
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, Next, player_of
from scoring.match.permits import GONE, PARTS, No, PermitState, StateRow
from scoring.match.records import Claimed, DeadHand, Drawn, FalseWin, FalseWinKind, Won
from scoring.match.settlement import SettledWin, check_alive, close, note_wins, settled, winning_claims
from scoring.match.sheets import read_hand
from scoring.match.state import DRAW, FALSE_WIN, WARNING, Fine, Hand, HandExtra, Match, Transfer
from scoring.tiles import WINDS

MOST_FAN: Final = 99
"""The most fan of a record at a table without a cap: more than all patterns of a hand together."""

LUCK: Final[Mapping[str, str]] = {"kong": "bloom", "kong-shot": "shot", "robbed-kong": "robbed"}
"""The flag of an act of `settle` for each way in which a tile comes that moves the money of kongs."""

KINDS: Final[tuple[FalseWinKind, ...]] = ("three suits", "not ready", "wrong tile", "under the minimum", "passed")
"""The kinds of false win; the last is a win on a discard right after the same tile was let pass (SC28)."""

_OLDER: Final[tuple[FalseWinKind, ...]] = (*BY_DISTANCE, "passed")
"""The kinds of false win that earlier versions asked for."""

TOURNAMENT: Final = "sichuan-sbr"
"""The body of competitions."""

TABLE_POINTS: Final = (4, 3, 2, 1)
"""Table points of the ranks of a table in competitions (MIL)."""

PIG: Final = "flower pig"
"""The reason of the penalty of a flower pig."""


@dataclass(slots=True)
class SichuanHand(HandExtra):
    """The deal of a hand.

    Attributes:
        acts: Its acts, as `settle` reads them.
        records: The number of the record of each.
        void: The void suits that are named, by seat.
        settled: The deal as it stands, or None before the first act.
    """

    acts: list[Mapping[str, Any]] = field(default_factory=list)
    records: list[int] = field(default_factory=list)
    void: dict[str, str] = field(default_factory=dict)
    settled: SettledDeal | None = None

    def copy(self) -> Self:
        """Return a state that can change independently of this one."""
        return replace(self, acts=list(self.acts), records=list(self.records), void=dict(self.void))

    def of(self, kind: str) -> list[Mapping[str, Any]]:
        """Return the acts of a kind."""
        return [act for act in self.acts if act["act"] == kind]


def deal_of(hand: Hand) -> SichuanHand:
    """Return the deal of a hand; an empty one in another game."""
    return hand.extra if isinstance(hand.extra, SichuanHand) else SichuanHand()


def out_of(hand: Hand) -> tuple[str, ...]:
    """Return the seats that take no further part in a hand: those that have won, also falsely, or whose player left."""
    deal = deal_of(hand)
    won = [win["seat"] for act in deal.of("won") for win in act["wins"]]
    left = [str(act["seat"]) for kind in ("false-win", "left") for act in deal.of(kind)]
    return tuple([seat for seat in WINDS if seat in won or seat in left])


def in_play(hand: Hand) -> list[str]:
    """Return the seats that still take part in a hand."""
    out = out_of(hand)
    return [seat for seat in WINDS if seat not in out]


def asked_seats(match: Match, hand: Hand) -> list[str]:
    """Return the seats to ask when the wall is out: those in play, without those of absent players."""
    return [seat for seat in in_play(hand) if not is_out(match, hand.seats[seat], hand.number)]


def last_kong(hand: Hand, seat: str | None = None) -> Mapping[str, Any] | None:
    """Return the last kong of a hand, or that of one seat; None without one."""
    kongs = [act for act in deal_of(hand).of("kong") if seat in (None, act["seat"])]
    return kongs[-1] if kongs else None


# Acts


def _leaves(match: Match, hand: Hand, player: str) -> bool:
    """Return True if a player is not there and takes no part in a hand."""
    return is_out(match, player, hand.number) and match.absent.get(player) == "pays-nothing"


def _append(match: Match, moment: Moment, act: Mapping[str, Any]) -> SettledStep:
    """Settle an act of the hand in play with all before it, and pay it.

    Raises:
        RefusedError: The deal cannot have this act now.
    """
    hand = match.hands[-1]
    deal, preset = deal_of(hand), match.rules.preset
    for player in match.players:
        if _leaves(match, hand, player):
            seat = _seat(hand, player)
            if seat in in_play(hand):
                deal.acts.append({"act": "left", "seat": seat})
                deal.records.append(moment.number)
    try:
        found = settle({"void": deal.void, "acts": [*deal.acts, act]}, preset)
    except DealError as error:
        raise _refused(hand, error) from error
    deal.acts.append(act)
    deal.records.append(moment.number)
    deal.settled = found
    for payment in found.steps[-1].payments:
        _pay(hand, moment, payment)
    if moment.number not in hand.records:
        hand.records.append(moment.number)
    return found.steps[-1]


def _refused(hand: Hand, error: DealError) -> RefusedError:
    """Return the refusal of an act that a deal cannot have."""
    if error.kind == "deal-out":
        return RefusedError("no-longer-plays", player=hand.seats[str(error.about["seat"])])
    if error.kind == "deal-own":
        return RefusedError("winner-pays", seat=error.about["seat"])
    if error.kind == "deal-hand":
        return RefusedError("hand-not-waiting", hand=error.about["hand"])
    if error.about.get("key") == "tile":
        return RefusedError("tile-of-kong", tile=error.about["value"])
    return RefusedError("wrong-type", field=str(error.about.get("key", "act")), got=str(error.about.get("value", "")))


def _pay(hand: Hand, moment: Moment, payment: Payment) -> None:
    """Enter a payment: each who loses pays those who gain, the nearest to East first."""
    due = {seat: points for seat, points in payment.points.items() if points > 0}
    for payer, lost in payment.points.items():
        hand.points[hand.seats[payer]] += lost
        owed = -lost
        for payee in due:
            paid = min(owed, due[payee])
            if paid > 0:
                hand.transfers.append(Transfer(moment.number, hand.seats[payer], hand.seats[payee], paid))
                owed, due[payee] = owed - paid, due[payee] - paid


def _seat(hand: Hand, player: str) -> str:
    return next(seat for seat, name in hand.seats.items() if name == player)


def _person(match: Match, moment: Moment, person: str, part: str) -> str:
    """Return the seat in the hand in play of the person that an act means, who may have that part in it.

    Raises:
        RefusedError: The person may not.
    """
    player = player_of(match, moment, person)
    admit(match, moment, player, part)
    return _seat(match.hands[-1], player)


def _end_if_over(match: Match, moment: Moment) -> None:
    hand = match.hands[-1]
    found = deal_of(hand).settled
    if found and found.over:
        check_players(match, hand)
        close(hand, moment)


def name_void(match: Match, moment: Moment, act: NamedVoid) -> None:
    """Note the void suit of a player.

    Raises:
        RefusedError: The player has won with it.
    """
    hand = match.hands[-1]
    seat = _person(match, moment, act.seat, "void")
    won = hand.won.get(hand.seats[seat])
    if won:
        _check_void(won, act.suit)
    deal_of(hand).void[seat] = act.suit
    hand.records.append(moment.number)


def exchange(match: Match, moment: Moment, act: ExchangedThree) -> None:
    """Note the exchange of three tiles."""
    _append(match, moment, {"act": "exchange", "direction": act.direction})


def make_kong(match: Match, moment: Moment, act: MadeKong) -> None:
    """Pay a kong.

    Raises:
        RefusedError: A claimed kong has no giver, another has one, or somebody of them has won.
    """
    if (act.giver is None) == (act.how == "claimed"):
        raise RefusedError("wrong-type", field="giver", got=str(act.giver))
    of = {"seat": _person(match, moment, act.seat, "kong"), "kind": act.how}
    if act.giver is not None:
        of["from"] = _person(match, moment, act.giver, "give-kong")
    _append(match, moment, {"act": "kong", **of, **({"tile": act.tile} if act.tile else {})})


def win(match: Match, moment: Moment, act: Won) -> None:
    """Pay a win; the others play on."""
    _win(match, moment, [settled(match, moment, act)])
    match.hands[-1].claims = ()


def claim(match: Match, moment: Moment, act: Claimed) -> None:
    """Pay several wins on one tile; the others play on."""
    _win(match, moment, winning_claims(match, moment, act))
    match.hands[-1].claims = act.claims


def _win(match: Match, moment: Moment, wins: Sequence[SettledWin]) -> None:
    hand = match.hands[-1]
    found: dict[str, Any] = {"act": "won", "wins": []}
    for each in wins:
        check_alive(match, moment, each)
        seat = _seat(hand, each.winner)
        if suit := deal_of(hand).void.get(seat):
            _check_void(each.act, suit)
        found["wins"].append({"seat": seat, "fan": each.act.points})
        found |= dict.fromkeys(flags(each.act), True)
    giver = wins[0].discarder
    if giver is not None:
        found["from"] = _seat(hand, giver)
    elif "bloom" in found:
        kong = last_kong(hand, found["wins"][0]["seat"])
        if kong and "from" in kong and kong["from"] in in_play(hand):
            found["from"] = kong["from"]
    _append(match, moment, found)
    note_wins(hand, moment, wins)
    _end_if_over(match, moment)


def flags(act: Won) -> frozenset[str]:
    """Return the flags of `settle` that a win states, by its hand or else by its luck.

    Raises:
        RefusedError: Its luck is not one of this game, or does not fit the way in which the tile came.
    """
    if act.luck:
        flag = LUCK.get(act.luck)
        if flag is None or (flag == "bloom") != act.self_drawn:
            raise RefusedError("wrong-type", field="luck", got=act.luck)
        return frozenset({flag})
    try:
        won = read_hand(act.hand) if act.hand else None
    except NotationError:
        won = None  # kept by a version that read it
    if won is None:
        return frozenset()
    shot = {"shot"} if told(won).shot and not act.self_drawn else set[str]()
    return frozenset(shot | ({"bloom" if act.self_drawn else "robbed"} if won.kong else set()))


def _check_void(act: Won, suit: str) -> None:
    """Refuse a win with a tile of the void suit.

    Raises:
        RefusedError: The hand has one.
    """
    try:
        held = read_hand(act.hand).tiles if act.hand else ()
    except NotationError:
        return
    if any(tile[-1] == suit for tile in held):
        raise RefusedError("hand-of-void", hand=act.hand, suit=suit)


def false_win(match: Match, moment: Moment, act: FalseWin) -> None:
    """Take a player out of the deal who won falsely; the others play on.

    Raises:
        RefusedError: The player is out.
    """
    hand = match.hands[-1]
    seat = _person(match, moment, act.seat, "false-win")
    player = hand.seats[seat]
    if act.each is not None and act.each < 0:
        raise RefusedError("negative", amount=act.each)
    each = {} if act.each is None else {"each": act.each, "flow": act.flow}
    step = _append(match, moment, {"act": "false-win", "seat": seat, **each})
    paid = -sum([payment.points[seat] for payment in step.payments if payment.why == "false-win"])
    lost, about = -step.penalties.get(seat, 0), {"false_win": act.kind}
    if lost:
        fines.fine(match, moment, player, lost, "deducted", "false-win", about, FALSE_WIN)
    else:
        match.fines.append(Fine(moment.number, hand.number, player, paid, "paid", "false-win", about))
        hand.marks[player] += FALSE_WIN
    hand.dead.add(player)
    _end_if_over(match, moment)


def dead_hand(match: Match, moment: Moment, act: DeadHand) -> None:
    """Take a player's right to win, who gives back what the kongs brought."""
    seat = _person(match, moment, act.seat, "dead-hand")
    _append(match, moment, {"act": "dead-hand", "seat": seat})
    match.hands[-1].dead.add(match.hands[-1].seats[seat])


def wall_out(match: Match, moment: Moment, act: WallOut) -> None:
    """Check the hands that have not won, and end the hand.

    Raises:
        RefusedError: A player has a state who has won, or one that there is not; or of some it is stated that they are
            not ready, and of others nothing.
    """
    hand = match.hands[-1]
    check_players(match, hand)
    leaving = {_seat(hand, player) for player in match.players if _leaves(match, hand, player)}
    states: dict[str, Mapping[str, Any]] = {
        seat: {"state": "not ready"} for seat in in_play(hand) if seat not in leaving
    }
    named = [(wind, _seat(hand, player_of(match, moment, wind)), said) for wind, said in act.states.items()]
    stated = {
        _person(match, moment, wind, "check"): said
        for wind, seat, said in named
        if seat in states or said != NOT_READY  # a page without a network still asks for those who have won since
    }
    if NOT_READY in stated.values() and not {*asked_seats(match, hand)} <= {*stated}:
        raise RefusedError("states-differ")
    states |= {seat: _state(said) for seat, said in stated.items()}
    step = _append(match, moment, {"act": "end", "states": states, "dead": _dead(hand)})
    for seat, points in step.penalties.items():
        fines.fine(match, moment, hand.seats[seat], -points, "deducted", "penalty", {"reason": PIG}, WARNING)
    if not hand.winners:
        for player in match.players:
            hand.marks[player] += DRAW
    close(hand, moment)


def _state(said: str) -> Mapping[str, Any]:
    """Return a state as `settle` reads it: the word or the fan that people state, or the thirteen tiles.

    Fan above the cap are taken, since hands are counted before they are cut; `settle` pays the cap.

    Raises:
        RefusedError: There is no such state.
    """
    if said == NOT_READY:
        return {"state": "not ready"}
    if said in ("pig", "passive"):
        return {"state": "pig", "passive": said == "passive"}
    if said.isascii() and said.isdigit():
        if int(said) > MOST_FAN:
            raise RefusedError("states-differ")
        return {"state": "ready", "fan": int(said)}
    if said.isalpha():
        raise RefusedError("states-differ")
    return {"hand": said}


def _dead(hand: Hand) -> list[str]:
    """Return the seats in play of players whose hand is dead."""
    return [seat for seat in in_play(hand) if hand.seats[seat] in hand.dead]


def draw(match: Match, moment: Moment, act: Drawn) -> None:
    """Refuse a draw without the state of each hand.

    Raises:
        RefusedError: Always.
    """
    raise RefusedError("states-differ")


# The course


@cache
def table_body(house: Preset, name: str) -> Body:
    """Return the body of a match under a table's rules, which are the source of its costs."""
    lost, each = false_win_costs(house)
    kinds = KINDS[:-1] if house.answers["SC28"] == "free" else KINDS

    def payments(won: Settlement) -> dict[str, int]:
        return split(house.value(won.points), won.winner, won.payer, house)

    return Body(
        name,
        house.title,
        house.source,
        game="sichuan",
        start=0,
        hands=16,
        most=house.cap or MOST_FAN,
        split=payments,
        false_wins=dict.fromkeys((*KINDS, *_OLDER), FalseWinRule(each, deducted=lost)),
        false_win_kinds=possible(kinds, house.minimum),
        older_kinds=_OLDER,
        three_left="pays-nothing",
        table_points=TABLE_POINTS if name == TOURNAMENT else (),
        ranking=("table points", "game points") if name == TOURNAMENT else ("game points",),
        seat_changes=(),
        winner_deals_again=True,
        draw_deals_again=True,
        all_claims_win=house.answers["SC20"] == "all",
        endless=True,
        lengths=(4, 8, 12, 16, 0),
        counting_sticks=False,
    )


_PLAYS_ON: Final[StateRow] = {
    "absent": No("no-longer-plays"),
    "out": No("player-out", newer=True),
    "won": No("no-longer-plays"),
    "false-win": No("no-longer-plays"),
}
"""The refusals of a part that only those have who still play."""

_PARTS: Final[Mapping[str, StateRow]] = {
    "win": {**PARTS["win"], "won": No("no-longer-plays")},
    "give": {**PARTS["give"], "won": No("no-longer-plays"), "false-win": No("no-longer-plays")},
    "false-win": {**PARTS["false-win"], "won": No("no-longer-plays"), "false-win": No("no-longer-plays")},
    "dead-hand": _PLAYS_ON,
    "kong": _PLAYS_ON,
    "give-kong": _PLAYS_ON,
    "check": _PLAYS_ON,
    "void": {state: No("player-out", newer=True) for state in GONE},
}
"""The parts of a deal: who has won, also falsely, takes no further part in it (SICHUAN.md, S6).

A dead hand makes kongs and is checked when the wall is out: it gives back what the kongs brought, and ready it is not
paid (停和陪打).
"""


def _out(hand: Hand) -> tuple[str, ...]:
    """Return the players who have won, also falsely, or left."""
    return tuple([hand.seats[seat] for seat in out_of(hand)])


def _before(hand: Hand, record: int) -> Hand:
    """Return a deal as it stood before one of its records; the void suits are those that are known now."""
    made, deal = hand.copy(), deal_of(hand)
    acts = [(act, number) for act, number in zip(deal.acts, deal.records, strict=True) if number < record]
    made.extra = SichuanHand([act for act, _ in acts], [number for _, number in acts], dict(deal.void))
    made.dead = {hand.seats[str(act["seat"])] for act, _ in acts if act["act"] in ("false-win", "dead-hand")}
    return made


def _barred(win: Win) -> FalseWinKind | None:
    """Return the fault of a hand with three suits, or with its void suit."""
    return "three suits" if does_not_win(sichuan_findings(win)) else None


def _check(act: Won, win: Win, hand: Hand, rules: RuleBook) -> None:
    """Refuse a hand that names others as having won before than the match has."""
    said, known = told(win).out, out_of(hand)
    if said and hand.ended is None and {*said} != {*known}:
        raise RefusedError("hand-differs", hand=act.hand, said="out=" + "".join(said), known="out=" + "".join(known))


def _begin(hand: Hand, carried: object) -> None:
    """Begin a deal."""
    hand.extra = SichuanHand()


def _cut(match: Match, moment: Moment, hand: Hand) -> None:
    """Take the payments of a deal back that the end of the time cuts short."""
    records = {*deal_of(hand).records}
    for each in hand.transfers:
        if each.record in records:
            hand.points[each.payer] += each.points
            hand.points[each.payee] -= each.points
    hand.transfers = [each for each in hand.transfers if each.record not in records]


class SichuanCourse(MatchCourse):
    """The matches of Sichuan."""

    bodies = {name: table_body(house, name) for name, house in PRESETS.items()}  # noqa: RUF012
    body_names = {name: (name,) for name in PRESETS}  # noqa: RUF012
    refusals = get_args(SichuanRefusalKind)
    hand = HandCourse(_begin, cut=_cut, goes_on=GoingOn(_out, _before))
    false_wins = FalseWinKinds(barred=_barred)
    texts = WinTexts(check=_check)
    parts = _PARTS
    effects = {  # noqa: RUF012
        NamedVoid: name_void,
        ExchangedThree: exchange,
        MadeKong: make_kong,
        WallOut: wall_out,
        Won: win,
        Claimed: claim,
        FalseWin: false_win,
        DeadHand: dead_hand,
        Drawn: draw,
    }

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return the body of a table."""
        return table_body(rules.preset, body.id)

    def states(self, match: Match, hand: Hand, player: str) -> Iterator[PermitState]:
        """Yield the states of a player, a win of the deal among them."""
        yield from super().states(match, hand, player)
        if player in hand.winners:
            yield "won"

    def following(self, match: Match, hand: Hand) -> Next:
        """Return the deal after a deal: its dealer is the first winner, or who discarded for several (SC27)."""
        found = deal_of(hand).settled
        moved = WINDS.index(found.next_dealer) if found else 0
        return Next(hand.deal + moved, over=match.deals is not None and hand.number >= match.deals)

    def known(self, hand: Hand, winner: str | None, discarder: str | None) -> Mapping[str, Any]:
        """Return who had won before, and the void suit of the winner."""
        about: dict[str, Any] = {"out": tuple([seat for seat in out_of(hand) if hand.seats[seat] != winner])}
        seat = next((seat for seat, name in hand.seats.items() if name == winner), "")
        return about | ({"void": deal_of(hand).void[seat]} if seat in deal_of(hand).void else {})


COURSE: Final = SichuanCourse()
"""The matches as `Game.match` gives them."""
