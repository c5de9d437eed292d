"""Servers, rigs and workers of a hall killed with -9, and its PostgreSQL stopped at once, while its tables record.

`python -m tests.ordeals.kills --kills 500 --stops 20` does so at random moments. Two servers have two tables together,
three rigs one each, and two workers read. Senders record penalties, lay hands with and without a photograph, change
them and play; what was not answered is sent again by its id. Meanwhile each rig reports what of its table still waits:
nothing may, while something that was answered is not in the hall. The account is taken in the hall: everything
answered is there once, with the bytes of its photograph, and the rigs have the same.

Photographs are read by an answer known beforehand, so that kills fall upon writing, not upon reading; `--read` runs
the commands as they are.
"""

import argparse
import json
import multiprocessing
import multiprocessing.process
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final, Literal
from uuid import UUID, uuid4

import cv2
import numpy as np
import psycopg

from scoring.match.records import act_to_dict
from tests.ordeals import quick
from tests.ordeals.hall import kept
from tests.ordeals.served import SAMPLE
from tests.rig_roles import rig_roles
from vision.image import Picture
from webui.commands.hall.local_postgres import cluster
from webui.records.canonical import digest
from webui.records.database.postgres import parameters
from webui.records.hands import KeptHand
from webui.records.store import Storage

OF_SERVERS = (1, 2)
"""Tables whose records the servers write."""
OF_RIGS = (3, 4, 5)
SERVERS = WORKERS = SENDERS = 2
"""Servers, workers, and senders at each table."""
FEWEST = 4
"""Answers that a server or rig has given at least before it is killed, however slow the machine is."""
READING = 0.2
"""Seconds that a reading takes, so that kills fall into some."""
LINE = "tableside-photo"

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.ordeals.quick"])

Kind = Literal["server", "rig", "worker"]


@dataclass
class Running:
    """A server, rig or worker, started again by the ordeal whenever it has ended, as by its unit.

    Attributes:
        kind: What it is.
        arguments: The arguments of its command.
        log: The file of what it writes.
        read: Whether its command runs as it is.
        address: The address of its page; a worker has none.
        granted: Requests that it has granted since its start.
        busy: Requests that it has not answered yet.
    """

    kind: Kind
    arguments: list[str]
    log: Path
    read: bool
    address: str = ""
    granted: int = 0
    busy: int = 0
    _began: int = 0
    _process: "multiprocessing.process.BaseProcess | subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, without waiting until it answers."""
        self._began = self.log.stat().st_size if self.log.exists() else 0
        self.granted = 0
        command = "worker" if self.kind == "worker" else "serve"
        if self.read:
            arguments = ["--db", *self.arguments, "--log", "text"] if self.kind == "worker" else self.arguments
            with self.log.open("ab") as log:
                whole = [sys.executable, "-m", "webui", command, *arguments]
                self._process = subprocess.Popen(whole, stdout=log, stderr=log)
        else:
            arguments = (command, self.arguments, self.log, READING)
            forked = FORKS.Process(target=quick.run, args=arguments, daemon=True)
            forked.start()
            self._process = forked

    def kill(self) -> None:
        """End it with -9."""
        if isinstance(self._process, subprocess.Popen):
            self._process.kill()
            self._process.wait()
        elif self._process:
            self._process.kill()
            self._process.join()

    @property
    def has_ended(self) -> bool:
        """True if it ended without a kill."""
        if isinstance(self._process, subprocess.Popen):
            return self._process.poll() is not None
        return self._process is not None and not self._process.is_alive()

    def written(self) -> str:
        """Return what it wrote since its start."""
        with self.log.open("rb") as log:
            log.seek(self._began)
            return log.read().decode(errors="replace")

    @property
    def works(self) -> bool:
        """True if a kill falls upon some work: it has granted requests, or read, and does it now."""
        if self.kind == "worker":
            written = self.written()
            return written.count("photograph taken") > written.count("photograph read")
        return self.granted >= FEWEST and self.busy > 0


@dataclass
class Sent:
    """A request: its id and table, its path and content; the answer, or None for none."""

    id: str
    table: int
    path: str
    data: bytes
    headers: dict[str, str]
    photo: bytes = b""
    answer: dict[str, Any] | None = None
    status: int = 0


@dataclass
class Log:
    """Everything sent so far; safe to use from many threads.

    Attributes:
        sent: The requests, by id.
        granted: Those granted, by table, in the order of the answers.
        hands: The known versions of hands, by table.
        counts: What was tried.
    """

    sent: dict[str, Sent] = field(default_factory=dict)
    granted: dict[int, list[Sent]] = field(default_factory=lambda: defaultdict(list))
    hands: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    counts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, to: Running, what: Sent) -> bool:
        """Send, and note the answer; return False without one, or where the database is away.

        Raises:
            AssertionError: It answers that it failed.
        """
        with self.lock:
            self.sent[what.id] = what
            to.busy += 1
        request = urllib.request.Request(to.address + what.path, what.data, what.headers)
        try:
            try:
                response = urllib.request.urlopen(request, timeout=120)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                answer, status = json.load(response), response.status
        except (OSError, ValueError, HTTPException):
            self.counts["without an answer"] += 1
            time.sleep(0.1)
            return False
        finally:
            with self.lock:
                to.busy -= 1
        if status == 503:
            self.counts["while the database was away"] += 1
            time.sleep(0.1)
            return False
        assert status in (200, 201, 404, 409, 422), (what.path, status, answer)
        with self.lock:
            self._note(to, what, answer, status)
        return True

    def _note(self, to: Running, what: Sent, answer: dict[str, Any], status: int) -> None:
        what.answer, what.status = answer, status
        if status not in (200, 201):
            self.counts["refused"] += 1
            return
        to.granted += 1
        self.granted[what.table].append(what)
        self.counts[_kind(what)] += 1
        if hand := answer.get("hand"):
            versions = self.hands[what.table]
            versions[hand["id"]] = max(versions.get(hand["id"], 0), hand["version"])


def _kind(what: Sent) -> str:
    if what.path.endswith("/hands"):
        return "photographs" if what.photo else "empty hands"
    return {"records": "records", "changes": "changes", "play": "acts"}[what.path.rpartition("/")[2]]


def another(picture: Picture, rng: random.Random) -> bytes:
    """Return the photograph with a small patch of its own, as a JPEG: bytes after the picture are not kept."""
    made = picture.copy()
    side = 24
    top, left = (rng.randrange(length - side) for length in made.shape[:2])
    made[top : top + side, left : left + side] = np.frombuffer(rng.randbytes(3 * side * side), np.uint8).reshape(
        side, side, 3
    )
    return cv2.imencode(".jpg", made)[1].tobytes()


def seated(table: int) -> Sent:
    """Return a request that begins a match."""
    id = str(uuid4())
    body = {"id": id, "act": {"type": "Seated", "players": ["Ann", "Ben", "Chi", "Dan"]}}
    path = f"/api/tables/{table}/records"
    return Sent(id, table, path, json.dumps(body).encode(), {"Content-Type": "application/json"})


def something(table: int, log: Log, rng: random.Random, picture: Picture) -> Sent:
    """Something to send: a record, a hand, a change or an act."""
    id, path = str(uuid4()), f"/api/tables/{table}"
    headers = {"Idempotency-Key": id, "Content-Type": "application/json"}
    if rng.random() < 0.02:
        return seated(table)
    match rng.randrange(6):
        case 0 | 1:
            act = {"type": "Penalty", "seat": rng.choice("ESWN"), "amount": rng.randrange(99), "reason": id}
            body = {"id": id, "act": act | {"flow": "deducted"}}
            return Sent(id, table, f"{path}/records", json.dumps(body).encode(), headers)
        case 2:
            form = f'--{LINE}\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'.encode()
            headers["Content-Type"] = f"multipart/form-data; boundary={LINE}"
            photo = another(picture, rng)
            return Sent(id, table, f"{path}/hands", form + photo + f"\r\n--{LINE}--\r\n".encode(), headers, photo)
        case 3:
            return Sent(id, table, f"{path}/hands", b"", {"Idempotency-Key": id})
        case 4:
            with log.lock:
                hand, version = rng.choice([*log.hands[table].items()] or [("nobody", 1)])
            change = {"do": "add", "tile": f"f{rng.randint(1, 4)}"} if version == 1 else {"do": "undo"}
            body = {"version": version, "change": change}
            return Sent(id, table, f"/api/hands/{hand}/changes", json.dumps(body).encode(), headers)
    play = {"do": "deal", "hand": rng.randint(1, 16), "dealer": rng.randint(1, 4)}
    return Sent(id, table, f"{path}/play", json.dumps(play).encode(), headers)


def free_port(rng: random.Random) -> int:
    """Return a port that nobody uses, and that no program is given that asks for any."""
    while True:
        port = rng.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Ordeal:
    """A hall under kills.

    Args:
        db: The address of its database, for its owner.
        folder: An empty folder.
        seed: What random moments and acts follow from.
        read: Whether the commands run as they are.
        pause: Seconds between two requests of a sender at most.
    """

    def __init__(self, db: str, folder: Path, seed: int, read: bool, pause: float) -> None:
        self.rng, self.log, self.db = random.Random(seed), Log(), db
        self._read, self._pause = read, pause
        self._stopping, self._closing = threading.Event(), threading.Event()
        self._picture = np.random.default_rng(seed).integers(0, 255, (96, 256, 3), np.uint8)
        if read:
            self._picture = cv2.imdecode(np.frombuffer(SAMPLE.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
        of_rig = rig_roles(db, max(OF_RIGS))
        tables = str(len(OF_SERVERS))
        self.servers = [self._served("server", folder / f"s{n}", db, "--tables", tables) for n in range(SERVERS)]
        self.rigs = {
            number: self._served("rig", folder / f"r{number}", of_rig(number), "--table", str(number))
            for number in OF_RIGS
        }
        self.workers = [Running("worker", [db], folder / f"w{n}.log", read) for n in range(WORKERS)]
        self.all = [*self.servers, *self.rigs.values(), *self.workers]
        self.folders = {number: folder / f"r{number}" for number in OF_RIGS}

    def _served(self, kind: Kind, folder: Path, db: str, *more: str) -> Running:
        port = free_port(self.rng)
        arguments = ["--port", str(port), "--data", str(folder), "--db", db, *more]
        return Running(kind, arguments, folder.with_suffix(".log"), self._read, f"http://127.0.0.1:{port}")

    def send(self, table: int, seed: int) -> None:
        """Send to a table until told to stop; what was not answered again by its id."""
        rng = random.Random(seed)
        what = seated(table)
        while not self._closing.is_set():
            to = self.rigs[table] if table in self.rigs else rng.choice(self.servers)
            if not self.log.send(to, what):
                continue
            if self._stopping.wait(rng.uniform(0, self._pause)):
                return
            what = something(table, self.log, rng, self._picture)

    def listen(self, table: int) -> None:
        """Ask a rig what waits, over and over.

        Raises:
            AssertionError: It says that nothing does, while something that was answered is not in the hall.
        """
        rig, asked = self.rigs[table], 0
        while not self._stopping.wait(0.05):
            answered = self.log.granted[table][:]
            state = self.state(rig)
            if state is None or state["waiting"] or len(answered) == asked:
                continue
            there = self._in_hall(table)
            if there is None:
                continue
            missing = [what.id for what in answered if not _is_there(what, there)]
            assert not missing, f"table {table}: nothing waits, and the hall lacks {missing}"
            asked = len(answered)
            self.log.counts["nothing waits"] += 1

    def state(self, rig: Running) -> dict[str, Any] | None:
        """Return what a rig says of its hall, or None while it does not answer."""
        try:
            with urllib.request.urlopen(f"{rig.address}/api/health", timeout=60) as answer:
                return dict(json.load(answer)["hall"])
        except (OSError, ValueError, HTTPException):
            return None

    def _in_hall(self, table: int) -> set[str] | None:
        """Return the ids of records, and of hands whose photograph is there too; None while the database is away."""
        asked = """
            SELECT id FROM record WHERE table_number = %(table)s UNION ALL SELECT id FROM hand
            WHERE table_number = %(table)s AND (photo = '' OR EXISTS (SELECT FROM photo WHERE sha256 = hand.photo))
        """
        try:
            with psycopg.connect(**parameters(self.db)) as connection:
                return {id for (id,) in connection.execute(asked, {"table": table})}
        except psycopg.OperationalError:
            return None

    def keep_running(self) -> None:
        """Start again whatever ended without a kill, as its unit does."""
        for each in self.all:
            if each.has_ended:
                self.log.counts["started again"] += 1
                each.start()

    def kill(self, victim: Running, longest: float) -> None:
        """Kill one while it works, and start it again."""
        time.sleep(self.rng.uniform(0.02, longest))

        def works() -> bool:
            self.keep_running()
            return victim.works

        comes(f"the {victim.kind} at {victim.address or 'the queue'} works", works)
        time.sleep(self.rng.uniform(0, 0.03))
        self.log.counts[f"{victim.kind}s killed"] += 1
        self.log.counts["killed over an open request"] += victim.busy > 0
        victim.kill()
        victim.start()

    def settle(self) -> None:
        """Wait until each rig says that nothing waits.

        Raises:
            LateError: That takes minutes.
        """

        def is_sent() -> bool:
            self.keep_running()
            return all(self.state(rig) == {"waiting": 0, "trouble": None} for rig in self.rigs.values())

        comes("nothing waits at any rig", is_sent, lambda: str([self.state(rig) for rig in self.rigs.values()]))

    def settle_queue(self) -> None:
        """Wait until no photograph waits to be read.

        Raises:
            LateError: That takes minutes.
        """
        with psycopg.connect(**parameters(self.db), autocommit=True) as connection:

            def left() -> str:
                return str(connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone())

            comes("all photographs are read", lambda: left() == "(0,)", left)

    def stop(self) -> None:
        """Let the senders end with an answer to what they sent last."""
        self._stopping.set()

    def close(self) -> None:
        """End everything."""
        self._stopping.set()
        self._closing.set()
        for each in self.all:
            each.kill()


def _is_there(what: Sent, ids: set[str]) -> bool:
    return _kind(what) in ("changes", "acts") or what.id in ids


def account(hall: Storage, log: Log) -> Counter[str]:
    """Compare the hall with the answers.

    Raises:
        AssertionError: Something is lost, doubled, orphaned or damaged.
    """
    counts: Counter[str] = Counter()
    named = set()
    for table in (*OF_SERVERS, *OF_RIGS):
        entries = hall.journal.entries(table)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), f"table {table}: a gap"
        by_id = {entry.id: entry for entry in entries}
        assert len(by_id) == len(entries), f"table {table}: a record twice"
        assert {str(id) for id in by_id} <= set(log.sent), f"table {table}: a record that nobody sent"
        hands = {hand.id: hand for hand in hall.hands.newest(table, hidden=None)}
        assert set(hands) <= set(log.sent), f"table {table}: a hand that nobody laid"
        for what in log.granted[table]:
            assert what.answer is not None
            if _kind(what) == "records":
                entry = by_id.get(UUID(what.id))
                assert entry, f"record {what.id} is lost"
                assert entry.number == what.answer["number"], f"record {what.id} has another number"
                sent = json.loads(what.data)["act"]
                has = json.loads(json.dumps(act_to_dict(entry.act)))  # without tuples
                assert has.items() >= sent.items(), f"record {what.id} has another act"
            elif what.path.endswith("/hands"):
                assert what.id in hands, f"hand {what.id} is lost"
                kept_photo = hall.photos.read(hands[what.id].photo) if what.photo else b""
                assert kept_photo == what.photo, f"the photograph of hand {what.id} is another"
            elif what.path.endswith("/changes"):
                _check_change(what, hands)
        named |= {hand.photo for hand in hands.values() if hand.photo}
        counts += Counter(records=len(entries), hands=len(hands))
    photos = {photo.sha256 for photo in hall.photos.all()}
    assert named <= photos, f"{len(named - photos)} photographs missing"
    # refused, as after three workers died over it, and a server that was killed meanwhile: it goes after an hour
    abandoned = {digest(what.photo) for what in log.sent.values() if what.photo and what.status not in (200, 201)}
    assert photos - named <= abandoned, f"{len(photos - named - abandoned)} photographs orphaned"
    return counts + Counter({"photographs": len(named), "abandoned photographs": len(photos - named)})


def _check_change(what: Sent, hands: dict[str, KeptHand]) -> None:
    changes = [json.loads(change) for change in hands[what.path.split("/")[3]].changes]
    made = sum(change["id"] == what.id for change in changes)
    assert made <= 1, f"change {what.id} twice"
    assert what.answer is not None
    assert made or len(changes) < what.answer["hand"]["version"], f"change {what.id} is lost"


def run(
    kills: int,
    stops: int,
    seed: int = 1,
    read: bool = False,
    longest: float = 1.0,
    pause: float = 1.0,
    say: Callable[[str], None] = print,
) -> Counter[str]:
    """Kill so many times, stop the database so many times, and take the account in the hall.

    Args:
        kills: How many processes are killed.
        stops: How often the database is stopped at once.
        seed: What random moments and acts follow from.
        read: Whether the commands run as they are.
        longest: Seconds between two of these at most.
        pause: Seconds between two requests of a sender at most.
        say: Takes a line now and then.

    Returns:
        What was tried, and what the hall has.

    Raises:
        AssertionError: Something did not hold, or was never tried.
    """
    with ExitStack() as stack:
        server = stack.enter_context(cluster(lasting=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        Storage.open(None, db=server.address).close()
        ordeal = Ordeal(server.address, folder, seed, read, pause)
        for each in ordeal.all:
            each.start()
        tables = (*OF_SERVERS, *OF_RIGS)
        pool = stack.enter_context(ThreadPoolExecutor(len(tables) * SENDERS + len(OF_RIGS)))
        stack.callback(ordeal.close)
        senders = [pool.submit(ordeal.send, table, ordeal.rng.getrandbits(32)) for table in tables * SENDERS]
        listeners = [pool.submit(ordeal.listen, table) for table in OF_RIGS]
        faults = [False] * kills + [True] * stops
        ordeal.rng.shuffle(faults)
        for n, is_stop in enumerate(faults, 1):
            if is_stop:
                ordeal.log.counts["stops"] += 1
                server.stop(at_once=True)
                time.sleep(ordeal.rng.uniform(0, 2 * longest))
                if ordeal.rng.random() < 0.5:
                    ordeal.kill(ordeal.rng.choice([*ordeal.rigs.values()]), longest)
                server.start()
            else:
                ordeal.kill(ordeal.rng.choice(ordeal.all), longest)
            _expect_well([*senders, *listeners])
            if n % 20 == 0:
                say(f"{n} of {len(faults)}: {dict(sorted(ordeal.log.counts.items()))}")
        ordeal.stop()
        for task in (*senders, *listeners):
            task.result()
        ordeal.settle()
        with closing(Storage.open(None, db=server.address)) as hall:
            counts = account(hall, ordeal.log)
            ordeal.settle_queue()
            ordeal.close()
            for table, own in ordeal.folders.items():
                with closing(Storage.open(own)) as of_rig:
                    here, there = kept(of_rig, table), kept(hall, table)
                assert here == there, (
                    f"table {table}: the rig has other {[name for name in here if here[name] != there[name]]}"
                )
        ordeal.log.counts["read by workers"] = sum(
            each.log.read_text(errors="replace").count("photograph read") for each in ordeal.workers
        )
        expect_tried(ordeal.log, counts, stops)
        return ordeal.log.counts + Counter({f"{name} in the hall": count for name, count in counts.items()})


def _expect_well(tasks: list[Future[None]]) -> None:
    """Raise what one of them raised."""
    for task in tasks:
        if task.done():
            task.result()


class LateError(Exception):
    """Something did not come true in time, which a slow machine explains as well as a fault."""


LIMIT: Final = 180.0
"""Seconds without any change after which what is waited for counts as late, on a machine without other work."""


def comes(what: str, true: Callable[[], Any], state: Callable[[], str] = str) -> None:
    """Wait until something is true, for as long as its state changes; a loaded machine gets as much longer.

    Args:
        what: What is waited for, in words.
        true: Returns a true value once it is so.
        state: Returns how far it is.

    Raises:
        LateError: It did not come true.
    """
    seen, since = "", time.monotonic()
    while not true():
        now, slower = state(), max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        if now != seen:
            seen, since = now, time.monotonic()
        if time.monotonic() - since > LIMIT * slower:
            raise LateError(f"{what}: not within {LIMIT * slower:.0f} s (load {slower:.1f} a core); {seen}")
        time.sleep(0.02)


def expect_tried(log: Log, counts: Counter[str], stops: int) -> None:
    """Check that each kind of request was granted, and each kind of process killed while it worked.

    Raises:
        AssertionError: One was never, or fewer photographs are kept than hands were laid with one.
    """
    tried = ["records", "photographs", "empty hands", "changes", "acts", "nothing waits", "read by workers"]
    tried += ["servers killed", "rigs killed", "workers killed", "killed over an open request"]
    tried += ["stops", "while the database was away"] if stops else []
    assert all(log.counts[what] for what in tried), f"never tried: {[what for what in tried if not log.counts[what]]}"
    laid = log.counts["photographs"]
    assert counts["photographs"] >= laid, f"{laid} hands share {counts['photographs']} photographs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--stops", type=int, default=20, help="stops of PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=1.0, help="seconds between two kills at most")
    parser.add_argument("--read", action="store_true", help="run the commands with their networks")
    asked = parser.parse_args()
    try:
        found = run(
            asked.kills, asked.stops, asked.seed, asked.read, asked.longest, say=lambda line: print(line, flush=True)
        )
    except LateError as error:
        print(f"undecided: {error}", file=sys.stderr)
        sys.exit(3)
    except AssertionError as error:
        sys.exit(f"does not hold: {error}")
    print(f"holds: {dict(sorted(found.items()))}")


if __name__ == "__main__":
    main()
