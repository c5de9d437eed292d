"""Riichi in a match: sticks, counters, payments of drawn hands, the end of the match, and its result.

Counters and sticks belong to the match, so a record has neither: a hand's points are its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, cast, get_args

from scoring.games.game import RuleBook
from scoring.games.riichi import combine
from scoring.games.riichi.acts import THREE, AbortiveDraw, DeclaredRiichi, RiichiRefusalKind
from scoring.games.riichi.bodies import BODIES, BODY_NAMES, RiichiRules, split_under
from scoring.games.riichi.hand import RiichiHand, riichi_of
from scoring.games.riichi.payment import COUNTER, STICK, RiichiValue, values
from scoring.games.riichi.presets import Preset
from scoring.games.riichi.replays import replays, untold
from scoring.games.riichi.switches import adapted
from scoring.games.riichi.words import declared
from scoring.hand import Win
from scoring.match import settlement
from scoring.match.absence import check_players, is_out
from scoring.match.bodies import Body, Settlement
from scoring.match.course import FalseWinKinds, HandCourse, MatchCourse, MatchEnd, WinTexts, admit, forbidden
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, Next, player_of
from scoring.match.permits import GONE, No, PermitState, StateRow
from scoring.match.records import Claimed, Drawn, Won
from scoring.match.state import FALSE_WIN, Deposit, Hand, Match, Transfer
from scoring.tiles import WINDS

_MOST_WINNERS: Final = 2
"""Winners of one discard, where three are an abortive draw."""


def rules_of(match: Match) -> RiichiRules | None:
    """Return the rules of a riichi match, or None for another game."""
    return match.body.extra if isinstance(match.body.extra, RiichiRules) else None


def riichi_values(match: Match) -> Sequence[RiichiValue]:
    """Return the values that a hand of a riichi match may have, by han and fu, then the limits from a mangan on."""
    return cast("tuple[RiichiValue, ...]", match.body.values)


def _rules(match: Match) -> RiichiRules:
    rules = match.body.extra
    assert isinstance(rules, RiichiRules)
    return rules


def declare(match: Match, moment: Moment, act: DeclaredRiichi) -> None:
    """Put a player's stick on the table.

    Raises:
        RefusedError: The player is out, has a dead hand, has declared already, has no stick, or shows a hand where the
            rules have no open riichi.
    """
    rules, hand = _rules(match), match.hands[-1]
    declared = riichi_of(hand).declared
    player = player_of(match, moment, act.seat)
    admit(match, moment, player, "riichi")
    if (rules.bankrupt_ends or rules.needs_stick) and match.points[player] < STICK:
        raise RefusedError("riichi-unaffordable", player=player, points=match.points[player])
    if act.opened:
        if match.rules.preset.open_riichi == "no":
            raise RefusedError("no-open-riichi", rules=match.rules.title)
        riichi_of(hand).opened.append(player)
    declared.append(player)
    _deposit(hand, moment, player, -STICK)
    hand.records.append(moment.number)


def claim(match: Match, moment: Moment, act: Claimed) -> None:
    """Settle the claims of a discard.

    Raises:
        RefusedError: Three players win it, which is an abortive draw here.
    """
    if THREE in _rules(match).abortive:
        hand = match.hands[-1]
        winners = {player_of(match, moment, each.winner) for each in act.claims}
        if sum(forbidden(match, hand, player, "win") is None for player in winners) > _MOST_WINNERS:
            raise RefusedError("three-winners")
    settlement.claim(match, moment, act)


def _deposit(hand: Hand, moment: Moment, player: str, points: int) -> None:
    if points:
        hand.points[player] += points
        hand.deposits.append(Deposit(moment.number, player, points))


def _counters(hand: Hand, winner: str, giver: str | None, liable: str | None, preset: Preset) -> dict[str, int]:
    """Return the points that each seat wins or pays for the counters.

    Args:
        hand: The hand.
        winner: Seat of the winner.
        giver: Seat of the discarder, or None for a self-drawn hand.
        liable: Seat of the liable player, or None.
        preset: The rules: who pays the counters of a hand that somebody is liable for (RI23, RI28).
    """
    due = dict.fromkeys(WINDS, 0)
    fed = preset.fed_counters if giver else preset.counters_liable
    alone = liable if liable and fed else giver
    payers = [alone] * 3 if alone else [seat for seat in WINDS if seat != winner]
    for seat in payers:
        if seat is not None:
            due[seat] -= COUNTER * riichi_of(hand).honba
            due[winner] += COUNTER * riichi_of(hand).honba
    return due


def _pay_noten(match: Match, moment: Moment, hand: Hand, points: int) -> None:
    seated = [hand.seats[seat] for seat in hand.winds]
    here = [player for player in seated if not _left(match, hand, player)]
    waiting = [player for player in here if player in (riichi_of(hand).tenpai or ())]
    others = [player for player in here if player not in waiting]
    if not waiting or not others:
        return
    parts = [(payer, payee) for payer in others for payee in waiting]
    for payer, payee in parts:
        _transfer(hand, moment, payer, payee, points // len(parts))


def _pay_nagashi(match: Match, moment: Moment, hand: Hand, winner: str) -> None:
    dealer = hand.seats["E"]
    mangan = next(each for each in riichi_values(match) if not each.fu)
    main, additional = mangan.parts(winner == dealer, self_drawn=True)
    for player in match.players:
        if player != winner and not _left(match, hand, player):
            _transfer(hand, moment, player, winner, main if player == dealer else additional)


def _left(match: Match, hand: Hand, player: str) -> bool:
    """Return True if hands are settled without a player, who is out."""
    return is_out(match, player, hand.number) and match.absent.get(player) == "pays-nothing"


def _transfer(hand: Hand, moment: Moment, payer: str, payee: str, points: int) -> None:
    hand.points[payer] -= points
    hand.points[payee] += points
    hand.transfers.append(Transfer(moment.number, payer, payee, points))


def _is_last(match: Match, hand: Hand, again: bool) -> bool:
    rules, points = _rules(match), match.points
    if rules.bankrupt_ends and min(points.values()) < 0:
        return True
    if match.deals is None or hand.deal < match.deals:
        return False
    reached = rules.goal is None or max(points.values()) >= rules.goal
    if again:
        leads = rules.first(points) == [hand.seats["E"]]
        ended = hand.winner is not None or riichi_of(hand).tenpai is not None
        return (rules.leader_ends and leads and reached and ended) or (hand.deal > match.deals and reached and ended)
    return reached or hand.deal >= match.deals + len(match.players)


def placement(points: Mapping[str, int], rules: RiichiRules, start: int) -> dict[str, Fraction]:
    """Return the placement points by player in thousands, the oka among them.

    Equal players share theirs, unless the seats decide.

    Args:
        points: Points by player, in the order of the seats of the first hand.
        rules: The rules.
        start: Points of each player at the start.
    """
    prizes = [Fraction(each) for each in rules.ranks(points)]
    prizes[0] += rules.oka(start, len(points))
    if rules.seats_decide:
        ranks = dict(zip(sorted(points, key=lambda player: -points[player]), prizes, strict=True))
        return {player: ranks[player] for player in points}
    order = sorted(points.values(), reverse=True)
    shares = {
        value: sum((prizes[at] for at, each in enumerate(order) if each == value), Fraction(0)) / order.count(value)
        for value in set(order)
    }
    return {player: shares[value] for player, value in points.items()}


def yakitori(match: Match, price: int) -> dict[str, Fraction]:
    """Return what the players without a win give to those with one, in equal parts, by player in thousands.

    Nobody gives anything where nobody has won, or everybody has, or the totals were typed from paper with it.
    """
    won = {winner for hand in match.hands for winner in hand.winners if not match.typed}
    given = price * (len(match.points) - len(won)) if won else 0
    return {
        player: Fraction(given, len(won)) if player in won else Fraction(-price if won else 0)
        for player in match.points
    }


PARTS: Final[Mapping[str, StateRow]] = {
    "riichi": {**GONE, "dead": No("dead-hand"), "declared": No("riichi-twice")},
    "tenpai": {**GONE, "dead": No("tenpai-of-dead", newer=True)},
    "nagashi": {**GONE, "dead": No("tenpai-of-dead", newer=True)},
}
"""The parts of riichi's own acts: who declares, is ready when the hand is drawn, and has a nagashi mangan.

A dead hand is not ready, also after riichi (EMA rules of 2016, 3.3.13), and has no nagashi mangan either.
"""


def _complete(win: Win) -> bool:
    """Return True if the indicators are known, which a record may leave out."""
    return declared(win).dora is not None


def _check(act: Won, win: Win, hand: Hand, rules: RuleBook) -> None:
    """Refuse a hand that names other counters or sticks than the match has, which pays its own.

    Likewise one that does not name the riichi of the discarder, or another, where it has the price of a yakuman.
    """
    riichi = riichi_of(hand)
    sticks = hand.began_with // STICK + len(riichi.declared)
    said_of = declared(win)
    for word, said, known in (("honba", said_of.honba, riichi.honba), ("sticks", said_of.sticks, sticks)):
        if said not in (0, known):
            raise RefusedError("hand-differs", hand=act.hand, said=f"{word}={said}", known=f"{word}={known}")
    fed_by = act.discarder or act.payer or win.giver
    winner, giver = [hand.seats.get(person or "", person) for person in (act.winner, fed_by)]
    if rules.preset.open_riichi == "yakuman" and said_of.open_riichi and winner in riichi.opened and giver:
        in_riichi = giver in riichi.declared
        if said_of.from_riichi is not in_riichi:
            words = {None: "open-riichi", True: "from-riichi", False: "from-no-riichi"}
            about = {"said": words[said_of.from_riichi], "known": words[in_riichi]}
            raise RefusedError("hand-differs", hand=act.hand, **about)


def draw(match: Match, moment: Moment, act: Drawn) -> None:
    """Pay a drawn hand: the players who do not wait pay those who do, or a nagashi mangan is paid.

    Raises:
        RefusedError: It is unknown who waits, somebody declared riichi and does not wait, a dead hand waits or has
            a nagashi mangan, or the body does not know such a draw.
    """
    rules, hand = _rules(match), match.hands[-1]
    check_players(match, hand)
    riichi = riichi_of(hand)
    if act.abortive is not None:
        if act.abortive not in get_args(AbortiveDraw):
            raise RefusedError("wrong-type", field="abortive", got=act.abortive)
        if act.abortive not in rules.abortive:
            raise RefusedError("no-such-draw", body=match.body.name, draw=act.abortive)
        if act.tenpai is not None or act.nagashi is not None:
            raise RefusedError("no-such-draw", body=match.body.name, draw=act.abortive)
        settlement.end_drawn(match, moment, act)
        return
    if act.tenpai is None:
        raise RefusedError("tenpai-unknown")
    tenpai = tuple([player_of(match, moment, person) for person in act.tenpai])
    nagashi = tuple([player_of(match, moment, person) for person in act.nagashi or ()])
    if nagashi and not rules.nagashi:
        raise RefusedError("no-such-draw", body=match.body.name, draw="nagashi mangan")
    for part, players in (("tenpai", tenpai), ("nagashi", nagashi)):
        for player in players:
            admit(match, moment, player, part)
    for player in riichi.declared:
        if player not in tenpai and forbidden(match, hand, player, "tenpai") is None:
            raise RefusedError("tenpai-of-riichi", player=player)
    riichi.tenpai = tuple([player for player in match.players if player in tenpai])
    if nagashi:
        for player in dict.fromkeys(nagashi):
            _pay_nagashi(match, moment, hand, player)
    else:
        _pay_noten(match, moment, hand, rules.noten)
    settlement.end_drawn(match, moment, act)


def _begin(hand: Hand, carried: object) -> None:
    """Begin a hand with the counters on the table."""
    hand.extra = RiichiHand(carried if isinstance(carried, int) else 0)


def _shares(match: Match, hand: Hand, win: Settlement, first: bool) -> dict[str, int]:
    """Return the points that each seat wins or pays for a win, with the counters."""
    shares = match.body.split(win)
    if not first and not _rules(match).counters_to_all:
        return shares
    counted = _counters(hand, win.winner, win.payer, win.liable, match.rules.preset)
    return {seat: points + counted[seat] for seat, points in shares.items()}


def _collect(match: Match, moment: Moment, hand: Hand) -> None:
    """Give the sticks on the table to the winners, the first of whom is the next after the discarder."""
    if _rules(match).own_sticks_back:
        for winner in hand.winners[1:]:
            _deposit(hand, moment, winner, STICK * (winner in riichi_of(hand).declared))
    _deposit(hand, moment, hand.winners[0], hand.on_table)


def _take_back(match: Match, moment: Moment, hand: Hand) -> None:
    """Give the sticks of a hand that is dealt again back to those who declared in it."""
    for player in riichi_of(hand).declared:
        _deposit(hand, moment, player, STICK)


def _leave(match: Match, moment: Moment) -> None:
    """Give the sticks that lie on the table at the end of a match to the first, or in equal parts to several.

    Source: EMA rules of 2016; other books as public tables have them. What does not divide goes by the order of
    seats.
    """
    hand = match.hands[-1]
    if hand.ended is None:
        _take_back(match, moment, hand)
    if not _rules(match).left_to_first:
        return
    first = _rules(match).first(match.points)
    hundreds, left = divmod(hand.on_table // COUNTER, len(first))
    for at, player in enumerate(first):
        _deposit(hand, moment, player, COUNTER * (hundreds + (at < left)))


def _results(match: Match) -> Mapping[str, Fraction]:
    """Return the result by player in thousands: points above those to return, placement points, penalties.

    It is empty for a match that is not over.
    """
    if not match.over:
        return {}
    rules, points, lost = _rules(match), match.points, match.deducted
    placed, birds = placement(points, rules, match.body.start), yakitori(match, rules.yakitori)
    return {
        player: Fraction(points[player] - rules.back - lost[player], STICK) + placed[player] + birds[player]
        for player in points
    }


class RiichiCourse(MatchCourse):
    """The matches of riichi."""

    bodies = BODIES
    body_names = BODY_NAMES
    refusals = get_args(RiichiRefusalKind)
    false_wins = FalseWinKinds("no yaku", "hand-no-yaku", short=lambda missing: "not tenpai")
    texts = WinTexts(fed=lambda win, rules: combine.fed(win, rules.preset), complete=_complete, check=_check)
    effects = {DeclaredRiichi: declare, Claimed: claim, Drawn: draw}  # noqa: RUF012
    parts = PARTS
    hand = HandCourse(_begin, _shares, _collect, _take_back)
    end = MatchEnd(_leave, _results, replays, untold)

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return a body with the payments and values of a preset, and with a house's answers about matches."""
        own = adapted(body, rules.preset)
        return replace(own, split=split_under(rules.preset), values=values(rules.preset))

    def states(self, match: Match, hand: Hand, player: str) -> Iterator[PermitState]:
        """Yield the states of a player, riichi among them."""
        yield from super().states(match, hand, player)
        if player in riichi_of(hand).declared:
            yield "declared"

    def known(self, hand: Hand, winner: str | None, discarder: str | None) -> Mapping[str, Any]:
        """Return the counters and sticks on the table, riichi of the winner, and of the discarder to an open one."""
        riichi = riichi_of(hand)
        about: dict[str, Any] = {"honba": riichi.honba, "sticks": hand.on_table // STICK}
        if winner in riichi.declared:
            about["riichi"] = True
        if winner in riichi.opened:
            about["open_riichi"] = True
            if discarder is not None:
                about["from_riichi"] = discarder in riichi.declared
        return about

    def following(self, match: Match, hand: Hand) -> Next:
        """Return the hand after a hand that has ended, or the end of the match."""
        dealer, riichi = hand.seats["E"], riichi_of(hand)
        if hand.winner is not None:
            again = dealer in hand.winners
            honba = riichi.honba + 1 if again else 0
        elif FALSE_WIN in "".join(hand.marks.values()):
            again, honba = True, riichi.honba
        else:
            again = riichi.tenpai is None or (dealer in riichi.tenpai and _rules(match).tenpai_stays)
            honba = riichi.honba + 1
        deal = hand.deal if again else hand.deal + 1
        return Next(deal, honba, _is_last(match, hand, again))


COURSE: Final = RiichiCourse()
"""The matches as `Game.match` gives them."""
