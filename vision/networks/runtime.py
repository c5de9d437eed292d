"""Run an ONNX model on the processor, from any thread.

OpenVINO was chosen by measurement: one YOLO26n-obb pass at 640 x 640 on two cores takes 11-19 ms with it,
18 ms or more with ONNX Runtime, 74 ms with OpenCV's own runner. Where the processor has matrix units (AMX), OpenVINO
computes in bfloat16, nearly twice as fast. It would do so too on processors that only have instructions for it; there
it takes longer than in single precision (64-116 instead of 60-94 ms a picture) and reads two of 188 photographs fewer.
The networks that look at crops compute in eight bits (`models.train.quantize`), for which most processors have
instructions: in a third to a half of the time.
"""

import sys
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from vision.errors import Value, VisionError

# OpenVINO sends statistics to its maker at each import. None in its place makes the import of that module fail,
# and OpenVINO then goes without it.
sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]

import openvino  # noqa: E402
from openvino.preprocess import ColorFormat, PrePostProcessor  # noqa: E402

Tensor = NDArray[np.float32]

_MOST: Final = 40  # crops at a time; every call costs as much as about five more of them
_FULL: Final = 4  # their number is made a multiple of this
_CONFIG: Final = {
    "PERFORMANCE_HINT": "LATENCY",
    "ENABLE_MMAP": "NO",  # a weights file may be replaced while it is in use
}
_FLAGS: Final = Path("/proc/cpuinfo")


class WeightsError(VisionError):
    """A weights file is missing or of another network: install the program again, or export the network again."""

    def __init__(
        self, kind: Literal["weights-missing", "weights-broken", "weights-input", "weights-output"], **about: Value
    ) -> None:
        super().__init__(kind, **about)


def precision(flags: Path = _FLAGS) -> dict[str, str]:
    """Single precision for a processor that has bfloat16 instructions but no units for them; else OpenVINO chooses.

    Args:
        flags: Where the system lists what its processor can do; systems that have no such file let OpenVINO choose.
    """
    can = flags.read_text().split() if flags.is_file() else []
    slow = "avx512_bf16" in can and "amx_bf16" not in can
    return {"INFERENCE_PRECISION_HINT": "f32"} if slow else {}


class Model:
    """A compiled ONNX model that takes pictures: (N, height, width, 3) blue-green-red pixels.

    One that was made for red, green and blue planes of 0-1 is given its pixels so on the way in. Calls from several
    threads are safe: each makes its own inference request.

    Attributes:
        shape: Size of each input axis, None where the model takes any.
    """

    def __init__(self, weights: Path, threads: int = 2, size: tuple[int, int] | None = None) -> None:
        """Reads and compiles the model.

        Args:
            weights: The .onnx file.
            threads: Processor threads that one call may use.
            size: Width and height of the pictures that it must take; None for one that may take others.

        Raises:
            WeightsError: the file is missing, is no ONNX model, or is another.
        """
        if not weights.is_file():
            raise WeightsError("weights-missing", file=str(weights))
        try:
            core = openvino.Core()
            model = _of_pixels(core.read_model(weights))
            config = {**_CONFIG, **precision(), "INFERENCE_NUM_THREADS": threads}
            self._compiled = core.compile_model(model, "CPU", config)
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise WeightsError("weights-broken", file=str(weights), reason=reason) from error
        self._outputs: Final = tuple(output.any_name for output in model.outputs)  # compiled, some have other names too
        self.weights: Final = weights
        self.shape: Final = tuple(
            None if axis.is_dynamic else axis.get_length() for axis in model.inputs[0].partial_shape
        )
        width, height = size or ("width", "height")
        if self.shape[3:] != (3,) or (size is not None and self.shape[1:3] != (height, width)):
            expected = f"(N, {height}, {width}, 3)"
            raise WeightsError("weights-input", file=str(weights), expected=expected, got=str(self.shape))

    def __call__(self, batch: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Runs the model on pictures of one size, one contiguous array; returns its outputs by name."""
        request = self._compiled.create_infer_request()
        request.infer({0: batch}, share_inputs=True)
        return {
            name: np.array(tensor.data, np.float32)
            for name, tensor in zip(self._outputs, request.output_tensors, strict=True)
        }

    def in_batches(self, crops: NDArray[np.uint8]) -> dict[str, Tensor]:
        """Runs the model on (N, ...) crops, N at least 1, as many at a time as may be.

        Some are run twice to fill up: the runtime prepares itself anew for every number it has not met.
        """
        parts: list[dict[str, Tensor]] = []
        for start in range(0, len(crops), _MOST):
            part = crops[start : start + _MOST]
            full = np.resize(part, (-(-len(part) // _FULL) * _FULL, *crops.shape[1:]))
            parts.append({name: values[: len(part)] for name, values in self(full).items()})
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _of_pixels(model: openvino.Model) -> openvino.Model:
    """A model that takes pixels, made of one that may take planes."""
    taken = model.input()
    if taken.element_type != openvino.Type.f32 or len(taken.partial_shape) != 4:
        return model
    made = PrePostProcessor(model)
    made.input().tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    made.input().tensor().set_color_format(ColorFormat.BGR)
    made.input().model().set_layout(openvino.Layout("NCHW"))
    made.input().preprocess().convert_element_type(openvino.Type.f32).convert_color(ColorFormat.RGB).scale(255.0)
    return made.build()
