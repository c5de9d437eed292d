"""Words of riichi for three: examples of its form, what a text leaves unsaid, no matches offered."""

import pytest

from scoring.match.course import find_course
from scoring.notation import parse
from scoring.rules import BOOKS
from webui.games.sanma import VIEW
from webui.games.sanma.houses import EXAMPLES
from webui.messages import Messages

pytest.importorskip("mahjong")
ENGLISH = Messages.of("en")


def test_each_example_pays_otherwise_under_another_answer() -> None:
    form = VIEW.form(ENGLISH)
    assert form
    examples = {question.id: question.example for question in (*form.first, *form.rest) if question.example}
    assert examples.keys() == EXAMPLES.keys()
    for id, shown in examples.items():
        paid = [part.rpartition(": ")[2] for part in shown.partition(" – ")[2].split("; ")]
        assert len({*paid}) > 1, (id, shown)


@pytest.mark.parametrize(
    ("words", "complete"),
    [("", False), ("dora=0", False), ("dora=0 norths=0", True), ("dora=0 norths=1 riichi", False)],
)
def test_a_text_without_indicators_or_norths_is_incomplete(words: str, complete: bool) -> None:
    win = parse(f"123p456p789p11s67s 8s {words}", game="sanma")
    assert (VIEW.of_text.unsaid(ENGLISH, win, BOOKS["sanma-home"]) == "") is complete


def test_its_hands_and_its_matches_are_offered() -> None:
    assert find_course(BOOKS.games["sanma"]) is not None
