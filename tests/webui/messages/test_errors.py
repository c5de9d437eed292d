"""Every error of vision has a sentence, and every sentence gets its parameters."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from vision.errors import Trouble
from vision.image import ImageDataError
from vision.tilesets.files import UnknownSetError
from webui.messages import Messages
from webui.messages.errors import VISION, vision_error

ROOT = Path(__file__).parents[3]
ALWAYS = {
    "ImageSizeError": {"limit"},
    "DamagedSetError": {"file"},
    "SetFileError": {"file", "reason"},
    "LostSourceError": {"source"},
    "_trouble": {"source"},
}
"""Parameters that the class itself adds, or takes by their places."""


@cache
def raised() -> dict[str, set[str]]:
    """The kinds that the code makes, each with the parameters that it gives them."""
    found: dict[str, set[str]] = {}
    for path in (*(ROOT / "vision").rglob("*.py"), *(ROOT / "webui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            if isinstance(first, str) and first in VISION:
                given = {keyword.arg for keyword in node.keywords if keyword.arg} | ALWAYS.get(name, set())
                found[first] = found.get(first, given) & given
    return found | {"set-unknown": {"name", "kept"}, "no-sets": {"name", "kept"}}


def listed() -> set[str]:
    """The kinds that the classes of errors list, and those that a camera notices itself."""
    kinds: set[str] = set()
    for path in (ROOT / "vision").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            name = getattr(node, "name", "") or ""
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and (name.endswith("Error") or name == "_trouble"):
                text = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
                kinds |= {each for each in text if isinstance(each, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+", each)}
    return kinds


def test_every_kind_has_a_sentence_and_every_sentence_a_kind() -> None:
    assert listed() == set(VISION)


@pytest.mark.parametrize("kind", sorted(VISION))
def test_no_sentence_lacks_a_parameter(kind: str) -> None:
    needed = set(re.findall(r"%\((\w+)\)", VISION[kind]))
    assert needed <= raised()[kind]


def test_a_sentence_says_what_to_do() -> None:
    words = Messages.of("en")
    error = ImageDataError("image-damaged", reason="it breaks off")
    assert vision_error(words, error) == "the photo is damaged or cut short (it breaks off): copy it again"


def test_a_camera_that_sends_nothing_is_said_in_whole_seconds() -> None:
    trouble = Trouble("source-silent", {"source": "Camera 0", "seconds": 3.4})
    assert (
        vision_error(Messages.of("en"), trouble)
        == "No picture has come from Camera 0 for 3 seconds. Check its plug, or its network."
    )


def test_sets_are_listed_and_a_long_name_is_cut() -> None:
    said = vision_error(Messages.of("en"), UnknownSetError("x" * 99, ["club", "home"]))
    assert said == f"no tile set is called '{'x' * 59}; there are: club, home"
