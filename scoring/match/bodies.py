"""Rules of the governing bodies for their matches: points, costs of false wins and fouls, time limits, results.

Every amount names its source. An amount without a source is left out, so the record must name it.
A Hong Kong house makes its own rules: its switches are the source.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Final, Literal, get_args

from scoring.games.game import GameId, RuleBook
from scoring.games.hongkong import payment as hongkong_payment
from scoring.games.hongkong.presets import Preset as HongKongPreset
from scoring.games.mcr import payment as mcr_payment
from scoring.games.mcr.patterns import FANS
from scoring.games.mcr.presets import Preset as McrPreset
from scoring.games.riichi import payment as riichi_payment
from scoring.games.riichi.payment import Value, values
from scoring.games.riichi.presets import PRESETS as RIICHI_PRESETS
from scoring.games.riichi.presets import Preset as RiichiPreset
from scoring.games.zungjung import payment as zungjung_payment
from scoring.games.zungjung.patterns import LIMIT
from scoring.match.records import Absence, FalseWinKind, LadderName
from scoring.match.riichi_rules import EMA, HOME, M_LEAGUE, ROOMS, WRC, RiichiRules
from scoring.match.seats import SEAT_CHANGES, SeatChanges


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """The cost of a false win.

    Attributes:
        each: Points that the offender pays each other player.
        disqualified: True if the offender is out of the match.
        deducted: Points that the offender loses to nobody.
    """

    each: int
    disqualified: bool = False
    deducted: int = 0


Step = int | Literal["dead-hand", "disqualified"]
"""A step of a ladder: points deducted, 0 for a warning, or the consequence instead of points."""

APPEAL: Final = "appeal after the session"
"""The entry of `Body.minutes` for the time limit of an appeal; the printed book of 1998 wants it written."""

Criterion = Literal["table points", "match points", "game points", "best session", "result", "lot"]
"""A criterion of a ranking."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A win to be paid, its persons by seat.

    Attributes:
        points: Points of the hand, or faan in Hong Kong; in riichi without counters.
        winner: The winner.
        payer: The player responsible for the tile, or None if all pay alike.
        liable: The player liable for feeding sets, or None.
        robbed: True if a kong was robbed.
        fed: The part of the points that the liable player answers for, or None for all of them.
    """

    points: int
    winner: str
    payer: str | None = None
    liable: str | None = None
    robbed: bool = False
    fed: int | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """The rules of a governing body, or of a house, for its matches.

    Attributes:
        id: Name in records.
        name: Name of the body, and of the book it plays by.
        source: Source of everything that `sources` does not name.
        game: Game that it plays, whatever the preset.
        start: Points that each player starts with.
        hands: Deals of a match; four are a round. If the dealer never deals again, these are its hands.
        most: Highest possible points of a hand, flowers included.
        split: Returns the points won and paid by seat.
        false_wins: Cost of each kind of false win. For a kind without an entry the record must name the amount.
        ladders: Costs of a player's first, second, third … foul.
        late: Penalties for coming late, as (up to this many minutes, points); later is a forfeit. Empty if the body
            names none.
        penalties: Points deducted for offences with an amount of their own, by offence.
        three_left: How hands are settled when one of four is out, or None if the record must say it.
        seat_changes: Changes of places after each round.
        seconds: Time limits at the table, in seconds.
        minutes: Time limits of a session, in minutes.
        table_points: Points of the ranks of a table of four, which equal players share; empty if there are none.
        ranking: Criteria over all sessions, the deciding one first and its tie-breakers after it.
        sources: Sources of single rules, by the name of the attribute.
        winner_deals_again: True if the dealer deals again after winning.
        draw_deals_again: True if the dealer deals again after a draw.
        false_win_ends: True if a false win ends the hand, which is dealt again; an offending dealer loses the deal.
        all_claims_win: True if all who claim one discard win it.
        unit: Value of one point of the match in points of the house's table: a fraction if that table has any.
        deducted_after: True if deducted points count in the result alone, after the ranks of the table.
        riichi: Counters, sticks, drawn hands and the result of a riichi match, or None for another game.
        values: The values that a riichi hand may have; empty for another game.
    """

    id: str
    name: str
    source: str
    game: GameId
    start: int
    hands: int
    most: int
    split: Callable[[Settlement], dict[str, int]]
    false_wins: Mapping[FalseWinKind, FalseWinRule]
    ranking: tuple[Criterion, ...]
    ladders: Mapping[LadderName, tuple[Step, ...]] = field(default_factory=dict)
    late: tuple[tuple[int, int], ...] = ()
    penalties: Mapping[str, int] = field(default_factory=dict)
    three_left: Absence | None = None
    seat_changes: SeatChanges = SEAT_CHANGES
    seconds: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    table_points: tuple[int, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    winner_deals_again: bool = False
    draw_deals_again: bool = False
    false_win_ends: bool = False
    all_claims_win: bool = False
    unit: Fraction = Fraction(1)
    deducted_after: bool = False
    riichi: RiichiRules | None = None
    values: tuple[Value, ...] = ()

    @property
    def discarder_pays(self) -> bool:
        """True if the discarder always is the payer; else another player or nobody may be responsible."""
        return self.game != "zungjung"

    @property
    def endless(self) -> bool:
        """True if a match may go on as long as the players like."""
        return self.winner_deals_again and self.riichi is None

    @property
    def lengths(self) -> tuple[int, ...]:
        """Numbers of deals to choose from; 0 is no end."""
        if self.riichi:
            return 4, 8
        return (4, 8, 16, 0) if self.endless else (4, 8, 12, 16)

    @property
    def counting_sticks(self) -> bool:
        """True if totals are laid in the counting sticks of the Chinese rules."""
        return self.riichi is None

    @property
    def may_be_liable(self) -> bool:
        """True if a player may answer for sets that they fed the winner."""
        return self.game in ("hk", "riichi")

    @property
    def false_win_kinds(self) -> tuple[FalseWinKind, ...]:
        """The kinds of false win that a record may have; kept ones of riichi may have others."""
        if self.riichi:
            return "no yaku", "furiten", "not tenpai", "wrong tile"
        return "under the minimum", "wrong tile", "one short of waiting", "two or more short of waiting"

    def may_be_worth(self, points: int, dealer: bool, self_drawn: bool) -> bool:
        """Return True if a hand can bring so many points, limits aside.

        Args:
            points: The points.
            dealer: True if the dealer wins.
            self_drawn: True if the winner drew the winning tile.
        """
        if not self.values:
            return True
        return any(each.won(dealer, self_drawn) == points for each in self.values)

    @property
    def standard(self) -> int | None:
        """The most points that all pay alike, whoever is responsible; None if the discarder always pays more."""
        return zungjung_payment.STANDARD if self.game == "zungjung" else None


def _mcr_split(win: Settlement) -> dict[str, int]:
    return mcr_payment.split(win.points, win.winner, win.payer)


def _zungjung_split(win: Settlement) -> dict[str, int]:
    return zungjung_payment.split(win.points, win.winner, win.payer)


MOST_POINTS: Final = 336
"""The most points of a hand under any Chinese preset, flowers included.

Settled by scoring 635,000 hands of four concealed kongs and a pair, all that differ by more than their suits, under
each preset, self-drawn as the last tile and a replacement tile, with eight flowers: the kongs of the three dragons and
of the winner's own wind, which is the round's, are worth most.
"""

MOST_POINTS_ZUNG_JUNG: Final = 480
"""The highest listed limit (World Series of Mahjong, scoring list)."""

_BOOK_FALSE_WINS: Final[Mapping[FalseWinKind, FalseWinRule]] = {
    "under the minimum": FalseWinRule(10),
    "wrong tile": FalseWinRule(10),
    "one short of waiting": FalseWinRule(20),
    "two or more short of waiting": FalseWinRule(0, disqualified=True),
}
"""Costs of false wins (printed rule book of 1998)."""

_BOOK_LADDERS: Final[Mapping[LadderName, tuple[Step, ...]]] = {
    "match": (0, 5, 10, 20, 30, 40, 50, 60, "dead-hand", "disqualified"),
    "hand": (0, 5, 10, 20),
}
"""The ladder of warnings, and that of empty calls, drawing early and late pungs in one hand (printed book of 1998).

Penalties are deducted at the end of the hand (text of 1998, "Match results").
"""

_BOOK_LATE: Final = ((10, 10), (15, 20))
"""Costs of coming late, the first with a warning (printed book of 1998)."""

_TABLE_POINTS: Final = (4, 2, 1, 0)
"""The first of N has N table points, the others N less their rank (printed book of 1998, annexes)."""

_OF_1998: Final = "printed rule book of 1998: no two sources were found for the book of 2006"

_OF_2006: Final[Mapping[str, str]] = {
    "seat_changes": "a forum (reachmahjong, t=53999) and an older text of the French encyclopedia",
    "false_wins": "printed rule book of 1998; not seen in the text of 2006, where tools know 10 each or 30 deducted",
    "ladders": _OF_1998,
    "late": _OF_1998,
    "table_points": "dedertienwezen.nl; mahjongtime.blogspot.com, March 2021; MahjongTournamentSuite",
    "seconds": "regulations of the European tournaments; an outline of their penalties",
}

_RIICHI_HANDS: Final = 8
"""Deals of a riichi match: a round of East and one of South (all rule books)."""

MOST_POINTS_RIICHI: Final = 288_000
"""The most points of a riichi hand: six yakuman of the dealer."""

_CHOMBO: Final[Mapping[FalseWinKind, FalseWinRule]] = dict.fromkeys(
    get_args(FalseWinKind), FalseWinRule(0, deducted=20_000)
)
"""The cost of a false win in tournaments, after the placement points (EMA rules of 2016; Pantheon's `wrc.php`)."""


def _riichi_body(
    id: str,
    preset: str,
    name: str,
    source: str,
    start: int,
    rules: RiichiRules,
    false_wins: Mapping[FalseWinKind, FalseWinRule],
    all_claims_win: bool,
) -> Body:
    return Body(
        id,
        name,
        source,
        game="riichi",
        start=start,
        hands=_RIICHI_HANDS,
        most=MOST_POINTS_RIICHI,
        split=_riichi_split(RIICHI_PRESETS[preset]),
        values=values(RIICHI_PRESETS[preset]),
        false_wins=false_wins,
        ranking=("result", "game points"),
        seat_changes=(),
        winner_deals_again=True,
        false_win_ends=True,
        all_claims_win=all_claims_win,
        deducted_after=True,
        riichi=rules,
    )


def _riichi_split(preset: RiichiPreset) -> Callable[[Settlement], dict[str, int]]:
    return lambda win: riichi_payment.split(win.points, win.winner, win.payer, preset, win.liable, win.fed)


BODIES: Final[Mapping[str, Body]] = {
    "book-1998": Body(
        "book-1998",
        "Chinese Official (MCR), the book of 1998",
        "printed rule book of 1998, chapters 4-5 and annexes",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_mcr_split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"first discard": 30, "turn": 15, "claim": 3},
        minutes={"session": 180, "notice before the end": 15, APPEAL: 30},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points", "best session"),
    ),
    "wmo-2006": Body(
        "wmo-2006",
        "World Mahjong Organization, book of 2006",
        "book of 2006, as tools that cite its sections have it: 3.4 course, 3.7 claims, 3.9 payment",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_mcr_split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"claim": 3},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points"),
        sources=_OF_2006,
    ),
    "ema": Body(
        "ema",
        "European Mahjong Association (MERS)",
        "book of 2006, clarified by the regulations of the European tournaments",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_mcr_split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        penalties={"winning tile not taken before counting": 10},
        seconds={"claim": 3},
        minutes={"session": 120},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points"),
        sources={
            **_OF_2006,
            "penalties": "an outline of the European penalties, one source",
            "minutes": "mahjongnews on the championship of 2017; 90 minutes in Denmark 2005 and online 2009",
        },
    ),
    "zungjung": Body(
        "zungjung",
        "World Series of Mahjong (Zung Jung)",
        "its scoring list and the pages of its organisers, which name no start points; the course is that of 1998",
        game="zungjung",
        start=0,
        hands=16,
        most=MOST_POINTS_ZUNG_JUNG,
        split=_zungjung_split,
        false_wins={},
        minutes={APPEAL: 30},
        ranking=("match points", "game points", "lot"),
        sources={
            "false_wins": "none found in its rules; one public scorer (gspindles/mj-score-eval) has 30 deducted",
            "hands": "worldmahjong.com, format: 16 a session, the deal always passes",
            "seat_changes": "printed rule book of 1998; its pages name none",
            "ranking": "mahjongnews 2010: the root of a session's points, with their sign; worldmahjong.com, format",
            "minutes": "worldmahjong.com, code of behavior",
        },
    ),
    "riichi-ema": _riichi_body(
        "riichi-ema",
        "riichi-ema",
        "European Mahjong Association (riichi)",
        "EMA rules of 2016; counters and sticks of several winners: Pantheon's `ema.php`",
        30_000,
        EMA,
        _CHOMBO,
        all_claims_win=True,
    ),
    "riichi-wrc": _riichi_body(
        "riichi-wrc",
        "riichi-wrc",
        "World Riichi Championship",
        "WRC rules of 2025, as public tables quote them; Pantheon's `wrc.php`",
        30_000,
        WRC,
        _CHOMBO,
        all_claims_win=False,
    ),
    "riichi-mleague": _riichi_body(
        "riichi-mleague",
        "riichi-mleague",
        "M-League",
        "m-league.jp, rules as public programs have them",
        25_000,
        M_LEAGUE,
        {},
        all_claims_win=False,
    ),
    "riichi-home": _riichi_body(
        "riichi-home",
        "riichi-home",
        "Riichi as online rooms play it",
        "Mahjong Soul's rules for friends",
        25_000,
        HOME,
        {},
        all_claims_win=True,
    ),
    "riichi-rooms": _riichi_body(
        "riichi-rooms",
        "riichi-home",
        "Riichi as online rooms play it, of equal players the first seat ahead",
        "Mahjong Soul's rules for friends",
        25_000,
        ROOMS,
        {},
        all_claims_win=True,
    ),
}
"""The bodies by name."""

HOUSE: Final = "hk"
"""The name in records of the body of a Hong Kong match; its rules name the house."""

MOST_FAAN: Final = 99
"""The most faan of a record in a house without a limit: more than all patterns of a hand together."""


@cache
def house_body(house: HongKongPreset) -> Body:
    """Return the body of a match under a house's rules.

    Points of the match are whole: if the house's table has halves or quarters, `Body.unit` is the value of one. The
    switches HK29 to HK31 determine repeated deals, the cost of a false win, and the winner among several claims.
    """
    answers = house.answers
    unit = Fraction(1, hongkong_payment.smallest(house).denominator)

    def split(win: Settlement) -> dict[str, int]:
        due = hongkong_payment.split(win.points, win.winner, win.payer, house, win.liable, win.robbed)
        return {seat: int(points / unit) for seat, points in due.items()}

    each = FalseWinRule(int(hongkong_payment.false_win(house) / unit))
    kinds: tuple[FalseWinKind, ...] = get_args(FalseWinKind)
    return Body(
        HOUSE,
        house.title,
        house.source,
        game="hk",
        start=0,
        hands=16,
        most=house.limit or MOST_FAAN,
        split=split,
        false_wins=dict.fromkeys(kinds, each),
        ranking=("game points",),
        seat_changes=(),
        winner_deals_again=True,
        draw_deals_again=answers["HK30"] == "stays",
        false_win_ends=True,
        all_claims_win=answers["HK29"] == "all",
        unit=unit,
    )


_TIMES: Final = 4
"""The most times that a hand may have one fan, those of its sets: four."""

BODY_OF_RULES: Final[Mapping[str, str]] = {
    "mcr-wmo": "wmo-2006",
    "zungjung": "zungjung",
    **{name: name for name in RIICHI_PRESETS if name in BODIES},
    "riichi-ema-2025": "riichi-ema",
    "riichi-wrc-2015": "riichi-wrc",
}
"""The body of each preset, where it is neither a house nor the book of 1998."""

NEW_BODY_OF_RULES: Final[Mapping[str, str]] = {"riichi-home": "riichi-rooms"}
"""The body of new matches under each preset that got another: kept records without a body keep the first."""


def body_of(rules: RuleBook) -> Body:
    """Return the body that a match under these rules is played by unless its record names another."""
    return house_body(rules.house) if rules.house else _body_under(BODY_OF_RULES.get(rules.base, "book-1998"), rules)


def usual_body(rules: RuleBook) -> Body:
    """Return the body that a new match under these rules is played by unless somebody chooses another."""
    new = NEW_BODY_OF_RULES.get(rules.base)
    return _body_under(new, rules) if new else body_of(rules)


def bodies_of(rules: RuleBook) -> Mapping[str, Body]:
    """Return the bodies that a match under these rules can be played by, by the names that records call them."""
    if rules.house:
        return {HOUSE: house_body(rules.house)}
    return {name: _body_under(name, rules) for name, body in BODIES.items() if body.game == rules.game.id}


@cache
def _body_under(name: str, rules: RuleBook) -> Body:
    """Return the body of this name, with room for the points of hands under a club's own list."""
    body, preset = BODIES[name], rules.preset
    if isinstance(preset, RiichiPreset):
        return replace(body, split=_riichi_split(preset), values=values(preset))
    if isinstance(preset, HongKongPreset) or not preset.changed:
        return body
    if isinstance(preset, McrPreset):
        usual = {fan.id: fan.points for fan in FANS}
        more = [_TIMES * max(0, fan.points - usual.get(fan.id, 0)) for fan in preset.fans.values()]
        return replace(body, most=MOST_POINTS + sum(more))
    return replace(body, most=max(LIMIT, *[pattern.value for pattern in preset.patterns]))
