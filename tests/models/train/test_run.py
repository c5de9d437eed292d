"""Commands that train a network: their options are the settings of its recipe."""

from dataclasses import dataclass
from pathlib import Path

import click
import pytest
import torch
from click.testing import CliRunner

from models.train.run import setting, trains


@dataclass(frozen=True)
class SmallRecipe:
    crops: int = setting(9, "Number of crops.")
    whole: bool = setting(False, "Use all.")
    without: tuple[str, ...] = setting((), "Left out; may be repeated.")
    epochs: int = 2
    batch: int = 4
    rate: float = 1e-3
    seed: int = 1
    start: str = "first.onnx"
    widths: tuple[int, ...] = (8, 8)


@pytest.mark.parametrize(
    ("given", "recipe"),
    [
        ((), SmallRecipe()),
        (
            ("--crops", "3", "--whole", "--without", "a", "--without", "b", "--seed", "7", "--start", "x.onnx"),
            SmallRecipe(crops=3, whole=True, without=("a", "b"), seed=7, start="x.onnx"),
        ),
    ],
)
def test_a_command_takes_each_setting_of_its_recipe(
    given: tuple[str, ...], recipe: SmallRecipe, tmp_path: Path
) -> None:
    found: list[object] = []

    @trains(SmallRecipe, "crops")
    @click.option("--photos", default="none")
    def main(recipe: SmallRecipe, out: Path, device: str, photos: str) -> None:
        """Train."""
        found.extend((recipe, out.is_dir(), device, photos, torch.get_num_threads()))

    there = ("--out", str(tmp_path / "new"), "--device", "cpu", "--threads", str(torch.get_num_threads()))
    done = CliRunner().invoke(main, [*there, *given], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert found == [recipe, True, "cpu", "none", torch.get_num_threads()]
    assert "widths" not in CliRunner().invoke(main, ["--help"]).output
