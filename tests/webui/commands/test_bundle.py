"""The file of `tableside doctor --bundle`, and the log that it holds."""

import json
import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.base import logs
from webui.cli import main


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    logger = logging.getLogger()
    before = [*logger.handlers]
    yield logger
    for handler in [each for each in logger.handlers if each not in before]:
        logger.removeHandler(handler)
        handler.close()


def test_it_holds_what_helps_and_nothing_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: logging.Logger
) -> None:
    data, file = tmp_path / "home/data", tmp_path / "fault.zip"
    data.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TABLESIDE_CAMERA", "rtsp://ann:hidden@10.0.0.7/1")
    monkeypatch.setenv("TABLESIDE_TOKEN", "hidden")
    monkeypatch.setenv("TABLESIDE_DB", "")
    monkeypatch.setenv("TABLESIDE_ROUND", "rtsp://ann:hid@hidden/hidden@10.0.0.8/1?user=hidden&pwd=hidden")
    logs.keep(data)
    root.addHandler(logs.handler(None))  # as standard error has it
    root.warning("the camera rtsp://ann:hidden@10.0.0.7/1 is gone")
    asked = ["doctor", "--data", str(data), "--bundle", str(file)]
    done = CliRunner().invoke(main, asked)
    assert f"Written: {file}" in done.output
    with zipfile.ZipFile(file) as found:
        texts = {name: found.read(name).decode() for name in found.namelist()}
    assert sorted(texts) == ["doctor.json", "server.log", "settings.json", "versions.json"]
    assert "hidden" not in "".join(texts.values())
    assert str(tmp_path / "home") not in "".join(texts.values())
    assert json.loads(texts["settings.json"])["TABLESIDE_ROUND"] == "rtsp://…@10.0.0.8/1?user=…&pwd=…"
    assert texts["server.log"].count("://…@10.0.0.7/1 is gone") == 1
    assert {each["check"] for each in json.loads(texts["doctor.json"])} >= {"program", "weights", "folder"}
    assert json.loads(texts["versions.json"])["packages"]["Flask"]
    again = CliRunner().invoke(main, asked)
    assert (again.exit_code, "choose another name" in again.output) == (1, True)


def test_a_log_that_cannot_be_written_stops_nothing(
    tmp_path: Path, root: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / logs.KEPT).mkdir()
    logs.keep(tmp_path)
    root.warning("something")
    assert "Traceback" not in capsys.readouterr().err
