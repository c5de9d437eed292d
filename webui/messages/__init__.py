"""The sentences people read, in their language: the only place where a kind with parameters becomes words.

Everything below `webui` answers with kinds and parameters. A module here has, for one of these rooms, a table from kind
to sentence; the sentences are the msgids of the catalogues in `webui/translations`.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from webui.messages.hongkong import TAG, HongKong

LANGUAGES: Final = {"en": "English", "zh": "简体中文", "zh_Hant": "繁體中文"}
"""Languages with a catalogue, each by its own name; the sentences in the code are the English ones."""

OFFERED: Final = ("en", "zh", "zh_Hant")
"""Languages of the pages: those whose catalogue is complete."""

FOLDER: Final = Path(__file__).parents[1] / "translations"


def N_(message: str) -> str:
    """Mark a sentence in a table for the catalogues; `Messages` translates it later."""
    return message


def in_context(context: str, message: str) -> tuple[str, str]:
    """Mark a sentence that means different things by its context; `Messages.of_context` translates it."""
    return context, message


def plural(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number `n` for the catalogues; `Messages.plural` translates it."""
    return one, many


class Messages:
    """The sentences of one language."""

    def __init__(self, translations: gettext.NullTranslations, lang: str = "en") -> None:
        self.translations: Final = translations
        self.lang: Final = lang
        self.tag: Final = TAG if isinstance(translations, HongKong) else lang.replace("_", "-")
        """The language as HTML names it (BCP 47), such as `zh-Hant`."""

    @staticmethod
    @cache
    def of(lang: str) -> "Messages":
        """Return the sentences of a language, a key of `LANGUAGES`."""
        return Messages(gettext.translation("messages", FOLDER, [lang], fallback=True), lang)

    @staticmethod
    @cache
    def in_hong_kong() -> "Messages":
        """Return the sentences in traditional characters with the words of Hong Kong."""
        usual = Messages.of("zh_Hant")
        return Messages(HongKong(usual.translations), usual.lang)

    def __call__(self, message: str, about: Mapping[str, Any] | None = None) -> str:
        """Return the translation of a sentence with its parameters.

        Args:
            message: The English sentence, with `%(name)s` for each parameter.
            about: The parameters by name.
        """
        said = self.translations.gettext(message)
        return said % self._known(about) if about is not None else said

    def of_context(self, context: str, message: str) -> str:
        """Return the translation of a sentence without parameters as its context has it, such as `tile` for East."""
        return self.translations.pgettext(context, message)

    def plural(self, one: str, many: str, n: int, about: Mapping[str, Any] | None = None) -> str:
        """Return the translation of a sentence that depends on a number `n`, which it has as `%(n)d`."""
        return self.translations.ngettext(one, many, n) % self._known({"n": n, **(about or {})})

    def _known(self, about: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the parameters, with a usual reason of the operating system translated."""
        reason = about.get("reason")
        if not isinstance(reason, str) or not reason:
            return about
        return {**about, "reason": self.translations.gettext(reason)}


def unstopped(text: str) -> str:
    """Return a text without the full stop at its end, as all errors are shown: they stand alone, or in a sentence."""
    return text.removesuffix("。") if text.endswith("。") else text if text.endswith("...") else text.removesuffix(".")
