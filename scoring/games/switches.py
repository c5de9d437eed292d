"""The switches of a game: the questions that houses answer differently, each with its answers and their effect.

A game keeps its own table of them. A house answers some otherwise than the preset it starts from, in a file of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar


class Numbered(Protocol):
    """A pattern with its number."""

    @property
    def id(self) -> str: ...


P = TypeVar("P", bound=Numbered)


class Answer(NamedTuple):
    """An answer to a switch.

    Attributes:
        name: Its text in a house's file.
        said: The message that shows it, or "" if its text does.
        value: The value that it sets, of a switch that sets one.
    """

    name: str
    said: str = ""
    value: Any = None


class House(NamedTuple):
    """The answer to every switch, by its number, and the most that a hand counts, None without a limit."""

    answers: Mapping[str, str]
    most: int | None


SwitchEffect = Callable[[Any, str, House], Any]
"""Returns a pattern under an answer of a house, or None if the house does not play it."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that houses answer differently.

    Attributes:
        id: Its number in the rules.
        question: The question, in a few words, a message.
        options: The answers.
        effects: The effect of an answer on each pattern that it changes, by the pattern's number. Other switches are
            read by number, where hands are added up or paid and in matches.
        sets: What its answers set, of a switch that sets one value: a part of the rules, and its field.
        first: True if most houses differ in it, so that forms ask it first.
        free: Returns the value of an answer of a house's own, or None for a switch without such; raises a
            `RulingError` for one that cannot be used.
        other: The message that asks for such an answer; "" if there is none.
    """

    id: str
    question: str
    options: tuple[Answer, ...]
    effects: Mapping[str, SwitchEffect] = field(default_factory=dict)
    sets: tuple[str, str] = ("", "")
    first: bool = False
    free: Callable[[str], Any] | None = None
    other: str = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """The texts of the answers."""
        return tuple([answer.name for answer in self.options])

    def answer(self, name: str) -> Answer:
        """Return the answer with this text, one of the options or of a house's own."""
        found = next((option for option in self.options if option.name == name), None)
        if found is None and self.free:
            return Answer(name, value=self.free(name))
        assert found is not None
        return found


def values(*numbers: str) -> tuple[Answer, ...]:
    """Return answers that are shown as they are written."""
    return tuple(map(Answer, numbers))


def played(switches: Sequence[Switch], row: P, house: House) -> P | None:
    """Return a pattern under the answers of a house, or None if the house does not play it.

    Args:
        switches: The switches of its game.
        row: The pattern, with its number as `id`.
        house: The answers.
    """
    found: P | None = row
    for switch in switches:
        if found is not None and row.id in switch.effects:
            found = switch.effects[row.id](found, house.answers[switch.id], house)
    return found
