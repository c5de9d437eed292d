"""HALL.md and RIG.md followed from the first to the last command in an empty Debian, whose systemd runs their units.

Where `TABLESIDE_TEST_ROOT` is set: it loads some 300 MB, and takes minutes. What the manuals load is loaded before, as
the root has no network while it runs. Not followed: the containers, which need Docker; names on the internet and HTTPS,
which need phones; roles of rigs of earlier versions, which a new hall does not have; cameras and boxes.
"""

import json
import os
import re
from pathlib import Path

import pytest

from tests.waiting import until
from tests.webui.deploy.emptied import PROJECT, Root, blocks, obstacle

HALL = PROJECT / "webui/deploy/HALL.md"
RIG = PROJECT / "device/RIG.md"
TABLESIDE = "/opt/tableside/.venv/bin/tableside"
LIBRARIES = "libgl1 libglib2.0-0"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif("TABLESIDE_TEST_ROOT" not in os.environ, reason="TABLESIDE_TEST_ROOT is not set"),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Root:
    """An empty Debian that has loaded what the manuals install, and has installed the program without its libraries."""
    reason = obstacle()
    if reason:
        pytest.skip(reason)
    root = Root(tmp_path_factory.mktemp("debian"))
    packages = {name for manual in (HALL, RIG) for name in _packages(manual)}
    with root.online():
        root.run(f"apt-get update\napt install python3-venv\napt install --download-only {' '.join(packages)}")
        root.run("python3 -m venv /opt/tableside/.venv\n/opt/tableside/.venv/bin/pip install .")
        wheels = "/opt/tableside/.venv/bin/pip download --dest /root/wheels --require-hashes"
        root.run(f"{wheels} -r webui/deploy/requirements.txt")
    root.write("/etc/pip.conf", "[global]\nno-index = true\nfind-links = /root/wheels\n")
    return root


def _packages(manual: Path) -> list[str]:
    (line,) = re.findall(r"^sudo apt install (.+)$", manual.read_text(), re.MULTILINE)
    return line.split()


def health(root: Root, address: str) -> dict[str, object]:
    """Return the health of a server, once it answers."""
    return dict(json.loads(root.answer(f"{address}/api/health")))


def recorded(root: Root, address: str, table: int) -> None:
    """Begin a match at a table."""
    act = json.dumps({"id": f"01890000-0000-4000-8000-{table:012}", "act": {"type": "Seated", "players": [*"ABCD"]}})
    sent = f"-X POST -H 'Content-Type: application/json' -d '{act}'"
    answer = json.loads(root.answer(f"{address}/api/tables/{table}/records", sent))
    assert answer["ok"], answer


def test_without_its_libraries_every_command_ends_in_words_and_doctor_names_them(root: Root) -> None:
    with root.online():
        for command in ("read tests/data/hand.jpg", "serve", "calibrate x.jpg"):
            said = root.run(f"{TABLESIDE} {command}", fails=True)
            assert "Traceback" not in said
            assert "tableside doctor names its package" in said
        scored = "score '[CCC,1]123m456p789sE E self-draw'"
        for command in ("--help", "hall init", "rules --help", "device list", scored):
            assert "Traceback" not in root.run(f"{TABLESIDE} {command}")
        said = root.run(f"{TABLESIDE} doctor", fails=True)
        assert LIBRARIES in said, said


def test_the_commands_for_a_rig_start_it(root: Root) -> None:
    (install,) = blocks(RIG, "## Start at boot")
    with root.booted():
        root.run("rm -r /opt/tableside")
        root.run(install)
        assert health(root, "http://localhost:8000")["database"] == "ok"
        assert "Networks: 7" in root.run(f"{TABLESIDE} doctor")
        root.run("systemd-analyze verify /etc/systemd/system/tableside-rig.service")
        recorded(root, "http://localhost:8000", 1)
        root.run("systemctl kill --signal KILL tableside-rig")
        assert "Seated" in root.answer("http://localhost:8000/api/tables/1/records")
        root.run("systemctl disable --now tableside-rig\nuserdel tableside\nrm -r /var/lib/tableside")


def test_the_commands_for_a_hall_make_one(root: Root) -> None:
    (
        install,
        make,
        of_hall,
        give_rights,
        listening,
        let_in,
        one_server,
        two_servers,
        _behind_a_proxy,
        others,
        of_rig,
        rig,
        _earlier_rigs,
    ) = blocks(HALL, "## 1")
    with root.booted():
        root.run(install)
        made = root.run(make)
        lines = dict(re.findall(r"^TABLESIDE_DB=postgresql\+psycopg://(\w+):(\w+)@", made, re.MULTILINE))
        assert len(lines) == 13
        assert root.run(make) == ""
        root.write("/etc/tableside/hall", of_hall.replace("PASSWORD", lines["tableside"]))
        root.run("sudo chmod 600 /etc/tableside/hall")
        said = root.run(give_rights)
        assert "not found" not in said
        assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12" in said
        settings, rights = (root.at(f"/etc/postgresql/15/main/{name}") for name in ("postgresql.conf", "pg_hba.conf"))
        settings.write_text(settings.read_text() + listening)
        rights.write_text(let_in + rights.read_text())
        root.run("sudo systemctl restart postgresql")
        root.run(two_servers)
        for port in (8001, 8002):
            assert health(root, f"http://localhost:{port}")["database"] == "ok"
        root.run("systemctl disable --now tableside-server@8001 tableside-server@8002")
        root.run(one_server)
        root.run(others)
        units = root.run("ls -d /etc/systemd/system/tableside-*").split()
        root.run(f"systemd-analyze verify {' '.join(units)}")
        until(lambda: health(root, "http://localhost:8000")["workers"] == 2)
        recorded(root, "http://localhost:8000", 1)
        (backup,) = root.at("/var/backups/tableside").glob("*.zip")
        _restore(root, lines["tableside"], f"/var/backups/tableside/{backup.name}")

        root.run("systemctl disable --now tableside-server\nmv /var/lib/tableside /var/lib/tableside-of-hall")
        root.write("/etc/tableside/rig", of_rig.replace("PASSWORD", lines["tableside_rig_5"]))  # its own computer
        root.run(rig)
        recorded(root, "http://localhost:8000", 5)
        sent = {"waiting": 0, "trouble": None}
        until(lambda: health(root, "http://localhost:8000")["hall"] == sent)
        asked = "sudo -u postgres psql tableside -Atc 'SELECT table_number FROM record ORDER BY 1'"
        assert root.run(asked).split() == ["1", "5"]
        said = root.run(f"set -a\n. /etc/tableside/hall\n{TABLESIDE} doctor")
        assert "✗" not in said, said
        failed = root.run("systemctl list-units --failed --plain --no-legend 'tableside-*' 'postgresql*'")
        assert failed == ""
        root.run("systemctl disable --now tableside-rig tableside-worker postgresql")
        root.write(
            "/etc/systemd/system/hall-try.service", f"[Service]\nExecStart={TABLESIDE} hall try --host 0.0.0.0\n"
        )
        root.run("systemctl daemon-reload\nsystemctl start hall-try")
        assert health(root, "http://localhost:8000")["ok"] is True
        root.run("systemctl stop hall-try")


def _restore(root: Root, password: str, backup: str) -> None:
    """Restore a backup into an empty database."""
    root.run("sudo -u postgres createdb --owner tableside restored")
    address = f"TABLESIDE_DB=postgresql+psycopg://tableside:{password}@127.0.0.1/restored"
    root.run(f"export {address}\n{TABLESIDE} restore {backup}\n{TABLESIDE} hall init")
