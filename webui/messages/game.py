"""The interface of a game's words, and the words of the installed games.

The words of a game lie in its folder, `webui/games`; its view has them as its attribute `words`.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final, Literal, TypeVar

from scoring.games.game import GameId, RuleBook
from scoring.games.switches import Switch
from scoring.rules import BOOKS, DEFAULT
from scoring.sheet import Line, RulingEffect, ScoreSheet
from webui.base.installed import installed
from webui.messages import N_, Messages, in_context, plural

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Sentence = str | tuple[str, str]
"""A message, or the singular and the plural of one that depends on a number `n`."""

OneSense = str | tuple[str, str]
"""A message, or a context and a message."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The words for a circumstance that is open.

    Attributes:
        say: The next word to give on the command line.
        taken: What it is taken as while it is unknown.
        open: The answer that it asks for.
        otherwise: The score under another assumption, with `%(points)s` and `%(winds)s`.
    """

    say: str
    taken: str
    open: str
    otherwise: str


RENAMED: Final = {
    "robbing a kong": in_context("luck", "robbing a kong"),
    "a robbed kong": in_context("luck", "a robbed kong"),
}
"""Luck that most books name otherwise in Chinese than the Chinese competition rules: 抢杠, not 抢杠和."""

POINTS_OF_A_WIN: Final = in_context("of a win", "%(count)d")
"""Chinese has the unit: somebody wins 20分."""

SPREADS: Final[Mapping[bool | None, str]] = {
    True: N_("%(low)d to %(high)d points, enough points"),
    False: N_("%(low)d to %(high)d points, below the minimum"),
    None: N_("%(low)d to %(high)d points, perhaps below the minimum"),
}
"""Points of a hand while a circumstance is open, by the right to declare."""


SENTENCES: Final[Mapping[str, str]] = {
    "spread-unless": N_("%(low)d to %(high)d points, below the minimum unless it was %(luck)s"),
    "unless-lucky": N_("Not enough points (%(minimum)d needed), unless it was %(luck)s"),
    "may": N_("%(points)s (enough points)"),
    "may-not": N_("%(points)s (below the minimum)"),
    "below": N_("%(total)d (below the minimum)"),
    "question": N_("Enough points?"),
    "in-every-case": N_("Enough points in every case"),
    "in-no-case": N_("Not enough points (%(minimum)d needed)"),
    "perhaps": N_("May fall short of the minimum, depending on how it was won"),
    "ranged": N_("%(low)d to %(high)d points, depending on how it was won"),
    "needed": N_("%(points)d points, %(minimum)d needed."),
    "without-flowers": N_("%(points)d points, %(minimum)d needed (flowers do not count)."),
    "lacks": "",
    "pattern": N_("%(fan)s %(points)s"),
    "two-languages": N_("Fan in two languages"),
    "column": N_("Points"),
    "opened": N_("Patterns"),
    "indicator": "",
    "points-entered": N_("Points, flowers included"),
    "replays": "",
    "puts-on-table": "",
    "takes-from-table": "",
}
"""The sentences of most games: the points of a hand that only luck lifts to the minimum, and the reason; a score under
other assumptions that gives the right to declare, and one that takes it; the total of a hand below the minimum in a
list; the verdicts on a hand, one of them on a hand that lacks what every hand of the game needs; the headings of the
values of patterns, and of patterns whose value a meld changes; how indicators are named; the label of the points of a
win that is entered without its tiles; what files of followed deals for other programs leave open, in a game with such
files; and that a player puts points on the table, or takes them from it, where that has a name."""

Topic = Literal[
    "rule_books",
    "bodies",
    "findings",
    "errors",
    "refusals",
    "false_wins",
    "draws",
    "acts",
    "declarations",
    "aside",
    "asked",
    "unfinished",
    "actions",
    "circumstances",
    "questions",
    "replies",
    "luck",
    "unless",
    "renamed",
    "toggles",
    "on_table",
    "otherwise",
    "settings",
    "spreads",
    "sentences",
]
"""The topic of a table of words.

Names of built-in rule books, and of the bodies by their names in acts. Faults of a hand, errors in a text, refusals of
a record, faults of a declared hand, draws before the wall ends and reasons why a hand cannot be scored yet that only
the game has. Forms of acts by their type, and sentences of the acts that a camera sees declared, and of the
tiles beside flowers that it sees laid aside as a bonus, by tile. An `Asked` for each
circumstance. Changes of a tile. Names of circumstances, their titles as a person chooses them, and their replies by
name and value. Rare luck, the same as the end of a sentence, sentences on it by the usual ones, as context and message,
and its names in the game's book, by kind. Labels of what lies on the table in numbers, by circumstance. Scores under
another assumption and titles of circumstances, as context and message. The points of a hand while a circumstance is
open, by the right to declare. Single sentences, by those of `SENTENCES`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The sentences on a number of what the hands of a game are counted in.

    Attributes:
        numbers: A number, as singular and plural.
        one: The unit beside 1, a message or a context and a message.
        many: The unit beside another number or a range, likewise.
        ranges: From the lowest to the highest.
        wins: The form in a sentence about a win, with `%(count)d`, as the units are.
        readings: The interpretation of a hand by what it counts, as singular and plural.
        line: Returns what a line of a sheet counts.
        value: Returns the value of a hand that is named otherwise than by its points; "" if there is none.
    """

    numbers: tuple[str, str]
    one: OneSense
    many: OneSense
    ranges: str
    wins: OneSense
    readings: tuple[str, str]
    line: Callable[[Messages, Line], str] = lambda words, line: str(line.points)
    value: Callable[[Messages, ScoreSheet], str] = lambda words, sheet: ""

    def points(self, words: Messages, number: int) -> str:
        """Return a number of what hands are counted in."""
        return words.plural(*self.numbers, number)

    def unit(self, words: Messages, number: int | None = None) -> str:
        """Return what a hand is counted in, beside a number or a range."""
        return _marked(words, self.one if number == 1 else self.many)

    def between(self, words: Messages, low: int, high: int) -> str:
        """Return what a hand counts, from the lowest to the highest."""
        return words(self.ranges, {"low": low, "high": high})

    def win_form(self, words: Messages) -> str:
        """Return the form of what a hand is worth in a sentence about it, with `%(count)d`."""
        return _marked(words, self.wins)

    def reading(self, words: Messages, number: int) -> str:
        """Return the interpretation of a hand by what it counts."""
        return words.plural(*self.readings, number)


def _marked(words: Messages, sentence: OneSense) -> str:
    return words(sentence) if isinstance(sentence, str) else words.of_context(*sentence)


POINTS: Final = Counting(
    numbers=plural("%(n)d point", "%(n)d points"),
    one=N_("point"),
    many=N_("points"),
    ranges=N_("%(low)d to %(high)d points"),
    wins=POINTS_OF_A_WIN,
    readings=plural("the reading for %(n)d point", "the reading for %(n)d points"),
)
"""The sentences of most games on a number of points."""


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """The words of a game; what most games say alike stands here.

    Attributes:
        tables: What it says otherwise than most, or alone, by topic.
        counting: How it says a number of what hands are counted in.
    """

    tables: Mapping[Topic, Mapping[Any, Any]] = field(default_factory=dict)
    counting: Counting = POINTS

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the score of a hand that wins, and if it may be declared."""
        points = self.counting.points(words, sheet.total)
        if (flowers := sheet.total - sheet.counted) > 0:
            points = words(N_("%(points)s, %(flowers)d of them flowers"), {"points": points, "flowers": flowers})
        if sheet.legal:
            return words(N_("%(points)s, enough points"), {"points": points})
        about = {"points": points, "short": sheet.short_by, "minimum": sheet.minimum}
        return words(N_("%(points)s, below the minimum: %(short)d short of %(minimum)d"), about)

    def details(self, words: Messages, sheet: ScoreSheet) -> list[str]:
        """Return the lines behind the patterns of a sheet that only this game has."""
        return []

    def answers(self, words: Messages, book: RuleBook) -> list[str]:
        """Return the decisions of a rule book on what the others of its game answer differently."""
        return []

    def switches(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the switches in which a house differs from the usual rules; "" if there are none."""
        return ""

    def ruling(self, words: Messages, effect: RulingEffect) -> str:
        """Return a tournament's decision, and the score under the other answer."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Disputed(GameWords):
    """The words of a game whose tournaments decide disputed readings.

    Attributes:
        rulings: Meanings of the answers, by the reading's number and the answer's name.
    """

    rulings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def answers(self, words: Messages, book: RuleBook) -> list[str]:
        """Return a tournament's decisions on disputed readings, where they differ from those of its base."""
        pinned = [switch for switch, _ in book.preset.pinned]
        return [f"{switch}: {words(self.rulings[switch][book.preset.answers[switch]])}" for switch in pinned]

    def ruling(self, words: Messages, effect: RulingEffect) -> str:
        """Return a tournament's decision, and the score under the other answer."""
        about = {
            "switch": effect.switch,
            "answer": words(self.rulings[effect.switch][effect.answer]),
            "points": self.counting.points(words, effect.otherwise),
        }
        return words(N_("Ruling %(switch)s: %(answer)s; otherwise %(points)s"), about)


@dataclass(frozen=True, kw_only=True)
class Switched(GameWords):
    """The words of a game whose houses answer switches.

    Attributes:
        table: Its switches, by number.
    """

    table: Mapping[str, Switch] = field(default_factory=dict)

    def answer(self, words: Messages, switch: str, answer: str) -> str:
        """Return an answer to a switch in words; numbers are shown as they are."""
        said = self.table[switch].answer(answer).said
        return words(said) if said else answer

    def switch(self, words: Messages, switch: str, answer: str) -> str:
        """Return a switch and its answer, as `SC1 (cap in fan) = 4`."""
        question = words(self.table[switch].question)
        about = {"switch": switch, "question": question, "answer": self.answer(words, switch, answer)}
        return words(N_("%(switch)s (%(question)s) = %(answer)s"), about)

    def switches(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the switches in which a house differs from the preset; "" if there are none."""
        if not sheet.switches:
            return ""
        said = words(N_("; ")).join([self.switch(words, number, answer) for number, answer in sheet.switches])
        return words(N_("House rules: %(switches)s"), {"switches": said})

    def ruling(self, words: Messages, effect: RulingEffect) -> str:
        """Return a house's answer, and the score under the other one."""
        said = self.switch(words, effect.switch, effect.answer)
        otherwise = self.counting.points(words, effect.otherwise)
        return words(N_("%(switch)s; otherwise %(points)s"), {"switch": said, "points": otherwise})


USUAL: Final = GameWords()
"""The words of a game that has none of its own."""


@cache
def words_by_game() -> Mapping[GameId, GameWords]:
    """Return the words of the installed games."""
    return {view.id: view.words for view in installed()}


def words_of(game: GameId) -> GameWords:
    """Return the words of a game."""
    return words_by_game().get(game, USUAL)


def game_words(rules: str = DEFAULT) -> GameWords:
    """Return the words of the game of a preset, or the usual ones for rules that are not installed here."""
    book = BOOKS.built_in.get(rules) or BOOKS.get(rules)
    return words_by_game().get(book.game.id, USUAL) if book else USUAL


class GameMessages(Messages):
    """The sentences of one language with the words of one game, bound once where the rules are known.

    Attributes:
        game: The words of the game.
    """

    def __init__(self, words: Messages, game: GameWords) -> None:
        """Bind the sentences of a language to the words of a game."""
        super().__init__(words.translations, words.lang, words.tag)
        self.game: Final = game

    @cached_property
    def _won(self) -> str:
        return self.game.counting.win_form(self)

    def won(self, points: int) -> str:
        """Return what a hand is worth as a sentence about it has it: in English a number, or so many of a unit."""
        return self._won % {"count": points}

    def points(self, number: int) -> str:
        """Return a number of what hands are counted in."""
        return self.game.counting.points(self, number)

    def unit(self, number: int | None = None) -> str:
        """Return what a hand is counted in, beside a number or a range."""
        return self.game.counting.unit(self, number)

    def worth(self, low: int, high: int) -> str:
        """Return what a hand counts: a number, or a range while it depends on how it was won."""
        return self.points(low) if low == high else self.game.counting.between(self, low, high)

    def kind(self, kind: str, about: Mapping[str, Any] | None = None) -> str:
        """Return a sentence of the game with its parameters, by its key in `SENTENCES`; "" if it has none."""
        said = sentence(self.game, kind)
        return said and self(said, about)


def in_game(words: Messages, rules: str = DEFAULT) -> GameMessages:
    """Return the sentences of a language with the words of a preset's game; see `game_words`."""
    book = BOOKS.built_in.get(rules) or BOOKS.get(rules)
    return _in_game(words, book.game.id if book else "")


@cache
def _in_game(words: Messages, game: GameId) -> GameMessages:
    return GameMessages(words, words_of(game))


def sentence(game: GameWords, kind: str) -> str:
    """Return a sentence of a game, by its key in `SENTENCES`."""
    own = game.tables.get("sentences")
    return own[kind] if own and kind in own else SENTENCES[kind]


@cache
def of_any(topic: Topic) -> Mapping[Any, Any]:
    """Return what all games say on a topic; of a key that several know, the first of them."""
    games = [each.tables.get(topic, {}) for each in words_by_game().values()]
    return {key: said for each in reversed(games) for key, said in each.items()}


def known(common: Mapping[K, V], topic: Topic, key: K) -> V:
    """Return what all games say of a key, or what the game says that knows it.

    Raises:
        KeyError: No installed game knows it.
    """
    found = common.get(key) or of_any(topic).get(key)
    if found is None:
        raise KeyError(key)
    return found
