"""Everything of an event on paper: seating, results, and the hand sheet of every table, as one PDF."""

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from jinja2 import Environment, FileSystemLoader
from PIL import ImageFile

from scoring import RULES
from webui.errors import WebError
from webui.exports.event import rounds_table, seating_table, teams_table
from webui.hall.results import Results
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.serializers.sheet import hand_sheet_json

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
    tables = []
    for number in found.rounds:
        for table in range(1, len(event.rounds[number].players) + 1):
            match = found.matches.get((number, table))
            if match is not None:
                tables.append({"round": number, "table": table, **hand_sheet_json(match.match, words)})
    made: str = _template().render(
        _=_sayer(words),
        lang=words.tag,
        style=_STYLE.read_text(encoding="utf-8"),
        about=event.opened,
        rules=wording.rules(words, RULES[event.opened.rules]),
        body=words(match_words.BODIES.get(body, event.body.name)),
        seating=seating_table(event, words),
        results=rounds_table(found, words),
        teams=teams_table(found, words) if found.teams else [],
        tables=tables,
    )
    return made


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
def _template() -> Any:
    return Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True).get_template("sheets.html")


def _sayer(words: Messages) -> Callable[..., str]:
    def say(message: str, **about: Any) -> str:
        known: Mapping[str, Any] | None = about or None
        return words(message, known)

    return say
