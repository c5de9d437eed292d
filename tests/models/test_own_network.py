"""From ten photographs to networks that read: the commands of the manual at a tiny size."""

import json
import shlex
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.documents import blocks, pages
from vision.networks.own import SHIPPED

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TINY = {
    "models.train.detector train": "--epochs 1 --size 160 --batch 4 --threads 1",
    "models.train.dice": "--dice 48 --bare 16 --epochs 1 --threads 1",
}
"""Options that make the training short, by the command."""


def commands() -> list[str]:
    """Return the commands of the manual without the installation of the libraries."""
    of_block = [block for block in blocks(pages("en")["tile-sets"], "sh") if "-m models." in block]
    return [line for block in of_block for line in block.splitlines() if "pip install" not in line]


@pytest.mark.timeout(900)
def test_ten_photographs_make_networks_that_are_used_and_named(tmp_path: Path) -> None:
    photos = tmp_path / "PHOTOS"
    photos.mkdir()
    hand = cv2.imread(str(ROOT / "tests/data/hand.jpg"))
    assert hand is not None
    for number in range(10):
        darker = (hand * (1 - number / 40)).astype(np.uint8)
        cv2.imwrite(str(photos / f"{number}.jpg"), np.roll(darker, 5 * number, axis=1))
    before = {file.name: sha256(file.read_bytes()).hexdigest() for file in SHIPPED.glob("*.*")}
    said = {}
    for command in commands():
        words = shlex.split(command)
        words[:1] = [sys.executable] if words[0].endswith("python") else [sys.executable, "-m", "webui"]
        words = [f"{tmp_path}/{word}" if word.split("/")[0] in ("MINE", "RUNS", "DIR") else word for word in words]
        at = next((at for at, word in enumerate(words) if word.startswith("PHOTO")), 0)
        if at:
            words[at : at + 1] = map(str, sorted(photos.iterdir())[: None if "*" in words[at] else 1])
        words += next((shlex.split(more) for start, more in TINY.items() if start in command), [])
        words += ["--json"] if "read" in words else []
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=400, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        said[command] = done.stdout
    drafted = [file.read_text() for file in (tmp_path / "MINE/labels").iterdir()]
    assert len(drafted) == 10
    assert all(14 <= len(text.splitlines()) <= 16 for text in drafted)
    own = tmp_path / "DIR"
    assert {file.name for file in own.iterdir()} == {"detector.onnx", "dice.onnx"}
    (read,) = (json.loads(out) for command, out in said.items() if " read " in command)
    assert len(read["tiles"]) >= 13
    (doctor,) = (out for command, out in said.items() if " doctor " in command)
    assert f"{own / 'detector.onnx'}: your own, made by Finds mahjong tiles" in doctor
    assert f"{own / 'dice.onnx'}: your own, made by the recipe" in doctor
    assert {file.name: sha256(file.read_bytes()).hexdigest() for file in SHIPPED.glob("*.*")} == before
