"""The screen of a table."""

from flask.testing import FlaskClient

from tests.webui.at_table import SIT, TEXT, record
from webui.table.table import Table


def test_a_screen_shows_its_table_and_no_other(client: FlaskClient, table: Table) -> None:
    record(table, SIT)
    assert 'data-table="1"' in client.get("/display/1").text
    assert client.get("/display/2").status_code == 404


def test_a_hand_that_is_shown_is_that_which_was_laid_last(client: FlaskClient, table: Table) -> None:
    assert client.get("/api/tables/1/shown").get_json()["hand"] is None
    hand = table.intake.from_text(TEXT)
    shown = client.get("/api/tables/1/shown").get_json()["hand"]
    assert shown is None or shown["id"] == hand.id
