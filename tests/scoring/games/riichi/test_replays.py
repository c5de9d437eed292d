"""Followed hands as other programs read them, against a log of another program and by a reader of another one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import parse, score
from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Flower, Kong, Win
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.sanma.acts import SetAside
from scoring.match.course import course_of
from scoring.match.followed import FollowedHand
from scoring.match.records import Claimed, Won
from tests.scoring.games.riichi.played import PlayedMatch, needs_logs, played
from tests.scoring.games.sanma import played as three
from tests.scoring.match.builders import FOUR, SIT, folded, seated

HIDDEN = [0] * 13


def as_seen(deal: list[Any]) -> list[Any]:
    """Return a hand of a log as a camera over the table sees it: tiles dealt and drawn are 0 unless they are shown."""
    found = list(deal)
    for player in range(4):
        dealt, draws, cuts = (4 + 3 * player + part for part in range(3))
        found[dealt] = HIDDEN
        drawn = list(found[draws])
        for n, tile in enumerate(drawn):
            shown = found[cuts][n] in (60, "r60") if n < len(found[cuts]) else found[16][0] == "和了"
            if not isinstance(tile, str) and not shown:
                drawn[n] = 0
        found[draws] = drawn
    if found[16][0] == "和了":
        found[16] = by_name(found[16])
    else:  # no record names the indicators of a drawn hand
        found[2] = [0] * len(found[2])
    return found


def by_name(result: list[Any]) -> list[Any]:
    """Return a win with its yaku by their names, since their order says nothing."""
    return [*result[:2], [*result[2][:4], *sorted(result[2][4:])]]


def compared(found: PlayedMatch) -> int:
    """Compare each hand, and return how many there are."""
    texts = course_of(found.match.rules).end.replays(found.match, found.hands)
    ours = json.loads(texts["tenhou6.json"])
    assert (ours["name"], ours["rule"]["aka"]) == (found.log["name"], 0)
    assert len(ours["log"]) == len(found.log["log"])
    for own, other in zip(ours["log"], found.log["log"], strict=True):
        own[16] = by_name(own[16]) if own[16][0] == "和了" else own[16]
        assert own == as_seen(other)
    return len(ours["log"])


@needs_logs
def test_each_hand_is_written_as_by_the_program_that_it_was_played_by() -> None:
    assert sum(map(compared, played(10, 1))) > 80


@needs_logs
@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 7))
def test_each_hand_of_200_matches_is_written_so(seed: int) -> None:
    assert sum(map(compared, played(40, seed))) > 300


def told(hand: FollowedHand) -> Iterator[tuple[object, ...]]:
    """Yield the discards, the claims, the kongs and the win of a hand with the numbers of its players."""

    def who(seat: int) -> int:
        return (hand.hand.deal - 1 + hand.place(seat)) % 4

    crosswise = {event.seat for event in hand.events if isinstance(event, Declared)}
    for event in hand.events:
        match event:
            case Discard():
                yield ("cut", who(event.seat), event.tile, event.sideways and event.seat in crosswise)
            case Claim():
                yield ("call", who(event.seat), event.tile, sorted(event.tiles), who(event.source))
            case Kong():
                yield ("kong", who(event.seat), event.tile)
            case Win():
                yield ("win", who(event.seat), event.tile, event.source == 0)


def read(event: dict[str, Any]) -> tuple[object, ...] | None:
    """Return the same of an event as the other program read it."""
    about = event["data"]

    def ours(tile: str) -> str:
        return "ESWNPFC"[int(tile[0]) - 1] if tile[1] == "z" else tile

    match event["name"]:
        case "DiscardTile":
            return ("cut", about["seat"], ours(about["tile"]), about["is_liqi"])
        case "ChiPengGang":
            tiles = [ours(tile) for tile in about["tiles"]]
            return ("call", about["seat"], tiles[0], sorted(tiles), about["froms"][0])
        case "AnGangAddGang":
            return ("kong", about["seat"], ours(about["tiles"]))
        case "Hule":
            (win,) = about["hules"]
            return ("win", win["seat"], ours(win["hu_tile"]), win["zimo"])
    return None


@needs_logs
@pytest.mark.long
def test_another_program_reads_the_same_moves(tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is missing: pip install --no-deps riichienv")
    kinds = set()
    for found in played(20, 1):
        file = tmp_path / "match.mjai.jsonl"
        text = course_of(found.match.rules).end.replays(found.match, found.hands)["mjai.jsonl"]
        file.write_text(text, "utf-8")
        rounds = list(riichienv.MjaiReplay.from_jsonl(str(file)).take_kyokus())
        assert len(rounds) == len(found.hands)
        for each, hand, log in zip(rounds, found.hands, found.log["log"], strict=True):
            events = each.events()
            assert [move for event in events if (move := read(event))] == list(told(hand))
            first = events[0]["data"]
            assert [[4 * first["chang"] + first["ju"], first["ben"], first["liqibang"]], first["scores"]] == log[:2]
            kinds |= {event["name"] for event in events}
    assert kinds >= {"DealTile", "DiscardTile", "ChiPengGang", "AnGangAddGang", "Hule", "NoTile", "Dora"}


@pytest.mark.parametrize(("riichi", "turned"), [("Bo", ["1m"]), ("Chen", ["1m"]), ("", [])])
def test_the_indicators_below_are_those_that_a_winner_in_riichi_turns(riichi: str, turned: list[str]) -> None:
    """Two win a discard: the first or the second of them had declared riichi, or neither."""
    hands = {"Bo": "234m567p345s88s67s 8s", "Chen": "678m234p234s55s67s 8s"}
    said = {name: f"{text} dora=9p discard{' riichi ura=1m' * (name == riichi)}" for name, text in hands.items()}
    seats = dict(zip(hands, "SW", strict=True))
    wins = [
        Won(name, score(parse(f"{text} seat={seats[name]} round=E from=E"), "riichi-ema").total, "Ann", hand=text)
        for name, text in said.items()
    ]
    acts = [DeclaredRiichi(riichi)] if riichi else []
    match = folded(SIT, *acts, Claimed(tuple(wins)), rules="riichi-ema")
    assert match.refused == {}
    declared = 1 + list(FOUR).index(riichi or "Dai")
    cuts = [(1, "E"), (2, "W"), (3, "N"), (4, "P"), (1, "8s")]
    events: list[AnyEvent] = []
    for t, (seat, tile) in enumerate(cuts):
        sideways = bool(riichi) and seat == declared
        events += [Declared(t=t, seat=seat, what="riichi", sure=True)] * sideways
        events.append(Discard(t=t, seat=seat, tile=tile, sideways=sideways, sure=True))
    events.append(Win(t=9, seat=2, tile="8s", source=1, sure=True))
    texts = course_of(match.rules).end.replays(match, [FollowedHand(match.hands[0], events, 1)])
    (log,) = json.loads(texts["tenhou6.json"])["log"]
    assert log[2:4] == [[29], [11] * len(turned)]
    wins_told = [json.loads(line) for line in texts["mjai.jsonl"].splitlines() if '"hora"' in line]
    assert [each["ura_markers"] for each in wins_told] == [turned * (name == riichi) for name in hands]


@pytest.mark.parametrize(
    ("winner", "hand", "worth"),
    [
        ("Ann", "234m567m345p66s67s 8s dora=5s no-riichi", "満貫12000点"),
        ("Ann", "234m234m345p66s67s 8s dora=5s no-riichi", "跳満18000点"),
        ("Ann", "234m567m345p66s67s 8s dora=9p no-riichi", "30符2飜2900点"),
        ("Bo", "234m567m345p66s67s 8s dora=5s no-riichi", "満貫8000点"),
        ("Bo", "234m234m345p66s67s 8s dora=5s no-riichi", "跳満12000点"),
        ("Bo", "234m567m345p66s67s 8s dora=9p no-riichi", "30符2飜2000点"),
    ],
)
def test_a_win_has_the_level_of_its_points_and_no_tile_that_nobody_saw(winner: str, hand: str, worth: str) -> None:
    seat = "ES"[FOUR.index(winner)]
    total = score(parse(f"{hand} discard seat={seat} round=E from=N"), "riichi-ema").total
    match = folded(SIT, Won(winner, total, "Dai", hand=f"{hand} discard"), rules="riichi-ema")
    assert match.refused == {}
    cuts = [Discard(t=seat, seat=seat, tile=tile, sideways=False, sure=True) for seat, tile in enumerate("WWW", 1)]
    cuts.append(Discard(t=4, seat=4, tile="8s", sideways=False, sure=True))
    events: list[AnyEvent] = [*cuts, Win(t=9, seat="ES".index(seat) + 1, tile="8s", source=4, sure=True)]
    texts = course_of(match.rules).end.replays(match, [FollowedHand(match.hands[0], events, 1)])
    (log,) = json.loads(texts["tenhou6.json"])["log"]
    assert log[4:16:3] == [HIDDEN] * 4
    assert log[5:16:3] == [[0]] * 4
    assert log[16][2][3] == worth


def of_three(seed: int) -> tuple[three.PlayedMatch, dict[str, list[list[dict[str, Any]]]]]:
    """Return a match of three, and our mjai of it by the name of its file, deal by deal."""
    found = three.played(seed)
    texts = course_of(found.match.rules).end.replays(found.match, found.hands)
    deals: dict[str, list[list[dict[str, Any]]]] = {}
    for name in ("mjai.jsonl", "mjai-kita.jsonl"):
        lines = [json.loads(line) for line in texts[name].splitlines()]
        begun = [n for n, line in enumerate(lines) if line["type"] == "start_kyoku"]
        deals[name] = [lines[at:end] for at, end in zip(begun, [*begun[1:], len(lines) - 1], strict=True)]
    return found, deals


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 40))])
def test_matches_of_three_are_written_as_by_the_program_that_played_them(seed: int) -> None:
    """Payments, sticks, counters and points before each hand are the other program's, too."""
    found, deals = of_three(seed)
    kita = [[line for line in deal if line["type"] != "dora"] for deal in deals["mjai-kita.jsonl"]]
    assert kita == [list(three.masked(deal)) for deal in found.deals]
    turned = [sum(line["type"] == "dora" for line in deal) for deal in deals["mjai-kita.jsonl"]]
    assert turned == [sum(line["type"] == "dora" for line in deal) for deal in found.deals]
    named = {"kita": "nukidora"}
    renamed = [
        [{**line, "type": named.get(line["type"], line["type"])} for line in deal] for deal in deals["mjai-kita.jsonl"]
    ]
    assert deals["mjai.jsonl"] == renamed


def test_another_program_reads_norths_set_aside(tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is missing: pip install --no-deps riichienv")
    found = three.played(1)
    file = tmp_path / "match.mjai.jsonl"
    file.write_text(course_of(found.match.rules).end.replays(found.match, found.hands)["mjai-kita.jsonl"], "utf-8")
    rounds = [each.events() for each in riichienv.MjaiReplay.from_jsonl(str(file)).take_kyokus()]
    assert len(rounds) == len(found.hands)
    read = [sum(event["name"] == "BaBei" for event in events) for events in rounds]
    assert read == [sum(isinstance(event, Flower) for event in hand.events) for hand in found.hands]
    assert sum(read)


def test_tenhou_has_a_fourth_place_that_is_empty_where_three_play() -> None:
    """South's second hand: a pung from the right, Norths set aside, one of which is robbed."""
    act = Won("Chen", 2600, "Ann", hand="123p456p789p55sNN N discard rob-north seat=S round=E from=W")
    match = folded(seated("sanma-tenhou"), Won("Bo", 2000, "Ann"), SetAside("Ann"), act, rules="sanma-tenhou")
    events: list[AnyEvent] = [
        Discard(t=1, seat=2, tile="9s", sideways=False, tsumogiri="yes", sure=True),
        Claim(t=2, seat=1, kind="pung", tile="9s", tiles=("9s",) * 3, source=2, sure=True),
        Discard(t=3, seat=1, tile="1m", sideways=False, sure=True),
        Discard(t=4, seat=2, tile="1m", sideways=False, sure=True),
        Discard(t=5, seat=3, tile="E", sideways=False, sure=True),
        Flower(t=6, seat=1, tile="N", sure=True),
        Win(t=7, seat=3, tile="N", source=1, sure=True),
    ]
    texts = course_of(match.rules).end.replays(match, [FollowedHand(match.hands[1], events, 2)])
    log = json.loads(texts["tenhou6.json"])
    assert log["name"] == ["Ann", "Bo", "Chen", ""]
    assert log["rule"] == {"disp": "三 Riichi for three, Tenhou", "aka51": 0, "aka52": 1, "aka53": 1}
    (deal,) = log["log"]
    assert deal[:4] == [[1, 0, 0], [33000, 37000, 35000, 0], [0], []]
    places = [HIDDEN, ["3939p39", 0], [11, "f44"]], [HIDDEN, [39, 0], [60, 11]], [HIDDEN, [0], [41]], [[], [], []]
    assert deal[4:16] == [part for place in places for part in place]
    gains = [-2600, 0, 2600, 0]
    assert deal[16] == ["和了", gains, [2, 0, 2, "40符2飜2600点", "一気通貫(2飜)"]]


@pytest.mark.parametrize(
    ("winner", "giver", "points", "worth"),
    [
        ("Ann", None, 8000, "満貫4000点∀"),
        ("Bo", None, 6000, "満貫2000-4000点"),
        ("Bo", None, 9000, "跳満3000-6000点"),
        ("Bo", "Ann", 8000, "満貫8000点"),
        ("Bo", None, 1500, "500-1000点"),
    ],
)
def test_a_win_of_three_has_its_level_whatever_the_missing_player_would_pay(
    winner: str, giver: str | None, points: int, worth: str
) -> None:
    match = folded(seated("sanma-tenhou"), Won(winner, points, giver), rules="sanma-tenhou")
    seat = FOUR.index(winner) + 1
    turns = [Discard(t=n, seat=n, tile="E", sideways=False, sure=True) for n in (1, 2, 3)]
    before = [*turns, *([turns[0]] if giver else turns[: seat - 1])]
    events: list[AnyEvent] = [*before, Win(t=9, seat=seat, tile="9p", source=1 if giver else 0, sure=True)]
    texts = course_of(match.rules).end.replays(match, [FollowedHand(match.hands[0], events, 1)])
    (log,) = json.loads(texts["tenhou6.json"])["log"]
    assert log[16][2][3:] == [worth]
