"""`tableside backup` and `restore`, with a real server."""

import json
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from scoring.match.event_acts import Opened
from scoring.match.records import Drawn, Seated
from tests.waiting import PATIENCE
from tests.webui.journals import write_record
from webui.cli import main
from webui.match.renaming import erasing_of
from webui.records.hands import KeptHand
from webui.records.store import Storage

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default folder of all data, whose records are compared too."""
    monkeypatch.setattr("webui.commands.restore.DATA", tmp_path / "default")
    return tmp_path / "default"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


class Served:
    """`tableside serve` as a process of its own on a folder."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "webui", "serve", "--port", "0", "--data", str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        self._address = "http://" + line.split("http://")[1].split()[0].rstrip("/")

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.communicate(timeout=60)
        finally:
            self._process.kill()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


def post(server: Served, act: dict[str, Any]) -> None:
    server.ask("/api/tables/1/records", {"id": str(uuid4()), "act": act})


@pytest.mark.long
def test_a_backup_of_a_running_server_is_restored_and_served(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "all.zip"
    with Served(data) as server:
        post(server, {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]})
        post(server, {"type": "Won", "winner": "S", "points": 24, "payer": "W"})
        result = run("backup", file, "--data", data)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "records: 2, hands: 0" in result.stdout
        post(server, {"type": "Drawn"})
        records = server.ask("/api/tables/1/records")["records"]
        refused = run("restore", file, "--data", data, "--force")
        assert (refused.exit_code, "Another Tableside" in refused.stderr) == (1, True)
    assert run("restore", file, "--data", data).exit_code == 1
    result = run("restore", file, "--data", data, "--force")
    assert (result.exit_code, "records: 2" in result.stdout) == (0, True)
    aside = Path(result.stdout.splitlines()[-1].removeprefix("What it kept before is in ").removesuffix("."))
    with Served(data) as server:
        assert server.ask("/api/tables/1/records")["records"] == records[:2]
    with Served(aside) as server:
        assert server.ask("/api/tables/1/records")["records"] == records


def test_what_is_wrong_is_said_with_what_to_do(tmp_path: Path) -> None:
    assert run("backup", tmp_path / "a.zip", "--data", tmp_path / "none").stderr == (
        f"Error: Nothing is kept in {tmp_path / 'none'} yet. Name the folder that the server uses with --data\n"
    )
    (tmp_path / "b.zip").write_bytes(b"")
    result = run("restore", tmp_path / "b.zip", "--data", tmp_path / "none", "--lang", "zh")
    assert result.exit_code == 1
    assert "b.zip" in result.stderr
    assert not (tmp_path / "none").exists()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "tableside.db").write_bytes(b"")
    no_backup = run("restore", tmp_path / "b.zip", "--data", tmp_path / "kept").stderr
    assert "b.zip" in no_backup
    assert "keeps something already" not in no_backup
    target = tmp_path / "b.zip" / "c.zip"
    assert run("backup", target, "--data", tmp_path / "kept").stderr == (
        f"Error: The backup {target} cannot be written (Not a directory). Allow writing there, or name another file\n"
    )
    missing = run("restore", tmp_path / "c.zip", "--data", tmp_path / "none")
    assert "c.zip cannot be read (No such file or directory): check the path" in " ".join(missing.stderr.split())


def test_a_hall_is_moved_into_a_folder_and_into_another_database(
    postgres_databases: Callable[[], str], tmp_path: Path
) -> None:
    hall, other = postgres_databases(), postgres_databases()
    with closing(Storage.open(tmp_path, db=hall)) as records:
        entry = write_record(records, 5, uuid4(), Drawn(), "Ann", "referee")
        with records.photos.staged(b"\xff\xd8\xff", records.hands.names_photo) as photo:
            records.hands.keep(KeptHand("h", 5, 0, "2026-01-01T00:00:00Z", photo.name, "", "{}"))
    file = tmp_path / "all.zip"
    made = run("backup", file, "--db", hall, "--data", tmp_path / "data")
    assert (made.exit_code, "records: 1, hands: 1, photos: 1" in made.output) == (0, True), made.output
    assert run("restore", file, "--db", other, "--data", tmp_path / "data", "--force").exit_code == 2
    moved = run("restore", file, "--db", other, "--data", tmp_path / "data")
    assert (moved.exit_code, f"/{other.rpartition('/')[2].partition('?')[0]} is as it was" in moved.output) == (0, True)
    refused = run("restore", file, "--db", other, "--data", tmp_path / "data")
    assert (refused.exit_code, "keeps something already" in refused.output) == (1, True)
    assert run("restore", file, "--data", tmp_path / "folder").exit_code == 0
    for records in (Storage.open(None, db=other), Storage.open(tmp_path / "folder")):
        with closing(records):
            assert records.journal.entries(5) == [entry]
            assert records.photos.read(photo.name) == b"\xff\xd8\xff"
    said = json.loads(run("prune", "--db", other, "--older", 0, "--json").output)
    assert (said["kept"], said["removed"]) == (1, False)


def changed_in(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (lambda file: None, ["The records of the backup are those in {data}."]),
        (
            lambda file: changed_in(file, "UPDATE record SET hash = 'x' WHERE table_number = 2 AND number = 2"),
            ["Table 2: other records in the backup than in {data}: 1, the first is 2"],
        ),
        (
            lambda file: changed_in(file, """UPDATE record SET act = '{"type":"DeadHand"}' WHERE number = 3"""),
            ["Table 2: other records in the backup than in {data}: 1, the first is 3"],
        ),
        (
            lambda file: changed_in(file, "UPDATE record SET table_number = 4 WHERE number = 3"),
            [
                "Table 2: records of the backup that are not in {data}: 1",
                "Table 4: records in {data} that the backup does not have: 1",
            ],
        ),
        (
            lambda file: changed_in(file, "UPDATE event_record SET at = ''"),
            ["Event 1: other records in the backup than in {data}: 1, the first is 1"],
        ),
        (lambda file: file.write_bytes(b"damaged"), ["Not compared with the records in {data}."]),
    ],
)
def test_restore_says_what_differs_before_it_goes_on(
    tmp_path: Path, after: Callable[[Path], None], said: list[str]
) -> None:
    data, file = tmp_path / "data", tmp_path / "all.zip"
    with closing(Storage.open(data)) as records:
        records.events.open(uuid4(), Opened("Cup", rounds=1), "", "desk")
        for act in (Seated(("Ann", "Bo", "Chen", "Dai")), Drawn(), Drawn()):
            write_record(records, 2, uuid4(), act, "Ann", "referee")
    assert run("backup", file, "--data", data).exit_code == 0
    after(data / "tableside.db")
    result = run("restore", file, "--data", data, "--force")
    assert result.exit_code == 0, result.output
    lines = result.stderr.splitlines()
    assert [line[: len(one.format(data=data))] for line, one in zip(lines, said, strict=True)] == [
        one.format(data=data) for one in said
    ]


def test_what_is_restored_elsewhere_is_compared_with_what_is_kept_here(
    postgres_databases: Callable[[], str], tmp_path: Path, default: Path
) -> None:
    file, former = tmp_path / "all.zip", postgres_databases()
    with closing(Storage.open(tmp_path / "here")) as records:
        write_record(records, 2, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai")), "Ann", "referee")
    assert run("backup", file, "--data", tmp_path / "here").exit_code == 0
    alone = run("restore", file, "--data", tmp_path / "new")
    assert (alone.exit_code, alone.stderr, "There were no records here" in alone.stdout) == (0, "", True)
    for folder in (default, tmp_path / "kept"):
        assert run("restore", file, "--data", folder).exit_code == 0
        with closing(Storage.open(folder)) as records:
            write_record(records, 2, uuid4(), Drawn(), "Ann", "referee")
    with closing(Storage.open(None, db=former)) as records:
        write_record(records, 3, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai")), "Ann", "referee")
    lacking = "Table 2: records in {} that the backup does not have: 1"
    elsewhere = run("restore", file, "--data", tmp_path / "another")
    assert (elsewhere.stderr, elsewhere.exit_code) == (f"{lacking.format(default)}\n", 0)
    assert "There were no records" not in elsewhere.stdout
    into = ("restore", file, "--db", postgres_databases(), "--data", tmp_path / "kept", "--against", former)
    said = run(*into).stderr.splitlines()
    assert said[:2] == [lacking.format(tmp_path / "kept"), lacking.format(default)]
    assert said[2].startswith("Table 2: records of the backup that are not in ")
    assert said[3].startswith("Table 3: records in ")
    assert all(former.rpartition("/")[2].partition("?")[0] in line and "tableside:" not in line for line in said[2:])
    again = run(*into)
    assert (again.exit_code, "Table 2" in again.stderr) == (1, False), "a database with records is refused first"
    gone = ("--against", "postgresql://nobody:secret@localhost:1/none")
    failed = run("restore", file, "--data", tmp_path / "further", *gone)
    assert (failed.exit_code, "Not compared" in failed.stderr, "secret" in failed.stderr) == (0, True, False)
    none = run("restore", file, "--data", tmp_path / "last", "--against", tmp_path / "nowhere")
    assert (none.exit_code, (tmp_path / "last").exists()) == (2, False)


def test_a_name_removed_since_is_no_other_record(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "all.zip"
    with closing(Storage.open(data)) as records:
        write_record(records, 1, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai")), "Ann", "referee")
    assert run("backup", file, "--data", data).exit_code == 0
    with closing(Storage.open(data)) as records:
        records.journal.erase(erasing_of(["Ann"], "Player E"))
    assert "Player E" in (data / "tableside.db").read_text(encoding="latin-1")
    result = run("restore", file, "--data", data, "--force")
    assert (result.exit_code, result.stderr) == (0, f"The records of the backup are those in {data}.\n")
