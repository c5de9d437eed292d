"""The folder that starts by a double click: what it is built from, and what it shows where it cannot start."""

import configparser
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui import source
from webui.deploy.desktop import ENTRY, NOTE, PROGRAM, ROOT, arguments, data_files, loaded_at_run, made_files
from webui.help import manual, notices
from webui.messages import Messages
from webui.messages.languages import LANGUAGES

ONLY_FOR_DEVELOPERS = {".po", ".typed", ".md"}
"""Endings of files that a running program reads none of."""


def test_all_files_that_the_program_reads_are_in_it() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "scoring", "vision", "webui", "models"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    read = {
        path
        for path in map(Path, filter(None, listed))
        if path.suffix not in {".py", *ONLY_FOR_DEVELOPERS} and path.parts[:2] not in {("webui", "deploy")}
    }
    in_it = {file.relative_to(ROOT) for file in data_files()}
    assert read <= in_it
    assert set((ROOT / "webui/records/migrations").rglob("v*.py")) <= set(data_files())
    manual_files = {manual.file_of(name, lang) for name in manual.names() for lang in LANGUAGES}
    assert manual_files | set(manual.pictures().values()) <= set(data_files())


def test_its_source_and_notices_are_made_with_it(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder has no source files and no metadata of libraries, which both are made from."""
    made = made_files(tmp_path)
    for room in (source, notices):
        (packed,) = (file for file in made if file.name == room.PACKED.name)
        assert made[packed] == room.PACKED.parent.relative_to(ROOT).as_posix()
        monkeypatch.setattr(room, "PACKED", packed)
    monkeypatch.setattr(notices, "collected", tuple)
    with client.get("/source.zip") as answer, zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert "tableside/webui/deploy/desktop.py" in archive.namelist()
    monkeypatch.setattr(source, "ROOT", tmp_path)
    assert "GNU AFFERO" in client.get("/help/licences/tableside.txt").get_data(as_text=True)
    assert "Werkzeug" in client.get("/help/licences").get_data(as_text=True)
    assert "Pallets" in client.get("/help/licences/flask.txt").get_data(as_text=True)


def test_its_note_and_entry_speak_every_language() -> None:
    assert [lang for lang in LANGUAGES if Messages.of(lang)("Stop Tableside") not in NOTE] == []
    assert {"", "zh_CN", "zh_TW", "zh_HK"} <= {*re.findall(r"^Comment(?:\[(\w+)\])?=", ENTRY, re.MULTILINE)}


def test_openvino_reads_networks_in_it() -> None:
    assert any("onnx_frontend" in file.name for file in loaded_at_run()) or sys.platform == "win32"


def test_what_it_is_built_from_exists(tmp_path: Path) -> None:
    given = arguments(tmp_path, tmp_path)
    assert given[0] == str(PROGRAM)
    for option in given:
        name, _, value = option.partition("=")
        if name in ("--add-data", "--add-binary"):
            assert Path(value.split(os.pathsep)[0]).is_file()


def test_its_entry_starts_the_program_beside_it(tmp_path: Path) -> None:
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read_string(ENTRY)
    assert entry["Desktop Entry"]["Type"] == "Application"
    program = tmp_path / "a folder" / "Tableside"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho started\n")
    program.chmod(0o755)
    file = program.with_suffix(".desktop")
    file.write_text(ENTRY)
    exec_line = entry["Desktop Entry"]["Exec"].replace(r"\\", "\\").replace(r"\$", "$")
    words = shlex.split(exec_line)
    command = [str(file) if word == "%k" else word for word in words]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "started\n"
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", file], check=True)


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        pytest.param("C.UTF-8", "Tableside cannot start", marks=pytest.mark.long),
        ("zh_CN.UTF-8", "Tableside无法启动"),
    ],
)
def test_what_keeps_it_from_starting_is_shown_in_the_browser(tmp_path: Path, lang: str, title: str) -> None:
    (tmp_path / "data").write_text("a file where the folder would be")
    shown = tmp_path / "shown.html"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" {shown}\n')
    browser.chmod(0o755)
    environment = {
        **os.environ,
        "BROWSER": f"{browser} %s",
        "TABLESIDE_DATA": str(tmp_path / "data" / "inner"),
        "TMPDIR": str(tmp_path),
        "LC_ALL": lang,
    }
    done = subprocess.run([sys.executable, PROGRAM], cwd=ROOT, env={**environment, "PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 1
    page = shown.read_text(encoding="utf-8")
    assert title in page
    assert str(tmp_path / "data" / "inner") in page
    assert str(tmp_path / "data" / "inner") in done.stderr
