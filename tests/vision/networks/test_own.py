"""Own networks take the place of the program's, one by one."""

import shutil
from pathlib import Path

import pytest

from vision.networks.own import MODELS, NETWORKS, SHIPPED, network_file, own_files
from vision.networks.runtime import WeightsError
from vision.reader import TileReader
from vision.trial import tried


def test_what_is_missing_in_the_own_folder_comes_from_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sorted(f"{name}.onnx" for name in NETWORKS) == sorted(each.name for each in SHIPPED.glob("*.onnx"))
    monkeypatch.delenv(MODELS, raising=False)
    assert {network_file(name).parent for name in NETWORKS} == {SHIPPED}
    shutil.copy(SHIPPED / "flowers.onnx", tmp_path / "classifier.onnx")
    (tmp_path / "other.onnx").write_bytes(b"")
    monkeypatch.setenv(MODELS, str(tmp_path))
    assert own_files() == {"classifier": tmp_path / "classifier.onnx"}
    assert [network_file(name).parent for name in ("classifier", "detector")] == [tmp_path, SHIPPED]
    with pytest.raises(WeightsError) as wrong:
        TileReader()  # reads by the own file
    assert wrong.value.about["file"] == str(tmp_path / "classifier.onnx")
    monkeypatch.setenv(MODELS, str(tmp_path / "none"))
    with pytest.raises(WeightsError, match="weights-folder"):
        network_file("detector")


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_is_tried_as_what_it_is_to_be(name: str) -> None:
    made = tried(name, SHIPPED / f"{name}.onnx")
    assert not made or set(made) & {"recipe", "description"}  # one trained before recipes were written says nothing
    for other in NETWORKS:
        if other != name:
            with pytest.raises(WeightsError) as wrong:
                tried(name, SHIPPED / f"{other}.onnx")
            assert wrong.value.kind in ("weights-input", "weights-output")
