"""The live hand as JSON and back: everything but momentary state is restored exactly."""

from dataclasses import replace
from typing import Any, Final

import msgspec
from msgspec import Struct

from webui.hand.serialization import about_from, struct_of, values_of
from webui.rig.live_hand import LiveHand, WinClaim
from webui.rig.notice import Notice, NoticeKind


class _Notice(Struct):
    kind: NoticeKind
    about: dict[str, Any]


_CLAIM: Final = struct_of(WinClaim, trouble=_Notice | None)
_PLAY: Final = struct_of(LiveHand, claims=tuple[_CLAIM, ...], wrong=_Notice | None)  # type: ignore[valid-type]


def live_hand_to_json(play: LiveHand) -> Any:
    """Return the live hand as plain JSON values, without momentary state."""
    built = msgspec.to_builtins(replace(play, wrong=None, pressed=None, asked=""))
    del built["all_win"]  # the match says it at each start
    return built


def live_hand_from_json(value: Any) -> LiveHand:
    """Return the live hand that `live_hand_to_json` wrote.

    Raises:
        msgspec.MsgspecError: The value is something else.
    """
    stored = msgspec.convert(value, _PLAY)
    claims = tuple(WinClaim(**(values_of(each) | {"trouble": _notice(each.trouble)})) for each in stored.claims)
    return LiveHand(**(values_of(stored) | {"claims": claims, "wrong": _notice(stored.wrong)}))


def _notice(stored: _Notice | None) -> Notice | None:
    return None if stored is None else Notice(stored.kind, about_from(stored.about))
