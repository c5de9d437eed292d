"""An event on paper: seating, results and the hand sheet of every table, as one PDF."""

import gc
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from webui.base.errors import WebError
from webui.exports.event import rounds_table, seating_table, teams_table
from webui.hall.results import Results
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.serializers.matches import MatchShown, ended_at, match_json

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES: Final = Path(__file__).parents[1] / "templates"

_STYLE: Final = TEMPLATES.parent / "static" / "eventsheets.css"

_CJK: Final = re.compile("[⺀-鿿豈-﫿]")


class PdfUnavailableError(WebError):
    """WeasyPrint, Pango or a font is missing on this computer."""


def _quietly(number: int, count: int) -> AbstractContextManager[None]:
    return nullcontext()


def sheet_pages(found: Results, words: Messages) -> Iterator[str]:
    """Yield the sheets of an event as HTML pages for printing: results and seating, then a page for each match.

    Args:
        found: The results of the rounds to print.
        words: The language.
    """
    event = found.kept.event
    of_all = partial(
        template("sheets.html", words).render,
        lang=words.tag,
        about=event.opened,
    )
    yield _flattened(
        of_all(
            rules=wording.rules_played(words, event.rules),
            body=match_words.body(words, event.body),
            seating=seating_table(event, words),
            results=rounds_table(found, words),
            teams=teams_table(found, words) if found.teams else [],
        )
    )
    for round, table, match, ended in sheets_of(found, words):
        yield _flattened(of_all(round=round, table=table, match=match, ended=ended))


_CELL: Final = re.compile(
    '<td class="cell"><a><span class="sign">([^<]*)</span><span class="sum[^"]*">([^<]*)</span>'
    '<span class="running">([^<]*)</span></a></td>'
)
_EM: Final = "\u2003"
"""A space as wide as the letters are high."""

_FLAT: Final = (
    (
        '<span class="player bare[^"]*"><span class="name"><bdi>([^<]*)</bdi><small>([^<]*)</small></span></span>',
        r"\1<br>\2",
    ),
    (r'<th scope="row"><a>\s*<b>([^<]*)</b><span class="round">([^<]*)</span></a></th>', r"<th>\1 \2</th>"),
    (r'<td class="fan"><b>([^<]*)</b></td>', r'<td class="fan worth">\1</td>'),
    (r"<time[^>]*>([^<]*)</time>", r"\1"),
    (r"<div><dt>([^<]*)</dt><dd>([^<]*)</dd></div>", rf"<i>\1</i> \2{_EM} "),
    (r'<dl class="facts row">(.*?)</dl>', r'<p class="facts">\1</p>'),
    (r"<span>(<b>.</b> [^<]*)</span>", rf"\1{_EM} "),
    (r'<p><span class="line"></span><span>([^<]*)</span></p>', r"<p>\1</p>"),
    (r">\s+<", "><"),
)
"""Patterns of the page and their form on paper, which has fewer elements; applied in this order."""

_PAD: Final = "\u2007"
"""A space as wide as a digit."""

_SUM, _RUNNING = 4, 5
"""Widths of the change and of the points of a cell, in digits."""


def _flattened(html: str) -> str:
    """Return a page whose sheets have one text a cell, numbers below one another: each element less saves time and
    memory.

    Cells with more than a change and points, such as corrected ones, stay as they are.
    """
    html = _CELL.sub(lambda cell: _texts(cell[1], cell[2], cell[3]), html)
    for found, flat in _FLAT:
        html = re.sub(found, flat, html, flags=re.DOTALL)
    return html


def _texts(sign: str, change: str, points: str) -> str:
    return f'<td class="cell">{sign} {change.rjust(_SUM, _PAD)} {points.rjust(_RUNNING, _PAD)}</td>'


def sheets_of(found: Results, words: Messages) -> Iterator[tuple[int, int, MatchShown, str | None]]:
    """Yield round, table, match and end of each match of an event, in their order."""
    for (round, table), match in sorted(found.matches.items()):
        yield round, table, match_json(match, words), ended_at(match)


def sheets_pdf(
    found: Results, words: Messages, step: Callable[[int, int], AbstractContextManager[None]] = _quietly
) -> bytes:
    """Return the sheets of an event as a PDF.

    Each page is laid out on its own, so that what the layout of one needs is not kept for all.

    Args:
        found: The results of the rounds to print.
        words: The language.
        step: Called with the number of each step, from 1, and the count of all; it is entered while that is done.

    Raises:
        PdfUnavailableError: `no-weasyprint`, WeasyPrint or Pango is not installed; `no-cjk-font`, names are Chinese,
            Japanese or Korean and no font has such characters.
    """
    count = len(found.matches) + 2
    pages: list[Any] = []
    layout = _layout(_STYLE)
    documents = map(layout, sheet_pages(found, words))
    with _few_collections():
        with step(1, count):
            first = next(documents)
        pages += first.pages
        for number in range(2, count):
            with step(number, count):
                pages += next(documents).pages
        with step(count, count):
            for page, number in zip(pages, layout(_numbers(len(pages))).pages, strict=True):
                page.paint = partial(_painted, (page.paint, number.paint))
            made: bytes = first.copy(pages).write_pdf()
    return made


def _numbers(count: int) -> str:
    """Return so many pages with nothing on them but their numbers."""
    foot = f'@page number {{ @bottom-center {{ content: counter(page) " / {count}" }} }}'
    return f"<style>{foot}</style>" + '<p class="number"></p>' * count


def _painted(parts: Iterable[Callable[[Any, float], None]], stream: Any, scale: float = 1) -> None:
    for paint in parts:
        paint(stream, scale)


def to_pdf(html: str) -> bytes:
    """Convert an HTML page to a PDF, without loading anything it links to.

    Raises:
        PdfUnavailableError: WeasyPrint, Pango or a font is missing.
    """
    with _few_collections():
        made: bytes = _layout()(html).write_pdf()
    return made


def _layout(style: Path | None = None) -> Callable[[str], Any]:
    """Return the function that makes an HTML page a document of WeasyPrint; fonts and style are read once.

    It raises PdfUnavailableError as well, if a font is missing.

    Args:
        style: A style sheet for all pages, before their own.

    Raises:
        PdfUnavailableError: WeasyPrint or Pango is missing.
    """
    from PIL import ImageFile

    cut_short = ImageFile.LOAD_TRUNCATED_IMAGES
    try:
        from weasyprint import CSS, HTML  # only a hall needs it, and it is slow to import
        from weasyprint.text.fonts import FontConfiguration
    except (ImportError, OSError) as error:
        raise PdfUnavailableError("no-weasyprint") from error
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = cut_short  # WeasyPrint makes Pillow open truncated photos
    fonts = FontConfiguration()
    styles = [CSS(string=style.read_text(encoding="utf-8"), font_config=fonts)] if style else []

    def laid_out(html: str) -> Any:
        if _CJK.search(html) and not cjk_font():
            raise PdfUnavailableError("no-cjk-font")
        return HTML(string=html, url_fetcher=_refuse).render(font_config=fonts, stylesheets=styles)

    return laid_out


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect garbage seldom: a layout keeps nearly all that it makes until it is written."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _refuse(url: str, *_: Any, **__: Any) -> NoReturn:
    raise ValueError(url)


@cache
def cjk_font() -> bool:
    """Return True if a font with Chinese characters is installed, or if fontconfig is missing."""
    program = shutil.which("fc-list")
    if program is None:
        return True  # unknown
    listed = subprocess.run([program, ":lang=zh", "family"], capture_output=True, check=False)
    return bool(listed.stdout.strip())


@cache
def template(name: str, words: Messages) -> "Template":
    """Return a template of a page that stands alone, in a language."""
    from jinja2 import Environment, FileSystemLoader  # tables need no template

    from webui.messages import templates

    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)
    templates.install(environment, lambda: words)
    return environment.get_template(name)
