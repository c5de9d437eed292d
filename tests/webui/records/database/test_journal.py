"""Rows of the journal: what makes one a record, column by column."""

from types import SimpleNamespace
from typing import Any

import pytest

from scoring.match.records import act_from_dict
from webui.records.database.journal import unreadable

ROW = {
    "id": "019ad0a6-7c1e-7b5e-9d5e-1f2a3b4c5d6e",
    "act": '{"type":"Drawn"}',
    "at": "2026-11-29T20:00:00+00:00",
    "role": "table",
    "commitments": "",
    "hash": "",
}


@pytest.mark.parametrize(
    ("damaged", "is_damaged"),
    [
        ({}, False),
        ({"id": "7"}, True),
        ({"act": '{"type":"Drawn"'}, True),
        ({"act": '{"type":"Won"}'}, True),
        ({"act": '{"type":"Danced"}'}, True),
        ({"at": "yesterday"}, True),
        ({"at": None}, True),
        ({"role": "anybody"}, True),
        ({"commitments": "{"}, True),
    ],
)
def test_each_column_of_a_record_is_read(damaged: dict[str, Any], is_damaged: bool) -> None:
    assert unreadable(SimpleNamespace(**ROW | damaged), act_from_dict) is is_damaged
