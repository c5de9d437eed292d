"""The source that is offered: all of the running program, and nothing beside it."""

import io
import shutil
import subprocess
import sys
import venv
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui import source

LEFT = {"tests", ".ci", ".github", ".gitignore", ".pre-commit-config.yaml"}
"""Parts of a checkout outside the program."""


def held(data: bytes) -> dict[str, bytes]:
    """The files of a zip of the source, by their path in the project's folder."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name.removeprefix("tableside/"): archive.read(name) for name in archive.namelist()}


def test_it_holds_every_file_of_the_program(client: FlaskClient) -> None:
    answer = client.get("/source.zip", buffered=True)
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    assert answer.headers["Content-Disposition"] == "attachment; filename=tableside-source.zip"
    found = held(answer.data)
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=source.ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    own = {name for name in listed if name and Path(name).parts[0] not in LEFT and (source.ROOT / name).exists()}
    made = {name for name in own if fnmatch(name, "webui/translations/zh_Hant/*/messages.po")}  # of zh, by OpenCC
    assert made
    assert own - made == found.keys()
    assert all((source.ROOT / name).read_bytes() == content for name, content in found.items())


def test_what_lies_beside_the_program_is_not_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package in source.PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    shutil.copy(source.ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "webui/deploy").mkdir()
    for name in (
        "tableside.db",
        ".env",
        "webui/deploy/.env",
        "webui/deploy/key.pem",
        "webui/secrets.txt",
        "models/a.pt",
    ):
        (tmp_path / name).write_text("secret")
    (tmp_path / "webui/deploy/HALL.md").write_text("# A hall")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/secret.py").write_text("secret")
    (tmp_path / "webui/linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "webui/link.py").symlink_to(tmp_path / "elsewhere/secret.py")
    (tmp_path / "LICENSE").symlink_to(tmp_path / "elsewhere/secret.py")
    monkeypatch.setattr(source, "ROOT", tmp_path)
    inside = {f"{package}/__init__.py" for package in source.PACKAGES}
    assert source.files().keys() == {*inside, "pyproject.toml", "webui/deploy/HALL.md"}


def test_it_is_made_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with client.get("/source.zip", buffered=True) as first:
        monkeypatch.setattr(source, "chunks", lambda: pytest.fail("made again"))
        with client.get("/source.zip", buffered=True) as second:
            assert (second.status_code, second.data) == (200, first.data)
    monkeypatch.undo()
    monkeypatch.setattr(source, "packed", raise_full)
    with client.get("/source.zip", buffered=True) as streamed:
        assert streamed.data == first.data


def raise_full() -> Path:
    raise OSError(28, "No space left on device")


def test_no_part_of_it_is_larger_than_the_largest_file() -> None:
    largest = max(file.stat().st_size for file in source.files().values())
    assert max(map(len, source.chunks())) <= largest + 100_000


def test_the_same_program_gives_the_same_bytes() -> None:
    assert b"".join(source.chunks()) == b"".join(source.chunks())


@pytest.mark.long
def test_an_installed_program_offers_a_source_that_installs(tmp_path: Path) -> None:
    """So does what is installed from that source."""
    source_folder = unpacked(b"".join(source.chunks()), tmp_path / "of-checkout")
    offered = []
    for turn in ("first", "second"):
        made = subprocess.run([sys.executable, "-c", OFFERING], cwd=tmp_path, capture_output=True, check=True,
                              env={"PYTHONPATH": installed(source_folder, tmp_path / turn)}, timeout=120)  # fmt: skip
        offered.append(held(made.stdout))
        source_folder = unpacked(made.stdout, tmp_path / f"of-{turn}")
    needed = {"pyproject.toml", "LICENSE", "README.md", "webui/help/zh/index.md", "models/detector.onnx"}
    assert needed <= offered[0].keys()
    assert not [name for name in offered[0] if name.endswith((".pyc", "direct_url.json", "RECORD"))]
    assert offered[0] == offered[1]


OFFERING = "import sys; from webui.source import chunks; sys.stdout.buffer.writelines(chunks())"
"""A program that prints the source that it offers."""


def installed(folder: Path, where: Path) -> str:
    """Install the program from a folder of source into an environment; return where its packages are."""
    pip = [sys.executable, "-m", "pip", "--quiet"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", where / "wheels"]
    subprocess.run([*pip, "wheel", *options, folder], check=True, timeout=240)
    (wheel,) = (where / "wheels").iterdir()
    venv.create(where / "env")
    python = where / "env/bin/python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", wheel], check=True, timeout=240)
    (site,) = (where / "env/lib").glob("python*/site-packages")
    return str(site)


def unpacked(data: bytes, folder: Path) -> Path:
    """Write the files of a zip of the source into a folder."""
    for name, content in held(data).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
