"""Types that many values of the JSON interface share."""

from collections.abc import Mapping, Sequence
from typing import Any

Parameter = str | int | float | Sequence[Any] | None
"""A parameter of a kind; lists are of parameters."""

Parameters = Mapping[str, Parameter]
"""The parameters of a kind by name, from which its sentence is made in any language."""

Point = tuple[float, float]
"""A point in a photo: x to the right and y down, in pixels."""
