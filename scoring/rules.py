"""Rule books by name, those of the installed games and those that tournaments and clubs wrote."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import entry_points
from typing import Final

from scoring.errors import RulingError, UnknownRulesError
from scoring.games.game import Game, RuleBook, book_of
from scoring.hand import Win
from scoring.play import Play
from scoring.sheet import ScoreSheet
from scoring.tournament import expect_name, tournament_table

GROUP: Final = "tableside.game"
"""The entry-point group under which this program and other packages register an object of `scoring.games.game.Game`."""

DEFAULT: Final = "mcr"
"""The rules where nobody chose any."""


def _installed() -> Iterator[Game | str]:
    """Yield the installed games; in place of one that cannot be used, the reason."""
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
        except Exception as error:
            yield f"{entry.value} cannot be imported: {error}"
            continue
        kind = type(game).__name__
        yield game if isinstance(game, Game) else f"{entry.value} is a {kind}, expected a scoring.games.game.Game"


class Shelf(dict[str, RuleBook]):
    """The rule books of tournaments and clubs that one storage has, by name; in force while it is open.

    Attributes:
        made_of: What each was made of, so that those that have not changed cost nothing.
        find: Adds those that another process has stored meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self.made_of: dict[str, object] = {}
        self.find: Callable[[], None] = lambda: None


class Books(Mapping[str, RuleBook]):
    """Rule books by name: the default first, those of its game, then the other games in the order of their ids.

    Those of the open storages come next, and what `admit` adds last. A name that is unknown is looked for by the
    storages, and then looked up again.

    Attributes:
        clubs: The rule books of files that this process was given, by name.
        shelves: Those of the open storages.
    """

    def __init__(self, games: Callable[[], Iterable[Game | str]] = _installed) -> None:
        self._find_games = games
        self.clubs: dict[str, RuleBook] = {}
        self.shelves: list[Shelf] = []

    @cached_property
    def games(self) -> Mapping[str, Game]:
        """The installed games by their ids, the game of the default rules first."""
        found = [game for game in self._found if isinstance(game, Game)]
        if not found:
            raise ImportError("No game is registered: install Tableside again, as README has it (pip install -e .)")
        found.sort(key=lambda game: (DEFAULT not in game.presets, game.order, game.id))
        return {game.id: game for game in found}

    @property
    def broken(self) -> Sequence[str]:
        """The reasons of the games that are installed and cannot be used."""
        return [each for each in self._found if isinstance(each, str)]

    @cached_property
    def _found(self) -> Sequence[Game | str]:
        return tuple(self._find_games())

    @cached_property
    def plays(self) -> Mapping[str, Play]:
        """The ways in which the installed games are played, by their styles; of one style that of the first game."""
        return {game.play.style: game.play for game in reversed(tuple(self.games.values()))}

    @cached_property
    def built_in(self) -> Mapping[str, RuleBook]:
        """The rule books of the installed games by name."""
        built_in = ((game, name, preset) for game in self.games.values() for name, preset in game.presets.items())
        return {preset.name: book_of(game, preset, name) for game, name, preset in built_in}

    def __getitem__(self, name: str) -> RuleBook:
        """Return the rule book of this name; KeyError if there is none."""
        book = self.built_in.get(name) or self._found_book(name)
        if book is None:
            raise KeyError(name)
        return book

    def __contains__(self, name: object) -> bool:
        """Return True if there are rules of this name, after looking for them."""
        return name in self.built_in or self._found_book(name) is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(dict.fromkeys([name for each in self._all for name in tuple(each)]))

    def __len__(self) -> int:
        """Return the number of rule books."""
        return len(tuple(iter(self)))

    @property
    def _all(self) -> Sequence[Mapping[str, RuleBook]]:
        return (self.built_in, *self.shelves, self.clubs)

    def _found_book(self, name: object) -> RuleBook | None:
        book = self._held(name)
        if book is None:
            for shelf in tuple(self.shelves):
                shelf.find()
            book = self._held(name)
        return book

    def _held(self, name: object) -> RuleBook | None:
        return next((each[name] for each in self._all if name in each), None)  # type: ignore[index]

    def of_other_size(self, count: int, size: int, waits: bool = False, grows: bool = False) -> RuleBook | None:
        """Return the first built-in rule book under which a hand of so many tiles is a won one, or None.

        Args:
            count: Tiles of the hand, a kong as three.
            size: Those of a won hand under the rules in force, which are not meant.
            waits: True if the winning tile may be lacking.
            grows: True if more tiles may come, so that a smaller hand is none of another game.
        """
        books = [book for book in self.built_in.values() if book.game.play.size > (size if grows else 0)]
        sizes = [each for each in ((count, count + 1) if waits else (count,)) if each != size]
        return next((book for each in sizes for book in books if book.game.play.size == each), None)

    def larger(self, size: int) -> RuleBook | None:
        """Return the first built-in rule book with the next larger hands than of so many tiles, or None."""
        larger = [book for book in self.built_in.values() if book.game.play.size > size]
        return min(larger, key=lambda book: book.game.play.size, default=None)

    def shelf(self) -> Shelf:
        """Return the shelf of a storage that opens."""
        shelf = Shelf()
        self.shelves.append(shelf)
        return shelf

    def put_away(self, shelf: Shelf) -> None:
        """Put the rules of a storage that closes out of force."""
        self.shelves = [each for each in self.shelves if each is not shelf]

    def admit(self, book: RuleBook) -> None:
        """Add a tournament's rule book, so that its name works like a built-in one.

        It replaces a book admitted earlier under the same name.
        """
        self.clubs[book.name] = book

    def withdraw(self, name: str) -> None:
        """Remove a tournament's rule book."""
        self.clubs.pop(name, None)

    def tournament(self, text: str) -> RuleBook:
        """Return the rule book of a tournament's TOML text; `scoring.tournament` describes the format.

        Raises:
            RulingError: The text cannot be used, or has the name of a built-in preset.
        """
        given = tournament_table(text)
        expect_name(given["name"])
        game = next((game for game in self.games.values() if given["base"] in game.presets), None)
        if game is None:
            known = tuple([base for game in self.games.values() for base in game.presets])
            raise RulingError("unknown-base", base=given["base"], known=known)
        preset = game.changed(given["base"], given)
        if given["name"] in self.built_in:
            raise RulingError("name-taken", name=given["name"], known=tuple(sorted(self.built_in)))
        return book_of(game, preset, given["base"], text)


BOOKS: Final = Books()
"""The rule books of this process."""

tournament = BOOKS.tournament
admit = BOOKS.admit
withdraw = BOOKS.withdraw


def offered(name: str) -> str:
    """Return these rules, or the book that they change if they are archived."""
    return BOOKS[name].base if BOOKS[name].archived else name


def rule_book(name: str) -> RuleBook:
    """Return the preset of this name.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = BOOKS.get(name)
    if book is None:
        raise UnknownRulesError(name, tuple(BOOKS))
    return book


def game_of(rules: str) -> Game:
    """Return the game of a preset.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).game


def plays_red(rules: str) -> bool:
    """Return True if one five of each suit is red under a preset.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).red


def score(win: Win, rules: str = DEFAULT) -> ScoreSheet:
    """Score a hand under a preset.

    A hand that does not win, or whose tiles are impossible, raises no error: its sheet has the faults.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances; see `scoring.circumstances`.
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).score(win)
