"""`tableside serve` as it is started from a terminal."""

import json
import logging
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from device.simulator import Simulator
from tests.waiting import PATIENCE, child, until, whole_lines
from vision.errors import Trouble
from webui.cli import main
from webui.commands.opening import with_token
from webui.commands.serve import in_words
from webui.messages import Messages
from webui.records.store import Storage
from webui.records.sync.leases import acquire

HAND = Path(__file__).parents[2] / "data/hand.jpg"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Starts the command and gives the address it prints; it must end well on Ctrl+C. Each keeps nothing for others."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> str:
        data = [] if "--data" in arguments else ["--data", str(tmp_path / f"data{len(running)}")]
        command = [
            sys.executable,
            "-c",
            "from webui.cli import main; main()",
            "serve",
            "--port",
            "0",
            *data,
            *arguments,
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout
        line = process.stdout.readline()
        address = re.search(r"http://\S+:\d+", line)
        assert address, line + (process.stderr.read() if process.stderr and process.poll() is not None else "")
        return address[0]

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, (out, err)
        assert "Traceback" not in err


@pytest.mark.long
@pytest.mark.parametrize(("base", "luck"), [("mcr-wmo", "last-of-kind"), ("zungjung", "heaven")])
def test_hands_are_scored_by_a_tournament(
    served: Callable[..., str], page: Page, tmp_path: Path, base: str, luck: str
) -> None:
    file = tmp_path / "open.toml"
    file.write_text(
        f'name = "spring-open"\ntitle = "Spring Open 2026"\nbase = "{base}"\nsource = "referees"\n', encoding="utf-8"
    )
    page.goto(served("--rules", str(file)))
    page.set_input_files("#drop input:not([capture])", HAND)
    page.wait_for_url("**/hands/*")
    expect(page.locator("#rules")).to_have_value("spring-open")
    expect(page.locator("#rules option:checked")).to_have_text("Spring Open 2026")
    hand = page.request.get(page.url.replace("/hands/", "/api/hands/")).json()["hand"]
    assert luck in [toggle["luck"] for toggle in hand["offers"]["toggles"]]


def test_a_photo_is_read_and_scored_for_real(served: Callable[..., str], page: Page) -> None:
    page.goto(served("--rules", "mcr-1998"))
    page.set_input_files("#drop input:not([capture])", HAND)
    page.wait_for_url("**/hands/*")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#rules")).to_have_value("mcr-1998")
    expect(page.locator(".marks g").nth(13)).to_be_attached()
    right = page.locator("[data-key=settle-all], #questions [data-answer=right]")
    if right.count():  # where the networks are less sure than here
        right.last.click()
    expect(page.locator("#verdict[data-kind=open]")).to_be_visible()
    page.click("#strip label:has([data-key='say-self-draw-true'])")
    expect(page.locator("#verdict[data-kind=good]")).to_be_visible()


@pytest.mark.long
def test_a_folder_is_watched_and_its_hand_taken(served: Callable[..., str], page: Page, tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(HAND.read_bytes())
    address = served("--camera", str(tmp_path))
    page.goto(address)
    expect(page.locator("#live .marks g").nth(13)).to_be_attached()
    page.click("#take")
    page.wait_for_url("**/hands/*")
    with urllib.request.urlopen(f"{address}/api/tables/1/hands") as answer:
        assert len(json.load(answer)["hands"]) == 1


@pytest.mark.long
def test_a_picture_that_is_too_large_is_answered_in_the_shape_of_all_errors(served: Callable[..., str]) -> None:
    start = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="raw.tif"\r\n\r\n'
    request = urllib.request.Request(
        f"{served()}/api/tables/1/hands",
        data=start + bytes(101 * 1024 * 1024) + b"\r\n--b--\r\n",
        headers={"Content-Type": "multipart/form-data; boundary=b"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        assert answer.code == 413
        assert json.load(answer)["error"] == "The request is larger than 100 MB"


@pytest.mark.long
def test_a_table_box_is_listened_to(served: Callable[..., str], tmp_path: Path) -> None:
    log = tmp_path / "logs/box.log"
    with Simulator() as box:
        address = served("--box", box.address, "--box-log", str(log))
        box.press(3, ("referee",))

        def state() -> Any:
            with urllib.request.urlopen(f"{address}/api/tables/1/play") as answer:
                return json.load(answer)

        until(lambda: state()["seats"]["calls"] == [3])
        until(lambda: state()["box"]["box"]["id"] == "sim")
        until(lambda: any("connected at" in line for line in whole_lines(log)))


@pytest.mark.long
def test_other_devices_get_a_pin_at_the_start(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--port", "0", "--host", "0.0.0.0"]
    command += ["--name", "table1.club", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        printed = "".join(process.stdout.readline() for _ in range(3))
        port = re.search(r"localhost:(\d+)", printed)
        pin = re.search(r"PIN .*: (\d{6}) ", printed)
        assert port, printed
        assert pin, printed
        assert f"http://table1.club:{port[1]}/" in printed
        try:
            address = f"http://127.0.0.1:{port[1]}"
            token = json.loads(sent(f"{address}/api/access", {"pin": pin[1]}))["token"]
            elsewhere = {"X-Forwarded-For": "192.168.1.7", "Host": f"table1.club:{port[1]}"}
            assert json.loads(sent(f"{address}/api/tables/1/hands", None, elsewhere))["kind"] == "pin-needed"
            assert json.loads(
                sent(f"{address}/api/tables/1/hands", None, elsewhere | {"Authorization": f"Bearer {token}"})
            )["ok"]
            own = {"Authorization": f"Bearer {(tmp_path / 'token').read_text()}"}
            assert json.loads(sent(f"{address}/api/people", {"name": "Li", "role": "referee"}, own))["token"] is None
            assert re.fullmatch(rf"{address}/#token=[\w.-]+", with_token(tmp_path, f"{address}/"))
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert not (tmp_path / "access.key").exists()


@pytest.mark.long
def test_https_is_one_option(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--port", "0", "--host", "0.0.0.0"]
    command += ["--name", "table1.local", "--https", "--data", str(tmp_path)]
    with child(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        printed = "".join(process.stdout.readline() for _ in range(4))
        port = re.search(r"http://localhost:(\d+)/", printed)
        assert port, printed
        assert f"https://table1.local:{port[1]}/" in printed
        assert f"http://table1.local:{port[1]}/tableside.crt once (SHA-256 " in printed
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/tableside.crt") as answer:
                trusting = ssl.create_default_context(cadata=answer.read().decode())
            for host in ("table1.local", "127.0.0.1", "localhost"):
                with socket.create_connection(("127.0.0.1", int(port[1]))) as sock:
                    trusting.wrap_socket(sock, server_hostname=host).close()
            health = urllib.request.urlopen(f"https://127.0.0.1:{port[1]}/api/health", context=trusting)
            with health:
                assert json.load(health)["ok"]
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def sent(address: str, body: object, headers: dict[str, str] | None = None) -> bytes:
    """Posts JSON, or nothing, and gives the answer whatever its status."""
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **(headers or {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.read()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--camera", "nowhere.mp4"], "nowhere.mp4 is no camera: check its name. A camera is one of these: a"),
        (["--rules", "house"], "house"),
        (["--port", "99999"], "99999"),
        (["--key", __file__], "--key is the key of a certificate: give that with --cert"),
        (["--cert", __file__, "--memory", "--port", "0"], "give both as PEM, without password"),
        (["--trusted-proxy", "caddy"], "give an address such as 127.0.0.1, or a network such as 172.16.0.0/12"),
        (["--name", "hall.example/tableside"], "give hall.example or https://hall.example/"),
        (["--speed"], "--speed"),
        (["--box", "nosuch"], "Invalid value for '--box': nosuch is no port"),
    ],
)
def test_wrong_usage_is_said(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())


def test_a_record_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = tmp_path / "file" / "logs" / "box.log"
    result = CliRunner().invoke(main, ["serve", "--memory", "--port", "0", "--box", "auto", "--box-log", str(log)])
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert f"Invalid value for --box-log: the record of the line cannot be written to {log} (Not a directory)" in said
    result = CliRunner().invoke(main, ["device", "monitor", "--seconds", "0", "--log", str(log)])
    assert result.exit_code == 2
    assert "Invalid value for --log" in result.stderr


def test_a_port_in_use_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert result.exit_code == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in result.output
    assert "--port" in result.output


def test_a_cameras_trouble_is_logged_in_words() -> None:
    trouble = Trouble("source-hangs", {"source": "Camera 0"})
    record = logging.LogRecord("vision.live.camera", logging.WARNING, "", 0, "%s", (trouble,), None)
    assert in_words(Messages.of("en"), record)
    assert record.getMessage() == (
        "Camera 0 hangs; it is opened again. If that does not help, unplug it and plug it in again."
    )


@pytest.mark.long
def test_a_hall_has_as_many_tables_as_are_asked_for(served: Callable[..., str]) -> None:
    address = served("--tables", "12")
    with urllib.request.urlopen(f"{address}/api/tables", timeout=PATIENCE) as answer:
        assert [table["table"] for table in json.load(answer)["tables"]] == list(range(1, 13))
    with urllib.request.urlopen(f"{address}/t/12", timeout=PATIENCE) as answer:
        page = answer.read().decode()
    assert 'data-table="12"' in page
    told = re.search(r"<code>(tableside serve --host 0\.0\.0\.0 [^<]+)</code>", page)
    assert told
    assert {"--tables 12", "--port 0"} <= {*re.findall(r"--\w+ \d+", told[1])}  # else it would be another server
    assert "--data /" in told[1]


@pytest.mark.long
def test_a_device_of_a_hall_records_by_itself_and_sends_it(
    served: Callable[..., str], postgres_url: str, tmp_path: Path, page: Page
) -> None:
    data = tmp_path / "rig"
    address = served("--data", str(data), "--table", "5", "--db", postgres_url)
    ask = urllib.request.Request(f"{address}/api/tables/5/hands", b"", method="POST")
    with urllib.request.urlopen(ask, timeout=PATIENCE) as answer:
        hand = json.load(answer)["hand"]["id"]
    hall = Storage.open(None, db=postgres_url)
    until(lambda: hall.hands.table_of(hand) == 5)
    other = CliRunner().invoke(
        main, ["serve", "--port", "0", "--data", str(tmp_path / "x"), "--table", "5", "--db", postgres_url]
    )
    assert other.exit_code == 1
    assert "Another device has table 5" in other.output
    page.goto(f"{address}/display/5")
    expect(page.locator("#unsent")).to_be_hidden()
    acquire(hall.database, 5, "another device", take_over=True)
    urllib.request.urlopen(ask, timeout=PATIENCE).close()
    expect(page.locator("#unsent")).to_have_text("Not sent to the hall")
    page.goto(f"{address}/t/5")
    expect(page.locator("#unsent")).to_have_text("Not sent to the hall")
    expect(page.locator("#refused")).to_contain_text("Another device took over table 5")
    act = json.dumps({"id": str(uuid4()), "act": {"type": "Seated", "players": ["A", "B", "C", "D"]}}).encode()
    record = urllib.request.Request(f"{address}/api/tables/5/records", act, {"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(record, timeout=PATIENCE).close()
    assert refused.value.code == 409
    refused.value.close()
    with urllib.request.urlopen(f"{address}/api/health", timeout=PATIENCE) as answer:
        assert json.load(answer)["hall"] == {"waiting": 1, "trouble": "table-taken"}
    hall.close()


@pytest.mark.long
def test_a_rig_says_as_it_starts_which_library_its_rounds_may_need(
    tmp_path: Path, postgres_url: str, rig_url: Callable[[int], str]
) -> None:
    Storage.open(None, db=postgres_url).close()
    without = (
        "from tests.uninstalled import without_libraries\nfrom webui.cli import main\nwith without_libraries(): main()"
    )
    command = [sys.executable, "-c", without, "serve", "--port", "0", "--data", str(tmp_path)]
    with child([*command, "--db", rig_url(1), "--table", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as rig:
        assert rig.stdout
        assert "http://" in rig.stdout.readline()
        rig.send_signal(signal.SIGINT)
        _, said = rig.communicate(timeout=PATIENCE)
    assert said.count("pip install 'tableside[riichi]'") == 1
