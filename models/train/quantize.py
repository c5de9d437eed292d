"""Networks that look at crops, computed in eight bits: in half the time or less, and nearly as exactly.

    python -m models.train.quantize RUNS/refiner.onnx RUNS/classifier.onnx --data DATA/check --out models

Only convolutions are computed so, but for the first one, which looks at the pixels. The sums round them, the last
layers and what is made of them say more than 256 steps can hold: in eight bits too, they cost one sure hand in thirty.
Weights take half of their range: processors without instructions for such networks add products up in 16 bits, which
would overflow.

The detector stays as it is. Its convolutions take in what several layers say side by side, of which some say little and
some very much: too much for one scale.
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
from vision.networks.rectify import Crops, rectified
from vision.networks.runtime import Model

SHOWN: Final = {
    "refiner": (refiner.SIZE, refiner.MARGIN),
    "classifier": (classifier.SIZE, classifier.MARGIN),
    "closer": (cascade.SIZE, classifier.MARGIN),
    "flowers": (flowers.SIZE, classifier.MARGIN),
}
"""Size and margin of the crops that each network is shown."""

_FEWEST: Final = 64  # crops from which ranges can be told
_MOST: Final = 1200  # crops from which they are
_TOGETHER: Final = 4


class _Fed(CalibrationDataReader):  # type: ignore[misc]
    """Crops, a few at a time, as the quantiser asks for them."""

    def __init__(self, name: str, crops: Crops) -> None:
        self._parts = ({name: crops[at : at + _TOGETHER]} for at in range(0, len(crops), _TOGETHER))

    def get_next(self) -> dict[str, Crops] | None:
        """The next few; None after the last."""
        return next(self._parts, None)


def quantize(network: onnx.ModelProto, crops: Crops, file: Path) -> None:
    """Writes `file`: a network whose convolutions, but for the first, compute in eight bits.

    Args:
        network: As `models.train.run.write_onnx` writes it.
        crops: (N, height, width, 3) what it is shown: what comes in at each convolution sets the range there.
    """
    first = next(node.name for node in network.graph.node if node.op_type == "Conv")
    quantize_static(
        network,
        file,
        _Fed(network.graph.input[0].name, crops),
        op_types_to_quantize=["Conv"],
        nodes_to_exclude=[first],
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        extra_options={"OpTypesToExcludeOutputQuantization": ["Conv"], "QuantizeBias": False},
    )


def shown(names: Iterable[str], pictures: Iterable[Path], models: Path | None = None) -> dict[str, Crops]:
    """The crops (N, height, width, 3) of pictures that each network is shown, shuffled.

    Args:
        names: Some of `SHOWN`.
        models: Folder with the weights that find the tiles; the program's own by default.
    """
    reader = TileReader(models)
    detector = Detector((models or Path(__file__).parents[1]) / "detector.onnx")
    parts: dict[str, list[Crops]] = defaultdict(list)
    for file in pictures:
        picture = open_image(file)
        quads = {"refiner": detector(picture, score=FAINT).quads}
        tiles = reader.look(picture).quads.astype(np.float32)
        for name in names:
            parts[name].append(rectified(picture, quads.get(name, tiles), *SHOWN[name]))
    rng = np.random.default_rng(0)
    return {name: rng.permutation(np.concatenate(crops)) for name, crops in parts.items()}


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder that `python -m models.data.dataset` wrote: what its pictures show sets the ranges.",
)
@click.option("--pictures", type=click.IntRange(1), default=160, show_default=True, help="How many of them are read.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where networks go.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with weights that find the tiles.")
def main(files: tuple[Path, ...], data: Path, pictures: int, out: Path, models: Path | None) -> None:
    """Write the networks in FILES to a folder, computed in eight bits, and say how far they differ."""
    networks = {file: onnx.load(str(file)) for file in files}
    for file, network in networks.items():
        if file.stem not in SHOWN:
            raise click.BadParameter(f"{file}: only {', '.join(SHOWN)} can be computed in eight bits")
        if any(node.op_type == "QuantizeLinear" for node in network.graph.node):
            raise click.BadParameter(f"{file} is computed in eight bits already")
    found = sorted((data / "images").glob("*.jpg"))[:pictures]
    if not found:
        raise click.BadParameter(f"{data} has no images/*.jpg")
    crops = shown([file.stem for file in files], found, models)
    out.mkdir(parents=True, exist_ok=True)
    for file, network in networks.items():
        learnt, held = np.split(crops[file.stem], [min(_MOST, len(crops[file.stem]) // 2)])
        if len(learnt) < _FEWEST:
            raise click.ClickException(f"{data} shows {len(learnt)} tiles where {_FEWEST} are needed")
        before, written = Model(file).in_batches(held), out / file.name
        quantize(network, learnt, written)
        after = Model(written).in_batches(held)
        off = ", ".join(f"{name} by {np.abs(before[name] - after[name]).mean():.4f}" for name in before)
        click.echo(f"wrote {written}; of {len(held)} other crops it says, on average, {off} otherwise")


if __name__ == "__main__":
    main()
