"""The interface of what the page says of a game, and the views of the installed games.

A view of another package is registered under the entry-point group `tableside.game_view`, like those of this program.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import ClassVar, Final

from scoring.games.game import GameId
from scoring.rules import DEFAULT, game_of

GROUP: Final = "tableside.game_view"
"""The entry-point group under which this program and other packages register an object of `GameView`."""


class GameView:
    """What the page says of a game; what is said alike of most games stands here.

    Attributes:
        id: The game's id, as in `scoring.games.game.Game`.
        name: Its name for people, a message.
    """

    id: ClassVar[GameId]
    name: ClassVar[str]


@cache
def views() -> Mapping[GameId, GameView]:
    """Return the views of the installed games by the game's id."""
    found = (entry.load() for entry in entry_points(group=GROUP))
    return {view.id: view for view in found if isinstance(view, GameView)}


def view_of(rules: str = DEFAULT) -> GameView:
    """Return the view of the game of a preset.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return views()[game_of(rules).id]
