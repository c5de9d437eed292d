"""Every refusal of an event has its sentences, with all of their parameters."""

import ast
import re
from pathlib import Path
from typing import get_args

from scoring.match.event_errors import EventRefusalKind, EventRejectedError
from tests.rows import row_by_row
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.messages.hall import REFUSALS
from webui.records.errors import EventActRejectedError

FOLD = Path(__file__).parents[3] / "scoring/match/event.py"


def raised() -> list[tuple[str, set[str]]]:
    """The kinds that the fold refuses for, with the parameters it gives them."""
    return [
        (str(node.args[0].value), {keyword.arg or "" for keyword in node.keywords})
        for node in ast.walk(ast.parse(FOLD.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EventRejectedError"
        if isinstance(node.args[0], ast.Constant)
    ]


def test_every_kind_has_its_sentences_and_is_raised() -> None:
    assert {kind for kind, _ in raised()} == set(REFUSALS) == set(get_args(EventRefusalKind))


@row_by_row(("kind", "about"), raised())
def test_no_sentence_lacks_a_parameter(kind: str, about: set[str]) -> None:
    assert set(re.findall(r"%\((\w+)\)", "".join(REFUSALS[kind]))) <= about


def test_a_refusal_says_what_to_do() -> None:
    refused = EventActRejectedError(EventRejectedError("place-empty", round=2, names=("Ann", "Bo")))
    assert web_error(Messages.of("en"), refused) == (
        "Round 2 lacks a substitute for: Ann, Bo",
        "Name a substitute for each, or draw the seating plan without them",
    )
