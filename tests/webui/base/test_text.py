"""Times for people: by this computer's clock, whatever zone they were kept in."""

import time
from collections.abc import Iterator

import pytest

from webui.base.text import local_time


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize(
    ("iso", "day", "clock"),
    [
        ("2026-11-24T18:30:00+00:00", "2026-11-25", "02:30"),
        ("2026-11-24T18:30:00+08:00", "2026-11-24", "18:30"),
        ("2026-11-24T18:30:00Z", "2026-11-25", "02:30"),
    ],
)
def test_a_moment_is_by_the_local_clock(iso: str, day: str, clock: str) -> None:
    assert (local_time(iso, "day"), local_time(iso, "time"), local_time(iso)) == (day, clock, f"{day} {clock}")


def test_what_is_no_moment_stays_as_it_is() -> None:
    assert local_time("yesterday") == "yesterday"
