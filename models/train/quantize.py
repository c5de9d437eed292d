"""Quantize the networks that take crops to eight bits: half the time or less, nearly the same output.

    python -m models.train.quantize RUNS/refiner.onnx RUNS/classifier.onnx --data DATA/check --out models

Only convolutions are quantized, except the first, which takes the pixels. Residual sums, the last layers and the
outputs need more than 256 steps: quantizing them too costs one sure hand in thirty. Weights use half of the range,
because processors without eight-bit instructions for networks add products in 16 bits, which would overflow.

The detector is not quantized: its convolutions take concatenated outputs of several layers, whose ranges differ too
much for one scale (measurements in models/HISTORY.md).
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static

from vision import TileReader
from vision.evidence import FAINT
from vision.image import open_image
from vision.networks import cascade, classifier, flowers, refiner
from vision.networks.detector import Detector
from vision.networks.rectify import TileCrops, rectified
from vision.networks.runtime import Model

INPUTS: Final = {
    "refiner": (refiner.SIZE, refiner.MARGIN),
    "classifier": (classifier.SIZE, classifier.MARGIN),
    "cascade": (cascade.SIZE, classifier.MARGIN),
    "flowers": (flowers.SIZE, classifier.MARGIN),
    "verifier": (refiner.SIZE, refiner.MARGIN),
}
"""Size (width, height) and margin of each network's crops."""

_MIN_CROPS: Final = 64
"""Fewest crops for calibrating ranges. More refuses small sets of pictures; fewer misses rare extremes."""

_MAX_CROPS: Final = 1200
"""Most crops for calibrating ranges. More takes longer; fewer misses rare extremes."""

_BATCH: Final = 4
"""Crops per batch of calibration. More takes memory; fewer takes longer."""


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """A source of crops for the quantizer, a batch at a time."""

    def __init__(self, name: str, crops: TileCrops) -> None:
        self._batches = ({name: crops[at : at + _BATCH]} for at in range(0, len(crops), _BATCH))

    def get_next(self) -> dict[str, TileCrops] | None:
        """Return the next batch, or None after the last."""
        return next(self._batches, None)


def quantize(network: onnx.ModelProto, crops: TileCrops, file: Path) -> None:
    """Write `file`: a network whose convolutions, except the first, compute in eight bits.

    Args:
        network: As `models.train.run.write_onnx` writes it.
        crops: (N, height, width, 3) to calibrate the ranges of the convolutions' inputs on.
        file: The file to write.
    """
    first = next(node.name for node in network.graph.node if node.op_type == "Conv")
    quantize_static(
        network,
        file,
        _Batches(network.graph.input[0].name, crops),
        op_types_to_quantize=["Conv"],
        nodes_to_exclude=[first],
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        extra_options={"OpTypesToExcludeOutputQuantization": ["Conv"], "QuantizeBias": False},
    )


def calibration_crops(
    names: Iterable[str], pictures: Iterable[Path], models: Path | None = None
) -> dict[str, TileCrops]:
    """Return the crops (N, height, width, 3) that each network takes of some pictures, shuffled.

    Args:
        names: Names of networks, keys of `INPUTS`.
        pictures: Files.
        models: Folder with the weights that find the tiles; by default the committed ones.
    """
    reader = TileReader(models)
    detector = Detector((models or Path(__file__).parents[1]) / "detector.onnx")
    parts: dict[str, list[TileCrops]] = defaultdict(list)
    for file in pictures:
        picture = open_image(file)
        quads = {"refiner": detector(picture, score=FAINT).quads}
        tiles = reader.detect(picture).quads.astype(np.float32)
        for name in names:
            parts[name].append(rectified(picture, quads.get(name, tiles), *INPUTS[name]))
    rng = np.random.default_rng(0)
    return {name: rng.permutation(np.concatenate(crops)) for name, crops in parts.items()}


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder that `python -m models.data.dataset` wrote, to calibrate ranges on.",
)
@click.option("--pictures", type=click.IntRange(1), default=160, show_default=True, help="Pictures of it to use.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the quantized networks."
)
@click.option("--models", type=click.Path(path_type=Path), help="Folder with weights that find the tiles.")
def main(files: tuple[Path, ...], data: Path, pictures: int, out: Path, models: Path | None) -> None:
    """Quantize the networks in FILES, and print how far their outputs differ."""
    networks = {file: onnx.load(str(file)) for file in files}
    for file, network in networks.items():
        if file.stem not in INPUTS:
            raise click.BadParameter(f"{file}: only {', '.join(INPUTS)} can be quantized")
        if any(node.op_type == "QuantizeLinear" for node in network.graph.node):
            raise click.BadParameter(f"{file} is quantized already")
    found = sorted((data / "images").glob("*.jpg"))[:pictures]
    if not found:
        raise click.BadParameter(f"{data} has no images/*.jpg")
    crops = calibration_crops([file.stem for file in files], found, models)
    out.mkdir(parents=True, exist_ok=True)
    for file, network in networks.items():
        calibration, held = np.split(crops[file.stem], [min(_MAX_CROPS, len(crops[file.stem]) // 2)])
        if len(calibration) < _MIN_CROPS:
            raise click.ClickException(f"{data} shows {len(calibration)} tiles where {_MIN_CROPS} are needed")
        before, written = Model(file).in_batches(held), out / file.name
        quantize(network, calibration, written)
        after = Model(written).in_batches(held)
        off = ", ".join(f"{name} {np.abs(before[name] - after[name]).mean():.4f}" for name in before)
        click.echo(f"wrote {written}; on {len(held)} other crops its outputs differ by, on average, {off}")


if __name__ == "__main__":
    main()
