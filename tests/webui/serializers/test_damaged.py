"""Damaged records and values, as pages say them."""

from uuid import uuid4

from scoring.match.event_acts import Opened
from tests.webui.at_table import SIT, record
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.serializers.damaged import damaged_json, damaged_of_event_json, damaged_state_json
from webui.table.table import Table
from webui.table.table_name import KEY

ENGLISH = Messages.of("en")


def test_nothing_is_said_where_nothing_is_damaged(table: Table) -> None:
    record(table, SIT)
    hall = Hall(table.records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    assert damaged_json(table, ENGLISH) is None
    assert damaged_state_json(table, ENGLISH) is None
    assert damaged_of_event_json(hall, number, ENGLISH) is None


def test_a_damaged_value_is_named_with_what_to_do(table: Table) -> None:
    table.records.values.keep(table.number, KEY, {"no": "name"})
    found = damaged_state_json(table, ENGLISH)
    assert found is not None
    assert found.says.endswith("Name")
    assert found.fix
