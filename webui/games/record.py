"""Additions of a game to `tableside match record`: options of its commands, and commands of its own."""

from collections.abc import Callable, Mapping, Sequence
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


class RecordCommands(NamedTuple):
    """The additions of a game to `match record`.

    Attributes:
        options: The options that it adds to the commands `won` and `drawn`; those of `drawn` are fields of the act.
        commands: Its own commands, by name.
    """

    options: Mapping[str, Sequence[Decorator]] = {}
    commands: Mapping[str, RecordCommand] = {}
