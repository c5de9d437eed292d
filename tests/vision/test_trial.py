"""Every network is run once, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vision import trial
from vision.networks.own import MODELS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("runtime", "found"),
    [
        ("", {"runtime": "openvino", "precision": "f32"}),
        ("tpu", {"kind": "runtime-unknown", "about": {"name": "tpu"}}),
    ],
)
def test_what_was_found_is_printed(runtime: str, found: dict[str, Any]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vision.trial"],
        cwd=ROOT,
        env=os.environ | {"TABLESIDE_RUNTIME": runtime},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout).items() >= found.items()


def test_networks_that_are_missing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TileReader", lambda: None)
    monkeypatch.setenv(MODELS, str(tmp_path))
    (tmp_path / "dice.onnx").write_bytes(b"x")
    assert trial.run()["kind"] == "weights-broken"
