"""Drivers: the health of a line, and ports that are no serial lines."""

import pytest

from device.drivers import Health, Ports


@pytest.mark.parametrize(
    ("lines", "quality"), [([], 0.0), ([True], 1.0), ([True, False], 0.5), ([False] * 50 + [True] * 100, 1.0)]
)
def test_the_quality_is_that_of_the_last_hundred_lines(lines: list[bool], quality: float) -> None:
    health = Health()
    health.recent.extend(lines)
    assert health.quality == quality


def test_an_address_is_of_its_scheme() -> None:
    ports = Ports("pad", list, print)
    assert [each for each in ("pad:1", "pad", "pads:1", "/dev/ttyACM0", "") if ports.have(each)] == ["pad:1", "pad"]
