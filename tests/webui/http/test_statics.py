"""The page's files: every one that a page names exists, and no script or style is left that no page loads."""

import gzip
import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from jinja2 import Environment, nodes
from PIL import Image

import webui
from webui.http import statics
from webui.http.statics import (
    BUNDLES,
    DARK,
    SHARED,
    built,
    bundle_of,
    bundled,
    files,
    imported,
    modules,
    sentences,
    styled,
    version,
)
from webui.table.table import Table

ROOT = Path(str(webui.__file__)).parent
STATIC = ROOT / "static"


def constants(template: Path) -> set[str]:
    """The texts in the expressions of a template."""
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(template.read_text(encoding="utf-8"))
    return {constant.value for constant in tree.find_all(nodes.Const) if isinstance(constant.value, str)}


@pytest.mark.parametrize("path", ["/", "/nowhere", "/hands/{id}", "/t/1", "/t/1/sheet", "/t/1/hands", "/t/1/hands/1"])
def test_every_file_that_a_page_names_exists(client: FlaskClient, table: Table, path: str) -> None:
    html = client.get(path.format(id=table.intake.blank().id)).get_data(as_text=True)
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    assert any("+components" in name for name in named)
    for name in named:
        answer = client.get(name)
        assert answer.status_code == 200, name
        answer.close()


def test_nothing_names_the_first_table_for_the_table_of_a_page() -> None:
    """The address `/` is that of the server's own table or of all: the server says which one a page leads back to."""
    written = re.compile(r"""(["'`])/(?:[?#].*?)?\1""")
    scripts = {file.name: len(written.findall(file.read_text(encoding="utf-8"))) for file in STATIC.glob("*.js")}
    assert {name: count for name, count in scripts.items() if count} == {"root.js": 1}  # the top of all addresses
    templates = [*(ROOT / "templates").glob("*.html"), *(ROOT / "http/routes").glob("*.py")]
    unnumbered = re.compile(r"""url_for\(["']pages\.start["']\)|href="/""")
    assert not [file.name for file in templates if unnumbered.search(file.read_text(encoding="utf-8"))]


SCRIPTS = {
    file.relative_to(STATIC).with_suffix("").as_posix()
    for file in STATIC.rglob("*.js")
    if file.parent != STATIC / "built"
}


def test_every_script_and_style_is_loaded_by_a_page() -> None:
    named = set().union(*(constants(template) for template in (ROOT / "templates").glob("*.html")))
    run = set().union(*map(bundled, BUNDLES))
    assert run <= named
    assert set().union(*map(imported, {*run, *BUNDLES})) == SCRIPTS - {"worker"}
    printed = {
        name
        for file in (ROOT / "exports").glob("*.py")
        for name in re.findall(r'"([\w-]+)\.css"', file.read_text(encoding="utf-8"))
    }
    assert {file.stem for file in STATIC.glob("*.css")} <= named | printed | {*SHARED}


def test_elements_are_made_in_one_place() -> None:
    making = {script for script in SCRIPTS if "createElement" in (STATIC / f"{script}.js").read_text(encoding="utf-8")}
    assert making == {"view", "vendor/preact"}


OF_PLAY = {
    "{player} won hand {number} with these tiles",
    "{player} won: take a photo of the hand",
    "These tiles won hand {number}",
    "Also won hand {number}",
    "{payer} pays {payee}",
    "{who} ({wind}) declares a win.",
    "{who} ({wind}) has won.",
}
"""Sentences of scripts on players: labels of a button, of a line of payments and of a claim."""


def test_scripts_make_no_sentence_about_an_outcome() -> None:
    says = re.compile(r"\b(wins|won|pays?|declares|appeals|liable|immune|disqualified|deducted from|short of)\b")
    found = set()
    for script in SCRIPTS:
        text = (STATIC / f"{script}.js").read_text(encoding="utf-8")
        found |= {each for each in re.findall(r'\b_\(\s*"([^"]*\{[^"]*)"', text) if says.search(each)}
    assert found == OF_PLAY


def test_the_imports_of_every_script_are_known() -> None:
    for script in sorted(SCRIPTS):
        text = (STATIC / f"{script}.js").read_text(encoding="utf-8")
        below = imported(script)
        assert below[-1] == script
        assert {*re.findall(r'"\./([\w/]+)\.js"', text)} - {*bundled(script)} <= {*below}
        assert bool(bundled(script)) == bool(re.search(r"\bimport\(", text)) == (script in BUNDLES), script
        assert [each for each in below[:-1] if script in imported(each)] == [], "a circle"


def test_a_vendored_library_is_the_one_of_its_notice() -> None:
    notice = (STATIC / "vendor" / "NOTICE").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(\S+\.js): .*?^  sha256 of the file: (\w+)$", notice, re.MULTILINE | re.DOTALL))
    assert told == {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (STATIC / "vendor").glob("*.js")
    }
    assert {f"LICENSE.{name.removesuffix('.js')}" for name in told} == {
        file.name for file in (STATIC / "vendor").glob("LICENSE.*")
    }


def test_the_bundles_are_made_of_the_scripts_as_they_stand() -> None:
    assert all(map(built, BUNDLES)), "npm run --prefix .ci bundle"
    assert {file.stem for file in (STATIC / "built").iterdir()} == {*BUNDLES}


def test_the_scripts_of_every_page_are_in_one_bundle() -> None:
    for template in sorted((ROOT / "templates").glob("*.html")):
        text = template.read_text(encoding="utf-8")
        for listed in re.findall(r"scripts\(\[([^\]]*)\]\)|set script = (.*?) %\}", text):
            named = re.findall(r'"(\w+)"', "".join(listed))
            assert bundle_of(named) in BUNDLES, template.name


def test_scripts_that_are_being_worked_on_are_sent_one_by_one(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = {**files(), "page.js": statics.File(b"// changed", "text/javascript", "0")}
    for name in (built, imported, statics._module):
        name.cache_clear()
    monkeypatch.setattr(statics, "files", lambda: changed)
    try:
        html = client.get("/").get_data(as_text=True)
        preloaded = re.findall(r'<link rel="modulepreload" href="[^"]*/en/([^"]+)\.js">', html)
        assert {"app", "run", "start", "page", "view"} <= {*preloaded}
        source = client.get(f"/static/{version()}/en/app.js").get_data()
        assert source == (STATIC / "app.js").read_bytes()
    finally:
        for name in (built, imported, statics._module):
            name.cache_clear()


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_a_page_names_all_its_modules_in_its_language(client: FlaskClient, lang: str) -> None:
    html = client.get("/", headers={"Accept-Language": lang}).get_data(as_text=True)
    base = f"/static/{version()}/{lang}"
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', html)
    assert preloaded == [f"{base}/{name}.js" for name in ("sentences", "forms", "app")]
    assert preloaded == [f"{base}/{name}.js" for name in modules(["start", "play", "waiting", "sealed", "offline"])]
    assert re.findall(r'<script type="module" id="scripts" data-names="([^"]+)" src="([^"]+)">', html) == [
        ("start play waiting sealed offline", f"{base}/app.js")
    ]
    for name in preloaded:
        answer = client.get(name)
        assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
        assert "immutable" in answer.headers["Cache-Control"]
    text = client.get(f"{base}/sentences.js").get_data(as_text=True)
    assert ("实时" in text, "即時" in text) == (lang == "zh", lang == "zh-Hant")


@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("/rules", 25_000),
        ("/help", 0),
        ("/people", 26_000),
        ("/photos", 25_000),
        ("/year", 25_000),
        ("/open", 25_000),
    ],
)
def test_a_page_without_a_table_has_few_scripts(client: FlaskClient, page: str, most: int) -> None:
    html = client.get(page).get_data(as_text=True)
    sent = {*re.findall(r'<link rel="modulepreload" href="([^"]+)">', html), *re.findall(r' src="([^"]+\.js)"', html)}
    zipped = {"Accept-Encoding": "gzip"}
    assert sum(len(client.get(each, headers=zipped).get_data()) for each in sent) <= most


def test_every_sentence_of_a_language_is_sent() -> None:
    assert sentences("zh") == json.loads(files()["words.zh.json"].data)
    assert sentences("en") == {}


@pytest.mark.parametrize("name", ["en/nothing.js", "de/start.js", "en/start", "/start.js", "en/zh/start.js"])
def test_scripts_that_are_not_there_are_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{version()}/{name}").status_code == 404


def test_the_styles_of_a_page_are_one_file(client: FlaskClient) -> None:
    answer = client.get(f"/static/{version()}/{styled(['start'])}")
    parts = {name: (STATIC / f"{name}.css").read_text(encoding="utf-8") for name in (*SHARED, "start")}
    preferred = parts | {DARK: f"@media (prefers-color-scheme: dark) {{\n{parts[DARK]}}}\n"}
    assert answer.get_data(as_text=True) == "\n".join(preferred.values())
    dark = client.get(f"/static/{version()}/{styled(['start'], dark=True)}")
    assert dark.get_data(as_text=True) == "\n".join(parts.values())
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    for name in ("tokens+nothing.css", "tokens+tokens.css", "tokens+reset.js", "+.css", "tokens+../app.css"):
        assert client.get(f"/static/{version()}/{name}").status_code == 404, name


@pytest.mark.parametrize("path", ["/t/2", "/t/2/sheet", "/t/2/hands", "/t/2/hands/1"])
def test_a_table_that_is_not_there_has_no_pages(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["components.css", "page.js", "words.zh.json", "tiles/1s.svg"])
def test_a_file_is_compressed_and_kept_for_good(client: FlaskClient, name: str) -> None:
    address = f"/static/{version()}/{name}"
    answer = client.get(address, headers={"Accept-Encoding": "br, gzip"})
    data = (STATIC / name).read_bytes()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == data
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(data)
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Cookie" not in answer.headers["Vary"]
    assert client.get(address).data == data
    again = client.get(address, headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_address_without_the_hash_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get("/static/components.css")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get("/static/components.css", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get("/static/0123456789ab/components.css").status_code == 404


def test_the_address_changes_with_any_file(tmp_path: Path) -> None:
    versions = set()
    for number, (name, text) in enumerate([("a.js", "1"), ("a.js", "2"), ("b.js", "2"), ("deep/a.js", "2")]):
        folder = tmp_path / str(number)
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text)
        versions.add(version(folder))
    assert len(versions) == 4


def test_pages_are_compressed_and_events_are_not(client: FlaskClient) -> None:
    asked = {"Accept-Encoding": "gzip, br"}
    assert client.get("/", headers=asked).headers["Content-Encoding"] == "gzip"
    refused = client.get("/", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "Content-Encoding" not in refused.headers
    assert "Accept-Encoding" in refused.headers["Vary"]
    events = client.get("/api/tables/1/events", headers=asked, buffered=False)
    assert "Content-Encoding" not in events.headers
    events.close()


def test_the_manifest_is_of_one_app_with_shortcuts_to_its_own_table(client: FlaskClient) -> None:
    html = client.get("/t/1").get_data(as_text=True)
    manifest = json.loads(client.get(re.findall(r'<link rel="manifest" href="([^"]+)"', html)[0]).data)
    assert manifest["id"] == manifest["start_url"]
    assert manifest["description"]
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/t/1/sheet", "/t/1/round"]
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
        assert shortcut["name"]


def test_the_manifest_names_icons_of_their_sizes(client: FlaskClient) -> None:
    html = client.get("/").get_data(as_text=True)
    address = re.findall(r'<link rel="manifest" href="([^"]+)"', html)[0]
    answer = client.get(address)
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["name"], manifest["short_name"], manifest["display"]) == ("Tableside", "Tableside", "standalone")
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    touch = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)"', html)[0]
    for name, size in [(touch, "180x180"), *((urljoin(address, i["src"]), i["sizes"]) for i in manifest["icons"])]:
        icon = client.get(name)
        assert icon.status_code == 200, name
        if icon.mimetype == "image/png":
            with Image.open(BytesIO(icon.data)) as image:
                assert f"{image.width}x{image.height}" == size
