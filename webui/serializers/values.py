"""Types that many values of the JSON interface share."""

from collections.abc import Mapping, Sequence
from typing import Any

Parameter = str | int | float | Sequence[Any] | None
"""A parameter of a kind; lists are of parameters."""

About = Mapping[str, Parameter]
"""The parameters of a kind, by name: what a sentence is made of in another language."""

Point = tuple[float, float]
"""A place in a photograph: x to the right and y down, in pixels."""
