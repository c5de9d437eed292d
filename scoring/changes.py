"""Which single change would lift a won hand over the minimum."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.hand import Win, findings
from scoring.rules import rule_book
from scoring.sheet import ScoreSheet
from scoring.tiles import PLAYED
from scoring.waits import waits


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that could have been different, and the sheet the hand would then have.

    Attributes:
        kind: "self-draw", "circumstance", "winning tile", "concealed" (a meld not claimed) or "tile" (one exchanged).
        what: The change in words.
    """

    kind: str
    what: str
    sheet: ScoreSheet


def lifting_changes(win: Win, rules: str = "mcr") -> tuple[Change, ...]:
    """Every single change after which a won hand reaches the minimum, the likeliest kinds first.

    First how it was won, then another winning tile, a meld not claimed, then any one concealed tile exchanged. Within a
    kind those worth most come first.
    """
    book = rule_book(rules)
    found: list[Change] = []
    for candidates in (_circumstances(win), _winning_tiles(win, rules), _unclaimed(win), _exchanges(win)):
        lifted = []
        for kind, what, other in candidates:
            sheet = book.score(other)
            if sheet.legal and not sheet.findings:
                lifted.append(Change(kind, what, sheet))
        found += sorted(lifted, key=lambda change: -change.sheet.counted)
    return tuple(found)


def _circumstances(win: Win) -> Iterator[tuple[str, str, Win]]:
    if not win.self_draw:
        yield "self-draw", "drawing the winning tile oneself", replace(win, self_draw=True, discarder=None, discards=())
    if not win.last_tile:
        yield "circumstance", "the last tile of the wall, or the discard after it", replace(win, last_tile=True)
    if not win.kong:
        what = "the replacement tile after a kong" if win.self_draw else "robbing a kong"
        yield "circumstance", what, replace(win, kong=True)
    if not win.last_of_kind:
        yield "circumstance", "the last of its kind, the others lying open", replace(win, last_of_kind=True)


def _winning_tiles(win: Win, rules: str) -> Iterator[tuple[str, str, Win]]:
    for wait in waits(win, rules):
        if wait.tile != win.winning:
            plain = replace(win, winning=wait.tile, last_of_kind=False, discards=())
            yield "winning tile", f"winning on {wait.tile}", plain


def _unclaimed(win: Win) -> Iterator[tuple[str, str, Win]]:
    for at, meld in enumerate(win.melds):
        if not meld.exposed or len(meld.tiles) == 4:
            continue
        rest = win.melds[:at] + win.melds[at + 1 :]
        kept = replace(win, concealed=win.concealed + meld.tiles, melds=rest)
        yield "concealed", f"not claiming {' '.join(meld.tiles)}", kept


def _exchanges(win: Win) -> Iterator[tuple[str, str, Win]]:
    for out in dict.fromkeys(win.concealed):
        at = win.concealed.index(out)
        for tile in PLAYED:
            if tile != out and win.tiles.count(tile) < 4:
                other = replace(win, concealed=(*win.concealed[:at], tile, *win.concealed[at + 1 :]))
                if not findings(other):
                    yield "tile", f"{tile} in place of {out}", other
