"""A table as a stream shows it: ponds, melds, points and the last win, late by what its owner chose."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from scoring.match.records import Won
from scoring.tiles import FACES
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.serializers.deals import DealShown, DealTile, deal_json
from webui.serializers.hands import StateShown, state_json
from webui.serializers.matches import CountedFan, HandOfMatch, match_json
from webui.table.follow.journal import FollowedDeal
from webui.table.follow.late import delay_of
from webui.table.sight import seen_at
from webui.table.table import Table


class StreamPlayer(Struct, frozen=True):
    """A player: the seat wind, the points in all, and what the last hand changed.

    `house_points` are the points in all in those of the house's table, null where that is one and the same.
    """

    name: str
    wind: str
    points: int
    change: int
    house_points: int | float | None


class StreamWin(Struct, frozen=True):
    """The last hand that ended: the sentence on it, and of a win its worth, its patterns and its tiles, if it has."""

    says: str
    worth: str | None
    fans: list[CountedFan]
    laid: StateShown | None


class StreamThrown(Struct, frozen=True):
    """The last discard: its step, the tile, and the player."""

    step: int
    tile: str
    player: str


class StreamDeal(Struct, frozen=True):
    """The table from above after `step`: its tiles, the tiles in the hands of seats 1 to 4, their players with their
    winds, and sentences on the last step and on the tiles left. `fresh` is true if the last step was just seen and may
    be corrected, and `thrown` is the last discard, also one that was claimed."""

    step: int
    tiles: list[DealTile]
    counts: tuple[int, ...]
    players: tuple[str, ...]
    winds: tuple[str, ...]
    says: str
    left: str
    fresh: bool
    thrown: StreamThrown | None


class StreamShown(Struct, frozen=True):
    """A table as a stream shows it; before a match, everything is empty or null."""

    hand: int
    round: str
    title: str
    players: list[StreamPlayer]
    win: StreamWin | None
    deal: StreamDeal | None


_PICTURE: Final = (1920, 1080)
"""Width and height for which the page is laid out; OBS scales it to its own (bounds of the kind 2)."""

_NOTHING: Final = StreamShown(0, "", "", [], None, None)


def obs_scenes(name: str, address: str) -> dict[str, Any]:
    """Return a scene collection of OBS: a scene with the page of a table, over which a camera is laid below.

    Args:
        name: Name of the scene and, with a prefix, of its source.
        address: Address of the page.
    """
    source = f"Tableside · {name}"
    width, height = _PICTURE
    page = {"url": address, "width": width, "height": height, "restart_when_active": True, "shutdown": False}
    placed = {
        "name": source,
        "id": 1,
        "visible": True,
        "pos": {"x": 0.0, "y": 0.0},
        "bounds": {"x": float(width), "y": float(height)},
        "bounds_type": 2,
        "bounds_align": 0,
        "align": 5,
    }
    return {
        "name": source,
        "current_scene": name,
        "current_program_scene": name,
        "scene_order": [{"name": name}],
        "sources": [
            {"id": "browser_source", "name": source, "settings": page, "enabled": True},
            {"id": "scene", "name": name, "settings": {"id_counter": 1, "items": [placed]}, "enabled": True},
        ],
        "transitions": [],
        "groups": [],
    }


def stream_json(table: Table, now: datetime, words: Messages) -> StreamShown:
    """Return a table as a stream shows it at a time: the match and the play as they stood a delay before."""
    delay, current = delay_of(table.records.values, table.number), table.matches.current
    until = now if delay == "deal" else now - timedelta(seconds=delay)
    match = table.matches.stood(current, until) if current else None
    if match is None:
        return _NOTHING
    shown = match_json(match, words)
    last = next((hand for hand in reversed(shown.hands) if hand.ended is not None), None)
    playing = shown.current or last
    return StreamShown(
        hand=playing.number if playing else 0,
        round=playing.round if playing else "",
        title=playing.title if playing else "",
        players=[
            StreamPlayer(name, wind, shown.points[name], last.gains[name] if last else 0, shown.house_points.get(name))
            for wind, name in (playing.seats.items() if playing else ())
        ],
        win=_win(table, match, last) if last else None,
        deal=_deal(table, match, now, words),
    )


def _win(table: Table, match: TableMatch, last: HandOfMatch) -> StreamWin:
    won = match.match.hands[last.number - 1].outcome
    laid = table.hands.get(won.laid) if isinstance(won, Won) and won.laid else None
    return StreamWin(last.says, last.worth, last.fans, state_json(laid.laid) if laid else None)


def _deal(table: Table, match: TableMatch, now: datetime, words: Messages) -> StreamDeal | None:
    """Return the play: of the hand in play as far as it may be seen, or else of the last one that ended.

    Args:
        table: The table.
        match: The match as it stood.
        now: The time.
        words: The language.
    """
    hands = [hand for hand in match.match.hands if hand.ended is not None]
    asked = [match.deal] if match.deal else []
    asked += [match.deal_of(hands[-1])] if hands else []
    for hand in asked:
        deal = table.equipment.following.fresh(hand, table.followed.of(hand))
        deal = seen_at(table, deal, "late", now) if deal else None
        if deal and deal.steps:
            return _shown(table, deal, words)
    return None


def _shown(table: Table, deal: FollowedDeal, words: Messages) -> StreamDeal:
    shown = deal_json(table, deal, words)
    last = shown.steps[-1]
    return StreamDeal(
        len(shown.steps),
        shown.tiles,
        last.counts,
        shown.players,
        shown.winds,
        last.says,
        last.left,
        last.fresh,
        _thrown(shown),
    )


def _thrown(shown: DealShown) -> StreamThrown | None:
    """Return the last discard of a deal, if its face was seen."""
    ponds = [tile for tile in shown.tiles if tile.place == "pond" and tile.tile in FACES]
    tile = max(ponds, key=lambda each: each.step, default=None)
    return StreamThrown(tile.step, tile.tile, shown.players[tile.seat - 1]) if tile else None
