"""The sentences for what happens at a table: one for every kind, with all of its parameters."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import get_args

from webui.messages import Messages
from webui.messages.table import NOTICES, notice
from webui.rig.notice import Notice, NoticeKind

WEBUI = Path(__file__).parents[3] / "webui"


@cache
def made() -> list[tuple[str, set[str]]]:
    """Kinds of the notices that the code makes, each with the names of what it is about."""
    found = []
    for path in (*WEBUI.glob("rig/*.py"), *WEBUI.glob("table/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Name("Notice"), [ast.Constant(str(kind)), ast.Dict(keys)], []):
                    found.append((kind, {key.value for key in keys if isinstance(key, ast.Constant)}))
                case ast.Call(ast.Name("Notice"), [ast.Constant(str(kind))], []):
                    found.append((kind, set()))
                case ast.Call(ast.Name("_wrong"), [_, ast.Constant(str(kind))], keywords):
                    found.append((kind, {keyword.arg for keyword in keywords if keyword.arg}))
                case ast.Call(ast.Name("Notice"), [ast.Call(), ast.Dict(keys)], []):  # a fault of the box
                    names = {key.value for key in keys if isinstance(key, ast.Constant)}
                    found += [(kind, names) for kind in NOTICES if kind.startswith("box-")]
    return found


def test_every_kind_has_a_sentence_and_is_made_somewhere() -> None:
    assert set(NOTICES) == set(get_args(NoticeKind)) == {kind for kind, _ in made()}


def test_a_notice_has_every_parameter_of_its_sentence() -> None:
    lacking = [each for each in made() if not set(re.findall(r"%\((\w+)\)", NOTICES[each[0]])) <= each[1]]
    assert lacking == []


def test_lists_are_said_as_people_say_them() -> None:
    moved = Notice("marker-moved", {"markers": (1, 3)})
    assert notice(Messages.of("en"), moved).startswith("Marker 1 and 3 lies elsewhere")
