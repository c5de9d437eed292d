"""Parameters of which some are run each time, and all with `-m long`."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

_of_run = {"long": False}


def pytest_configure(config: pytest.Config) -> None:
    _of_run["long"] = config.option.markexpr != "not long"


def runs_long() -> bool:
    """Return True where the run has long tests too, or only these."""
    return _of_run["long"]


def long_but(each_time: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Return the values, those that are not among `each_time` marked as long."""
    return [value if value in each_time else pytest.param(*_parts(value), marks=pytest.mark.long) for value in values]


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
