"""`tableside hall try`: a hall of three tables that plays to its end, on both databases, and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from scoring import parse
from scoring.circumstances import assess
from tests.books import RULES
from tests.waiting import PATIENCE, until
from webui.commands.hall.local_postgres import programs
from webui.commands.hall.simulated import WINS
from webui.messages import Messages

COMMAND = [sys.executable, "-m", "webui", "hall", "try", "--port", "0", "--pause", "0"]


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder for temporary files with a short path, which every user may look into."""
    with tempfile.TemporaryDirectory() as room:
        Path(room).chmod(0o755)
        yield Path(room)


@pytest.mark.parametrize("text", WINS)
def test_every_hand_of_it_may_be_declared(text: str) -> None:
    for seat in "ESWN":
        for words in ("self-draw", f"from={'S' if seat == 'E' else 'E'}"):
            assert assess(parse(f"{text} seat={seat} round=E {words}"), "mcr").legal, (RULES["mcr"].minimum, words)


@pytest.mark.long
def test_a_round_is_played_and_nothing_stays(room: Path) -> None:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    command, settings = [*COMMAND, "--rounds", "1", "--once"], {**os.environ, "TMPDIR": str(room)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * PATIENCE, check=False, env=settings)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PostgreSQL is started for it" in done.stdout
    assert len([line for line in done.stdout.splitlines() if line[:2] == "1."]) == 12
    assert "All rounds are over; hands read from photos: 0" not in done.stdout
    assert list(room.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize(("how", "lang"), [(signal.SIGINT, "en"), (signal.SIGTERM, "zh")])
def test_on_sqlite_it_ends_by_ctrl_c_and_by_a_manager(how: signal.Signals, lang: str, room: Path) -> None:
    command, words = [*COMMAND, "--sqlite", "--pause", "3600", "--lang", lang], Messages.of(lang)
    settings = {**os.environ, "PYTHONUNBUFFERED": "1", "TMPDIR": str(room)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings, start_new_session=True) as trying:
        assert trying.stdout
        desk = f"{words('Tournament desk')}{words(': ')}"
        address = trying.stdout.readline().split(desk)[1].rpartition("/desk")[0]
        with urllib.request.urlopen(f"{address}/api/hall/events", timeout=PATIENCE) as answer:
            assert [event["players"] for event in json.load(answer)["events"]] == [12]
        (os.killpg if how == signal.SIGINT else os.kill)(trying.pid, how)
        assert trying.wait(PATIENCE) == 0
    assert list(room.iterdir()) == []
    with pytest.raises(OSError):  # noqa: PT011 - whatever a closed port gives
        until(lambda: urllib.request.urlopen(address, timeout=PATIENCE) and False)


@pytest.mark.long
def test_it_lets_phones_in_where_that_is_asked(room: Path) -> None:
    command = [*COMMAND, "--sqlite", "--pause", "3600", "--host", "0.0.0.0"]
    settings = {**os.environ, "PYTHONUNBUFFERED": "1", "TMPDIR": str(room)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings, start_new_session=True) as trying:
        assert trying.stdout
        assert any("PIN for changes from other devices" in line for line in trying.stdout)
        os.killpg(trying.pid, signal.SIGINT)
        assert trying.wait(PATIENCE) == 0
    assert list(room.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("database", [pytest.param("PostgreSQL", marks=pytest.mark.long), "SQLite"])
def test_killed_it_leaves_no_process_and_no_folder(database: str, room: Path) -> None:
    if database == "PostgreSQL" and programs() is None:
        pytest.skip("PostgreSQL is not installed")
    command = [*COMMAND, "--pause", "3600", *(["--sqlite"] if database == "SQLite" else [])]
    settings = {**os.environ, "PYTHONUNBUFFERED": "1", "TMPDIR": str(room)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings) as trying:
        assert trying.stdout
        address = next(line for line in trying.stdout if "/desk" in line).split(": ")[1].rpartition("/desk")[0]
        assert list(room.iterdir())
        trying.kill()
        trying.wait()
        until(lambda: list(room.iterdir()) == [])
    with pytest.raises(OSError):  # noqa: PT011 - whatever a closed port gives
        until(lambda: urllib.request.urlopen(address, timeout=PATIENCE) and False)
    until(lambda: not [each for each in psutil.process_iter(["cmdline"]) if str(room) in str(each.info["cmdline"])])
