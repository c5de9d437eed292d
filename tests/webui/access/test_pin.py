"""The PIN and its tokens: who knows it comes in, who guesses is stopped."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from webui.access import pin as accesses
from webui.access.pin import TOKEN_LIFE, Access, TooManyPins, WrongPin
from webui.records.store import Records


def wrong(access: Access) -> str:
    return str((int(access.pin) + 1) % 10**6).zfill(6)


def test_the_pin_is_six_digits_and_another_each_time() -> None:
    pins = {Access().pin for _ in range(50)}
    assert len(pins) > 40
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins)


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0[0]}{0[1]}{0[2]} {0[3]}{0[4]}{0[5]}"])
def test_the_pin_gives_a_token_that_grants_changes(typed: str) -> None:
    access = Access()
    assert access.grants(access.enter(typed.format(access.pin), "192.168.1.7"))


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "changes", "\ud800", "é.é.é"])
def test_what_was_not_given_grants_nothing(token: str) -> None:
    assert not Access().grants(token)


def test_a_token_of_another_server_grants_nothing() -> None:
    one, other = Access(), Access()
    assert not other.grants(one.enter(one.pin, "a"))


def test_servers_of_a_hall_have_one_pin_and_know_each_others_devices(postgres_url: str) -> None:
    with closing(Records.open(None, db=postgres_url)) as one, closing(Records.open(None, db=postgres_url)) as other:
        here, there = Access(pins=one.pins), Access(pins=other.pins)
        assert here.pin == there.pin
        token = here.enter(there.pin, "a", "iPhone")
        assert there.grants(token)
        (device,) = there.pins.devices(TOKEN_LIFE)
        assert device.name == "iPhone"
        there.pins.sign_out(device.id)
        assert not here.grants(token)
        again = there.enter(here.pin, "a")
        assert here.pins.renew() == there.pin
        assert not there.grants(again)


def test_a_token_holds_after_a_restart_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Records.open(tmp_path)) as records:
        before = Access(pins=records.pins)
        pin, token = before.pin, before.enter(before.pin, "a")
    with closing(Records.open(tmp_path)) as records:
        records.pins.renew_after(TOKEN_LIFE)
        after = Access(pins=records.pins)
        assert after.pin == pin
        assert after.grants(token)
        assert token not in (tmp_path / "tableside.db").read_bytes().decode("latin-1")  # only its hash is kept
        monkeypatch.setattr(accesses, "TOKEN_LIFE", timedelta(0))
        assert not after.grants(token)
        records.pins.renew_after(timedelta(0))
        monkeypatch.undo()
        assert not after.grants(token)


def test_one_address_may_try_five_wrong_pins_a_minute() -> None:
    access = Access()
    for _ in range(5):
        with pytest.raises(WrongPin):
            access.enter(wrong(access), "192.168.1.66")
    for pin in (wrong(access), access.pin):
        with pytest.raises(TooManyPins) as refused:
            access.enter(pin, "192.168.1.66")
        assert refused.value.about == {"minutes": 1}
    assert access.enter(access.pin, "192.168.1.7")


def test_right_pins_are_not_counted() -> None:
    access = Access()
    for _ in range(300):
        assert access.grants(access.enter(access.pin, "192.168.1.7"))


def test_many_addresses_at_once_may_try_a_hundred_wrong_pins_an_hour() -> None:
    access = Access()

    def tried(n: int) -> str:
        try:
            return access.enter(wrong(access), f"10.0.{n // 250}.{n % 250}")
        except (WrongPin, TooManyPins) as error:
            return error.kind

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(tried, range(400)))
    assert answers.count("pin-wrong") == 100
    assert answers.count("pins-too-many") == 300
