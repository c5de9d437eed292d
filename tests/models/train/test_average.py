"""The average of two networks lies half way between them."""

from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from click.testing import CliRunner

from models.train.average import average, main
from models.train.nets import normalized
from models.train.refiner import RefinerNet, RefinerRecipe, export
from models.train.warmstart import restore, weights
from tests.models.blurred import blurred
from vision.networks.refiner import SIZE
from vision.networks.runtime import Model

pytestmark = pytest.mark.long

SHIPPED = Path(__file__).resolve().parents[3] / "models" / "refiner.onnx"


@pytest.fixture
def taught(tmp_path: Path) -> Path:
    """The committed refiner with every weight perturbed, as a training run would write it."""
    torch.manual_seed(8)
    net = RefinerNet(RefinerRecipe().widths)
    restore(net, SHIPPED, lambda: net(normalized(blurred(64, SIZE, 7))))
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.02 * weight.abs().mean() * torch.randn_like(weight)
    export(net.eval(), tmp_path / "taught.onnx", {"recipe": "a little off"})
    return tmp_path / "taught.onnx"


def test_half_way_to_what_is_shipped(taught: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "mean.onnx"
    done = CliRunner().invoke(main, [str(taught), str(SHIPPED), "--out", str(out)])
    assert done.exit_code == 0, done.output
    before, shipped, after = (weights(onnx.load(str(file))) for file in (taught, SHIPPED, out))
    assert before.keys() == shipped.keys() == after.keys()
    for node, layer in after.items():
        for mine, theirs, between in zip(before[node], shipped[node], layer, strict=True):
            assert np.abs(mine - theirs).max() > 0
            assert between == pytest.approx((mine + theirs) / 2, abs=1e-6)
    assert {p.key: p.value for p in onnx.load(str(out)).metadata_props}["recipe"] == "a little off"
    crops = blurred(32, SIZE, 9).numpy()
    said = [Model(file)(crops)["corners"] for file in (taught, SHIPPED, out)]
    assert np.abs(said[2] - (said[0] + said[1]) / 2).mean() < np.abs(said[0] - said[1]).mean()


def test_what_has_no_mean_is_refused(taught: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="quantized: name the file that a training run wrote"):
        average(onnx.load(str(SHIPPED)), onnx.load(str(taught)))
    done = CliRunner().invoke(
        main, [str(taught), str(SHIPPED.with_name("classifier.onnx")), "--out", str(tmp_path / "none.onnx")]
    )
    assert done.exit_code == 1
    assert "layers of the networks differ" in done.output
    assert not (tmp_path / "none.onnx").exists()
