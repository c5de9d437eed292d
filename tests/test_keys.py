"""Keys of elements that tests and scripts share: those of the list are in the sources, those of tests in the list."""

import ast
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Locator, Page

from tests.keys import KEYS, asked, is_known, refuse_unknown, stem
from tests.structure import ROOT

SOURCES = [
    path
    for pattern in ("webui/static/*.js", "webui/templates/*.html", "webui/**/*.py", "scoring/games/**/*.py")
    for path in ROOT.glob(pattern)
]
TESTS = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]


def is_written(text: str, key: str, whole: bool) -> bool:
    """Return True if a source writes this key, or its part before a value."""
    forms = [f'"{key}"', f"`{key}`"] if whole else [f"`{key}${{", f'"{key}{{{{', f'"{key.rstrip("-")}"', f'"{key} ']
    return any(form in text for form in forms)


def test_the_sources_have_every_key_of_the_list() -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    missing = []
    for each in KEYS:
        key, whole = stem(each), stem(each) == each
        prefixes = [key[:n] for n in range(1, len(key)) if f"`{key[:n]}${{" in text]  # `clock-${name}`
        if not any(is_written(text, key.removeprefix(prefix), whole) for prefix in ["", *prefixes]):
            missing.append(each)
    assert missing == []


def test_the_list_has_every_key_that_a_test_asks_for() -> None:
    wrong = []
    for path in TESTS:
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "data-key" in source else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "]" in node.value:
                found = [key for how, key in asked(node.value) if not is_known(how, key)]
                wrong += [f"{path.relative_to(ROOT)}:{node.lineno}: {key}" for key in found]
    assert wrong == []


@pytest.mark.parametrize("kind", [Page, Frame, Locator])
def test_a_wrong_key_fails_at_once(kind: Any) -> None:
    refuse_unknown(kind)
    with pytest.raises(AssertionError, match="data-key sned"):
        kind.locator(None, "[data-key=sned]")  # refused before the browser is asked
    with pytest.raises(AssertionError, match="data-key nxt"):
        kind.locator(None, "main [data-key^=nxt]")
