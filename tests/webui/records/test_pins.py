"""The PIN of a server and the devices that gave it."""

from datetime import timedelta

import pytest

from webui.records.pins import PIN_DIGITS, is_guessed_first, new_pin
from webui.records.store import Storage

LIFE = timedelta(hours=1)


@pytest.mark.parametrize(
    ("pin", "guessed"),
    [
        ("123456", True),
        ("654321", True),
        ("890123", True),
        ("000000", True),
        ("121212", True),
        ("123123", True),
        ("123457", False),
        ("112233", False),
        ("012346", False),
        ("100000", False),
    ],
)
def test_rows_and_repetitions_are_guessed_first(pin: str, guessed: bool) -> None:
    assert is_guessed_first(pin) is guessed


def test_a_new_pin_has_its_digits() -> None:
    pins = [new_pin() for _ in range(50)]
    assert {len(pin) for pin in pins} == {PIN_DIGITS}
    assert all(pin.isdecimal() and not is_guessed_first(pin) for pin in pins)


def test_a_device_is_let_in_until_its_life_ends_the_pin_is_renewed_or_it_signs_out() -> None:
    pins = Storage.open(None).pins
    pin = pins.pin()
    assert pins.pin() == pin
    device = pins.let_in("s1", "phone")
    assert pins.by_token("s1", LIFE) == device.id
    assert pins.by_token("s1", timedelta(seconds=-1)) is None
    assert pins.by_token("s2", LIFE) is None
    assert [each.name for each in pins.devices(LIFE)] == ["phone"]
    assert [pins.sign_out(device.id), pins.sign_out(device.id)] == [True, False]
    pins.let_in("s3", "phone")
    pins.renew_after(LIFE)
    assert (pins.pin(), bool(pins.by_token("s3", LIFE))) == (pin, True)
    pins.renew_after(timedelta(seconds=-1))
    assert pins.by_token("s3", LIFE) is None
