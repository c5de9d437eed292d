"""The rules and the body of a match whose rules are not installed: it can be read, and nothing of it is settled."""

from functools import cached_property
from typing import Final, NoReturn

from scoring.errors import UnknownRulesError
from scoring.games.game import Game, RuleBook
from scoring.hand import Win
from scoring.match.bodies import Body, Settlement
from scoring.match.course import MatchCourse
from scoring.rules import BOOKS
from scoring.tiles import WINDS


def _nothing(settlement: Settlement) -> dict[str, int]:
    return dict.fromkeys(WINDS, 0)


MISSING_BODY: Final = Body("", "", "", game="", start=0, hands=0, most=0, split=_nothing, false_wins={}, ranking=())
"""The body in the place of the one that is not known."""


class _Missing(Game):
    id = ""
    title = ""

    @cached_property
    def match(self) -> MatchCourse:
        """Matches that know no body."""
        return MatchCourse()


_GAME: Final = _Missing()


def missing_book(name: str) -> RuleBook:
    """Return a rule book in the place of one that is not installed: it has its name, and scores nothing.

    A five may be red there, so that nothing said of one is lost.
    """

    def unscored(win: Win) -> NoReturn:
        raise UnknownRulesError(name, ())

    return RuleBook(name, name, name, "", "", 0, None, _GAME, unscored, unscored, red=True)


def kept_book(name: str) -> RuleBook:
    """Return the rules of something that is kept: those in the place of them if they are not installed."""
    return BOOKS.built_in.get(name) or BOOKS.get(name) or missing_book(name)
