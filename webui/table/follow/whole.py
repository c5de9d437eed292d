"""The tiles of a won hand as the followed deal has them, where its photo leaves some open: melds, flowers, and all."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from scoring.follow.events import UNKNOWN, Claim, Flower, Kong, Win
from scoring.follow.state import LaidMeld
from scoring.tiles import FACES
from webui.hand.edits import Add, Edit, WriteTiles
from webui.hand.game import hand_game
from webui.hand.hand import TableHand
from webui.hand.state import places, same_tiles
from webui.table.follow.journal import FollowedDeal, Step
from webui.table.follow.win import by_people, seat_of

_ASIDE: Final = 1
"""Tiles of a hand that its photo may lack: the winning tile, which stays in a pond."""


class _Won(Struct, frozen=True):
    """A win that the camera is sure of, with the winner's melds and flowers."""

    win: Win
    before: Sequence[Step]
    melds: Sequence[LaidMeld]
    flowers: Sequence[str]


def written(deal: FollowedDeal, hand: TableHand) -> list[Edit]:
    """Return the edits with which a hand takes over tiles that its photo leaves open, as the followed deal has them.

    Nothing is put over a person's word on the tiles, nor over a tile that the photo shows otherwise. Flowers that were
    seen are taken over. The page asks whether there were none, since a flower that the camera misses leaves no gap:
    the reader missed 4 of 212 flowers in 109 labelled photographs, and the decoder 6 of 2,718 in 600 simulated deals
    (`pytest -m long -s tests/scoring/follow/test_decode.py -k many_deals` prints such figures). In these deals 38
    winners had no told flower, and none had one: too few to show that a wrong "no flowers" is rarer than 1 of 300.
    """
    won = _sure_win(deal, hand)
    if won is None or any(not same_tiles(before, now) for before, now in by_people(hand)):
        return []
    text = _text(won, hand)
    held = Counter(slot.tile for slot in hand.laid.flowers)
    flowers = [Add(tile) for tile in won.flowers if not held[tile]] if hand_game(hand.laid.rules).flowers else []
    return [*([WriteTiles(text)] if text else []), *flowers]


def _sure_win(deal: FollowedDeal, hand: TableHand) -> _Won | None:
    """Return the win of a hand with what the winner laid aside, or None without one that the camera is sure of."""
    found = deal.win
    if found is None or seat_of(deal, hand) is None:
        return None
    count, step = found
    win, before, state = step.event, deal.steps[:count], deal.state(count)
    assert isinstance(win, Win)
    if not win.sure:
        return None
    flowers = [
        each.event.tile
        for each in before
        if isinstance(each.event, Flower) and each.event.seat == win.seat and each.event.sure
    ]
    return _Won(win, before, state.melds[win.seat], [*dict.fromkeys(flowers)])


def _text(won: _Won, hand: TableHand) -> str:
    """Return the notation of the hand as it was followed, or "" if its photo leaves nothing open, or differs."""
    laid, win = hand.laid, won.win
    wins = hand.outcome.assessment is not None and hand.outcome.assessment.wins
    if wins and not hand.asked:
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
