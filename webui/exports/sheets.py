"""An event on paper: seating, results and the hand sheet of every table, as one PDF."""

import gc
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
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


def sheets_html(found: Results, words: Messages) -> str:
    """Return the sheets of an event as one HTML page for printing.

    Args:
        found: The results of the rounds to print.
        words: The language.
    """
    event = found.kept.event
    made = template("sheets.html", words).render(
        lang=words.tag,
        style=_STYLE.read_text(encoding="utf-8"),
        about=event.opened,
        rules=wording.rules_played(words, event.rules),
        body=match_words.body(words, event.body),
        seating=seating_table(event, words),
        results=rounds_table(found, words),
        teams=teams_table(found, words) if found.teams else [],
        sheets=sheets_of(found, words),
    )
    return _flattened(made)


_CELL: Final = re.compile(
    '<td class="cell"><a><span class="sign">([^<]*)</span><span class="sum[^"]*">([^<]*)</span>'
    '<span class="running">([^<]*)</span></a></td>'
)
_HAND: Final = re.compile(r'<th scope="row"><a>\s*<b>([^<]*)</b><span class="round">([^<]*)</span></a></th>')
_NAME: Final = re.compile(
    '<span class="player bare"><span class="name"><bdi>([^<]*)</bdi><small>([^<]*)</small></span></span>'
)
_PAD: Final = "\u2007"
"""A space as wide as a digit."""

_SUM, _RUNNING = 4, 5
"""Widths of the change and of the points of a cell, in digits."""


def _flattened(html: str) -> str:
    """Return a page whose sheets have one text a cell, numbers below one another: each box less saves time and memory.

    Cells with more than a change and points, such as corrected ones, stay as they are.
    """
    html = _CELL.sub(lambda cell: _texts(cell[1], cell[2], cell[3]), html)
    html = _NAME.sub(r"\1<br>\2", _HAND.sub(r"<th>\1 \2</th>", html))
    return re.sub(r">\s+<", "><", html)


def _texts(sign: str, change: str, points: str) -> str:
    return f'<td class="cell">{sign} {change.rjust(_SUM, _PAD)} {points.rjust(_RUNNING, _PAD)}</td>'


def sheets_of(found: Results, words: Messages) -> list[tuple[int, int, MatchShown, str | None]]:
    """Return round, table, match and end of each match of an event, in their order."""
    return [
        (round, table, match_json(match, words), ended_at(match))
        for (round, table), match in sorted(found.matches.items())
    ]


def sheets_pdf(found: Results, words: Messages) -> bytes:
    """Return the sheets of an event as a PDF.

    Raises:
        PdfUnavailableError: `no-weasyprint`, WeasyPrint or Pango is not installed; `no-cjk-font`, names are Chinese,
            Japanese or Korean and no font has such characters.
    """
    return to_pdf(sheets_html(found, words))


def to_pdf(html: str) -> bytes:
    """Convert an HTML page to a PDF, without loading anything it links to.

    Raises:
        PdfUnavailableError: WeasyPrint or Pango is missing.
    """
    from PIL import ImageFile

    cut_short = ImageFile.LOAD_TRUNCATED_IMAGES
    try:
        from weasyprint import HTML  # only a hall needs it, and it is slow to import
    except (ImportError, OSError) as error:
        raise PdfUnavailableError("no-weasyprint") from error
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = cut_short  # WeasyPrint makes Pillow open truncated photos
    if _CJK.search(html) and not cjk_font():
        raise PdfUnavailableError("no-cjk-font")
    with _few_collections():
        made: bytes = HTML(string=html, url_fetcher=_refuse).write_pdf()
    return made


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
