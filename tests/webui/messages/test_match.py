"""The reasons of penalties in words: those that the regulations name, in messages and on the page."""

import re
from pathlib import Path

import webui
from tests.books import BODIES
from webui.messages.match import PENALTIES, USUAL

ACTS = (Path(str(webui.__file__)).parent / "static/acts.js").read_text(encoding="utf-8")


def test_every_penalty_of_the_regulations_has_its_sentence() -> None:
    assert {name for body in BODIES.values() for name in body.penalties} == PENALTIES.keys()


def test_the_page_shows_every_usual_reason_in_the_reader_s_language() -> None:
    shown = set(re.findall(r'_\(\s*"([^"]+)"', ACTS))
    assert shown >= USUAL
