"""Errors and troubles of the table box: kinds with parameters, which user interfaces turn into sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

_Value = str | int | float | tuple[str, ...]
"""A parameter: a JSON value, with a tuple for a list."""

DeviceErrorKind = Literal[
    "frame-long",
    "frame-value",
    "command-unknown",
    "command-values",
    "command-frame",
    "command-fault",
    "fault-unknown",
    "no-pseudo-terminals",
    "port-unknown",
    "port-missing",
    "port-forbidden",
    "port-busy",
    "port-hangs",
    "port-gone",
    "port-failed",
    "no-pad",
    "several-pads",
    "no-pad-there",
    "pad-forbidden",
    "pad-unsupported",
    "no-box",
    "no-answer",
    "only-noise",
    "own-output",
    "protocol-newer",
    "protocol-older",
    "box-silent",
    "port-silent",
    "events-waiting",
    "poor-line",
    "log-failed",
    "log-unusable",
    "search-failed",
    "driver-failed",
    "driver-report",
]

PARAMETERS: Final[Mapping[DeviceErrorKind, frozenset[str]]] = {
    # Frames and scripts
    "frame-long": frozenset({"frame", "size", "most"}),
    "frame-value": frozenset({"frame"}),
    "command-unknown": frozenset({"line"}),
    "command-values": frozenset({"line", "reason"}),
    "command-frame": frozenset({"line"}),
    "command-fault": frozenset({"line", "word", "known"}),
    "fault-unknown": frozenset({"word", "known"}),
    "no-pseudo-terminals": frozenset(),
    # Ports
    "port-unknown": frozenset({"address", "reason"}),
    "port-missing": frozenset({"address"}),
    "port-forbidden": frozenset({"address"}),
    "port-busy": frozenset({"address"}),
    "port-hangs": frozenset({"address"}),
    "port-gone": frozenset({"address"}),
    "port-failed": frozenset({"address", "reason"}),
    # Number pads and pedals
    "no-pad": frozenset(),
    "several-pads": frozenset({"pads"}),
    "no-pad-there": frozenset({"address"}),
    "pad-forbidden": frozenset({"address"}),
    "pad-unsupported": frozenset(),
    # The line and the box
    "no-box": frozenset(),
    "no-answer": frozenset({"address"}),
    "only-noise": frozenset({"address", "baud"}),
    "own-output": frozenset(),
    "protocol-newer": frozenset({"box", "protocol", "ours"}),
    "protocol-older": frozenset({"box", "protocol", "ours"}),
    "box-silent": frozenset({"box", "seconds"}),
    "port-silent": frozenset({"address"}),
    "events-waiting": frozenset({"count"}),
    "poor-line": frozenset({"percent"}),
    "log-failed": frozenset({"reason"}),
    "log-unusable": frozenset({"file", "reason"}),
    "search-failed": frozenset({"reason"}),
    "driver-failed": frozenset({"driver", "reason"}),
    "driver-report": frozenset({"message"}),
}
"""The names of each kind's parameters."""


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """A reason why a box cannot be heard, or its line is not sound.

    A driver of another package reports other troubles as `driver-report`, with its own English `message`.

    Attributes:
        kind: The reason.
        about: The parameters of that kind, by name.
    """

    kind: DeviceErrorKind
    about: Mapping[str, _Value]

    def __post_init__(self) -> None:
        if self.about.keys() != PARAMETERS[self.kind]:
            raise TypeError(f"{self.kind} takes {sorted(PARAMETERS[self.kind])}, got {sorted(self.about)}")

    def __str__(self) -> str:
        return described(self.kind, self.about)


def trouble(kind: DeviceErrorKind, **about: _Value) -> DeviceTrouble:
    """Return a trouble with its parameters."""
    return DeviceTrouble(kind, about)


class DeviceError(ValueError):
    """An operation that a device cannot carry out.

    Each subclass says how the caller can react. The text of an error is for logs; sentences for people are made from
    `kind` and `about`.

    Attributes:
        trouble: The reason.
    """

    def __init__(self, trouble: DeviceTrouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble

    @property
    def kind(self) -> DeviceErrorKind:
        """The kind of trouble."""
        return self.trouble.kind

    @property
    def about(self) -> Mapping[str, _Value]:
        """Its parameters by name."""
        return self.trouble.about


class PortError(DeviceError):
    """A port cannot be opened: connect the box, free the port, or allow its use, then open it again."""


class UnknownPortError(PortError):
    """An address names no port: correct it."""


class LogError(DeviceError):
    """The record of the line cannot be written to this file: name another one."""


class UnsupportedError(DeviceError):
    """This operating system lacks a required feature: use another one."""


def described(kind: str, about: Mapping[str, _Value]) -> str:
    """Return a kind and its parameters for logs, as in `port-busy: address='/dev/ttyACM0'`."""
    listed = ", ".join(f"{name}={value!r}" for name, value in about.items())
    return f"{kind}: {listed}" if listed else kind
