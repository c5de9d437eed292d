"""Weights that cannot be used are named, with what to do."""

from pathlib import Path

import pytest

from vision.runtime import Model, WeightsError


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.onnx: the weights file is missing: install"):
        Model(tmp_path / "none.onnx")


@pytest.mark.parametrize("content", [b"", b"not onnx", b"\x08\x01\x12\x00" * 50])
def test_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.onnx"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"broken\.onnx: not a usable ONNX model"):
        Model(path)
