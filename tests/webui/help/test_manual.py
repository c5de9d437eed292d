"""The manual: what its Markdown becomes, where its links lead, and its pages in a browser."""

import re
import tomllib
from collections.abc import Callable, Mapping
from html import unescape
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import unquote
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from scoring.games.hongkong import presets as hongkong
from scoring.games.mcr import presets as mcr
from scoring.games.riichi.switches import SWITCHES as riichi
from scoring.games.sanma.switches import SWITCHES as sanma
from scoring.games.sichuan import presets as sichuan
from scoring.games.taiwan import presets as taiwan
from tests.browser.accessible import Scheme, check, check_sizes
from tests.guide import MOST, NAMES
from tests.long import long_but
from tests.webui.followed import followed
from webui.help import manual
from webui.http.errors import HELP
from webui.http.routes.help import OF_PAGES, RUNNING
from webui.messages.languages import LANGUAGES, tag_of
from webui.table.table import Table
from webui.translations.catalogues import read

WEBUI: Final = Path(__file__).parents[3] / "webui"


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
        ("说明，\n数据", "<p>说明，数据</p>"),
        ("说明，\n`a`", '<p>说明，<code class="short">a</code></p>'),
        ("**说明**\na", "<p><strong>说明</strong>\na</p>"),
    ],
)
def test_markdown_becomes_html_without_foreign_markup(
    markdown: str, html: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert html in drawn(markdown, tmp_path, monkeypatch).html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_contents_list_every_page_once(lang: str) -> None:
    listed = [page.target for chapter in manual.contents(lang) for page in chapter.pages]
    assert sorted(listed) == sorted({*manual.names()} - {manual.INDEX, "weights-history"})


def test_every_link_of_every_page_leads_somewhere(client: FlaskClient) -> None:
    known = {each: manual.page(*each, address) for each in product(manual.names(), LANGUAGES)}
    pictures, pages = set[str](), dict[str, str]()
    for name, lang in product(manual.names(), LANGUAGES):
        html = client.get(f"/help/{name}", headers={"Accept-Language": tag_of(lang)}).get_data(as_text=True)
        article = html[html.index("<article") : html.index("</article>")]
        pictures.update(re.findall(r'<img src="(/help/[^"]+)"', article))
        for href in re.findall(r'<a href="([^"]+)"', article):
            path, _, fragment = href.partition("#")
            if not path.startswith(("http://", "https://")):
                pages[path] = f"{name} in {lang}: {href}"
            if path.startswith("/help/") and fragment:
                page = known[path.removeprefix("/help/"), lang]
                assert page
                assert f'id="{unquote(fragment)}"' in page.html, f"{name} in {lang}: {href}"
    for path, where in pages.items():
        assert not path or client.get(path).status_code == 200, where
    for src in pictures:
        with client.get(src) as answer:
            kind = "image/svg+xml" if src.endswith(".svg") else "image/webp"
            assert (answer.status_code, answer.mimetype) == (200, kind), src


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
    for readers in ("zh-CN", "zh-TW", "zh-HK"):
        html = client.get("/help/match", headers={"Accept-Language": readers}).get_data(as_text=True)
        assert "只有英文" not in html


@pytest.mark.parametrize("path", ["/help/nothing", "/help/pictures/nothing.svg", "/help/pictures/..%2Fmanual.py"])
def test_what_the_manual_has_not_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'href="/help"' in answer.get_data(as_text=True)


def test_an_error_leads_to_the_page_that_helps(client: FlaskClient) -> None:
    assert 'class="button" href="/help/hall"' in client.get("/t/999").get_data(as_text=True)


PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "pages.start": ("/", "first-hand"),
    "pages.all_tables": ("/tables", "hall"),
    "pages.offline": ("/offline", "phones"),
    "pages.round_the_table": ("/t/1/round", "match"),
    "spoken.page": ("/t/1/spoken", "match"),
    "pages.hand_sheet": ("/t/1/sheet", "match"),
    "pages.all_hands": ("/t/1/hands", "first-hand"),
    "pages.appeal": ("/t/1/hands/1", "referee"),
    "deals.page": ("/t/1/deals/1", "referee"),
    "pages.hand": ("/hands/{id}", "first-hand"),
    "calibration.page": ("/calibrate", "rig"),
    "exports.page": ("/open", "match"),
    "hall.desks": ("/desk", "hall"),
    "hall.desk": ("/desk/1", "hall"),
    "hall.me": ("/me", "hall"),
    "people.page": ("/people", "phones"),
    "webhooks.page": ("/webhooks", "interface"),
    "referee.page": ("/referee", "referee"),
    "rules.books": ("/rules", "rules"),
    "rules.book": ("/rules/mcr", "rules"),
    "rules.example": ("/rules/examples/colors", "rules"),
    "setup.page": ("/setup", "rig"),
    "space.page": ("/photos", "data"),
    "tilesets.page": ("/sets", "tile-sets"),
    "year.page": ("/year", "hall"),
    "help.page": ("/help/rules", "index"),
    "help.licences": ("/help/licences", "index"),
}
"""All pages for people by their endpoint: an address, and the page of the manual to which their `?` leads."""

SCREENS: Final = {"display.page", "hall.screen", "stream.page"}
"""Pages that hang on a wall: nobody taps there, so they lead nowhere."""


@pytest.fixture
def events_client(client: FlaskClient, table: Table) -> FlaskClient:
    """A client of a program with an event and a match of one hand."""
    act = {"type": "Opened", "name": "Spring Cup", "rounds": 2}
    assert client.post("/api/hall/events", json={"id": str(uuid4()), "act": act}).status_code == 201
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    followed(table)
    table.record({"type": "Won", "winner": "E", "points": 24, "payer": "S"}, uuid4(), "", "referee")
    return client


def leads_to(html: str) -> str:
    """Return the address behind the `?` of a page."""
    (link,) = re.findall(r'<a [^>]*class="(?:[\w ]* )?explain"[^>]*>', html)
    (address,) = re.findall(r'href="([^"]+)"', link)
    return unescape(str(address))


def test_no_page_is_forgotten(client: FlaskClient) -> None:
    drawn = {
        rule.endpoint
        for rule in client.application.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not re.search(r"^/api|\.|static", rule.rule)
    }
    others = {"metrics.metrics", "pages.picture", "help.picture", "people.drawn", "webhooks.drawn", "deals.newest"}
    assert drawn - others == {*PAGES} | SCREENS


def test_a_link_leads_to_every_page() -> None:
    sources = "\n".join(path.read_text("utf-8") for kind in ("html", "py") for path in WEBUI.rglob(f"*.{kind}"))
    linked = set(re.findall(r"""url_for\(\s*['"]([\w.]+)['"]""", sources))
    by_itself = {"pages.offline"}  # stands for a page that is not kept, without a network
    assert ({*PAGES} | SCREENS) - linked == by_itself


@pytest.mark.parametrize("lang", long_but(["zh"], LANGUAGES))
@pytest.mark.parametrize("endpoint", PAGES)
def test_the_question_mark_of_a_page_leads_to_its_part_of_the_manual(
    events_client: FlaskClient, table: Table, endpoint: str, lang: str
) -> None:
    headers = {"Accept-Language": tag_of(lang)}
    path, name = PAGES[endpoint]
    html = events_client.get(path.format(id=table.intake.blank().id), headers=headers).get_data(as_text=True)
    leads = "/help/match" if endpoint == "pages.start" else f"/help/{name}" if name != "index" else "/help"
    address, _, fragment = leads_to(html).partition("#")
    assert address == leads
    part = (
        RUNNING if endpoint == "pages.start" else OF_PAGES.get(endpoint, OF_PAGES.get(endpoint.partition(".")[0], ""))
    )
    assert bool(fragment) == ("#" in part), "the heading is not there"
    answer = events_client.get(address, headers=headers)
    assert answer.status_code == 200
    if fragment:
        assert f'id="{fragment}"' in answer.get_data(as_text=True)


def test_the_start_page_leads_to_the_first_hand_where_no_match_runs(client: FlaskClient) -> None:
    assert leads_to(client.get("/").get_data(as_text=True)) == "/help/first-hand"


@pytest.mark.parametrize("path", ["/", "/referee", "/nowhere", "/help/rules"])
def test_every_page_offers_help_and_the_source_at_its_foot(client: FlaskClient, path: str) -> None:
    html = client.get(path).get_data(as_text=True)
    foot = html[html.index('<footer class="foot">') :]
    assert f'href="{leads_to(html)}"' in foot
    assert 'href="/source.zip"' in foot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_parts_are_at_the_same_place_in_every_language(lang: str) -> None:
    for name in manual.names():
        pages = [manual.page(name, each, address) for each in ("en", lang)]
        assert len({len(page.headings) for page in pages if page}) == 1, name


def pictures_of(name: str, lang: str) -> list[str]:
    """Return the names of the pictures of a page, which all have words instead."""
    page = manual.page(name, lang, address)
    assert page
    images = re.findall(r"<img [^>]*>", page.html)
    assert all(re.search(r'alt="[^"]{10,}"', image) for image in images), name
    shown = [re.findall(r'src="/picture/([^"]+)"', image)[0] for image in images]
    assert {*shown} <= {*manual.pictures()}
    folders = {each.partition("/")[0] for each in shown if "/" in each}
    assert folders <= {page.lang} or page.lang not in WITH_PICTURES, name
    return [each.partition("/")[2] for each in shown if "/" in each]


WITH_PICTURES = {file.parent.name for file in manual.PICTURES.rglob("*.webp")}
"""The languages of which there are pictures; pages of others show the English ones."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_of_pages_are_of_the_readers_language_and_have_words_instead(lang: str) -> None:
    shown = [each for name in manual.names() if name not in manual.DOCUMENTS for each in pictures_of(name, lang)]
    assert {*shown} == {f"{name}.webp" for name in NAMES}


def test_pictures_are_small() -> None:
    files = list(manual.PICTURES.rglob("*.webp"))
    assert {"en", "zh", "zh_Hant"} <= WITH_PICTURES <= {*LANGUAGES}
    assert sum(file.stat().st_size for file in files) <= MOST


@pytest.mark.parametrize("tag", long_but(["en"], [tag_of(lang) for lang in LANGUAGES]))
def test_the_card_for_the_table_is_one_side_of_a4(
    tag: str, new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str]
) -> None:
    page = new_page(locale=tag)
    page.goto(f"{serve(table)}/help/card")
    page.evaluate("""() => Promise.all([...document.images].map((each) => {
        each.loading = "eager";
        return each.decode();
    }))""")
    printed = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "12mm"))
    assert re.findall(rb"/Type /Pages\s.*?/Count (\d+)", printed, re.DOTALL) == [b"1"]


def sentences(lang: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the sentences of the program in a language, and those with parameters as patterns.

    A pattern has some letters of its own, so that it does not fit everything.
    """
    plain, patterns = set(), []
    for message in read("zh" if lang == "en" else lang):
        text = message.id if lang == "en" else message.string
        for form in [text] if isinstance(text, str) else [*text]:
            parts = re.split(r"%\(\w+\)[sd]|\{\w+\}", form)
            plain.add(form)
            if len(parts) > 1 and sum(map(str.isalpha, "".join(parts))) >= (4 if lang == "en" else 2):
                patterns.append(re.compile(".+".join(map(re.escape, parts))))
    return plain, patterns


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_in_bold_are_those_of_the_pages(lang: str) -> None:
    """The manual sets in bold what a page says: its buttons, titles and choices."""
    plain, patterns = sentences(lang)
    for name in sorted({*manual.names()} - {*manual.DOCUMENTS}):
        file = manual.file_of(name, lang)
        assert file
        if file.parent.name != lang:
            continue  # not translated
        text = re.sub(r"^```.*?^```", "", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        bold = {" ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)}
        page = manual.page(name, lang, address)
        assert page
        assert "**" not in page.html, "a sign of Chinese before the closing mark needs one behind it"
        gone = {each for each in bold - plain if not any(pattern.fullmatch(each) for pattern in patterns)}
        assert not gone, file.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manual_counts_the_switches_that_the_program_has(lang: str) -> None:
    last = {
        "S": mcr.SWITCHES[-1].id,
        "HK": hongkong.SWITCHES[-1].id,
        "SC": sichuan.SWITCHES[-1].id,
        "TW": taiwan.SWITCHES[-1].id,
        "RI": riichi[-1].id,
        "SA": sanma[-1].id,
    }
    text = (manual.FOLDER / lang / "rules.md").read_text("utf-8")
    assert dict(re.findall(r"([A-Z]+)1 ?(?:to|から|到|至) ?(\1\d+)", text)) == last


def test_the_pages_that_explain_others_exist(client: FlaskClient) -> None:
    assert {*(part.partition("#")[0] for part in OF_PAGES.values()), *HELP.values()} <= {*manual.names()}
    endpoints = {rule.endpoint for rule in client.application.url_map.iter_rules()}
    assert {*OF_PAGES} <= endpoints | {each.partition(".")[0] for each in endpoints}


@pytest.mark.parametrize(("name", "lang"), [("", "zh-CN"), ("/rules", "en")])
def test_a_page_is_accessible_on_a_phone_and_a_desktop(
    page: Page, table: Table, serve: Callable[[Table], str], name: str, lang: str
) -> None:
    page.set_extra_http_headers({"Accept-Language": lang})
    page.goto(f"{serve(table)}/help{name}")
    check(page)
    check_sizes(page)


@pytest.mark.long
@pytest.mark.parametrize(("lang", "schemes"), [("en", ("light", "dark")), ("zh-CN", ("light",))])
@pytest.mark.parametrize("name", [*manual.names(), "licences"])
def test_a_page_is_accessible_on_every_screen(
    page: Page, table: Table, serve: Callable[[Table], str], name: str, lang: str, schemes: tuple[Scheme, ...]
) -> None:
    """Traditional characters are as wide as simplified ones, and colors are those of every language."""
    page.set_extra_http_headers({"Accept-Language": lang})
    page.goto(f"{serve(table)}/help/{name}")
    check(page, *schemes)
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
        files = {manual.file_of(name, lang) for name in manual.names() for lang in LANGUAGES}
        needed = {file for file in [*files, *manual.pictures().values()] if file}
        assert {file for file in needed if file.relative_to(manual.ROOT).parts[0] == folder} <= installed
