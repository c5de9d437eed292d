"""Pages of the manual, from Markdown to HTML.

Links in the files are written as for a reader of the repository (`match.md`, `../rooms.svg`, `../../../device/RIG.md`).
A page that is drawn leads to the addresses of the program instead. Pictures of the program's own pages lie in
`pictures`, in a folder for each language; `python -m tests.guide` makes them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from PIL import Image

FOLDER: Final = Path(__file__).parent

ROOT: Final = FOLDER.parents[1]
"""The folder that holds the packages."""

ORIGINAL: Final = "en"
"""The language in which every page exists."""

INDEX: Final = "index"
"""The page that lists the others: its links in their order are the contents."""

DOCUMENTS: Final[Mapping[str, str]] = {
    "rig-building": "device/RIG.md",
    "box-protocol": "device/PROTOCOL.md",
    "box-firmware": "device/firmware/README.md",
    "hall-setup": "webui/deploy/HALL.md",
    "scale": "webui/deploy/SCALE.md",
    "weights": "models/README.md",
    "weights-history": "models/HISTORY.md",
}
"""Pages whose English is a document of another room, by the name of the page."""

PICTURES: Final = FOLDER / "pictures"
"""The pictures of the program's own pages, by language."""

PICTURE_TYPES: Final = (".svg", ".webp")

_PHONE: Final = 600
"""Pixels of a picture's width below which it shows a phone."""

SHORT: Final = 24
"""Characters of code within a line that is not broken. More would be wider than a small phone's column."""

_CHINESE: Final = re.compile("[\u3000-\u9fff\uff00-\uffef]")
_FULL_WIDTH: Final = re.compile("[\u3000-\u303f\uff00-\uffef]")
"""Chinese characters and signs, and the signs alone, which have their space within themselves."""

_Address = Callable[[str, str], str]
"""Returns the address of a `page`, a `picture` or an example of `rules` by its name."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, or an entry of the contents.

    Attributes:
        level: 1 for the page's title, 2 for its parts, and so on.
        title: The words.
        target: The fragment that leads to it; of an entry of the contents the name of the page.
    """

    level: int
    title: str
    target: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the contents with its pages."""

    title: str
    pages: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the manual.

    Attributes:
        name: Name in its address.
        lang: Language that it is written in, as the folders are named.
        title: Its first heading, which is its title.
        headings: Its headings of level 2, in their order.
        html: What follows the title as HTML, which holds no markup but that of the Markdown.
    """

    name: str
    lang: str
    title: str
    headings: tuple[Heading, ...]
    html: str


def _scrolling_code(_: RendererHTML, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Draw a block of code that the keyboard can scroll."""
    kind = escape(tokens[at].info.strip() or "plain")
    return f'<pre tabindex="0" class="{kind}"><code>{escape(tokens[at].content)}</code></pre>\n'


def _code_in_line(_: RendererHTML, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Draw code within a line; a short piece stays in one line, since browsers break after each hyphen."""
    text = tokens[at].content
    kind = ' class="short"' if len(text) <= SHORT else ""
    return f"<code{kind}>{escape(text)}</code>"


def _line_break(_: RendererHTML, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Draw the end of a line in the file: a space, but none behind or between the signs of Chinese."""
    before, after = (tokens[n].content if 0 <= n < len(tokens) else "" for n in (at - 1, at + 1))
    wide = _FULL_WIDTH.match(before[-1:]) or (_CHINESE.match(before[-1:]) and _CHINESE.match(after[:1]))
    return "" if wide else "\n"


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", _scrolling_code)
    parser.add_render_rule("code_inline", _code_in_line)
    parser.add_render_rule("softbreak", _line_break)
    parser.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


_PARSER: Final = _parser()


@cache
def names() -> tuple[str, ...]:
    """Return the names of all pages, the index first."""
    own = sorted(file.stem for file in (FOLDER / ORIGINAL).glob("*.md"))
    return (INDEX, *(name for name in own if name != INDEX), *DOCUMENTS)


def file_of(name: str, lang: str) -> Path | None:
    """Return the file of a page in a language, or in English if it is not translated; None if there is no such page."""
    if name not in names():
        return None
    translated = FOLDER / lang / f"{name}.md"
    if translated.is_file():
        return translated
    return ROOT / DOCUMENTS[name] if name in DOCUMENTS else FOLDER / ORIGINAL / f"{name}.md"


def picture(name: str) -> Path | None:
    """Return the file of a picture of the manual, or None."""
    return pictures().get(name)


@cache
def pictures() -> dict[str, Path]:
    """Return the files of all pictures by their names.

    Pictures beside the manual's documents have the name of the file, those of pages their language too: `en/hand.webp`.
    """
    folders = {FOLDER, *((ROOT / document).parent for document in DOCUMENTS.values())}
    beside = (file for folder in sorted(folders) for file in folder.iterdir() if file.suffix in PICTURE_TYPES)
    return {file.name: file for file in beside} | {
        f"{file.parent.name}/{file.name}": file for file in sorted(PICTURES.glob("*/*.webp"))
    }


@cache
def _size(file: Path) -> tuple[int, int]:
    """Return the pixels of a picture in width and height."""
    with Image.open(file) as opened:
        return opened.size


def page(name: str, lang: str, address: _Address) -> Page | None:
    """Draw a page of the manual.

    Args:
        name: Name of the page.
        lang: Language of the reader, a key of `webui.messages.languages.LANGUAGES`.
        address: Addresses of pages and pictures.

    Returns:
        The page in that language, in English if it is not translated, or None if there is no such page.
    """
    file = file_of(name, lang)
    if file is None:
        return None
    tokens = _PARSER.parse(file.read_text(encoding="utf-8"))
    headings = tuple(_anchored(tokens))
    for opened, inline, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not inline.content:
            opened.tag = closed.tag = "td"  # a heading without words heads nothing
    for token in tokens:
        if token.children:
            token.children = list(_led(token.children, file, address))
    written = file.parent.name if file.is_relative_to(FOLDER) else ORIGINAL
    title = next((each.title for each in headings if each.level == 1), name)
    body = tokens[3:] if headings and headings[0].level == 1 else tokens  # a heading is three tokens
    html = _PARSER.renderer.render(body, _PARSER.options, {})
    return Page(name, written, title, tuple(each for each in headings if each.level == 2), html)


@cache
def fragment(name: str, heading: str, lang: str) -> str | None:
    """Return the fragment of a heading in a language.

    Args:
        name: Name of the page.
        heading: The fragment of the heading in English.
        lang: Language of the reader.

    Returns:
        The fragment of the heading at the same place of the page in that language, or None if there is no such heading.
    """
    targets = []
    for file in (file_of(name, ORIGINAL), file_of(name, lang)):
        tokens = _PARSER.parse(file.read_text(encoding="utf-8")) if file else []
        targets.append([each.target for each in _anchored(tokens)])
    return dict(zip(*targets, strict=False)).get(heading)


def contents(lang: str) -> tuple[Chapter, ...]:
    """Return the chapters of the index in a language."""
    file = file_of(INDEX, lang)
    assert file
    chapters: list[tuple[str, list[Heading]]] = []
    tokens = _PARSER.parse(file.read_text(encoding="utf-8"))
    for before, token in pairwise(tokens):
        if before.type == "heading_open" and before.tag == "h2":
            chapters.append((_text(token), []))
        for at, child in enumerate(token.children or ()):
            target = _target(str(child.attrGet("href") or ""), file)[0] if child.type == "link_open" else None
            if chapters and target:
                chapters[-1][1].append(Heading(2, _text_until_closed(token, at), target))
    return tuple(Chapter(title, tuple(pages)) for title, pages in chapters)


def _anchored(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Give each heading the fragment that GitHub gives it, and yield the headings."""
    used: dict[str, int] = {}
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            title = _text(inline)
            slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            again = used.get(slug, 0)
            used[slug] = again + 1
            target = f"{slug}-{again}" if again else slug
            opened.attrSet("id", target)
            yield Heading(int(opened.tag[1]), title, target)


def _text(inline: Token) -> str:
    """Return the words of a line without their markup."""
    return "".join(child.content for child in inline.children or ())


def _text_until_closed(inline: Token, at: int) -> str:
    """Return the words of the link that opens at an index of a line."""
    children = inline.children or []
    closes = next(n for n in range(at, len(children)) if children[n].type == "link_close")
    return "".join(child.content for child in children[at:closes])


def _led(children: Sequence[Token], file: Path, address: _Address) -> Iterator[Token]:
    """Yield the parts of a line with the program's addresses; a link to a file that no page shows loses its link."""
    dropped = False
    for child in children:
        if child.type == "link_open":
            href = str(child.attrGet("href") or "")
            name, fragment = _target(href, file)
            if example := _example(href):
                child.attrSet("href", address("rules", example))
                yield child
                continue
            if name:
                child.attrSet("href", address("page", name) + fragment)
            dropped = not name and not href.startswith(("#", "http://", "https://"))
            if dropped:
                continue
        elif child.type == "link_close" and dropped:
            dropped = False
            continue
        elif child.type == "image":
            _show_picture(child, Path(str(child.attrGet("src"))), address)
        yield child


def _show_picture(image: Token, path: Path, address: _Address) -> None:
    """Give a picture its address in the program; one of a page also its room, so that nothing moves when it arrives."""
    of_page = path.parent.parent.name == PICTURES.name
    name = f"{path.parent.name}/{path.name}" if of_page else path.name
    image.attrSet("src", address("picture", name))
    file = picture(name) if of_page else None
    if file:
        width, height = _size(file)
        image.attrs |= {"width": str(width), "height": str(height), "loading": "lazy"}
        image.attrSet("class", "phone" if width < _PHONE else "screen")


def _target(href: str, file: Path) -> tuple[str | None, str]:
    """Return the name of the page that a link in a file leads to, or None, and its fragment with `#`."""
    path, mark, fragment = href.partition("#")
    if not path or ":" in path:
        return None, ""
    found = (file.parent / path).resolve()
    named = {(ROOT / document).resolve(): name for name, document in DOCUMENTS.items()}
    if found in named:
        return named[found], mark + fragment
    own = found.suffix == ".md" and found.parent.parent == FOLDER.resolve() and found.stem in names()
    return (found.stem if own else None), mark + fragment


def _example(href: str) -> str | None:
    """Return the name of the example of a club's rules that a link leads to, or None."""
    path = Path(href)
    return path.stem if path.parent == Path("../rules") and path.suffix == ".toml" else None
