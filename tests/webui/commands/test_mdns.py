"""The page is found in the network by its name, where the library for that is installed."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import zeroconf

from tests.waiting import PATIENCE
from webui.commands.mdns import SERVICE, announced, local_name

ADDRESSES = ["127.0.0.1"]


def test_another_computer_finds_the_page_by_its_name() -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # the browser of other tests leaves an event loop in this thread
        found = elsewhere.submit(announced_and_found).result()
    assert found
    assert (found.server, found.port) == (f"{local_name()}.", 8123)
    assert set(found.parsed_addresses()) <= set(ADDRESSES)


def announced_and_found() -> zeroconf.ServiceInfo | None:
    with announced(ADDRESSES, 8123) as does:
        assert does
        asking = zeroconf.Zeroconf(interfaces=ADDRESSES)
        try:
            name = f"Tableside on {local_name().removesuffix('.local')}.{SERVICE}"
            return asking.get_service_info(SERVICE, name, 1000 * PATIENCE)
        finally:
            asking.close()


def test_without_the_library_nothing_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with announced(ADDRESSES, 8123) as does:
        assert not does


def test_without_a_network_nothing_is_announced() -> None:
    with announced([], 8123) as does:
        assert not does
