"""The files of the networks: the program's, and in their place those of a folder of one's own."""

import os
from importlib.resources import files
from pathlib import Path
from typing import Final

from vision.networks.runtime import WeightsError

MODELS: Final = "TABLESIDE_MODELS"
"""The variable of the environment that names a folder of own networks; one that is missing there is the program's."""

SHIPPED: Final = Path(str(files("models")))
"""The folder of the program's networks and of the tables that go with them."""

NETWORKS: Final = ("detector", "refiner", "classifier", "cascade", "flowers", "verifier", "dice")
"""The names of the networks; each stands in a file of its name with the ending `.onnx`."""


def network_file(name: str) -> Path:
    """Return the file of a network: that of the own folder, or the program's.

    Raises:
        WeightsError: The own folder is missing.
    """
    return own_files().get(name, SHIPPED / f"{name}.onnx")


def own_files() -> dict[str, Path]:
    """Return the files of the own networks by name; none where no folder is set.

    Raises:
        WeightsError: The folder is missing.
    """
    own = os.environ.get(MODELS)
    if not own:
        return {}
    folder = Path(own)
    if not folder.is_dir():
        raise WeightsError("weights-folder", folder=own)
    return {name: file for name in NETWORKS if (file := folder / f"{name}.onnx").is_file()}
