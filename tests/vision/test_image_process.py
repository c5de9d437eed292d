"""A process of its own that opens a picture."""

import json
import subprocess
import sys

import cv2
import numpy as np


def opened(data: bytes) -> tuple[dict[str, object], bytes]:
    run = [sys.executable, "-c", "from vision.image_process import main; main()"]
    done = subprocess.run(run, input=data, capture_output=True, check=True)
    head, _, rest = done.stdout.partition(b"\n")
    return json.loads(head), rest


def test_a_picture_comes_back_as_pixels_and_what_is_none_as_the_kind_of_its_error() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (4, 6, 3), np.uint8)
    head, pixels = opened(cv2.imencode(".png", picture)[1].tobytes())
    assert (head["shape"], head["size"]) == ([4, 6, 3], [6, 4])
    assert np.frombuffer(pixels, np.uint8).tobytes() == picture.tobytes()
    head, pixels = opened(b"no picture")
    assert head["kind"]
    assert pixels == b""
