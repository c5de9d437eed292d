"""Kills the server while it records: `python -m tests.ordeals.kills --kills 500` does so with -9 at random moments.

Four senders record penalties, lay hands with and without a photograph, change them and play, all at once. What was
answered must be there after the kill, once and unchanged; what was not answered is sent again by its id and must then
be there once. Every photograph must be whole and have its hand. The server reads photographs by an answer known
beforehand, so that kills fall upon writing, not upon reading; `--read` runs `tableside serve` as it is.
"""

import argparse
import json
import multiprocessing
import multiprocessing.process
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import cv2
import numpy as np

from tests.ordeals.quick import serve
from tests.ordeals.served import SAMPLE
from tests.waiting import until
from vision.image import Picture
from webui.records.canonical import digest
from webui.records.store import PHOTOS, Storage

SENDERS = 4
FEWEST = 4
"""Answers that a server has given at least before it is killed, however slow the machine is."""
LINE = "tableside-photo"

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.ordeals.quick"])


@dataclass
class Sent:
    """The requests sent, by id, and the answers; None for no answer."""

    id: str
    path: str
    data: bytes
    headers: dict[str, str]
    answer: dict[str, Any] | None = None
    status: int = 0


@dataclass
class Log:
    """Everything sent so far; safe to use from many threads."""

    sent: dict[str, Sent] = field(default_factory=dict)
    open: list[Sent] = field(default_factory=list)
    hands: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answered(self) -> int:
        """Return the number of granted requests."""
        with self.lock:
            return sum(what.status in (200, 201) for what in self.sent.values())

    def send(self, address: str, what: Sent) -> bool:
        """Sends, and notes the answer; False where the server is gone."""
        with self.lock:
            self.sent[what.id] = what
        request = urllib.request.Request(address + what.path, what.data, what.headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                what.answer, what.status = json.load(answer), answer.status
        except urllib.error.HTTPError as error:
            what.answer, what.status = {}, error.code
            if error.code >= 500:
                raise AssertionError(f"{what.path}: {error.code} {error.read()!r}") from error
        except (OSError, ValueError, HTTPException):
            with self.lock:
                self.open.append(what)
            return False
        hand = what.answer.get("hand")
        if hand:
            with self.lock:
                self.hands[hand["id"]] = max(self.hands.get(hand["id"], 0), hand["version"])
        return True


def another(picture: Picture, rng: random.Random) -> bytes:
    """Return the photograph with a small patch of its own, as a JPEG: bytes after the picture are not kept."""
    made = picture.copy()
    side = 24
    top, left = (rng.randrange(length - side) for length in made.shape[:2])
    made[top : top + side, left : left + side] = np.frombuffer(rng.randbytes(3 * side * side), np.uint8).reshape(
        side, side, 3
    )
    return cv2.imencode(".jpg", made)[1].tobytes()


def something(log: Log, rng: random.Random, picture: Picture) -> Sent:
    """Something to send: a record, a hand, a change or an act."""
    id = str(uuid4())
    headers = {"Idempotency-Key": id, "Content-Type": "application/json"}
    match rng.randrange(6):
        case 0 | 1:
            act = {"type": "Penalty", "seat": rng.choice("ESWN"), "amount": rng.randrange(99), "reason": id}
            body = {"id": id, "act": act | {"flow": "deducted"}}
            return Sent(id, "/api/tables/1/records", json.dumps(body).encode(), headers)
        case 2:
            form = f'--{LINE}\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'.encode()
            headers["Content-Type"] = f"multipart/form-data; boundary={LINE}"
            data = form + another(picture, rng) + f"\r\n--{LINE}--\r\n".encode()
            return Sent(id, "/api/tables/1/hands", data, headers)
        case 3:
            return Sent(id, "/api/tables/1/hands", b"", {"Idempotency-Key": id})
        case 4:
            with log.lock:
                hand, version = rng.choice([*log.hands.items()] or [("nobody", 1)])
            change = {"do": "add", "tile": f"f{rng.randint(1, 4)}"} if version == 1 else {"do": "undo"}
            body = {"version": version, "change": change}
            return Sent(id, f"/api/hands/{hand}/changes", json.dumps(body).encode(), headers)
    act = {"do": "deal", "hand": rng.randint(1, 16), "dealer": rng.randint(1, 4)}
    return Sent(id, "/api/tables/1/play", json.dumps(act).encode(), headers)


class Server:
    """A server on a folder, in a process of its own: forked from one that has imported everything, or the command."""

    def __init__(self, folder: Path, read: bool) -> None:
        self._forked: multiprocessing.process.BaseProcess | None = None
        self._command: subprocess.Popen[str] | None = None
        if read:
            command = [sys.executable, "-m", "webui", "serve", "--port", "0", "--data", str(folder)]
            self._command = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            line = self._command.stdout.readline() if self._command.stdout else ""
        else:
            ours, theirs = FORKS.Pipe()
            self._forked = FORKS.Process(target=serve, args=(folder, theirs.send), daemon=True)
            self._forked.start()
            assert ours.poll(60), "no server"
            line = ours.recv()
        found = re.search(r"http://\S+:\d+", line)
        assert found, line
        self.address = found[0]

    def kill(self) -> None:
        """End the process with -9."""
        if self._command:
            self._command.kill()
            self._command.communicate()
        if self._forked:
            self._forked.kill()
            self._forked.join()


def kill_once(folder: Path, log: Log, rng: random.Random, picture: Picture, read: bool, longest: float) -> None:
    """Start the server, send unanswered requests again, let all senders send, and kill it."""
    server = Server(folder, read)
    address = server.address
    try:
        again, log.open = log.open, []
        for what in again:
            log.send(address, what)
            assert what.status in (200, 201, 404, 409, 422), (what.path, what.status)
        if not again and not log.sent:
            id = str(uuid4())
            seated = {"type": "Seated", "players": ["Ann", "Ben", "Chi", "Dan"]}
            body = json.dumps({"id": id, "act": seated}).encode()
            assert log.send(address, Sent(id, "/api/tables/1/records", body, {"Content-Type": "application/json"}))

        def run(seed: int) -> None:
            own = random.Random(seed)
            while log.send(address, something(log, own, picture)):
                pass

        senders = [threading.Thread(target=run, args=(rng.randrange(2**32),)) for _ in range(SENDERS)]
        before = log.answered()
        for sender in senders:
            sender.start()
        time.sleep(rng.uniform(0.02, longest))
        until(lambda: log.answered() >= before + FEWEST)
    finally:
        server.kill()
    for sender in senders:
        sender.join()


def check(folder: Path, log: Log) -> Counter[str]:
    """Compare the contents of the disk with the answers.

    Raises:
        AssertionError: something is lost, doubled, orphaned or damaged.
    """
    records = Storage.open(folder)
    try:
        entries = records.journal.entries(1)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), "numbers with a gap"
        by_id = {entry.id: entry for entry in entries}
        assert len(by_id) == len(entries), "a record twice"
        hands = {hand.id: hand for hand in records.hands.newest(1, hidden=None)}
        counts: Counter[str] = Counter(records=len(entries), hands=len(hands))
        for what in list(log.sent.values()):
            if what.status not in (200, 201) or what.answer is None:
                continue
            counts["answered"] += 1
            if "number" in what.answer:
                entry = by_id.get(UUID(what.id))
                assert entry, f"record {what.id} is lost"
                assert entry.number == what.answer["number"], f"record {what.id} has another number"
            elif what.path == "/api/tables/1/hands":
                assert what.id in hands, f"hand {what.id} is lost"
            elif what.path.endswith("/changes"):
                changes = [json.loads(change) for change in hands[what.path.split("/")[3]].changes]
                made = sum(change["id"] == what.id for change in changes)
                assert made <= 1, f"change {what.id} twice"
                assert made or len(changes) < what.answer["hand"]["version"], f"change {what.id} is lost"
        counts["photographs"] = _check_photographs(records, hands.values())
        assert all(hand.id in log.sent for hand in hands.values()), "a hand that nobody laid"
    finally:
        records.close()
    return counts


def _check_photographs(records: Storage, hands: Any) -> int:
    named = {hand.photo for hand in hands if hand.photo}
    kept = {photo.sha256 for photo in records.photos.all()}
    assert named == kept, f"{len(kept - named)} photographs orphaned, {len(named - kept)} missing"
    for name in named:
        assert digest(records.photos.read(name)) == name
    left = [file for file in ((records.folder or Path()) / PHOTOS).rglob(".*") if file.is_file()]
    assert not left, f"left behind: {left}"
    return len(named)


def run(kills: int, seed: int, read: bool, longest: float, say: Any = print) -> Counter[str]:
    """Kill the server so many times, and check after each.

    Args:
        kills: How many times.
        seed: What random moments and acts follow from.
        read: Whether `tableside serve` runs as it is.
        longest: Seconds that it runs at most before it is killed.
        say: Takes a line now and then.

    Returns:
        Counts of what was answered and is kept, and of kills that left something unanswered.
    """
    rng, log = random.Random(seed), Log()
    picture = np.random.default_rng(seed).integers(0, 255, (96, 256, 3), np.uint8)
    if read:
        picture = cv2.imdecode(np.frombuffer(SAMPLE.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        for n in range(1, kills + 1):
            kill_once(Path(folder), log, rng, picture, read, longest)
            counts = check(Path(folder), log)
            caught += bool(log.open)
            if n % 20 == 0 or n == kills:
                say(f"{n} kills, {caught} with something unanswered: {dict(counts)}")
    tried = expect_tried(log, counts)
    say(f"tried: {dict(tried)}")
    return counts + Counter(caught=caught)


def expect_tried(log: Log, counts: Counter[str]) -> Counter[str]:
    """Return how often each kind of request was granted.

    Raises:
        AssertionError: One was never, or fewer photographs are kept than hands were laid with one.
    """
    tried = Counter({"records": 0, "photographs": 0, "empty hands": 0, "changes": 0, "acts": 0})
    for what in log.sent.values():
        if what.status in (200, 201):
            tried[_kind(what)] += 1
    assert all(tried.values()), f"never tried: {[kind for kind, count in tried.items() if not count]}"
    assert counts["photographs"] >= tried["photographs"], f"{tried['photographs']} hands share {counts['photographs']}"
    return tried


def _kind(what: Sent) -> str:
    if what.path.endswith("/hands"):
        return "photographs" if what.data else "empty hands"
    return {"records": "records", "changes": "changes", "play": "acts"}[what.path.rpartition("/")[2]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=1.5, help="seconds until a kill at most")
    parser.add_argument("--read", action="store_true", help="run `tableside serve` with its networks")
    asked = parser.parse_args()
    try:
        run(asked.kills, asked.seed, asked.read, asked.longest, lambda line: print(line, flush=True))
    except AssertionError as error:
        sys.exit(f"does not hold: {error}")


if __name__ == "__main__":
    main()
