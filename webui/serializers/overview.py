"""The tables of a server, as plain JSON."""

from msgspec import Struct

from webui.serializers.clocks import ClockShown, clock_json
from webui.serializers.matches import MatchSummary, summary_json
from webui.table.stored import damaged
from webui.table.table import Table
from webui.table.table_name import name_at, name_of
from webui.table.tables import Tables


class TableSummary(Struct, frozen=True):
    """A table of the server: its match, its clock once started, the chairs that call a referee, and the number of the
    damaged record at which its records stop, and if other state of it is damaged."""

    table: int
    name: str
    rules: str
    match: MatchSummary | None
    clock: ClockShown | None
    calls: tuple[int, ...]
    damaged: int | None = None
    state_damaged: bool = False


def tables_json(tables: Tables) -> list[TableSummary]:
    """Return the tables by number; the match of a table that nobody has used is not looked up."""
    used = set(tables.used())
    found = ((number, tables.get(number) if number in used else None) for number in tables.numbers)
    wrong = damaged(tables.records.values)
    return [
        _table_json(table, number in wrong) if table else _unused(tables, number, number in wrong)
        for number, table in found
    ]


def _table_json(table: Table, state_damaged: bool) -> TableSummary:
    current, play = table.matches.current, table.session.play
    return TableSummary(
        table=table.number,
        name=name_of(table),
        rules=table.rules,
        match=summary_json(current) if current else None,
        clock=clock_json(table.clock, table.now().body) if table.clock.clock.started else None,
        calls=play.calls,
        damaged=table.matches.damaged,
        state_damaged=state_damaged,
    )


def _unused(tables: Tables, number: int, state_damaged: bool) -> TableSummary:
    name = name_at(tables.records.values, number)
    return TableSummary(number, name, tables.own.rules, None, None, (), state_damaged=state_damaged)
