"""Values of a table by their keys."""

import pytest

from webui.records.store import Storage
from webui.records.values import read_or


def test_a_value_is_of_its_table_and_none_removes_it() -> None:
    values = Storage.open(None).values
    values.keep(1, "name", "Window")
    values.keep(2, "name", "Door")
    assert (values.get(1, "name"), values.get(3, "name")) == ("Window", None)
    assert values.all("name") == {1: "Window", 2: "Door"}
    values.keep(1, "name", {"a": [1, 2]})
    assert values.get(1, "name") == {"a": [1, 2]}
    values.keep(1, "name", None)
    assert values.get(1, "name") is None


@pytest.mark.parametrize(("kept", "read"), [("12", 12), ("twelve", -1), (None, -1)])
def test_what_cannot_be_read_is_what_is_usual(kept: str | None, read: int) -> None:
    def made(value: str | None) -> int:
        if value is None:
            raise ValueError("nothing")
        return int(value)

    assert read_or(-1, made, kept) == read
