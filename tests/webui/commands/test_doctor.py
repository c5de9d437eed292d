"""`tableside doctor`: what is wrong is found, and said with what to do."""

import contextlib
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from msgspec import structs
from PIL import Image
from sqlalchemy import create_engine, make_url, text

from device.simulator import Simulator
from scoring.match.event_acts import Opened
from scoring.match.records import Drawn, Pruned, Seated
from scoring.rules import Books, tournament
from tests.photographs import with_position
from tests.served import Answers
from tests.uninstalled import without_libraries
from tests.waiting import PATIENCE
from tests.webui.cameras import wait_for_trouble
from tests.webui.journals import write_record
from webui.access.pin import Access
from webui.access.proxies import Proxies
from webui.cli import main
from webui.commands import doctor_checks, shared_checks
from webui.commands.doctor_checks import CheckFound
from webui.commands.opening import keep_address
from webui.hall.desk import Hall
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.messages import Messages
from webui.messages import doctor as wording
from webui.messages.doctor import CHECKS, FOUND, CheckKind
from webui.records.canonical import digest
from webui.records.database.sqlite import FILE
from webui.records.hands import KeptHand
from webui.records.presets import keep_preset
from webui.records.store import Storage
from webui.table.table import Table

ENGLISH = Messages.of("en")
ROOT = Path(__file__).parents[3]
HAND = ROOT / "tests/data/hand.jpg"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, arguments)])


def kinds(found: Iterable[CheckFound]) -> list[tuple[str, str]]:
    return [(each.state, each.kind) for each in found]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a record and two hands with photographs."""
    with contextlib.closing(Storage.open(tmp_path / "data")) as records:
        write_record(records, 1, uuid4(), Drawn())
        for number in range(2):
            photo = records.photos.put(bytes([number]) * 1000)
            records.hands.keep(KeptHand(f"h{number}", 1, 0, "2026-01-01T00:00:00Z", photo, "", "{}"))
    return tmp_path / "data"


def png(shade: int) -> bytes:
    out = BytesIO()
    Image.new("RGB", (64, 64), (100 * shade, 0, 0)).save(out, "PNG")
    return out.getvalue()


def photographs(data: Path) -> list[Path]:
    return sorted((data / "photos").glob("??/*.bin"))


def test_a_sound_computer_has_nothing_wrong(data: Path) -> None:
    result = run("--data", data, "--photos", "--json")
    found: dict[str, Any] = json.loads(result.stdout)
    assert (result.exit_code, found["ok"]) == (0, True), result.stdout
    by_check = {each["check"]: each for each in found["checks"]}
    assert by_check["database"]["about"]["records"] == 1
    assert by_check["photographs"]["kind"] == "photographs-checked"
    assert by_check["weights"]["kind"] == "weights-good"
    assert set(by_check) == set(get_args(CheckKind)) == set(CHECKS)


def test_what_is_wrong_is_said_with_what_to_do(data: Path) -> None:
    for path in photographs(data):
        path.unlink()
    result = run("--data", data)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("✗ Photos: 2 are missing"))
    assert lines[at + 1] == "    Restore a backup, or copy its photos folder back"


def test_a_photograph_that_a_record_says_was_removed_is_not_missed(data: Path) -> None:
    first = photographs(data)[0]
    with contextlib.closing(Storage.open(data)) as records:
        write_record(records, 1, uuid4(), Pruned((first.stem,), "old"), "", "desk")
        records.photos.remove(first.stem)
    assert kinds(doctor_checks.database(data)) == [
        ("good", "database-good"),
        ("good", "records-good"),
        ("good", "photographs-good"),
    ]


def test_records_that_are_not_what_was_recorded_are_found(data: Path) -> None:
    with contextlib.closing(Storage.open(data)) as records:
        for _ in range(3):
            write_record(records, 1, uuid4(), Drawn())
    with contextlib.closing(sqlite3.connect(data / FILE)) as connection:
        connection.execute("""UPDATE record SET act = '{"type":"TimeUp"}' WHERE number = 2""")
        connection.execute("DELETE FROM record WHERE number = 3")
        connection.commit()
    found = [each for each in doctor_checks.database(data) if each.check == "records"]
    assert kinds(found) == [("wrong", "records-missing"), ("wrong", "records-changed")]
    assert [each.about["number"] for each in found] == [3, 2]
    assert run("--data", data).exit_code == 1


@pytest.mark.parametrize(
    "forgery",
    [
        """act = replace(replace(replace(act, 'Ann', '?'), 'Dai', 'Ann'), '?', 'Dai') WHERE number = 2""",
        "who = 'Ann' WHERE number = 3",
        "role = 'desk' WHERE number = 3",
        """act = replace(act, '"points":24', '"points":88') WHERE number = 3""",
    ],
)
def test_a_forged_record_is_found_beside_a_removed_name(data: Path, forgery: str) -> None:
    with contextlib.closing(Storage.open(data)) as records:
        table = Table(Answers(), records=records)
        table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
        table.record({"type": "Won", "winner": "E", "points": 24}, uuid4(), "Rita", "referee")
        table.record({"type": "Erased", "player": "Bo", "name": "N. N."}, uuid4(), "Rita", "desk")
    assert kinds(each for each in doctor_checks.database(data) if each.check == "records") == [("good", "records-good")]
    with contextlib.closing(sqlite3.connect(data / FILE)) as connection:
        assert connection.execute(f"UPDATE record SET {forgery}").rowcount == 1
        connection.commit()
    (found,) = [each for each in doctor_checks.database(data) if each.check == "records"]
    assert (found.state, found.kind, found.about["changed"]) == ("wrong", "records-changed", 1)


def test_records_of_an_earlier_version_are_counted(data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / FILE)) as connection:
        act = connection.execute("SELECT act FROM record").fetchone()[0]
        connection.execute("UPDATE record SET commitments = '', hash = ?", (digest(act.encode()),))
        connection.commit()
    found = [each for each in doctor_checks.database(data) if each.check == "records"]
    assert kinds(found) == [("good", "records-good"), ("note", "records-earlier")]
    assert found[1].about == {"count": 1}


def test_photographs_that_say_where_they_were_taken_are_counted(data: Path) -> None:
    with contextlib.closing(Storage.open(data)) as records:
        records.photos.put(HAND.read_bytes())
        assert kinds(doctor_checks.database(data))[2:] == [("good", "photographs-good")]
        for shade in range(2):
            records.photos.put(with_position(png(shade)))
    found = list(doctor_checks.database(data))
    assert kinds(found)[2:] == [("good", "photographs-good"), ("note", "photographs-position")]
    assert found[-1].about == {"count": 2}
    assert run("--data", data).exit_code == 0


def test_a_damaged_photograph_is_found_where_each_is_read(data: Path) -> None:
    photographs(data)[0].write_bytes(b"other")
    assert ("good", "photographs-good") in kinds(doctor_checks.database(data))
    assert ("wrong", "photographs-damaged") in kinds(doctor_checks.database(data, every_photo=True))


def test_the_database_is_looked_at_and_not_changed(data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / FILE)) as database:
        database.execute("UPDATE alembic_version SET version_num = 'later'")
        database.commit()
    before = (data / FILE).read_bytes()
    assert kinds(doctor_checks.database(data)) == [("wrong", "database-newer")]
    assert (data / FILE).read_bytes() == before
    (data / FILE).write_bytes(before[:4096] + b"\xff" * len(before[4096:]))
    assert kinds(doctor_checks.database(data)) == [("wrong", "database-damaged")]
    (data / FILE).write_bytes(b"no database at all")
    assert kinds(doctor_checks.database(data)) == [("wrong", "database-damaged")]
    (data / FILE).unlink()
    assert kinds(doctor_checks.database(data)) == [("note", "database-none")]


def test_the_folder_is_not_made_and_a_server_is_seen(data: Path, tmp_path: Path) -> None:
    assert kinds(doctor_checks.folder(tmp_path / "none" / "data")) == [("note", "folder-new")]
    assert not (tmp_path / "none").exists()
    assert kinds(doctor_checks.folder(data)) == [("good", "folder-good")]
    with contextlib.closing(Storage.open(data)):
        assert kinds(doctor_checks.folder(data)) == [("good", "folder-served")]
    (tmp_path / "file").touch()
    assert kinds(doctor_checks.folder(tmp_path / "file")) == [("wrong", "folder-unwritable")]


class Usage(NamedTuple):
    """The result of `shutil.disk_usage`."""

    total: int
    used: int
    free: int


@pytest.mark.parametrize(("free", "found"), [(9e9, "disk-good"), (1e9, "disk-low"), (1e8, "disk-full")])
def test_little_room_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, found: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**10, 0, int(free)))
    assert [kind for _, kind in kinds(doctor_checks.disk(tmp_path / "none"))] == [found]


def test_a_game_that_cannot_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "corner_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tableside.game]\ncorner = corner_game:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(doctor_checks, "BOOKS", Books())
    found = [each for each in doctor_checks.program() if each.kind == "game-broken"]
    assert [(each.state, each.about["reason"]) for each in found] == [
        ("wrong", "corner_game:GAME cannot be imported: No module named 'corner_game'")
    ]
    assert wording.found(ENGLISH, found[0].kind, found[0].about)[1] == "Update or uninstall its package"


def test_other_weights_are_told_from_those_of_this_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "models"
    shutil.copytree(ROOT / "models", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(doctor_checks, "files", lambda package: folder)
    with (folder / "dice.onnx").open("ab") as file:
        file.write(b"x")
    (folder / "flowers.onnx").unlink()
    assert kinds(doctor_checks.weights(ENGLISH)) == [("wrong", "weights-changed"), ("wrong", "weights-missing")]
    (folder / "weights.json").unlink()
    assert kinds(doctor_checks.weights(ENGLISH)) == [("wrong", "weights-unlisted")]


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(
    ("code", "kind", "reason"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "processor-unfit", "SIGILL"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "processor-unfit", "SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "networks-end", "SIGKILL"),
        ("raise OSError('no such library')", "networks-end", "OSError: no such library"),
        ("raise SystemExit(3)", "networks-end", "3"),
        (
            """print('{"kind": "runtime-unknown", "about": {"name": "tpu"}}')""",
            "weights-unusable",
            "TABLESIDE_RUNTIME is 'tpu': set it to openvino or onnxruntime, or remove it",
        ),
    ],
)
def test_networks_that_end_are_said_by_their_cause(code: str, kind: str, reason: str) -> None:
    assert list(doctor_checks.weights(ENGLISH, python(code))) == [
        CheckFound("weights", "wrong", kind, {"reason": reason})
    ]


def test_onnxruntime_is_no_remedy_where_it_ends_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_RUNTIME", "onnxruntime")
    ends = python("import os, signal; os.kill(os.getpid(), signal.SIGILL)  # again")
    assert kinds(doctor_checks.weights(ENGLISH, ends)) == [("wrong", "networks-end")]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "This processor cannot run"), ("zh", "处理器"), ("zh-Hant", "處理器")]
)
def test_a_processor_that_cannot_run_the_networks_is_said_with_the_remedy(
    data: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    ends = python(f"import os, signal; os.kill(os.getpid(), signal.SIGILL)  # {lang}")
    monkeypatch.setattr(doctor_checks, "TRIAL", ends)
    result = run("--data", data, "--lang", lang, "--camera", HAND.parent)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if said in line)
    assert lines[at].startswith("✗")
    assert "TABLESIDE_RUNTIME=onnxruntime" in lines[at + 1]
    assert "tableside[onnxruntime]" in lines[at + 1]


def test_a_camera_is_opened_where_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "tests" / "data" / "hand.jpg", tmp_path)
    monkeypatch.setattr(doctor_checks, "CAMERA_SECONDS", PATIENCE)
    found = [*doctor_checks.camera(str(tmp_path), ENGLISH)]
    assert kinds(found) == [("good", "camera-good"), ("good", "picture-good")]
    assert "Size of the tiles 77 pixels across; Sharpness" in found[1].about["what"]
    Image.new("RGB", (640, 480), (60, 110, 40)).save(tmp_path / "hand.jpg")
    *_, empty = doctor_checks.camera(str(tmp_path), ENGLISH)
    assert (empty.state, empty.kind) == ("note", "picture-poor")
    assert empty.about["fix"].startswith("Lay some tiles face up")
    (tmp_path / "hand.jpg").unlink()
    monkeypatch.setattr(doctor_checks, "CAMERA_SECONDS", 0.0)
    (lost,) = doctor_checks.camera("rtsp://me:geheim@127.0.0.1:9/live?password=geheim", ENGLISH)
    assert lost.kind == "camera-silent"
    assert "geheim" not in str(lost)
    assert kinds(doctor_checks.camera("no such thing", ENGLISH)) == [("wrong", "camera-unknown")]
    wait_for_trouble(monkeypatch)
    (silent,) = doctor_checks.camera(str(tmp_path), ENGLISH)
    assert (silent.kind, "holds no pictures yet" in silent.about["reason"]) == ("camera-silent", True)


def test_a_box_is_listened_to_where_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "BOX_SECONDS", PATIENCE)
    with Simulator() as box:
        assert kinds(doctor_checks.box(box.address, ENGLISH)) == [("good", "box-good")]
    monkeypatch.setattr(doctor_checks, "BOX_SECONDS", 1.0)
    assert kinds(doctor_checks.box("/dev/none", ENGLISH)) == [("wrong", "box-silent")]


def test_a_clock_that_is_behind_what_was_recorded_is_wrong(data: Path) -> None:
    assert kinds(doctor_checks.clock(data)) == [("good", "clock-good")]
    assert kinds(doctor_checks.clock(data, datetime(2026, 1, 2, tzinfo=UTC))) == [("wrong", "clock-behind")]
    assert kinds(doctor_checks.clock(data, datetime(1970, 1, 2, tzinfo=UTC))) == [("wrong", "clock-unset")]


def test_every_kind_that_is_found_has_a_sentence() -> None:
    source = "".join((ROOT / f"webui/commands/{name}.py").read_text() for name in ("doctor_checks", "shared_checks"))
    assert [kind for kind in FOUND if f'"{kind}"' not in source] == []


def test_a_halls_database_is_looked_at_and_not_changed(postgres_databases: Callable[[], str], tmp_path: Path) -> None:
    hall = postgres_databases()

    def found() -> list[tuple[str, str]]:
        """The findings without that on rigs: other tests give them roles on this server."""
        every = kinds(shared_checks.database(hall, True, ENGLISH))
        return [each for each in every if each[1] != "rigs-unlimited"]

    assert found() == [("note", "database-none")]
    with contextlib.closing(Storage.open(tmp_path, db=hall)) as records:
        photos = [records.photos.put(bytes([number]) * 1000) for number in range(3)]
        records.photos.put(HAND.read_bytes())
        with_place = records.photos.put(with_position(png(1)))
        for photo in photos:
            records.hands.keep(KeptHand(photo[:36], 1, 0, "2026-01-01T00:00:00Z", photo, "", "{}"))
        write_record(records, 1, uuid4(), Pruned((photos[0],)), "", "desk")
        records.photos.remove(photos[0])
        assert found() == [
            ("good", "database-good"),
            ("good", "records-good"),
            ("good", "photographs-checked"),
            ("note", "photographs-position"),
        ]
        records.photos.remove(with_place)
        with records.database.writing() as connection:
            connection.execute(text("UPDATE photo SET data = 'other' WHERE sha256 = :name"), {"name": photos[1]})
        records.photos.remove(photos[2])
        assert found()[2:] == [
            ("wrong", "photographs-missing"),
            ("wrong", "photographs-damaged"),
        ]
    said = json.loads(run("--db", hall, "--data", tmp_path, "--json").output)["checks"]
    checked = {each["check"]: each["kind"] for each in said}
    assert (checked["database"], checked["photographs"], checked["clock"]) == (
        "database-good",
        "photographs-missing",
        "clock-good",
    )
    gone = run("--db", "postgresql://nobody@127.0.0.1:9/none", "--data", tmp_path)
    assert (gone.exit_code, "127.0.0.1:9/none" in gone.output) == (1, True)


@pytest.mark.parametrize(
    ("trusted", "found"), [((), ("note", "doors-open")), (("127.0.0.1",), ("good", "doors-closed"))]
)
def test_who_passes_for_this_computer_is_said(
    tmp_path: Path, table: Table, trusted: tuple[str, ...], found: tuple[str, str]
) -> None:
    assert kinds(doctor_checks.doors(tmp_path)) == [("note", "doors-unknown")]
    app = create_app(Site(table, access=Access(), proxies=Proxies.of(trusted)))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = create_server(app, listener)
        threading.Thread(target=server.run, daemon=True).start()
        keep_address(tmp_path, f"http://127.0.0.1:{listener.getsockname()[1]}/")
        assert kinds(doctor_checks.doors(tmp_path)) == [found]
        server.task_dispatcher.shutdown()


@pytest.mark.long
def test_without_a_library_of_the_system_it_is_named_and_what_needs_no_picture_works(tmp_path: Path) -> None:
    (tmp_path / "libGL.so.1").write_bytes(b"")
    env = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "LC_ALL": "C.UTF-8"}

    def run(*arguments: object) -> tuple[int, str]:
        command = [sys.executable, "-m", "webui", *map(str, arguments)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    status, said = run("doctor", "--data", tmp_path / "data", "--camera", "0")
    assert status == 1
    assert "libGL.so.1" in said
    assert "Install the packages libgl1 libglib2.0-0" in said
    assert "✓ Clock of the computer" in said
    match = tmp_path / "final.jsonl"
    commands = (
        (["score", "123m456p789sEEEC C"], 0, ""),
        (["backup", tmp_path / "a.zip", "--data", tmp_path / "none"], 1, "Error: Nothing is kept"),
        (["hall", "init"], 0, ""),
        (["hall", "events", "--data", tmp_path / "none"], 1, "Error: Nothing is kept"),
        (["match", "new", match, "--players", "Ann,Bo,Chen,Dai"], 0, ""),
        (["match", "show", match], 0, ""),
    )
    code = """
import json, sys
from click.testing import CliRunner
from webui.cli import main
for arguments in json.loads(sys.argv[1]):
    done = CliRunner().invoke(main, arguments)
    print(json.dumps([done.exit_code, done.output, type(done.exception).__name__]))
"""
    sent = json.dumps([arguments for arguments, *_ in commands], default=str)
    together = subprocess.run([sys.executable, "-c", code, sent], env=env, capture_output=True, text=True, timeout=120)
    answers = [json.loads(line) for line in together.stdout.splitlines()]
    for (arguments, status, begins), (code_left, said, raised) in zip(commands, answers, strict=True):
        assert code_left == status, (arguments, said)
        assert said.startswith(begins), (arguments, said)
        assert raised in ("NoneType", "SystemExit"), (arguments, raised)
    for command in (("read", HAND), ("serve",)):
        status, said = run(*command)
        assert status == 1
        assert "tableside doctor names its package" in said


def test_text_that_the_system_sorts_otherwise_than_before_is_found(postgres_url: str) -> None:
    name = f"sorted_{uuid4().hex}"
    engine = create_engine(postgres_url, isolation_level="AUTOCOMMIT")
    other = create_engine(make_url(postgres_url).set(database=name))
    with engine.connect() as connection:
        made = f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C.UTF-8'"
        connection.execute(text(f"{made} ENCODING 'UTF8'"))
        try:
            with other.connect() as there:
                assert list(shared_checks.collation(there)) == []
            change = "UPDATE pg_database SET datcollversion = '1.0' WHERE datname = :name"
            connection.execute(text(change), {"name": name})
            with other.connect() as there:
                (found,) = shared_checks.collation(there)
            assert (found.state, found.kind, found.about["recorded"]) == ("wrong", "database-collation", "1.0")
            assert found.about["actual"] not in ("", "1.0")
        finally:
            other.dispose()
            connection.execute(text(f"DROP DATABASE {name}"))
    engine.dispose()


SEAT: Final = Seated(("Ann", "Bo", "Chen", "Dai"), "riichi-ema")


@pytest.mark.parametrize(
    ("keep", "state"),
    [
        (lambda records: None, "note"),
        (lambda records: write_record(records, 1, uuid4(), structs.replace(SEAT, rules="mcr")), "note"),
        (lambda records: write_record(records, 1, uuid4(), SEAT), "wrong"),
        (lambda records: Hall(records).open(uuid4(), Opened("Cup", "riichi-ema"), "", "desk"), "wrong"),
        (lambda records: records.values.keep(1, "rules", "riichi-home"), "wrong"),
        (lambda records: offer_and_play(records), "wrong"),
    ],
    ids=["nothing", "another game", "a match", "an event", "a table's rules", "a club's rules"],
)
def test_a_game_whose_library_is_missing_is_named(
    tmp_path: Path, keep: Callable[[Storage], object], state: str
) -> None:
    with contextlib.closing(Storage.open(tmp_path)) as records:
        keep(records)
    with without_libraries():
        (found,) = doctor_checks.libraries(doctor_checks.games_in(tmp_path))
        assert found.state == state
        told = run("--data", tmp_path, "--json")
        (shown,) = [each for each in json.loads(told.stdout)["checks"] if each["kind"] == found.kind]
        assert (told.exit_code, shown["check"]) == (int(state == "wrong"), "program")
        assert "pip install 'tableside[riichi]'" in shown["says"]
    assert list(doctor_checks.libraries(doctor_checks.games_in(tmp_path))) == []


def offer_and_play(records: Storage) -> None:
    book = tournament('name = "corner"\ntitle = "Corner"\nbase = "riichi-home"\nsource = "the club"\n')
    keep_preset(records, book)
    records.values.keep(1, "rules", "corner")


def test_the_database_of_a_hall_says_which_games_it_plays(postgres_url: str) -> None:
    with contextlib.closing(Storage.open(None, db=postgres_url)) as records:
        assert shared_checks.games_in(postgres_url) == set()
        write_record(records, 1, uuid4(), SEAT)
        Hall(records).open(uuid4(), Opened("Cup", "hk"), "", "desk")
    assert shared_checks.games_in(postgres_url) == {"riichi", "hk"}
