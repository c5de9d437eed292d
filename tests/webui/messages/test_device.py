"""Every error and trouble of the table box has a sentence, and every sentence gets its parameters."""

import re
from typing import get_args

import pytest

from device.errors import PARAMETERS, DeviceError, DeviceErrorKind, DeviceTrouble, trouble
from tests.rows import row_by_row
from webui.messages import Messages
from webui.messages.device import DEVICE, device_error

ENGLISH = Messages.of("en")


def test_every_kind_has_a_sentence() -> None:
    assert set(DEVICE) == set(PARAMETERS) == set(get_args(DeviceErrorKind))


@row_by_row("kind", DEVICE)
def test_each_sentence_says_every_parameter_and_no_other(kind: DeviceErrorKind) -> None:
    assert set(re.findall(r"%\((\w+)\)", DEVICE[kind])) == PARAMETERS[kind]


def test_a_trouble_lacks_no_parameter_and_has_none_too_many() -> None:
    with pytest.raises(TypeError, match="port-busy takes"):
        DeviceTrouble("port-busy", {})
    with pytest.raises(TypeError, match="port-busy takes"):
        trouble("port-busy", address="COM3", baud=9600)


def test_a_trouble_and_an_error_are_said_alike() -> None:
    poor = trouble("poor-line", percent=71)
    assert device_error(ENGLISH, poor) == "poor line, 71% of it is sound: use a shorter cable, away from the motor"
    assert device_error(ENGLISH, DeviceError(poor)) == device_error(ENGLISH, poor)
    assert str(DeviceError(poor)) == str(poor) == "poor-line: percent=71"


def test_a_list_is_said_with_commas() -> None:
    unknown = trouble("fault-unknown", word="dorp=1", known=("drop", "garble"))
    assert device_error(ENGLISH, unknown) == "'dorp=1' is no fault, expected NAME=NUMBER with a name of drop, garble"
