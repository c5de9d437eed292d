"""Words of hands as players write them, with the words of our notation that they stand for.

Simplified and traditional characters are both listed. A game adds words of its own: see `scoring.extra`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from scoring.dialects import FLOWER_NAMES, RUNS
from scoring.errors import NotationError, NotationErrorKind
from scoring.extra import ValueKind
from scoring.games.game import Game

_Call = Literal["chow", "pung", "kong", "concealed-kong", "added-kong"]
"""A meld as it is announced."""

_SPELLINGS: Final[Mapping[str, str]] = {
    "self-draw": "zimo self-drawn 自摸 自摸和",
    "discard": "点和 點和 点炮 點炮 放铳 放銃 放槍 出銃",
    "last-tile": "海底捞月 海底撈月 妙手回春 海底牌",
    "last-tile self-draw": "海底摸月",
    "last-tile discard": "河底捞鱼 河底撈魚",
    "kong self-draw": "杠上开花 槓上開花 岭上开花 嶺上開花",
    "kong discard": "抢杠和 搶槓和 抢杠 搶槓 槍槓",
    "last-of-kind": "和绝张 和絕張 绝张 絕張",
    "heaven": "天和 天胡",
    "earth": "地和 地胡",
    "man": "人和 人胡",
    "double-kong self-draw": "杠上杠 槓上槓",
    "flowers=0": "无花 無花",
}
"""Spellings by the words of our notation, for how a hand was won."""

_NAMES: Final[Mapping[str, str]] = {
    "seat": "门风 門風 自风 自風",
    "round": "圈风 圈風 场风 場風",
    "flowers": "花牌 花",
    "from": "点和者 點和者 点炮者 點炮者 放铳者 放銃者 放槍者",
}
"""Spellings of the words of our notation that have a value."""

_CALLS: Final[Mapping[_Call, str]] = {
    "chow": "吃 チー",
    "pung": "碰 ポン",
    "kong": "明杠 明槓 大明杠 大明槓 点杠 點槓 直杠 直槓 刮风 刮風",
    "concealed-kong": "暗杠 暗槓 下雨",
    "added-kong": "加杠 加槓 小明杠 小明槓 巴杠 巴槓 补杠 補槓",
}
CALLS: Final[Mapping[str, _Call]] = {spelling: call for call, names in _CALLS.items() for spelling in names.split()}
"""Melds by the words that announce them."""
UNCLEAR_KONG: Final = frozenset({"杠", "槓", "カン"})
"""Words that leave open if a kong is concealed."""
GIVERS: Final[Mapping[str, int]] = {"上家": 1, "对家": 2, "對家": 2, "对面": 2, "対面": 2, "對面": 2, "下家": 3}
"""The players beside the winner, by the numbers that `Meld.source` has for them."""
NEIGHBOURS: Final = (1, 2, 3)
"""The values of `GIVERS`."""

NONE: Final = "(?!)"
"""The pattern that nothing matches."""


def _any(spellings: Mapping[str, object] | frozenset[str]) -> str:
    """Return the pattern of some spellings, the longer ones first."""
    return "|".join(sorted(spellings, key=len, reverse=True))


CALL: Final = rf"{_any(frozenset(CALLS) | UNCLEAR_KONG)}"
"""The pattern of a word that announces a meld."""
GIVER: Final = rf"\(?(?:{_any(GIVERS)})\)?"
"""The pattern of the player who gave a meld's tile."""
_ROUND: Final = "[东東南西北](?:[风風]?[圈场場]|[1-4一二三四]局)"
_VALUE: Final = rf"[东東南西北][风風]?|[{''.join(FLOWER_NAMES)}]+|(?:{RUNS[0]})+|[A-Za-z0-9]+"


class Vocabulary:
    """The words of some games: those that every game has, and what each adds.

    Attributes:
        games: The games; the words of one count before those of a later one.
        synonyms: The words of our notation, separated by spaces, by each spelling.
        value_names: The words of our notation that have a value, by their spellings.
        flags: Words without a value that games add, each with the game, the attribute that it sets, and its value.
        implied: The flag that another flag states too.
        values: Words with a value that games add, each with the game and the kind of value.
        offered: Spellings that the error of an unknown word offers.
        last_tile_names: Names of the last tile that games use for the draw or for the discard.
        with_value: The pattern of a word with its value in Chinese or Japanese: 门风南, 2本場, 東1局.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        added = [(game, game.words) for game in reversed(games)]  # of two games with one word the first counts
        self.games = tuple(games)
        self.synonyms = _by_spelling([words.spellings for _, words in added], _SPELLINGS)
        self.value_names = _by_spelling([words.names for _, words in added], _NAMES)
        self.flags = {word: (game, *sets) for game, words in added for word, sets in words.flags.items()}
        self.implied = {word: other for _, words in added for word, other in words.implied.items()}
        self.values: Mapping[str, tuple[Game, ValueKind]] = {
            word: (game, kind) for game, words in added for word, kind in words.values.items()
        }
        self.offered = tuple([word for _, words in added for word in words.offered])
        self.last_tile_names = frozenset([name for game in games for name in game.words.last_tile.names])
        counters = {word for _, words in added for word in words.counters}
        self._counters = {name: own for name, own in self.value_names.items() if own in counters}
        counted = rf"[0-9]{{1,2}}(?:{_any(self._counters)})" if counters else NONE
        counts = [own for own, (_, kind) in self.values.items() if kind == "count"]  # also said without a number
        bare = {name: own for name, own in self.value_names.items() if own in counts}
        others = {name: own for name, own in self.value_names.items() if own not in counts}
        named = rf"(?:{_any(others)})\s?[=:]?\s?(?:{_VALUE})|(?:{_any(bare) or NONE})\s?[=:]?\s?[0-9]{{1,2}}"
        self.with_value = rf"{named}|{counted}|{_ROUND}"
        self._counted = re.compile(rf"([0-9]{{1,2}})({_any(self._counters) or NONE})")
        self._split = re.compile(rf"({_any(self.value_names)})\s?[=:]?\s?(.+)")

    def own_words(self, word: str) -> tuple[str, ...]:
        """Return a word, with its value if it has one, in our notation; several words if it says several things."""
        if word in self.synonyms:
            return tuple(self.synonyms[word].split())
        if re.fullmatch(_ROUND, word):
            return (f"round={word[0]}",)
        if counted := self._counted.fullmatch(word):
            return (f"{self._counters[counted[2]]}={counted[1]}",)
        if named := self._split.fullmatch(word):
            value = "".join([FLOWER_NAMES.get(character, character) for character in named[2]])
            return (f"{self.value_names[named[1]]}={value}",)
        name, sign, value = word.partition("=")
        name = name.lower()
        if name == "flowers":
            value = "".join([FLOWER_NAMES.get(character, character) for character in value])
        own = self.synonyms.get(name, name)
        return (own + sign + value,) if sign else tuple(own.split())


def _by_spelling(added: Iterable[Mapping[str, str]], common: Mapping[str, str]) -> Mapping[str, str]:
    """Return words of our notation by each spelling; those of every game count before a game's own."""
    every = (*added, common)
    return {spelling: own for words in every for own, spellings in words.items() for spelling in spellings.split()}


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
            return CalledMeld(tiles, 1, False)
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


def drawn_by_name(named: tuple[str, ...], self_draw: bool | None, game: Game | None) -> bool | None:
    """Return True if the names of the last tile mean the draw in a game, False if the discard, or None.

    Args:
        named: The names in the text.
        self_draw: True if the text says self-drawn, False if won on a discard, or None.
        game: The game; without one the names mean neither.

    Raises:
        NotationError: A name means the draw and the hand was won on a discard, or the other way round, or two names
            contradict each other.
    """
    found: bool | None = None
    for name in named:
        drawn = game.words.last_tile.names.get(name) if game else None
        if game is None or drawn is None:
            continue
        if self_draw is not None and drawn is not self_draw:
            kind: NotationErrorKind = "last-tile-drawn" if drawn else "last-tile-discarded"
            names = game.words.last_tile
            raise NotationError(kind, word=name, other=names.discard if drawn else names.draw)
        found = self_draw = drawn
    return found
