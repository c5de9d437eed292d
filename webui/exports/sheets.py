"""Everything of an event on paper: seating, results, and the hand sheet of every table, as one PDF."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from jinja2 import Environment, FileSystemLoader, Template
from PIL import ImageFile

from scoring import RULES
from webui.errors import WebError
from webui.exports.event import rounds_table, seating_table, teams_table
from webui.hall.results import Results
from webui.messages import Messages, templates
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.serializers.matches import ended_at, match_json

TEMPLATES: Final = Path(__file__).parents[1] / "templates"

_STYLE: Final = TEMPLATES.parent / "static" / "eventsheets.css"

_CJK: Final = re.compile("[⺀-鿿豈-﫿]")


class PdfUnavailableError(WebError):
    """What a PDF is made with is missing on this computer."""


def sheets_html(found: Results, words: Messages) -> str:
    """The sheets of an event as one page of HTML, to be printed.

    Args:
        found: The results; the sheets are those of their rounds.
        words: The language.
    """
    event = found.kept.event
    body = next((name for name in match_words.BODIES if name == event.opened.body), "")
    return _template(words).render(
        lang=words.tag,
        style=_STYLE.read_text(encoding="utf-8"),
        about=event.opened,
        rules=wording.rules(words, RULES[event.opened.rules]),
        body=words(match_words.BODIES.get(body, event.body.name)),
        seating=seating_table(event, words),
        results=rounds_table(found, words),
        teams=teams_table(found, words) if found.teams else [],
        sheets=[
            (round, table, match_json(match, words), ended_at(match))
            for (round, table), match in sorted(found.matches.items())
        ],
    )


def sheets_pdf(found: Results, words: Messages) -> bytes:
    """The same as a PDF.

    Raises:
        PdfUnavailableError: `no-weasyprint`, WeasyPrint or Pango is not installed; `no-cjk-font`, names are Chinese,
            Japanese or Korean and no font has such characters.
    """
    return to_pdf(sheets_html(found, words))


def to_pdf(html: str) -> bytes:
    """A page of HTML as a PDF; nothing that it names is loaded.

    Raises:
        PdfUnavailableError: What makes it is missing.
    """
    cut_short = ImageFile.LOAD_TRUNCATED_IMAGES
    try:
        from weasyprint import HTML  # what only a hall needs, and slow to import
    except (ImportError, OSError) as error:
        raise PdfUnavailableError("no-weasyprint") from error
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = cut_short  # WeasyPrint lets Pillow open photographs that are cut short
    if _CJK.search(html) and not cjk_font():
        raise PdfUnavailableError("no-cjk-font")
    made: bytes = HTML(string=html, url_fetcher=_refuse).write_pdf()
    return made


def _refuse(url: str, *_: Any, **__: Any) -> NoReturn:
    raise ValueError(url)


@cache
def cjk_font() -> bool:
    """Whether a font with Chinese characters is installed, as far as fontconfig can say."""
    program = shutil.which("fc-list")
    if program is None:
        return True  # nobody can say
    listed = subprocess.run([program, ":lang=zh", "family"], capture_output=True, check=False)
    return bool(listed.stdout.strip())


@cache
def _template(words: Messages) -> Template:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)
    templates.install(environment, lambda: words)
    return environment.get_template("sheets.html")
