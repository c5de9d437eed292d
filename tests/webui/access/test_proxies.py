"""Trust in the headers of a request, and the requests that this computer made itself."""

from typing import Any

import pytest

from tests.rows import row_by_row
from webui.access.proxies import Forwarded, Proxies, by_proxy, client_address, is_local, is_loopback

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000", "SERVER_PROTOCOL": "HTTP/1.1"}
TRUSTED = Proxies.of(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])


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
        ("fe80::1%eth0", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_loopback_is_this_computer(address: str, here: bool) -> None:
    assert is_loopback(address) is here


@row_by_row(
    ("told", "here"),
    [
        ({}, True),
        ({"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8000"}, True),
        ({"HTTP_HOST": "127.0.0.1:8000"}, True),
        ({"HTTP_ORIGIN": "http://localhost:8000", "HTTP_REFERER": "http://localhost:8000/t/1"}, True),
        ({"REMOTE_ADDR": "192.168.1.7"}, False),
        ({"HTTP_X_FORWARDED_FOR": "192.168.1.7"}, False),
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
        ({"HTTP_X_FORWARDED_PROTO": "https"}, False),
        ({"HTTP_X_FORWARDED_HOST": "localhost"}, False),
        ({"HTTP_X_REAL_IP": "127.0.0.1"}, False),
        ({"HTTP_FORWARDED": "for=127.0.0.1"}, False),
        ({"HTTP_VIA": "1.1 hall"}, False),
        ({"HTTP_CF_CONNECTING_IP": "192.168.1.7"}, False),
        ({"HTTP_TRUE_CLIENT_IP": "192.168.1.7"}, False),
        ({"HTTP_CLIENT_IP": "192.168.1.7"}, False),
        ({"HTTP_X_CLUSTER_CLIENT_IP": "192.168.1.7"}, False),
        ({"HTTP_X_ORIGINAL_FORWARDED_FOR": "192.168.1.7"}, False),
        ({"SERVER_PROTOCOL": "HTTP/1.0"}, False),  # nginx as it is installed
        ({"HTTP_HOST": "hall.example"}, False),
        ({"HTTP_HOST": "192.168.1.2:8000"}, False),
        ({"HTTP_HOST": ""}, False),
        ({"HTTP_ORIGIN": "https://hall.example"}, False),
        ({"HTTP_ORIGIN": "null"}, False),
        ({"HTTP_REFERER": "http://hall.example/t/1"}, False),
        ({"HTTP_REFERER": "http://[broken"}, False),
    ],
)
def test_a_request_from_here_tells_of_nobody_else(told: dict[str, str], here: bool) -> None:
    assert is_local(HERE | told) is here


def behind(proxies: Proxies, told: dict[str, str]) -> dict[str, Any]:
    """A request as the application gets it."""
    seen: list[dict[str, Any]] = []

    def application(environ: dict[str, Any], _: Any) -> list[bytes]:
        seen.append(environ)
        return []

    request = HERE | {"wsgi.url_scheme": "http", "SCRIPT_NAME": ""} | told
    Forwarded(application, lambda: proxies)(request, lambda *_: lambda _: None)
    return seen[0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "192.168.1.7", "192.168.1.7"),
        ("::ffff:127.0.0.1", "192.168.1.7", "192.168.1.7"),
        ("127.0.0.1", "6.6.6.6, 192.168.1.7", "192.168.1.7"),  # a client says anything
        ("127.0.0.1", "6.6.6.6, 192.168.1.7, 10.0.0.2", "192.168.1.7"),
        ("127.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("127.0.0.1", "6.6.6.6, unknown, 10.0.0.2", "10.0.0.2"),
        ("127.0.0.1", "192.168.1.7:4711", "192.168.1.7"),
        ("127.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("fd00::2", "2001:db8::7", "2001:db8::7"),
        ("192.168.1.9", "192.168.1.7", "192.168.1.9"),
        ("", "192.168.1.7", ""),
    ],
)
def test_the_client_is_the_last_who_is_no_trusted_proxy(peer: str, forwarded: str, client: str) -> None:
    request = behind(TRUSTED, {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded})
    assert client_address(request) == client


@pytest.mark.parametrize(
    ("told", "followed"),
    [
        ({"PROTO": "https"}, ("https", "localhost:8000", "")),
        ({"PROTO": "https", "HOST": "hall.example", "PREFIX": "/tableside"}, ("https", "hall.example", "/tableside")),
        ({"PREFIX": "/a/b-c/"}, ("http", "localhost:8000", "/a/b-c")),
        ({"PROTO": "gopher"}, ("http", "localhost:8000", "")),
        ({"PREFIX": "/"}, ("http", "localhost:8000", "")),
        ({"PREFIX": "//elsewhere.example"}, ("http", "localhost:8000", "")),
        ({"PREFIX": "/<a>"}, ("http", "localhost:8000", "")),
    ],
)
def test_a_trusted_proxy_says_how_it_was_asked(told: dict[str, str], followed: tuple[str, str, str]) -> None:
    headers = {f"HTTP_X_FORWARDED_{name}": value for name, value in told.items()}
    request = behind(TRUSTED, headers)
    assert by_proxy(request)
    assert (request["wsgi.url_scheme"], request["HTTP_HOST"], request["SCRIPT_NAME"]) == followed
    for other in (behind(Proxies(), headers), behind(TRUSTED, headers | {"REMOTE_ADDR": "192.168.1.9"})):
        assert not by_proxy(other)
        assert (other["wsgi.url_scheme"], other["HTTP_HOST"], other["SCRIPT_NAME"]) == ("http", "localhost:8000", "")


@pytest.mark.parametrize("text", ["", "hall.example", "10.0.0.0/99", "1.2.3"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="IPv"):
        Proxies.of([text])
