"""Webhooks against real receivers: each message once by its id, in order, signed, also after a kill of either side."""

import base64
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from scoring.match.event_acts import Entered, Opened, PlayerEntry, Released, SeatingDrawn, Started
from scoring.match.records import Appealed, Drawn, Seated, Won
from tests.long import long_but
from tests.waiting import child, until, whole_lines
from tests.webui.cable import free_port
from webui.hall.desk import Hall
from webui.match.matches import Matches
from webui.match.renaming import erasing_of
from webui.records.bulletin import Recorded
from webui.records.listening import Listening, NotTakenError
from webui.records.store import Storage
from webui.records.webhooks import TOPICS, Webhook, WebhookError, WebhookForm, WebhookStore, WebhookTopic
from webui.webhooks import sending
from webui.webhooks.listener import WebhookListener, again, hall_of, listeners, send_test
from webui.webhooks.sending import checked, is_local, look_up, post, shown_secret

RECEIVER: Final = """
import json, os, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status, _, more = self.path.strip("/").partition("-")
        with open(sys.argv[2], "a") as file:
            file.write(json.dumps([dict(self.headers), body.decode()]) + "\\n")
            file.flush()
            os.fsync(file.fileno())
        self.send_response(int(status or 204))
        if status == "302":
            self.send_header("Location", f"http://127.0.0.1:{sys.argv[1]}/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass

ThreadingHTTPServer.allow_reuse_address = True
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
"""

SIT: Final = Seated(("Ann", "Bo", "Chen", "Dai"))


class Receiver:
    """A program that gets messages, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "received"
        self.port = free_port()  # one that it gets again when it comes back

    @contextmanager
    def running(self) -> Iterator[Any]:
        command = [sys.executable, "-c", RECEIVER, str(self.port), str(self.file)]
        with child(command, stdout=-1) as process:
            assert int(process.stdout.readline()) == self.port  # type: ignore[union-attr]
            yield process

    def address(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def got(self) -> list[tuple[dict[str, str], dict[str, Any]]]:
        """Headers, in lower case, and JSON of all messages."""
        found = [json.loads(line) for line in whole_lines(self.file)]
        return [({name.lower(): value for name, value in head.items()}, json.loads(body)) for head, body in found]


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    made = Receiver(tmp_path)
    with made.running():
        yield made


@pytest.fixture
def storage() -> Iterator[Storage]:
    with closing(Storage.open(None)) as made:
        yield made


def hooked(
    storage: Storage,
    address: str,
    topics: tuple[WebhookTopic, ...] = TOPICS,
    form: WebhookForm = "json",
    lang: str = "en",
) -> Webhook:
    return WebhookStore(storage.database).add(address, topics, form, lang, local=True)


@contextmanager
def telling(storage: Storage) -> Iterator[None]:
    told = Listening(storage, [listeners])
    told.start()
    try:
        yield
    finally:
        told.stop()


def record(storage: Storage, *acts: Any, table: int = 1) -> None:
    matches = Matches(storage.journal, table, "mcr")
    for act in acts:
        matches.record(act, uuid4(), "Ref", "referee")


@pytest.mark.parametrize("matches", long_but([1], [1, 20]))
def test_each_record_arrives_once_by_id_and_in_order_though_the_receiver_is_killed(
    storage: Storage, tmp_path: Path, matches: int
) -> None:
    acts = [SIT, *[Drawn()] * 9] * matches
    half = len(acts) // 2
    receiver = Receiver(tmp_path)
    with receiver.running():
        hook = hooked(storage, receiver.address(), ("record",))
        with telling(storage):
            record(storage, *acts[:half])
            until(lambda: len(receiver.got) >= 3)
    with telling(storage):
        record(storage, *acts[half:])
        until(lambda: any(not answer.taken for answer in WebhookStore(storage.database).all()[0].answers))
        with receiver.running():
            until(lambda: len({body["id"] for _, body in receiver.got}) == len(acts))
    numbers = {body["id"]: body["record"]["number"] for _, body in receiver.got}
    assert [*numbers.values()] == [*range(1, len(acts) + 1)]
    for head, body in receiver.got:
        assert head["webhook-id"] == body["id"]
    head, body = receiver.got[0]
    key = base64.b64decode(shown_secret(hook.secret).removeprefix("whsec_"))
    sent = json.loads(receiver.file.read_text().splitlines()[0])[1]
    made = hmac.new(key, f"{head['webhook-id']}.{head['webhook-timestamp']}.{sent}".encode(), hashlib.sha256).digest()
    assert head["webhook-signature"] == f"v1,{base64.b64encode(made).decode()}"


def played(storage: Storage) -> None:
    """Record all that webhooks tell of: calls, an appeal, a match that ends, a published round."""
    hall = Hall(storage)
    event, _ = hall.open(uuid4(), Opened("Cup", rounds=1, hands=1), "Desk", "desk")
    people = tuple(PlayerEntry(n, name) for n, name in enumerate(("Ann", "Bo", "Chen_1", "Dai"), 1))
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4),),)), Started(1)):
        hall.record(event.number, uuid4(), act, "Desk", "desk")
    record(storage, Won("E", 20, "S"), Appealed(2, "Bo", "the wall"))
    call = storage.calls.call(2, "Bo", "<tea>")
    storage.calls.take(call.id, "Ref")
    hall.record(event.number, uuid4(), Released(1), "Desk", "desk")


def test_topics_and_their_messages(storage: Storage, receiver: Receiver) -> None:
    hooked(storage, receiver.address())
    with telling(storage):
        played(storage)
        until(lambda: len(receiver.got) == 8)
    got = [body for _, body in receiver.got]
    said = {(body["type"], body["says"]) for body in got}
    assert ("call", "Table 2 calls the referee: Bo; <tea>") in said
    assert ("call", "A referee is on the way to table 2") in said
    assert ("appeal", "Table 1: Bo appeals: the wall") in said
    (result,) = [body for body in got if body["type"] == "result"]
    assert result["says"] == "Table 1: the match is over. Ann 544, Chen_1 492, Dai 492, Bo 472"
    (shown,) = [body for body in got if body["type"] == "published"]
    assert (shown["event"], shown["round"], shown["standings"][0]["name"]) == (1, 1, "Ann")
    assert shown["says"].splitlines()[1] == "1. Ann +44"
    assert [body["record"]["number"] for body in got if body["type"] == "record"] == [1, 2, 3]
    assert len({body["id"] for body in got}) == 8


@pytest.mark.parametrize(
    ("form", "lang", "field", "says"),
    [
        ("discord", "en", "content", "Table 2 calls the referee: Bo; <tea\\>"),
        ("discord", "zh", "content", "2号桌呼叫裁判：Bo；<tea\\>"),
        ("slack", "ja", "text", "2卓が審判を呼んでいます：Bo；&lt;tea&gt;"),
    ],
)
def test_chats_get_a_sentence_in_the_language_of_the_webhook(
    form: WebhookForm, lang: str, field: str, says: str, storage: Storage, receiver: Receiver
) -> None:
    hooked(storage, receiver.address(), ("call", "published"), form, lang)
    with telling(storage):
        played(storage)
        until(lambda: len(receiver.got) == 2)
    assert sorted(body[field] for _, body in receiver.got if "\n" not in body[field]) == [says]


def test_a_removed_name_is_in_no_message_that_waits(storage: Storage, receiver: Receiver) -> None:
    hooked(storage, receiver.address(), ("record",))
    record(storage, SIT, Won("E", 20, "S"))
    storage.journal.erase(erasing_of(["Ann"], "N. N."))
    with telling(storage):
        until(lambda: len(receiver.got) == 2)
    assert "Ann" not in receiver.file.read_text()


@pytest.mark.parametrize(
    ("path", "trouble", "passed"),
    [("/500", "refused", False), ("/302", "redirected", False), ("/422", "refused", True), ("/200", "", True)],
)
def test_answers_are_listed_and_a_message_is_sent_again(
    path: str, trouble: str, passed: bool, storage: Storage, receiver: Receiver
) -> None:
    hook = hooked(storage, receiver.address(path), ("record",))
    record(storage, SIT)
    heard = WebhookListener(hook, hall_of(storage))
    news = Recorded(storage.journal.entries(1)[0])
    if passed:
        heard.hear(news)
    else:
        for _ in range(2):
            with pytest.raises(NotTakenError):
                heard.hear(news)
    (answer,) = WebhookStore(storage.database).all()[0].answers
    assert (answer.topic, answer.status, answer.trouble) == ("record", int(path[1:]), trouble)
    before = len(receiver.got)
    hook = WebhookStore(storage.database).all()[0]
    sent = again(storage, hook, answer.id)
    assert sent
    assert sent.id == answer.id
    assert [body["id"] for _, body in receiver.got[before:]] == [answer.id]
    assert send_test(storage, hook).topic == "test"
    assert again(storage, hook, "another") is None
    assert all(head["host"] == f"127.0.0.1:{receiver.port}" for head, _ in receiver.got)


LOCAL: Final = (
    *("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"),
    *("::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::"),
)


def test_addresses_of_this_computer_and_its_network() -> None:
    assert [each for each in LOCAL if not is_local(each)] == []
    assert [each for each in ("1.1.1.1", "2606:4700::1111", "64:ff9b::101:101") if is_local(each)] == []


@pytest.mark.parametrize(
    "address",
    ["", "ftp://a.example/", "http://", "http://[::1", "http://a:b@c.example/", "http://a.example:x/", "file:///etc/x"],
)
def test_what_is_no_address_of_the_web(address: str) -> None:
    with pytest.raises(WebhookError, match="webhook-address"):
        checked(address)


def test_the_address_that_was_looked_up_is_the_one_that_is_asked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads somewhere else at each question reaches nothing here, and is asked about once."""
    asked: list[str] = []
    answers = iter(["1.1.1.1", *["127.0.0.1"] * 3])

    def of(host: str, port: int, *_: Any, **more: Any) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", (next(answers), port))]

    monkeypatch.setattr(sending.socket, "getaddrinfo", of)
    parts = checked(f"http://rebound.example:{receiver.port}/")
    assert look_up(parts, local=False) == "1.1.1.1"
    with pytest.raises(WebhookError, match="webhook-local"):
        look_up(parts, local=False)
    asked.clear()
    assert post(f"http://rebound.example:{receiver.port}/", True, "s", "id", b"{}").status == 204
    assert asked[0] == "rebound.example"
    assert receiver.got[0][0]["host"] == f"rebound.example:{receiver.port}"
