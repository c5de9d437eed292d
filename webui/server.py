"""The HTTP server of the page: waitress, with limits on how long a connection may keep it waiting.

Waitress receives requests on one thread, with the bodies in temporary files, and hands those that are complete to its
threads: connections that send slowly cost no thread. With 200 streams open the page answers in 6 to 163 ms at
the 99th percentile (three runs of `tests/ordeals/starved.py` on two loaded cores).
"""

import json
import select
import socket
import sys
import time
from contextlib import suppress
from io import BytesIO
from typing import Any, Final

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import FixedStreamReceiver
from waitress.task import ErrorTask, WSGITask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webui.app import BODY_LIMIT, HEADERS, UPLOAD_LIMIT
from webui.hand.reading_queue import MOST_WAITING
from webui.messages import OFFERED, Messages
from webui.messages.errors import web_error
from webui.messages.languages import best_language
from webui.routes.errors import RequestError
from webui.routes.viewers import MOST_VIEWERS
from webui.tls import Certificate, Line

THREADS: Final = MOST_VIEWERS + MOST_WAITING + 16
"""The server's threads: every viewer and every photograph that waits holds one, and the rest answer everything else.
Not measured."""

MOST_CONNECTIONS: Final = 480
"""Open connections at most; `select` on Windows takes 512 sockets."""

HEADERS_TIME: Final = 10.0
"""Seconds from its first byte, or from the opening of the connection, that the headers of a request may take. Not
measured."""

BODY_GRACE: Final = 20.0
"""Seconds after its first byte from which on the body of a request must have come at `BODY_RATE`. Not measured."""

BODY_RATE: Final = 10_000
"""Bytes a second, on the whole, that the body of a request must come at. Not measured."""

SILENCE: Final = 10
"""Seconds after which a connection is closed that takes nothing of what is sent to it. Not measured."""

IDLE: Final = 60
"""Seconds that a connection may stay open between two requests. Not measured."""

DROPPED: Final = 1024 * 1024 * 1024
"""Bytes of a body that are received and thrown away beyond `BODY_LIMIT`, since many programs read no answer before they
have sent all. Not measured."""

BUFFERED: Final = 16_384
"""Bytes that the system may hold for a connection, so that one whose other end has vanished soon takes nothing. Not
measured."""

_DROP_TIME_ON_MACOS: Final = 0x80
"""`TCP_RXT_CONNDROPTIME` of macOS, in seconds, which Python does not name."""


class Counted:
    """A buffer that keeps nothing of what is put into it but its length in bytes."""

    def __init__(self, length: int = 0) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length

    def append(self, data: bytes) -> None:
        """Counts some bytes."""
        self._length += len(data)

    def getfile(self) -> BytesIO:
        """An empty file."""
        return BytesIO()

    def close(self) -> None:
        """There is nothing to close."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request. A body above `BODY_LIMIT` is thrown away, so that the application says what is wrong with it.

    The application knows its length, and refuses it by that. One that asks before it sends its body is told at once.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """Takes the header, once it is there whole."""
        super().parse_header(header_plus)
        if self.content_length > BODY_LIMIT:
            asks = self.headers.get("EXPECT", "").lower() == "100-continue"
            self.body_rcv = None if asks else FixedStreamReceiver(self.content_length, Counted())
            if asks:
                self.expect_continue: bool = False
                self.headers["CONNECTION"] = "close"  # the body that may follow all the same is not read

    def received(self, data: bytes) -> int:
        """Takes bytes that have come; gives how many belong to this request."""
        taken: int = super().received(data)
        body: Any = self.body_rcv
        if self.chunked and self.body_bytes_received > BODY_LIMIT and not isinstance(body.buf, Counted):
            kept, body.buf = body.buf, Counted(len(body))
            kept.close()
        return taken


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to what is no request that the application could answer, in the one shape of errors."""

    def execute(self) -> None:
        """Answers and closes the connection."""
        wrong = self.request.error
        match wrong.code:
            case 413:
                error = RequestError(413, "too-large", size=f"{UPLOAD_LIMIT // 2**20} MB")
            case 431:
                error = RequestError(431, "header-too-large")
            case 500:
                error = RequestError(500, "crashed")
            case _:
                error = RequestError(wrong.code, "not-http", reason=str(wrong.body)[:80])
        accepted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE", ""), LanguageAccept)
        said, fix = web_error(Messages.of(best_language(list(accepted.values()), OFFERED)), error)
        body = json.dumps({"ok": False, "error": said, "fix": fix, "kind": error.kind}).encode()
        self.status = f"{wrong.code} {wrong.reason}"
        self.response_headers += [("Content-Type", "application/json"), ("Cache-Control", "no-store"), *HEADERS.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Task(WSGITask):  # type: ignore[misc]
    """The answer to one request, which knows whether it came by HTTPS."""

    def get_environment(self) -> dict[str, Any]:
        """Return the request as WSGI has it."""
        environ: dict[str, Any] = super().get_environment()
        if self.channel.secure:
            environ["wsgi.url_scheme"] = "https"
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, closed when it keeps the server waiting for too long."""

    parser_class = Parser
    task_class = Task
    error_task_class = Refusal

    def __init__(self, server: Any, sock: socket.socket, *rest: Any, **named: Any) -> None:
        for level, option, value in _options():
            with suppress(OSError):  # the other end may have gone already
                sock.setsockopt(level, option, value)
        self.line = Line(sock, server.certificate) if server.certificate else None
        super().__init__(server, self.line or sock, *rest, **named)
        self._began = self._taken = self.creation_time

    @property
    def secure(self) -> bool:
        """True if the connection speaks TLS."""
        return self.line is not None and self.line.secure

    def writable(self) -> bool:
        """Return True if there is something to send."""
        return bool(super().writable()) or (self.line is not None and self.line.wants_write)

    def handle_write(self) -> None:
        """Send what can be sent now."""
        if self.line is not None and self.line.wants_write:
            self.handle_read()
        else:
            super().handle_write()

    def handle_read(self) -> None:
        """Take what has come."""
        if self.line is None or self.line.ready():
            super().handle_read()

    def received(self, data: bytes) -> Any:
        """Takes bytes that have come."""
        if self.request is None:
            self._began = time.time()
        return super().received(data)

    def readable(self) -> bool:
        """Whether bytes may be received; waitress asks at least once a second."""
        if self._late(time.time()):
            with suppress(OSError):  # closed already
                self.socket.shutdown(socket.SHUT_RDWR)  # then waitress closes it, as when the other end does
        return bool(super().readable())

    def _late(self, now: float) -> bool:
        self._taken = now if not self.total_outbufs_len else max(self._taken, self.last_activity)
        if self.total_outbufs_len:
            return bool(now - self._taken > SILENCE)
        if self.requests:
            return False
        if self.request is None:
            return bool(self.last_activity == self.creation_time and now - self.creation_time > HEADERS_TIME)
        took = now - self._began
        if not self.request.headers_finished:
            return bool(took > HEADERS_TIME)
        return bool(took > BODY_GRACE and self.request.body_bytes_received < took * BODY_RATE)


def create_server(app: Flask, listener: socket.socket, certificate: Certificate | None = None) -> Any:
    """Prepares the server.

    Args:
        app: What answers requests.
        listener: The socket that it listens on.
        certificate: What it speaks HTTPS by, beside HTTP; None for HTTP alone.

    Returns:
        waitress' server, with `run` and `close`.
    """
    server = waitress.create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=IDLE,
        cleanup_interval=5,
        asyncore_use_poll=hasattr(select, "poll"),
        max_request_body_size=DROPPED,
        clear_untrusted_proxy_headers=False,  # nothing believes them, but they tell that a request is not from here
        ident=None,
    )
    server.channel_class = Channel
    server.certificate = certificate
    return server


def _options() -> list[tuple[int, int, int]]:
    """Options of a connection: how much is held for it, and when it counts as lost where nothing is acknowledged."""
    options = [(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFERED)]
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000))
    if sys.platform == "darwin":
        options.append((socket.IPPROTO_TCP, _DROP_TIME_ON_MACOS, SILENCE))
    return options
