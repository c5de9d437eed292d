"""Certificates as contexts of TLS."""

import os
import socket
import ssl
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from webui.access import certificates
from webui.access.authority import Authority, certified
from webui.access.certificates import GivenCertificate, OwnCertificate


@pytest.fixture
def authority() -> Authority:
    return Authority.open(None, ["127.0.0.1"])


def shaken(context: ssl.SSLContext, authority: Authority) -> str | None:
    """Return the protocol that a client and a server agree on."""
    client = ssl.create_default_context(cadata=authority.pem.decode())
    client.set_alpn_protocols(["h2", "http/1.1"])
    ours, theirs = socket.socketpair()

    def serve() -> None:
        with context.wrap_socket(theirs, server_side=True) as served:
            served.recv(1)

    thread = threading.Thread(target=serve)
    thread.start()
    with client.wrap_socket(ours, server_hostname="127.0.0.1") as shaking:
        agreed = shaking.selected_alpn_protocol()
        shaking.send(b"x")
    thread.join()
    return agreed


def test_a_client_trusts_it_by_the_authority_and_speaks_the_protocol_of_the_server(authority: Authority) -> None:
    own = OwnCertificate(authority, lambda: certified(["127.0.0.1"]))
    assert shaken(own.context(), authority) == "http/1.1"


def test_files_that_were_replaced_are_read_again(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "both.pem"
    file.write_bytes(authority.issue(certified(["127.0.0.1"]), datetime.now(UTC)).pem)
    given = GivenCertificate(file, None)
    first = given.context()
    file.write_bytes(authority.issue(certified(["127.0.0.1", "localhost"]), datetime.now(UTC)).pem)
    os.utime(file, ns=(1, 1))
    assert given.context() is first
    monkeypatch.setattr(certificates, "LOOKED", -1)
    assert given.context() is not first
    file.unlink()
    assert given.context() is not None
