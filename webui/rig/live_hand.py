"""The hand in play: what buttons, dice and people do to it.

What happens at the table box and what happens on the page become the same acts. Chairs are numbered 1 to 4 in the order
of play and stay where they are; winds pass on with the deal.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from device.drivers import EventMessage
from device.protocol import Button, Dice, Fault, LampName
from scoring.match.seats import first_claimant
from scoring.match.wall import Opening, open_wall, thrower
from scoring.tiles import WINDS
from webui.errors import Value
from webui.hand.state import Circumstances, MatchHand, Teller, with_source
from webui.rig.notice import Notice, NoticeKind

Chair = Annotated[int, Meta(ge=1, le=4)]
"""The number of a chair."""

MaybeChair = Annotated[int, Meta(ge=0, le=4)]
"""The number of a chair, or 0 for none."""

Die = Annotated[int, Meta(ge=1, le=6)]
"""What a die shows."""

HANDS: Final = 16
"""Hands of a match: four rounds of four, by the rules of both MCR and Zung Jung."""

CHAIRS: Final = (1, 2, 3, 4)
"""All chairs in the order of play, counter-clockwise."""

SAME_WISH: Final = timedelta(seconds=3)
"""Start pressed again within this time means the same next hand: all four players press at the end of one. Not
measured."""

_FAULTS: Final[dict[str, NoticeKind]] = {
    "overflow": "box-overflow",
    "stuck": "box-stuck",
    "watchdog": "box-watchdog",
}
"""The notice for each fault code of the box's protocol; `device/PROTOCOL.md` lists the codes."""


class Throw(Struct, frozen=True, tag_field="do", tag="throw"):
    """Two dice came to rest; `chair` is 0 when it is not known who threw."""

    throw: Annotated[int, Meta(ge=1, le=2)]
    dice: tuple[Die, Die]
    chair: MaybeChair = 0


class Start(Struct, frozen=True, tag_field="do", tag="start"):
    """The next hand begins; `chair` is 0 when the page says so."""

    chair: MaybeChair = 0


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    """A person says which hand is played and who deals it."""

    hand: Annotated[int, Meta(ge=1, le=HANDS)]
    dealer: Chair


class ClaimWin(Struct, frozen=True, tag_field="do", tag="won"):
    """A player claims that their hand has won."""

    chair: Chair


class Given(Struct, frozen=True, tag_field="do", tag="given"):
    """Who gave the winning tile: the winner by drawing it, or another chair by discarding it; 0 when not known."""

    giver: MaybeChair


class WithdrawClaim(Struct, frozen=True, tag_field="do", tag="put-away"):
    """The claim of a chair is withdrawn; 0 withdraws all claims."""

    chair: MaybeChair = 0


class CallReferee(Struct, frozen=True, tag_field="do", tag="call"):
    """A player calls the referee."""

    chair: Chair


class Answered(Struct, frozen=True, tag_field="do", tag="answered"):
    """The referee has come."""


Act = Throw | Start | Deal | ClaimWin | Given | WithdrawClaim | CallReferee | Answered
"""What people can do, on the page or at the box."""


@dataclass(frozen=True, slots=True)
class WinClaim:
    """One player's claim of a win.

    Attributes:
        chair: Who claims it.
        hand: Id of the hand read for it, empty while there is none.
        trouble: Why the hand could not be read, and what to do.
        legal: Whether the hand may be declared; None while it is not read, not complete or in doubt, or that depends
            on what nobody has said.
        by: Whether it was claimed at the table box or by a person on the page.
    """

    chair: int
    hand: str = ""
    trouble: Notice | None = None
    legal: bool | None = None
    by: Literal["play", "table box"] = "play"

    @property
    def unread(self) -> bool:
        """Whether its hand is still to be read."""
        return not self.hand and self.trouble is None


Verdict = Literal["", "accepted", "refused"]
"""Whether a claimed win counts; empty while that is not known."""


@dataclass(frozen=True, slots=True)
class LiveHand:
    """The hand in play.

    Attributes:
        hand: From 1 to 16.
        dealer: The chair that deals it.
        first: The dealer's throw.
        second: The throw of the player that the first one picks.
        claims: The wins claimed, one a chair, in the order they were claimed.
        giver: Chair that gave the tile that is claimed, the winner's own when it was drawn; 0 while not known.
        calls: Chairs that wait for the referee, in the order they called.
        wrong: What was done wrong last; None when nothing was.
        pressed: The chair and buttons that went down last, until it is known what was meant.
        started: When start was pressed for it (UTC).
        dealt: Whether somebody said which hand it is and who deals it: by setting, starting or throwing for it.
        deal: The hand of the match that is played; then the deal passes when a hand is recorded, not at a start. None
            while no match is.
    """

    hand: int = 1
    dealer: int = 1
    first: tuple[int, int] | None = None
    second: tuple[int, int] | None = None
    claims: tuple[WinClaim, ...] = ()
    giver: int = 0
    calls: tuple[int, ...] = ()
    wrong: Notice | None = None
    pressed: tuple[int, tuple[str, ...]] | None = None
    started: datetime | None = None
    dealt: bool = False
    deal: MatchHand | None = None

    @property
    def bound(self) -> bool:
        """Whether a match says which hand it is."""
        return self.deal is not None

    @property
    def prevailing(self) -> str:
        """The prevailing wind: it changes after every fourth hand."""
        return WINDS[(self.hand - 1) // 4]

    @property
    def opening(self) -> Opening | None:
        """Where the wall opens, once both throws are made."""
        return open_wall(self.first, self.second) if self.first and self.second else None

    @property
    def thrower(self) -> int:
        """The chair that throws next, 0 when both throws are made."""
        if self.first is None:
            return self.dealer
        return 0 if self.second else self.chair_of(thrower(self.first))

    def wind_of(self, chair: int) -> str:
        """The seat wind of a chair."""
        return WINDS[(chair - self.dealer) % 4]

    def chair_of(self, wind: str) -> int:
        """The chair of a seat wind."""
        return (self.dealer - 1 + WINDS.index(wind)) % 4 + 1

    def claim_of(self, chair: int) -> WinClaim | None:
        """The claim of a chair, None when it has none."""
        return next((claim for claim in self.claims if claim.chair == chair), None)

    @property
    def self_drawn(self) -> bool:
        """Whether the winning tile is known to be drawn by who claims it."""
        return self.claim_of(self.giver) is not None

    @property
    def winner(self) -> int:
        """The chair whose claim counts; 0 while there is none, or several claim and who gave the tile is not known."""
        if self.self_drawn:
            return self.giver
        if len(self.claims) < 2:
            return self.claims[0].chair if self.claims else 0
        if not self.giver:
            return 0
        claimants = [self.wind_of(claim.chair) for claim in self.claims]
        return self.chair_of(first_claimant(self.wind_of(self.giver), claimants))

    @property
    def decision(self) -> Notice | None:
        """Which of several claims counts, and why; None while there are not several."""
        if len(self.claims) < 2:
            return None
        winner = self.winner
        if not winner:
            return Notice("discarder-open", {"chairs": tuple(sorted(claim.chair for claim in self.claims))})
        if self.self_drawn:
            return Notice("self-drawn", {"winner": winner})
        others = tuple(sorted(claim.chair for claim in self.claims if claim.chair != winner))
        return Notice("first-claimant", {"winner": winner, "others": others})

    def verdict(self, chair: int) -> Verdict:
        """Whether the win of a chair counts.

        Empty while that is not known: a hand may reach the minimum by self-draw alone, so who gave the tile must be
        known; and where several claim the tile, only the first is judged.
        """
        claim = self.claim_of(chair)
        if claim is None or claim.legal is None or not self.giver or self.winner != chair:
            return ""
        return "accepted" if claim.legal else "refused"

    def won(self, chair: int, seen: bool = False) -> Circumstances:
        """How the hand of a chair was won, as far as the table knows; nothing is known for chair 0.

        Args:
            chair: Whose hand it is.
            seen: Whether a calibrated camera says so, and nobody else; then the winds are known only of a hand that
                somebody has dealt.
        """
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


def meant(message: EventMessage) -> Act | None:
    """The act that a message of the box stands for; None when it is none."""
    match message:
        case Dice(throw, chair, dice):
            return Throw(throw, dice, chair)
        case Button() as button if button.calls_referee:
            return CallReferee(button.seat)
        case Button(chair, ("win",), "short" | "long"):
            return ClaimWin(chair)
        case Button(chair, ("start",), "short" | "long"):
            return Start(chair)
    return None


def hear(play: LiveHand, message: EventMessage, at: datetime) -> LiveHand:
    """The hand in play after a message of the box."""
    match message:
        case Button(chair, names, "down"):
            return replace(play, pressed=(chair, names))
        case Fault(code, number):
            return replace(play, wrong=Notice(_FAULTS.get(code, "box-fault"), {"code": code, "number": number}))
    act = meant(message)
    if act is None:
        return replace(play, pressed=None)
    play = follow(play, act, at)
    if isinstance(act, ClaimWin):
        claims = tuple(replace(claim, by="table box") if claim.chair == act.chair else claim for claim in play.claims)
        return replace(play, claims=claims)
    return play


def follow(play: LiveHand, act: Act, at: datetime) -> LiveHand:
    """The hand in play after an act.

    An act that cannot be followed changes nothing but `wrong`, which says what was wrong with it.

    Args:
        play: The hand in play before.
        act: What somebody did.
        at: When it was done (UTC).
    """
    play = replace(play, wrong=None, pressed=None)
    match act:
        case Throw():
            return _throw(play, act)
        case Start(chair):
            if chair and play.started and at - play.started < SAME_WISH:
                return play
            if play.bound:
                return _start_bound(play, at)
            return LiveHand(play.hand % HANDS + 1, play.dealer % 4 + 1, calls=play.calls, started=at, dealt=True)
        case Deal(hand, dealer):
            hand = play.hand if play.bound else hand
            return LiveHand(hand, dealer, calls=play.calls, dealt=True, deal=play.deal)
        case ClaimWin(chair):
            return _claim(play, chair)
        case Given(giver):
            return _give(play, giver)
        case WithdrawClaim(chair):
            return withdrawn(play, chair)
        case CallReferee(chair):
            return play if chair in play.calls else replace(play, calls=(*play.calls, chair))
        case Answered():
            return replace(play, calls=())


def in_match(play: LiveHand, deal: MatchHand | None, dead: Collection[str] = ()) -> LiveHand:
    """The hand in play while a match says which it is; the deal has passed on as often as hands were recorded.

    What was claimed in another hand, or before the match began, is no claim of this one; nor is that of a dead hand.

    Args:
        play: The hand in play before.
        deal: The hand in play in the match; None where no match is being played.
        dead: Winds of the players whose hand is dead.
    """
    for claim in play.claims if deal == play.deal else ():
        if play.wind_of(claim.chair) in dead:
            play = withdrawn(play, claim.chair)
    if deal == play.deal:
        return play
    if deal is None:
        return LiveHand(play.hand, play.dealer, calls=play.calls, dealt=True)
    if deal.hand == play.hand:
        return replace(play, deal=deal, dealt=True, claims=(), giver=0)
    dealer = (play.dealer - 1 + deal.hand - play.hand) % 4 + 1
    return LiveHand(deal.hand, dealer, calls=play.calls, dealt=True, deal=deal)


def withdrawn(play: LiveHand, chair: int) -> LiveHand:
    """The hand in play without the claim of a chair; without any for 0."""
    left = tuple(claim for claim in play.claims if chair and claim.chair != chair)
    return replace(play, claims=left, giver=play.giver if left and play.giver != chair else 0)


def lamps(play: LiveHand) -> dict[tuple[LampName, int], bool]:
    """Which lamps of the box are lit."""
    lit: dict[tuple[LampName, int], bool] = {}
    for n in CHAIRS:
        verdict = play.verdict(n)
        lit["dealer", n] = n == play.dealer
        lit["wind", n] = WINDS[n - 1] == play.prevailing
        lit["accepted", n] = verdict == "accepted"
        lit["refused", n] = verdict == "refused"
        lit["referee", n] = n in play.calls
    return lit


def _start_bound(play: LiveHand, at: datetime) -> LiveHand:
    """Starts the hand that the match says; one that is being played must be recorded first."""
    if play.claims or (play.started and play.first):
        return _wrong(play, "hand-not-recorded", hand=play.hand)
    return replace(play, started=at, dealt=True)


def _throw(play: LiveHand, act: Throw) -> LiveHand:
    if act.throw == 1:
        if act.chair not in (0, play.dealer):
            return _wrong(play, "wrong-thrower", chair=act.chair, dice=act.dice, dealer=play.dealer)
        return replace(play, first=act.dice, second=None, dealt=True)
    if play.first is None:
        return _wrong(play, "no-first-throw", dice=act.dice, dealer=play.dealer)
    right = play.chair_of(thrower(play.first))
    if act.chair not in (0, right):
        return _wrong(play, "wrong-wall", chair=act.chair, dice=act.dice, count=sum(play.first), right=right)
    return replace(play, second=act.dice)


def _claim(play: LiveHand, chair: int) -> LiveHand:
    """Adds a claim; where the hand of a chair could not be read, a claim made again has it read again.

    Any other claim made again is the same claim. A hand is read anew after its claim is put away.
    """
    before = play.claim_of(chair)
    if before and before.trouble is None:
        return play
    if before:
        claims = tuple(WinClaim(chair) if claim.chair == chair else claim for claim in play.claims)
        return replace(play, claims=claims, giver=0)
    if play.self_drawn:
        return _wrong(play, "claim-after-self-draw", chair=chair, winner=play.giver)
    if play.giver == chair:
        return _wrong(play, "claim-by-discarder", chair=chair)
    return replace(play, claims=(*play.claims, WinClaim(chair)))


def _give(play: LiveHand, giver: int) -> LiveHand:
    """Says who gave the tile; whether the hands may be declared is open until they are scored with it."""
    if not play.claims:
        return _wrong(play, "nothing-claimed")
    return replace(play, giver=giver, claims=tuple(replace(claim, legal=None) for claim in play.claims))


def _wrong(play: LiveHand, kind: NoticeKind, **about: Value) -> LiveHand:
    return replace(play, wrong=Notice(kind, about))
