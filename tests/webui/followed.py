"""A followed deal with some of everything, as it stands in a table's journal."""

from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from msgspec.structs import replace

from scoring.follow.events import AnyEvent, Claim, Correction, Discard, Flower, Kong, Unseen, Win
from scoring.rules import BOOKS
from webui.hand.state import MatchHand
from webui.table.follow.journal import Begun, Resumed
from webui.table.table import Table

AT: Final = datetime(2026, 11, 27, 12, tzinfo=UTC)

PLAYED: tuple[AnyEvent | Resumed, ...] = (
    Discard(t=1, seat=1, tile="E", sure=True),
    Claim(t=2, seat=2, kind="pung", tile="E", tiles=("E", "E", "E"), source=1),
    Discard(t=3, seat=2, tile="5p"),
    Flower(t=4, seat=3, tile="f1"),
    Discard(t=5, seat=3, tile="2s", sideways=True),
    Unseen(t=6, seat=4, count=1, after=5),
    Discard(t=7, seat=1, tile="?"),
    Kong(t=8, seat=2, kind="added", tile="E", tiles=("E",) * 4),
    Discard(t=9, seat=2, tile="9s"),
    Resumed(t=70, after=9),
    Discard(t=71, seat=3, tile="C", sure=True),
    Win(t=72, seat=2, tile="C", source=3, hand=("C", "C"), sure=True),
)


def followed(table: Table) -> int:
    """Follow a deal in the current hand of a table's match; seat 1 is East, seat 2 wins. Return its number."""
    number = table.followed.begin(Begun(hand=table.matches.deal() or MatchHand(1, 1, 1), style="chinese", east=1), AT)
    for n, event in enumerate(PLAYED, 1):
        entry = event if isinstance(event, Resumed) else replace(event, number=n)
        table.followed.append(number, AT, [(entry, b"\xff\xd8\xff" if isinstance(entry, Discard) else None)])
    now = Discard(number=3, t=3, seat=2, tile="6p")
    table.followed.append(number, AT, [(Correction(number=20, t=3, of=3, now=now), None)])
    return number


RIICHI: tuple[AnyEvent, ...] = (
    Discard(t=1, seat=1, tile="1m", sure=True),
    Discard(t=2, seat=2, tile="9p", tsumogiri="yes"),
    Claim(t=3, seat=4, kind="pung", tile="9p", tiles=("9p",) * 3, source=2),
    Discard(t=4, seat=4, tile="5s"),
    Discard(t=5, seat=1, tile="2m"),
    Win(t=6, seat=2, tile="2m", source=1, hand=("2m", "2m"), sure=True),
)


def followed_riichi(table: Table, names: tuple[str, ...] = ("Ann", "Bo", "Chen", "Dai"), record: bool = True) -> int:
    """Follow the first hand of a match of riichi, and record its end; return the number of the deal."""
    table.record({"type": "Seated", "players": list(names), "rules": "riichi-home"}, uuid4(), "", "referee")
    return followed_win(table, record)


THREE: tuple[AnyEvent, ...] = (
    Discard(t=1, seat=1, tile="1m", sure=True),
    Flower(t=2, seat=2, tile="N", sure=True),
    Discard(t=3, seat=2, tile="9p", tsumogiri="yes", sure=True),
    Claim(t=4, seat=1, kind="pung", tile="9p", tiles=("9p",) * 3, source=2, sure=True),
    Discard(t=5, seat=1, tile="2s", sure=True),
    Win(t=6, seat=2, tile="2s", source=1, hand=("2s", "2s"), sure=True),
)


def followed_three(table: Table, events: tuple[AnyEvent, ...] = THREE, rules: str = "sanma-tenhou") -> int:
    """Follow the first hand of a match of three, East at seat 1 and nobody at 4; return the number of the deal."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen"], "rules": rules}, uuid4(), "", "referee")
    return follow_three(table, events, rules)


def follow_three(table: Table, events: tuple[AnyEvent, ...] = THREE, rules: str = "sanma-tenhou") -> int:
    """Follow the hand in play of a match of three as `followed_three` does."""
    hand = table.matches.deal()
    assert hand is not None
    play = BOOKS[rules].play
    number = table.followed.begin(Begun(hand=hand, style=play.style, east=1, play=play), AT)
    table.followed.append(number, AT, [(replace(event, number=n), None) for n, event in enumerate(events, 1)])
    return number


def followed_win(table: Table, record: bool = True) -> int:
    """Follow the hand in play to a win of South from East, and record it; return the number of the deal."""
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)
    table.followed.append(number, AT, [(replace(event, number=n), None) for n, event in enumerate(RIICHI, 1)])
    if record:
        table.record({"type": "Won", "winner": "S", "points": 1000, "payer": "E"}, uuid4(), "", "referee")
    return number
