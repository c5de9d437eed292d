"""The HTTP server of the page: waitress, with limits on size and time of each connection.

Waitress receives requests on one thread, with the bodies in temporary files, and passes complete ones to its threads:
slow senders cost no thread. `webui/deploy/SCALE.md` compares its capacity with that of other servers.

No client takes all of it. A known device has its own share, and strangers of one address share one, since all phones
of a venue may have the same address; if there are too many connections, idle ones are closed first. A large body is
received only after the application, asked by the headers, has admitted it. This computer has no limits, since a proxy
on it speaks for everybody.
"""

import json
import select
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from logging import ERROR, getLogger
from typing import Any, Final

import waitress
from flask import Flask, Response
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import Error
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webui.access.proxies import is_loopback
from webui.base import turns
from webui.hand.once import MOST_WAITING as MOST_SHARING
from webui.hand.reading_queue import MOST_WAITING
from webui.http.api import JSON_LIMIT
from webui.http.app import HEADERS
from webui.http.bodies import DOOR, Admitted, size
from webui.http.dispatcher import RANKS, Dispatcher
from webui.http.errors import RequestError, retry_after
from webui.http.identity import CONNECTION, DEVICE
from webui.http.site import site_of
from webui.http.tls import Certificate, TlsLine
from webui.http.viewers import MOST_VIEWERS
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.messages.languages import best_language

THREADS: Final = MOST_VIEWERS + MOST_WAITING + MOST_SHARING + 16
"""The server's threads: every viewer and every waiting photo holds one, as does every request that waits for a result
computed for another; the rest answer everything else. More takes memory; fewer lets slow answers hold up quick ones."""

MOST_CONNECTIONS: Final = 480
"""Most open connections; `select` on Windows takes 512 sockets."""

HEADERS_TIME: Final = 10.0
"""Seconds for the headers of a request, from its first byte or from the opening of the connection. More lets strangers
hold connections; less refuses slow phones."""

BODY_GRACE: Final = 20.0
"""Seconds of grace before the body of a request must arrive at `BODY_RATE`. More lets strangers hold connections; less
refuses a slow start."""

BODY_RATE: Final = 10_000
"""Least average rate of a request body in bytes a second. Higher refuses photos over a bad network; lower lets
strangers hold connections."""

SILENCE: Final = 10
"""Seconds after which a connection that accepts no data is closed. More holds dead connections; less drops phones with
a bad network."""

IDLE: Final = 60
"""Seconds that a connection may stay open between two requests. More holds idle connections; less reconnects more
often."""

ARRIVING: Final = 1.0
"""Seconds in which the request of an open connection may be on its way, so that it is not closed for another one. More
lets strangers hold connections; less resets honest requests."""

CONNECTIONS_OF_ONE: Final = 100
"""Most open connections of strangers at one address. More lets five of them take all; fewer closes those of phones that
share an address, each of which has up to seven."""

ARRIVING_OF_ONE: Final = 420
"""Most open connections of one address with those that have not shown yet who asks: beyond `CONNECTIONS_OF_ONE`, only
requests with a sign-in are answered. More lets one address take all for a moment; fewer refuses records of phones that
come back with a crowd of guests: 300 refused 1 of 40 (`tests.ordeals.venue`)."""

LINGERING: Final = 2.0
"""Seconds for a refused connection to send the rest of its request. More holds a thread; fewer resets the connection,
which loses the answer."""

MOST_LINGERING: Final = 256
"""Most refused connections at once that are answered; others are closed at once. More takes threads in a flood; fewer
resets phones that come back at the same moment: 32 reset 49 of 200 (`tests.ordeals.venue`)."""

SMALL_BODY: Final = JSON_LIMIT
"""Most bytes of a body that is received without asking the application first. More lets strangers send more; fewer asks
about every change."""

HELD_OF_ONE: Final = 120 * 1024 * 1024
"""Most bytes of bodies held for one device, or for strangers of one address, received or waiting to be answered. More
lets one fill the disk; fewer refuses strangers who share an address and send at once."""

DROPPED: Final = 1024 * 1024 * 1024
"""Most bytes of a refused body that are received and discarded, since many programs read no answer before they have
sent everything. More costs the network; fewer shows them a broken connection instead of the answer."""

BUFFERED: Final = 16_384
"""Bytes that the system may buffer for a connection, so that a vanished client is noticed soon. More notices it later;
fewer slows down photos."""

_DROP_TIME_ON_MACOS: Final = 0x80
"""`TCP_RXT_CONNDROPTIME` of macOS, in seconds, which Python does not name."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """An answer to a request whose body was not received completely."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


_CROWDED: Final = ServerAnswer("503 Service Unavailable", [("Retry-After", "3"), ("Refresh", "3")], b"")
"""The answer for which there is no room; a browser loads its page again."""


class Bodies:
    """The bytes of bodies held for each device or address; safe to use from many threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._held: Counter[str] = Counter()
        self._lock: Final = threading.Lock()

    def hold(self, request: "Parser", client: str, length: int) -> bool:
        """Count the body of a request until it is closed; return False if its client would have too many.

        Args:
            request: The request.
            client: Key by which its bodies are counted; empty for this computer, which has no limits.
            length: Bytes of the body.
        """
        with self._lock:
            if client and self._held[client] + length > HELD_OF_ONE:
                return False
            request.held = (self, client, length)
            self._held[client] += length
        if request.closed:  # closed meanwhile
            self.release(request)
        return True

    def release(self, request: "Parser") -> None:
        """Stop counting the body of a request."""
        with self._lock:
            if request.held is not None:
                _, client, length = request.held
                request.held = None
                self._held[client] -= length
                self._held += Counter()  # drops clients without bodies


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request.

    Attributes:
        asks: True if the application must be asked before its body is received.
        waits: True if its sender waits for that before sending the body.
        most: Most bytes of its body.
        held: The counter of its body, the client it is counted for, and its bytes, or None if it is not counted.
        closed: True after it is finished.
    """

    asks = waits = closed = False
    command = "GET"
    most = SMALL_BODY
    held: tuple[Bodies, str, int] | None = None

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header, once it is complete."""
        super().parse_header(header_plus)
        self.asks = self.chunked or self.content_length > SMALL_BODY
        if self.asks:
            self.waits = bool(self.expect_continue)
            self.expect_continue: bool = False

    def received(self, data: bytes) -> int:
        """Take received bytes, and return how many belong to this request."""
        try:
            taken: int = super().received(data)
        except OSError:  # of the body's temporary file
            self.refuse(RequestError(507, "no-room"))
            return len(data)
        if self.chunked and self.body_rcv is not None and len(self.body_rcv) > self.most:
            self.refuse(RequestError(413, "too-large", size=size(self.most)))
        return taken

    def refuse(self, error: RequestError | ServerAnswer) -> None:
        """End the request, whatever is still to arrive."""
        self.error, self.completed = error, True

    @property
    def left(self) -> int:
        """Return the bytes still to arrive, as far as known."""
        return DROPPED if self.chunked else min(DROPPED, max(0, self.content_length - self.body_bytes_received))

    def close(self) -> None:
        """Delete its body."""
        self.closed = True
        if self.held is not None:
            self.held[0].release(self)
        with suppress(OSError):  # data that the full disk did not take
            super().close()


class Task(WSGITask):  # type: ignore[misc]
    """The application's answer to a request, with its connection and whether that speaks TLS."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment of the request."""
        environ: dict[str, Any] = super().get_environment()
        environ[CONNECTION] = self.channel
        if self.channel.secure:
            environ["wsgi.url_scheme"] = "https"
        return environ


class ServerRefusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the application does not get completely, in the usual form of errors."""

    def execute(self) -> None:
        """Send the answer and close the connection."""
        answer = self.request.error
        if not isinstance(answer, ServerAnswer):
            answer = self._answer(answer)
        self.status = answer.status
        self.response_headers += answer.headers
        self.set_close_on_finish()
        self.content_length = len(answer.body)
        self.write(answer.body)

    def _answer(self, wrong: Any) -> ServerAnswer:
        match wrong:
            case RequestError():
                error = wrong
            case Error(code=431):
                error = RequestError(431, "header-too-large")
            case Error(code=500):
                error = RequestError(500, "crashed")
            case _:
                error = RequestError(wrong.code, "not-http", reason=str(wrong.body)[:80])
        accepted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE", ""), LanguageAccept)
        said, fix = web_error(Messages.of(best_language(list(accepted.values()))), error)
        headers = {"Content-Type": "application/json", "Cache-Control": "no-store", **HEADERS}
        if (seconds := retry_after(error)) is not None:
            headers["Retry-After"] = str(seconds)
        body = json.dumps({"ok": False, "error": said, "fix": fix, "kind": error.kind}).encode()
        return ServerAnswer(f"{error.status} {HTTPStatus(error.status).phrase}", list(headers.items()), body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, closed when it keeps the server waiting for too long.

    Attributes:
        address: Address of the client.
        own: True for this computer, or a proxy that speaks for many.
        known: True if a known device has used it: one with a signed-in person, or with the PIN.
        rank: Place of its first request in the order of answers.
        spare: True if it is one too many of its address, and open for a request with a sign-in alone.
    """

    parser_class = Parser
    task_class = Task
    error_task_class = ServerRefusal

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:
        for level, option, value in _options():
            with suppress(OSError):  # the client may have gone already
                sock.setsockopt(level, option, value)
        self.line = TlsLine(sock, server.certificate) if server.certificate else None
        super().__init__(server, self.line or sock, addr, adj, map=map)
        self.address: Final = str(addr[0])
        self.own: Final = bool(server.own(self.address))
        self.known = self._watches = False
        self.rank = 0
        self.spare = False
        self._began = self._taken = self.creation_time
        self._asking = self._continues = False
        self._dropping = False
        self._dropped = self._left = 0

    @property
    def watches(self) -> bool:
        """True while it gets a stream, which holds up no other request."""
        return self._watches

    @watches.setter
    def watches(self, watches: bool) -> None:
        self._watches = watches
        self.server.task_dispatcher.leave(self)

    def rank_of(self, request: Parser) -> int:
        """Return the rank of a request, by its headers alone: see `webui.http.dispatcher.RANKS`."""
        headers = request.headers
        shows = "AUTHORIZATION" in headers or DEVICE in headers.get("COOKIE", "")
        signed = shows or ((self.own or self.known) and "X_FORWARDED_FOR" not in headers)  # a proxy speaks for many
        return 2 if not signed else 1 if request.command in ("GET", "HEAD", "OPTIONS") else 0

    @property
    def waits(self) -> bool:
        """True while nothing is being answered on it."""
        return not (self.requests or self.total_outbufs_len or self._asking or self.will_close)

    @property
    def waits_since(self) -> float:
        """Time at which it began to wait: the end of its last answer, or the beginning of an incomplete request."""
        return float(self.last_activity if self.request is None else self._began)

    @property
    def began(self) -> float:
        """Time at which its last request began to arrive."""
        return float(self._began)

    @property
    def secure(self) -> bool:
        """True if the connection speaks TLS."""
        return self.line is not None and self.line.secure

    def writable(self) -> bool:
        """Return True if there is something to send."""
        return bool(super().writable()) or (self.line is not None and self.line.wants_write)

    def received(self, data: bytes) -> Any:
        """Take received bytes."""
        if self.request is None:
            self._began = time.time()
        took = super().received(data)
        request = self.request
        if request is not None and request.asks and request.headers_finished:
            request.asks, self._asking = False, True
            self.server.add_task(ServerQuestion(self, request))
        return took

    def ask(self, request: Parser) -> None:
        """Ask the application if it accepts a request, by its header alone.

        Then receive the body, or send the answer at once. Called on a thread of the server.
        """
        answer = self.server.door(Task(self, request).get_environment())
        if isinstance(answer, Admitted):
            length = request.content_length or answer.most
            if self.server.bodies.hold(request, answer.client, length):
                request.most = answer.most
            else:
                answer = RequestError(503, "too-much-at-once", size=size(HELD_OF_ONE))
        with self.requests_lock:
            if not isinstance(answer, Admitted):
                request.refuse(answer)
                self.request = None
                self.requests.append(request)
                if len(self.requests) == 1:
                    self.server.add_task(self)
            else:
                self._continues = request.waits
            self._began, self._asking = time.time(), False
        if self.connected:
            self.server.pull_trigger()

    def service(self) -> None:
        """Answer the first request."""
        request = self.requests[0]
        self._left = request.left if isinstance(request.error, RequestError | ServerAnswer) else 0
        leave = partial(self.server.task_dispatcher.leave, self)
        turns.take(leave)
        try:
            super().service()
        finally:
            turns.take(None)
            leave()
        if self.spare and not self.known:
            self.close_when_flushed: bool = True

    def readable(self) -> bool:
        """Return True if bytes may be received; waitress asks at least once a second."""
        self.server.task_dispatcher.look()
        if self._late(time.time()):
            with suppress(OSError):  # closed already
                self.socket.shutdown(socket.SHUT_RDWR)  # waitress then closes it, as after the client did
        if self._continues and not self.requests:
            self._continues = False
            self._append(b"HTTP/1.1 100 Continue\r\n\r\n")
        return not self._asking and bool(super().readable())

    def handle_read(self) -> None:
        """Receive available bytes."""
        if self.line is not None and not self.line.ready():
            return
        if not self._dropping:
            super().handle_read()
            return
        try:
            self._dropped += len(self.recv(BUFFERED))
            self.last_activity = time.time()
        except OSError:
            self.handle_close()
        if self._dropped >= self._left:
            self.handle_close()

    def handle_write(self) -> None:
        """Send pending data. If a body is still to arrive, it is received before the connection is closed.

        An earlier close would reset the connection and lose the answer.
        """
        if self.line is not None and self.line.wants_write:
            self.handle_read()
            return
        if not self.close_when_flushed or not self._left or self.will_close:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if not self.total_outbufs_len:
            self.close_when_flushed = False
            self._dropping, self._began = True, time.time()
            with suppress(OSError):  # the client may have gone already
                self.socket.shutdown(socket.SHUT_WR)

    def handle_close(self) -> None:
        """Clean up after the connection."""
        super().handle_close()
        if self.request is not None:
            self.request.close()

    def _append(self, data: bytes) -> None:
        """Queue bytes for sending; the receiving thread does so directly while nothing else is answered."""
        with self.outbuf_lock:
            self.outbufs[-1].append(data)
            self.current_outbuf_count += len(data)
            self.total_outbufs_len += len(data)

    def _late(self, now: float) -> bool:
        self._taken = now if not self.total_outbufs_len else max(self._taken, self.last_activity)
        if self.total_outbufs_len:
            return bool(now - self._taken > SILENCE)
        if self.requests or self._asking:
            return False
        took = now - self._began
        if self._dropping:
            return bool(took > BODY_GRACE and self._dropped < took * BODY_RATE)
        if self.request is None:
            return bool(self.last_activity == self.creation_time and now - self.creation_time > HEADERS_TIME)
        if not self.request.headers_finished:
            return bool(took > HEADERS_TIME)
        return bool(took > BODY_GRACE and self.request.body_bytes_received < took * BODY_RATE)


class ServerQuestion:
    """A task for a thread of the server: to ask the application if it accepts a request.

    Attributes:
        rank: That of the request.
    """

    def __init__(self, channel: Channel, request: Parser) -> None:
        self._channel: Final = channel
        self._request: Final = request
        self.rank: Final = channel.rank_of(request)

    def service(self) -> None:
        """Ask."""
        try:
            self._channel.ask(self._request)
        finally:
            self._channel.server.task_dispatcher.leave(self)

    def cancel(self) -> None:
        """End the connection instead."""
        self._channel.cancel()


def create_server(app: Flask, listener: socket.socket, certificate: Certificate | None = None) -> Any:
    """Prepare the server.

    Args:
        app: The application.
        listener: The listening socket.
        certificate: The certificate for HTTPS beside HTTP, or None for HTTP alone.

    Returns:
        waitress' server, with `run` and `close`.
    """
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(THREADS)
    server = waitress.create_server(
        app,
        sockets=[listener],
        _dispatcher=dispatcher,
        threads=THREADS,
        log_socket_errors=False,  # phones that walk away
        connection_limit=MOST_CONNECTIONS + 12,  # those being closed, and the server's own
        channel_timeout=IDLE,
        cleanup_interval=5,
        asyncore_use_poll=hasattr(select, "poll"),
        max_request_body_size=sys.maxsize,  # the application limits it
        clear_untrusted_proxy_headers=False,  # they are not trusted, but show that a request is not from here
        ident=None,
    )
    getLogger("waitress.queue").setLevel(ERROR)  # requests wait on purpose
    server.add_task = partial(_add, dispatcher)
    server.channel_class = _opened
    server.own = partial(_is_own, app)
    server.bodies = Bodies()
    server.lingering = threading.BoundedSemaphore(MOST_LINGERING)
    server.door = partial(_ask, app)
    server.certificate = certificate
    return server


def _add(dispatcher: Dispatcher, task: Channel | ServerQuestion) -> None:
    """Let a task wait for its turn."""
    if isinstance(task, Channel):
        request = task.requests[0]
        task.rank = task.rank_of(request)
        if task.spare and task.rank == RANKS - 1 and not request.error:
            request.error = _CROWDED
    dispatcher.add_task(task)


def _is_own(app: Flask, address: str) -> bool:
    """Return True for this computer and for trusted proxies, which speak for many."""
    return is_loopback(address) or bool(site_of(app).proxies.trust(address))


def _ask(app: Flask, environ: dict[str, Any]) -> Admitted | ServerAnswer | RequestError:
    """Return the application's answer to a request, by its headers alone."""
    try:
        response = Response.from_app(app, {**environ, DOOR: True}, buffered=True)
    except Admitted as admitted:
        return admitted
    except Exception:
        app.logger.exception("a request was not taken")
        return RequestError(500, "crashed")
    return ServerAnswer(response.status, list(response.headers.items()), response.get_data())


def _opened(server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any) -> Channel | None:
    """Return a newly opened connection, or None if it is refused."""
    address = str(addr[0])
    channels = list(server.active_channels.values())
    spare = False
    try:
        if _makes_room(channels, address, server.own(address)) or (spare := _has_spare(channels, address)):
            channel = Channel(server, sock, addr, adj, map)
            channel.spare = spare
            return channel
    except OSError:  # the client has gone already; passing it on would end the server
        sock.close()
        return None
    if server.lingering.acquire(blocking=False):
        threading.Thread(target=_refuse, args=(sock, server.lingering), name="refusal", daemon=True).start()
    else:
        sock.close()
    return None


def _refuse(sock: socket.socket, lingering: threading.BoundedSemaphore) -> None:
    """Answer a connection for which there is no room, and receive what its client has sent: else it reads no answer."""
    end = time.monotonic() + LINGERING
    try:
        with sock, suppress(OSError):
            sock.settimeout(LINGERING)
            head = "".join(f"{name}: {value}\r\n" for name, value in _CROWDED.headers)
            sock.sendall(f"HTTP/1.1 {_CROWDED.status}\r\nContent-Length: 0\r\n{head}Connection: close\r\n\r\n".encode())
            sock.shutdown(socket.SHUT_WR)
            while time.monotonic() < end and sock.recv(BUFFERED):
                pass
    finally:
        lingering.release()


def _has_spare(channels: Sequence[Channel], address: str) -> bool:
    """Return True if a connection may be opened that is one too many of its address, until it shows who asks."""
    open_ = [each for each in channels if not each.will_close]
    mine = sum(each.address == address and not each.known for each in open_)
    return mine < ARRIVING_OF_ONE and len(open_) < MOST_CONNECTIONS


def _makes_room(channels: Iterable[Channel], address: str, own: bool) -> bool:
    """Close a connection if there are too many for one more of an address; return False if none can be closed.

    Idle ones are closed first, of those the ones of known devices last, which do not count for their address, and those
    of the address with the most strangers first. Then the oldest stream of a stranger gives way: its page opens another
    one when there is room, or says that there is none.
    """
    open_ = [each for each in channels if not each.will_close]
    count = Counter(each.address for each in open_ if not each.known)
    if count[address] >= CONNECTIONS_OF_ONE and not own:
        crowd = [each for each in open_ if each.address == address and not each.known]
    elif len(open_) >= MOST_CONNECTIONS:
        crowd = open_
    else:
        return True
    now = time.time()
    first = min(
        [each for each in crowd if each.waits and now - each.waits_since > ARRIVING],
        key=lambda each: (each.own or each.known, -count[each.address], each.waits_since),
        default=None,
    ) or min([each for each in crowd if each.watches and not each.known and not each.own], key=_began, default=None)
    if first is None:
        return False
    first.will_close = True
    return True


def _began(channel: Channel) -> float:
    """Return the time at which the request of a connection began."""
    return channel.began


def _options() -> list[tuple[int, int, int]]:
    """Return options of a connection: its buffer, and the time after which it counts as lost without
    acknowledgements."""
    options = [(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFERED)]
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000))
    if sys.platform == "darwin":
        options.append((socket.IPPROTO_TCP, _DROP_TIME_ON_MACOS, SILENCE))
    return options
