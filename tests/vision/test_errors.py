"""Errors of vision: a kind, parameters, and reasons without paths."""

import pytest

from vision.errors import Trouble, VisionError, described, reason


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(2, "No such file or directory", "/home/ann/hand.jpg"), "No such file or directory"),
        (VisionError("image-empty"), "image-empty"),
        (ValueError("odd"), "odd"),
    ],
)
def test_a_reason_has_no_path_of_this_computer(error: Exception, said: str) -> None:
    assert reason(error) == said


def test_a_kind_is_described_with_its_parameters() -> None:
    assert described("image-too-large", {"width": 9, "name": "x"}) == "image-too-large: width=9, name='x'"
    assert str(VisionError("image-empty")) == "image-empty"
    assert str(Trouble("source-silent", {"source": "a"})) == "source-silent: source='a'"
