"""What a game adds to `tableside match record`: options of its commands, and commands of its own."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scoring.match.records import Act

Decorator = Callable[[Any], Any]
"""An option or argument of click, as it decorates a function."""


class RecordCommand(NamedTuple):
    """A command that records an act.

    Attributes:
        options: Its arguments and options.
        make: Makes the act of their values; its docstring is the help.
    """

    options: Sequence[Decorator]
    make: Callable[..., Act]
