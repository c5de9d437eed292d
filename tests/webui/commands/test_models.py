"""Own networks on the command line: checked, put into a folder, listed, and read by."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vision.networks.own import MODELS, SHIPPED
from webui.cli import main

HAND = Path(__file__).parents[2] / "data/hand.jpg"


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODELS, raising=False)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def test_a_network_is_checked_kept_and_listed(tmp_path: Path) -> None:
    own, mine = tmp_path / "own", tmp_path / "best.onnx"
    shutil.copy(SHIPPED / "dice.onnx", mine)
    unnamed = run("models", "add", mine, "--models", own)
    assert (unnamed.exit_code, "--as: detector, refiner" in unnamed.output) == (1, True)
    wrong = run("models", "add", mine, "--as", "classifier", "--models", own)
    assert (wrong.exit_code, "best.onnx: expected input" in wrong.output) == (1, True)
    assert not own.exists()
    kept = run("models", "add", mine, "--as", "dice", "--models", own)
    assert (kept.exit_code, kept.output.startswith(f"{own / 'dice.onnx'}: your own, made by the recipe")) == (0, True)
    assert (own / "dice.onnx").read_bytes() == mine.read_bytes()
    again = run("models", "add", mine, "--as", "dice", "--models", own)
    assert (again.exit_code, "--force" in again.output) == (1, True)
    assert run("models", "add", mine, "--as", "dice", "--models", own, "--force").exit_code == 0
    listed = run("models", "list", "--models", own, "--lang", "en").output.splitlines()
    assert [line.partition(": ")[2] for line in listed if "your own" not in line] == ["of the program"] * 6
    assert run("models", "add", mine).exit_code == 2
    (own / "dice.onnx").write_bytes(b"no network")
    broken = run("models", "list", "--models", own)
    assert (broken.exit_code, "not a usable ONNX model" in broken.output) == (1, True)


def test_a_photo_is_read_by_the_own_network_and_by_the_program_s_after_that(tmp_path: Path) -> None:
    (tmp_path / "detector.onnx").write_bytes(b"no network")
    refused = run("read", HAND, "--models", tmp_path)
    assert refused.exit_code == 1
    assert f"{tmp_path / 'detector.onnx'}: not a usable ONNX model" in refused.output
    assert run("read", HAND, "--json").exit_code == 0
    shutil.copy(SHIPPED / "detector.onnx", tmp_path)
    read = run("read", HAND, "--json", "--models", tmp_path)
    assert json.loads(read.stdout)["hand"]


def test_doctor_says_whose_networks_read(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "detector.onnx", tmp_path)
    says = run("doctor", "--data", tmp_path / "data", "--models", tmp_path).output
    assert f"{tmp_path / 'detector.onnx'}: your own, made by Finds mahjong tiles" in says
    shutil.copy(SHIPPED / "dice.onnx", tmp_path / "refiner.onnx")
    wrong = run("doctor", "--data", tmp_path / "data", "--models", tmp_path)
    assert (wrong.exit_code, "Correct --models or TABLESIDE_MODELS" in wrong.output) == (1, True)
