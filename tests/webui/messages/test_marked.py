"""No sentence that people read is left unmarked: in code below the edge, in templates and in scripts."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

from babel.messages.jslexer import tokenize
from jinja2 import Environment, nodes

from scoring.match.event_acts import EventAct
from scoring.match.records import FalseWinKind, all_acts
from webui.translations.catalogues import ROOT

TOP = ROOT.parent
"""The folder of all packages."""

ROOMS = [
    path
    for room in (
        "vision",
        *(
            f"webui/{part}"
            for part in (
                "access",
                "commands",
                "exports",
                "hall",
                "hand",
                "http",
                "match",
                "records",
                "rig",
                "serializers",
                "table",
                "tilesets",
            )
        ),
        *(f"webui/{part}.py" for part in ("cli",)),
    )
    for path in sorted((TOP / room).rglob("*.py") if (TOP / room).is_dir() else [TOP / room])
    if path.name not in ("openapi.py", "metrics.py", "statics.py", "headings.py", "result_headings.py")
    and path != TOP / "webui/hall/questions.py"
]
"""Modules without an unmarked sentence: most send kinds with parameters to `webui.messages`.

The descriptions of the JSON interface and of the counts are in English, for those who write programs; headings and
questions of lists are words of others.
"""

KEPT = {"taken back at once", "taken back at the table"}
"""Reasons as they are kept; `match.js` shows them in the reader's language."""

NAMES = {"Tableside", "Excel", "CSV", "· Tableside", *get_args(FalseWinKind), *KEPT}
"""Names that are the same in all languages, and kinds that have spaces."""

TYPED = {
    "Ctrl",
    "Shift",
    "Alt",
    "Enter",
    "Escape",
    "Delete",
    "Backspace",
    "Home",
    "End",
    "Tab",
    *all_acts(),
    *(act.__name__ for act in get_args(EventAct)),
}
"""Words of scripts that nobody reads: keys, and types of acts."""

SHOWN = {"title", "alt", "aria-label", "placeholder"}
"""Attributes whose text people read or hear."""

UNREAD = {"N_", "words", "said", "plural", "Meta", "debug", "info", "warning", "error", "exception"}
"""Calls whose text is marked, or is for logs."""

SENTENCE = re.compile(r"[A-Za-z]+,? [a-z]+ [a-z]+")
"""Three words in a row."""


TEMPLATES = sorted((ROOT / "templates").glob("*.html"))
SCRIPTS = sorted((ROOT / "static").glob("*.js"))


def unmarked(path: Path) -> Iterator[str]:
    """Sentences in code that are not marked for the catalogues.

    Docstrings and errors for Python users are none; the help of commands is in the catalogues unmarked.
    """
    every = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    skipped = {id(node) for other in every if not _read(other) for node in ast.walk(other)}
    for node in every:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield from SENTENCE.findall(node.value)


def _read(node: ast.AST) -> bool:
    """Return True if people read text in it: it is no docstring, error for Python users or call of `UNREAD`."""
    match node:
        case ast.Expr(ast.Constant()):
            return False
        case ast.Raise():
            return ast.unparse(node).startswith("raise click.")
        case ast.Call():
            return ast.unparse(node.func).split(".")[-1] not in UNREAD
        case ast.keyword():
            return node.arg not in ("help", "short_help")
    return True


class Text(HTMLParser):
    """The text of a page that people read: between its tags, and in the attributes that are read out or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.found += [value for name, value in attrs if value and name in SHOWN]

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if self._tag not in ("script", "code"):
            self.found.append(data)


def unmarked_in_template(source: str) -> list[str]:
    """Text of a template, and titles it sets, that are not marked for the catalogues."""
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(source)
    text = Text()
    for part in tree.find_all(nodes.TemplateData):
        text.feed(part.data)
    marked = {id(constant) for call in tree.find_all(nodes.Call) for constant in call.find_all(nodes.Const)}
    constants = [constant for constant in tree.find_all(nodes.Const) if id(constant) not in marked]
    titles = [constant.value for constant in constants if isinstance(constant.value, str)]
    found = [line.strip() for line in text.found if re.search(r"[A-Za-z]{2}", line)]
    return [line for line in found if line not in NAMES] + [t for t in titles if re.match(r"[A-Z][a-z]", t)]


def unmarked_in_script(source: str) -> list[str]:
    """Sentences of a script, and labels of one or two words, that are not marked for the catalogues."""
    tokens = [token for token in tokenize(source, jsx=False) if "comment" not in token.type]
    values = ["", "", *(token.value for token in tokens), ""]
    found = []
    pgettext = 0
    for token, *around in zip(tokens, values, values[1:], values[3:], strict=False):
        marked = around[:2] in (["_", "("], ["className", ":"]) or pgettext > 0
        pgettext = 2 if token.value == "pgettext" else pgettext - (token.type == "string")
        key = around[1] in ("{", ",") and around[2] == ":"
        text = token.value[1:-1] if token.type in ("string", "template_string") and not (marked or key) else ""
        one = re.fullmatch("[A-Z][a-z]+", text) and text not in TYPED
        if one or SENTENCE.search(text) or re.match("[A-Z][a-z]+ [a-z]", text):
            found.append(text)
    return [text for text in found if text not in NAMES]


def test_no_sentence_is_made_where_its_readers_language_is_unknown() -> None:
    found = {str(file.relative_to(TOP)): [*unmarked(file)] for file in ROOMS}
    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def test_a_template_has_no_text_that_is_not_marked() -> None:
    found = {file.name: unmarked_in_template(file.read_text(encoding="utf-8")) for file in TEMPLATES}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_script_has_no_sentence_that_is_not_marked() -> None:
    found = {file.name: unmarked_in_script(file.read_text(encoding="utf-8")) for file in SCRIPTS}
    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def test_text_that_is_not_marked_is_found() -> None:
    page = '<h1 title="Of it">{{ _("Marked") }} {{ "Said " ~ x }}</h1>{% trans %}So is this{% endtrans %} but not this'
    assert unmarked_in_template(page) == ["Of it", "but not this", "Said "]
    script = 'h("div", _("this is marked well"), "and this is not", "Not this", "card x", "Nor", "Void") // nor this'
    assert unmarked_in_script(script) == ["and this is not", "Not this", "Nor"]


def test_a_sentence_that_is_not_marked_is_found(tmp_path: Path) -> None:
    file = tmp_path / "room.py"
    file.write_text(
        '"""Not this of course."""\nN_("nor is this one")\nx = f"there are {n} of these tiles"\n'
        'raise ValueError("this is not for people")\nraise click.UsageError("say this here")\n'
        'click.option("--x", help="this is there anyway")\n'
    )
    assert list(unmarked(file)) == ["of these tiles", "say this here"]
