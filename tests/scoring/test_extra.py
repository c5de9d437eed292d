"""The circumstances that one game alone has."""

from dataclasses import dataclass

from scoring.extra import NO_WORDS, Extra, Words


@dataclass(frozen=True, slots=True)
class Own(Extra):
    """Two circumstances of a game."""

    lucky: bool = False
    count: int | None = None


def test_values_are_by_attribute_and_some_are_taken_back() -> None:
    said = Own(True, 3, game="own")
    assert said.values() == {"lucky": True, "count": 3}
    assert said.without(["count"]) == Own(True, None, game="own")
    assert said.without([]) == said


def test_a_game_adds_its_flags_and_its_values() -> None:
    assert Words(flags={"lucky": ("lucky", True)}, values={"count": "number"}).own == {"lucky", "count"}
    assert NO_WORDS.own == frozenset()
