"""Texts of the sheet of printed markers."""

from vision.table.markers import NUMBERS, SIDE, SheetText
from webui.messages import Messages


def sheet_text(words: Messages) -> SheetText:
    """Return the texts on the sheet."""
    one, two, three, four = (words("%(number)d   left of seat %(number)d", {"number": n}) for n in NUMBERS)
    return SheetText(
        title=words("Tableside: corner markers"),
        lines=(
            words("Print at actual size (100 %), cut along the thin lines, keep the white rim."),
            words(
                "Lay marker n flat at the corner to the left of seat n, its outer corner at the corner of the table "
                "top."
            ),
            words("The black squares should measure %(side)d mm.", {"side": SIDE}),
        ),
        captions=(one, two, three, four),
    )
