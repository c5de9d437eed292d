"""The recipe from rendered pictures to a reading, whole but tiny, so that it never rots."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision import TileReader, open_image
from vision.detector import Detector

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    """One of the recipe's commands; its output."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    run("models.dataset", "scenes", "--out", str(folder), "--count", "8", "--seed", "3", "--workers", "1")
    return folder


@pytest.fixture(scope="module")
def detector(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    runs = tmp_path_factory.mktemp("runs")
    where = ["--data", str(scenes), "--check", str(scenes), "--runs", str(runs)]
    run("models.train_detector", "train", *where, "--epochs", "1", "--size", "160", "--batch", "4")
    out = runs / "detector.onnx"
    weights = runs / "detector" / "weights" / "last.pt"
    run("models.train_detector", "export", "--weights", str(weights), "--out", str(out))
    return out


def test_rendered_scenes_train_a_detector_that_runs(scenes: Path, detector: Path) -> None:
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    found = Detector(detector)(picture, score=0.0)
    assert found.quads.shape[1:] == (4, 2)
    assert np.isfinite(found.quads).all()
    assert set(found.kinds) <= {"face", "back"}


def test_a_detector_is_taught_on_from_its_onnx_file(scenes: Path, detector: Path, tmp_path: Path) -> None:
    where = ["--data", str(scenes), "--check", str(scenes), "--runs", str(tmp_path), "--start", str(detector)]
    run("models.train_detector", "train", *where, "--epochs", "1", "--size", "160", "--batch", "4", "--rate", "1e-9")
    weights = tmp_path / "detector" / "weights" / "last.pt"
    run("models.train_detector", "export", "--weights", str(weights), "--out", str(tmp_path / "again.onnx"))
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    first, again = (Detector(file)(picture, score=0.0) for file in (detector, tmp_path / "again.onnx"))
    strongest, same = (np.sort(found.scores)[-20:] for found in (first, again))  # of boxes so weak some come and go
    assert same == pytest.approx(strongest, rel=0.2)


def test_the_reader_reads_with_trained_weights(scenes: Path, detector: Path) -> None:
    folder = detector.parent
    run(
        "models.train_refiner",
        "--data",
        str(scenes),
        "--detector",
        str(detector),
        "--out",
        str(folder),
        "--epochs",
        "1",
    )
    for name in ("classifier.onnx", "closer.onnx", "flowers.onnx"):
        (folder / name).write_bytes((ROOT / "models" / name).read_bytes())
    picture = open_image(next((scenes / "images").glob("*.jpg")))
    reading = TileReader(folder).read(picture)
    assert reading.size == (picture.shape[1], picture.shape[0])
    assert set(reading.ms) - {"again"} == {"decode", "detect", "refine", "classify", "read"}
    assert not reading.sure


def test_an_export_without_weights_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "models.train_detector", "export", "--weights", "missing.pt"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "missing.pt" in done.stderr
