"""The live hand, as changed by buttons, dice and people.

Events at the table box and on the page become the same acts. Seats (here: chairs) are numbered 1 to 4 in the order of
play and are fixed; winds pass on with the deal.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from device.drivers import EventMessage, Key
from device.protocol import Button, Fault, LampName
from device.protocol import Dice as DiceMessage
from scoring.errors import Value
from scoring.match.seats import first_claimant, round_wind_of
from scoring.match.wall import Opening, open_wall, thrower
from scoring.play import USUAL, Play
from scoring.tiles import WINDS
from webui.hand.state import Circumstances, MatchHand, Teller, with_source
from webui.rig.notice import Notice, NoticeKind

Chair = Annotated[int, Meta(ge=1, le=4)]
"""The number of a seat."""

MaybeChair = Annotated[int, Meta(ge=0, le=4)]
"""The number of a seat, or 0 for none."""

Die = Annotated[int, Meta(ge=1, le=6)]
"""The value of a die."""

HANDS: Final = 16
"""Hands of a match: four rounds of four, by the rules of competitions."""

CHAIRS: Final = (1, 2, 3, 4)
"""All seats in the order of play, counter-clockwise; the last is empty where three play."""

SAME_WISH: Final = timedelta(seconds=3)
"""Time within which a second press of start means the same next hand, since all four players press at the end of one.
More swallows the start of a very short hand; less skips a hand."""

_FAULTS: Final[dict[str, NoticeKind]] = {
    "overflow": "box-overflow",
    "stuck": "box-stuck",
    "watchdog": "box-watchdog",
}
"""The notice for each fault code of the box's protocol; `device/PROTOCOL.md` lists the codes."""


ThrownDice = Annotated[tuple[Die, ...], Meta(min_length=2, max_length=3)]
"""The dice of a throw: two or, where the game throws so many, three."""


class Throw(Struct, frozen=True, tag_field="do", tag="throw"):
    """Dice came to rest; `chair` is 0 if the thrower is unknown."""

    throw: Annotated[int, Meta(ge=1, le=2)]
    dice: ThrownDice
    chair: MaybeChair = 0


class Start(Struct, frozen=True, tag_field="do", tag="start"):
    """The next hand begins; `chair` is 0 for the page."""

    chair: MaybeChair = 0


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    """A person sets the number of the current hand and its dealer."""

    hand: Annotated[int, Meta(ge=1, le=HANDS)]
    dealer: Chair


class ClaimWin(Struct, frozen=True, tag_field="do", tag="won"):
    """A player declares a win."""

    chair: Chair


class Given(Struct, frozen=True, tag_field="do", tag="given"):
    """The source of the winning tile: the winner by self-draw, or the seat of the discarder; 0 if unknown."""

    giver: MaybeChair


class WithdrawClaim(Struct, frozen=True, tag_field="do", tag="put-away"):
    """A seat's claim is withdrawn; 0 withdraws all claims."""

    chair: MaybeChair = 0


class CallReferee(Struct, frozen=True, tag_field="do", tag="call"):
    """A player calls the referee; `chair` is 0 if the table calls."""

    chair: MaybeChair


class Answered(Struct, frozen=True, tag_field="do", tag="answered"):
    """The referee has come."""


class Draw(Struct, frozen=True, tag_field="do", tag="draw"):
    """The hand ends without a winner; in a match this is recorded."""


RigAct = Throw | Start | Deal | ClaimWin | Given | WithdrawClaim | CallReferee | Answered | Draw
"""People's acts, on the page or at the box."""


BoardId = Annotated[str, Meta(max_length=80)]
"""The board's own id of an act, which is done once under it; empty for none."""


class CallBox(Struct, frozen=True, tag_field="do", tag="call"):
    """The referee is called; `chair` is 0 if the table calls."""

    chair: MaybeChair = 0
    id: BoardId = ""


class NextBox(Struct, frozen=True, tag_field="do", tag="next"):
    """The next hand begins."""

    id: BoardId = ""


class DrawBox(Struct, frozen=True, tag_field="do", tag="draw"):
    """The hand ends without a winner."""

    id: BoardId = ""


class WinBox(Struct, frozen=True, tag_field="do", tag="win"):
    """A player declares a win."""

    chair: Chair
    id: BoardId = ""


class AnswerBox(Struct, frozen=True, tag_field="do", tag="answer"):
    """The open question is answered: the seat of the discarder, or the number of an answer about the hand's tiles."""

    number: Annotated[int, Meta(ge=1, le=9)]
    id: BoardId = ""


BoxAct = CallBox | NextBox | DrawBox | WinBox | AnswerBox
"""Acts of a maker's own board."""


@dataclass(frozen=True, slots=True)
class WinClaim:
    """One player's claim of a win.

    Attributes:
        chair: Seat of the claimant.
        hand: Id of the hand read for it; empty before that.
        trouble: The reason why the hand could not be read, and a remedy.
        legal: True if the hand may be declared, or None while it is unread, incomplete or in doubt, or depends on
            unknown circumstances.
        by: Source of the claim: the table box, or a person on the page.
    """

    chair: int
    hand: str = ""
    trouble: Notice | None = None
    legal: bool | None = None
    by: Literal["play", "table box"] = "play"

    @property
    def unread(self) -> bool:
        """True if its hand is still to be read."""
        return not self.hand and self.trouble is None


ClaimAsked = Literal["", "win", "draw"]
"""A question that a key of the box opens, or empty for none."""

ClaimVerdict = Literal["", "accepted", "refused"]
"""The verdict on a claimed win: accepted or refused, or empty while unknown."""


@dataclass(frozen=True, slots=True)
class LiveHand:
    """The live hand.

    Attributes:
        hand: Number, from 1; without a match up to 16.
        dealer: Seat of the dealer.
        first: The dealer's throw.
        second: The throw of the player picked by the first one, or None before it and in games of one throw.
        claims: The claimed wins, one for each seat, in the order of the claims.
        giver: Seat of the discarder of the claimed tile, or of the winner if self-drawn; 0 while unknown.
        calls: Seats that wait for the referee, in the order of the calls.
        wrong: The last error, or None.
        pressed: The seat and buttons pressed last, until their meaning is known.
        started: Time of the press of start (UTC).
        dealt: True if number and dealer were confirmed: by setting, starting or throwing for it.
        deal: The hand of the match being played; then the deal passes when a hand is recorded, not at a start. None
            outside a match.
        all_win: True if the match lets all win who claim a discard.
        out: Winds of the players who cannot win the hand: theirs is dead, or they take no further part in it.
        asked: The question that a key of the box opened: `win`, the seat of the winner; `draw`, if the hand is drawn.
        played: The play of the rules in force.
    """

    hand: int = 1
    dealer: int = 1
    first: tuple[int, ...] | None = None
    second: tuple[int, ...] | None = None
    claims: tuple[WinClaim, ...] = ()
    giver: int = 0
    calls: tuple[int, ...] = ()
    wrong: Notice | None = None
    pressed: tuple[int, tuple[str, ...]] | None = None
    started: datetime | None = None
    dealt: bool = False
    deal: MatchHand | None = None
    all_win: bool = False
    out: tuple[str, ...] = ()
    asked: ClaimAsked = ""
    played: Play = USUAL

    @property
    def bound(self) -> bool:
        """True if a match determines the hand."""
        return self.deal is not None

    @property
    def prevailing(self) -> str:
        """The prevalent wind, which changes once everybody was dealer."""
        return round_wind_of(self.passed, self.played.players)

    @property
    def passed(self) -> int:
        """Number of the deal: that of the hand, unless a dealer dealt again."""
        return self.deal.passed if self.deal else self.hand

    @property
    def opening(self) -> Opening | None:
        """The opening of the wall, once all throws are made."""
        return open_wall(self.first, self.second, self.played) if self.first else None

    @property
    def thrower(self) -> int:
        """The seat that throws next, or 0 after all throws."""
        if self.first is None:
            return self.dealer
        return 0 if self.opening else self.chair_of(thrower(self.first, self.played))

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats of the players in the order of play."""
        return CHAIRS[: self.played.players]

    def wind_of(self, chair: int) -> str:
        """Return the seat wind of a seat."""
        return WINDS[(chair - self.dealer) % self.played.players]

    def chair_of(self, wind: str) -> int:
        """Return the seat with this wind."""
        return (self.dealer - 1 + WINDS.index(wind)) % self.played.players + 1

    def claim_of(self, chair: int) -> WinClaim | None:
        """Return the claim of a seat, or None."""
        return next((claim for claim in self.claims if claim.chair == chair), None)

    @property
    def self_drawn(self) -> bool:
        """True if the winning tile is known to be self-drawn."""
        return self.claim_of(self.giver) is not None

    @property
    def all_count(self) -> bool:
        """True if several claim a tile and all of them win; a self-drawn tile only its drawer can win."""
        return self.all_win and len(self.claims) > 1 and not self.self_drawn

    @property
    def winner(self) -> int:
        """The seat whose claim counts; 0 without claims, for several that count, and until their discarder is known."""
        if self.self_drawn:
            return self.giver
        if self.all_count:
            return 0
        if len(self.claims) < 2:
            return self.claims[0].chair if self.claims else 0
        if not self.giver:
            return 0
        claimants = [self.wind_of(claim.chair) for claim in self.claims]
        return self.chair_of(first_claimant(self.wind_of(self.giver), claimants))

    @property
    def decision(self) -> Notice | None:
        """The decision between several claims, with the reason, or None."""
        if len(self.claims) < 2:
            return None
        winner, chairs = self.winner, tuple(sorted(claim.chair for claim in self.claims))
        if self.all_count and self.giver:
            return Notice("all-win", {"chairs": chairs})
        if self.all_count:
            return Notice("discarder-unknown", {"chairs": chairs})
        if not winner:
            return Notice("discarder-open", {"chairs": chairs})
        if self.self_drawn:
            return Notice("self-drawn", {"winner": winner})
        others = tuple([chair for chair in chairs if chair != winner])
        return Notice("first-claimant", {"winner": winner, "others": others})

    def verdict(self, chair: int) -> ClaimVerdict:
        """Return the verdict on the win of a seat.

        It is empty while unknown: a hand may reach the minimum by self-draw alone, so the discarder must be known; and
        of several claims of a tile only the first is judged, unless all win.
        """
        claim = self.claim_of(chair)
        if claim is None or claim.legal is None or not self.giver or (self.winner != chair and not self.all_count):
            return ""
        return "accepted" if claim.legal else "refused"

    def won(self, chair: int, seen: bool = False) -> Circumstances:
        """Return the known circumstances of a seat's win; none for seat 0.

        Args:
            chair: Seat of the hand.
            seen: True if only a calibrated camera assigned the seat; the winds are then known only of a confirmed hand.
        """
        chair = chair if chair in self.chairs else 0  # tiles may lie at an empty side
        if not chair and self.bound:
            known = Circumstances(round=self.prevailing)  # type: ignore[arg-type]
            return with_source(Circumstances(), known, "match")
        if not chair or (seen and not self.dealt):
            return Circumstances()
        claim = self.claim_of(chair)
        seated: Teller = "camera" if seen else claim.by if claim else "play"
        seat = Circumstances(seat=self.wind_of(chair))  # type: ignore[arg-type]
        giver = self.giver if claim else 0
        discarded = giver and not self.self_drawn
        known = replace(
            seat,
            self_draw=giver == chair if giver else None,
            round=self.prevailing,  # type: ignore[arg-type]
            discarder=self.wind_of(giver) if discarded else None,  # type: ignore[arg-type]
        )
        told = with_source(with_source(Circumstances(), seat, seated), known, "play")
        return replace(told, sources={**told.sources, "round": "match"}) if self.bound else told


def meant(message: EventMessage, live: LiveHand) -> RigAct | None:
    """Return the act that a message of the box means in a live hand, or None."""
    match message:
        case DiceMessage(throw, chair, dice):
            return Throw(throw, dice, chair)
        case Button() as button if button.calls_referee:
            return CallReferee(button.seat)
        case Button(chair, ("win",), "short" | "long"):
            return ClaimWin(chair)
        case Button(chair, ("start",), "short" | "long"):
            return Start(chair)
        case Key("call"):
            return CallReferee(0)
        case Key("next"):
            return Start(live.dealer)
        case Key("confirm") if live.asked == "draw":
            return Draw()
        case Key("confirm", dice=(a, b)) if live.thrower and not live.claims:
            return Throw(2 if live.first else 1, (a, b))
        case Key("answer", number):
            return answer(live, number)
    return None


def said(live: LiveHand, act: BoxAct) -> RigAct | None:
    """Return the act that an act of a maker's own board means in a live hand, or None if nothing is open."""
    match act:
        case CallBox(chair):
            return CallReferee(chair)
        case NextBox():
            return Start(live.dealer)
        case DrawBox():
            return Draw()
        case WinBox(chair):
            return ClaimWin(chair)
        case AnswerBox(number):
            return answer(live, number)


def answer(live: LiveHand, number: int) -> RigAct | None:
    """Return the answer of a number to the open question of the live hand, or None if it is no answer.

    The question about the winner comes first, then that about the discarder; there the winner's own number means a
    self-draw.
    """
    if number not in CHAIRS:
        return None
    if live.asked == "win":
        return ClaimWin(number)
    return Given(number) if live.claims and not live.giver else None


def hear(live: LiveHand, message: EventMessage, at: datetime) -> LiveHand:
    """Return the live hand after a message of the box."""
    match message:
        case Button(chair, names, "down"):
            return replace(live, pressed=(chair, names))
        case Fault(code, number):
            return replace(live, wrong=Notice(_FAULTS.get(code, "box-fault"), {"code": code, "number": number}))
        case Key("win" | "draw" as asked):
            return replace(live, asked=asked, wrong=None)
        case Key("cancel"):
            return replace(live, asked="", wrong=None)
    act = meant(message, live)
    if act is None:
        return replace(live, pressed=None)
    live = follow(live, act, at)
    if isinstance(act, ClaimWin):
        claims = tuple(replace(claim, by="table box") if claim.chair == act.chair else claim for claim in live.claims)
        return replace(live, claims=claims)
    return live


def follow(live: LiveHand, act: RigAct, at: datetime) -> LiveHand:
    """Return the live hand after an act.

    An act that cannot be followed changes only `wrong`, to the error.

    Args:
        live: The live hand before it.
        act: The act.
        at: Time of the act (UTC).
    """
    live = replace(live, wrong=None, pressed=None, asked="")
    if nobody := {*_chairs_of(act)}.difference((0, *live.chairs)):
        return _wrong(live, "nobody-there", chair=nobody.pop())
    match act:
        case Throw():
            return _throw(live, act)
        case Start(chair):
            if chair and live.started and at - live.started < SAME_WISH:
                return live
            if live.bound:
                return _start_bound(live, at)
            dealer = live.dealer % live.played.players + 1
            begun = LiveHand(live.hand % HANDS + 1, dealer, calls=live.calls, started=at, dealt=True)
            return replace(begun, played=live.played)
        case Deal(hand, dealer):
            hand = live.hand if live.bound else hand
            kept = LiveHand(calls=live.calls, deal=live.deal, all_win=live.all_win, out=live.out, played=live.played)
            return replace(kept, hand=hand, dealer=dealer, dealt=True)
        case ClaimWin(chair):
            return _claim(live, chair)
        case Given(giver):
            return _give(live, giver)
        case WithdrawClaim(chair):
            return withdrawn(live, chair)
        case CallReferee(chair):
            return live if not chair or chair in live.calls else replace(live, calls=(*live.calls, chair))
        case Draw():
            return live if live.bound else follow(live, Start(), at)
        case Answered():
            return replace(live, calls=())


def _chairs_of(act: RigAct) -> tuple[int, ...]:
    """Return the seats that an act names, 0 for none."""
    match act:
        case Deal(dealer=chair) | Given(giver=chair):
            return (chair,)
        case Throw() | Start() | ClaimWin() | WithdrawClaim() | CallReferee():
            return (act.chair,)
    return ()


def in_match(
    live: LiveHand, deal: MatchHand | None, out: Collection[str] = (), all_win: bool = False, played: Play = USUAL
) -> LiveHand:
    """Return the live hand as determined by a match; the deal has passed as often as hands were recorded.

    Claims of another hand, or from before the match, are dropped, and so are those of players who
    cannot win this one, or who have won it already.

    Args:
        live: The live hand before it.
        deal: The current hand of the match, or None outside a match.
        out: Winds of the players who cannot win it: their hand is dead, or they take no further part.
        all_win: True if the match lets all win who claim a discard.
        played: The play of the rules in force.
    """
    dealer = live.dealer if live.dealer <= played.players else 1  # the seat is empty where three play
    live = replace(live, dealer=dealer, all_win=all_win, out=tuple(out), played=played)
    for claim in live.claims if deal == live.deal else ():
        if live.wind_of(claim.chair) in live.out:
            live = withdrawn(live, claim.chair)
    if deal == live.deal:
        return live
    if deal is None:
        return LiveHand(live.hand, live.dealer, calls=live.calls, dealt=True, played=played)
    again = deal.dealt is not None and live.deal is not None and deal.match == live.deal.match
    if deal.hand == live.hand and not again:
        return replace(live, deal=deal, dealt=True, claims=(), giver=0)
    dealer = (live.dealer - 1 + deal.passed - live.passed) % played.players + 1
    begun = LiveHand(deal.hand, dealer, calls=live.calls, dealt=True, deal=deal)
    return replace(begun, all_win=live.all_win, out=live.out, played=played)


def withdrawn(live: LiveHand, chair: int) -> LiveHand:
    """Return the live hand without the claim of a seat, or without any for 0."""
    left = tuple(claim for claim in live.claims if chair and claim.chair != chair)
    return replace(live, claims=left, giver=live.giver if left and live.giver != chair else 0)


def lamps(live: LiveHand) -> dict[tuple[LampName, int], bool]:
    """Return the lit lamps of the box."""
    lit: dict[tuple[LampName, int], bool] = {}
    for n in CHAIRS:
        verdict = live.verdict(n)
        lit["dealer", n] = n == live.dealer
        lit["wind", n] = WINDS[n - 1] == live.prevailing
        lit["accepted", n] = verdict == "accepted"
        lit["refused", n] = verdict == "refused"
        lit["referee", n] = n in live.calls
    return lit


def _start_bound(live: LiveHand, at: datetime) -> LiveHand:
    """Start the hand of the match; a hand being played must be recorded first."""
    if live.claims or (live.started and live.first):
        return _wrong(live, "hand-not-recorded", hand=live.hand)
    return replace(live, started=at, dealt=True)


def _throw(live: LiveHand, act: Throw) -> LiveHand:
    if act.throw == 1 or live.played.throws == 1:
        if act.chair not in (0, live.dealer):
            return _wrong(live, "wrong-thrower", chair=act.chair, dice=act.dice, dealer=live.dealer)
        return replace(live, first=act.dice, second=None, dealt=True)
    if live.first is None:
        return _wrong(live, "no-first-throw", dice=act.dice, dealer=live.dealer)
    right = live.chair_of(thrower(live.first, live.played))
    if act.chair not in (0, right):
        return _wrong(live, "wrong-wall", chair=act.chair, dice=act.dice, count=sum(live.first), right=right)
    return replace(live, second=act.dice)


def _claim(live: LiveHand, chair: int) -> LiveHand:
    """Add a claim; claiming again after a failed reading reads the hand again.

    Any other repeated claim is the same claim. A hand is read again after its claim is withdrawn.
    """
    if live.wind_of(chair) in live.out:
        return _wrong(live, "claim-out", chair=chair)
    before = live.claim_of(chair)
    if before and before.trouble is None:
        return live
    if before:
        claims = tuple(WinClaim(chair) if claim.chair == chair else claim for claim in live.claims)
        return replace(live, claims=claims, giver=0)
    if live.self_drawn:
        return _wrong(live, "claim-after-self-draw", chair=chair, winner=live.giver)
    if live.giver == chair:
        return _wrong(live, "claim-by-discarder", chair=chair)
    return replace(live, claims=(*live.claims, WinClaim(chair)))


def _give(live: LiveHand, giver: int) -> LiveHand:
    """Set the discarder; whether the hands may be declared is open until they are scored with it."""
    if not live.claims:
        return _wrong(live, "nothing-claimed")
    return replace(live, giver=giver, claims=tuple(replace(claim, legal=None) for claim in live.claims))


def _wrong(live: LiveHand, kind: NoticeKind, **about: Value) -> LiveHand:
    return replace(live, wrong=Notice(kind, about))
