"""The address that a phone is given, and what is printed at the start."""

import pytest

from webui.access.pin import Access
from webui.commands.addresses import Adapter, adapters, for_phones, for_this_computer, host_of, printed, reachable

LAN = Adapter("wlp3s0", ("192.168.1.7",))
OFFICE = Adapter("Ethernet", ("10.1.2.3",))
DOCKER = Adapter("docker0", ("172.17.0.1",))
BRIDGE = Adapter("br-0a1b2c3d4e5f", ("172.18.0.1",))
LIBVIRT = Adapter("virbr0", ("192.168.122.1",))
WSL = Adapter("Hyper-V Virtual Ethernet Adapter", ("172.28.0.1",))
VPN = Adapter("tun0", ("10.8.0.2",))
TAILSCALE = Adapter("tailscale0", ("100.101.1.2",))
PUBLIC = Adapter("eth1", ("203.0.113.9",))
LOOPBACK = Adapter("lo", ("127.0.0.1",))
LINK_LOCAL = Adapter("eth2", ("169.254.7.7",))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([LOOPBACK, LAN], ["192.168.1.7"]),
        ([DOCKER, BRIDGE, LIBVIRT, LAN, VPN], ["192.168.1.7"]),
        ([WSL, OFFICE], ["10.1.2.3"]),
        ([PUBLIC, OFFICE, LAN], ["192.168.1.7", "10.1.2.3", "203.0.113.9"]),
        ([Adapter("en0", ("172.20.10.2",)), TAILSCALE], ["172.20.10.2"]),
        ([LOOPBACK, DOCKER], ["172.17.0.1"]),
        ([LOOPBACK, LINK_LOCAL], []),
        ([], []),
        ([Adapter("bridge100", ("192.168.64.1",)), Adapter("en0", ("192.168.1.8",))], ["192.168.1.8"]),
        ([Adapter("br0", ("192.168.1.8",))], ["192.168.1.8"]),
    ],
)
def test_the_address_in_the_room_comes_first(found: list[Adapter], expected: list[str]) -> None:
    assert reachable(found) == expected


@pytest.mark.parametrize(
    ("host", "name", "expected"),
    [
        ("0.0.0.0", None, ["http://192.168.1.7:8000/"]),
        ("::", None, ["http://192.168.1.7:8000/"]),
        ("0.0.0.0", "table1.club", ["http://table1.club:8000/"]),
        ("127.0.0.1", "https://hall.example/tableside", ["https://hall.example/tableside/"]),
        ("192.168.1.7", None, ["http://192.168.1.7:8000/"]),
        ("fd00::7", None, ["http://[fd00::7]:8000/"]),
        ("127.0.0.1", None, []),
        ("::1", None, []),
        ("localhost", None, []),
    ],
)
def test_a_phone_is_given_what_it_can_reach(host: str, name: str | None, expected: list[str]) -> None:
    assert for_phones(host, 8000, name, [LOOPBACK, DOCKER, LAN]) == expected
    by_https = [address.replace("http://", "https://") for address in expected]
    assert for_phones(host, 8000, name, [LOOPBACK, DOCKER, LAN], https=True) == by_https


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("table1.club", "table1.club"),
        ("192.168.1.7", "192.168.1.7"),
        ("https://hall.example/tableside/", "hall.example"),
        ("http://hall.example:8080", "hall.example"),
    ],
)
def test_a_name_may_be_an_address(name: str, host: str) -> None:
    assert host_of(name) == host


@pytest.mark.parametrize(
    "name", ["", "hall.example/", "hall.example:80", "ftp://hall.example", "https://", "http://a?b", "a b"]
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        host_of(name)


@pytest.mark.parametrize(
    ("host", "alone"), [("127.0.0.1", True), ("::1", True), ("LOCALHOST", True), ("0.0.0.0", False), ("club", False)]
)
def test_who_is_heard_by_this_computer_alone(host: str, alone: bool) -> None:
    assert for_this_computer(host) is alone


def test_this_computer_has_adapters() -> None:
    assert any("127.0.0.1" in each.addresses for each in adapters())


def test_the_pin_is_printed_with_the_address() -> None:
    access = Access()
    lines = printed("0.0.0.0", 8000, ["http://192.168.1.7:8000/"], access)
    assert lines[0].startswith("Tableside is at http://localhost:8000/")
    assert "http://192.168.1.7:8000/" in lines[1]
    assert access.pin in lines[2]
    assert any("no network" in line for line in printed("0.0.0.0", 8000, [], access))


def test_the_page_of_this_computer_alone_prints_one_line() -> None:
    assert printed("127.0.0.1", 8000, [], None) == ["Tableside is at http://127.0.0.1:8000/ (stop it with Ctrl+C)"]
