"""Take the mean of two networks, weight by weight: of one, and of what it became when it was taught on.

    python -m models.train.average RUNS/classifier.onnx models/classifier.onnx --out RUNS/mean.onnx

The mean often errs less than either (Wortsman et al., "Model soups", 2022); `models.train.quantize` computes it in
eight bits then, as it does what a run wrote.
"""

from pathlib import Path

import click
import onnx

from models.train.warmstart import weights


def mean(network: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """A network half way to another.

    Args:
        network: As a training run wrote it; its temperature, recipe and name stay.
        other: One of the same layers; it may compute in eight bits.

    Raises:
        ValueError: The layers are not the same, or `network` computes in eight bits.
    """
    if any(node.op_type == "DequantizeLinear" for node in network.graph.node):
        raise ValueError("the first network computes in eight bits: name the file that a training run wrote")
    ours, theirs = weights(network), weights(other)
    shapes = [{node: [w.shape for w in layer] for node, layer in each.items()} for each in (ours, theirs)]
    if shapes[0] != shapes[1]:
        raise ValueError("the networks have not the same layers: take the mean of a network and what it became")
    between = onnx.ModelProto()
    between.CopyFrom(network)
    kept = {initializer.name: initializer for initializer in between.graph.initializer}
    inputs = {node.name: node.input[1:] for node in between.graph.node}
    for layer, own in ours.items():
        for name, one, another in zip(inputs[layer], own, theirs[layer], strict=True):
            kept[name].CopyFrom(onnx.numpy_helper.from_array((one + another) / 2, name))
    return between


@click.command()
@click.argument("network", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("other", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
def main(network: Path, other: Path, out: Path) -> None:
    """Write the mean of NETWORK, as a training run wrote it, and OTHER, weight by weight."""
    try:
        between = mean(onnx.load(str(network)), onnx.load(str(other)))
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(between, str(out))
    click.echo(f"wrote {out}")


if __name__ == "__main__":
    main()
