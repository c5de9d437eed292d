"""The reasons of penalties in words: those that the regulations name."""

from tests.books import BODIES
from webui.messages.match import PENALTIES


def test_every_penalty_of_the_regulations_has_its_sentence() -> None:
    assert {name for body in BODIES.values() for name in body.penalties} == PENALTIES.keys()
