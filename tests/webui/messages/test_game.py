"""The tables of a game's words are of topics and sentences that something asks for."""

from typing import get_args

import pytest

from webui.messages.game import SENTENCES, Topic, sentence, words_by_game, words_of


@pytest.mark.parametrize("game", sorted(words_by_game()))
def test_a_game_says_nothing_that_is_not_asked(game: str) -> None:
    tables = words_of(game).tables
    assert tables.keys() <= {*get_args(Topic)}
    assert tables.get("sentences", {}).keys() <= SENTENCES.keys()


@pytest.mark.parametrize(
    ("game", "kind", "says"),
    [
        ("mcr", "question", "Enough points?"),
        ("hk", "question", "Enough faan?"),
        ("hk", "two-languages", "Fan in two languages"),
        ("none of these", "question", "Enough points?"),
    ],
)
def test_a_sentence_is_the_games_own_or_the_usual_one(game: str, kind: str, says: str) -> None:
    assert sentence(words_of(game), kind) == says
