"""The pace at which a camera is followed: slower on a slow computer, which is said where no rate is slow enough."""

import pytest

from webui.table.follow.pace import RATES, Pace


def run(pace: Pace, took: float, seconds: float, start: float = 0.0) -> list[float]:
    """Follow pictures that take so long each, as `Following` does; return the seconds at which `slow` changed."""
    at, changed = start, []
    while at < start + seconds:
        if pace.note(at, at + took):
            changed.append(at)
        at = max(at + took, at + 1 / pace.rate)
    return changed


@pytest.mark.parametrize(
    ("took", "rate", "slow"),
    [
        (0.02, RATES[0], False),
        (0.08, RATES[0], False),
        (0.11, RATES[1], False),
        (0.16, RATES[2], False),
        (0.5, RATES[2], True),
    ],
)
def test_a_computer_that_needs_longer_follows_fewer_pictures_and_says_so_where_it_drops_them(
    took: float, rate: float, slow: bool
) -> None:
    pace = Pace()
    run(pace, took, 60)
    assert (pace.rate, pace.slow) == (rate, slow)


def test_a_computer_that_has_time_again_goes_back_to_the_usual_rate() -> None:
    pace = Pace()
    assert len(run(pace, 0.5, 60)) == 1
    assert len(run(pace, 0.02, 60, start=60)) == 1
    assert (pace.rate, pace.slow) == (RATES[0], False)


def test_a_single_long_look_changes_nothing() -> None:
    pace = Pace()
    pace.note(0, 2)
    run(pace, 0.03, 30, start=2)
    assert (pace.rate, pace.slow) == (RATES[0], False)
