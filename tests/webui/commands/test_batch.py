"""`tableside read` by several processes and by the workers of a hall: the same as by one, in the same order."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.photographs import with_position
from tests.waiting import PATIENCE, until
from vision.metadata import has_position
from webui.cli import main
from webui.jobs.queue import Queue
from webui.records.photos.in_files import IsNamed, Staged
from webui.records.photos.photos import Photos
from webui.records.store import Storage

HAND = Path(__file__).parents[2] / "data/hand.jpg"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three photographs, the second of which is cut short."""
    for name in ("1.jpg", "3.jpg"):
        shutil.copy(HAND, tmp_path / name)
    (tmp_path / "2.jpg").write_bytes(HAND.read_bytes()[:3000])
    return tmp_path


def read(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, arguments)])


@pytest.mark.long
def test_several_processes_say_what_one_says(folder: Path, tmp_path: Path) -> None:
    by_one, by_two = read(folder), read(folder, "-j", 2, "--annotate", tmp_path / "marked")
    assert by_two.exit_code == by_one.exit_code == 1
    assert (by_two.stdout, by_two.stderr) == (by_one.stdout, by_one.stderr)
    assert [line.split(":")[0] for line in by_two.stdout.splitlines() if line[0] != " "] == [
        str(folder / "1.jpg"),
        str(folder / "3.jpg"),
    ]
    assert sorted(path.name for path in (tmp_path / "marked").iterdir()) == ["1.jpg", "3.jpg"]


@pytest.mark.long
def test_workers_say_what_one_process_says(
    folder: Path, postgres_databases: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[bytes] = []
    staged = Photos.staged

    def seen(photos: Photos, data: bytes, named: IsNamed) -> AbstractContextManager[Staged]:
        kept.append(data)
        return staged(photos, data, named)

    monkeypatch.setattr(Photos, "staged", seen)
    (folder / "3.jpg").write_bytes(with_position(HAND.read_bytes()))
    db = postgres_databases()
    none = read(folder, "--queue", "--db", db)
    assert (none.exit_code, "start `tableside worker`" in none.stderr) == (1, True)
    command = [sys.executable, "-m", "webui", "worker"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "TABLESIDE_DB": db}) as worker:
        try:
            with closing(Storage.open(None, db=db)) as records, closing(Queue(db, records)) as queue:
                until(lambda: queue.workers, 3 * PATIENCE)
                by_one, by_workers = read(folder), read(folder, "--queue", "--db", db)
                assert (by_workers.stdout, by_workers.stderr) == (by_one.stdout, by_one.stderr)
                assert records.photos.all() == []
                assert len(kept) == 3
                assert not any(map(has_position, kept))
        finally:
            worker.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(
    "arguments", [["--queue"], ["--queue", "--db", "postgresql://localhost/hall", "--set", "club"], ["-j", "0"]]
)
def test_wrong_usage(folder: Path, arguments: list[str]) -> None:
    assert read(folder, *arguments).exit_code == 2
