"""A hand that was laid down: its tiles, how it was won, and what is wrong with it."""

from dataclasses import dataclass
from enum import IntFlag
from typing import Final, Literal

from scoring.groups import GROUP_OF
from scoring.tiles import ALL, FLOWERS, KIND, ONE_OF, WINDS

MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]


class ScoringError(ValueError):
    """Something given to the scorer cannot be used; the message says what, and what to change."""


class NotationError(ScoringError):
    """Text that does not follow the hand notation."""


class ImpossibleHandError(ScoringError):
    """Tiles that cannot be a hand, so that the question asked of it has no answer."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set that was laid out before the win.

    Attributes:
        tiles: Three or four codes; a chow ascending.
        source: Which neighbour gave the tile: 1 the player before, 2 opposite, 3 the player after; 5-7 likewise for
            the pung that was later made a kong; 0 not known or, for four tiles, nobody: the kong is concealed.
    """

    tiles: tuple[str, ...]
    source: int = 0

    @property
    def kind(self) -> MeldKind:
        """What the tiles make, judged by the first two and their number."""
        if len(set(self.tiles)) > 1:
            return "chow"
        if len(self.tiles) < 4:
            return "pung"
        return "kong" if self.source else "concealed-kong"

    @property
    def exposed(self) -> bool:
        """Whether it was claimed from another player (all but the concealed kong)."""
        return len(self.tiles) != 4 or self.source != 0


@dataclass(frozen=True, slots=True)
class Win:
    """A hand and how it was won.

    Attributes:
        concealed: The tiles in hand without the winning tile.
        winning: The tile the hand was won on; None when the hand only waits for one.
        melds: Sets laid out before the win.
        self_draw: Won on an own draw; otherwise on a discard or a robbed kong.
        last_tile: On the last tile of the wall, or on the discard after it.
        kong: On the replacement tile after an own kong (self-drawn), or by robbing a kong (not).
        last_of_kind: The other three copies of the winning tile lie open on the table.
        heaven, earth: Zung Jung's blessings.
        round_wind, seat: Prevailing wind and the winner's own wind.
        flowers: How many flower tiles the winner laid out.
        flower_tiles: Which ones, where that is known.
        discarder: Seat of the player who discarded the winning tile or made the robbed kong, where known.
        discards: The discards since the winner's own last one, as (seat, tile), oldest first, where known.
    """

    concealed: tuple[str, ...]
    winning: str | None
    melds: tuple[Meld, ...] = ()
    self_draw: bool = False
    last_tile: bool = False
    kong: bool = False
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round_wind: str = "E"
    seat: str = "E"
    flowers: int = 0
    flower_tiles: tuple[str, ...] = ()
    discarder: str | None = None
    discards: tuple[tuple[str, str], ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the hand, melds first and the winning tile last; no flowers."""
        tiles = tuple(code for meld in self.melds for code in meld.tiles) + self.concealed
        return tiles if self.winning is None else (*tiles, self.winning)


class Problem(IntFlag):
    """What is wrong with a hand. The first group makes it no hand; the second contradicts how it was won."""

    WRONG_COUNT = 1 << 0
    NO_WINNING_TILE = 1 << 1
    UNKNOWN_TILE = 1 << 2
    FIFTH_COPY = 1 << 3
    IMPOSSIBLE_CHOW = 1 << 4
    IMPOSSIBLE_SET = 1 << 5
    BAD_WIND = 1 << 6
    FLOWER_COUNT = 1 << 7
    FLOWER_TWICE = 1 << 8

    REPLACEMENT_WITHOUT_KONG = 1 << 9
    ROBBED_TILE_HELD = 1 << 10
    ROBBED_ON_LAST_TILE = 1 << 11
    LAST_OF_KIND_HELD = 1 << 12
    LAST_OF_KIND_ROBBED = 1 << 13
    HEAVEN_IMPOSSIBLE = 1 << 14
    EARTH_IMPOSSIBLE = 1 << 15
    DISCARDER_IMPOSSIBLE = 1 << 16
    DISCARDS_IMPOSSIBLE = 1 << 17


UNUSABLE: Final = Problem((1 << 9) - 1)
"""The problems that leave nothing to score. With the others the hand is scored without what they contradict."""


_SOURCES: Final = frozenset((0, 1, 2, 3, 5, 6, 7))
_WINDS: Final = frozenset(WINDS)
_THREE_EACH: Final = 3 * ALL
_MORE_THAN_SEVEN: Final = 24 * ALL


_ZH: Final = {
    Problem.WRONG_COUNT: "张数不对",
    Problem.NO_WINNING_TILE: "尚缺和牌张",
    Problem.UNKNOWN_TILE: "有不认识的牌",
    Problem.FIFTH_COPY: "同一张牌多于四张",
    Problem.IMPOSSIBLE_CHOW: "顺子不成立",
    Problem.IMPOSSIBLE_SET: "刻子或杠不成立",
    Problem.BAD_WIND: "圈风或门风不对",
    Problem.FLOWER_COUNT: "花牌张数不对",
    Problem.FLOWER_TWICE: "同一花牌出现两次",
    Problem.REPLACEMENT_WITHOUT_KONG: "没有杠，不能杠上开花",
    Problem.ROBBED_TILE_HELD: "自己有同样的牌，不能抢杠",
    Problem.ROBBED_ON_LAST_TILE: "抢杠不是最后一张打出的牌",
    Problem.LAST_OF_KIND_HELD: "手中还有同样的牌，不是绝张",
    Problem.LAST_OF_KIND_ROBBED: "抢杠和不再计和绝张",
    Problem.HEAVEN_IMPOSSIBLE: "不能天和",
    Problem.EARTH_IMPOSSIBLE: "不能地和",
    Problem.DISCARDER_IMPOSSIBLE: "点和者不对",
    Problem.DISCARDS_IMPOSSIBLE: "弃牌次序不对",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of a hand with the words for it: what was seen and what to change."""

    problem: Problem
    message: str

    @property
    def zh(self) -> str:
        """What is wrong, shortly, in Chinese."""
        return _ZH[self.problem]


def _is_chow(tiles: tuple[str, ...]) -> bool:
    if len(tiles) != 3 or any(KIND[code] > 26 for code in tiles):
        return False
    low, middle, high = sorted(KIND[code] for code in tiles)
    return low // 9 == high // 9 and (middle, high) == (low + 1, low + 2)


def _meld_finding(meld: Meld) -> Finding | None:
    text = " ".join(meld.tiles)
    if any(code not in ONE_OF for code in meld.tiles):
        return None  # said once, for the whole hand
    if len(set(meld.tiles)) == 1:
        if len(meld.tiles) in (3, 4) and meld.source in _SOURCES:
            return None
        return Finding(
            Problem.IMPOSSIBLE_SET,
            f"[{text}] is no pung or kong: it needs three or four tiles, and a source from 1-3 or 5-7.",
        )
    if _is_chow(meld.tiles):
        return None
    if len(meld.tiles) == 3:
        return Finding(
            Problem.IMPOSSIBLE_CHOW,
            f"[{text}] is no chow: a chow is three tiles in a row of one suit, from 123 to 789, never honors.",
        )
    return Finding(Problem.IMPOSSIBLE_SET, f"[{text}] is no set: lay three or four equal tiles, or three in a row.")


def _tile_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    tiles = win.tiles
    for code in sorted({code for code in tiles if code not in ONE_OF}):
        what = "a flower; give it as flowers=" + code if code in FLOWERS else "no tile"
        found.append(
            Finding(Problem.UNKNOWN_TILE, f"{code} is {what}. A hand is made of 1m-9m 1p-9p 1s-9s E S W N C F P.")
        )
    found += filter(None, map(_meld_finding, win.melds))
    held = len(win.concealed) + 3 * len(win.melds)
    if win.winning is None and held == 13:
        found.append(
            Finding(
                Problem.NO_WINNING_TILE, "No winning tile: 13 tiles are a waiting hand. Name the tile it was won on."
            )
        )
    elif held + (win.winning is not None) != 14:
        seen = held + (win.winning is not None)
        off = seen - 14
        found.append(
            Finding(
                Problem.WRONG_COUNT,
                f"{abs(off)} {'tile' if abs(off) == 1 else 'tiles'} too {'many' if off > 0 else 'few'}: "
                f"{seen} where a won hand has 14, a kong counting as three. Check the tiles and the melds.",
            )
        )
    for code in dict.fromkeys(tiles):
        if code in ONE_OF and tiles.count(code) > 4:
            found.append(
                Finding(
                    Problem.FIFTH_COPY,
                    f"{tiles.count(code)} copies of {code}: a set of tiles has four. One of them was misread.",
                )
            )
    return found


def _flower_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    for code in sorted(set(win.flower_tiles)):
        if code not in FLOWERS:
            found.append(Finding(Problem.UNKNOWN_TILE, f"{code} is no flower. Flowers are f1-f4 and s1-s4."))
        elif win.flower_tiles.count(code) > 1:
            found.append(
                Finding(Problem.FLOWER_TWICE, f"Flower {code} is there twice: a set of tiles has each flower once.")
            )
    if not 0 <= win.flowers <= 8:
        found.append(Finding(Problem.FLOWER_COUNT, f"{win.flowers} flowers: a set of tiles has eight. Give 0 to 8."))
    elif win.flower_tiles and len(win.flower_tiles) != win.flowers:
        found.append(
            Finding(
                Problem.FLOWER_COUNT,
                f"{win.flowers} flowers are counted and {len(win.flower_tiles)} named: make them agree.",
            )
        )
    return found


def _circumstance_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    tile = win.winning
    if tile is None:
        return []
    others = win.tiles[:-1]
    robbing = win.kong and not win.self_draw
    if win.kong and win.self_draw and not any(meld.kind in ("kong", "concealed-kong") for meld in win.melds):
        found.append(
            Finding(
                Problem.REPLACEMENT_WITHOUT_KONG,
                "A replacement tile after a kong, but the hand shows no kong: lay the kong, or leave out kong.",
            )
        )
    if robbing and tile in others:
        found.append(
            Finding(
                Problem.ROBBED_TILE_HELD,
                f"A kong of {tile} cannot have been robbed: the hand holds another {tile}. Leave out kong.",
            )
        )
    if robbing and win.last_tile:
        found.append(
            Finding(
                Problem.ROBBED_ON_LAST_TILE,
                "A robbed kong is not the last discard: leave out kong or last-tile.",
            )
        )
    if win.last_of_kind and tile in win.concealed:
        found.append(
            Finding(
                Problem.LAST_OF_KIND_HELD,
                f"{tile} was not the last of its kind: another copy is in the concealed hand. Leave out last-of-kind.",
            )
        )
    if win.last_of_kind and robbing:
        found.append(
            Finding(
                Problem.LAST_OF_KIND_ROBBED,
                "Robbing a kong counts alone: last-of-kind is not counted with it. Leave out one of them.",
            )
        )
    if win.discarder is not None and (win.self_draw or win.discarder == win.seat):
        why = "the hand was self-drawn" if win.self_draw else "that is the winner's own seat"
        found.append(Finding(Problem.DISCARDER_IMPOSSIBLE, f"from={win.discarder}: {why}. Leave it out or correct it."))
    return found


def _blessing_findings(win: Win) -> list[Finding]:
    found: list[Finding] = []
    if win.heaven and (win.seat != "E" or not win.self_draw or win.melds or win.earth):
        found.append(
            Finding(
                Problem.HEAVEN_IMPOSSIBLE,
                "The blessing of heaven is East's alone, on the fourteen tiles of the deal, without any kong.",
            )
        )
    if win.earth and (win.seat == "E" or win.self_draw or win.melds or win.discarder not in (None, "E")):
        found.append(
            Finding(
                Problem.EARTH_IMPOSSIBLE,
                "The blessing of earth is for a player other than East, on East's first discard, with nothing melded.",
            )
        )
    return found


def _discards_findings(win: Win) -> list[Finding]:
    seat, tile = win.discards[-1]
    bad = [code for _, code in win.discards if code not in ONE_OF]
    if not bad and not win.self_draw and tile == win.winning and seat == (win.discarder or seat):
        return []
    return [
        Finding(
            Problem.DISCARDS_IMPOSSIBLE,
            "discards= must end with the discard that was won on, made by the player of from=, and name played tiles.",
        )
    ]


def _tiles_are_sound(win: Win) -> bool:
    """Whether melds and tiles are a hand of fourteen; the common case, told apart quickly."""
    if win.winning is None or len(win.concealed) + 3 * len(win.melds) != 13:
        return False
    try:
        tally = sum([ONE_OF[code] for code in win.concealed]) + ONE_OF[win.winning]
        for meld in win.melds:
            if meld.tiles not in GROUP_OF or meld.source not in _SOURCES:
                return False
            tally += sum([ONE_OF[code] for code in meld.tiles])
    except KeyError:
        return False
    return not tally + _THREE_EACH & _MORE_THAN_SEVEN


def findings(win: Win) -> tuple[Finding, ...]:
    """Everything that is wrong with a hand, whether or not it wins; empty for a sound one."""
    found = [] if _tiles_are_sound(win) else _tile_findings(win)
    if win.flower_tiles or not 0 <= win.flowers <= 8:
        found += _flower_findings(win)
    for name, wind in (("round", win.round_wind), ("seat", win.seat)):
        if wind not in _WINDS:
            found.append(Finding(Problem.BAD_WIND, f"{name}={wind} is no wind: give E, S, W or N."))
    if win.kong or win.last_of_kind or win.discarder:
        found += _circumstance_findings(win)
    if win.heaven or win.earth:
        found += _blessing_findings(win)
    if win.discards:
        found += _discards_findings(win)
    return tuple(found)


def problems_of(found: tuple[Finding, ...]) -> Problem:
    """The findings as one set of flags."""
    flags = Problem(0)
    for finding in found:
        flags |= finding.problem
    return flags
