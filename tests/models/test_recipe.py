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
    tiny = "--epochs 1 --size 160 --batch 4"
    weights = runs / "detector" / "weights" / "last.pt"
    return (
        f"models.train.detector train --data {scenes} --check {scenes} --runs {runs} {tiny} {options}",
        f"models.train.detector export --weights {weights} --out {runs / 'detector.onnx'}",
    )


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scenes")


@pytest.fixture(scope="module")
def runs(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Folders of two runs: detector and refiner; and a detector that starts from the first, at a tiny rate."""
    first, again = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("again")
    commands = (
        f"models.data.dataset scenes --out {scenes} --count 5 --seed 3 --workers 1",
        *teach(scenes, first),
        f"models.train.refiner --data {scenes} --detector {first / 'detector.onnx'} --out {first} --epochs 1",
        *teach(scenes, again, f"--start {first / 'detector.onnx'} --rate 1e-9"),
    )
    done = subprocess.run(  # one process, for torch takes seconds to load
        [sys.executable, "-c", IN_TURN, *commands], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return first, again


@pytest.fixture(scope="module")
def detector(runs: tuple[Path, Path]) -> Path:
    return runs[0] / "detector.onnx"


def test_rendered_scenes_train_a_detector_that_runs(scenes: Path, detector: Path) -> None:
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    found = Detector(detector)(picture, score=0.0)
    assert found.quads.shape[1:] == (4, 2)
    assert np.isfinite(found.quads).all()
    assert set(found.kinds) <= {"face", "back"}


def test_a_detector_is_taught_on_from_its_onnx_file(scenes: Path, runs: tuple[Path, Path]) -> None:
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    first, again = (Detector(folder / "detector.onnx")(picture, score=0.0) for folder in runs)
    strongest, same = (np.sort(found.scores)[-20:] for found in (first, again))  # of boxes so weak some come and go
    assert same == pytest.approx(strongest, rel=0.2)


def test_the_reader_reads_with_trained_weights(scenes: Path, detector: Path) -> None:
    folder = detector.parent
    for name in ("classifier.onnx", "cascade.onnx", "flowers.onnx", "verifier.onnx", "presence.csv", "thresholds.csv"):
        (folder / name).write_bytes((ROOT / "models" / name).read_bytes())
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    reading = TileReader(folder).read(picture)
    assert reading.size == (picture.shape[1], picture.shape[0])
    assert set(reading.ms) - {"tta"} == {"decode", "detect", "refine", "classify", "read"}
    assert not reading.sure
