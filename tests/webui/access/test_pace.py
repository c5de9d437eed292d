"""Somebody may do something so often within a time, whatever others do."""

import pytest

from webui.access.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("hits", "allowed"),
    [
        ([0, 0, 0], [True, True, True]),
        ([0, 0, 0, 0, 59], [True, True, True, False, False]),
        ([0, 20, 40, 59, 60, 61, 79, 80], [True, True, True, False, True, False, False, True]),
        ([0, 0, 0, 200, 200, 200, 201], [True, True, True, True, True, True, False]),
    ],
)
def test_three_times_a_minute(hits: list[float], allowed: list[bool]) -> None:
    clock = Clock()
    pace = Pace(3, 60, clock)
    found = []
    for seconds in hits:
        clock.now = 100 + seconds
        found.append(pace.hit("phone"))
    assert found == allowed


def test_each_has_a_pace_of_its_own_and_is_forgotten() -> None:
    clock = Clock()
    pace = Pace(1, 60, clock)
    assert pace.hit("a")
    assert pace.hit("b")
    assert not pace.hit("a")
    clock.now += 60
    assert pace.hit("c")
    assert pace._times.keys() == {"c"}
