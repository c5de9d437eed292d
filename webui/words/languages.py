"""Which language somebody reads: by the tags of a browser, or by the settings of a shell."""

from collections.abc import Sequence
from typing import Final

from babel.core import Locale, UnknownLocaleError, default_locale

from webui.words import OFFERED

_NONE: Final = "en"


def best_language(tags: Sequence[str], offered: Sequence[str] = OFFERED) -> str:
    """The first language of `tags` that is offered, English where there is none.

    Chinese of Taiwan, Hong Kong and Macau is written in traditional characters, other Chinese in simplified ones,
    unless the tag names its script.

    Args:
        tags: Language tags (BCP 47) as browsers send them, the one preferred most first.
        offered: Languages, keys of `webui.words.LANGUAGES`.
    """
    for tag in tags:
        try:
            locale = Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        language = f"{locale.language}_Hant" if locale.script == "Hant" else locale.language
        if language in offered:
            return language
    return _NONE


def shell_language() -> str:
    """The language that the shell asks for by LANGUAGE, LC_ALL, LC_CTYPE or LANG; English where that is not offered."""
    try:
        tag = default_locale("LC_MESSAGES")
    except ValueError:
        return _NONE
    return best_language([tag.replace("_", "-")] if tag else [])
