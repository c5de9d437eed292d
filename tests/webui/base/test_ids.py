"""Ids are UUIDs of version 7 in the order in which they were made."""

import time
from concurrent.futures import ThreadPoolExecutor
from uuid import RFC_4122

import pytest

from webui.base.ids import uuid7


def test_ids_follow_the_standard_and_the_clock() -> None:
    before = time.time_ns() // 1_000_000
    made = uuid7()
    assert (made.version, made.variant) == (7, RFC_4122)
    assert before <= made.int >> 80 <= time.time_ns() // 1_000_000 + 1


def test_ids_of_all_threads_differ_and_each_follows_the_one_before() -> None:
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: [uuid7() for _ in range(500)], range(8)))
    assert all(run == sorted(run) for run in runs)
    assert len({each for run in runs for each in run}) == 4000


def test_a_clock_that_goes_back_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = uuid7()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert uuid7() > first
