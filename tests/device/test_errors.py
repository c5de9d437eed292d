"""Troubles of the box: a kind, and parameters by name."""

from device.errors import PARAMETERS, DeviceError, LogError, PortError, UnknownPortError, described, trouble


def test_an_error_has_the_kind_and_the_parameters_of_its_trouble() -> None:
    found = trouble("port-busy", address="/dev/ttyACM0")
    error = PortError(found)
    assert (error.kind, dict(error.about), str(error)) == (
        "port-busy",
        {"address": "/dev/ttyACM0"},
        "port-busy: address='/dev/ttyACM0'",
    )
    assert issubclass(UnknownPortError, PortError)
    assert issubclass(LogError, DeviceError)


def test_a_kind_without_parameters_is_described_alone() -> None:
    assert described("port-busy", {}) == "port-busy"
    assert all(isinstance(names, frozenset) for names in PARAMETERS.values())
