"""Papers of an event to print: name cards, table signs and certificates, as a page that stands alone or a PDF."""

from typing import Final, Literal, get_args

from webui.exports.sheets import TEMPLATES, template, to_pdf
from webui.hall.results import Results
from webui.messages import Messages
from webui.messages import scoring as wording

Paper = Literal["cards", "signs", "certificates"]
"""A kind of paper: a card a player, a sign a table, a certificate for each who is ranked."""

PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)


_STYLE: Final = TEMPLATES.parent / "static" / "eventpapers.css"


def papers_html(found: Results, what: Paper, words: Messages) -> str:
    """Return papers of an event as one HTML page for printing.

    Certificates have the places in the ranking of the rounds that count in `found`; nobody has one before the first.

    Args:
        found: The results.
        what: The kind of paper.
        words: The language.
    """
    event = found.kept.event
    ranked = {event.name(number) for number in event.ranked}
    return template("papers.html", words).render(
        lang=words.tag,
        what=what,
        style=_STYLE.read_text(encoding="utf-8"),
        about=event.opened,
        rules=wording.rules_played(words, event.rules),
        people=[each.person for each in event.playing],
        tables=event.table_numbers,
        standings=[row for row in found.players if row.player in ranked] if found.over else [],
    )


def papers_pdf(found: Results, what: Paper, words: Messages) -> bytes:
    """Return papers of an event as a PDF.

    Raises:
        webui.exports.sheets.PdfUnavailableError: WeasyPrint, Pango or a font is missing.
    """
    return to_pdf(papers_html(found, what, words))
