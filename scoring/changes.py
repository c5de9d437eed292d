"""The single changes that would bring a won hand up to the minimum."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from scoring.findings import findings
from scoring.games.game import RuleBook
from scoring.hand import Win
from scoring.partition import tally_of, winning_kinds
from scoring.rules import DEFAULT, rule_book
from scoring.sheet import ScoreSheet
from scoring.tiles import COPIES, ONE_OF, PLAYED, kinds

NearMissKind = Literal[
    "self-draw", "last-tile", "replacement-tile", "robbed-kong", "last-of-kind", "winning-tile", "unclaimed", "exchange"
]
_Candidate = tuple[NearMissKind, tuple[str, ...], Win]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """One difference that would have been enough, and the score sheet after it.

    Attributes:
        kind: Kind of change.
        tiles: The winning tile, the meld, or the tile out and the tile in; empty for a circumstance.
        sheet: The sheet after the change.
    """

    kind: NearMissKind
    tiles: tuple[str, ...]
    sheet: ScoreSheet


def lifting_changes(win: Win, rules: str = DEFAULT) -> tuple[NearMiss, ...]:
    """Return every single change after which a won hand reaches the minimum.

    First changes of how it was won, then another winning tile, then a meld not claimed, then one concealed tile
    exchanged; within each of these the change worth the most points first.

    Args:
        win: A hand that wins.
        rules: Name of the preset.

    Raises:
        UnknownCircumstancesError: Part of how the hand was won is unknown.
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    found: list[NearMiss] = []
    for candidates in (
        _circumstances(win),
        _winning_tiles(win, book),
        _unclaimed(win),
        _exchanges(win, book),
    ):
        lifted = []
        for kind, tiles, other in candidates:
            sheet = book.score(other)
            if sheet.legal and not sheet.findings:
                lifted.append(NearMiss(kind, tiles, sheet))
        found += sorted(lifted, key=lambda change: -change.sheet.counted)
    return tuple(found)


def _circumstances(win: Win) -> Iterator[_Candidate]:
    if not win.self_draw:
        # no replacement tile either: that would be a second change, and may be unknown of a discard
        yield "self-draw", (), replace(win, self_draw=True, kong=False, discarder=None, discards=())
    if not win.last_tile:
        yield "last-tile", (), replace(win, last_tile=True)
    if not win.kong:
        yield "replacement-tile" if win.self_draw else "robbed-kong", (), replace(win, kong=True)
    if not win.last_of_kind:
        yield "last-of-kind", (), replace(win, last_of_kind=True)


def _winning_tiles(win: Win, book: RuleBook) -> Iterator[_Candidate]:
    others = (*(tile for meld in win.melds for tile in meld.tiles), *win.concealed)
    before = tally_of(win).concealed - ONE_OF[win.winning or ""]
    for kind in kinds(_winning(before, win, book)):
        tile = PLAYED[kind]
        if tile != win.winning and others.count(tile) < COPIES:
            yield "winning-tile", (tile,), replace(win, winning=tile, last_of_kind=False, discards=())


def _winning(concealed: int, win: Win, book: RuleBook) -> int:
    """Return the mask of the kinds that make these concealed tiles win; see `winning_kinds`."""
    return winning_kinds(concealed, len(win.melds), knitted=book.game.shapes.knitted, pairs=book.pairs)


def _unclaimed(win: Win) -> Iterator[_Candidate]:
    for at, meld in enumerate(win.melds):
        if not meld.exposed or len(meld.tiles) == 4:
            continue
        rest = win.melds[:at] + win.melds[at + 1 :]
        kept = replace(win, concealed=win.concealed + meld.tiles, melds=rest)
        yield "unclaimed", meld.tiles, kept


def _exchanges(win: Win, book: RuleBook) -> Iterator[_Candidate]:
    held = win.tiles
    concealed = tally_of(win).concealed
    for out in dict.fromkeys(win.concealed):
        at = win.concealed.index(out)
        for kind in kinds(_winning(concealed - ONE_OF[out], win, book)):
            tile = PLAYED[kind]
            if tile != out and held.count(tile) < COPIES:
                other = replace(win, concealed=(*win.concealed[:at], tile, *win.concealed[at + 1 :]))
                if not findings(other, book.play):
                    yield "exchange", (out, tile), other
