"""A network restored from its ONNX file gives the same output, and can be trained further."""

from pathlib import Path

import numpy as np
import pytest
import torch

from models.train.classifier import ClassifierRecipe as TileRecipe
from models.train.classifier import TileNet
from models.train.nets import normalized
from models.train.refiner import RefinerNet, RefinerRecipe, export
from models.train.warmstart import restore
from tests.models.blurred import blurred
from vision.networks.classifier import SIZE as TILE
from vision.networks.refiner import SIZE
from vision.networks.runtime import Model

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def crops() -> torch.Tensor:
    return blurred(96, SIZE, 3)


def said(net: RefinerNet, crops: torch.Tensor) -> np.ndarray:
    with torch.no_grad():
        corners, kinds, whole = net(normalized(crops))
    return np.concatenate([corners.flatten(1).numpy(), kinds.softmax(1).numpy(), whole.sigmoid()[:, None]], axis=1)


def test_the_refiner_that_is_shipped_can_be_taught_on(crops: torch.Tensor, tmp_path: Path) -> None:
    file = ROOT / "models" / "refiner.onnx"
    net = RefinerNet(RefinerRecipe().widths)
    restore(net, file, lambda: net(normalized(crops)))
    out = Model(file)(crops.numpy())
    shipped = np.concatenate([out["corners"].reshape(len(crops), 8), out["kinds"], out["whole"][:, None]], axis=1)
    net.eval()
    restored = said(net, crops)
    assert np.abs(restored - shipped).max() < 0.1  # what is shipped computes in eight bits
    net.train()
    assert np.abs(said(net, crops) - restored).max() < 1e-3  # the normalisations say the same of these very pictures
    net.eval()
    export(net, tmp_path / "again.onnx", {})
    again = RefinerNet(RefinerRecipe().widths)
    restore(again, tmp_path / "again.onnx", lambda: again(normalized(crops)))
    assert np.abs(said(again.eval(), crops) - said(net, crops)).max() < 1e-5


def test_the_classifier_that_is_shipped_can_be_taught_on() -> None:
    crops = blurred(96, TILE, 4)
    file = ROOT / "models" / "classifier.onnx"
    net = TileNet(TileRecipe().widths)
    restore(net, file, lambda: net(normalized(crops)))
    with torch.no_grad():
        _, features = net.eval()(normalized(crops))
    restored = torch.nn.functional.normalize(features).numpy()
    shipped = Model(file)(crops.numpy())["features"]
    assert (restored * shipped).sum(axis=1).min() > 0.99  # the file is in eight bits


def test_the_weights_of_another_network_are_refused(crops: torch.Tensor) -> None:
    net = RefinerNet(RefinerRecipe().widths)
    with pytest.raises(ValueError, match="another network"):
        restore(net, ROOT / "models" / "classifier.onnx", lambda: net(normalized(crops)))
    thin = RefinerNet((8, 16, 32, 48))
    with pytest.raises(ValueError, match="another network"):
        restore(thin, ROOT / "models" / "refiner.onnx", lambda: thin(normalized(crops)))
