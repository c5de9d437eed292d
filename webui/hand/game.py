"""The questions that a game asks about a won hand, and its own offers; `webui.games` has an answer for each game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar, Final

from scoring.follow.events import AnyEvent
from scoring.games.game import GameId
from scoring.match.missing import kept_book
from vision.reading import Reading
from webui.base.installed import installed
from webui.hand.offered import Action, Indicators, Setting, Stated, Toggle, given
from webui.hand.state import HandState, Slot, changed_of


class HandGame:
    """The questions of a game about a won hand; what most games answer alike stands here.

    Attributes:
        flowers: True if a winner may have flowers.
        declares: The circumstances that a winner declares while the tiles are played; only where the first is open are
            they asked.
    """

    flowers: ClassVar[bool] = True
    declares: ClassVar[Sequence[str]] = ()

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

    def indicators(
        self, state: HandState, reading: Reading | None, aside: Mapping[str, Slot], left: Counter[str]
    ) -> tuple[Indicators, ...]:
        """Return the indicators of dora; none in most games.

        Args:
            state: The hand.
            reading: The reading of the hand, if it has one.
            aside: Its tiles that lie aside, by their paths.
            left: How many more of each face a set of tiles has than the hand.
        """
        return ()

    def declared(self, state: HandState, before: Sequence[AnyEvent], seat: int) -> Mapping[str, Stated]:
        """Return what a winner declared, by the fields of `Circumstances`; nothing in most games.

        Args:
            state: The hand.
            before: The events before the win, all of them sure.
            seat: The winner's seat.
        """
        return {}

    def of_tile(self, state: HandState, tile: str) -> Iterable[Action]:
        """Return the changes that the game offers for a tile that lies aside."""
        return ()


_USUAL: Final = HandGame()


@cache
def _games() -> Mapping[GameId, HandGame]:
    return {view.id: view.hand for view in installed()}


def hand_game(rules: str) -> HandGame:
    """Return the questions of a preset about a won hand; the usual ones for rules that are not installed."""
    return _games().get(kept_book(rules).game.id, _USUAL)
