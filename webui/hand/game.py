"""The questions that a game asks about a won hand, and its own offers; `webui.games` has an answer for each game."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from scoring.follow.events import AnyEvent
from scoring.follow.state import State
from scoring.games.game import GameId
from scoring.match.missing import kept_book
from vision.reading import Reading
from webui.base.installed import installed
from webui.hand.offered import Action, Indicators, Setting, Stated, Toggle
from webui.hand.state import HandState, Slot, changed_of, given


@dataclass(frozen=True, slots=True)
class Declarations:
    """The declarations of a winner while the tiles are played; none in most games.

    Attributes:
        names: The circumstances that they state; only where the first is open are they asked.
        seen: Returns what a winner declared, by the fields of `Circumstances`: of a hand, the events before the win,
            all of them sure, and the winner's seat.
    """

    names: Sequence[str] = ()
    seen: Callable[[HandState, Sequence[AnyEvent], int], Mapping[str, Stated]] = lambda state, before, seat: {}


@dataclass(frozen=True, slots=True)
class AsideTiles:
    """The meaning that a game gives to tiles that lie aside, such as indicators; none in most games.

    Attributes:
        indicators: Returns the indicators to choose: of a hand, its reading if it has one, the tiles of it that lie
            aside by their paths, and how many more of each face a set of tiles has than the hand.
        changes: Returns the changes that the game offers for a tile that lies aside.
        names: The circumstances that tiles state which lay open on the wall at the win.
        seen: Returns these, by the fields of `Circumstances`: of the table before the win, and the tiles.
    """

    indicators: Callable[[HandState, Reading | None, Mapping[str, Slot], Counter[str]], tuple[Indicators, ...]] = (
        lambda state, reading, aside, left: ()
    )
    changes: Callable[[HandState, str], Iterable[Action]] = lambda state, tile: ()
    names: Sequence[str] = ()
    seen: Callable[[State, Sequence[str]], Mapping[str, Stated]] = lambda before, wall: {}


class HandGame:
    """The questions of a game about a won hand; what most games answer alike stands here.

    Attributes:
        flowers: True if a winner may have flowers.
        declares: What a winner declares while the tiles are played.
        aside: What tiles that lie aside may be, besides flowers.
    """

    flowers: ClassVar[bool] = True
    declares: ClassVar[Declarations] = Declarations()
    aside: ClassVar[AsideTiles] = AsideTiles()

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return the circumstances that only some games ask for, by their fields of `Circumstances`."""
        return {}

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return the rare luck of the game besides the last tile and a robbed kong: the blessings in most games.

        Args:
            state: The hand.
            aside: The tiles of the reading that lie aside, by their paths.
        """
        won = state.won
        heaven, earth = changed_of(won, given(won, True), heaven=True), changed_of(won, given(won, False), earth=True)
        return [
            Toggle("heaven", "heaven", won.heaven, {"heaven": False} if won.heaven else heaven),
            Toggle("earth", "earth", won.earth, {"earth": False} if won.earth else earth),
        ]


_USUAL: Final = HandGame()


@cache
def _games() -> Mapping[GameId, HandGame]:
    return {view.id: view.hand for view in installed()}


def hand_game(rules: str) -> HandGame:
    """Return the questions of a preset about a won hand; the usual ones for rules that are not installed."""
    return _games().get(kept_book(rules).game.id, _USUAL)
