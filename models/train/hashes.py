"""The SHA-256 of the weights, by which `tableside doctor` finds damaged ones: `python -m models.train.hashes`."""

import hashlib
import json
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1]
"""Folder of the weights."""

FILE: Final = FOLDER / "weights.json"
"""The SHA-256 of each weights file by its name."""


def hashes() -> dict[str, str]:
    """Return the SHA-256 of the weights as they are now, by the names of their files."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(FOLDER.glob("*.onnx"))}


def main() -> None:
    """Write the hashes of the weights as they are now."""
    FILE.write_text(json.dumps(hashes(), indent=1) + "\n")


if __name__ == "__main__":
    main()
