"""Warm start: load a network's ONNX file into the network to train.

In the file every batch normalisation is folded into the convolution before it. Training needs it back, so its means and
variances are measured again on a few pictures; the network's output stays the same. Weights that
`models.train.quantize` wrote are restored to eight-bit precision.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_MIN_VARIANCE = 1e-3
"""Least variance restored to a normalisation, so that channels without any stay finite. More damps quiet channels; less
lets them explode in training."""


def restore(net: nn.Module, file: Path, run: Callable[[], object]) -> None:
    """Load the weights of an ONNX file into a network.

    Args:
        net: The network the file was written from, or one that contains it; modules not in the file are unchanged.
        file: The ONNX file.
        run: Runs the network on some training pictures; called once.

    Raises:
        ValueError: The file is of another network.
    """
    kept = {
        _module(node): [torch.from_numpy(w) for w in found] for node, found in weights(onnx.load(str(file))).items()
    }
    parts = list(net.named_modules())
    normalised: list[tuple[nn.Module, nn.BatchNorm2d]] = []
    unused = set(kept)
    with torch.no_grad():
        for (name, part), (_, following) in zip(parts, [*parts[1:], ("", None)], strict=True):
            if not isinstance(part, nn.Conv2d | nn.Linear):
                continue
            found = next((k for k in unused if k == name or k.endswith("." + name)), None)
            if found is None:
                continue
            unused.discard(found)
            weight, bias = kept[found]
            if weight.shape != part.weight.shape:
                raise ValueError(f"{file} is of another network: {name} is {tuple(weight.shape)} there")
            part.weight.copy_(weight)
            if part.bias is not None:
                part.bias.copy_(bias)
            elif isinstance(following, nn.BatchNorm2d):
                _reset(following, bias)
                normalised.append((part, following))
        if unused or not normalised:
            raise ValueError(f"{file} is of another network: it has {', '.join(sorted(unused)) or 'none of its parts'}")
        _measure(net, normalised, run)


def weights(network: onnx.ModelProto) -> dict[str, list[NDArray[np.float32]]]:
    """Return weight and bias of each convolution and linear layer by the name of its node, dequantized if in eight
    bits."""
    graph = network.graph
    values = {i.name: onnx.numpy_helper.to_array(i).copy() for i in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in values:
            whole, scale, zero = (values[name].astype(np.float32) for name in node.input)
            values[node.output[0]] = scale.reshape(-1, 1, 1, 1) * (whole - zero.reshape(-1, 1, 1, 1))
    return {
        node.name: [values[name] for name in node.input[1:]]
        for node in graph.node
        if node.op_type in ("Conv", "Gemm") and node.input[1] in values
    }


def _module(node: str) -> str:
    """Return the name of the module of a node: "/net/trunk/trunk.6/body/body.0/Conv" is
    "net.trunk.6.body.0"."""
    parts: list[str] = []
    for part in node.strip("/").split("/")[:-1]:
        if parts and part.startswith(parts[-1] + "."):
            parts.pop()
        parts.append(part)
    return ".".join(parts)


def _reset(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Make a normalisation add a bias and nothing else."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(bias)


def _measure(net: nn.Module, normalised: list[tuple[nn.Module, nn.BatchNorm2d]], run: Callable[[], object]) -> None:
    """Unfold normalisations: scale each convolution's output to variance 1, and undo it in the normalisation."""
    measured: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        variance, mean = torch.var_mean(given[0].float(), dim=(0, 2, 3), correction=0)
        measured[norm] = mean, variance.clamp(min=_MIN_VARIANCE)

    hooks = [norm.register_forward_pre_hook(note) for _, norm in normalised]
    was_training = net.training
    net.eval()
    run()
    net.train(was_training)
    for hook in hooks:
        hook.remove()
    for convolution, norm in normalised:
        mean, variance = measured[norm]
        deviation = variance.sqrt()
        convolution.weight /= deviation[:, None, None, None]
        norm.running_mean.copy_(mean / deviation)
        norm.running_var.fill_(1 - norm.eps)
        norm.bias += mean
        norm.weight.copy_(deviation)
