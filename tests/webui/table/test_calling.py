"""Calls for a referee from a table, with its light."""

from tests.webui.at_table import SIT, record
from webui.table.table import Table


def test_the_light_of_a_seat_is_on_until_the_last_call_is_finished(table: Table) -> None:
    record(table, SIT)
    for chair in (1, 2):
        table.calls.call(chair, "a dispute", "phone")
    assert sorted(table.session.play.calls) == [1, 2]
    one, two = table.records.calls.open(1)
    table.calls.finish(one.id, "Rita")
    assert table.session.play.calls
    table.calls.finish(two.id, "Rita")
    assert table.session.play.calls == ()
    assert table.calls.finish("unknown", "Rita") is None


def test_a_call_from_no_seat_is_stored_without_a_light(table: Table) -> None:
    table.calls.call(0, "", "phone")
    assert len(table.records.calls.open(1)) == 1
    assert table.session.play.calls == ()
    table.calls.answered()
    assert table.records.calls.open(1) == []
