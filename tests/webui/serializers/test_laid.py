"""Hands that lie on a table, as its page shows them."""

from flask.testing import FlaskClient

from tests.webui.at_table import SIT, TEXT, record
from webui.messages import Messages
from webui.serializers.laid import _hand_json, laid_json
from webui.table.table import Table
from webui.table.watching import LaidHand

ENGLISH = Messages.of("en")


def test_a_table_without_a_camera_has_none(table: Table) -> None:
    shown = laid_json(table, ENGLISH)
    assert (shown.watches, shown.follows, shown.trouble, shown.hands) == (False, False, "", [])


def test_a_computer_that_is_too_slow_to_follow_says_what_to_change(table: Table, client: FlaskClient) -> None:
    record(table, SIT)
    table.equipment.let_follow(True)
    table.equipment.following.stop()  # without a camera its thread says that nothing hinders
    before = laid_json(table, ENGLISH).version
    table.equipment.following._say(slow=True)
    shown = laid_json(table, ENGLISH)
    assert shown.trouble.startswith("This computer is too slow to follow every tile: ")
    assert shown.version == table.equipment.laid > before  # the display hears of it
    assert shown.trouble in client.get("/t/1").get_data(as_text=True)
    table.equipment.following._say(slow=False)
    assert laid_json(table, ENGLISH).trouble == ""
    assert "too slow" not in client.get("/t/1").get_data(as_text=True)


def test_walls_that_do_not_fit_the_corners_are_told_with_the_remedy(table: Table) -> None:
    record(table, SIT)
    table.equipment.let_follow(True)
    table.equipment.following.stop()
    table.equipment.following._say(misplaced=True)
    assert "On /calibrate, drag the corners" in laid_json(table, ENGLISH).trouble


def test_a_stored_hand_says_what_recording_it_does_and_one_that_moves_does_not(table: Table) -> None:
    record(table, SIT)
    hand = table.intake.from_text(TEXT)
    stored, moving = (_hand_json(table, LaidHand(0, still, hand, still), ENGLISH) for still in (True, False))
    assert (stored.id, stored.sure, stored.kind, stored.player) == (hand.id, True, "good", "Bo")
    assert stored.low == stored.high is not None
    assert stored.ending is not None
    assert stored.ending.says.startswith("Bo wins ")
    assert (moving.id, moving.sure, moving.ending, moving.player) == (None, False, None, "")
