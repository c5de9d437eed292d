"""Rows of the database as dataclasses: a field has the column of its name, and `table` the column `table_number`."""

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table


def add(connection: Connection, into: Table, row: Mapping[str, Any]) -> None:
    """Add a row unless one has its keys."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")  # the other one is slow to import
    connection.execute(dialect.insert(into).values(row).on_conflict_do_nothing())


def columns(kind: Any, rows: Table) -> tuple[ColumnElement[Any], ...]:
    """Return the columns of a table for the fields of a dataclass, in their order and by their names."""
    names = [each.name for each in fields(kind) if _column(each.name) in rows.c]
    return tuple([rows.c[_column(name)].label(name) for name in names])


def to_row(value: Any, rows: Table, **others: Any) -> dict[str, Any]:
    """Return the columns of a table for a dataclass; `others` are columns that have no field, or another value."""
    found = {_column(each.name): getattr(value, each.name) for each in fields(value)}
    return {name: each for name, each in found.items() if name in rows.c} | others


def _column(field: str) -> str:
    return "table_number" if field == "table" else field
