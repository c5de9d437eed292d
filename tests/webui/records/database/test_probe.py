"""A disk that is full, failing or not to be written: said as what it is, and nothing that was recorded is lost."""

import io
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from inspect import unwrap
from pathlib import Path
from uuid import uuid4

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from scoring.match.records import Drawn, Penalty, Seated
from tests.ordeals.quick import Same
from tests.webui.journals import write_record
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.database import probe, sqlite
from webui.records.errors import RecordsError
from webui.records.hands import KeptHand
from webui.records.store import Storage
from webui.table.table import Table

SEATED = Seated(("Ann", "Ben", "Chi", "Dan"))


def test_a_transaction_is_on_the_disk_when_it_ends(tmp_path: Path) -> None:
    """As the program prepares its connections: those of this process do not wait for the disk."""
    with closing(sqlite3.connect(tmp_path / "records.db")) as connection:
        unwrap(sqlite._connected)(connection, None)
        assert connection.execute("PRAGMA synchronous").fetchone() == (3,)  # EXTRA


def test_a_full_disk_loses_nothing_that_was_recorded(small: Path) -> None:
    records = Storage.open(small)
    kept = [write_record(records, 1, uuid4(), SEATED)]

    def record_all() -> None:
        for n in range(500):
            kept.append(write_record(records, 1, uuid4(), Penalty("E", n, "x" * 9000)))

    with pytest.raises(RecordsError, match="no-space"):
        record_all()
    assert len(kept) > 3
    with pytest.raises(RecordsError, match="no-space"):
        records.hands.keep(KeptHand("a", 1, 0, "2026-05-01", "", "", "x" * 90_000))
    with pytest.raises(RecordsError, match="no-space"):
        records.values.keep(1, "play", "x" * 90_000)
    with pytest.raises(RecordsError, match="no-space"), records.photos.staged(b"\xff" * 900_000, lambda _: False):
        pass
    assert records.journal.entries(1) == kept
    records.close()
    again = Storage.open(small)
    assert again.journal.entries(1) == kept
    assert again.hands.get("a") is None
    assert again.values.get(1, "play") is None
    assert again.photos.all() == []
    assert {file.name for file in small.rglob("*") if file.is_file()} == {"tableside.lock", "tableside.db"}
    again.close()


def test_a_disk_that_was_full_goes_on_once_there_is_room(small: Path) -> None:
    records = Storage.open(small)
    filler = small / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as out:
        while out.write(bytes(4096)):
            pass  # until no room is left
    with pytest.raises(RecordsError, match="no-space"):
        write_record(records, 1, uuid4(), Penalty("E", 1, "x" * 90_000))
    filler.unlink()
    assert write_record(records, 1, uuid4(), SEATED).number == 1
    records.close()


def test_a_page_on_a_full_disk_says_so_and_loses_nothing(small: Path) -> None:
    records = Storage.open(small)
    client = create_app(Site(Table(Same(), records=records))).test_client()
    hand = client.post("/api/tables/1/hands").get_json()["hand"]
    with suppress(OSError), (small / "filler").open("wb", buffering=0) as out:
        while out.write(bytes(512)):
            pass  # until no room is left
    photo = cv2.imencode(".jpg", np.zeros((48, 128, 3), np.uint8))[1].tobytes()
    refused = client.post("/api/tables/1/hands", data={"photo": (io.BytesIO(photo), "a.jpg")})
    assert (refused.status_code, refused.get_json()["kind"]) == (507, "no-space")
    assert "is full" in refused.get_json()["error"]
    for path, body in (
        ("/api/tables/1/hands", None),
        (f"/api/hands/{hand['id']}/changes", {"version": 1, "change": {"do": "add", "tile": "5m"}}),
        ("/api/tables/1/play", {"do": "deal", "hand": 3, "dealer": 2}),
        ("/api/tables/1/records", {"id": str(uuid4()), "act": {"type": "Seated", "players": list("abcd")}}),
    ):
        refused = client.post(path, json=body) if body else client.post(path)
        assert (refused.status_code, refused.get_json()["kind"]) == (507, "no-space"), path
    assert [each["id"] for each in client.get("/api/tables/1/hands").get_json()["hands"]] == [hand["id"]]
    assert client.get("/api/tables/1/play").get_json()["seats"]["hand"] == 1
    (small / "filler").unlink()
    assert client.post("/api/tables/1/hands").status_code == 201
    records.close()


def test_a_folder_that_may_not_be_written_is_said(small: Path) -> None:
    records = Storage.open(small)
    first = write_record(records, 1, uuid4(), SEATED)
    records.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
    looked_at = Storage.open(small, alone=False)
    assert looked_at.journal.entries(1) == [first]
    with pytest.raises(RecordsError, match="read-only"):
        write_record(looked_at, 1, uuid4(), Drawn())
    with pytest.raises(RecordsError, match="read-only"):
        looked_at.photos.put(b"\xff")
    looked_at.close()
    with pytest.raises(RecordsError, match="read-only"):
        Storage.open(small)


FAILING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int failing(void) { return access(getenv("FAILS_WHILE"), F_OK) == 0; }

int fsync(int file) {
    if (failing()) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
    if (failing()) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
"""
"""A library before the C library: what is to be put on the disk fails while a file is there."""

RECORDING = """
import sys
from pathlib import Path
from uuid import uuid4
from scoring.match.records import Drawn, Seated
from tests.webui.journals import write_record
from webui.records.errors import RecordsError
from webui.records.store import Storage

folder, switch = Path(sys.argv[1]), Path(sys.argv[2])
records = Storage.open(folder)
write_record(records, 1, uuid4(), Seated(("Ann", "Ben", "Chi", "Dan")))
switch.touch()
for keep in (
    lambda: write_record(records, 1, uuid4(), Drawn()),
    lambda: records.values.keep(1, "play", {"hand": 2}),
    lambda: records.photos.put(b"\\xff\\xd8\\xff"),
):
    try:
        keep()
        print("kept")
    except RecordsError as error:
        print(error.kind)
switch.unlink()
print(len(records.journal.entries(1)), records.values.get(1, "play"), len(records.photos.all()))
write_record(records, 1, uuid4(), Drawn())
records.close()
records = Storage.open(folder)
print(len(records.journal.entries(1)), records.values.get(1, "play"), len(records.photos.all()))
"""


def test_what_a_failing_disk_did_not_take_was_not_recorded(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler, or no Linux")
    source, library, switch = tmp_path / "failing.c", tmp_path / "failing.so", tmp_path / "failing"
    source.write_text(FAILING)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, "-c", RECORDING, str(tmp_path / "data"), str(switch)],
        env={"LD_PRELOAD": str(library), "FAILS_WHILE": str(switch)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["disk-failed"] * 3 + ["1 None 0", "2 None 0"], done.stderr


def health(client: FlaskClient) -> tuple[int, str]:
    answer = client.get("/api/health")
    return answer.status_code, str(answer.get_json()["database"])


def test_health_names_a_full_disk_and_the_log_does_too(
    small: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(probe, "AGAIN", 0.0)
    records = Storage.open(small)
    client = create_app(Site(Table(Same(), records=records))).test_client()
    assert health(client) == (200, "ok")
    with suppress(OSError), (small / "filler").open("wb", buffering=0) as out:
        while out.write(bytes(512)):
            pass  # until no room is left
    assert health(client) == (503, "no-space")
    assert [each.getMessage() for each in caplog.records] == [
        f"nothing can be recorded: no-space: folder={str(small)!r}"  # once while it lasts
    ]
    told = client.get("/metrics").text
    assert "tableside_records_writable 0.0" in told
    assert "tableside_disk_free_bytes 0.0" in told
    (small / "filler").unlink()
    assert health(client) == (200, "ok")
    assert "can be kept again" in caplog.text
    records.close()


def test_health_names_a_disk_that_is_read_only(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "AGAIN", 0.0)
    Storage.open(small).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
    records = Storage.open(small, alone=False)
    client = create_app(Site(Table(Same(), records=records))).test_client()
    assert health(client) == (503, "read-only")
    records.close()


def test_the_disk_is_tried_at_most_every_few_seconds(small: Path) -> None:
    records = Storage.open(small)
    client = create_app(Site(Table(Same(), records=records))).test_client()
    assert health(client) == (200, "ok")
    kept = records.values.get(0, probe.KEY)
    for _ in range(5):
        assert health(client) == (200, "ok")
    assert records.values.get(0, probe.KEY) == kept
    assert not (small / probe.FILE).exists()
    records.close()
