"""Execution of ONNX models on the processor, from any thread.

OpenVINO is the fastest runner measured: one YOLO26n-obb pass at 640 x 640 on two cores takes 11-19 ms, with ONNX
Runtime 18 ms or more, with OpenCV's own runner 74 ms. It computes in single precision on every processor, so that a
photograph has the same reading everywhere: bfloat16, which OpenVINO would choose on processors with matrix units (AMX),
takes about 0.6 of the time there, and reads other tiles in a fifth of the photographs. The networks that classify crops
compute in eight bits (`models.train.quantize`), in a third to a half of the time.

ONNX Runtime is for processors on which OpenVINO does not start, or which lack instructions that it uses. Measured on a
processor that runs both: the detector takes 47 ms of processor time instead of 64, 24 crops 15 instead of 4, and
probabilities of faces differ by less than 0.005.
"""

import importlib
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, Protocol, TypedDict
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError, VisionValue

Tensor = NDArray[np.float32]
"""An output of a network; each use documents its shape."""

RUNTIME: Final = "TABLESIDE_RUNTIME"
"""The variable of the environment that names the runtime; without it OpenVINO runs, or the other if it cannot start."""

Runtime = Literal["openvino", "onnxruntime"]
"""The runtimes."""

_MAX_BATCH: Final = 40
"""Most crops in one call. Measured: the overhead of a call equals about five crops."""

_BATCH_STEP: Final = 4
"""Batches are filled up to a multiple of this, since the runtime prepares again for each size. More computes more
filling; less prepares more sizes."""

PRECISION: Final = "f32"
"""The type in which networks of floating-point numbers compute. A shorter one is faster on processors with units for
it, and makes the reading of a photograph depend on the computer."""

_CONFIG: Final = {
    "PERFORMANCE_HINT": "LATENCY",
    "ENABLE_MMAP": "NO",
    "CPU_RUNTIME_CACHE_CAPACITY": 40,
    "INFERENCE_PRECISION_HINT": PRECISION,
}
"""Options of the runtime. Files are not mapped into memory because weights may be replaced while they are in use.

Preparations are cached for the last 40 sizes of pictures; OpenVINO's default is 5,000. With the default, 120 pictures
of as many sizes took 868 MB and kept growing; with 40, 80 pictures took 324 MB and stayed there. One picture read
repeatedly takes the same time (102 or 103 ms of processor time, alternately).
"""


MADE: Final = ("recipe", "description", "version", "date")
"""The facts that a recipe, or ultralytics, writes into a file of weights."""


class WeightsError(VisionError):
    """A weights file is missing or of another network, or nothing can run it: install the program again, or export the
    network again."""

    def __init__(
        self,
        kind: Literal[
            "weights-missing",
            "weights-folder",
            "weights-broken",
            "weights-input",
            "weights-output",
            "runtime-unknown",
            "runtime-missing",
        ],
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, **about)


def expect_weights(files: Iterable[Path]) -> None:
    """Raise WeightsError if one of these files of weights is missing."""
    for each in files:
        if not each.is_file():
            raise WeightsError("weights-missing", file=str(each))


def runtime() -> Runtime:
    """Return the runtime that models made now use.

    Raises:
        WeightsError: The environment names another one, or none can be started.
    """
    asked = os.environ.get(RUNTIME, "")
    if asked not in ("", "openvino", "onnxruntime"):
        raise WeightsError("runtime-unknown", name=asked)
    tried: tuple[Runtime, ...] = ("openvino", "onnxruntime") if not asked else (asked,)  # type: ignore[assignment]
    for each in tried:  # the second one is imported only where the first does not start
        if not _not_started(each):
            return each
    raise WeightsError("runtime-missing", reason=_not_started(tried[0]))


@lru_cache
def _not_started(name: Runtime) -> str:
    """Start a runtime; return the reason why it does not start, or "" if it does."""
    if name == "openvino":
        # OpenVINO sends statistics to its maker at each import. None in place of that module makes its import fail, and
        # OpenVINO then works without it.
        sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    try:
        module = importlib.import_module(name)
        if name == "openvino":
            module.Core().get_property("CPU", "FULL_DEVICE_NAME")  # this loads what runs on the processor
    except (ImportError, OSError, RuntimeError) as error:
        return str(error).strip().splitlines()[-1]
    return ""


class RuntimeFacts(TypedDict):
    """The runtime in use: its name and version, the type it computes in, and the processor."""

    runtime: Runtime
    version: str
    precision: str
    device: str


def facts() -> RuntimeFacts:
    """Return the facts of the runtime that models made now use.

    Raises:
        WeightsError: As `runtime`.
    """
    name = runtime()
    if name == "openvino":
        import openvino

        device = str(openvino.Core().get_property("CPU", "FULL_DEVICE_NAME")).strip()
    else:
        device = platform.processor() or platform.machine()
    return {"runtime": name, "version": version(name), "precision": PRECISION, "device": device}


class _Calls:
    """The calls of a compiled model that run now; memory is released between calls alone.

    OpenVINO waits for the interpreter's lock in a call and holds it in a release: the two together stop the process.
    """

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._running = 0

    @contextmanager
    def call(self) -> Iterator[None]:
        """Count a call, after a release that runs."""
        with self._lock:
            self._running += 1
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1

    def release(self, compiled: Any) -> None:
        """Release the memory of the model unless a call runs."""
        with self._lock:
            if not self._running:
                with suppress(RuntimeError):  # it is busy
                    compiled.release_memory()


class _Compiled(Protocol):
    """A model as a runtime has it.

    Attributes:
        shape: Size of each axis of its pictures (N, height, width, 3), or None for any.
        outputs: The names of its outputs.
        made: What its file says of how it was made, by the keys `MADE`.
    """

    shape: tuple[int | None, ...]
    outputs: tuple[str, ...]
    made: dict[str, str]

    def __call__(self, batch: NDArray[np.uint8]) -> list[Tensor]:
        """Run the model on pictures, and return its outputs."""

    def release_memory(self) -> None:
        """Release memory kept between two calls."""


_starts: Final = Lock()
"""Held while OpenVINO makes its tables of types."""


def _openvino() -> Any:
    """Return the module of OpenVINO, with its tables of types made.

    It makes them at the first use, and lets go of the interpreter's lock meanwhile; a second thread that uses them for
    the first time takes that lock and waits for the first one: two first calls at once stop the process.
    """
    with _starts:
        import openvino

        tensor = openvino.Tensor(np.zeros(1, np.uint8))
        tensor.get_element_type().to_dtype()
        _ = tensor.data
    return openvino


class _OpenVino:
    """A model of OpenVINO; see `_Compiled`."""

    def __init__(self, weights: Path, threads: int) -> None:
        core = _openvino().Core()
        read = core.read_model(weights)
        self.outputs: tuple[str, ...] = tuple(output.any_name for output in read.outputs)  # later, some have others
        self.made = {
            key: read.get_rt_info(at).astype(str) for key in MADE if read.has_rt_info(at := ["framework", key])
        }
        model = _of_pixels(read)
        self.shape: tuple[int | None, ...] = tuple(
            None if axis.is_dynamic else axis.get_length() for axis in model.inputs[0].partial_shape
        )
        self._compiled: Final = core.compile_model(model, "CPU", {**_CONFIG, "INFERENCE_NUM_THREADS": threads})
        self._calls: Final = _Calls()

    def __call__(self, batch: NDArray[np.uint8]) -> list[Tensor]:
        with self._calls.call():
            return self._infer(batch)

    def _infer(self, batch: NDArray[np.uint8]) -> list[Tensor]:
        request = self._compiled.create_infer_request()
        request.infer({0: batch}, share_inputs=True)
        return [np.array(tensor.data, np.float32) for tensor in request.output_tensors]

    def release_memory(self) -> None:
        self._calls.release(self._compiled)


class _OnnxRuntime:
    """A model of ONNX Runtime; see `_Compiled`. It keeps no memory between two calls."""

    def __init__(self, weights: Path, threads: int) -> None:
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3  # errors: warnings are about the network, and nothing that people can change
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.x64quantprecision", "1")  # sums of eight bits overflow on older ones
        try:
            self._session: Final = onnxruntime.InferenceSession(
                weights.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its errors have no base of their own
            raise RuntimeError(str(error)) from error
        told = self._session.get_modelmeta().custom_metadata_map
        self.made = {key: told[key] for key in MADE if key in told}
        taken = self._session.get_inputs()[0]
        shape = tuple(axis if isinstance(axis, int) else None for axis in taken.shape)
        self._planes: Final = taken.type == "tensor(float)" and len(shape) == 4
        self._name: Final = taken.name
        self.shape: tuple[int | None, ...] = (shape[0], *shape[2:], shape[1]) if self._planes else shape
        self.outputs: tuple[str, ...] = tuple(output.name for output in self._session.get_outputs())

    def __call__(self, batch: NDArray[np.uint8]) -> list[Tensor]:
        if self._planes:  # of red, green and blue in 0-1
            given: NDArray[Any] = np.ascontiguousarray(batch[..., ::-1].transpose(0, 3, 1, 2), np.float32) / 255
        else:
            given = batch
        return [np.asarray(output, np.float32) for output in self._session.run(None, {self._name: given})]

    def release_memory(self) -> None:
        pass


class Model:
    """A compiled ONNX model that takes pictures: (N, height, width, 3) blue-green-red pixels.

    A model for planes of red, green and blue in 0-1 gets a conversion in front. Calls from several threads are safe.

    Attributes:
        shape: Size of each input axis, or None if the model takes any.
        made: What its file says of how it was made, by the keys `MADE`.
    """

    def __init__(self, weights: Path, threads: int = 2, size: tuple[int, int] | None = None) -> None:
        """Read and compile the model.

        Args:
            weights: The .onnx file.
            threads: Processor threads that one call may use.
            size: Required width and height of the pictures, or None for any.

        Raises:
            WeightsError: The file is missing, not an ONNX model, or has another input; or no runtime can be started.
        """
        expect_weights((weights,))
        self._compiled: Final = _compile(weights, weights.stat().st_mtime_ns, threads, runtime())
        _models.add(self)
        self.weights: Final = weights
        self.shape: Final = self._compiled.shape
        self.made: Final = self._compiled.made
        width, height = size or ("width", "height")
        if self.shape[3:] != (3,) or (size is not None and self.shape[1:3] != (height, width)):
            expected = f"(N, {height}, {width}, 3)"
            raise WeightsError("weights-input", file=str(weights), expected=expected, got=str(self.shape))

    def release_memory(self) -> None:
        """Release memory kept between two calls; does nothing while one runs."""
        self._compiled.release_memory()

    def __call__(self, batch: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Run the model on a contiguous (N, height, width, 3) batch, and return its outputs by name."""
        return dict(zip(self._compiled.outputs, self._compiled(batch), strict=True))

    def in_batches(self, crops: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Run the model on (N, height, width, 3) crops, N at least 1, in batches of a few sizes.

        Batches are filled up with repeated crops.

        Returns:
            The outputs by name, N of each.
        """
        parts: list[dict[str, Tensor]] = []
        for start in range(0, len(crops), _MAX_BATCH):
            part = crops[start : start + _MAX_BATCH]
            full = np.resize(part, (-(-len(part) // _BATCH_STEP) * _BATCH_STEP, *crops.shape[1:]))
            parts.append({name: values[: len(part)] for name, values in self(full).items()})
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


_models: Final[WeakSet[Model]] = WeakSet()
"""All models in use."""


def release_memory() -> None:
    """Release memory that models keep between two calls: as much as their largest picture took.

    After a picture of 64 megapixels that is 80 MB, after one of WebP 140. It takes 0.1 ms for all models.
    """
    for model in list(_models):
        model.release_memory()


@lru_cache(maxsize=8)
def _compile(weights: Path, changed: int, threads: int, by: Runtime) -> _Compiled:
    """Read and compile a model, once for all readers of a process that use the same file.

    Args:
        weights: The .onnx file.
        changed: Time of the file's last change, in nanoseconds: a replaced file is compiled again.
        threads: Processor threads that one call may use.
        by: The runtime.

    Raises:
        WeightsError: The file is not an ONNX model.
    """
    try:
        return _OpenVino(weights, threads) if by == "openvino" else _OnnxRuntime(weights, threads)
    except RuntimeError as error:
        reason = str(error).strip().splitlines()[-1]
        raise WeightsError("weights-broken", file=str(weights), reason=reason) from error


def _of_pixels(model: Any) -> Any:
    """Return a model of OpenVINO with a conversion from pixels in front, if it takes planes."""
    import openvino
    from openvino.preprocess import ColorFormat, PrePostProcessor

    taken = model.input()
    if taken.element_type != openvino.Type.f32 or len(taken.partial_shape) != 4:
        return model
    made = PrePostProcessor(model)
    made.input().tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    made.input().tensor().set_color_format(ColorFormat.BGR)
    made.input().model().set_layout(openvino.Layout("NCHW"))
    made.input().preprocess().convert_element_type(openvino.Type.f32).convert_color(ColorFormat.RGB).scale(255.0)
    return made.build()
