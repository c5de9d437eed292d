"""The reader's language: by the tags of a browser, or by the settings of a shell."""

import os
from collections.abc import Sequence
from typing import Final

from webui.messages import OFFERED

_NONE: Final = "en"

_TRADITIONAL: Final = {"tw", "hk", "mo"}
"""Regions that write Chinese in traditional characters: Taiwan, Hong Kong, Macau (CLDR, likely subtags)."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of a shell's language, the most important first (GNU gettext manual, 2.3)."""


def best_language(tags: Sequence[str], offered: Sequence[str] = OFFERED) -> str:
    """Return the first offered language of `tags`, or English.

    Chinese of Taiwan, Hong Kong and Macau is written in traditional characters, other Chinese in simplified ones,
    unless the tag names its script.

    Args:
        tags: Language tags (BCP 47) as browsers send them, the preferred one first.
        offered: Languages, keys of `webui.messages.LANGUAGES`.
    """
    return next((language for language in map(_language, tags) if language in offered), _NONE)


def _language(tag: str) -> str:
    """Return the language of a tag as a key of `webui.messages.LANGUAGES`, with its script for the traditional one."""
    language, *rest = tag.lower().split("-")
    scripts = [part for part in rest if part in ("hans", "hant")]
    traditional = scripts[0] == "hant" if scripts else language == "zh" and not _TRADITIONAL.isdisjoint(rest)
    return f"{language}_Hant" if traditional else language


def shell_language() -> str:
    """Return the shell's language by `_VARIABLES`, or English if it is not offered."""
    asked = next(filter(None, map(os.environ.get, _VARIABLES)), "")
    return best_language([name.split(".")[0].split("@")[0].replace("_", "-") for name in asked.split(":")])
