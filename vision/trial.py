"""A process of its own that runs every network once: where the processor lacks an instruction, this process alone ends.

It prints a line of JSON: the number of networks and the facts of the runtime, or the kind and parameters of the error.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from vision.networks.runtime import Model, WeightsError, facts
from vision.reader import TileReader

_SIDE = 64
"""Height and width of pictures for networks that take any. More takes longer; less is too small for the detector."""


def run() -> dict[str, Any]:
    """Run every network once, and return what was found."""
    try:
        TileReader()  # it expects certain outputs
        networks = sorted(Path(str(files("models"))).glob("*.onnx"))
        for weights in networks:
            model = Model(weights)
            model(np.zeros((1, *(axis or _SIDE for axis in model.shape[1:3]), 3), np.uint8))
        return {"files": len(networks), **facts()}
    except WeightsError as error:
        return {"kind": error.kind, "about": dict(error.about)}


if __name__ == "__main__":
    print(json.dumps(run()))
