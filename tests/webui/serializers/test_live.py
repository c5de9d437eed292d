"""News of a table for its pages: hands by their version, the rules and the camera."""

from tests.webui.at_table import TEXT
from webui.messages import Messages
from webui.serializers.live import equipment_json, hand_news_json
from webui.table.table import Table

ENGLISH = Messages.of("en")


def test_news_of_a_hand_are_its_version_or_that_there_is_none(table: Table) -> None:
    hand = table.intake.from_text(TEXT)
    found = hand_news_json(table, hand.id)
    assert (found.id, found.version, found.hidden) == (hand.id, hand.version, False)
    for id in ("unknown", None):
        none = hand_news_json(table, id)
        assert (none.id, none.version, none.hidden) == (id, None, None)


def test_a_table_without_a_camera_has_rules(table: Table) -> None:
    found = equipment_json(table, ENGLISH)
    assert (found.camera, found.rules) == (None, "mcr")
