"""Quantized networks give nearly the same output, and can be trained further."""

import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from click.testing import CliRunner

from models.train.nets import normalized
from models.train.quantize import INPUTS, calibration_crops, main, quantize
from models.train.refiner import RefinerNet, RefinerRecipe, export
from models.train.warmstart import restore
from tests.models.blurred import blurred
from vision.networks.refiner import SIZE
from vision.networks.runtime import Model

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
HAND = ROOT / "tests" / "data" / "hand.jpg"


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return blurred(128, SIZE, 5).numpy()


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("exact") / "refiner.onnx"
    torch.manual_seed(6)
    export(RefinerNet(RefinerRecipe().widths), file, {"recipe": "none"})
    return file


def weights(file: Path) -> dict[str, np.ndarray]:
    """Return the weights of each convolution as stored in the file."""
    graph = onnx.load(str(file)).graph
    kept = {i.name: onnx.numpy_helper.to_array(i) for i in graph.initializer}
    made = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "DequantizeLinear"}
    return {n.name: kept[made.get(n.input[1], n.input[1])] for n in graph.node if n.op_type == "Conv"}


def computes_in_eight_bits(file: Path) -> bool:
    """Return True if all convolutions except the first have eight-bit weights within half of their range."""
    first, *others = weights(file).values()
    halves = all(each.dtype == np.int8 and np.abs(each.astype(int)).max() <= 64 for each in others)
    return first.dtype == np.float32 and halves


def lay_in(folder: Path, pictures: int) -> None:
    """Make a folder as `models.data.dataset` writes it, with several copies of one picture."""
    (folder / "images").mkdir()
    for number in range(pictures):
        shutil.copy(HAND, folder / "images" / f"{number}.jpg")


def test_a_network_in_eight_bits_says_what_it_said(exact: Path, crops: np.ndarray, tmp_path: Path) -> None:
    file = tmp_path / "refiner.onnx"
    quantize(onnx.load(str(exact)), crops[:96], file)
    before, after = Model(exact)(crops[96:]), Model(file)(crops[96:])
    assert before.keys() == after.keys()
    for name in before:
        spread = before[name].std(axis=0).mean()
        assert 0 < np.abs(before[name] - after[name]).mean() < 0.15 * spread
    assert computes_in_eight_bits(file)
    facts = {p.key: p.value for p in onnx.load(str(file)).metadata_props}
    assert {"recipe": "none", "margin": "0.4"}.items() <= facts.items()


def test_it_can_be_taught_on(exact: Path, crops: np.ndarray, tmp_path: Path) -> None:
    file = tmp_path / "refiner.onnx"
    quantize(onnx.load(str(exact)), crops, file)
    said = []
    for each in (exact, file):
        net = RefinerNet(RefinerRecipe().widths)
        restore(net, each, lambda net=net: net(normalized(torch.from_numpy(crops))))
        with torch.no_grad():
            said.append(net.eval()(normalized(torch.from_numpy(crops)))[0].numpy())
    assert 0 < np.abs(said[0] - said[1]).mean() < 0.1 * said[0].std(axis=0).mean()


@pytest.mark.parametrize("name", INPUTS)
def test_what_is_shipped_computes_in_eight_bits(name: str) -> None:
    assert computes_in_eight_bits(ROOT / "models" / f"{name}.onnx")


def test_the_command_writes_what_the_pictures_set(exact: Path, tmp_path: Path) -> None:
    lay_in(tmp_path, 10)
    done = CliRunner().invoke(main, [str(exact), "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "corners 0.0" in done.output
    assert computes_in_eight_bits(tmp_path / "out" / "refiner.onnx")


def test_crops_are_those_that_each_network_is_shown() -> None:
    found = calibration_crops(["refiner", "cascade"], [HAND])
    assert {name: each.shape[1:3] for name, each in found.items()} == {"refiner": (64, 64), "cascade": (96, 72)}
    assert len(found["refiner"]) >= len(found["cascade"]) >= 14


@pytest.mark.parametrize(("pictures", "message"), [(0, "no images"), (1, "64 are needed")])
def test_too_little_to_set_ranges_by_is_said(exact: Path, pictures: int, message: str, tmp_path: Path) -> None:
    lay_in(tmp_path, pictures)
    done = CliRunner().invoke(main, [str(exact), "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert done.exit_code != 0
    assert message in done.output
    assert not list(tmp_path.glob("out/*"))


@pytest.mark.parametrize(("name", "message"), [("detector", "only refiner"), ("cascade", "already")])
def test_networks_that_stay_as_they_are_are_refused(name: str, message: str, tmp_path: Path) -> None:
    file = str(ROOT / "models" / f"{name}.onnx")
    done = CliRunner().invoke(main, [file, "--data", str(tmp_path), "--out", str(tmp_path)])
    assert done.exit_code != 0
    assert message in done.output
    assert not list(tmp_path.iterdir())
