"""The tiles of a won hand as the followed deal has them, where its photo leaves some open: melds, flowers, and all."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from scoring.follow.events import UNKNOWN, Claim, Flower, Kong, Win
from scoring.follow.state import LaidMeld
from scoring.tiles import FACES, FLOWERS
from webui.hand.edits import Add, Edit, SetCircumstances, WriteTiles
from webui.hand.game import hand_game
from webui.hand.hand import TableHand
from webui.hand.state import places, same_tiles
from webui.table.follow.journal import FollowedDeal, Step
from webui.table.follow.win import by_people, seat_of, stated

_ASIDE: Final = 1
"""Tiles of a hand that its photo may lack: the winning tile, which stays in a pond."""


class _Won(Struct, frozen=True):
    """A win, with the steps before it, and the winner's melds."""

    win: Win
    before: Sequence[Step]
    melds: Sequence[LaidMeld]


def written(deal: FollowedDeal, hand: TableHand) -> list[Edit]:
    """Return the edits with which a hand takes over tiles that its photo leaves open, as the followed deal has them.

    Nothing is put over a person's word on the tiles, nor over a tile that the photo shows otherwise. All flowers of
    the deal are taken over. If the camera is not sure of one, the page asks if they are all: in 297 wins of simulated
    deals the camera found each of 420 flowers, but 12 of 167 winners with a sure one had another that was not sure.

    If it found none, the page asks about that under rules that count having none: the reader missed 4 of 212 flowers in
    109 labelled photographs. Under Chinese Official it does not: of 193 players without a flower in these wins, as the
    camera had it, none had one.
    """
    won = _won(deal, hand)
    if won is None or any(not same_tiles(before, now) for before, now in by_people(hand)):
        return []
    text = _text(won, hand)
    flowers = _flowers(won, hand) if hand_game(hand.laid.rules).flowers else []
    return [*([WriteTiles(text)] if text else []), *flowers]


def _flowers(won: _Won, hand: TableHand) -> list[Edit]:
    """Return the edits that lay the winner's flowers, and ask if they are all of them where that is not sure."""
    laid, told = hand.laid, [flower for _, flower in _set_aside(won)]
    named = dict.fromkeys(each.tile for each in told if each.seat and each.tile in FLOWERS)
    held = {slot.tile for slot in laid.flowers}
    edits: list[Edit] = [Add(tile) for tile in named if tile not in held]
    open_ = len(named) < len(told) or not all(each.sure for each in told) or not held <= named.keys()
    if open_ != laid.won.more_flowers and "more_flowers" not in stated(hand):
        edits.append(SetCircumstances(replace(laid.won, more_flowers=open_)))
    return edits


def doubtful_flowers(deal: FollowedDeal, hand: TableHand) -> list[Step]:
    """Return the steps that laid a flower of a hand's winner or of nobody known, and that the camera is not sure of."""
    won = _won(deal, hand)
    return [step for step, flower in _set_aside(won) if not (flower.seat and flower.sure)] if won else []


def _set_aside(won: _Won) -> list[tuple[Step, Flower]]:
    """Return the flowers of the winner, or of nobody known, each with its step."""
    steps = [(step, step.event) for step in won.before]
    return [(step, event) for step, event in steps if isinstance(event, Flower) and event.seat in (won.win.seat, 0)]


def _won(deal: FollowedDeal, hand: TableHand) -> _Won | None:
    """Return the win of a hand with what the winner laid aside, or None without one."""
    found = deal.win
    if found is None or seat_of(deal, hand) is None:
        return None
    count, step = found
    assert isinstance(step.event, Win)
    return _Won(step.event, deal.steps[:count], deal.state(count).melds[step.event.seat])


def _text(won: _Won, hand: TableHand) -> str:
    """Return the notation of the hand as it was followed, or "" if its photo leaves nothing open, or differs."""
    laid, win = hand.laid, won.win
    wins = hand.outcome.assessment is not None and hand.outcome.assessment.wins
    if not win.sure or (wins and not hand.asked):
        return ""
    of_melds = [
        each.event for each in won.before if isinstance(each.event, Claim | Kong) and each.event.seat == win.seat
    ]
    concealed = Counter(win.hand) - Counter([win.tile])
    tiles = Counter(win.hand) + Counter(tile for meld in won.melds for tile in meld.tiles)
    if not all(each.sure for each in of_melds) or UNKNOWN in tiles or win.tile not in win.hand:
        return ""
    if len(win.hand) + 3 * len(won.melds) != laid.whole or not _agree(tiles, hand):
        return ""
    reds = [slot.tile for slot in places(laid).values() if slot.red and slot.tile]
    players = laid.play.players
    melds = "".join(_meld(meld, win.seat, players, reds) for meld in won.melds)
    return f"{melds}{_codes(concealed.elements(), reds)} {_codes([win.tile], reds)}"


def _agree(tiles: Counter[str], hand: TableHand) -> bool:
    """Return True if the photo of a hand shows these tiles, as far as it names them without a doubt.

    All but the winning tile lie in it; those that it names and does not take for the hand may be anybody's.
    """
    reading, laid = hand.reading, hand.laid
    if reading is None:
        return False
    doubted = {tile for asked in hand.asked if asked.kind in ("which-face", "one-of-faces") for tile in asked.seen}
    slots = [slot for path, slot in places(laid).items() if path[0] != "f"]
    named = Counter(slot.tile for slot in slots if slot.tile and slot.seen not in doubted)
    others = sum(slot.tile is None or slot.seen in doubted for slot in slots)
    missing = (tiles - named).total()
    return not named - tiles and missing <= others + _ASIDE


def _meld(meld: LaidMeld, seat: int, players: int, reds: list[str]) -> str:
    """Return the notation of a meld, with the one who gave its tile, counted back in the order of turns."""
    giver = (seat - meld.source) % players if meld.source else 0
    added = 4 if meld.kind == "added-kong" and giver else 0
    return f"[{_codes(meld.tiles, reds)}{f',{giver + added}' if giver else ''}]"


def _codes(tiles: Iterable[str], reds: list[str]) -> str:
    """Return tiles in the order of faces; a five is red as long as `reds` has one, which is taken from there."""
    found = ""
    for tile in sorted(tiles, key=FACES.index):
        red = tile in reds
        if red:
            reds.remove(tile)
        found += f"0{tile[1]}" if red else tile
    return found
