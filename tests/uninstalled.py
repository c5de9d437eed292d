"""A game taken away: the program as it is while the entry point of one of its games is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoints, PackageNotFoundError, entry_points
from unittest.mock import patch

from scoring.rules import BOOKS, GROUP


@contextmanager
def uninstalled(game: str) -> Iterator[None]:
    """Go on without a game, as after its package was removed and the program started again."""

    def others(*, group: str) -> EntryPoints:
        found = entry_points(group=group)
        return EntryPoints(each for each in found if group != GROUP or each.name != game)

    _forget()
    try:
        with patch("scoring.rules.entry_points", others):
            assert game not in BOOKS.games
            yield
    finally:
        _forget()


def _forget() -> None:
    for name in ("_found", "games", "built_in"):
        vars(BOOKS).pop(name, None)


@contextmanager
def without_libraries() -> Iterator[None]:
    """Go on without the libraries that games need, as after an installation without their extras."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    with patch("scoring.games.riichi.combine.version", missing):
        yield
