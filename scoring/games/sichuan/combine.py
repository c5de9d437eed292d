"""The score sheet of a hand in Sichuan: its facts, exclusions, the cap, and what a waiting hand is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from scoring.errors import Circumstance
from scoring.findings import Finding, HandFault
from scoring.games.listed import Engine, Interpretation, Left, ListedReading, Met, arrangement, tiles_of
from scoring.games.sichuan.findings import does_not_win, sichuan_findings, suits_of
from scoring.games.sichuan.patterns import PATTERN, PLACE, Pattern, SichuanFacts, SichuanShape
from scoring.games.sichuan.payment import of_claimed_kong, payments
from scoring.games.sichuan.presets import Preset
from scoring.games.sichuan.words import told
from scoring.groups import PAIR, PUNG
from scoring.hand import Win
from scoring.partition import HandTally, is_seven_pairs, tally_of, winning_kinds
from scoring.sheet import ScoreSheet, Set
from scoring.tiles import COPIES, KIND, ONE_OF, PLAYED, SUITS, kinds

_MIDDLE: Final = frozenset("2345678")
_GENERALS: Final = frozenset("258")
_BY_TILE: Final = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7")
"""The patterns that the winning tile alone shows."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The state of a hand of thirteen tiles when the wall is out.

    Attributes:
        state: "pig" if it holds the void suit or three suits, else "ready" if one more tile would win.
        waits: The tiles that would win.
        best: The tile with which it would be worth most, the first of several; None without waits.
        raw: The fan with that tile before the cap.
        fan: The fan with that tile.
        value: Points that each player who is not ready pays; 0 without waits.
    """

    state: Literal["ready", "not ready", "pig"]
    waits: tuple[str, ...] = ()
    best: str | None = None
    raw: int = 0
    fan: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class SichuanScore:
    """The result of a hand in Sichuan's own terms.

    Attributes:
        raw: Fan before the cap.
        value: Points of the hand; 0 if it does not win.
        ready: The state of a hand of thirteen tiles, or None for a whole hand.
    """

    raw: int = 0
    value: int = 0
    ready: Ready | None = None


class SichuanEngine(Engine[Preset]):
    """The scoring of hands by the list of a table."""

    def score(self, win: Win, preset: Preset) -> ScoreSheet:
        """Score a hand; a hand of thirteen tiles has its state when the wall is out."""
        sheet = super().score(win, preset)
        if sheet.wins:
            raw = sum([line.points for line in sheet.lines])
            return replace(sheet, extra=SichuanScore(raw, preset.value(raw)))
        if sheet.faults == HandFault.NO_WINNING_TILE:
            return replace(sheet, extra=SichuanScore(ready=self.ready(win, preset)))
        return replace(sheet, extra=SichuanScore())

    def unknown(self, win: Win, preset: Preset) -> tuple[Circumstance, ...]:
        """Return the unknown circumstances without which a hand cannot be scored."""
        return unknowns(win)

    def findings(self, win: Win, preset: Preset) -> tuple[Finding, ...]:
        """Return the faults of a hand."""
        return sichuan_findings(win)

    def read(self, win: Win, preset: Preset) -> ListedReading:
        """Return the interpretations of a hand; one with the void suit or three suits has none."""
        found = sichuan_findings(win)
        return ListedReading(None, (), found) if does_not_win(found) else super().read(win, preset)

    def divided(
        self, win: Win, hand: HandTally, groups: tuple[int, ...], wrong: HandFault, preset: Preset
    ) -> Interpretation:
        """Return the interpretation of four sets and a pair."""
        facts = _facts(win, "regular", preset)
        sets = tuple(sorted([*hand.melds, *groups[:-1]]))
        facts.pungs = sum([group >= PUNG for group in sets])
        facts.ends = all(_has_end(group) for group in (*sets, groups[-1]))
        return _count((*sets, groups[-1]), facts, preset)

    def irregular(self, win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> Interpretation | None:
        """Return the interpretation as seven pairs."""
        return _count((), _facts(win, "seven pairs", preset), preset) if is_seven_pairs(hand.concealed) else None

    def order(self, way: Interpretation, preset: Preset) -> tuple[int, int, list[int]]:
        """Return a sorting key: most fan before the cap, then fewest lines."""
        return -way.raw, len(way.lines), [PLACE[met.pattern.id] for met in way.lines]

    def tied(self, way: Interpretation, best: Interpretation) -> bool:
        """Return True if two interpretations have the same fan before the cap."""
        return way.raw == best.raw

    def shown(self, win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
        """Return the tiles that form a pattern: the winning tile, the kongs, the roots, or the whole hand."""
        number = met.pattern.id
        if number in _BY_TILE:
            return ((win.winning,),) if win.winning else ()
        if number == "2.1" and hand is not None:
            return tiles_of(sorted(hand.kong_of), hand)
        if number == "2.2":
            return tuple([(code,) * COPIES for code in _roots(win)])
        return arrangement(win, hand, way)

    def contradicted(self, found: tuple[Finding, ...], preset: Preset) -> Iterator[tuple[Pattern, Finding]]:
        """Yield the pattern of each circumstance that the tiles contradict, also one that the table does not play."""
        for finding in found:
            if finding.kind == "first-turn":
                yield PATTERN["1.6" if finding.about["word"] == "heaven" else "1.7"], finding
            elif finding.kind in _CLAIMED:
                yield PATTERN[_CLAIMED[finding.kind]], finding

    def payments(
        self, win: Win, way: Interpretation, wrong: HandFault, preset: Preset
    ) -> Mapping[str, int | Fraction] | None:
        """Return the gain or loss of each seat for a hand that may be declared, or None if they are unknown."""
        paid = payments(win, preset.value(way.raw), preset)
        return None if paid is None else dict(paid)

    def switches(self, preset: Preset) -> tuple[tuple[str, str], ...]:
        """Return the switches that the table answers otherwise than the built-in preset."""
        return preset.different

    # A hand of thirteen tiles

    def ready(self, win: Win, preset: Preset) -> Ready:
        """Return the state of a hand of thirteen tiles when the wall is out, and its best win as by a discard.

        Tiles of which four are in the concealed hand are no wait, nor those of which four are in its melds too where
        SC25 has it. A fifth copy counts as nothing (SICHUAN.md S6).
        """
        own, suits = told(win), suits_of(win)
        if len(suits) == len(SUITS) or own.void in suits:
            return Ready("pig")
        drawn = preset.answers["SC24"] == "self-draw"
        plain = replace(
            win,
            self_draw=drawn,
            kong=False,
            last_tile=False,
            heaven=False,
            earth=False,
            discarder=None,
            discards=(),
            extra=replace(own, shot=False, out=()),
        )
        found: dict[str, int] = {}
        concealed = sum([ONE_OF[code] for code in win.concealed])
        held = win.concealed if preset.answers["SC25"] == "hand" else win.tiles
        for kind in kinds(winning_kinds(concealed, len(win.melds), knitted=False)):
            tile = PLAYED[kind]
            if tile[-1] in suits and held.count(tile) < COPIES:
                found[tile] = self._best(replace(plain, winning=tile), preset)
        if not found:
            return Ready("not ready")
        best = max(found, key=lambda tile: found[tile])
        value = preset.value(found[best]) + (preset.bonus if drawn else 0)
        return Ready("ready", tuple(found), best, found[best], preset.capped(found[best]), value)

    def _best(self, win: Win, preset: Preset) -> int:
        """Return the fan of a whole hand before the cap, a fifth copy allowed."""
        return max([way.raw for way in self.interpretations(win, tally_of(win), HandFault(0), preset)])


_CLAIMED: Final = {
    "replacement-without-kong": "1.1",
    "shot-drawn": "1.2",
    "robbed-tile-held": "1.3",
    "robbed-on-last-tile": "1.3",
}
"""The pattern of each circumstance, by the finding that contradicts it."""

ENGINE: Final = SichuanEngine()
"""The scoring of hands under any preset."""


def unknowns(win: Win) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances on which the fan of a hand depends: the draw, and the kong."""
    kong = win.kong is None and win.self_draw is not False and win.has_kong
    return (*(["self-draw"] if win.self_draw is None else []), *(["kong"] if kong else []))


def _roots(win: Win) -> list[str]:
    """Return the tiles of which a hand holds all four without a kong."""
    kongs = {meld.tiles[0] for meld in win.melds if len(meld.tiles) > 3}
    tiles = win.tiles
    found = [code for code in dict.fromkeys(tiles) if tiles.count(code) >= COPIES and code not in kongs]
    return sorted(found, key=KIND.__getitem__)


def _has_end(group: int) -> bool:
    """Return True if a chow, a pung or a pair has a 1 or a 9."""
    if group < PUNG:
        return group % 9 in (0, 6)
    return (group - PUNG if group < PAIR else group - PAIR) % 9 in (0, 8)


def _facts(win: Win, shape: SichuanShape, preset: Preset) -> SichuanFacts:
    wrong = {finding.kind for finding in sichuan_findings(win)}
    late = [each.about["word"] for each in sichuan_findings(win) if each.kind == "first-turn"]
    drawn = bool(win.self_draw)
    kong = bool(win.kong)
    ranks = {code[0] for code in win.tiles}
    of_giver = preset.answers["SC14"] == "discard" and of_claimed_kong(win)
    return SichuanFacts(
        shape=shape,
        suits=len(suits_of(win)),
        melds=len(win.melds),
        exposed=sum([meld.exposed for meld in win.melds]),
        kongs=sum([len(meld.tiles) > 3 for meld in win.melds]),
        roots=len(_roots(win)),
        generals=ranks <= _GENERALS,
        middle=ranks <= _MIDDLE,
        self_draw=drawn and not of_giver,
        replacement=drawn and kong and "replacement-without-kong" not in wrong,
        shot=told(win).shot and not drawn,
        robbed=kong and not drawn and not wrong & {"robbed-tile-held", "robbed-on-last-tile"},
        last_tile=win.last_tile,
        heaven=win.heaven and "heaven" not in late,
        earth=win.earth and "earth" not in late,
        drawn=drawn,
    )


def _count(groups: tuple[int, ...], facts: SichuanFacts, preset: Preset) -> Interpretation:
    """Apply the exclusions to the patterns of an interpretation, and add up."""
    met = [Met(row, times) for row in preset.patterns for times in [int(row.when(facts))] if times]
    left: list[Left] = []
    alone = next((each for each in met if each.pattern.alone), None)
    if alone:
        left = [Left(each, alone.pattern, "listed limit") for each in met if each is not alone]
        met = [alone]
    excluded = {other: each.pattern for each in met for other in each.pattern.excludes}
    left += [Left(each, excluded[each.pattern.id], "included") for each in met if each.pattern.id in excluded]
    met = [each for each in met if each.pattern.id not in excluded]
    covering = next((each.pattern for each in met if each.pattern.covers), None)
    if covering:
        root = next(each for each in met if each.pattern.id == "2.2")
        rest = root.times - covering.covers
        left.append(Left(root._replace(times=covering.covers), covering, "included"))
        met = [each._replace(times=rest) if each is root else each for each in met if each is not root or rest]
    lines = tuple(met or [Met(PATTERN["0.1"], 1)])
    raw = sum([each.value for each in lines])
    value = preset.capped(raw)
    return Interpretation(groups, lines, lines, tuple(left), raw, value, value, "compound" if value < raw else "")
