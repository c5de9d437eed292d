"""The live hand as JSON and back: everything but momentary state is restored exactly."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.match.records import LARGEST
from webui.hand.serialization import about_from
from webui.hand.state import MatchHand
from webui.rig.live_hand import Chair, LiveHand, MaybeChair, ThrownDice, WinClaim
from webui.rig.notice import Notice


class _Notice(Struct):
    """The reason why a claimed hand could not be read; these kinds alone have sentences that need no parameter."""

    kind: Literal["no-camera", "camera-dark", "no-tiles", "hand-unreadable", "hand-unrecorded"]
    about: dict[str, str]


class _Claim(Struct):
    chair: Chair
    hand: str = ""
    trouble: _Notice | None = None
    legal: bool | None = None
    by: Literal["play", "table box"] = "play"

    def read(self) -> WinClaim:
        trouble = Notice(self.trouble.kind, about_from(self.trouble.about)) if self.trouble else None
        return WinClaim(self.chair, self.hand, trouble, self.legal, self.by)


class _Stored(Struct):
    """The live hand without momentary state, and without what the match and the rules say at each start."""

    hand: Annotated[int, Meta(ge=1, le=LARGEST)] = 1
    dealer: Chair = 1
    first: ThrownDice | None = None
    second: ThrownDice | None = None
    claims: Annotated[tuple[_Claim, ...], Meta(max_length=4)] = ()
    giver: MaybeChair = 0
    calls: Annotated[tuple[Chair, ...], Meta(max_length=4)] = ()
    started: Annotated[datetime, Meta(tz=True)] | None = None
    dealt: bool = False
    deal: MatchHand | None = None


def live_hand_to_json(live: LiveHand) -> Any:
    """Return the live hand as plain JSON values, without momentary state."""
    built = msgspec.to_builtins(replace(live, wrong=None, pressed=None, asked=""))
    del built["all_win"], built["out"], built["played"]  # the match and the rules say them at each start
    return built


def live_hand_from_json(value: Any) -> LiveHand:
    """Return the live hand that `live_hand_to_json` wrote.

    Raises:
        msgspec.MsgspecError: The value is something else.
    """
    stored = msgspec.convert(value, _Stored)
    return LiveHand(**{**msgspec.structs.asdict(stored), "claims": tuple([each.read() for each in stored.claims])})


def stored_from_json(value: Any) -> tuple[LiveHand, list[tuple[str, int, int]]]:
    """Return the live hand from stored state, and the events and acts that were followed.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`; it is damaged, or was written by another version.
    """
    listed = msgspec.convert(value["heard"], list[tuple[str, int, list[int]]])
    heard = [(box, session, number) for box, session, numbers in listed for number in numbers]
    return live_hand_from_json(value["play"]), heard
