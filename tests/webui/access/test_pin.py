"""The PIN and its tokens: who knows it comes in, who guesses is stopped."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from webui.access import pin as accesses
from webui.access.pin import KEY_FILE, Access, TooManyPins, WrongPin, is_loopback, signing_key


def wrong(access: Access) -> str:
    return str((int(access.pin) + 1) % 10**6).zfill(6)


def test_the_pin_is_six_digits_and_another_each_time() -> None:
    pins = {Access(b"key").pin for _ in range(50)}
    assert len(pins) > 40
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins)


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0[0]}{0[1]}{0[2]} {0[3]}{0[4]}{0[5]}"])
def test_the_pin_gives_a_token_that_grants_changes(typed: str) -> None:
    access = Access(b"key")
    assert access.grants(access.enter(typed.format(access.pin), "192.168.1.7"))


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "changes", "\ud800", "é.é.é"])
def test_what_was_not_given_grants_nothing(token: str) -> None:
    assert not Access(b"key").grants(token)


def test_a_token_of_another_key_grants_nothing() -> None:
    one, other = Access(b"one"), Access(b"other")
    assert not other.grants(one.enter(one.pin, "a"))


def test_a_token_holds_after_a_restart_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = Access(b"key"), Access(b"key")
    token = before.enter(before.pin, "a")
    assert after.grants(token)
    now = TimestampSigner("").get_timestamp()
    for seconds, granted in ((accesses.TOKEN_LIFE, True), (accesses.TOKEN_LIFE + 2, False)):
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _, then=now + seconds: then)
        assert after.grants(token) is granted


def test_one_address_may_try_five_wrong_pins_a_minute() -> None:
    access = Access(b"key")
    for _ in range(5):
        with pytest.raises(WrongPin):
            access.enter(wrong(access), "192.168.1.66")
    for pin in (wrong(access), access.pin):
        with pytest.raises(TooManyPins) as refused:
            access.enter(pin, "192.168.1.66")
        assert refused.value.about == {"minutes": 1}
    assert access.enter(access.pin, "192.168.1.7")


def test_right_pins_are_not_counted() -> None:
    access = Access(b"key")
    for _ in range(300):
        assert access.grants(access.enter(access.pin, "192.168.1.7"))


def test_many_addresses_at_once_may_try_a_hundred_wrong_pins_an_hour() -> None:
    access = Access(b"key")

    def tried(n: int) -> str:
        try:
            return access.enter(wrong(access), f"10.0.{n // 250}.{n % 250}")
        except (WrongPin, TooManyPins) as error:
            return error.kind

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(tried, range(400)))
    assert answers.count("pin-wrong") == 100
    assert answers.count("pins-too-many") == 300


def test_the_key_is_kept_where_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = signing_key(tmp_path / "data")
    file = tmp_path / "data" / KEY_FILE
    assert signing_key(tmp_path / "data") == key == file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_bytes(b"short")
    assert len(signing_key(tmp_path / "data")) == 32


def test_where_nothing_is_kept_each_key_is_new() -> None:
    keys = {signing_key(None) for _ in range(5)}
    assert len(keys) == 5
    assert {len(key) for key in keys} == {32}


def test_a_folder_that_takes_no_file_gives_a_key_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keys = {signing_key(tmp_path / "file" / "data") for _ in range(2)}
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.168.1.7", False),
        ("192.168.1.7", False),
        ("0.0.0.0", False),
        ("fe80::1", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_loopback_is_this_computer(address: str, here: bool) -> None:
    assert is_loopback(address) is here
