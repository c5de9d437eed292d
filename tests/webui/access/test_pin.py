"""The PIN and its tokens: who knows it comes in, who guesses is stopped."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from webui.access import pin as accesses
from webui.access.pin import FORGOTTEN, TOKEN_LIFE, Access, Guesses, TooManyPinsError, WrongPinError
from webui.records.pins import is_guessed_first, new_pin
from webui.records.store import Storage


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
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
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
    with closing(Storage.open(tmp_path)) as records:
        before = Access(pins=records.pins)
        pin, token = before.pin, before.enter(before.pin, "a")
    with closing(Storage.open(tmp_path)) as records:
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


class Clock:
    """A clock that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def tried(guesses: Guesses, who: str) -> int:
    """Tries a wrong PIN; gives the seconds to wait where it is not let through, else 0."""
    try:
        with guesses.allowed(who):
            raise WrongPinError("pin-wrong")
    except WrongPinError:
        return 0
    except TooManyPinsError as error:
        seconds = error.about["seconds"]
        assert isinstance(seconds, int)
        return seconds


def test_an_address_waits_longer_after_each_wrong_pin_beyond_five() -> None:
    clock = Clock()
    guesses, waits = Guesses(clock), []
    assert [tried(guesses, "192.168.1.66") for _ in range(5)] == [0] * 5
    for _ in range(10):
        waits.append(tried(guesses, "192.168.1.66"))
        clock.now += waits[-1]
        assert tried(guesses, "192.168.1.66") == 0
    assert waits == [60, 120, 240, 480, 960, 1920, 3840, 7680, 14400, 14400]


def test_even_the_right_pin_waits_there_and_nowhere_else() -> None:
    access = Access()
    for _ in range(5):
        with pytest.raises(WrongPinError):
            access.enter(wrong(access), "192.168.1.66")
    with pytest.raises(TooManyPinsError) as refused:
        access.enter(access.pin, "192.168.1.66")
    assert refused.value.about == {"minutes": 1, "seconds": 60}
    assert access.enter(access.pin, "192.168.1.7")


def test_people_of_one_address_who_mistype_keep_nobody_out() -> None:
    """A venue has one address: each of its people mistypes once, and the director's PIN is right."""
    guesses = Guesses(Clock())

    def tries(name: str, times: int, device: str = "") -> list[bool]:
        """Try a wrong PIN several times; False where it is not let through."""
        found = []
        for _ in range(times):
            try:
                with guesses.allowed("192.168.1.1", name, device):
                    raise WrongPinError("pin-wrong")
            except WrongPinError as error:
                found.append(not isinstance(error, TooManyPinsError))
            except TooManyPinsError:
                found.append(False)
        return found

    assert [tries(f"player {n}", 1) for n in range(14)] == [[True]] * 14
    assert tries("Director", 6) == [True] * 5 + [False]  # somebody guesses hers
    with guesses.allowed("192.168.1.1", "Director", "her phone"):
        pass  # a right one on a device that was signed in before
    with guesses.allowed("192.168.1.1", "Referee"):
        pass
    assert tries("Li", 6, "his phone") == [True] * 5 + [False]
    assert tries("Wu", 1) == [True]
    assert sum(sum(tries(f"name {n}", 1)) for n in range(40)) == 30 - 14 - 5 - 1


def test_in_a_day_one_address_tries_as_many_as_the_documented_chance_says() -> None:
    clock, count = Clock(), 0
    guesses = Guesses(clock)
    end = clock.now + 24 * 3600
    while clock.now < end:
        wait = tried(guesses, "a")
        clock.now += wait
        count += not wait
    assert count == 17


def test_a_day_after_its_last_wrong_pin_an_address_starts_anew() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    assert [bool(tried(guesses, "a")) for _ in range(6)] == [False] * 5 + [True]
    clock.now += FORGOTTEN
    assert tried(guesses, "b") == 0
    assert [bool(tried(guesses, "a")) for _ in range(6)] == [False] * 5 + [True]


def test_wrong_pins_from_everywhere_keep_nobody_out() -> None:
    access = Access()

    def wrongly(n: int) -> str:
        try:
            return access.enter(wrong(access), f"10.0.{n // 250}.{n % 250}")
        except (WrongPinError, TooManyPinsError) as error:
            return error.kind

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(wrongly, range(400))) == {"pin-wrong"}
    assert access.enter(access.pin, "192.168.1.7")


@pytest.mark.parametrize(("first", "same"), [("192.168.1.66", "::ffff:192.168.1.66"), ("fe80::1", "fe80::1%eth0")])
def test_an_address_is_one_however_it_is_written(first: str, same: str) -> None:
    guesses = Guesses(Clock())
    assert [tried(guesses, first) for _ in range(5)] == [0] * 5
    assert tried(guesses, same) == 60


def test_one_device_with_many_addresses_of_a_network_is_slowed_down_too() -> None:
    guesses = Guesses(Clock())
    assert [tried(guesses, f"2001:db8::{n:x}") for n in range(1, 101)] == [0] * 100
    assert [tried(guesses, f"2001:db8::{same}") for same in ("ffff", "8000:0:0:1")] == [60, 60]
    assert tried(guesses, "2001:db8:0:1::1") == 0


def test_right_pins_are_not_counted() -> None:
    access = Access()
    for _ in range(300):
        assert access.grants(access.enter(access.pin, "192.168.1.7"))


@pytest.mark.parametrize(
    ("pin", "first"),
    [
        ("123456", True),
        ("654321", True),
        ("890123", True),
        ("000000", True),
        ("121212", True),
        ("123123", True),
        ("12341234", True),
        ("0000000", True),
        ("123457", False),
        ("112233", False),
        ("121213", False),
        ("1231231", False),
    ],
)
def test_pins_that_are_guessed_first(pin: str, first: bool) -> None:
    assert is_guessed_first(pin) is first


def test_no_pin_of_a_run_is_guessed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(is_guessed_first(f"{number:06}") for number in range(10**6)) == 1110
    drawn = iter((0, 123456, 654321, 121212, 271828))
    monkeypatch.setattr("webui.records.pins.secrets.randbelow", lambda _: next(drawn))
    assert new_pin() == "271828"
