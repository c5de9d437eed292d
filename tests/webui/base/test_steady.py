"""A clock that does not jump with that of the computer."""

from datetime import UTC, datetime, timedelta

import pytest

from webui.base.steady import LEAST, SteadyTime

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Computer:
    """A computer whose clock a test sets."""

    wall = NOON
    passed = 100.0


@pytest.mark.parametrize(
    ("set_by", "jump"),
    [
        (timedelta(0), False),
        (LEAST - timedelta(milliseconds=1), False),
        (LEAST, True),
        (-LEAST, True),
        (timedelta(milliseconds=1) - LEAST, False),
    ],
)
def test_a_change_of_the_clock_is_a_jump_from_its_least_on(set_by: timedelta, jump: bool) -> None:
    computer = Computer()
    steady = SteadyTime(lambda: computer.wall, lambda: computer.passed)
    computer.passed += 60
    computer.wall += timedelta(seconds=60) + set_by
    assert steady() == NOON + timedelta(seconds=60)
    assert steady.jumped() == (set_by if jump else None)
    steady.follow()
    assert (steady(), steady.jumped()) == (computer.wall, None)
