"""The objects by which games say what the page asks of them; only those who ask know their types."""

import logging
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

GROUP: Final = "tableside.game_view"
"""The entry-point group under which this program and other packages register what the page says of a game."""

_log: Final = logging.getLogger(__name__)


@cache
def installed() -> Sequence[Any]:
    """Return the objects that are registered under `GROUP`; each has the attributes of `webui.games.view.GameView`.

    One that cannot be imported is skipped with a warning in the log: its game is shown without words of its own.
    """
    found = []
    for entry in entry_points(group=GROUP):
        try:
            found.append(entry.load())
        except Exception:
            _log.warning("what the page says of a game, %s, cannot be imported", entry.value, exc_info=True)
    return found
