"""Models take pixels in any number, and unusable weights are refused by their kind."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import onnx
import pytest
from numpy.typing import NDArray

from tests.long import long_but
from tests.waiting import until
from vision.image import open_image
from vision.networks import runtime as runtimes
from vision.networks.runtime import RUNTIME, Model, WeightsError, release_memory, runtime


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"weights-missing: .*none\.onnx"):
        Model(tmp_path / "none.onnx")


@pytest.mark.parametrize("content", [b"", b"not onnx", b"\x08\x01\x12\x00" * 50])
def test_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.onnx"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"weights-broken: .*broken\.onnx"):
        Model(path)


def written(path: Path, *shape: int | str) -> Path:
    """Return a network whose output is its input, if positive. An identity loses its name in some versions."""
    given, told = (onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name in ("in", "out"))
    graph = onnx.helper.make_graph([onnx.helper.make_node("Relu", ["in"], ["out"])], "same", [given], [told])
    opset = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), path)
    return path


@pytest.mark.parametrize("shape", [(1, 7), (1, 3, 64, 48), (1, 3, "h", "w")])
def test_a_network_of_other_pictures_is_refused(tmp_path: Path, shape: tuple[int | str, ...]) -> None:
    with pytest.raises(WeightsError, match=r"weights-input: .*expected='\(N, 48, 64, 3\)', got="):
        Model(written(tmp_path / "other.onnx", *shape), size=(64, 48))


@pytest.mark.parametrize("count", [1, 6, 41])
def test_how_many_crops_there_are_does_not_matter(tmp_path: Path, count: int) -> None:
    model = Model(written(tmp_path / "same.onnx", "n", 3, 8, 6), size=(6, 8))
    crops = np.random.default_rng(count).integers(0, 255, (count, 8, 6, 3), dtype=np.uint8)
    out = model.in_batches(crops)
    assert out.keys() == {"out"}
    assert out["out"] == pytest.approx(crops[..., ::-1].transpose(0, 3, 1, 2) / 255, abs=0.01)


def test_a_network_of_planes_is_given_pixels(tmp_path: Path) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (1, 6, 4, 3), dtype=np.uint8)  # blue, green, red
    network = Model(written(tmp_path / "planes.onnx", 1, 3, "h", "w"))
    assert network.shape == (1, None, None, 3)
    assert network(pixels)["out"] == pytest.approx(pixels[..., ::-1].transpose(0, 3, 1, 2) / 255, abs=0.01)


FIRST_CALLS = """
import sys, threading
from pathlib import Path
import numpy as np
from vision.networks.runtime import Model

models = [Model(Path(sys.argv[1]), threads) for threads in (1, 2)]
sys.setswitchinterval(1e-5)
ready = threading.Barrier(4)

def first(model):
    ready.wait()
    model(np.zeros((1, 64, 48, 3), np.uint8))

for each in [threading.Thread(target=first, args=(models[n % 2],)) for n in range(4)]:
    each.start()
"""
"""Program in which four threads run a network for the first time at once."""


@pytest.mark.parametrize("attempt", long_but([0], [*range(8)]))
def test_the_first_calls_of_a_process_may_come_at_once(tmp_path: Path, attempt: int) -> None:
    """One time out of two they stopped the process, where somebody took a photo while the networks were made ready."""
    network = written(tmp_path / "same.onnx", "n", 3, 64, 48)
    subprocess.run([sys.executable, "-c", FIRST_CALLS, network], check=True, timeout=120)


@pytest.mark.long
def test_memory_is_given_back_whenever_it_is_asked_for(tmp_path: Path) -> None:
    model = Model(written(tmp_path / "same.onnx", "n", 3, "h", "w"))
    pictures = [np.full((1, 64 * side, 64, 3), side, np.uint8) for side in range(1, 5)]
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(model, picture) for picture in pictures * 3]
        until(lambda: release_memory() or all(answer.done() for answer in answers))
    for picture, answer in zip(pictures * 3, answers, strict=True):
        assert answer.result()["out"] == pytest.approx(picture.transpose(0, 3, 1, 2) / 255, abs=0.01)


ALONE = """
import sys

def watch(event, args):
    if event.startswith(("socket.", "urllib.", "subprocess.Popen", "os.system")):
        raise SystemExit(f"{event} {args}")

sys.addaudithook(watch)
import numpy as np
import subprocess
import sys
from pathlib import Path
from vision.networks.classifier import Classifier
names = Classifier(Path(sys.argv[1]))(np.zeros((2, 64, 48, 3), np.uint8))
assert names.faces.shape == (2, 43)
assert not {"torch", "ultralytics"} & set(sys.modules)
"""


def test_a_network_is_ready_on_its_own() -> None:
    """Check that no connection is opened, no program started, and no training library imported."""
    weights = Path(__file__).parents[3] / "models" / "classifier.onnx"
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(weights)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


MODELS = Path(__file__).parents[3] / "models"

WEIGHTS = sorted(MODELS.glob("*.onnx"))
LIGHT = [weights for weights in WEIGHTS if weights.stem not in ("detector", "dice")]
"""Networks that both runtimes compile in a fifth of a second or less; those of whole pictures take one or two."""
HAND = Path(__file__).parents[2] / "data" / "hand.jpg"


def sample(model: Model) -> NDArray[np.uint8]:
    """Return parts of a photograph in the model's size, or all of it for one that takes any."""
    picture = open_image(HAND)
    _, height, width, _ = model.shape
    if height is None or width is None:
        return np.ascontiguousarray(cv2.resize(picture, (640, 480))[None])
    rng = np.random.default_rng(0)
    corners = [(rng.integers(picture.shape[0] - 150), rng.integers(picture.shape[1] - 150)) for _ in range(12)]
    return np.stack([cv2.resize(picture[y : y + 150, x : x + 150], (width, height)) for y, x in corners])


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Runtimes that are started anew in the test and after it."""
    monkeypatch.delenv(RUNTIME, raising=False)
    runtimes._not_started.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    runtimes._not_started.cache_clear()


@pytest.mark.parametrize("weights", WEIGHTS, ids=lambda path: path.stem)
def test_networks_compute_in_the_same_precision_on_every_processor(weights: Path, fresh: pytest.MonkeyPatch) -> None:
    compiled = Model(weights)._compiled
    assert isinstance(compiled, runtimes._OpenVino)
    assert compiled._compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name() == runtimes.PRECISION


@pytest.mark.parametrize("weights", long_but(LIGHT, WEIGHTS), ids=lambda path: path.stem)
def test_both_runtimes_give_the_same(weights: Path, fresh: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime", reason="the second runtime, tableside[onnxruntime], is not installed")
    one = Model(weights)
    fresh.setenv(RUNTIME, "onnxruntime")
    other = Model(weights)
    assert one.shape == other.shape
    pictures = sample(one)
    expected, got = one(pictures), other(pictures)
    other.release_memory()
    assert list(got) == list(expected)
    for name, values in expected.items():
        assert got[name] == pytest.approx(values, abs=0.03), name  # eight bits are rounded otherwise


def test_onnx_runtime_refuses_what_is_no_model(tmp_path: Path, fresh: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime", reason="the second runtime, tableside[onnxruntime], is not installed")
    fresh.setenv(RUNTIME, "onnxruntime")
    (tmp_path / "broken.onnx").write_bytes(b"not onnx")
    with pytest.raises(WeightsError, match="weights-broken"):
        Model(tmp_path / "broken.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Model(written(tmp_path / "other.onnx", 1, 7))


def test_the_runtime_is_the_one_asked_for_or_the_first_that_starts(fresh: pytest.MonkeyPatch) -> None:
    assert runtime() == "openvino"
    fresh.setenv(RUNTIME, "tpu")
    with pytest.raises(WeightsError, match="runtime-unknown: name='tpu'"):
        runtime()
    fresh.delenv(RUNTIME)
    fresh.setitem(sys.modules, "onnxruntime", ModuleType("onnxruntime"))
    fresh.setitem(sys.modules, "openvino", None)  # it cannot be imported
    runtimes._not_started.cache_clear()
    assert runtime() == "onnxruntime"
    fresh.setitem(sys.modules, "onnxruntime", None)
    runtimes._not_started.cache_clear()
    with pytest.raises(WeightsError, match="runtime-missing: reason='import of openvino"):
        runtime()
    with pytest.raises(WeightsError, match="runtime-missing"):
        Model(MODELS / "verifier.onnx")


def test_the_second_runtime_is_not_imported_while_the_first_starts() -> None:
    """Check in a process of its own, as ONNX Runtime leaves files behind at its import."""
    asked = "import sys; from vision.networks.runtime import runtime; print(runtime(), 'onnxruntime' in sys.modules)"
    env = {name: value for name, value in os.environ.items() if name != RUNTIME}
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.split() == ["openvino", "False"]
