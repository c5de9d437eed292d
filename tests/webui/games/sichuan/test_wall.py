"""Hands that nobody has won when the wall is out: the program says by their tiles whether they are ready."""

from typing import Any, Final
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.scoring.match.builders import FOUR
from tests.served import Answers
from tests.webui.cameras import DARK, read
from webui.hand.edits import SetWinner
from webui.table.table import Table

READY: Final = "123456789m2223p"
"""Ready for 1p, 3p and 4p, concealed."""
UNREADY: Final = "147m258p369m1479m"
PIG: Final = "123456789m11p23s"


@pytest.fixture
def table(answers: Answers) -> Table:
    table = Table(answers, "sichuan-home")
    record(table, {"type": "Seated", "players": FOUR})
    return table


def record(table: Table, sent: dict[str, Any]) -> None:
    table.record(sent, uuid4(), "", "table")


def lay(table: Table, tiles: str, chair: int) -> str:
    return table.intake.from_reading(DARK, read((("concealed", tiles),)), chair).id


def asked(client: FlaskClient) -> dict[str, list[tuple[str, str]]]:
    """Return the first answers to the questions of the end of the wall, by seat."""
    (wall,) = (client.get("/api/tables/1/match").json or {})["form"]["draws"]
    return {
        each["field"]: [(option["value"], option["says"]) for option in each["options"][:2]]
        for each in wall["questions"]
    }


def known(client: FlaskClient) -> dict[str, str | None]:
    """Return the answers that tiles give, by seat."""
    (wall,) = (client.get("/api/tables/1/match").json or {})["form"]["draws"]
    return {each["field"]: each["known"] for each in wall["questions"]}


@pytest.mark.parametrize(
    ("tiles", "says", "page"),
    [
        (READY, "by the tiles: ready, 1 fan", "ready, at best by"),
        (UNREADY, "by the tiles: not ready", "When the wall is out: not ready"),
        (PIG, "by the tiles: flower pig", "a flower pig"),
    ],
)
def test_thirteen_tiles_answer_the_question_of_their_player(
    table: Table, client: FlaskClient, tiles: str, says: str, page: str
) -> None:
    assert asked(client)["west"][0] == ("not-ready", "not ready")
    hand = lay(table, tiles, 3)
    assert asked(client)["west"][0][1] == says
    assert asked(client)["south"][0] == ("not-ready", "not ready")
    assert known(client) == {"east": None, "south": None, "west": asked(client)["west"][0][0], "north": None}
    shown = client.get(f"/api/hands/{hand}").json or {}
    assert page in shown["hand"]["waiting"]
    record(table, {"type": "WallOut", "west": asked(client)["west"][0][0], "south": "0"})
    assert asked(client)["west"][0] == ("not-ready", "not ready")  # in the next deal


def test_the_tiles_are_in_the_record_and_settle_the_deal(table: Table, client: FlaskClient) -> None:
    lay(table, READY, 2)
    text, _ = asked(client)["south"][0]
    record(table, {"type": "WallOut", "south": text})
    match = table.matches.current
    assert match is not None
    paid = dict(match.match.points)
    state = client.get("/api/tables/1/match").json or {}
    (hand,) = [each for each in state["hands"] if each["ended"]]
    assert "Bo ready, 1 fan" in " ".join(hand["lines"])
    columns = [{name: line["paid"].get(name, 0) for name in FOUR} for line in hand["course"]]
    assert {name: sum(line[name] for line in columns) for name in FOUR} == hand["gains"]
    assert [line["says"] for line in hand["course"] if line["paid"]]
    record(table, {"type": "Corrected", "of": 2, "act": {"type": "WallOut", "south": "1"}, "reason": "said"})
    assert table.matches.current is not None
    assert table.matches.current.match.points == paid
    assert paid["Bo"] > 0


def test_the_void_suit_of_the_deal_makes_a_pig(table: Table, client: FlaskClient) -> None:
    lay(table, READY, 4)
    assert "ready" in asked(client)["north"][0][1]
    record(table, {"type": "NamedVoid", "player": "Dai", "suit": "p"})
    assert asked(client)["north"][0][1] == "by the tiles: flower pig"


def test_the_newest_hand_of_a_player_counts_and_a_whole_hand_does_not(table: Table, client: FlaskClient) -> None:
    lay(table, READY, 2)
    lay(table, UNREADY, 2)
    assert asked(client)["south"][0][1] == "by the tiles: not ready"
    lay(table, "123456789m22233p", 1)
    assert asked(client)["east"][0] == ("not-ready", "not ready")
    nobodys = lay(table, READY, 0)
    assert asked(client)["west"][0] == ("not-ready", "not ready")
    hand = table.hands.get(nobodys)
    assert hand is not None
    table.change(nobodys, SetWinner("W"), hand.version)
    assert "ready, " in asked(client)["west"][0][1]


def test_the_form_of_a_correction_has_the_tiles_that_were_recorded(table: Table, client: FlaskClient) -> None:
    lay(table, READY, 2)
    text = asked(client)["south"][0][0]
    record(table, {"type": "WallOut", "south": text})
    form = client.get("/api/tables/1/records/2/form").json or {}
    assert form["chosen"]["south"] == text
    (south,) = [each for each in form["form"]["asks"] if each["field"] == "south"]
    assert text in [option["value"] for option in south["options"]]
