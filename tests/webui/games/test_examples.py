"""The examples beside the questions of every book's form, in every language."""

import re
from collections.abc import Iterator

import pytest

from scoring.rules import BOOKS
from webui.games.view import GameView, views
from webui.messages import Messages

RAW = re.compile(r"\bself-draw\b|\bno-riichi\b|[a-z-]+=")
"""Words of the text of a hand, which no sentence shows."""


def examples(view: GameView, language: str) -> Iterator[str]:
    """Yield the examples of a game's form, from each of its presets."""
    for preset in BOOKS.games[view.id].presets:
        if form := view.form(Messages.of(language), preset):
            yield from (asked.example for asked in (*form.first, *form.rest) if asked.example)


@pytest.mark.parametrize("language", ["en", "zh", "zh_Hant", "ja"])
@pytest.mark.parametrize("game", sorted(views()))
def test_no_example_shows_raw_words(game: str, language: str) -> None:
    for example in examples(views()[game], language):
        assert not RAW.search(example), example
        if language != "en":
            assert not re.search(r"[a-z]{3}", example), example


def test_a_self_drawn_hand_says_so() -> None:
    found = [each for each in examples(views()["sanma"], "en") if "self-drawn" in each]
    assert found
    assert found[0].startswith("Example 123p456p789p55sNN N, self-drawn")
