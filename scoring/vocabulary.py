"""Words of hands as Chinese and Japanese players write them, with the words of our notation that they stand for.

Simplified and traditional characters are both listed, and the usual spelling of riichi players in Latin letters.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from scoring.dialects import FLOWER_NAMES, RUNS
from scoring.errors import NotationError, NotationErrorKind

Call = Literal["chow", "pung", "kong", "concealed-kong", "added-kong"]
"""A meld as it is announced."""

_SPELLINGS: Final[Mapping[str, str]] = {
    "self-draw": "tsumo zimo self-drawn 自摸 自摸和 ツモ 門前清自摸和 门前清自摸和",
    "discard": "ron 点和 點和 点炮 點炮 放铳 放銃 放槍 出銃 荣和 榮和 ロン",
    "last-tile": "海底捞月 海底撈月 妙手回春 海底牌",
    "last-tile self-draw": "haitei 海底摸月",
    "last-tile discard": "houtei 河底捞鱼 河底撈魚",
    "kong self-draw": "rinshan 杠上开花 槓上開花 岭上开花 嶺上開花",
    "kong discard": "chankan 抢杠和 搶槓和 抢杠 搶槓 槍槓",
    "last-of-kind": "和绝张 和絕張 绝张 絕張",
    "heaven": "天和 天胡",
    "heaven self-draw": "tenhou",
    "earth": "地和 地胡",
    "earth self-draw": "chiihou",
    "man": "人和 人胡",
    "man discard": "renhou",
    "double-kong self-draw": "杠上杠 槓上槓",
    "riichi": "立直 リーチ",
    "no-riichi": "未立直 ダマ 黙聴 默听 默聽",
    "double-riichi": "ダブル立直 ダブルリーチ 両立直 两立直 兩立直",
    "ippatsu": "一発 一发 一發",
    "flowers=0": "无花 無花",
}
"""Spellings by the words of our notation, for how a hand was won."""
SYNONYMS: Final[Mapping[str, str]] = {
    spelling: own for own, spellings in _SPELLINGS.items() for spelling in spellings.split()
}
"""The words of our notation by each spelling, separated by spaces."""

_NAMES: Final[Mapping[str, str]] = {
    "seat": "门风 門風 自风 自風",
    "round": "圈风 圈風 场风 場風",
    "flowers": "花牌 花",
    "from": "点和者 點和者 点炮者 點炮者 放铳者 放銃者 放槍者",
    "dora": "宝牌指示牌 寶牌指示牌 ドラ表示牌",
    "ura": "里宝牌指示牌 裏寶牌指示牌 裡寶牌指示牌 裏ドラ表示牌",
    "honba": "本场 本場",
    "sticks": "供托 供託",
}
VALUE_NAMES: Final[Mapping[str, str]] = {
    spelling: own for own, spellings in _NAMES.items() for spelling in spellings.split()
}
"""The words of our notation that have a value, by their spellings."""

_CALLS: Final[Mapping[Call, str]] = {
    "chow": "吃 チー",
    "pung": "碰 ポン",
    "kong": "明杠 明槓 大明杠 大明槓",
    "concealed-kong": "暗杠 暗槓",
    "added-kong": "加杠 加槓 小明杠 小明槓",
}
CALLS: Final[Mapping[str, Call]] = {spelling: call for call, names in _CALLS.items() for spelling in names.split()}
"""Melds by the words that announce them."""
UNCLEAR_KONG: Final = frozenset({"杠", "槓", "カン"})
"""Words that leave open if a kong is concealed."""
GIVERS: Final[Mapping[str, int]] = {"上家": 1, "对家": 2, "對家": 2, "对面": 2, "対面": 2, "對面": 2, "下家": 3}
"""The players beside the winner, by the numbers that `Meld.source` has for them."""
NEIGHBOURS: Final = (1, 2, 3)
"""The values of `GIVERS`."""

_DRAWN: Final[Mapping[str, Mapping[str, bool]]] = {
    "海底捞月": {"mcr": False, "zungjung": True, "hk": True, "riichi": True},
    "海底撈月": {"mcr": False, "zungjung": True, "hk": True, "riichi": True},
    "妙手回春": {"mcr": True, "zungjung": True, "hk": True, "riichi": True},
}
"""True where a name of the last tile means the draw, False where it means the discard, by the game: fan 44 and 45 of
the Chinese rules, category 9 of Zung Jung, the lists of Hong Kong and riichi."""


def _any(spellings: Mapping[str, object] | frozenset[str]) -> str:
    """Return the pattern of some spellings, the longer ones first."""
    return "|".join(sorted(spellings, key=len, reverse=True))


CALL: Final = rf"{_any(frozenset(CALLS) | UNCLEAR_KONG)}"
"""The pattern of a word that announces a meld."""
GIVER: Final = rf"\(?(?:{_any(GIVERS)})\)?"
"""The pattern of the player who gave a meld's tile."""
_ROUND: Final = "[东東南西北](?:[风風]?[圈场場]|[1-4一二三四]局)"
_COUNTERS: Final = "[0-9]{1,2}本[场場]"
_VALUE: Final = rf"[东東南西北][风風]?|[{''.join(FLOWER_NAMES)}]+|(?:{RUNS[0]})+|[A-Za-z0-9]+"
_NAMED: Final = rf"(?:{_any(VALUE_NAMES)})\s?[=:]?\s?(?:{_VALUE})"
WITH_VALUE: Final = rf"{_NAMED}|{_COUNTERS}|{_ROUND}"
"""The pattern of a word with its value in Chinese or Japanese: 门风南, 2本場, 東1局."""
_SPLIT: Final = re.compile(rf"({_any(VALUE_NAMES)})\s?[=:]?\s?(.+)")


def own_words(word: str) -> tuple[str, ...]:
    """Return a word, with its value if it has one, in our notation; several words if it says several things."""
    if re.fullmatch(_ROUND, word):
        return (f"round={word[0]}",)
    if re.fullmatch(_COUNTERS, word):
        return (f"honba={word[:-2]}",)
    if named := _SPLIT.fullmatch(word):
        value = "".join([FLOWER_NAMES.get(character, character) for character in named[2]])
        return (f"{VALUE_NAMES[named[1]]}={value}",)
    name, sign, value = word.partition("=")
    name = name.lower()
    if name == "flowers":
        value = "".join([FLOWER_NAMES.get(character, character) for character in value])
    own = SYNONYMS.get(name, name)
    return (own + sign + value,) if sign else tuple(own.split())


class CalledMeld(NamedTuple):
    """A meld as a word announces it.

    Attributes:
        tiles: Its tiles.
        source: As in `Meld.source`.
        assumed: True if the text does not tell who gave the tile of a kong, and the player on the left is taken.
    """

    tiles: tuple[str, ...]
    source: int
    assumed: bool


def called_meld(call: str, tiles: tuple[str, ...], source: int) -> CalledMeld:
    """Return the meld that a word announces, such as 碰 of one tile or of three.

    Args:
        call: The word, one of `CALLS` or `UNCLEAR_KONG`.
        tiles: The tiles behind it; one tile of a pung or kong stands for all.
        source: The player who gave the tile, or 0 if the text does not tell.

    Raises:
        NotationError: The tiles are no such meld, or the word leaves open if a kong is concealed.
    """
    if call in UNCLEAR_KONG:
        raise NotationError("unclear-kong", word=call, tiles=tiles)
    kind = CALLS[call]
    count = {"chow": 3, "pung": 3}.get(kind, 4)
    if kind != "chow" and len(tiles) == 1:
        tiles *= count
    ordered = tuple(sorted(tiles))
    fits = len(tiles) == count and (_is_run(ordered) if kind == "chow" else len(set(tiles)) == 1)
    if not fits or (kind == "concealed-kong" and source) or (kind == "chow" and source > 1):
        raise NotationError("not-the-meld", word=call, tiles=tiles)
    match kind:
        case "chow":
            return CalledMeld(ordered, 1, False)
        case "kong":
            return CalledMeld(tiles, source or 1, not source)
        case "added-kong":
            return CalledMeld(tiles, 4 + (source or 1), not source)
    return CalledMeld(tiles, source, False)


def _is_run(tiles: tuple[str, ...]) -> bool:
    """Return True if three sorted tiles are a run of one suit."""
    if not all(len(code) == 2 for code in tiles) or len({code[1] for code in tiles}) > 1:
        return False
    first = int(tiles[0][0])
    return [int(code[0]) for code in tiles] == [first, first + 1, first + 2]


def drawn_by_name(named: tuple[str, ...], self_draw: bool | None, game: str) -> bool | None:
    """Return True if the names of the last tile mean the draw in this game, False if the discard, or None.

    Args:
        named: The names in the text.
        self_draw: True if the text says self-drawn, False if won on a discard, or None.
        game: A value of `RuleBook.game`; under any other text the names mean neither.

    Raises:
        NotationError: A name means the draw and the hand was won on a discard, or the other way round, or two names
            contradict each other.
    """
    found: bool | None = None
    for name in named:
        drawn = _DRAWN[name].get(game)
        if drawn is None:
            continue
        if self_draw is not None and drawn is not self_draw:
            kind: NotationErrorKind = "last-tile-drawn" if drawn else "last-tile-discarded"
            raise NotationError(kind, word=name, other=_other(drawn, game))
        found = self_draw = drawn
    return found


def _other(drawn: bool, game: str) -> str:
    """Return the name that a game has for the other way to win on the last tile."""
    if game == "mcr":
        return "海底捞月" if drawn else "妙手回春"
    return "河底捞鱼" if drawn else "海底捞月"


LAST_TILE_NAMES: Final = frozenset(_DRAWN)
"""Names of the last tile that games use for the draw or for the discard."""
