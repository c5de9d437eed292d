"""What buttons and dice mean at the table: the hand in play, and what follows from everything that happens.

It makes no difference whether a thing happened at the table box or on the page: both become the same actions. Chairs
are 1 to 4 in the order of play and stay where they are; winds pass on with the deal.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta, Struct

from device.drivers import EventMessage
from device.protocol import Button, Dice, Fault, LampName
from scoring.match.wall import Opening, open_wall, thrower
from scoring.tiles import WINDS
from webui.hand.state import Circumstances

Chair = Annotated[int, Meta(ge=1, le=4)]
Die = Annotated[int, Meta(ge=1, le=6)]

HANDS: Final = 16
CHAIRS: Final = (1, 2, 3, 4)

SAME_WISH: Final = timedelta(seconds=3)
"""Players who all press start at the end of a hand mean one hand, not four."""

WIND_NAMES: Final = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))

_FAULTS: Final = {
    "overflow": "The box had no room for {number} events: do them again on the page.",
    "stuck": "Button {number} of the box has been held since it was switched on: let it go.",
    "watchdog": "The box had to restart itself: look whether the last press arrived.",
}


class Throw(Struct, frozen=True, tag_field="do", tag="throw"):
    """Two dice came to rest; `chair` is 0 when it is not known who threw."""

    throw: Annotated[int, Meta(ge=1, le=2)]
    dice: tuple[Die, Die]
    chair: Annotated[int, Meta(ge=0, le=4)] = 0


class Start(Struct, frozen=True, tag_field="do", tag="start"):
    """The next hand begins; `chair` is 0 when the page says so."""

    chair: Annotated[int, Meta(ge=0, le=4)] = 0


class Deal(Struct, frozen=True, tag_field="do", tag="deal"):
    """A person says which hand is played and who deals it."""

    hand: Annotated[int, Meta(ge=1, le=HANDS)]
    dealer: Chair


class ClaimWin(Struct, frozen=True, tag_field="do", tag="won"):
    """A player says that their hand has won."""

    chair: Chair


class Given(Struct, frozen=True, tag_field="do", tag="given"):
    """Who gave the winning tile: the winner by drawing it, or another chair by discarding it."""

    giver: Chair


class PutAway(Struct, frozen=True, tag_field="do", tag="put-away"):
    """The win said last is not looked at any more."""


class CallReferee(Struct, frozen=True, tag_field="do", tag="call"):
    """A player calls the referee."""

    chair: Chair


class Answered(Struct, frozen=True, tag_field="do", tag="answered"):
    """The referee has come."""


Act = Throw | Start | Deal | ClaimWin | Given | PutAway | CallReferee | Answered
"""What people can do, on the page or at the box."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A win that was said.

    Attributes:
        giver: Chair that gave the winning tile, the winner's own for self-draw, 0 while not known.
        hand: Id of the hand read for it, empty while there is none.
        trouble: Why it could not be read, and what to do.
        verdict: `accepted`, `refused`, or empty while the hand is not read, not complete or in doubt, or while it is
            not known who gave the tile: a hand may reach the minimum by self-draw alone.
    """

    chair: int
    giver: int = 0
    hand: str = ""
    trouble: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """The hand in play.

    Attributes:
        hand: From 1 to 16.
        dealer: The chair that deals it.
        first: The dealer's throw; `second` that of the player it picks.
        claim: The win that is being looked at.
        calls: Chairs that wait for the referee, in the order they called.
        wrong: What was done wrong last, and what to do instead; empty when nothing was.
        pressed: The chair and button that went down last, until it is known what was meant.
        started: When start was pressed for it.
    """

    hand: int = 1
    dealer: int = 1
    first: tuple[int, int] | None = None
    second: tuple[int, int] | None = None
    claim: Claim | None = None
    calls: tuple[int, ...] = ()
    wrong: str = ""
    pressed: tuple[int, tuple[str, ...]] | None = None
    started: datetime | None = None

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

    def won(self, chair: int) -> Circumstances:
        """How the hand of a chair was won, as far as the table knows."""
        giver = self.claim.giver if self.claim and self.claim.chair == chair else 0
        return Circumstances(
            self_draw=giver == chair,
            round=self.prevailing,  # type: ignore[arg-type]
            seat=self.wind_of(chair),  # type: ignore[arg-type]
            discarder=self.wind_of(giver) if giver not in (0, chair) else None,  # type: ignore[arg-type]
        )


def meant(message: EventMessage) -> Act | None:
    """What people mean by what the box says; None when it is nothing that they do."""
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


def hear(play: Play, message: EventMessage, at: datetime) -> Play:
    """What the table stands at after the box said something."""
    match message:
        case Button(chair, names, "down"):
            return replace(play, pressed=(chair, names))
        case Fault(code, number):
            unknown = "The box reports a fault: {code} {number}."
            return replace(play, wrong=_FAULTS.get(code, unknown).format(code=code, number=number))
    act = meant(message)
    return follow(play, act, at) if act else replace(play, pressed=None)


def follow(play: Play, act: Act, at: datetime) -> Play:
    """What the table stands at after somebody did something; what was wrong with it is said in `wrong`."""
    play = replace(play, wrong="", pressed=None)
    match act:
        case Throw():
            return _throw(play, act)
        case Start(chair):
            if chair and play.started and at - play.started < SAME_WISH:
                return play
            return Play(play.hand % HANDS + 1, play.dealer % 4 + 1, calls=play.calls, started=at)
        case Deal(hand, dealer):
            return Play(hand, dealer, calls=play.calls)
        case ClaimWin(chair):
            if play.claim and play.claim.chair != chair:
                other = play.claim.chair
                said = f"Chair {chair} says win too, while chair {other}'s is looked at: put that away first."
                return replace(play, wrong=said)
            return replace(play, claim=Claim(chair))
        case Given(giver) if play.claim:
            return replace(play, claim=replace(play.claim, giver=giver))
        case PutAway():
            return replace(play, claim=None)
        case CallReferee(chair):
            return play if chair in play.calls else replace(play, calls=(*play.calls, chair))
        case Answered():
            return replace(play, calls=())
    return replace(play, wrong="Nobody has said that they won: press the winner's button first.")


def lamps(play: Play) -> dict[tuple[LampName, int], bool]:
    """Which lamps of the box are lit."""
    verdict = (play.claim.verdict, play.claim.chair) if play.claim else ("", 0)
    lit: dict[tuple[LampName, int], bool] = {}
    for n in CHAIRS:
        lit["dealer", n] = n == play.dealer
        lit["wind", n] = WINDS[n - 1] == play.prevailing
        lit["accepted", n] = verdict == ("accepted", n)
        lit["refused", n] = verdict == ("refused", n)
        lit["referee", n] = n in play.calls
    return lit


def _throw(play: Play, act: Throw) -> Play:
    dice = f"{act.dice[0]} and {act.dice[1]}"
    if act.throw == 1:
        if act.chair not in (0, play.dealer):
            said = f"Wrong thrower: chair {act.chair} threw {dice}, but chair {play.dealer} deals and throws first."
            return replace(play, wrong=said)
        return replace(play, first=act.dice, second=None)
    if play.first is None:
        said = f"A second throw ({dice}) without a first: chair {play.dealer} deals and throws first."
        return replace(play, wrong=said)
    right = play.chair_of(thrower(play.first))
    if act.chair not in (0, right):
        said = (
            f"Wrong wall: chair {act.chair} threw {dice}, but the dealer's {sum(play.first)} picks the wall of "
            f"chair {right}, who throws the second time."
        )
        return replace(play, wrong=said)
    return replace(play, second=act.dice)
