"""The interface of what the page says of a game, and the views of the installed games.

A view of another package is registered under the entry-point group `tableside.game_view`, like those of this program.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from msgspec import UNSET, UnsetType

from scoring.games.deal import SettledDeal
from scoring.games.game import GameId, RuleBook
from scoring.games.switches import Switch
from scoring.hand import Win
from scoring.match.missing import kept_book
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from scoring.rules import BOOKS, DEFAULT
from scoring.sheet import ScoreSheet
from webui.base.installed import installed
from webui.games.added import Added
from webui.games.forms import ActForm, DrawForm, Offers, ResultForm
from webui.games.record import RecordCommands
from webui.games.sections import NOTHING_MORE, HandSections
from webui.hand.game import HandGame
from webui.messages import N_, Messages
from webui.messages.game import USUAL, Disputed, GameWords, Switched, sentence

Answers = Mapping[str, Sequence[str]]
"""The possible answers by question."""


class HouseQuestion(NamedTuple):
    """A question that houses answer differently.

    Attributes:
        id: Its number in the rules.
        says: The question in words.
        answers: The possible answers, each with its words.
        usual: The answer of the base.
        example: A hand that the answers pay otherwise, with what each pays; "" if there is none.
        other: The question for an answer of the house's own; "" if there is none.
    """

    id: str
    says: str
    answers: Sequence[tuple[str, str]]
    usual: str
    example: str = ""
    other: str = ""


class RulesForm(NamedTuple):
    """The form by which a house answers the questions of a game.

    Attributes:
        title: Its title.
        base: Name of the preset whose answers it changes.
        bases: The presets to start from, each with its name for people.
        first: The questions that most houses answer differently.
        rest: The others.
    """

    title: str
    base: str
    bases: Sequence[tuple[str, str]]
    first: Sequence[HouseQuestion]
    rest: Sequence[HouseQuestion]


class Suggested(NamedTuple):
    """The presets of a game to choose from, by their names.

    Attributes:
        tournament: Those for tournaments, the usual one first.
        home: Those for home, likewise.
    """

    tournament: tuple[str, ...] = ()
    home: tuple[str, ...] = ()


def _nothing(*of: Any) -> UnsetType:
    return UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    """The additions of a game to JSON; the annotation of each function names the type of what it adds.

    Attributes:
        sheet: Returns what it adds to a score sheet.
        hand: Returns what it adds to a hand of a match.
        match: Returns what it adds to a match and to its records.
    """

    sheet: Callable[[Messages, ScoreSheet], Added | UnsetType] = _nothing
    hand: Callable[[Hand], Added | UnsetType] = _nothing
    match: Callable[[], Added | UnsetType] = _nothing


@dataclass(frozen=True, slots=True)
class TextSentences:
    """The sentences of a game on the text of a hand.

    Attributes:
        unsaid: Returns that on what it leaves out on which its points rest; "" if it is complete.
        waiting: Returns that on what a hand that lacks its winning tile is worth; "" where it is worth nothing.
    """

    unsaid: Callable[[Messages, Win, RuleBook], str] = lambda words, win, book: ""
    waiting: Callable[[Messages, Win, RuleBook], str] = lambda words, win, book: ""


@dataclass(frozen=True, slots=True)
class HouseForm:
    """The form by which houses answer the switches of a game.

    Attributes:
        base: Name of the preset that it starts from.
        answered: Returns the answers of a preset to the switches, and those that are usual.
        example: Returns a hand that the answers to a switch pay otherwise under a preset, with what each pays; "" if
            there is none.
    """

    base: str
    answered: Callable[[Any], tuple[Mapping[str, str], Mapping[str, str]]] = attrgetter("answers", "usual")
    example: Callable[[Messages, Switch, str], str] = lambda words, switch, base: ""


class GameView:
    """The view of a game: its words, forms and questions on the page, by default those of most games.

    Attributes:
        id: The game's id, as in `scoring.games.game.Game`.
        name: Its name for people, a message; "" for a game without a view, which is shown by its title.
        words: Its words.
        hand: Its questions about a won hand.
        added: What it adds to JSON.
        of_text: Its sentences on the text of a hand.
        house: The form by which houses answer its switches, of a game whose words are `Switched`; None without one.
        suggested: Its presets to choose from.
        record: What it adds to `match record`.
    """

    id: ClassVar[GameId]
    name: ClassVar[str] = ""
    words: ClassVar[GameWords] = USUAL
    hand: ClassVar[HandGame] = HandGame()
    added: ClassVar[Additions] = Additions()
    of_text: ClassVar[TextSentences] = TextSentences()
    house: ClassVar[HouseForm | None] = None
    suggested: ClassVar[Suggested] = Suggested()
    record: ClassVar[RecordCommands] = RecordCommands()

    def sections(self, words: Messages, hand: Hand) -> HandSections:
        """Return the parts of a hand of a match that only this game has."""
        return NOTHING_MORE

    def act_forms(self, words: Messages, match: Match, hand: Hand) -> Sequence[Offers | ActForm]:
        """Return the acts of the game in the hand in play: those that are recorded with a tap, and those that are
        recorded once some questions are answered."""
        return ()

    def result_form(self, words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
        """Return the questions for a result of a match without tiles.

        Args:
            words: The language.
            match: The match.
            hand: The hand in play, or one as it stood before the act that is corrected; None without one.
            laid: The texts of hands that lack their winning tile and were laid in it, by player, where the course of
                the game checks them.
        """
        draw = DrawForm("wall", words(N_("The wall is used up")), {"type": "Drawn"}, [])
        return ResultForm(words(sentence(self.words, "points-entered")), None, None, [draw])

    def won_with(self, match: Match, hand: Hand | None, act: Won, given: Mapping[str, Any]) -> Won:
        """Return a win of a hand of a match of any game, with the points that options of this game give.

        Args:
            match: The match.
            hand: The hand, or None if none is in play.
            act: The win, with points below 0 if none are given.
            given: The values of the options of all games.

        Raises:
            RefusedError: The options do not fit the match.
        """
        return act

    def form(self, words: Messages, base: str | None = None) -> RulesForm | None:
        """Return the form of houses, from the answers of a preset or of the usual one; None if there is none."""
        wording, house = self.words, self.house
        if house is None or not isinstance(wording, Switched):
            return None
        presets = BOOKS.games[self.id].presets
        start = base if base and base in presets else house.base
        answers, _ = house.answered(presets[start])
        asked = [
            HouseQuestion(
                switch.id,
                words(switch.question),
                [(answer, wording.answer(words, switch.id, answer)) for answer in switch.answers],
                answers[switch.id],
                house.example(words, switch, start),
                words(switch.other) if switch.other else "",
            )
            for switch in wording.table.values()
        ]
        first = [switch.first for switch in wording.table.values()]
        named = wording.tables["rule_books"]
        return RulesForm(
            words(self.name),
            start,
            [(name, words(named[name])) for name in presets],
            [question for question, early in zip(asked, first, strict=True) if early],
            [question for question, early in zip(asked, first, strict=True) if not early],
        )

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal from a file in sentences, each with its payments; none in most games."""
        return ()

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentence on what a hand needs to win, and that on the most it counts; "" if there is no most."""
        return words(N_("At least %(points)s to win."), {"points": self.words.counting.points(words, book.minimum)}), ""


def disputed(words: Messages, view: GameView, wording: Disputed, base: str | None, known: Answers) -> RulesForm:
    """Return the form of a game whose tournaments decide disputed readings, from the answers of a preset.

    Args:
        words: The language.
        view: The view of the game.
        wording: Its words.
        base: Name of the preset, or None for the game's default.
        known: The possible answers by reading.
    """
    presets = BOOKS.games[view.id].presets
    usual, named = presets.get(base or "", next(iter(presets.values()))), wording.tables["rule_books"]
    return RulesForm(
        words(view.name),
        usual.name,
        [(name, words(named[name])) for name in presets],
        [],
        [
            HouseQuestion(
                id,
                id,
                [(answer, words(wording.rulings[id][answer])) for answer in answers],
                usual.answers[id],
            )
            for id, answers in known.items()
        ],
    )


def chosen_answers(view: GameView, words: Messages, book: RuleBook) -> Sequence[tuple[str, str, str, bool]]:
    """Return the answers of a rule book: number, question, answer, and True if it differs from the usual one."""
    wording, house = view.words, view.house
    if house is None or not isinstance(wording, Switched):
        return ()
    answers, usual = house.answered(book.preset)
    return [
        (
            switch.id,
            words(switch.question),
            wording.answer(words, switch.id, answers[switch.id]),
            answers[switch.id] != usual[switch.id],
        )
        for switch in wording.table.values()
    ]


@cache
def views() -> Mapping[GameId, GameView]:
    """Return the views of the installed games by the game's id."""
    return {view.id: view for view in installed() if isinstance(view, GameView)}


def view_of_game(game: GameId) -> GameView:
    """Return the view of a game; one that has none is shown without words of its own."""
    return views().get(game) or GameView()


def game_name(words: Messages, game: GameId) -> str:
    """Return the name of a game for people; of one that has no view, its title."""
    name = view_of_game(game).name
    return words(name) if name else next((book.game.title for book in BOOKS.values() if book.game.id == game), game)


def view_of(rules: str = DEFAULT) -> GameView:
    """Return the view of the game of a preset; rules that are not installed have no words of their own."""
    return view_of_game(kept_book(rules).game.id)
