"""Average the weights of two networks: one, and its result of further training.

 python -m models.train.average RUNS/classifier.onnx models/classifier.onnx --out RUNS/mean.onnx

The average often errs less than either (Wortsman et al., "Model soups", 2022). It can be quantized like a trained
network (`models.train.quantize`).
"""

from pathlib import Path

import click
import onnx

from models.train.warmstart import weights


def average(network: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """Return the average of two networks, layer by layer.

    Args:
        network: As a training run wrote it; the average keeps its metadata.
        other: A network with the same layers; may be quantized.

    Returns:
        The average, in single precision.

    Raises:
        ValueError: The layers differ, or `network` is quantized.
    """
    if any(node.op_type == "DequantizeLinear" for node in network.graph.node):
        raise ValueError("the first network is quantized: name the file that a training run wrote")
    ours, theirs = weights(network), weights(other)
    shapes = [{node: [w.shape for w in layer] for node, layer in each.items()} for each in (ours, theirs)]
    if shapes[0] != shapes[1]:
        raise ValueError("the layers of the networks differ: average a network and what further training made of it")
    averaged = onnx.ModelProto()
    averaged.CopyFrom(network)
    kept = {initializer.name: initializer for initializer in averaged.graph.initializer}
    inputs = {node.name: node.input[1:] for node in averaged.graph.node}
    for layer, own in ours.items():
        for name, one, another in zip(inputs[layer], own, theirs[layer], strict=True):
            kept[name].CopyFrom(onnx.numpy_helper.from_array((one + another) / 2, name))
    return averaged


@click.command()
@click.argument("network", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("other", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
def main(network: Path, other: Path, out: Path) -> None:
    """Write the average of the weights of NETWORK, as a training run wrote it, and OTHER."""
    try:
        averaged = average(onnx.load(str(network)), onnx.load(str(other)))
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(averaged, str(out))
    click.echo(f"wrote {out}")


if __name__ == "__main__":
    main()
