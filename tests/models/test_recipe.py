"""The whole recipe at a tiny size: from rendered pictures to a reading with the trained weights."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision import TileReader, open_image
from vision.networks.detector import Detector

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]

IN_TURN = """
import runpy, shlex, sys
for command in sys.argv[1:]:
    sys.argv = shlex.split(command)
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)  # as python -m does
    except SystemExit as ended:
        if ended.code:
            raise
"""


def teach(scenes: Path, runs: Path, options: str = "") -> tuple[str, str]:
    """Return the commands that train a detector and export it."""
    tiny = "--epochs 1 --size 160 --batch 4 --threads 1"
    weights = runs / "detector" / "weights" / "last.pt"
    return (
        f"models.train.detector train --data {scenes} --check {scenes} --runs {runs} {tiny} {options}",
        f"models.train.detector export --weights {weights} --out {runs / 'detector.onnx'}",
    )


def test_rendered_scenes_train_networks_that_read(tmp_path: Path) -> None:
    """Train a detector and a refiner, and a detector that starts from the first at a tiny rate."""
    scenes, first, again = (tmp_path / name for name in ("scenes", "first", "again"))
    detector = first / "detector.onnx"
    commands = (
        f"models.data.dataset scenes --out {scenes} --count 5 --seed 3 --workers 1",
        *teach(scenes, first),
        f"models.train.refiner --data {scenes} --detector {detector} --out {first} --epochs 1 --threads 1",
        *teach(scenes, again, f"--start {detector} --rate 1e-9"),
    )
    done = subprocess.run(  # one process, for torch takes seconds to load
        [sys.executable, "-c", IN_TURN, *commands], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    picture = open_image(next((scenes / "images").glob("*.jpg")))

    found, taught_on = (Detector(folder / "detector.onnx")(picture, score=0.0) for folder in (first, again))
    assert found.quads.shape[1:] == (4, 2)
    assert np.isfinite(found.quads).all()
    assert set(found.kinds) <= {"face", "back"}
    strongest, same = (np.sort(each.scores)[-20:] for each in (found, taught_on))  # of boxes so weak some come and go
    assert same == pytest.approx(strongest, rel=0.2)

    for name in ("classifier.onnx", "cascade.onnx", "flowers.onnx", "verifier.onnx", "presence.csv", "thresholds.csv"):
        (first / name).write_bytes((ROOT / "models" / name).read_bytes())
    reading = TileReader(first).read(picture)
    assert reading.size == (picture.shape[1], picture.shape[0])
    assert set(reading.ms) - {"tta"} == {"decode", "detect", "refine", "classify", "read"}
    assert not reading.sure
