"""The score of hands with unknown circumstances, against every way written out."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ScoreSheet, UnknownCircumstancesError, Win, assess, parse, score
from scoring.circumstances import assumed, assumption, wins
from scoring.errors import Circumstance
from scoring.findings import findings
from scoring.games.game import RuleBook
from scoring.rules import BOOKS, game_of, tournament
from scoring.tiles import FLOWERS, PLAYED, WINDS
from scoring.ways import possible
from tests.books import RULES
from tests.scoring.deal import random_win
from tests.scoring.usual import usual

ATTRIBUTES: dict[Circumstance, str] = {"self-draw": "self_draw", "seat": "seat", "round": "round_wind", "kong": "kong"}


def unsaid(win: Win, circumstances: frozenset[Circumstance]) -> Win:
    """Return the hand with these circumstances unknown, and without rare luck."""
    plain = replace(win, last_tile=False, last_of_kind=False, kong=bool(win.kong and win.self_draw))
    plain = replace(plain, flower_tiles=FLOWERS[: win.flowers or 0])
    return replace(plain, **{ATTRIBUTES[circumstance]: None for circumstance in circumstances})


@st.composite
def half_known(draw: st.DrawFn) -> Win:
    """Return a random winning hand with some unknown circumstances, and perhaps a known discarder."""
    known = random_win(random.Random(draw(st.integers(0, 1 << 32))))
    win = unsaid(known, draw(st.frozensets(st.sampled_from(sorted(ATTRIBUTES)))))
    discarder = draw(st.sampled_from((None, *WINDS)))
    return win if win.self_draw or win.kong or discarder == win.seat else replace(win, discarder=discarder)


def written_out(win: Win) -> Iterator[Win]:
    """Return every way in which a hand may have been won; a replacement tile takes a kong and a self-draw."""
    draws = [False, True] if win.self_draw is None else [win.self_draw]
    seats = WINDS if win.seat is None else (win.seat,)
    rounds = WINDS if win.round_wind is None else (win.round_wind,)
    kongs = [False, True] if win.kong is None else [win.kong]
    for draw, seat, round_wind, kong in product(draws, seats, rounds, kongs):
        way = replace(win, self_draw=draw, seat=seat, round_wind=round_wind, kong=kong)
        if kong and win.kong is None and not (draw and any(len(meld.tiles) == 4 for meld in win.melds)):
            continue
        if not findings(way):
            yield way


def worth(sheet: ScoreSheet) -> tuple[int, bool]:
    return sheet.total, sheet.legal


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_the_range_is_that_of_every_way(win: Win, rules: str) -> None:
    sheets = [score(way, rules) for way in written_out(win)]
    assert len(sheets) <= 64
    found = assess(win, rules)
    assert {found.wins} == {sheet.wins for sheet in sheets}
    assert (found.low, found.high) == (min(s.total for s in sheets), max(s.total for s in sheets))
    verdicts = {sheet.legal for sheet in sheets}
    assert found.legal is (verdicts.pop() if len(verdicts) == 1 else None)
    assert (not found.open) == (len({worth(sheet) for sheet in sheets}) == 1)
    assert set(possible(win)) == {sheet.win for sheet in sheets}


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_what_is_open_changes_something_by_itself_and_comes_in_the_order_of_what_it_changes(
    win: Win, rules: str
) -> None:
    sheets = [score(way, rules) for way in written_out(win)]
    expected = []
    for at, (circumstance, name) in enumerate(ATTRIBUTES.items()):
        alike: dict[Win, list[ScoreSheet]] = {}
        for sheet in sheets:
            alike.setdefault(replace(sheet.win, **{name: None}), []).append(sheet)
        verdict = any(len({sheet.legal for sheet in group}) > 1 for group in alike.values())
        points = max(max(s.total for s in group) - min(s.total for s in group) for group in alike.values())
        if verdict or points:
            expected.append((not verdict, -points, at, circumstance))
    assert assess(win, rules).open == tuple(row[-1] for row in sorted(expected))


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_nothing_is_shown_that_does_not_hold_in_every_way(win: Win, rules: str) -> None:
    found = assess(win, rules)
    assert (found.sheet is None) == bool(found.open)
    for sheet in (score(way, rules) for way in written_out(win)):
        assert set(found.shared.lines) <= set(sheet.lines)
        assert set(found.shared.left_out) <= set(sheet.left_out)
        if found.sheet and found.sheet.payments and len(found.sheets) == 1:
            assert found.sheet.payments == sheet.payments
    if not win.unknown:
        assert found.sheet == score(win, rules)


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_luck_is_named_where_it_could_be_true_and_would_change_the_total(win: Win, rules: str) -> None:
    ways = list(written_out(win))
    lucky: dict[str, list[tuple[Win, Win]]] = {
        "last-tile": [(way, replace(way, last_tile=True)) for way in ways],
        "last-of-kind": [(way, replace(way, last_of_kind=True)) for way in ways],
        "robbed-kong": [(way, replace(way, kong=True)) for way in ways if win.kong is None and not way.self_draw],
        "heaven": [(way, replace(way, heaven=True)) for way in ways if way.self_draw and not win.kong],
        "earth": [(way, replace(way, earth=True)) for way in ways if not way.self_draw and not win.kong],
    }
    expected = [
        luck
        for luck, pairs in lucky.items()
        if any(not findings(with_) and score(with_, rules).total != score(way, rules).total for way, with_ in pairs)
    ]
    assert list(assess(win, rules).without) == expected


@pytest.mark.parametrize("rules", list(RULES))
def test_no_verdict_is_contradicted_by_how_the_hand_was_won(rules: str) -> None:
    everything = frozenset(ATTRIBUTES)
    ranges = verdicts = 0
    for seed in range(120):
        known = unsaid(random_win(random.Random(seed)), frozenset())
        truth, found = score(known, rules), assess(unsaid(known, everything), rules)
        assert found.low <= truth.total <= found.high
        assert found.legal in (None, truth.legal)
        taken = score(assumed(unsaid(known, everything)), rules)
        ranges += found.low < found.high
        verdicts += found.legal is None
        if worth(taken) != worth(truth):
            assert found.open
            assert found.sheet is None
    # In Zung Jung any pattern is enough and a discard adds none; in Hong Kong limits are reached in every way.
    assert ranges >= {"zungjung": 40, "hk": 85}.get(game_of(rules).id, 107)
    assert verdicts >= {"zungjung": 1, "hk": 0 if rules == "hk-club" else 8}.get(game_of(rules).id, 8)


HOUSES = [
    *[book for book in BOOKS.built_in.values() if book.game.id != "riichi" and book.unit != "fan"],
    *[
        tournament(f'name = "house"\ntitle = "x"\nbase = "hk"\nsource = "a house"\nswitches.{switch}\n')
        for switch in ('HK7 = "2+1"', 'HK8 = "off"', 'HK2 = "not"', 'HK3 = "none"')
    ],
]
"""The books whose hands are worth their patterns, and houses of Hong Kong that count flowers otherwise."""


def _flowers(book: RuleBook) -> Iterator[tuple[str, ...]]:
    """Yield every choice of flowers beside a hand; where seven or eight win by themselves, they are none."""
    most = 0 if not book.flowers else 6 if book.preset.answers.get("HK8") == "on" else len(FLOWERS)
    for count in range(most + 1):
        yield from combinations(FLOWERS, count)


@pytest.mark.parametrize("book", HOUSES, ids=range(len(HOUSES)))
def test_the_ends_of_a_range_are_reached_and_nothing_lies_beyond(
    book: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Try each draw, each seat and round, and each of up to 256 choices of flowers of a hand that says none of it."""
    monkeypatch.setitem(RULES, book.name, book)
    for seed in range(3):
        luck = random.Random(seed)
        win = unsaid(random_win(luck), frozenset(("self-draw", "seat", "round")))
        win = replace(win, flowers=None, flower_tiles=(), kong=False, discarder=None)
        winds = [*product(WINDS, WINDS)]
        totals = []
        for tiles in _flowers(book):
            for seat, round_wind in winds if len(tiles) < 2 else luck.sample(winds, 2):
                for drawn in (False, True):
                    way = replace(win, seat=seat, round_wind=round_wind, self_draw=drawn)
                    totals.append(book.worth(replace(way, flowers=len(tiles), flower_tiles=tiles)))
        found = assess(win if book.flowers else replace(win, flowers=0), book.name)
        reached = [book.worth(sheet.win).total for sheet in found.sheets]
        assert (min(reached), max(reached)) == (found.low, found.high)
        assert found.low <= min(each.total for each in totals)
        assert max(each.total for each in totals) <= found.high
        assert found.legal in (None, *{each.legal for each in totals})


@pytest.mark.parametrize(
    ("text", "low", "high", "legal", "open_"),
    [
        ("23m789m123s789s22p1m", 7, 9, None, ("self-draw",)),
        ("23m789m123s789s22p1m self-draw", 9, 9, True, ()),
        ("23m789m123s789s22p1m discard", 7, 7, False, ()),
        ("23m789m123s789s22p1m from=S", 7, 7, False, ()),
        ("[SSS,1]123m456p789sE E discard", 10, 13, True, ("seat", "round")),
        ("[SSS,1]123m456p789sE E self-draw seat=S", 12, 14, True, ("round",)),
        ("[CCCC]123m456p789sE E self-draw", 23, 31, True, ("kong",)),
        ("[CCCC]123m456p789sE E self-draw no-kong", 23, 23, True, ()),
        ("[CCCC]123m456p789sE E self-draw kong", 31, 31, True, ()),
        ("147m258p369sESWN E", 0, 0, False, ()),
        ("11111m23456789s1s", 0, 0, False, ()),
    ],
)
def test_a_hand_is_worth_a_range(
    text: str, low: int, high: int, legal: bool | None, open_: tuple[Circumstance, ...]
) -> None:
    found = assess(parse(text))
    assert (found.low, found.high, found.legal, found.open) == (low, high, legal, open_)


def test_what_is_said_together_rules_ways_out() -> None:
    def ways(words: str) -> set[tuple[bool | None, str | None]]:
        return {(way.self_draw, way.seat) for way in possible(parse(f"11m22p33s44mEESSC C {words}"))}

    assert ways("from=S") == {(False, seat) for seat in "EWN"}
    assert ways("heaven") == {(True, "E")}
    assert ways("earth") == {(False, seat) for seat in "SWN"}
    assert ways("from=S self-draw") == {(True, seat) for seat in WINDS}  # all contradict it, and the sheets say so
    assert assess(parse("11m22p33s44mEESSC C from=S self-draw")).shared.findings


def test_the_sheet_has_payments_only_for_a_known_winner_and_payer() -> None:
    hand = "[CCC,1]123m456p789sE E"
    assert assess(parse(f"{hand} self-draw")).shared.payments is None
    assert assess(parse(f"{hand} self-draw seat=S")).shared.payments == {"E": -26, "S": 78, "W": -26, "N": -26}
    assert assess(parse(f"{hand} discard seat=S")).shared.payments is None
    assert assess(parse(f"{hand} from=W seat=S")).shared.payments == {"E": -8, "S": 41, "W": -25, "N": -8}


def test_the_sheet_of_a_limit_hand_names_no_pattern_that_nobody_said() -> None:
    found = assess(parse("[FFFF][PPPP,7][CCCC,5][678s,1]7s 7s"), "zungjung")
    assert found.sheet
    assert (found.sheet.total, found.sheet.limit) == (320, "compound")
    assert "Win on Kong" in [line.name for sheet in found.sheets for line in sheet.lines]
    assert "Win on Kong" not in [line.name for line in found.sheet.lines]


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("123m456p789sEECCC flowers=0", ("self-draw", "seat", "round")),
        ("[CCCC]123m456p789sE E seat=S round=E flowers=0", ("self-draw", "kong")),
        ("[CCCC]123m456p789sE E self-draw seat=S round=E flowers=0", ("kong",)),
        ("123m456p789sEECCC self-draw round=E flowers=0", ("seat",)),
    ],
)
@pytest.mark.parametrize("rules", list(RULES))
def test_a_score_is_refused_while_something_is_unknown(text: str, unknown: tuple[str, ...], rules: str) -> None:
    with pytest.raises(UnknownCircumstancesError) as error:
        score(parse(text), rules)
    counts = unknown if RULES[rules].game.round_counts else tuple([each for each in unknown if each != "round"])
    assert error.value.about == {"unknown": counts}


def test_a_known_hand_is_scored() -> None:
    for text in ("123m456p789sEECCC discard seat=S round=E", "[CCCC]123m456p789sE E self-draw no-kong seat=S round=E"):
        assert score(parse(text)).wins


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_whether_tiles_win_depends_on_nothing_else(win: Win, rules: str) -> None:
    assert wins(win)  # each of these hands wins in the Chinese competition rules
    broken = replace(win, winning=next(code for code in PLAYED if code not in win.tiles))
    for tried in (win, broken):
        assert wins(tried, rules) == assess(tried, rules).wins == score(assumed(tried), rules).wins


@given(half_known(), st.sampled_from(sorted(RULES)))
def test_what_is_taken_for_granted_is_named_where_it_matters(win: Win, rules: str) -> None:
    found, all_ways = assumption(win, rules), assess(win, rules)
    assert found.sheet == score(assumed(win), rules)
    assert (found.open, found.low, found.high) == (all_ways.open, all_ways.low, all_ways.high)
    for alternative in found.alternatives:
        assert alternative.circumstance in found.open
        assert (alternative.worth.total, alternative.worth.legal) != worth(found.sheet)
        assert bool(alternative.winds) == (alternative.circumstance in ("seat", "round"))


@pytest.mark.parametrize(
    ("text", "rules", "lifting"),
    [
        ("23m789m123s789s22p1m discard", "mcr", ("last-tile", "last-of-kind", "robbed-kong")),
        ("23m789m123s789s22p1m", "mcr", ("last-tile", "last-of-kind", "robbed-kong")),  # 7 on a discard, 9 self-drawn
        ("[234m,1][567m,1]55p78s222p 9s discard", "mcr", ("last-tile", "robbed-kong")),  # 2, and 4 more are too few
        ("[234m,1][567m,1]55p78s222p 9s self-draw", "mcr", ("last-tile",)),
        ("[EEE,1]234m456p789sN N discard", "mcr", ("last-tile",)),  # of a pair one other is held
        ("[234m,1][567m,1]55p78s222p 9s discard last-tile", "mcr", ()),
        ("[CCC,1]123m456p789sE E", "mcr", ()),  # enough without any
        ("[234m,1][567s,1]55p78s222p 9s discard", "zungjung", ("last-tile", "robbed-kong")),
        ("22m345s66p789p11s 1s", "mcr", ()),  # no hand at all
    ],
)
def test_what_rare_luck_would_bring_a_hand_up_to_the_minimum(text: str, rules: str, lifting: tuple[str, ...]) -> None:
    assert assess(parse(f"{text} seat=S round=E"), rules).lifting == tuple([(luck,) for luck in lifting])


TWELVE = tournament('name = "twelve"\ntitle = "Twelve"\nbase = "mcr"\nsource = "a club"\nminimum = 12\n')
FLOWERY = tournament(
    'name = "flowery"\ntitle = "Flowery"\nbase = "hk"\nsource = "a house"\nswitches.HK32 = "yes"\nswitches.HK21 = "3"\n'
)


@pytest.mark.parametrize(
    ("text", "book", "lifting"),
    [
        # 2 points: 8 for the last tile and 4 for the last of its kind make 14, robbing a kong goes with neither
        ("[234m,1][567m,1]55p78s222p 9s discard", TWELVE, [("last-tile", "last-of-kind")]),
        ("23m789m123s789s22p1m discard", TWELVE, [("last-tile",), ("robbed-kong",)]),
        ("[234m,1][567m,1]55p78s222p 9s discard last-tile", TWELVE, [("last-of-kind",)]),
        # 1 faan, drawn: one for the last tile and one for the replacement of a flower make 3
        ("[234m,1][567m,1]55p78s222p 9s self-draw flowers=f4", FLOWERY, [("last-tile", "flower-tile")]),
        ("[234m,1][567m,1]55p78s222p 9s self-draw flowers=0", FLOWERY, [("last-tile",)]),
        ("[2222m,1][5555m,1]55p78s222p 9s self-draw no-kong flowers=f4", FLOWERY, [("last-tile", "flower-tile")]),
        ("[2222m,1][5555m,1]55p78s222p 9s self-draw flowers=f4", FLOWERY, [("last-tile",), ("double-kong",)]),
        ("234m567m55p78s222p 9s discard flowers=f4", FLOWERY, [("earth",), ("man",)]),
        ("[234m,1][567m,1]55p78s222p 9s discard flowers=f4", FLOWERY, []),
    ],
)
def test_luck_that_lifts_a_hand_only_together_is_named_together(
    text: str, book: RuleBook, lifting: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RULES, book.name, book)
    assert list(assess(parse(f"{text} seat=S round=E"), book.name).lifting) == lifting


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("23m789m123s789s22p1m", [("self-draw", (), 9)]),
        ("[SSS,1]123m456p789sE E", [("seat", ("S",), 11), ("round", ("S",), 11), ("self-draw", (), 11)]),
        ("[EEE,1]123m456p789sS S discard", [("seat", ("S", "W", "N"), 11), ("round", ("S", "W", "N"), 11)]),
        ("[CCCC]123m456p789sE E self-draw", [("kong", (), 31)]),
        ("[CCC,1]123m456p789sE E self-draw seat=S", []),
    ],
)
def test_each_circumstance_taken_for_granted_has_its_alternatives(
    text: str, alternatives: list[tuple[str, tuple[str, ...], int]]
) -> None:
    found = assumption(parse(text))
    assert [(other.circumstance, other.winds, other.worth.total) for other in found.alternatives] == alternatives
    assert found.sheet == score(usual(text))
