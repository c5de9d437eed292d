"""The state of a hand of thirteen tiles in JSON."""

from msgspec import Struct

from scoring.games.sichuan.combine import Ready


class ReadyShown(Struct, frozen=True, kw_only=True):
    """The state of a hand when the wall is out: its waits, the best of them, and its fan and points with that tile."""

    state: str
    waits: tuple[str, ...]
    best: str | None
    fan: int
    value: int


def ready_json(ready: Ready) -> ReadyShown:
    """Return the state of a hand of thirteen tiles."""
    return ReadyShown(state=ready.state, waits=ready.waits, best=ready.best, fan=ready.fan, value=ready.value)
