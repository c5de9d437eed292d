"""The sentences people read, in their language: the only place where a kind with parameters becomes words.

Everything below `webui` answers with kinds and parameters. A module here has, for one of these rooms, a table from kind
to sentence; the sentences are the msgids of the catalogues in `webui/translations`.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from webui.messages.languages import FOLDER, ORIGINAL, VARIANTS, Regional, tag_of


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
    """The sentences of one language, or of a variant of it.

    Attributes:
        lang: The language.
        tag: The language, or the variant, as HTML names it (BCP 47), such as `zh-Hant`.
    """

    def __init__(self, translations: gettext.NullTranslations, lang: str = ORIGINAL, tag: str | None = None) -> None:
        self.translations: Final = translations
        self.lang: Final = lang
        self.tag: Final = tag or tag_of(lang)

    @staticmethod
    @cache
    def of(lang: str) -> "Messages":
        """Return the sentences of a language or a variant, a key of `LANGUAGES` or `VARIANTS`."""
        if variant := VARIANTS.get(lang):
            usual = Messages.of(variant.of)
            return Messages(Regional(usual.translations, variant), usual.lang, tag_of(lang))
        return Messages(gettext.translation("messages", FOLDER, [lang], fallback=True), lang)

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
