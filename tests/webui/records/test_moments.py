"""Times in the form of the database."""

from datetime import datetime, timedelta

import pytest

from webui.records import moments


def test_moments_sort_as_texts() -> None:
    one = moments.now()
    later = moments.after(one, timedelta(milliseconds=1))
    assert one < later < moments.after(one, timedelta(days=1))
    assert len(one) == len(later)
    assert datetime.fromisoformat(one).utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("age", "then"),
    [(timedelta(seconds=59), "2026-12-31T23:59:59.000+00:00"), (timedelta(minutes=1), "2027-01-01T00:00:00.000+00:00")],
)
def test_a_moment_after_another(age: timedelta, then: str) -> None:
    assert moments.after("2026-12-31T23:59:00.000+00:00", age) == then
