"""Tables of a hall as a list."""

from tests.served import Answers
from tests.webui.at_table import SIT, record
from webui.match.clock import StartClock
from webui.serializers.overview import tables_json
from webui.table.table import Table
from webui.table.tables import Tables


def test_each_table_has_its_own_match_clock_and_calls(answers: Answers) -> None:
    tables = Tables(Table(answers), 3)
    second = tables.get(2)
    assert second is not None
    record(second, SIT)
    second.clock.do(StartClock(60), second.now().body)
    found = tables_json(tables)
    assert [each.table for each in found] == [1, 2, 3]
    assert [each.match.number if each.match else None for each in found] == [None, 1, None]
    assert [each.clock.phase if each.clock else None for each in found] == [None, "running", None]
    assert {(each.rules, each.name, each.calls, each.damaged, each.state_damaged) for each in found} == {
        ("mcr", "", (), None, False)
    }
