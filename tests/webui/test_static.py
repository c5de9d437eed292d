"""The page's files: every one that a page names exists, and no script or style is left that no page loads."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jinja2 import Environment, nodes

import webui
from webui.table.table import Table

ROOT = Path(str(webui.__file__)).parent
STATIC = ROOT / "static"


def imported(script: str) -> set[str]:
    """The scripts that one loads, itself among them."""
    found, todo = set(), [script]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += re.findall(r'from "\./([\w.]+)"', (STATIC / name).read_text(encoding="utf-8"))
    return found


def constants(template: Path) -> set[str]:
    """The texts in the expressions of a template."""
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(template.read_text(encoding="utf-8"))
    return {constant.value for constant in tree.find_all(nodes.Const) if isinstance(constant.value, str)}


@pytest.mark.parametrize("path", ["/", "/nowhere", "/hands/{id}"])
def test_every_file_that_a_page_names_exists(client: FlaskClient, table: Table, path: str) -> None:
    html = client.get(path.format(id=table.lay_blank().id)).get_data(as_text=True)
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    assert any(name.endswith("base.css") for name in named)
    for name in named:
        answer = client.get(name)
        assert answer.status_code == 200, name
        answer.close()


def test_every_script_and_style_is_loaded_by_a_page() -> None:
    named = set().union(*(constants(template) for template in (ROOT / "templates").glob("*.html")))
    scripts = set().union(*(imported(name) for name in named if name.endswith(".js") and len(name) > 3))
    assert scripts == {file.name for file in STATIC.glob("*.js")}
    assert {file.stem for file in STATIC.glob("*.css")} <= named


def test_a_page_preloads_the_scripts_that_it_imports() -> None:
    preloaded = {f"{name}.js" for name in constants(ROOT / "templates/hand.html")}
    assert imported("hand.js") - {"hand.js"} <= preloaded
