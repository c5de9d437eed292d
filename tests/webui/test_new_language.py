"""A language that somebody adds: a folder of sentences and one of help in a copy of the program, and nothing else."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ordeals.served import serving

ROOT = Path(__file__).parents[2]

SETTINGS = """
name = "Esperanto"
voice = "eo-001"
"""

SENTENCES = {
    "Commands": "Komandoj",
    "Help": "Helpo",
    "Language": "Lingvo",
    "Read aloud": "Laŭtlegi",
    "{rank} Dots": "{rank} Rondoj",
}
"""The sentences that are translated so far."""

RULES = """# Reguloj

Paĝo en Esperanto.
"""


def said(checkout: Path, *command: str, **variables: str) -> str:
    """Return the output of a Python command that runs in a checkout."""
    told = subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env={"LANG": "C.UTF-8", "OMP_NUM_THREADS": "1"} | variables,
        capture_output=True,
        text=True,
    )
    return told.stdout + told.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the beginnings of Esperanto."""
    copy = tmp_path_factory.mktemp("esperanto")
    for path in ROOT.iterdir():
        if path.name in ("scoring", "vision", "device", "models") or path.is_file():
            (copy / path.name).symlink_to(path)
    # with the compiled modules, which each command would make anew, but not those that another process is just writing
    shutil.copytree(ROOT / "webui", copy / "webui", ignore=shutil.ignore_patterns("*.pyc.*"))
    sentences = copy / "webui/translations/eo/LC_MESSAGES/messages.po"
    sentences.parent.mkdir(parents=True)
    (copy / "webui/translations/eo/language.toml").write_text(SETTINGS, "utf-8")
    head = 'msgid ""\nmsgstr "Language: eo\\nContent-Type: text/plain; charset=utf-8\\n"\n'
    entries = [f'msgid "{english}"\nmsgstr "{translated}"\n' for english, translated in SENTENCES.items()]
    sentences.write_text("\n".join([head, *entries]), "utf-8")
    (copy / "webui/help/eo").mkdir()
    (copy / "webui/help/eo/rules.md").write_text(RULES, "utf-8")
    counted = said(copy, "-m", "webui.translations")
    assert re.search(rf"^eo: {len(SENTENCES)} of \d+ sentences translated$", counted, re.MULTILINE), counted
    return copy


@pytest.fixture(scope="module")
def address(copy: Path) -> Iterator[str]:
    """The address at which the copy serves its page."""
    with serving("--memory", checkout=copy) as (_, address):
        yield address


def get(address: str, tags: str) -> str:
    """Return a page as a browser with these language tags gets it."""
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Language": tags})) as answer:
        return str(answer.read().decode())


@pytest.mark.long
def test_what_is_made_of_it_lies_beside_what_the_others_have(copy: Path) -> None:
    made = json.loads((copy / "webui/static/words.eo.json").read_text("utf-8"))
    assert made == {english: SENTENCES[english] for english in SENTENCES if english in made}
    assert "Read aloud" in made
    for folder in ("translations", "static", "help/zh", "help/zh_Hant"):
        for file in (ROOT / "webui" / folder).rglob("*.*"):
            if file.is_file() and "__pycache__" not in file.parts:
                other = copy / "webui" / file.relative_to(ROOT / "webui")
                assert other.read_bytes() == file.read_bytes(), file


def test_the_command_line_speaks_it(copy: Path) -> None:
    for told in (
        said(copy, "-m", "webui", "--help", "--lang", "eo"),
        said(copy, "-m", "webui", "--help", LANG="eo.UTF-8"),
    ):
        assert "Komandoj" in told
        assert "Check the installation and suggest fixes." in told
    assert "[en|eo|ja|zh|zh-Hant]" in said(copy, "-m", "webui", "--help")


def test_the_page_offers_and_speaks_it(address: str) -> None:
    page = get(f"{address}/", "eo,en;q=0.5")
    assert '<html lang="eo">' in page
    menu = re.findall(r'<a [^>]*hreflang="([\w-]+)"([^>]*)>([^<]+)</a>', page)
    assert [(tag, name) for tag, _, name in menu] == [
        ("en", "English"),
        ("eo", "Esperanto"),
        ("ja", "日本語"),
        ("zh", "简体中文"),
        ("zh-Hant", "繁體中文"),
    ]
    assert [tag for tag, current, _ in menu if "aria-current" in current] == ["eo"]
    assert ">Helpo<" in page
    assert "Take a photo" in page  # not translated yet
    assert '<html lang="eo">' in get(f"{address}/?lang=eo", "en")
    assert '<option value="eo" lang="eo">Esperanto</option>' in get(f"{address}/setup", "en")
    scripts = re.findall(r'(/static/\w+/eo/sentences\.js)"', page)
    assert scripts
    module = get(address + scripts[0], "eo")
    assert '"Read aloud": "Laŭtlegi"' in module
    assert 'export const voice = "eo-001";' in module


def test_help_is_english_where_a_page_is_missing(address: str) -> None:
    assert "Paĝo en Esperanto." in get(f"{address}/help/rules", "eo")
    assert "This page is in English only." not in get(f"{address}/help/rules", "eo")
    english = get(f"{address}/help/match", "eo")
    assert "This page is in English only." in english
    assert '<div class="text" lang="en">' in english
