"""A hall's PostgreSQL stopped at once and started again under tables that record, with acknowledgements lost.

`python -m tests.ordeals.hall` runs 40 tables for ten minutes; other numbers of tables and seconds may be given. In the
end the hall has every record, hand, change and photograph of every table once, and every order an answer.
"""

import io
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from PIL import Image
from sqlalchemy import select

from scoring.match.records import Drawn, Seated, act_to_dict
from tests.ordeals.quick import Same
from tests.rig_roles import rig_roles
from tests.waiting import until
from webui.base.errors import WebError
from webui.commands.hall.local_postgres import LocalPostgres, cluster
from webui.hall.remote_commands import follow
from webui.hand.edits import SetRules
from webui.records.database.schema import changes, hands, hidings, marks, records
from webui.records.errors import RecordsError
from webui.records.remote_commands import DONE, RemoteCommand
from webui.records.store import Storage
from webui.records.sync.copying import SyncCursor
from webui.records.sync.outbox import SENT, Outbox
from webui.table.table import Table

FOUR = ("Ann", "Bo", "Chen", "Dai")
WON = "[123s,1]456789sCCC9p 9p self-draw"
LOST = 0.2
"""Probability that an acknowledgement is lost, or replaced by an older one."""


@dataclass
class Device:
    """A device at a table, and what was done there."""

    number: int
    records: Storage
    table: Table
    outbox: Outbox
    laid: set[str] = field(default_factory=set)
    recorded: set[str] = field(default_factory=set)
    older: list[Any] = field(default_factory=lambda: [asdict(SyncCursor())])


@dataclass
class Report:
    """The counts: tables, stops of the database, records, hands, photos, orders, sendings."""

    tables: int
    stops: int
    records: int
    hands: int
    photos: int
    orders: int
    lost: int
    wrong: list[str]


def kept(of: Storage, table: int) -> dict[str, list[Any]]:
    """Everything of a table as a database has it, without turns."""
    found = {}
    with of.database.reading() as connection:
        mine = select(hands.c.id).where(hands.c.table_number == table)
        for each in (records, hands, changes, hidings, marks):
            asked = select(*[column for column in each.c if column.name != "stamp"])
            where = each.c.table_number == table if "table_number" in each.c else each.c.hand.in_(mine)
            found[each.name] = sorted(tuple(row) for row in connection.execute(asked.where(where)))
    return found


def picture(chance: random.Random) -> bytes:
    """Return a small JPEG unlike any other."""
    out = io.BytesIO()
    pixels = np.frombuffer(chance.randbytes(16 * 12 * 3), np.uint8).reshape(12, 16, 3)
    Image.fromarray(pixels).resize((640, 480)).save(out, "JPEG")
    return out.getvalue()


def play(device: Device, chance: random.Random, stopping: threading.Event, pause: float) -> None:
    """Record at a table until told to stop."""
    table = device.table
    while not stopping.wait(chance.random() * pause):
        what = chance.random()
        if what < 0.4:
            act = Drawn() if table.matches.running else Seated(FOUR)
            id = uuid4()
            with suppress(WebError):  # an order ended the match at this moment
                table.record(act_to_dict(act), id, "", "referee")
                device.recorded.add(str(id))
        elif what < 0.6:
            device.laid.add(table.intake.from_text(WON).id)
        elif what < 0.7:
            data = picture(chance)
            device.laid.add(table.intake.from_upload(lambda data=data: data).id)  # type: ignore[misc]
        elif device.laid:
            hand = table.hands.get(chance.choice(sorted(device.laid)))
            assert hand
            if what < 0.9 and not hand.hidden:
                table.change(hand.id, SetRules("mcr" if hand.laid.rules != "mcr" else "mcr-1998"), hand.version)
            else:
                table.hands.hide(hand.id, not hand.hidden)


@contextmanager
def losing(device: Device, chance: random.Random, lost: list[int]) -> Iterator[None]:
    """Lose acknowledgements of a device, or replace them by older ones, so that much is sent again."""
    keep = device.records.values.keep

    def kept_or_lost(table: int, key: str, value: Any, after: int | None = None) -> int:
        if key.startswith(SENT) and chance.random() < LOST:
            lost.append(table)
            if chance.random() < 0.5:
                raise RecordsError("disk-failed", folder="lost")
            value = chance.choice(device.older)
        elif key.startswith(SENT):
            device.older.append(value)
        return keep(table, key, value, after)

    device.records.values.keep = kept_or_lost  # type: ignore[method-assign]
    try:
        yield
    finally:
        device.records.values.keep = keep  # type: ignore[method-assign]


def until_done(do: Callable[[], Any], end: float = 60.0) -> Any:
    """Repeat an action until the database answers."""
    limit = time.monotonic() + end
    while True:
        try:
            return do()
        except RecordsError:
            assert time.monotonic() < limit
            time.sleep(0.1)


def order(server: LocalPostgres, number: int, placed: dict[str, int]) -> None:
    """Let the hall order a draw and a clock at a table, and send each order twice."""
    hall = until_done(lambda: Storage.open(None, db=server.address))
    try:
        for kind, act in (("record", act_to_dict(Drawn())), ("clock", {"do": "start", "minutes": 60})):
            made = RemoteCommand(number, str(uuid4()), kind, act, "Desk", "desk")  # type: ignore[arg-type]
            for _ in range(2):
                until_done(lambda made=made: hall.orders.place(made))  # type: ignore[misc]
            placed[made.id] = number
    finally:
        hall.close()


def run(tables: int, seconds: float, seed: int = 1, pause: float = 0.4, down: float = 1.0, up: float = 3.0) -> Report:
    """Run the ordeal.

    Args:
        tables: Number of recording tables.
        seconds: Duration.
        seed: Seed of the random acts and their times.
        pause: Seconds between two acts of a table at most.
        down: Seconds that the database stays away at most.
        up: Seconds that it stays at most.
    """
    chance, stopping, lost, placed = random.Random(seed), threading.Event(), list[int](), dict[str, int]()
    with ExitStack() as stack:
        server = stack.enter_context(cluster(lasting=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        devices = []
        Storage.open(None, db=server.address).close()
        rig_url = rig_roles(server.address, tables)
        for number in range(1, tables + 1):
            own = Storage.open(folder / str(number))
            stack.callback(own.close)
            table = Table(Same(), records=own, number=number)
            outbox = Outbox(own, rig_url(number), number)
            outbox.follow = lambda order, table=table: follow(table, order)  # type: ignore[misc]
            devices.append(Device(number, own, table, outbox))
        fault = ExitStack()
        players = []
        for device in devices:
            fault.enter_context(losing(device, random.Random(chance.random()), lost))
            device.outbox.start()
            stack.callback(device.outbox.stop)
            arguments = (device, random.Random(chance.random()), stopping, pause)
            players.append(threading.Thread(target=play, args=arguments, daemon=True))
        for player in players:
            player.start()
        end, stops = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            time.sleep(chance.random() * up)
            order(server, chance.randint(1, tables), placed)
            server.stop(at_once=True)
            stops += 1
            time.sleep(chance.random() * down)
            server.start()
        until(lambda: all(device.recorded and device.laid for device in devices))
        stopping.set()
        for player in players:
            player.join(30)
        fault.close()
        hall = Storage.open(None, db=server.address)
        stack.callback(hall.close)
        _settle(devices, hall)
        return _compare(devices, hall, placed, Report(tables, stops, 0, 0, 0, len(placed), len(lost), []))


def _settle(devices: list[Device], hall: Storage) -> None:
    """Wait until nothing is pending."""
    limit = time.monotonic() + 120
    for device in devices:
        while True:
            state = device.outbox.state
            if not state.waiting and not state.trouble and not hall.orders.of(device.number):
                break
            assert time.monotonic() < limit, (device.number, state)
            time.sleep(0.1)


def _compare(devices: list[Device], hall: Storage, placed: dict[str, int], report: Report) -> Report:
    wrong = report.wrong
    for device in devices:
        until_done(device.outbox.send)
        here, there = kept(device.records, device.number), kept(hall, device.number)
        wrong += [f"table {device.number}: {name} differ" for name in here if here[name] != there[name]]
        journal = [row[2] for row in there["record"]]
        laid = {row[0] for row in there["hand"]}
        if not device.recorded <= set(journal) or len(journal) != len(set(journal)):
            wrong.append(f"table {device.number}: records are missing or doubled")
        if laid != device.laid:
            wrong.append(f"table {device.number}: hands are missing or doubled")
        photos = {row[4] for row in there["hand"] if row[4]}
        wrong += [f"photograph {photo} is missing" for photo in photos if not hall.photos.has(photo)]
        for each in hall.orders.of(device.number, waiting=False):
            if each.kind == "record" and journal.count(each.id) != (each.answer == DONE):
                wrong.append(f"order {each.id}: answered {each.answer}")
            if each.id not in placed or not each.answer:
                wrong.append(f"order {each.id} is unanswered")
        report.records += len(journal)
        report.hands += len(laid)
        report.photos += len(photos)
    if sum(len(hall.orders.of(device.number, waiting=False)) for device in devices) != len(placed):
        wrong.append("orders are missing or doubled")
    return report


def main() -> None:
    """Run the ordeal and print its counts."""
    tables, seconds = (int(each) for each in (*sys.argv[1:3], *("40", "600")[len(sys.argv) - 1 :]))
    found = run(tables, seconds, pause=2.0, down=4.0, up=12.0)
    print(found)
    if found.wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
