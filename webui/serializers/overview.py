"""The tables of a server as plain JSON."""

from typing import Any

from webui.serializers.matches import summary_json
from webui.serializers.tables import clock_json
from webui.table.table import Table
from webui.table.table_name import name_at, name_of
from webui.table.tables import Tables


def tables_json(tables: Tables) -> list[dict[str, Any]]:
    """The tables in the order of their numbers, with what each stands at; those that nobody used are not looked up."""
    used = set(tables.used())
    found = ((number, tables.get(number) if number in used else None) for number in tables.numbers)
    return [_table_json(table) if table else _unused(tables, number) for number, table in found]


def _table_json(table: Table) -> dict[str, Any]:
    current, play = table.matches.current, table.session.play
    return {
        "table": table.number,
        "name": name_of(table),
        "rules": table.rules,
        "match": summary_json(current) if current else None,
        "clock": clock_json(table.clock, table.body) if table.clock.clock.started else None,
        "calls": list(play.calls),
    }


def _unused(tables: Tables, number: int) -> dict[str, Any]:
    return {
        "table": number,
        "name": name_at(tables.records.values, number),
        "rules": tables.own.rules,
        "match": None,
        "clock": None,
        "calls": [],
    }
