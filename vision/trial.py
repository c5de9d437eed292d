"""A process of its own that runs every network once: where the processor lacks an instruction, this process alone ends.

It prints a line of JSON: the number of networks and the facts of the runtime, or the kind and parameters of the error.
`tried` checks one network, before it takes the place of the program's.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.networks.own import NETWORKS, SHIPPED, network_file
from vision.networks.runtime import Model, WeightsError, facts
from vision.reader import TileReader

_STEP = 32
"""The detector's steps: it takes pictures whose sides are multiples of it."""

_SIDE = 64
"""Height and width of pictures for networks that take any. More takes longer; less is too small for the detector."""


def tried(name: str, weights: Path) -> dict[str, str]:
    """Run a file once as the network of that name, and return what it says of how it was made.

    Raises:
        WeightsError: It takes or gives something else than the program's network of that name.
    """
    network, ours = Model(weights), Model(SHIPPED / f"{name}.onnx")
    taken = tuple(axis if of_ours is None else of_ours for axis, of_ours in zip(network.shape, ours.shape, strict=True))
    whole = all(side is None or side % _STEP == 0 for side in network.shape[1:3])
    if network.shape != taken or not (whole if name == "detector" else network.shape[0] == ours.shape[0]):
        raise WeightsError("weights-input", file=str(weights), expected=str(ours.shape), got=str(network.shape))
    given = _blank(network)
    expected, got = ({key: out.shape for key, out in run(given).items()} for run in (ours, network))
    if expected != got:
        raise WeightsError("weights-output", file=str(weights), expected=str(expected), got=str(got))
    return network.made


def _blank(model: Model) -> NDArray[np.uint8]:
    """Return one black picture that a network takes, as a batch."""
    return np.zeros((1, *(axis or _SIDE for axis in model.shape[1:3]), 3), np.uint8)


def run() -> dict[str, Any]:
    """Run every network once, and return what was found."""
    try:
        TileReader()  # it expects certain outputs
        for name in NETWORKS:
            model = Model(network_file(name))
            model(_blank(model))
        return {"files": len(NETWORKS), **facts()}
    except WeightsError as error:
        return {"kind": error.kind, "about": dict(error.about)}


if __name__ == "__main__":
    print(json.dumps(run()))
