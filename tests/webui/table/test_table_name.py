"""The name of a table, and the page of its own computer."""

import pytest

from webui.records.store import Storage
from webui.table.table import Table
from webui.table.table_name import (
    KEY,
    LONGEST,
    PAGE,
    OwnPage,
    is_name,
    keep_page,
    name_at,
    name_of,
    name_table,
    page_at,
)


@pytest.mark.parametrize(
    ("name", "valid"),
    [("", True), ("Window", True), ("a" * LONGEST, True), ("a" * (LONGEST + 1), False), ("a\nb", False), (3, False)],
)
def test_a_name_is_printable_and_not_too_long(name: object, valid: bool) -> None:
    assert is_name(name) is valid


def test_a_table_is_named_without_spaces_around_and_loses_an_empty_name(table: Table) -> None:
    name_table(table, "  by the   window ")
    assert name_of(table) == "by the window"
    name_table(table, " ")
    assert name_of(table) == ""


def test_what_is_kept_and_is_no_name_counts_for_nothing() -> None:
    values = Storage.open(None).values
    for kept in (3, "a\nb", {}):
        values.keep(1, KEY, kept)
        assert name_at(values, 1) == ""


def test_the_page_of_a_table_is_one_of_the_web() -> None:
    values = Storage.open(None).values
    assert page_at(values, 1) is None
    page = OwnPage("https://10.0.0.2", True)
    keep_page(values, 1, page)
    assert page_at(values, 1) == page
    values.keep(1, PAGE, {"address": "javascript:alert(1)", "reachable": True})
    assert page_at(values, 1) is None
