"""The languages there are, and the reader's one by the tags of a browser or the settings of a shell.

A language is a folder of `webui/translations` with a `language.toml`, a regional variant of one a folder with a
`variant.toml`: nothing else names them.
"""

import gettext
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "translations"

ORIGINAL: Final = "en"
"""The language of the sentences in the code, and of what is not translated."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of a shell's language, the most important first (GNU gettext manual, 2.3)."""

_SCRIPT: Final = re.compile("[a-z]{4}", re.IGNORECASE)
_REGION: Final = re.compile("[a-z]{2}|[0-9]{3}", re.IGNORECASE)
"""The parts of a language tag that name a script and a region (BCP 47, 2.2)."""


@dataclass(frozen=True, slots=True)
class Made:
    """The way in which OpenCC makes a language from another one.

    Attributes:
        source: The language that is written.
        conversion: OpenCC's conversion.
        exceptions: Errors that it leaves, each with its correction, in the order of replacing.
        sentences: Corrections of single sentences by their English ones, after the exceptions.
    """

    source: str
    conversion: str
    exceptions: Mapping[str, str] = field(default_factory=dict)
    sentences: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as its `language.toml` describes it.

    Attributes:
        name: Its own name for itself.
        voice: Its tag as voices of browsers and desktops name it, or "" for that of the folder.
        regions: Regions whose readers get it for a tag without a script, such as `zh-TW`.
        made: The way in which it is made, or None if people write it.
        names: Names of patterns by their English ones; one that is missing is English.
    """

    name: str
    voice: str = ""
    regions: Collection[str] = ()
    made: Made | None = None
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Variant:
    """A language as some regions write it, or the tables of some games, as its `variant.toml` describes it.

    Attributes:
        of: The language.
        voice: Its tag as voices of browsers and desktops name it.
        regions: Regions that write it so.
        games: Games whose tables say it so, by their ids; readers of a region that has a variant keep theirs.
        also: Other languages of a browser that say the same if they name such a region.
        words: Words by those of the language, the longer ones first.
        patterns: Words by regular expressions without groups.
    """

    of: str
    voice: str
    regions: Collection[str] = ()
    games: Collection[str] = ()
    also: Collection[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)


def _described(file: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the files of this name say, each with the name of its folder, English first."""
    for path in sorted(FOLDER.glob(f"*/{file}"), key=lambda path: (path.parent.name != ORIGINAL, path.parent.name)):
        yield path.parent.name, tomllib.loads(path.read_text(encoding="utf-8"))


LANGUAGES: Final[Mapping[str, Language]] = {
    lang: Language(**said | ({"made": Made(**said["made"])} if "made" in said else {}))
    for lang, said in _described("language.toml")
}
"""The languages by the names of their folders, English first. A sentence that one lacks is the English one."""

VARIANTS: Final[Mapping[str, Variant]] = {lang: Variant(**said) for lang, said in _described("variant.toml")}
"""The variants by the names of their folders."""

WITH_GAMES: Final = frozenset(variant.of for variant in VARIANTS.values() if variant.games)
"""The languages that tables of some games say otherwise."""


def tag_of(lang: str) -> str:
    """Return a language or variant as HTML names it (BCP 47), such as `zh-Hant`."""
    return lang.replace("_", "-")


def voice_of(lang: str) -> str:
    """Return a language or variant as voices of browsers name it, such as `zh-TW`."""
    return (VARIANTS.get(lang) or LANGUAGES[lang]).voice or tag_of(lang)


def best_language(tags: Sequence[str], offered: Collection[str] = LANGUAGES.keys()) -> str:
    """Return the first offered language of `tags`, or English.

    A tag with a script means that script. One with a region means the language of that region, such as traditional
    Chinese for Taiwan.

    Args:
        tags: Language tags (BCP 47) as browsers send them, the preferred one first.
        offered: Languages, keys of `LANGUAGES`.
    """
    return next((lang for tag in tags for lang in _languages(tag) if lang in offered), ORIGINAL)


def _languages(tag: str) -> Iterator[str]:
    """Yield the languages that a tag may mean, the closest first."""
    language, *rest = tag.split("-")
    language = language.lower()
    script = next((part.title() for part in rest if _SCRIPT.fullmatch(part)), "")
    region = next((part.upper() for part in rest if _REGION.fullmatch(part)), "")
    if script:
        yield f"{language}_{script}"
    elif region:
        yield f"{language}_{region}"
        yield from (
            lang for lang, each in LANGUAGES.items() if region in each.regions and lang.split("_")[0] == language
        )
    yield language


def variant_for(lang: str, tags: Sequence[str], game: str = "") -> str:
    """Return the variant of a language that a browser wants or a game has, or the language.

    Args:
        lang: The language.
        tags: The tags of the browser, the preferred one first: the first one of that language decides.
        game: The id of the game that is spoken of, or "".
    """
    found = lang
    for name, variant in VARIANTS.items():
        if variant.of != lang:
            continue
        spoken = {lang.split("_")[0], *variant.also}
        first = next((tag.split("-") for tag in tags if tag.split("-")[0].lower() in spoken), [])
        if any(part.upper() in variant.regions for part in first):
            return name
        if game in variant.games:
            found = name
    return found


def shell_language() -> str:
    """Return the shell's language by `_VARIABLES`, or English if there is none of it."""
    return best_language(shell_tags())


def shell_tags() -> list[str]:
    """Return the shell's languages as tags (BCP 47), the preferred one first."""
    asked = next(filter(None, map(os.environ.get, _VARIABLES)), "")
    return [name.split(".")[0].split("@")[0].replace("_", "-") for name in asked.split(":")]


class Regional(gettext.NullTranslations):
    """Translations in the words of a variant."""

    def __init__(self, usual: gettext.NullTranslations, variant: Variant) -> None:
        """Begin with the translations of the language."""
        super().__init__()
        self._usual: Final = usual
        self._words: Final = variant.words
        self._found: Final = [*variant.patterns.values()]
        patterns = [f"({pattern})" for pattern in variant.patterns]
        self._word: Final = re.compile("|".join([*map(re.escape, variant.words), *patterns]))

    def said(self, text: str) -> str:
        """Return a sentence of the language in the words of the variant."""
        return self._word.sub(
            lambda found: self._found[found.lastindex - 1] if found.lastindex else self._words[found[0]], text
        )

    def gettext(self, message: str) -> str:
        """Return the translation of a sentence."""
        return self.said(self._usual.gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a sentence in its context."""
        return self.said(self._usual.pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a sentence that depends on a number."""
        return self.said(self._usual.ngettext(msgid1, msgid2, n))
