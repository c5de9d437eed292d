"""The records of a file compared with those of the same match here."""

from dataclasses import replace
from uuid import uuid4

from scoring.match.records import Drawn
from tests.webui.at_table import SIT, WON, record
from webui.records.store import Storage
from webui.table.known import known_here
from webui.table.table import Table


def test_a_file_knows_some_more_or_other_records(table: Table) -> None:
    entries = record(table, SIT, WON, {"type": "Drawn"}).entries
    whole = known_here(table.records, entries)
    assert whole is not None
    assert (whole.table, whole.records, whole.newer, whole.differs) == (1, 3, 0, None)
    more = known_here(table.records, [*entries, replace(entries[-1], number=4, id=uuid4())])
    assert more is not None
    assert (more.records, more.newer, more.differs) == (3, 1, None)
    other = known_here(table.records, [entries[0], replace(entries[1], act=Drawn()), entries[2]])
    assert other is not None
    assert other.differs == 2
    less = known_here(table.records, [entries[0], entries[2]])
    assert less is not None
    assert less.differs == 3
    assert known_here(Storage.open(None), entries) is None
