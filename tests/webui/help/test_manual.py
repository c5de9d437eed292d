"""The manual: what its Markdown becomes, where its links lead, and its pages in a browser."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.webui.accessible import SIZES, check, check_sizes
from webui.help import manual
from webui.http.errors import HELP
from webui.http.routes.help import OF_PAGES
from webui.messages import OFFERED
from webui.table.table import Table

TAGS = {"en": "en", "zh": "zh-CN", "zh_Hant": "zh-TW"}


def address(kind: str, name: str) -> str:
    return f"/{kind}/{name}"


def drawn(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> manual.Page:
    """A page of Markdown, as the manual draws it."""
    file = tmp_path / "webui/help/en/page.md"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    monkeypatch.setattr(manual, "file_of", lambda *_: file)
    monkeypatch.setattr(manual, "FOLDER", file.parents[1])
    monkeypatch.setattr(manual, "ROOT", tmp_path)
    found = manual.page("page", "en", address)
    assert found
    return found


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("a <b>b</b> <script>c</script>", "a &lt;b&gt;b&lt;/b&gt; &lt;script&gt;c&lt;/script&gt;"),
        ("[a](javascript:alert)", "<p>[a](javascript:alert)</p>"),
        ("<http://127.0.0.1:8000>", '<a href="http://127.0.0.1:8000">'),
        ("[a](#part)", '<a href="#part">a</a>'),
        (
            "[the **hall**](../../deploy/HALL.md#roles)",
            '<a href="/page/hall-setup#roles">the <strong>hall</strong></a>',
        ),
        ("[a](match.md) [b](../../../webui/cli.py) c", '<a href="/page/match">a</a> b c'),
        ("![Rooms](../rooms.svg)", '<img src="/picture/rooms.svg" alt="Rooms" />'),
        ("```sh\na <b>\n```", '<pre tabindex="0" class="sh"><code>a &lt;b&gt;\n</code></pre>'),
        ("|a|\n|---|\n|b|", '<div class="wide" tabindex="0"><table>'),
        ("| |a|\n|---|---|\n|b|c|", "<tr>\n<td></td>\n<th>a</th>\n</tr>"),
        ("## A part: `--x`, 1", '<h2 id="a-part---x-1">'),
        ("## 数据\n\n## 数据", '<h2 id="数据-1">'),
    ],
)
def test_markdown_becomes_html_without_foreign_markup(
    markdown: str, html: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert html in drawn(markdown, tmp_path, monkeypatch).html


@pytest.mark.parametrize("lang", OFFERED)
def test_the_contents_list_every_page_once(lang: str) -> None:
    listed = [page.target for chapter in manual.contents(lang) for page in chapter.pages]
    assert sorted(listed) == sorted({*manual.names()} - {manual.INDEX, "weights-history"})


@pytest.mark.parametrize("name", manual.names())
def test_every_link_of_a_page_leads_somewhere(client: FlaskClient, name: str) -> None:
    known = {each: manual.page(each, "en", address) for each in manual.names()}
    for lang in OFFERED:
        html = client.get(f"/help/{name}", headers={"Accept-Language": TAGS[lang]}).get_data(as_text=True)
        article = html[html.index("<article") : html.index("</article>")]
        for href in re.findall(r'<a href="([^"]+)"', article):
            if href.startswith(("http://", "https://")):
                continue
            path, _, fragment = href.partition("#")
            if path:
                assert client.get(path).status_code == 200, href
            if path.startswith("/help/") and fragment:
                page = known[path.removeprefix("/help/")]
                assert page
                assert f'id="{fragment}"' in page.html, href
        for src in re.findall(r'<img src="(/help/[^"]+)"', article):
            with client.get(src) as answer:
                assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml"), src


@pytest.mark.parametrize(("lang", "title", "in_text"), [
    ("en", "A match", "running totals"), ("zh-CN", "一场比赛", "番种明细"), ("zh-TW", "一場比賽", "番種明細"),
])  # fmt: skip
def test_a_page_is_shown_in_the_reader_s_language(client: FlaskClient, lang: str, title: str, in_text: str) -> None:
    html = client.get("/help/match", headers={"Accept-Language": lang}).get_data(as_text=True)
    assert title in re.findall(r"<h1[^>]*>(.*?)</h1>", html)
    assert in_text in html


def test_a_document_in_english_says_so_to_other_readers(client: FlaskClient) -> None:
    html = client.get("/help/scale", headers={"Accept-Language": "zh-CN"}).get_data(as_text=True)
    assert "本页只有英文。" in html
    assert '<div class="text" lang="en">' in html
    assert "This page is in English only" not in client.get("/help/scale").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/help/nothing", "/help/pictures/nothing.svg", "/help/pictures/..%2Fmanual.py"])
def test_what_the_manual_has_not_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'href="/help"' in answer.get_data(as_text=True)


def test_an_error_leads_to_the_page_that_helps(client: FlaskClient) -> None:
    assert 'class="button" href="/help/hall"' in client.get("/t/999").get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "/help/first-hand"),
        ("/tables", "/help/hall"),
        ("/t/1/sheet", "/help/match"),
        ("/t/1/hands", "/help/first-hand"),
        ("/hands/{id}", "/help/first-hand"),
        ("/setup", "/help/rig"),
        ("/people", "/help/phones"),
        ("/referee", "/help/match"),
        ("/open", "/help/match"),
        ("/photos", "/help/data"),
        ("/sets", "/help/tile-sets"),
        ("/desk", "/help/hall"),
        ("/me", "/help/hall"),
        ("/help/rules", "/help"),
        ("/nowhere", "/help"),
    ],
)
def test_every_page_offers_help_and_the_source_at_its_foot(
    client: FlaskClient, table: Table, path: str, page: str
) -> None:
    html = client.get(path.format(id=table.intake.blank().id)).get_data(as_text=True)
    foot = html[html.index('<footer class="foot">') :]
    assert f'href="{page}"' in foot
    assert 'href="/source.zip"' in foot


def test_the_pages_that_explain_others_exist(client: FlaskClient) -> None:
    assert {*OF_PAGES.values(), *HELP.values()} <= {*manual.names()}
    endpoints = {rule.endpoint for rule in client.application.url_map.iter_rules()}
    assert {*OF_PAGES} <= endpoints | {each.partition(".")[0] for each in endpoints}


@pytest.mark.parametrize(("name", "lang"), [("", "zh-CN"), ("/rules", "en")])
def test_a_page_is_accessible_on_a_phone_and_a_desktop(
    page: Page, table: Table, serve: Callable[[Table], str], name: str, lang: str
) -> None:
    page.set_extra_http_headers({"Accept-Language": lang})
    page.goto(f"{serve(table)}/help{name}")
    check(page, "light")
    check_sizes(page, SIZES[::2], larger=False)


@pytest.mark.long
@pytest.mark.parametrize("lang", TAGS.values())
@pytest.mark.parametrize("name", [*manual.names(), "licences"])
def test_a_page_is_accessible_on_every_screen(
    page: Page, table: Table, serve: Callable[[Table], str], name: str, lang: str
) -> None:
    page.set_extra_http_headers({"Accept-Language": lang})
    page.goto(f"{serve(table)}/help/{name}")
    check(page)
    check_sizes(page)


def test_one_finds_a_page_by_the_foot_and_the_contents(page: Page, table: Table, serve: Callable[[Table], str]) -> None:
    page.goto(serve(table) + "/tables")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A hall")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Rules and switches").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules and switches")
    page.get_by_text("On this page").click()
    page.locator(".parts").get_by_role("link", name="Hong Kong").click()
    expect(page.locator("#hong-kong")).to_be_in_viewport()


def test_an_installed_program_has_the_manual() -> None:
    settings = tomllib.loads((manual.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    for package, folder in (("webui", "webui"), ("device", "device"), ("models", "models")):
        installed = {
            file for pattern in settings["package-data"][package] for file in (manual.ROOT / folder).glob(pattern)
        }
        files = {manual.file_of(name, lang) for name in manual.names() for lang in OFFERED}
        needed = {file for file in [*files, *manual.pictures().values()] if file}
        assert {file for file in needed if file.relative_to(manual.ROOT).parts[0] == folder} <= installed
