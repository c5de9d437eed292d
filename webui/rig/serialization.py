"""The live hand as JSON and back: everything but momentary state is restored exactly."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.follow.play import USUAL
from scoring.match.records import LARGEST
from webui.hand.serialization import about_from, struct_of, values_of
from webui.rig.live_hand import Chair, Dice, LiveHand, MaybeChair, WinClaim
from webui.rig.notice import Notice


class _Notice(Struct):
    """The reason why a claimed hand could not be read; these kinds alone have sentences that need no parameter."""

    kind: Literal["no-camera", "camera-dark", "no-tiles", "hand-unreadable", "hand-unrecorded"]
    about: dict[str, str]


_CLAIM: Final = struct_of(WinClaim, chair=Chair, trouble=_Notice | None)
_DICE: Final = Dice | None
_PLAY: Final = struct_of(
    LiveHand,
    hand=Annotated[int, Meta(ge=1, le=LARGEST)],
    dealer=Chair,
    first=_DICE,
    second=_DICE,
    claims=Annotated[tuple[_CLAIM, ...], Meta(max_length=4)],  # type: ignore[valid-type]
    giver=MaybeChair,
    calls=Annotated[tuple[Chair, ...], Meta(max_length=4)],
    wrong=Any,
    pressed=Any,
    played=Any,
    started=Annotated[datetime, Meta(tz=True)] | None,
)


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
    stored = msgspec.convert(value, _PLAY)
    claims = tuple(WinClaim(**(values_of(each) | {"trouble": _notice(each.trouble)})) for each in stored.claims)
    return LiveHand(**(values_of(stored) | {"claims": claims, "wrong": None, "pressed": None, "played": USUAL}))


def stored_from_json(value: Any) -> tuple[LiveHand, list[tuple[str, int, int]]]:
    """Return the live hand from stored state, and the events and acts that were followed.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`; it is damaged, or was written by another version.
    """
    listed = msgspec.convert(value["heard"], list[tuple[str, int, list[int]]])
    heard = [(box, session, number) for box, session, numbers in listed for number in numbers]
    return live_hand_from_json(value["play"]), heard


def _notice(stored: _Notice | None) -> Notice | None:
    return None if stored is None else Notice(stored.kind, about_from(stored.about))
