"""A part of a hand's page that cannot be made is logged and left out: the page, and every act on it, go on."""

import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.states import FEW
from tests.served import Answers
from tests.waiting import until
from tests.webui.http.routes.test_hands import send_change
from vision.reading import Doubt, Reading
from webui.hand.attempt import attempt
from webui.records.errors import RecordsError
from webui.table.table import Table

SAID = {
    "self_draw": False,
    "seat": "S",
    "round": "E",
    "discarder": "E",
    "ruled_out": ["last-tile", "last-of-kind", "robbed-kong"],
}


def fail(*args: Any, **options: Any) -> Any:
    raise ZeroDivisionError("a fault of ours")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that makes one function of the page fail, by the names of its module and its own."""
    return lambda name: monkeypatch.setattr(name, fail)


@pytest.fixture
def laid(client: FlaskClient, table: Table, photo: bytes, answers: Answers, reading: Callable[..., Reading]) -> Any:
    """A hand that is too cheap, laid in a match; nobody has said yet how it was won."""
    answers.reading = reading(FEW, (Doubt(5, "hardly-seen"),))
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    return client.post("/api/tables/1/hands", data=photo, content_type="image/jpeg").get_json()["hand"]


@pytest.mark.parametrize(
    ("name", "part", "left"),
    [
        ("webui.table.outcomes.explanation", "explanation", lambda hand: hand["ending"]["false_win"]["why"] == {}),
        ("webui.table.outcomes.false_win_kind", "false win", lambda hand: hand["ending"]["false_win"] is None),
        ("webui.serializers.endings.proposed_outcome", "ending", lambda hand: hand["ending"] is None),
        ("webui.serializers.hands.offers", "offers", lambda hand: not hand["offers"]["toggles"]),
        ("webui.serializers.hands.remarks_on", "remarks", lambda hand: hand["remarks"] == []),
        ("webui.serializers.hands.assessment_json", "score", lambda hand: hand["score"] is None and hand["problem"]),
        ("webui.hand.state.assess", "score", lambda hand: hand["score"] is None and hand["problem"]),
    ],
)
def test_a_part_that_fails_takes_nothing_else_with_it(
    client: FlaskClient,
    laid: Any,
    broken: Callable[[str], None],
    caplog: pytest.LogCaptureFixture,
    name: str,
    part: str,
    left: Callable[[Any], bool],
) -> None:
    """A change is made and answered, and the page opens with the tiles; what failed is in the log with the hand."""
    broken(name)
    change = {"do": "won", "won": laid["laid"]["won"] | SAID}
    with caplog.at_level(logging.ERROR):
        send_change(client, laid["id"], {"do": "confirm", "doubts": [0]}, 1)
        answer = send_change(client, laid["id"], change, 2)
    assert answer.status_code == 200
    hand = answer.get_json()["hand"]
    assert left(hand)
    assert hand["laid"]["won"]["discarder"] == "E"
    assert len(hand["offers"]["tiles"]) >= 14
    assert client.get(f"/hands/{laid['id']}").status_code == 200
    assert {(record.part, record.hand) for record in caplog.records} <= {(part, laid["id"]), (part, "")}  # type: ignore[attr-defined]
    assert caplog.records


def test_a_doubt_whose_question_fails_stays_to_be_confirmed(
    client: FlaskClient, laid: Any, broken: Callable[[str], None]
) -> None:
    broken("webui.hand.questions.Name")
    hand = client.get(f"/api/hands/{laid['id']}").get_json()["hand"]
    assert [question["kind"] for question in hand["questions"]] == ["hand-right"]
    answer = send_change(client, laid["id"], {"do": "answer", "doubt": 0, "answer": "right"}, 1)
    assert answer.get_json()["hand"]["open"] == []


def test_a_fault_of_the_storage_is_none_of_the_part() -> None:
    def gone() -> None:
        raise RecordsError("database-gone", database="hall")

    with pytest.raises(RecordsError):
        attempt("offers", gone, None)


@pytest.mark.long
def test_without_a_score_the_tiles_and_the_points_can_be_entered(
    page: Page, table: Table, serve: Callable[[Table], str], laid: Any, broken: Callable[[str], None]
) -> None:
    """In a browser: neither offers nor score, and the match goes on all the same."""
    broken("webui.serializers.hands.offers")
    broken("webui.hand.state.assess")
    page.goto(f"{serve(table)}/hands/{laid['id']}")
    page.click("#questions .option >> nth=0")
    expect(page.locator("#verdict")).to_contain_text("The score could not be worked out")
    page.click("#mat [data-key=w]")
    page.click("#palette [data-face='5s']")
    expect(page.locator("#mat [data-key=w]")).to_have_attribute("data-tile", "5s")
    page.click("#count [data-key=agreed]")
    page.click("#form-dialog label:has([data-key='winner-Bo'])")
    page.click("#form-dialog label:has([data-key='giver-Ann'])")
    page.fill("#form-dialog [data-key=points]", "12")
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#form-dialog")).to_be_hidden()
    until(lambda: table.matches.running and table.matches.running.match.hands[0].winner == "Bo")
