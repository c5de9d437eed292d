"""Traditional Chinese as Hong Kong and Macau write it: other words for a win, its payer, and some devices.

The catalogue in traditional characters serves readers in Taiwan and Hong Kong; a browser of Hong Kong or Macau reads it
with these words instead. Names of patterns and rule books keep theirs.
"""

import gettext
import re
from collections.abc import Sequence
from typing import Final

TAG: Final = "zh-Hant-HK"
"""The language as HTML names it (BCP 47)."""

_REGIONS: Final = {"hk", "mo"}
"""Regions with these words: Hong Kong and Macau."""

_WORDS: Final = {
    "拍攝和的牌": "拍攝食糊的牌",
    "把和的牌": "把食糊的牌",
    "搶槓和": "搶槓和",
    "天和的": "天糊的",
    "誰和牌": "誰食糊",
    "和牌張": "食糊張",
    "和牌": "食糊",
    "和法": "糊法",
    "和出的": "食糊的",
    "是用這些牌和的": "是用這些牌食糊的",
    "用這些牌和了": "用這些牌食了",
    "所和非聽張": "所食非聽張",
    "不能和這張牌": "不能食這張牌",
    "不能和": "不能食糊",
    "起和分": "起糊",
    "起和": "起糊",
    "點和": "出銃",
    "錯和": "詐糊",
    "詐和": "詐糊",
    "攝影機": "鏡頭",
}
"""Words of Hong Kong by those of the catalogue, the longer ones first. Some stand there to stay as they are."""

_WINS: Final = r"(?<=[}s])和(?=(?:\{|%\()(?:points|worth))"
"""The single sign that says that somebody wins so much."""

_WORD: Final = re.compile("|".join([*map(re.escape, _WORDS), _WINS]))


def read_in_hong_kong(tags: Sequence[str]) -> bool:
    """Return True if the first Chinese tag of a browser, in its order, is one of Hong Kong or Macau."""
    chinese = next((tag.lower().split("-") for tag in tags if tag.lower().split("-")[0] in ("zh", "yue")), [])
    return not _REGIONS.isdisjoint(chinese)


def as_in_hong_kong(said: str) -> str:
    """Return a sentence of the catalogue in the words of Hong Kong."""
    return _WORD.sub(lambda found: _WORDS.get(found[0], "食糊"), said)


class HongKong(gettext.NullTranslations):
    """Translations in traditional characters, in the words of Hong Kong."""

    def __init__(self, usual: gettext.NullTranslations) -> None:
        """Begin with the usual translations."""
        super().__init__()
        self._usual: Final = usual

    def gettext(self, message: str) -> str:
        """Return the translation of a sentence."""
        return as_in_hong_kong(self._usual.gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a sentence in its context."""
        return as_in_hong_kong(self._usual.pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a sentence that depends on a number."""
        return as_in_hong_kong(self._usual.ngettext(msgid1, msgid2, n))
