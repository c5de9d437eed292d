"""Several `tableside serve` on one database: what one records the pages of all show, and what they say without it."""

import json
import re
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

from tests.waiting import PATIENCE, until
from webui.cli import main
from webui.commands.hall.local_postgres import LocalPostgres, cluster, programs

SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}

Serve = Callable[[str], str]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts the command on a database, each time with a folder of its own, and gives its address."""
    running: list[subprocess.Popen[str]] = []

    def start(db: str) -> str:
        command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--port", "0", "--db", db]
        data = tmp_path / str(len(running))
        process = subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout
        found = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert found
        return found[0]

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def own_server() -> Iterator[LocalPostgres]:
    """A PostgreSQL that the test may stop."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster(lasting=True) as made:
        yield made


def ask(address: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Status and JSON of an answer."""
    data, headers = (None, {}) if body is None else (json.dumps(body).encode(), {"Content-Type": "application/json"})
    request = urllib.request.Request(f"{address}{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.long
def test_what_one_server_records_the_pages_of_another_show(serve: Serve, postgres_url: str, page: Page) -> None:
    one, other = serve(postgres_url), serve(postgres_url)
    page.goto(f"{other}/display/1")
    expect(page.locator("body")).not_to_contain_text("Chen")
    assert ask(one, "POST", "/api/tables/1/records", {"id": str(uuid4()), "act": SEATED})[0] == 201
    expect(page.locator("body")).to_contain_text("Chen")
    hand = ask(one, "POST", "/api/tables/1/hands")[1]["hand"]["id"]
    change = {"version": 1, "change": {"do": "add", "tile": "5m"}}
    assert ask(other, "POST", f"/api/hands/{hand}/changes", change)[0] == 200
    assert ask(one, "GET", f"/api/hands/{hand}")[1]["hand"]["version"] == 2
    assert ask(other, "GET", "/api/health")[1]["database"] == "ok"


RULES = 'name = "corner"\ntitle = "Corner"\nbase = "hk"\nsource = "test"\n[switches]\nHK1 = 1\n'


def send_file(address: str, text: str) -> Any:
    """JSON of the answer to a file with rules."""
    part = f'--x\r\nContent-Disposition: form-data; name="file"; filename="r.toml"\r\n\r\n{text}\r\n--x--\r\n'
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    request = urllib.request.Request(f"{address}/api/rules", part.encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def text_of(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


@pytest.mark.long
def test_the_rules_that_one_server_is_given_the_others_know_at_once(serve: Serve, postgres_url: str) -> None:
    one, other = serve(postgres_url), serve(postgres_url)
    checksum = send_file(one, RULES)["checksum"]
    assert ask(other, "PUT", "/api/tables/1/setup", {"rules": "corner"})[0] == 200
    bend = send_file(other, RULES.replace("corner", "bend").replace("Corner", "Bend"))["checksum"]
    begun = {"id": str(uuid4()), "act": {**SEATED, "rules": "bend", "body": "hk"}}
    assert ask(one, "POST", "/api/tables/1/records", begun)[0] == 201
    assert f"Bend (checksum {bend})" in text_of(f"{other}/t/1/sheet")

    assert ask(one, "PUT", "/api/rules/corner/title", {"title": "At the corner"})[0] == 200
    assert "At the corner</h1>" in text_of(f"{other}/rules/corner")
    assert '"At the corner"' in text_of(f"{other}/t/1")
    assert ask(one, "DELETE", "/api/rules/corner")[1]["archived"] is False
    assert '"At the corner"' not in text_of(f"{other}/t/1")
    until(lambda: ask(other, "GET", "/api/tables/1/setup")[1]["rules"] == "hk")  # of a table that had chosen them
    assert send_file(other, RULES)["checksum"] == checksum
    assert '"Corner"' in text_of(f"{one}/t/1")


@pytest.mark.long
def test_a_server_whose_database_is_gone_says_so_and_goes_on_by_itself(
    serve: Serve, own_server: LocalPostgres, page: Page
) -> None:
    address = serve(own_server.address)
    sent = {"id": str(uuid4()), "act": SEATED}
    hand = ask(address, "POST", "/api/tables/1/hands")[1]["hand"]["id"]
    page.goto(f"{address}/hands/{hand}")
    page.click("[data-key=add]")
    own_server.stop(at_once=True)
    status, refused = ask(address, "POST", "/api/tables/1/records", sent)
    assert (status, refused["kind"]) == (503, "database-gone")
    assert "cannot be reached" in refused["error"]
    status, health = ask(address, "GET", "/api/health")
    assert (status, health["ok"], health["database"]) == (503, False, "database-gone")
    page.click("#palette [data-key=face-5m]")
    expect(page.locator("body")).to_contain_text("cannot be reached")
    own_server.start()
    until(lambda: ask(address, "POST", "/api/tables/1/records", sent)[0] == 201)
    assert ask(address, "POST", "/api/tables/1/records", sent)[0] == 200
    assert ask(address, "GET", "/api/tables/1/hands")[1]["hands"][0]["id"] == hand


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("hall", "This is no address of a PostgreSQL database. Name it as postgresql+psycopg://"),
        ("postgresql://ref:secret@127.0.0.1:9/hall", "postgresql://127.0.0.1:9/hall cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_without_its_password(tmp_path: Path, address: str, said: str) -> None:
    command = ["serve", "--port", "0", "--data", str(tmp_path)]
    result = CliRunner().invoke(main, command, env={"TABLESIDE_DB": address})
    assert result.exit_code == 1
    assert said in " ".join(result.stderr.split())
    assert "secret" not in result.output


def test_a_database_is_not_kept_and_kept_in_memory(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", "--memory", "--db", "postgresql://localhost/hall"])
    assert result.exit_code == 2
    assert "leave one out" in " ".join(result.stderr.split())
