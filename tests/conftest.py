"""What is drawn for the tests is the same on every machine: with the fonts README installs, whatever else there is."""

from pathlib import Path

from models.render import glyphs

_NAMES = {f"Noto{kind}CJK-{weight}.ttc" for kind in ("Sans", "Serif") for weight in ("Regular", "Bold")}
_FONTS = tuple(font for font in glyphs.system_fonts()[0] if Path(font.path).name in _NAMES)
if _FONTS:  # a machine without them draws with its own
    glyphs.system_fonts = lambda: (_FONTS, _FONTS)
