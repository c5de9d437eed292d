"""The encoding of a list of names, and the likely encodings of one that its bytes leave open.

`chardet` orders the candidates. A short list of names proves little, so that an encoding is only certain if the others
give words that no language has: Latin letters within Chinese ones, letters of two alphabets, capitals inside a word.
"""

import codecs
import io
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Final

import chardet

from webui.base.text import unicode_encoding
from webui.hall.headings import column_of


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding that lists of names come in.

    Attributes:
        name: Its name for people, options and JSON.
        codec: Python's name.
        chardet: The name in `chardet`.
        languages: Languages whose lists come in it; for the headings.
    """

    name: str
    codec: str
    chardet: str
    languages: frozenset[str]


_EAST: Final = frozenset({"zh", "zh-Hant"})
_WEST: Final = frozenset(["de", "fr", "nl", "sv", "da", "no", "fi", "is", "it", "es", "pt", "ca", "en"])
_CENTRAL: Final = frozenset(["pl", "cs", "sk", "hu", "ro", "hr", "sl", "de", "en"])

ENCODINGS: Final = (
    Encoding("gb18030", "gb18030", "gb18030", _EAST),
    Encoding("big5", "big5hkscs", "big5hkscs", _EAST),
    Encoding("shift-jis", "cp932", "cp932", _EAST | {"ja"}),
    Encoding("euc-jp", "euc_jp", "euc_jis_2004", _EAST | {"ja"}),
    Encoding("euc-kr", "cp949", "cp949", frozenset({"ko"})),
    Encoding("windows-1252", "cp1252", "cp1252", _WEST),
    Encoding("windows-1250", "cp1250", "cp1250", _CENTRAL),
    Encoding("windows-1251", "cp1251", "cp1251", frozenset(["ru", "uk", "be", "bg", "sr"])),
    Encoding("windows-1253", "cp1253", "cp1253", frozenset({"el"})),
    Encoding("windows-1254", "cp1254", "cp1254", frozenset({"tr"})),
    Encoding("windows-1257", "cp1257", "cp1257", frozenset(["et", "lv", "lt"])),
    Encoding("windows-1258", "cp1258", "cp1258", frozenset({"vi"})),
    Encoding("iso-8859-2", "iso8859_2", "iso8859_2", _CENTRAL),
    Encoding("iso-8859-5", "iso8859_5", "iso8859_5", frozenset(["ru", "uk", "be", "bg", "sr"])),
    Encoding("koi8-r", "koi8_r", "koi8_r", frozenset({"ru"})),
    Encoding("ibm866", "cp866", "cp866", frozenset({"ru"})),
    Encoding("mac-roman", "mac_roman", "mac_roman", _WEST),
    Encoding("mac-central-europe", "mac_latin2", "mac_latin2", _CENTRAL),
    Encoding("mac-cyrillic", "mac_cyrillic", "mac_cyrillic", frozenset({"ru"})),
    Encoding("mac-greek", "mac_greek", "mac_greek", frozenset({"el"})),
    Encoding("mac-turkish", "mac_turkish", "mac_turkish", frozenset({"tr"})),
    Encoding("ibm850", "cp850", "cp850", _WEST),
)
"""Encodings of text files before Unicode, those of Windows first."""

_ALPHABETS: Final = (
    "äöüß",
    "àâæçéèêëîïôœùûüÿ",
    "éèëïöüáíóú",
    "åäöéü",
    "æøåéòô",
    "åäöšž",
    "áðéíóúýþæö",
    "àèéìíîòóùú",
    "áéíñóúü",
    "ãáàâçéêíóôõúü",
    "àçéèíïóòúü",
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "ăâîșțşţ",
    "čćđšž",
    "äöõüšž",
    "āčēģīķļņšūž",
    "ąčęėįšųūž",
    "çğıöşüâîûi\u0307",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
    "абвгдежзийклмнопрстуфхцчшщъьюя",
    "абвгдђежзијклљмнњопрстћуфхцчџш",
    "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
)
"""Letters beyond a to z of the languages of Europe; a word has those of one language."""

_VIETNAMESE: Final = frozenset("ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ")

_SIGNS: Final = frozenset("·・　，、；：（）－–—’‘ー々〇°ªº“”„…「」『』／．")
"""Signs beyond ASCII that lists have."""

_LEAST_SHARE: Final = 0.1
"""Share of impossible words from which an encoding is ruled out, if another gives none. More asks more often; less
rules out the right encoding of a list with a few odd names."""

_MOST_SHARE: Final = 0.34
"""Share of impossible words above which an encoding comes last, and its headings prove nothing. More believes chance
headings; less loses a short list in which one of three names is rare."""

_RARE: Final = 0.5
"""Weight of a word with rare Han. More rules out the right encoding of a short list with one rare name; less asks more
often."""

_JUDGED: Final = 2_000
"""Words judged. More takes longer for a large file; fewer may miss the telling ones."""

_SAMPLE: Final = 8
"""Lines shown for each likely encoding. More make the question longer; fewer may show no telling name."""

_HEAD_LINES: Final = 15
"""First lines in which headings are looked for."""

_HEAD_LINE: Final = 4_000
"""Characters of such a line. More takes longer for a file that is no list; fewer cuts off the headings of forms."""

_WEIGHED: Final = 100_000
"""Bytes that `chardet` weighs, up to the end of a line: those of 1,000 players. More takes longer for a larger file."""

_WORD: Final = re.compile(r"[^\s\x21-\x26\x28-\x40\x5b-\x60\x7b-\x7e]+")
"""Letters in a row, and apostrophes."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text in one of the likely encodings of its bytes.

    Attributes:
        encoding: Name of the encoding.
        text: The text.
    """

    encoding: str
    text: str

    @property
    def sample(self) -> list[str]:
        """The first lines that are not all ASCII, which differ between encodings."""
        lines = [" ".join(line.split()) for line in self.text.splitlines()]
        return [line for line in lines if not line.isascii()][:_SAMPLE]


def decodings(data: bytes) -> list[Decoded]:
    """Return a list's text in each likely encoding, the likeliest first: one if it is certain, none for no text."""
    if encoding := unicode_encoding(data):
        return [Decoded(encoding.removesuffix("-sig"), data.decode(encoding).removeprefix("\ufeff"))]
    if b"\0" in data:
        return []
    texts: dict[str, list[Encoding]] = {}
    for each in _ordered(data):
        try:
            text = data.decode(each.codec)
        except UnicodeDecodeError:
            continue
        if not re.search(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]", text):
            texts.setdefault(text, []).append(each)
    judged = [(*_impossible(text, found[0]), text, found) for text, found in texts.items()]
    judged.sort(key=lambda found: found[0] > _MOST_SHARE * found[1])  # stable: else chardet's order
    headed = [found for found in judged if found[0] <= _MOST_SHARE * found[1] and _headed(found[2], found[3])]
    judged = headed or judged
    if not judged:
        return []
    least = min(found[0] for found in judged)
    most = max(1, _LEAST_SHARE * judged[0][1]) if not least else max(2, _MOST_SHARE * judged[0][1])
    judged = [found for found in judged if found[0] < least + most]
    return [Decoded(min(found, key=ENCODINGS.index).name, text) for _, _, text, found in judged]


def decoded_as(data: bytes, name: str) -> Decoded | None:
    """Return a list's text in the encoding that a person chose, or None if its bytes are not in that encoding.

    Raises:
        LookupError: There is no such encoding.
    """
    known = next((each.codec for each in ENCODINGS if each.name == name.casefold()), name)
    if unicode_encoding(data) == "utf-8-sig" and known.casefold().replace("_", "-") in ("utf-8", "utf8"):
        known = "utf-8-sig"
    try:
        return Decoded(name, data.decode(known).removeprefix("\ufeff"))
    except UnicodeDecodeError:
        return None


def _ordered(data: bytes) -> list[Encoding]:
    """Return all encodings in the order of `chardet`."""
    end = data.find(b"\n", _WEIGHED) + 1 if len(data) > _WEIGHED else 0
    found = chardet.detect_all(
        data[: end or None],
        ignore_threshold=True,
        compat_names=False,
        include_encodings=[each.chardet for each in ENCODINGS],
    )
    order = {_codec(each["encoding"]): at for at, each in reversed(list(enumerate(found))) if each["encoding"]}
    return sorted(ENCODINGS, key=lambda each: order.get(_codec(each.chardet), len(order) + 1))


def _codec(name: str) -> str:
    return codecs.lookup(name).name


def _headed(text: str, encodings: Iterable[Encoding]) -> bool:
    """Return True if a line has a heading in a language of these encodings, other than an English one."""
    languages = {language for each in encodings for language in each.languages} - {"en"}
    for line in islice(io.StringIO(text), _HEAD_LINES):
        cells = [cell.strip().strip('"') for cell in re.split(r"[\t;,|]", line[:_HEAD_LINE])]
        found = [column_of(cell) for cell in cells]
        if any(each and each[0] in ("name", "first", "last") for each in found) and any(
            each and each[1] & languages and "en" not in each[1] for each in found
        ):
            return True
    return False


def _impossible(text: str, encoding: Encoding) -> tuple[float, int]:
    """Return the number of words that no language has, rare characters as a part of one, and of words beyond ASCII."""
    words = list(islice((word[0] for word in _WORD.finditer(text) if not word[0].isascii()), _JUDGED))
    return sum(_fault(word, encoding) for word in words), len(words)


def _fault(word: str, encoding: Encoding) -> float:
    """Return 1 for a word that no language has, less for one with a rare character, and 0 for others."""
    if not _possible(word, encoding):
        return 1
    return _RARE if any(_script(char) in ("han", "hangul") and not _common(char, encoding) for char in word) else 0


def _possible(word: str, encoding: Encoding) -> bool:
    letters = [char for char in word if char not in _SIGNS and char != "'"]
    if any(not char.isalpha() and not unicodedata.combining(char) for char in letters):
        return False
    if len(letters) < len(word) and not letters:
        return True
    scripts = {_script(char) for char in letters}
    if "han" in scripts or "kana" in scripts:
        return _asian(letters, scripts, encoding)
    if len(scripts) > 1:
        return False
    if scripts & {"latin", "cyrillic", "greek"}:
        return _european("".join(letters))
    return scripts == {"hangul"} and bool(encoding.languages & {"ko"})


def _asian(letters: list[str], scripts: set[str], encoding: Encoding) -> bool:
    """Return True for Han and kana that are common in the language; a capital may stand at one end, as in 甲A."""
    inner = letters[1:] if _capital(letters[0]) else letters[:-1] if _capital(letters[-1]) else letters
    if {_script(char) for char in inner} - {"han", "kana"}:
        return False
    kana = [char for char in inner if _script(char) == "kana"]
    if "ja" not in encoding.languages:
        return not kana and not encoding.languages & {"ko"}
    narrow = [char for char in kana if "\uff61" <= char <= "\uff9f"]
    if narrow:
        return len(narrow) == len(letters) > 2
    return True


def _capital(char: str) -> bool:
    return char.isascii() and char.isupper()


@cache
def _common(char: str, encoding: Encoding) -> bool:
    """Return True for what names commonly have: Han of GB 2312, else of a set's first level; Hangul of KS X 1001."""
    code = char.encode(encoding.codec, "ignore")
    if encoding.name == "gb18030":
        return len(char.encode("gb2312", "ignore")) == 2
    if encoding.name == "big5":
        return b"\xa4\x40" <= code <= b"\xc6\x7e"
    if encoding.name == "shift-jis":
        return b"\x88\x9f" <= code <= b"\x98\x72"
    if encoding.name == "euc-jp":
        return len(code) == 2 and b"\xb0\xa1" <= code <= b"\xcf\xd3"
    return len(char.encode("euc_kr", "ignore")) == 2 and _script(char) == "hangul"


def _european(word: str) -> bool:
    """Return True if a word has the letters of one language and no capital after a small letter that is not ASCII."""
    for before, char in pairwise(word):
        if char.isupper() and before.islower() and not (char.isascii() and before.isascii()):
            return False
    small = word.lower()
    if _script(word[-1]) == "greek" and (small.endswith("σ") or "ς" in small[:-1]):
        return small.endswith("ς") or not word[-1].islower()
    used = {char for char in unicodedata.normalize("NFC", small) if not char.isascii()}
    return used <= _VIETNAMESE or any(used <= set(alphabet) for alphabet in _ALPHABETS)


@cache
def _script(char: str) -> str:
    name = unicodedata.name(char, "")
    if name.startswith(("CJK UNIFIED", "CJK COMPATIBILITY")):
        return "han"
    if name.startswith(("HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA")):
        return "kana"
    if name.startswith(("LATIN", "FULLWIDTH LATIN")) or unicodedata.combining(char):
        return "latin"
    return name.partition(" ")[0].casefold()


def encoding_names() -> Iterable[str]:
    """Return the names of encodings that a person may choose, Unicode first."""
    return ["utf-8", "utf-16", *(each.name for each in ENCODINGS)]
