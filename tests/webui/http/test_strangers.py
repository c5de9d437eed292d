"""A network with strangers: one address takes no more than its share, and who is signed in finds a place."""

import gc
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from waitress.wasyncore import close_all

from tests.ordeals.starved import STREAM, is_closed
from tests.served import make_reading
from tests.waiting import PATIENCE, until
from vision.reading import Doubt
from webui.access.pin import Access
from webui.hand.places import Asker
from webui.http import bodies
from webui.http import server as servers
from webui.http.api import DECLARED, JSON_LIMIT
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site, site_of
from webui.table.table import Table

HERE = "127.0.0.1"
LARGE = 110_000_000
LOCAL = ("webui.access.proxies", "webui.http.identity", "webui.http.server")
"""Modules that ask which address is this computer's."""


class Hall:
    """A served application that takes every address but `HERE` for that of another computer."""

    def __init__(self, app: Flask, server: Any, port: int) -> None:
        self.app, self.server, self.port = app, server, port
        self._stack = ExitStack()

    def open(self, address: str, sent: bytes = b"") -> socket.socket:
        """A connection from an address, with some bytes sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))
        self._stack.callback(connection.close)
        connection.sendall(sent)
        return connection

    def ask(self, address: str, sent: bytes) -> tuple[int, dict[str, str], bytes]:
        """Return the answer to a request, status, headers and body, and close the connection."""
        with self.open(address, sent) as connection:
            return answer(connection)

    def count(self, address: str) -> int:
        """Return the number of connections from an address."""
        return sum(channel.address == address for channel in list(self.server.active_channels.values()))

    def sign_in(self, name: str = "Li") -> str:
        """The token of a referee."""
        people = site_of(self.app).people
        return str(people.let_in(people.add(name, "referee", None, "", ""), "phone").token)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def hall(answers: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    for module in LOCAL:
        monkeypatch.setattr(f"{module}.is_loopback", lambda address: address == HERE)
    table = Table(answers)
    app = create_app(Site(table, access=Access()))
    with socket.create_server((HERE, 0)) as listener:
        server = create_server(app, listener)
        running = threading.Thread(target=server.run, daemon=True)
        running.start()
        hall = Hall(app, server, listener.getsockname()[1])
        yield hall
        hall.close()
        table.stop()
        server.task_dispatcher.shutdown()
        with suppress(OSError):  # awake already, it may close all of them before it is woken
            server.trigger.pull_trigger(lambda: close_all(server._map))
        running.join(PATIENCE)


def answer(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The answer that comes on a connection."""
    with connection.makefile("rb") as got:
        status = int(got.readline().split()[1])
        headers: dict[str, str] = {}
        while (line := got.readline().strip()) != b"":
            name, _, value = line.decode().partition(": ")
            headers[name] = value
        return status, headers, got.read(int(headers.get("Content-Length", 0)))


def kind(got: tuple[int, dict[str, str], bytes]) -> tuple[int, str]:
    return got[0], json.loads(got[2])["kind"]


def request(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def post(path: str, *headers: str, length: int, kind: str = "application/json") -> bytes:
    return request(path, f"Content-Type: {kind}", f"Content-Length: {length}", *headers, method="POST")


STATE = request("/api/tables/1/play")


def test_an_address_that_opens_too_many_connections_loses_those_that_wait_longest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "ARRIVING", 0.0)
    first = hall.open("127.0.0.2")
    for _ in range(servers.CONNECTIONS_OF_ONE + 20):
        hall.open("127.0.0.2")
    until(lambda: hall.count("127.0.0.2") == servers.CONNECTIONS_OF_ONE)
    assert is_closed(first)
    assert hall.ask("127.0.0.3", STATE)[0] == 200
    assert hall.ask("127.0.0.2", STATE)[0] == 200


def test_this_computer_opens_any_number_since_a_proxy_on_it_speaks_for_many(hall: Hall) -> None:
    first = hall.open(HERE)
    for _ in range(servers.CONNECTIONS_OF_ONE + 20):
        hall.open(HERE)
    assert hall.ask(HERE, STATE)[0] == 200
    until(lambda: hall.count(HERE) > servers.CONNECTIONS_OF_ONE)
    first.sendall(STATE)
    assert answer(first)[0] == 200


def test_a_connection_that_has_just_opened_is_not_closed_for_another(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its request may be on its way: the newcomer reads that there is no room."""
    monkeypatch.setattr(servers, "ARRIVING", PATIENCE)
    arriving = [hall.open("127.0.0.2") for _ in range(servers.CONNECTIONS_OF_ONE)]
    until(lambda: hall.count("127.0.0.2") == servers.CONNECTIONS_OF_ONE)
    assert hall.ask("127.0.0.2", STATE)[0] == 503
    for each in arriving:
        each.sendall(STATE)
        assert answer(each)[0] == 200


def test_a_sign_in_is_answered_while_guests_of_its_address_take_all_places(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "ARRIVING", PATIENCE)
    signed = request("/api/referee", f"Authorization: Bearer {hall.sign_in()}")
    for _ in range(servers.CONNECTIONS_OF_ONE):
        hall.open("127.0.0.2")
    until(lambda: hall.count("127.0.0.2") == servers.CONNECTIONS_OF_ONE)
    assert hall.ask("127.0.0.2", signed)[0] == 200
    assert hall.ask("127.0.0.2", request("/api/referee", "Authorization: Bearer made-up"))[0] == 401
    assert hall.ask("127.0.0.2", STATE)[0] == 503
    monkeypatch.setattr(servers, "ARRIVING_OF_ONE", servers.CONNECTIONS_OF_ONE)
    assert hall.ask("127.0.0.2", signed)[0] == 503  # a flood of what has not shown a sign-in yet


def test_phones_that_are_known_do_not_count_for_the_address_that_they_share(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A venue has one address: streams of its players and guests, and a page and a call at the same moment."""
    monkeypatch.setattr(servers, "CONNECTIONS_OF_ONE", 20)
    venue, cookie = "127.0.0.2", f"Cookie: tableside-device={hall.sign_in()}"
    signed = request("/api/referee", cookie.replace("Cookie: tableside-device=", "Authorization: Bearer "))
    for n in range(30 + 20):
        stream = request("/api/tables/1/events", cookie) if n < 30 else STREAM
        assert hall.open(venue, stream).recv(15) == b"HTTP/1.1 200 OK"
    for _ in range(5):  # streams of guests give way
        assert (hall.ask(venue, STATE)[0], hall.ask(venue, signed)[0]) == (200, 200)
    assert sum(channel.known for channel in list(hall.server.active_channels.values())) >= 30


def test_who_finds_no_room_reads_an_answer(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MOST_CONNECTIONS", 5)
    known = request("/api/tables/1/events", f"Cookie: tableside-device={hall.sign_in()}")
    for _ in range(5):
        assert hall.open("127.0.0.2", known).recv(15) == b"HTTP/1.1 200 OK"
    for _ in range(20):  # what a client sends before it reads would reset a connection that is closed at once
        status, headers, _ = hall.ask("127.0.0.3", post("/api/access", length=9) + b"x" * 50_000)
        assert (status, headers["Retry-After"]) == (503, "3")


def test_strangers_who_take_all_connections_leave_those_of_who_is_signed_in(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "MOST_CONNECTIONS", 30)
    monkeypatch.setattr(servers, "ARRIVING", 0.0)
    referee = request("/api/access", f"Authorization: Bearer {hall.sign_in()}")
    phone = hall.open("127.0.0.9", referee)
    assert json.loads(answer(phone)[2])["role"] == "referee"
    for n in range(80):
        hall.open(f"127.0.1.{n % 20}", b"GET / HTTP/1.1\r\nHost: loc")
    until(lambda: len(hall.server.active_channels) <= 30)
    phone.sendall(referee)
    assert json.loads(answer(phone)[2])["role"] == "referee"
    assert hall.ask("127.0.0.9", referee)[0] == 200


def test_a_full_hall_keeps_a_stream_for_a_referee(hall: Hall) -> None:
    token = hall.sign_in()
    viewers = site_of(hall.app).viewers
    with ExitStack() as stack:
        for n in range(4):
            for _ in range(50):
                stack.enter_context(viewers.one_more(Asker(f"10.0.0.{n}", "spectator")))
        assert hall.ask("127.0.0.2", STREAM)[0] == 503
        cookie = f"Cookie: tableside-device={token}"
        phone = hall.open("127.0.0.2", request("/api/tables/1/events", cookie))
        assert phone.recv(15) == b"HTTP/1.1 200 OK"
        assert hall.ask("127.0.0.2", request("/api/referee", f"Authorization: Bearer {token}"))[0] == 200


def test_one_address_opens_fifty_streams(hall: Hall) -> None:
    for _ in range(50):
        assert hall.open("127.0.0.2", STREAM).recv(15) == b"HTTP/1.1 200 OK"
    status, headers, _ = hall.ask("127.0.0.2", STREAM)
    assert (status, headers["Retry-After"]) == (503, "3")
    assert hall.open("127.0.0.3", STREAM).recv(15) == b"HTTP/1.1 200 OK"


def test_a_browser_that_signs_in_tells_with_its_streams_which_device_it_is(hall: Hall) -> None:
    people = site_of(hall.app).people
    carried = people.invite(people.add("Li", "referee", None, "", "").id)
    client = hall.app.test_client()
    there = {"REMOTE_ADDR": "127.0.0.2"}
    entered = client.post("/api/access", json={"invitation": carried}, environ_base=there)
    cookie = entered.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert entered.get_json()["token"] in cookie
    assert client.post("/api/tables/1/hands", environ_base=there).status_code == 401  # it gives no rights
    token = entered.get_json()["token"]
    left = client.delete("/api/access", headers={"Authorization": f"Bearer {token}"}, environ_base=there)
    assert "tableside-device=;" in left.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("head", "refused"),
    [
        (post("/api/access", length=LARGE), (413, "too-large")),
        (post("/api/tables/1/hands", length=30_000_000, kind="image/jpeg"), (401, "pin-needed")),
        (post("/api/bundles", length=100_000_000, kind="multipart/form-data; boundary=b"), (401, "pin-needed")),
        (post("/api/access", "Origin: https://elsewhere.example", length=100_000), (403, "foreign-site")),
        (post("/nowhere", length=100_000), (413, "")),
        (
            request("/api/access", "Transfer-Encoding: chunked", "Origin: http://x", method="POST"),
            (403, "foreign-site"),
        ),
    ],
)
def test_a_body_is_refused_by_the_headers_alone(hall: Hall, head: bytes, refused: tuple[int, str]) -> None:
    with hall.open("127.0.0.2", head) as connection:
        got = answer(connection)
        assert got[0] == refused[0]
        assert not refused[1] or kind(got) == refused
        assert got[1]["Connection"] == "close"


def test_who_sends_a_refused_body_to_its_end_reads_the_answer_then(hall: Hall) -> None:
    with hall.open("127.0.0.2", post("/api/access", length=LARGE)) as connection:
        for _ in range(LARGE // 1_000_000):
            connection.sendall(bytes(1_000_000))
        assert kind(answer(connection)) == (413, "too-large")
        assert connection.recv(1) == b""


def test_nothing_of_a_refused_body_is_held(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))  # a temporary file cannot be made
    test_who_sends_a_refused_body_to_its_end_reads_the_answer_then(hall)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("length", "form"), [(3_000_000, False), (900_000, True)])
def test_a_full_temporary_folder_is_told(
    hall: Hall, small: Path, monkeypatch: pytest.MonkeyPatch, length: int, form: bool
) -> None:
    """The server receives what is short whole, and then its form finds no room."""
    token = f"Authorization: Bearer {hall.sign_in()}"
    monkeypatch.setattr(tempfile, "tempdir", str(small))
    body = bytes(length)
    if form:
        head = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body = head + body + b"\r\n--b--\r\n"
    kind_of_body = "multipart/form-data; boundary=b" if form else "image/jpeg"
    with hall.open("127.0.0.2", post("/api/tables/1/hands", token, length=len(body), kind=kind_of_body)) as connection:
        connection.sendall(body)
        assert kind(answer(connection)) == (507, "no-room")
    until(lambda: not hall.server.bodies._held)
    until(lambda: list(small.iterdir()) == [])
    gc.collect()  # the form's file says now that it cannot be written


@pytest.mark.parametrize("how", ["patient", "chunked", "at once"])
def test_a_body_that_is_let_in_is_received(hall: Hall, photo: bytes, how: str) -> None:
    body = photo + bytes(servers.SMALL_BODY)  # what follows a picture is no harm
    token = f"Authorization: Bearer {hall.sign_in()}"
    patient = ("Expect: 100-continue",) if how == "patient" else ()
    if how == "chunked":
        chunked = ("Transfer-Encoding: chunked", "Content-Type: image/jpeg")
        head = request("/api/tables/1/hands", token, *chunked, method="POST")
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    else:
        head = post("/api/tables/1/hands", token, *patient, length=len(body), kind="image/jpeg")
    with hall.open("127.0.0.2", head) as connection:
        if patient:
            assert connection.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body + STATE)  # the next request follows at once
        got = answer(connection)
        assert got[0] == 201, got
    until(lambda: not hall.server.bodies._held)


def test_two_requests_at_once_are_answered_in_their_order(hall: Hall) -> None:
    sent = STATE + post("/api/access", length=LARGE)
    with hall.open("127.0.0.2", sent) as connection, connection.makefile("rb") as got:
        assert got.readline() == b"HTTP/1.1 200 OK\r\n"
        assert b"HTTP/1.1 413" in got.read()


def test_a_device_has_only_so_many_bytes_on_their_way(hall: Hall) -> None:
    token = f"Authorization: Bearer {hall.sign_in()}"
    head = post("/api/tables/1/hands", token, "Expect: 100-continue", length=40_000_000, kind="image/jpeg")
    sending = [hall.open("127.0.0.2", head) for _ in range(3)]
    assert {connection.recv(12) for connection in sending} == {b"HTTP/1.1 100"}
    refused = hall.ask("127.0.0.2", head)
    assert kind(refused) == (503, "too-much-at-once")
    assert refused[1]["Retry-After"] == "3"
    another = head.replace(token.encode(), f"Authorization: Bearer {hall.sign_in('Wu')}".encode())
    assert hall.open("127.0.0.2", another).recv(12) == b"HTTP/1.1 100"  # a device has its own share
    sending[0].close()
    until(lambda: sum(hall.server.bodies._held.values()) == 120_000_000)
    assert hall.open("127.0.0.2", head).recv(12) == b"HTTP/1.1 100"


def test_an_address_may_send_the_largest_body_there_is() -> None:
    assert max(declared.largest for declared in DECLARED.values()) == bodies.BUNDLE_LIMIT < servers.HELD_OF_ONE
    assert {name for name, declared in DECLARED.items() if declared.largest > JSON_LIMIT} <= {
        name for name, declared in DECLARED.items() if declared.file
    }


def test_a_slow_sender_of_a_refused_body_is_closed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "BODY_GRACE", 1.0)
    with hall.open("127.0.0.2", post("/api/access", length=LARGE)) as connection:
        assert answer(connection)[0] == 413
        began = time.monotonic()
        until(lambda: hall.count("127.0.0.2") == 0)
        assert time.monotonic() - began < PATIENCE


def unread_hand(hall: Hall, answers: Any, photo: bytes) -> str:
    """A hand in whose photograph nothing is read; its id."""
    answers.reading = make_reading((("aside", "123456m"),), (Doubt(None, "no-hand", {"count": 6}),))
    laid = hall.app.test_client().post("/api/tables/1/hands", data=photo, content_type="image/jpeg")
    return str(laid.get_json()["hand"]["id"])


def test_why_a_hand_was_not_read_is_worked_out_once_for_all_strangers(hall: Hall, answers: Any, photo: bytes) -> None:
    hand, looked = unread_hand(hall, answers, photo), len(answers.pictures)
    with ThreadPoolExecutor(20) as strangers:
        got = list(
            strangers.map(lambda n: hall.ask(f"127.0.0.{n}", request(f"/api/hands/{hand}/unread")), [*range(2, 22)])
        )
    assert [status for status, _, _ in got] == [200] * 20
    assert len({body for _, _, body in got}) == 1
    assert len(answers.pictures) == looked + 1


def test_strangers_who_ask_why_hands_were_not_read_keep_nobody_from_sending_photographs(
    hall: Hall, answers: Any, photo: bytes
) -> None:
    go = threading.Event()
    hands = [unread_hand(hall, answers, photo[:-2] + bytes([0, n]) + photo[-2:]) for n in range(2)]
    look = answers.detect
    answers.detect = lambda *asked: go.wait(PATIENCE) and look(*asked)
    token = f"Authorization: Bearer {hall.sign_in()}"
    with ThreadPoolExecutor(2) as others:
        first = others.submit(hall.ask, "127.0.0.2", request(f"/api/hands/{hands[0]}/unread"))
        until(lambda: site_of(hall.app).tables.own.pictures.queue.sent == 1)
        refused = hall.ask("127.0.0.3", request(f"/api/hands/{hands[1]}/unread"))
        assert kind(refused) == (503, "busy")
        assert refused[1]["Retry-After"] == "3"
        sent = others.submit(
            hall.ask, "127.0.0.2", post("/api/tables/1/hands", token, length=len(photo), kind="image/jpeg") + photo
        )
        until(lambda: site_of(hall.app).tables.own.pictures.queue.sent == 2)
        go.set()
        assert sent.result()[0] == 201
        assert first.result()[0] == 200
