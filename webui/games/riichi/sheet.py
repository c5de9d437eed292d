"""Hands of riichi in JSON: their value on a sheet, and what was declared in those of a match."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.payment import STICK
from scoring.match.state import Hand
from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.games.riichi.words import fu
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.game import in_game


class TileShown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tile of the hand; `red` is true for a red five."""

    tile: str
    red: bool = False


class FuShown(Struct, frozen=True):
    """A reason of fu."""

    reason: str
    fu: int
    says: str


class RiichiShown(Struct, frozen=True, kw_only=True):
    """The riichi value of a hand: han and fu, the limit that they reach, counters and sticks on the table."""

    han: int
    fu: int
    fu_details: list[FuShown]
    level: str
    says: str
    honba: int
    sticks: int
    tiles: list[TileShown]


class RiichiSheet(Added, frozen=True, tag="riichi"):
    """The riichi value of a hand on its sheet."""

    riichi: RiichiShown


class DeclaredShown(Added, frozen=True):
    """The counters and sticks at the beginning of a hand, who declared riichi, and who waited in a draw."""

    honba: int
    sticks: int
    riichi: list[str]
    tenpai: list[str] | None


class RiichiHandShown(DeclaredShown, frozen=True, tag="riichi"):
    """The declarations of a hand, and who of them showed it."""

    open_riichi: list[str]


def sheet_json(words: Messages, sheet: ScoreSheet) -> RiichiSheet | UnsetType:
    """Return the riichi value of a hand, if it has one."""
    return UNSET if sheet.extra is None else RiichiSheet(riichi=shown(words, sheet))


def shown(words: Messages, sheet: ScoreSheet) -> RiichiShown:
    """Return the value of a hand that has one: its han and fu, and its tiles."""
    found, red = sheet.extra, list(sheet.win.red)
    tiles = []
    for code in sheet.win.tiles:
        is_red = code in red
        if is_red:
            red.remove(code)
        tiles.append(TileShown(tile=code, red=is_red))
    return RiichiShown(
        han=found.han,
        fu=found.fu,
        fu_details=[FuShown(part.reason, part.fu, fu(words, part)) for part in found.parts],
        level=found.level,
        says=wording.value(in_game(words, sheet.rules), sheet) if found.han else "",
        honba=found.honba,
        sticks=found.sticks,
        tiles=tiles,
    )


def hand_json(hand: Hand) -> RiichiHandShown:
    """Return what was declared in a hand of a match."""
    return RiichiHandShown(open_riichi=riichi_of(hand).opened, **declared(hand))


def declared(hand: Hand) -> dict[str, Any]:
    """Return the fields of `DeclaredShown` of a hand of a match."""
    riichi = riichi_of(hand)
    return {
        "honba": riichi.honba,
        "sticks": hand.began_with // STICK,
        "riichi": riichi.declared,
        "tenpai": None if riichi.tenpai is None else list(riichi.tenpai),
    }
