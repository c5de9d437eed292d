"""The rule books of this process without looking for further ones: the usual ones, those of riichi, Sichuan, Taiwan.

The usual ones need no library and are played with all the tiles, fourteen a hand.

The bodies that matches by them can be played by stand here too.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Final

from scoring.games.game import RuleBook
from scoring.match.bodies import Body
from scoring.match.course import all_bodies, find_course
from scoring.rules import BOOKS


class Known(MutableMapping[str, RuleBook]):
    """The rule books of some games, with those of tournaments; changes last until they are undone."""

    def __init__(self, mine: Callable[[RuleBook], bool]) -> None:
        self._mine = mine

    def _all(self) -> dict[str, RuleBook]:
        return {name: book for name, book in BOOKS.items() if self._mine(book)}

    def __getitem__(self, name: str) -> RuleBook:
        return self._all()[name]

    def __setitem__(self, name: str, book: RuleBook) -> None:
        BOOKS.admit(book)

    def __delitem__(self, name: str) -> None:
        BOOKS.withdraw(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


RULES: Final = Known(lambda book: book.unit not in ("han", "fan", "tai"))
RIICHI: Final = {name: book for name, book in BOOKS.built_in.items() if book.game.id == "riichi"}
SICHUAN: Final = {name: book for name, book in BOOKS.built_in.items() if book.unit == "fan"}
TAIWAN: Final = {name: book for name, book in BOOKS.built_in.items() if book.unit == "tai"}
BODIES: Final[Mapping[str, Body]] = all_bodies()
PLAYED: Final = [name for name, book in BOOKS.items() if find_course(book.game)]
"""The books whose game has matches."""
