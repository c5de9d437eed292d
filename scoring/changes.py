"""Which single change would lift a won hand over the minimum."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from scoring.hand import Win, findings
from scoring.rules import rule_book
from scoring.sheet import ScoreSheet
from scoring.tiles import PLAYED
from scoring.waits import waits

ChangeKind = Literal[
    "self-draw", "last tile", "replacement tile", "robbed kong", "last of kind", "winning tile", "unclaimed", "exchange"
]
Candidate = tuple[ChangeKind, tuple[str, ...], Win]

_WORDS: Final[dict[ChangeKind, str]] = {
    "self-draw": "drawing the winning tile oneself",
    "last tile": "the last tile of the wall, or the discard after it",
    "replacement tile": "the replacement tile after a kong",
    "robbed kong": "robbing a kong",
    "last of kind": "the last of its kind, the others lying open",
    "winning tile": "winning on {0}",
    "unclaimed": "not claiming {tiles}",
    "exchange": "{1} in place of {0}",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that could have been different, and the sheet the hand would then have.

    Attributes:
        kind: What kind of change.
        tiles: The winning tile, the meld, or the tile out and the tile in.
    """

    kind: ChangeKind
    tiles: tuple[str, ...]
    sheet: ScoreSheet

    @property
    def what(self) -> str:
        """The change in words."""
        return _WORDS[self.kind].format(*self.tiles, tiles=" ".join(self.tiles))


def lifting_changes(win: Win, rules: str = "mcr") -> tuple[Change, ...]:
    """Every single change after which a won hand reaches the minimum, the likeliest kinds first.

    First how it was won, then another winning tile, a meld not claimed, then any one concealed tile exchanged. Within a
    kind those worth most come first.
    """
    book = rule_book(rules)
    found: list[Change] = []
    for candidates in (_circumstances(win), _winning_tiles(win, rules), _unclaimed(win), _exchanges(win)):
        lifted = []
        for kind, tiles, other in candidates:
            sheet = book.score(other)
            if sheet.legal and not sheet.findings:
                lifted.append(Change(kind, tiles, sheet))
        found += sorted(lifted, key=lambda change: -change.sheet.counted)
    return tuple(found)


def _circumstances(win: Win) -> Iterator[Candidate]:
    if not win.self_draw:
        yield "self-draw", (), replace(win, self_draw=True, discarder=None, discards=())
    if not win.last_tile:
        yield "last tile", (), replace(win, last_tile=True)
    if not win.kong:
        yield "replacement tile" if win.self_draw else "robbed kong", (), replace(win, kong=True)
    if not win.last_of_kind:
        yield "last of kind", (), replace(win, last_of_kind=True)


def _winning_tiles(win: Win, rules: str) -> Iterator[Candidate]:
    for wait in waits(win, rules):
        if wait.tile != win.winning:
            plain = replace(win, winning=wait.tile, last_of_kind=False, discards=())
            yield "winning tile", (wait.tile,), plain


def _unclaimed(win: Win) -> Iterator[Candidate]:
    for at, meld in enumerate(win.melds):
        if not meld.exposed or len(meld.tiles) == 4:
            continue
        rest = win.melds[:at] + win.melds[at + 1 :]
        kept = replace(win, concealed=win.concealed + meld.tiles, melds=rest)
        yield "unclaimed", meld.tiles, kept


def _exchanges(win: Win) -> Iterator[Candidate]:
    for out in dict.fromkeys(win.concealed):
        at = win.concealed.index(out)
        for tile in PLAYED:
            if tile != out and win.tiles.count(tile) < 4:
                other = replace(win, concealed=(*win.concealed[:at], tile, *win.concealed[at + 1 :]))
                if not findings(other):
                    yield "exchange", (out, tile), other
