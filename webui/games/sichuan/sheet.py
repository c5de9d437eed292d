"""Hands of Sichuan on their sheets, in JSON."""

from msgspec import UNSET, Struct, UnsetType

from scoring.games.sichuan.combine import Ready
from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.messages import Messages


class ReadyShown(Struct, frozen=True, kw_only=True):
    """The state of a hand when the wall is out: its waits, the best of them, and its fan and points with that tile."""

    state: str
    waits: tuple[str, ...]
    best: str | None
    fan: int
    value: int


class SichuanSheet(Added, frozen=True, tag="sichuan"):
    """The fan of a hand before the cap and its points; of thirteen tiles, also their state when the wall is out."""

    raw: int
    value: int
    ready: ReadyShown | UnsetType = UNSET


def sheet_json(words: Messages, sheet: ScoreSheet) -> SichuanSheet | UnsetType:
    """Return the fan and points of a hand, if it has some."""
    if sheet.extra is None:
        return UNSET
    ready = ready_json(sheet.extra.ready) if sheet.extra.ready else UNSET
    return SichuanSheet(raw=sheet.extra.raw, value=sheet.extra.value, ready=ready)


def ready_json(ready: Ready) -> ReadyShown:
    """Return the state of a hand of thirteen tiles."""
    return ReadyShown(state=ready.state, waits=ready.waits, best=ready.best, fan=ready.fan, value=ready.value)
