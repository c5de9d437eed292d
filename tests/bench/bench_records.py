"""Cost of keeping everything: a photograph counted, a change, a match folded; also with many hands in the folder.

A server as `tests.ordeals.quick` runs, so that keeping is measured, not reading.
"""

import io
import json
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import click
import cv2
import numpy as np
from playwright.sync_api import sync_playwright
from sqlalchemy import insert
from werkzeug.test import Client

from scoring.match.match import fold
from scoring.match.records import Act, Drawn, Penalty, Record, Seated, Void, Won
from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.quick import Same
from tests.webui.shots import as_jpeg
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.records.database.schema import hands as hand_table
from webui.records.hands import KeptHand
from webui.records.store import PHOTOS, Storage
from webui.table.table import Table

READING = 0.3
"""Seconds that a reading takes here, during which the photograph is written."""

PLAYERS = ("Ann", "Ben", "Chi", "Dan")


def medians(runs: dict[str, Callable[[int], Any]], times: int) -> dict[str, float]:
    """Median milliseconds of calls that take turns, so that a load on the computer is the same for all."""
    took: dict[str, list[float]] = {name: [] for name in runs}
    for n in range(times):
        for name, run in runs.items():
            began = time.perf_counter()
            run(n)
            took[name].append((time.perf_counter() - began) * 1000)
    return {name: statistics.median(each) for name, each in took.items()}


def photographs(count: int) -> list[bytes]:
    """Different photographs of twelve megapixels."""
    y, x = np.mgrid[0:3000, 0:4000]
    picture = np.stack([x // 8 % 256, y // 2 % 256, (x + y) // 8 % 256], axis=2).astype(np.uint8)
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    return [data + b"%d" % n for n in range(count)]


def fill(records: Storage, count: int) -> None:
    """Lay many hands at once, each with a photograph and a change."""
    table = Table(Same(), records=records)
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    kept = records.hands.get(hand.id)
    assert kept
    with records._database.writing() as connection:
        rows = [_row(kept, n) for n in range(2, count + 1)]
        for start in range(0, len(rows), 500):
            connection.execute(insert(hand_table), rows[start : start + 500])
    folder = records.folder and records.folder / PHOTOS
    for row in rows if folder else ():
        assert folder
        (folder / row["photo"][:2]).mkdir(exist_ok=True)
        (folder / row["photo"][:2] / f"{row['photo']}.jpg").write_bytes(b"\xff\xd8\xff")


def _row(kept: KeptHand, number: int) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "table_number": 1,
        "number": number,
        "at": kept.at,
        "photo": f"{number:064x}"[::-1],
        "reading": kept.reading,
        "state": kept.state,
        "hidden": False,
    }


def post(client: Client, path: str, body: Any) -> Any:
    answer = client.post(path, data=json.dumps(body), content_type="application/json")
    assert answer.status_code in (200, 201), answer.get_data(as_text=True)
    return answer.get_json()


class Keeping:
    """A table with its page, whose records are kept in one way or another."""

    def __init__(self, records: Storage, photos: list[bytes]) -> None:
        self._table = Table(Same(READING), records=records)
        self._client = create_app(Site(self._table)).test_client()
        self._photos = photos
        self._hand = self._table.intake.blank()

    def photo(self, n: int) -> None:
        """Send a photograph and count it as a win."""
        if n % 10 == 0:
            seated = {"type": "Seated", "players": PLAYERS}
            post(self._client, "/api/tables/1/records", {"id": str(uuid4()), "act": seated})
        form = {"photo": (io.BytesIO(self._photos[n]), "photo.jpg")}
        laid = self._table.hands.get(self._client.post("/api/tables/1/hands", data=form).get_json()["hand"]["id"])
        assert laid
        act = {"type": "Won", "winner": "E", "payer": "S", "laid": laid.id, "photo": laid.photo}
        post(self._client, "/api/tables/1/records", {"id": str(uuid4()), "act": act})

    def change(self, n: int) -> None:
        """Change a hand."""
        edit = {"do": "undo"} if n % 2 else {"do": "add", "tile": "5m"}
        post(self._client, f"/api/hands/{self._hand.id}/changes", {"version": n + 1, "change": edit})

    def start(self, n: int) -> None:
        """Open the start page, with its list of hands."""
        assert self._client.get("/").status_code == 200

    def older(self, n: int) -> None:
        """Open a page of older hands, which is not held in memory."""
        assert self._client.get(f"/api/tables/1/hands?limit=20&before={max(21, 9000 - 20 * n)}").status_code == 200


def folded(times: int) -> None:
    """Fold a match of 16 hands with 300 records, of which some take others back; in time of the processor."""
    for changes in (0, 4, 16):
        acts: list[Act] = [Seated(PLAYERS)]
        for hand in range(16):
            acts += [Penalty("E", 5, f"{n}") for n in range(17 if hand >= changes else 16)]
            acts += [Void(len(acts), "no")] if hand < changes else []
            acts.append(Won("E", 24, "S") if hand % 3 else Drawn())
        records = [Record(act, "", "", "referee") for act in [*acts, *[Penalty("E", 1, "late")] * (300 - len(acts))]]
        match = fold(records, "mcr")
        assert not match.refused
        began = time.process_time()
        for _ in range(times):
            fold(records, "mcr")
        took = (time.process_time() - began) / times * 1000
        print(f"fold of {len(records)} records, {len(match.hands)} hands, {changes} taken back: {took:.2f} ms")


def in_browser(records: Storage, times: int) -> float:
    """Median milliseconds from a tap that changes a hand to its new sheet on the page."""
    table = Table(Same(), records=records)
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    listener = socket.create_server(("127.0.0.1", 0))
    server = create_server(create_app(Site(table)), listener)
    threading.Thread(target=server.run, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/hands/{hand.id}")
        page.wait_for_function(f"{TOGGLE} && !document.getElementById('sheet').classList.contains('waiting')")
        took = page.evaluate(TAPS, times)
        browser.close()
    return statistics.median(took)


TOGGLE = "document.querySelector('[data-key=flower-f1]')"
"""A circumstance that changes the sheet, and that no match knows."""

TAPS = """async (times) => {
    const took = [];
    const sheet = document.getElementById("sheet");
    for (let n = 0; n < times; n++) {
        const input = document.querySelector("[data-key=flower-f1]");
        const began = performance.now();
        const drawn = new Promise((done) => {
            const observer = new MutationObserver(() => {
                if (sheet.classList.contains("waiting")) return;
                observer.disconnect();
                requestAnimationFrame(() => done());
            });
            observer.observe(sheet, { childList: true, subtree: true, attributes: true });
        });
        input.click();
        await drawn;
        took.push(performance.now() - began);
        await new Promise((done) => setTimeout(done, 60));
    }
    return took;
}"""


@click.command()
@click.option("--times", type=click.IntRange(4), default=40, show_default=True)
@click.option("--hands", type=click.IntRange(200), default=10_000, show_default=True)
def main(times: int, hands: int) -> None:
    """Measures keeping in memory, in a new folder, and in one with many hands."""
    folded(times)
    photos = photographs(times)
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        stores = {"in memory": Storage.open(None), "on the disk": Storage.open(Path(few))}
        filled = Storage.open(Path(many))
        fill(filled, hands)
        filled.close()
        began = time.perf_counter()
        stores[f"with {hands} hands"] = Storage.open(Path(many))
        print(f"{hands} hands opened in {(time.perf_counter() - began) * 1000:.0f} ms")
        kept = {name: Keeping(records, photos) for name, records in stores.items()}
        for what, title in (("photo", "photograph counted"), ("change", "hand changed"), ("start", "start page")):
            say(title, medians({name: getattr(each, what) for name, each in kept.items()}, times))
        say("older hands", medians({name: kept[name].older for name in list(kept)[2:]}, times))
        for name, records in stores.items():
            print(f"tap to sheet in the browser, {name}: {in_browser(records, times):.1f} ms")
            records.close()


def say(title: str, took: dict[str, float]) -> None:
    """Print the time of each way of keeping."""
    print(f"{title}: " + ", ".join(f"{name} {each:.1f} ms" for name, each in took.items()))


if __name__ == "__main__":
    main()
