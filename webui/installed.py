"""The objects by which games say what the page asks of them; only those who ask know their types."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

GROUP: Final = "tableside.game_view"
"""The entry-point group under which this program and other packages register what the page says of a game."""


@cache
def installed() -> Sequence[Any]:
    """Return the objects that are registered under `GROUP`; each has the attributes of `webui.games.view.GameView`."""
    return [entry.load() for entry in entry_points(group=GROUP)]
