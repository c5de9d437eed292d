"""Tiles and winds as other programs and people write them; `scoring.notation` has our own notation, and
`scoring.vocabulary` the words for how a hand was won.

| text | origin |
|---|---|
| `123m 11z 0p` | Tenhou and most Japanese tools: honors by number, 0 a red five |
| `m123p456` | the same with the suit before its digits |
| `123M456P` | the same in capitals |
| `W1B2T3F1J1H1` | Botzone and PyMahjongGB |
| `…\\|EE1000\\|fah` | GB-Mahjong: round, seat, four digits for how it was won, flowers |
| 一二三万 3筒 東東 白 梅 | Chinese text, simplified or traditional, and Japanese text |
| 三四赤五筒 | Japanese text with a red five |
| `eee cc` | honors in lower case, if they can be nothing else |
| 🀇🀈🀉🀀 | the Unicode block Mahjong Tiles |
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from scoring.errors import NotationError

UNNAMED_FLOWER: Final = "flower"
"""Code of a flower that the text counts but does not name."""

_CHINESE_HONORS: Final = {
    "E": "东 東 东风 東風",
    "S": "南 南风 南風",
    "W": "西 西风 西風",
    "N": "北 北风 北風",
    "C": "中 红中 紅中",
    "F": "发 發 発 发财 發財",
    "P": "白 白板",
}
"""The honors by their Chinese names."""
_RANKS: Final = {digit: digit for digit in "123456789"} | dict(zip("一二三四五六七八九伍", "1234567895", strict=True))
"""Ranks by digit and by the characters on the tiles; many sets write the five as 伍."""
_SUITS: Final = dict(zip("mpsMPS万萬筒饼餅索条條", "mpsmpsmmpppsss", strict=True))
"""Suits by letter and by their Chinese names."""
_NUMBERED: Final = dict(zip("1234567", "ESWNPFC", strict=True))
"""Honors by number: winds from east, then white, green and red dragon, as in Tenhou's notation."""
_RED_FIVE: Final = {"0": "5"}
"""The rank of a red five, as Tenhou writes it."""

_FLOWERS: Final = ("f1", "f2", "f4", "f3", "s1", "s2", "s3", "s4")
"""The flowers in the order of Unicode and of GB-Mahjong, with bamboo before chrysanthemum."""
_UNICODE_ORDER: Final = (
    *"ESWNCFP",
    *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)),
    *_FLOWERS,
)
"""The codes in the order of the Unicode block, from U+1F000."""
_BOTZONE: Final = (
    {f"{letter}{rank}": f"{rank}{suit}" for letter, suit in ("Wm", "Bp", "Ts") for rank in range(1, 10)}
    | {f"F{number}": code for number, code in enumerate("ESWN", 1)}
    | {f"J{number}": code for number, code in enumerate("CFP", 1)}
    | {f"H{number}": UNNAMED_FLOWER for number in range(1, 9)}
)
"""Botzone's codes. Its flowers are unnamed, since programs disagree on their order."""
FLOWER_NAMES: Final[Mapping[str, str]] = dict(
    zip("梅兰蘭菊竹春夏秋冬", ("f1", "f2", "f2", "f3", "f4", "s1", "s2", "s3", "s4"), strict=True)
)
"""The flowers by the characters on them."""
_SYMBOLS: Final[Mapping[str, str]] = (
    {code: code for code in "ESWNCFP"}
    | dict(FLOWER_NAMES)
    | {name: code for code, names in _CHINESE_HONORS.items() for name in names.split()}
    | {chr(0x1F000 + place): code for place, code in enumerate(_UNICODE_ORDER)}
)
"""Every symbol of a single tile, with the tile's code."""
_ONE: Final[Mapping[str, str]] = {**_SYMBOLS, **_BOTZONE}
"""Every text of one tile that is not a digit with a suit."""

_ANY_SYMBOL: Final = "|".join(sorted(_SYMBOLS, key=len, reverse=True))
"""The pattern of a symbol; a longer symbol goes before its own beginning."""
_CHINESE_RUN: Final = f"[0{''.join(_RANKS)}]+[{''.join(_SUITS)[6:]}]"
"""The pattern of number tiles with a suit in Chinese."""
_SMALL: Final = "eswncfp"
"""The honors in lower case."""
_SMALL_RUN: Final = (
    rf"(?<![0-9a-z])[{_SMALL}]+(?![0-9a-z=-])|(?<=[0-9][mps])(?<![a-z]{{2}})[ewncf][{_SMALL}]*(?![0-9a-z=-])"
)
"""The pattern of honors in lower case. Beside a digit they may be a suit or a flower, and `s` or `p` behind a suit too
(`123mss`), so these are left unread."""
RUNS: Final = (
    rf"[0-9]+[mpsz]|{_CHINESE_RUN}|{_ANY_SYMBOL}|{_SMALL_RUN}",
    rf"[0-9]+[MPSZ]|{_CHINESE_RUN}|{_ANY_SYMBOL}|{_SMALL_RUN}",
    rf"[mpsz][0-9]+|{_CHINESE_RUN}|{_ANY_SYMBOL}|{_SMALL_RUN}",
    r"[WBT][1-9]|F[1-4]|J[1-3]|H[1-8]",
)
"""Patterns of a run of tiles, one for each way to write a hand.

The suit follows its digits, follows them as a capital, or precedes them; the last pattern is Botzone's. A hand is
written in one way only, so in `123m789PP` the P is a dragon and 789 lacks its suit.
"""

WIND_OF: Final[Mapping[str, str]] = {
    name.casefold(): code
    for code, english in zip("ESWN", ("East", "South", "West", "North"), strict=True)
    for name in (code, english, *_CHINESE_HONORS[code].split())
}
"""The winds by their names in lower case."""

UNCLEAR_SUIT: Final = re.compile(r"[0-9]+([bcdtwBDT])(?![a-z])")
"""Digits with a letter whose suit depends on the tool, such as b for bamboo or 饼."""

TAIL: Final = re.compile(r"\|([ESWN])([ESWN])([01])([01])([01])([01])(?:\|([a-h]{0,8}|[0-8]))?")
"""GB-Mahjong's tail: round, seat, self-draw, last of its kind, last tile, kong, then flowers by letter or number."""
_TAIL_FLOWERS: Final = dict(zip("abcdefgh", _FLOWERS, strict=True))
"""GB-Mahjong's flowers by letter."""
_IGNORABLE: Final = re.compile("[\u200b\ufe0e\ufe0f]")
"""Characters to drop: variation selectors of emoji, and the zero-width space."""
_NAMED_RED: Final = re.compile("赤[5五伍]")
"""A red five by its name."""
_MJAI_RED: Final = re.compile("5([mps])r(?![a-z])")
"""A red five as mjai writes it."""


def plain(text: str) -> str:
    """Return the text with full-width letters, digits and signs as plain ones, and a red five as 0."""
    if not text.isascii():
        text = _NAMED_RED.sub("0", _IGNORABLE.sub("", unicodedata.normalize("NFKC", text)))
    return _MJAI_RED.sub(r"0\1", text)


def _parts(run: str) -> tuple[str, str]:
    """Return the suit of a run and its digits."""
    return (run[0], run[1:]) if run[0] in "mpsz" else (run[-1], run[:-1])


@lru_cache(maxsize=1 << 12)
def tiles(run: str) -> tuple[str, ...]:
    """Return the codes of a run that matches one of `RUNS`; an unnamed flower is `UNNAMED_FLOWER`.

    Raises:
        NotationError: An honor number is out of range, such as `8z`.
    """
    if run in _ONE:
        return (_ONE[run],)
    if run.isascii() and run.islower() and run.isalpha():
        return tuple(run.upper())
    suit, digits = _parts(run)
    if suit in "zZ":
        if not set(digits) <= _NUMBERED.keys():
            raise NotationError("not-an-honor", run=run)
        return tuple([_NUMBERED[digit] for digit in digits])
    return tuple([(_RED_FIVE.get(digit) or _RANKS[digit]) + _SUITS[suit] for digit in digits])


def numbered_dragons(run: str) -> tuple[str, ...]:
    """Return the dragons that a run names by number, such as `5z`; tools disagree on their order."""
    suit, digits = _parts(run)
    return tuple([f"{digit}z" for digit in digits if digit in "567"]) if suit in "zZ" else ()


def red_fives(run: str) -> tuple[str, ...]:
    """Return the red fives of a run as ordinary fives."""
    suit, digits = _parts(run)
    return ("5" + _SUITS[suit],) * digits.count("0") if suit in _SUITS else ()


def tail_fields(tail: str) -> dict[str, object]:
    """Return the attributes of `scoring.Win` that GB-Mahjong's tail sets.

    Raises:
        NotationError: The text does not follow the tail's format.
    """
    match = TAIL.fullmatch(tail)
    if match is None:
        raise NotationError("not-a-tail", tail=tail)
    round_wind, seat, *digits, flowers = match.groups()
    self_draw, last_of_kind, last_tile, kong = [digit == "1" for digit in digits]
    fields: dict[str, object] = {
        "round_wind": round_wind,
        "seat": seat,
        "self_draw": self_draw,
        "last_of_kind": last_of_kind,
        "last_tile": last_tile,
        "kong": kong,
    }
    if flowers and flowers.isdigit():
        fields["flowers"] = int(flowers)
    elif flowers:
        fields |= {"flowers": len(flowers), "flower_tiles": tuple([_TAIL_FLOWERS[letter] for letter in flowers])}
    return fields
