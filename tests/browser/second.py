"""Journeys of a table at the second table of a server of three, whose own table is another one.

With TABLESIDE_TEST_SECOND=1 each table that a test makes is table 2, the server that shows it has tables 1 and 3 too,
and the addresses that a test names for its table are those of table 2. What a page opens by itself is left as it is:
one that takes the server's own table for its own shows a match that is not there. Only tests that ask for a browser are
run.
"""

import os
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask.testing import FlaskClient
from playwright.sync_api import APIRequestContext, Page, PageAssertions

from webui.table.table import Table
from webui.table.tables import Tables

IS_SECOND: Final = bool(os.environ.get("TABLESIDE_TEST_SECOND"))

SECOND: Final = 2

NUMBER: Final = SECOND if IS_SECOND else 1
"""The number of the table of a test."""

HOME: Final = f"/t/{SECOND}" if IS_SECOND else "/"
"""The address that its pages lead back to."""

OF_ONE: Final = {"test_tables.py", "test_home.py", "test_setup.py", "test_setup_beside.py"}
"""The tests that are about the tables of a server themselves, or about its own."""

_OF_TABLE: Final = re.compile(r"/(t|display|stream|tables)/1(?!\d)")
_START: Final = re.compile(r"^(https?://[^/?#]+|\*\*)/?(?=[?#]|$)")


def tables_of(table: Table) -> Tables:
    """Return the tables of a server of a test: the table alone, or as the second of three."""
    if not IS_SECOND or table.number != SECOND:
        return Tables(table)
    tables = Tables(Table(table.pictures, table.rules, records=table.records, number=1), 3)
    tables._living[SECOND] = tables._newest[SECOND] = table
    return tables


def make_second() -> None:
    """Have every table be the second one unless its number is given, and every page ask for that table."""
    made = Table.__init__

    @wraps(made)
    def init(self: Table, *args: Any, **options: Any) -> None:
        made(self, *args, **{"number": SECOND, **options})

    Table.__init__ = init  # type: ignore[method-assign]
    for kind, names in (
        (Page, ("goto", "route", "unroute", "wait_for_url", "expect_request", "expect_response")),
        (FlaskClient, ("get", "post", "put", "delete")),
        (APIRequestContext, ("get", "post", "put", "delete", "fetch")),
        (PageAssertions, ("to_have_url",)),
    ):
        for name in names:
            setattr(kind, name, _of_second(getattr(kind, name)))


def of_second(address: Any) -> Any:
    """Return the address, or pattern of addresses, of the second table where one of the first is given."""
    if not isinstance(address, str):
        return address
    return _START.sub(rf"\1/t/{SECOND}", _OF_TABLE.sub(rf"/\1/{SECOND}", address))


def _of_second(asks: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(asks)
    def asked(self: Any, address: Any, *args: Any, **options: Any) -> Any:
        return asks(self, of_second(address), *args, **options)

    return asked
