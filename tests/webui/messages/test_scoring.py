"""Every kind that the rules answer with has a sentence that uses the parameters it has and no other."""

from collections.abc import Callable
from dataclasses import astuple, replace
from fractions import Fraction
from typing import Any, get_args

import opencc
import pytest
from msgspec import structs

from scoring import ScoringError, UnknownRulesError, parse, score
from scoring.changes import NearMiss, NearMissKind, lifting_changes
from scoring.circumstances import Luck, assess, assumed, assumption
from scoring.distance import TargetShape, distance
from scoring.errors import Circumstance, MissingLibraryError, NotationErrorKind, RulingErrorKind
from scoring.findings import FAULT_OF, Finding, FindingKind, findings
from scoring.games.deal import DealError
from scoring.games.hongkong.patterns import PATTERNS as HONG_KONG
from scoring.games.hongkong.presets import SWITCHES as HONG_KONG_SWITCHES
from scoring.games.mcr.patterns import FANS
from scoring.games.mcr.presets import SWITCHES
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.findings import riichi_findings
from scoring.games.sanma.acts import SetAside
from scoring.games.sanma.findings import sanma_findings
from scoring.games.sanma.presets import PRESETS
from scoring.games.sichuan.acts import MadeKong, NamedVoid, WallOut
from scoring.games.sichuan.deal import settle
from scoring.games.sichuan.findings import sichuan_findings
from scoring.games.taiwan.findings import taiwan_findings
from scoring.games.zungjung.patterns import PATTERNS
from scoring.games.zungjung.payment import responsible
from scoring.games.zungjung.presets import SWITCHES as ZUNGJUNG_SWITCHES
from scoring.hand import Win
from scoring.liability import ResponsibleKind
from scoring.match.amounts import Amount, Unit
from scoring.match.course import refusal_kinds
from scoring.match.errors import Matter, RecordErrorKind, Refusal, RefusedError, SeatingError, SeatingErrorKind
from scoring.match.match import fold
from scoring.match.payers import answered
from scoring.match.records import (
    Act,
    AppealDecided,
    Appealed,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    FalseWin,
    FalseWinKind,
    Forfeited,
    Foul,
    Late,
    Penalty,
    Record,
    Result,
    Role,
    Seated,
    Swapped,
    ThreeLeft,
    TimeUp,
    Void,
    Won,
    act_from_dict,
    record_from_dict,
)
from scoring.match.seating import parse_script, seating
from scoring.match.wall import thrower
from scoring.notation import read_text
from scoring.notes import NoteKind, without_effect
from scoring.play import Play
from scoring.rules import BOOKS, admit, rule_book, tournament
from scoring.sheet import ExcludedPattern, PatternName, Principle, RulingEffect
from scoring.waits import waits
from tests.rows import row_by_row
from tests.webui.messages.every import every
from webui.games.mcr import words as mcr
from webui.games.zungjung import words as zungjung
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.game import in_game, words_of

ENGLISH = Messages.of("en")
CHINESE = Messages.of("zh")
SOUND = "123m456p789sEEEC C"
NORTHS = "123p456p789p55sNN N"
TWO_SUITS = "123888s345456p6p 6p"
DISCARD = {"act": "won", "from": "E", "wins": [{"seat": "S", "fan": 1}]}


def parsed(text: str) -> tuple[Finding, ...]:
    return findings(assumed(parse(text)))


def built(*concealed: str, **circumstances: Any) -> tuple[Finding, ...]:
    return findings(Win(concealed, "1m", **circumstances))


def riichi(text: str) -> tuple[Finding, ...]:
    return riichi_findings(assumed(parse(text, red=True)))


def sanma(text: str, north: Any = "bonus") -> tuple[Finding, ...]:
    return sanma_findings(assumed(parse(text, game="sanma")), replace(PRESETS["sanma-home"], north=north))


def sichuan(text: str) -> tuple[Finding, ...]:
    return sichuan_findings(assumed(parse(text, game="sichuan")))


def taiwan(words: str, first: str = "123456") -> tuple[Finding, ...]:
    return taiwan_findings(assumed(parse(f"{first}m789m234p55p67s 8s {words}", game="taiwan")))


FINDINGS: list[tuple[FindingKind, tuple[Finding, ...], str]] = [
    ("too-many-tiles", parsed("123m456p789sEEECC C"), "1 tile too many: 15 where a won hand has 14"),
    (
        "too-many-tiles",
        parsed("123m456p789sEEEWWWC C"),
        "These rules play with 14 tiles; hands of 17 are under Taiwan",
    ),
    (
        "absent-tile",
        findings(assumed(parse("123m456p789sEEEC C")), Play(absent=("E",))),
        "E: not played here, as the set of these rules has no such tile",
    ),
    ("too-few-tiles", parsed("123m456p789sEE C"), "2 tiles too few: 12 where a won hand has 14"),
    ("no-winning-tile", parsed("123m456p789sEEE C"), "13 tiles are at most a ready hand"),
    ("unknown-tile", built("0m"), "0m is no tile. A hand is made of"),
    ("flower-in-hand", built("f1"), "f1 is a flower; give it as flowers=f1."),
    ("unknown-flower", built(flowers=1, flower_tiles=("E",)), "E is no flower"),
    ("fifth-copy", parsed("11111m23456789s 1s"), "5 copies of 1m: a tile set has four"),
    ("impossible-chow", parsed("[124m,1]456p789sEEEC C"), "[1m 2m 4m] is no chow"),
    ("impossible-pung", parsed("[CCC,4]456p789sEEE1m 1m"), "[C C C] is no pung or kong: it needs"),
    ("impossible-set", parsed("[1234m,1]456p789sEEEC C"), "[1m 2m 3m 4m] is no meld"),
    ("bad-wind", built(round_wind="X"), "round=X is no seat or wind here: give one of E, S, W, N."),
    ("flower-count", parsed(f"{SOUND} flowers=9"), "9 flowers: a tile set has eight"),
    ("flowers-disagree", built(flowers=2, flower_tiles=("f1",)), "2 flowers are counted and 1 named"),
    ("flower-twice", parsed(f"{SOUND} flowers=f1f1"), "Flower f1 is there twice"),
    ("replacement-without-kong", parsed(f"{SOUND} self-draw kong"), "shows no kong"),
    ("robbed-tile-held", parsed(f"{SOUND} kong"), "A kong of C cannot have been robbed: the hand holds another C"),
    ("robbed-on-last-tile", parsed("123m456p78sEEECC 9s kong last-tile"), "not the last discard"),
    ("last-of-kind-held", parsed(f"{SOUND} last-of-kind"), "C was not the last of its kind"),
    ("last-of-kind-robbed", parsed("123m456p78sEEECC 9s kong last-of-kind"), "counts alone"),
    ("heaven-impossible", parsed(f"{SOUND} self-draw heaven seat=S"), "East's alone"),
    ("heaven-not-drawn", parsed(f"{SOUND} heaven"), "add self-draw"),
    ("earth-impossible", parsed(f"{SOUND} earth"), "other than East"),
    ("discarder-of-own-draw", parsed(f"{SOUND} from=S self-draw"), "from=S: the hand was self-drawn"),
    ("discarder-is-winner", parsed(f"{SOUND} from=E"), "from=E: that is the winner's own seat"),
    ("discards-impossible", parsed(f"{SOUND} discards=S1m"), "must end with"),
    ("replacement-not-drawn", parsed(f"{SOUND} flower-tile"), "add self-draw, or leave out flower-tile."),
    ("double-kong-impossible", parsed("[CCCC]123m456p78sEE 9s self-draw double-kong"), "the hand has fewer"),
    ("man-impossible", parsed(f"{SOUND} man"), "other than East"),
    ("liable-is-winner", parsed(f"{SOUND} liable=E"), "liable=E: that is the winner's own seat"),
    ("indicator-count", riichi(f"{SOUND} dora=1m2m3m4m5m6m"), "dora= names 6 indicators, and a wall shows at most 5"),
    ("red-five-twice", riichi("00m123p456789sEE E"), "5m is red twice, and each suit has one red five"),
    ("riichi-open", riichi("[123m,1]456p789sEEEC C riichi"), "riichi needs a closed hand"),
    ("ura-without-riichi", riichi(f"{SOUND} ura=1m"), "the indicators below count after riichi alone"),
    ("ippatsu-impossible", riichi(f"{SOUND} ippatsu"), "ippatsu needs riichi"),
    ("first-draw-impossible", riichi(f"{SOUND} earth"), "heaven is East's, earth another player's first draw"),
    ("foreign-tile", sichuan("123888s345456pE 6p"), "E does not belong to this game"),
    ("claimed-chow", sichuan("[123s,1]888s345456p6p 6p"), "a chow cannot be claimed here"),
    ("three-suits", sichuan("123m456m123p55s66s 6s"), "The hand has three suits"),
    ("void-suit-held", sichuan(f"{TWO_SUITS} void=p"), "void=p: the void suit is in the hand"),
    ("shot-drawn", sichuan(f"{TWO_SUITS} kong-shot self-draw"), "kong-shot is a win on a discard"),
    ("first-turn", sichuan(f"{TWO_SUITS} heaven seat=S self-draw"), "heaven: heaven is East's"),
    ("out-impossible", sichuan(f"{TWO_SUITS} from=S out=S"), "out=S: that player wins or discards here"),
    ("first-turn-impossible", taiwan("self-draw heaven seat=S flowers=0"), "heaven: heaven is the dealer's"),
    ("ready-impossible", taiwan("ready flowers=0", "[123m,1]456"), "announced without a claimed meld"),
    ("two-at-once", taiwan("earth ready=heaven self-draw seat=S"), "earth, ready=heaven cannot be together"),
    ("by-flowers-impossible", taiwan("flower-win flowers=f1"), "flower-win with 1 flowers"),
    ("flowers-not-played", score(assumed(parse(f"{SOUND} flowers=f1")), "hk-hkma").findings, "1 flowers, but these"),
    ("fifth-north", sanma(f"{NORTHS} norths=2"), "norths=2, and the hand holds 3: a tile set has four Norths"),
    ("norths-not-aside", sanma(f"{NORTHS} norths=1", "value"), "norths=1: no North is set aside here"),
    ("north-not-robbed", sanma(f"{NORTHS} rob-north self-draw"), "rob-north is a win on a North"),
    ("north-breaks-first", sanma(f"{NORTHS} heaven self-draw norths=1"), "heaven and earth are without a North"),
    ("replacement-without-north", sanma(f"{NORTHS} kong self-draw"), "shows no kong and says no Norths"),
]


@row_by_row(("kind", "found", "says"), FINDINGS)
def test_a_finding_says_what_is_wrong_and_what_to_change(
    kind: FindingKind, found: tuple[Finding, ...], says: str
) -> None:
    (one,) = (finding for finding in found if finding.kind == kind)
    assert says in wording.finding(ENGLISH, one)
    assert "%" not in wording.finding(ENGLISH, one) + wording.finding(CHINESE, one)
    assert wording.finding(CHINESE, one) != wording.finding(ENGLISH, one)


def test_every_kind_of_finding_is_shown_above() -> None:
    kinds = {*FAULT_OF, *[kind for game in BOOKS.games.values() for kind in game.faults]}
    assert {kind for kind, _, _ in FINDINGS} == kinds == every("findings", wording.FINDINGS)


def refused(call: Callable[[], object]) -> ScoringError:
    with pytest.raises(ScoringError) as error:
        call()
    return error.value


def unsettled(*acts: dict[str, Any]) -> ScoringError:
    """Return the error of a deal."""
    return refused(lambda: settle({"acts": list(acts)}, rule_book("sichuan-sbr").preset))


OPEN = """
name = "spring"
title = "Spring Open"
base = "mcr-wmo"
source = "Referees' meeting"
"""

CORNER = OPEN.replace("mcr-wmo", "hk")

ERRORS = [
    (refused(lambda: parse("123x")), "'123x' at character 1 of '123x' is not understood"),
    (refused(lambda: parse("[123m,8]")), "[123m,8] in '[123m,8]' is no meld"),
    (refused(lambda: parse("11m round=X")), "round=X: expected E, S, W or N after round=, got 'X'."),
    (refused(lambda: parse("11m flowers=f9")), "flowers=f9: expected a number or the flowers themselves"),
    (refused(lambda: parse("11m discards=5m")), "discards=5m: expected who discarded what"),
    (refused(lambda: parse("11m round=E round=S")), "round=S: round= is given twice"),
    (refused(lambda: parse("11m self-draw discard")), "discard contradicts self-draw. Give one of them."),
    (refused(lambda: parse("11m selfdraw")), "'selfdraw' is not a word of the notation. Known: self-draw, discard"),
    (refused(lambda: score(parse(SOUND))), "the score may depend on it: self-draw, seat, round. Give self-draw or"),
    (refused(lambda: parse("1m dora=x")), "dora=x: expected the indicators, such as dora=4p9m, or 0 for none."),
    (refused(lambda: parse("1m honba=x")), "honba=x: expected a whole number up to 99."),
    (MissingLibraryError("", "2.1"), "which is not installed: pip install 'tableside[riichi]'."),
    (MissingLibraryError("2.3.0", "2.1"), "and 2.3.0 is installed: pip install 'mahjong==2.1.*'."),
    (refused(lambda: parse("1m void=x")), "void=x: expected a suit: m, p or s."),
    (refused(lambda: parse("1m out=SS")), "out=SS: expected seats, each once, such as S or SW."),
    (DealError("no-deals", rules="X"), "X settles no deals from a file"),
    (DealError("deal-file"), "A deal is a JSON object with preset, dealer and acts"),
    (DealError("deal-riichi-twice", act=2, seat="S"), "Act 2: S has declared riichi already"),
    (DealError("deal-riichi-unready", act=2, seat="S"), "Act 2: S declared riichi and must be tenpai"),
    (DealError("deal-no-norths", act=2), "Act 2: no North is set aside by these rules"),
    (DealError("deal-fifth-north", act=5), "Act 5: a tile set has four Norths"),
    (DealError("deal-no-nagashi", act=2), "Act 2: these rules have no nagashi mangan"),
    (DealError("deal-hand-no-win", act=2, hand="1p"), "Act 2: 1p has no yaku or does not win"),
    (DealError("deal-hand-differs", act=2, hand="1p"), "Act 2: 1p says otherwise than the deal"),
    (unsettled({"act": "dance"}), "Act 1: act is 'dance'; expected one of exchange, kong, won"),
    (unsettled(DISCARD, DISCARD), "Act 2: S is no longer in the deal"),
    (unsettled(DISCARD | {"from": "S"}), "Act 1: S stands there twice"),
    (
        unsettled({"act": "won", "wins": [{"seat": "S", "fan": 1}, {"seat": "W", "fan": 1}]}),
        "Act 1: only a discard has several winners",
    ),
    (unsettled({"act": "end", "states": {}}), "Act 1: the state of E is missing"),
    (unsettled(DISCARD | {"wins": [{"seat": "S", "hand": "12"}]}), "Act 1: 12 is no such hand"),
    (
        unsettled({"act": "end", "states": {seat: {"state": "pig"} for seat in "ESWN"}}, DISCARD),
        "Act 2: the deal has ended before it",
    ),
    (refused(lambda: parse("碰中发白")), "碰 is not possible with C F P: write the tiles of one meld behind it"),
    (refused(lambda: parse("杠中")), "杠 leaves open if the kong is concealed: write 明杠, 暗杠 or 加杠."),
    (refused(lambda: parse("1m 妙手回春 点和", game="mcr")), "Write 海底捞月 instead, or remove 点和"),
    (refused(lambda: parse("1m 海底撈月 自摸", game="mcr")), "Write 妙手回春 instead, or remove 自摸 or self-draw."),
    (refused(lambda: parse("123b")), "123b: programs do not agree on the suit that b stands for. Write m for"),
    (refused(lambda: parse("8z")), "8z: honors by number are 1z to 7z. Write the winds E S W N"),
    (refused(lambda: parse("11m|EE1")), "|EE1 is not understood: after | come round and seat"),
    (refused(lambda: parse("11m|EE0000 self-draw")), "|EE0000 and self-draw do not agree"),
    (refused(lambda: parse("1m" * 1001)), "is longer than 2000 characters"),
    (
        refused(lambda: parse("1m" * 101)),
        "has 202 characters of tiles, and a hand has at most 200: give one hand alone",
    ),
    (
        refused(lambda: score(parse(SOUND), "riichi")),
        "No rules are called 'riichi'. Choose one of mcr, mcr-wmo, mcr-1998",
    ),
    (
        refused(lambda: tournament("name = x")),
        "The tournament's file is not TOML (Invalid value (at line 1, column 8))",
    ),
    (refused(lambda: tournament("")), "The tournament's file lacks name: add it, such as name = "),
    (refused(lambda: tournament("author = 1")), "has 'author', which is not known: take it out, or write one of name"),
    (refused(lambda: tournament(OPEN.replace('"mcr-wmo"', "5"))), "base = 5 in the tournament's file: give text"),
    (refused(lambda: tournament(OPEN + "switches = 5")), "switches in the tournament's file: give a table"),
    (
        refused(lambda: tournament(OPEN.replace("spring", "Spring"))),
        "'Spring' cannot be the name of a tournament's rules",
    ),
    (refused(lambda: tournament(OPEN.replace("spring", "mcr"))), "'mcr' is the name of a built-in preset"),
    (refused(lambda: tournament(OPEN + "minimum = 99")), "minimum = 99 in the tournament's file: give a whole number"),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "riichi"))),
        "base = 'riichi' in the tournament's file: choose one of mcr, mcr-wmo, mcr-1998, mcr-guobiao, zungjung, hk, ",
    ),
    (
        refused(lambda: tournament(OPEN + "switches.S99 = '6'")),
        "'S99' in the tournament's file is no disputed reading of mcr-wmo",
    ),
    (refused(lambda: tournament(OPEN + "switches.S9 = 7")), "S9 = '7' in the tournament's file: the answers are 6, 8."),
    (refused(lambda: record_from_dict([1])), "Not a record of a match but [1]: give an object with"),  # type: ignore[arg-type]
    (refused(lambda: record_from_dict({"who": "x"})), "Record lacks act, when, role: add what is missing."),
    (refused(lambda: act_from_dict({"type": "Fold"})), "No act is called 'Fold': give as its type one of Seated, "),
    (refused(lambda: act_from_dict({"type": "Won", "points": 8})), "Won lacks winner: add what is missing."),
    (refused(lambda: act_from_dict({"type": "Drawn", "by": "E"})), "Drawn has no field by: leave it out"),
    (
        refused(lambda: act_from_dict({"type": "Won", "winner": "E", "points": "8"})),
        "points cannot be '8': give a whole",
    ),
    (
        refused(lambda: act_from_dict({"type": "FalseWin", "seat": "E", "kind": "early"})),
        "kind cannot be 'early': give one of under the minimum, wrong tile",
    ),
    (
        refused(lambda: act_from_dict({"type": "Penalty", "player": "E", "amount": 1, "reason": "x"})),
        "Penalty names its player twice, or a wind as a player",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "riichi-home") + 'switches.RI12 = "30, 10"')),
        "RI12 = '30, 10': give one of the listed answers, or four amounts in thousands",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "riichi-home") + "switches.RI12 = [50, 10, -10, -30]")),
        "the four amounts must add up to 0, not to +20. What the first gets besides is in RI11.",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "riichi-home") + "switches.RI10 = 30000")),
        "RI10 = 30000 points at the start are more than RI11 = 25000 to return at the end: answer both alike, or "
        "return more.",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "taiwan-home") + "minimum = 1\nswitches.TW34 = 0")),
        "minimum = 1 and TW34 = 0 in the file do not agree: leave one of them out.",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "taiwan-home") + "switches.TW1 = 1.5")),
        "'1.5' is no amount: give a whole number from 0 to 1000000.",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "hk") + "minimum = 1\nswitches.HK1 = 0")),
        "minimum = 1 and HK1 = 0 in the tournament's file do not agree: leave one of them out.",
    ),
    (
        refused(lambda: tournament(OPEN.replace("mcr-wmo", "hk") + "switches.HK1 = 5\nswitches.HK3 = 4")),
        "HK1 = 5 faan to win are more than HK3 = 4 faan at most, so that no hand could win: lower HK1, or raise HK3.",
    ),
    (
        refused(lambda: tournament(OPEN + '[values]\n"Full Flush" = 89')),
        "Full Flush = 89 in the house's file: give a whole number of points from 0 to 88.",
    ),
    (refused(lambda: tournament(CORNER + "values.x = 1")), "x in the house's file is no pattern: choose one of 0.1"),
    (refused(lambda: tournament(CORNER + 'values."4.4" = 14')), "4.4 = 14 in the house's file: give a whole number"),
    (refused(lambda: tournament(CORNER + "patterns = 1")), "write each as [[patterns]], at most 40 of them"),
    (refused(lambda: tournament(CORNER + "excluded = 1")), 'give a list, such as excluded = ["1.1"]'),
    (refused(lambda: tournament(CORNER + "patterns = [{x = 1}]")), "x of the house's pattern 7.1 is no building block"),
    (refused(lambda: tournament(CORNER + "patterns = [{faan = 1}]")), "pattern 7.1 lacks name: add it, such as name ="),
    (
        refused(lambda: tournament(CORNER + 'patterns = [{name = "X", faan = 14}]')),
        "faan = 14 of the house's pattern 7.1",
    ),
    (refused(lambda: thrower((0, 3))), "A roll has two or three dice of 1 to 6; got 0, 3."),
    (refused(lambda: waits(parse("2345m"))), "11 tiles too few: 3 where a won hand has 14"),
    (RefusedError("match-over"), "The match is over"),
    (
        refused(lambda: Amount(Fraction(1), Unit("mcr", "match")) + Amount(Fraction(1), Unit("hk", "match"))),
        "Points of several games (hk, mcr) have no sum",
    ),
    (refused(lambda: seating(404, 8)), "404 players: seat 4 to 400."),
    (
        refused(lambda: seating(18, 8)),
        "18 players do not fill tables of four: add 2 as substitutes, seat 2 fewer, or let players sit out in turn.",
    ),
    (
        refused(lambda: seating(16, 4, size=3)),
        "16 players do not fill tables of three: add 2 as substitutes, seat 1 fewer, or let players sit out in turn.",
    ),
    (refused(lambda: seating(16, 17)), "17 rounds: seat 1 to 16."),
    (refused(lambda: parse_script("1-2-3-4\n\n5-6-7-8")), "Round 1 seats 4 of 8 players: seat all of them"),
    (refused(lambda: seating(16, 4, apart=[(1, 17)])), "There is no player 17: the players are numbered 1 to 16."),
    (refused(lambda: seating(16, 4, apart=[(3, 3)])), "Player 3 cannot be kept apart from themselves"),
    (refused(lambda: seating(16, 4, teams=[[1, 2], [2, 3]])), "Player 2 is in a team twice"),
    (refused(lambda: parse_script("")), "The seating script is empty: write a line such as 7-2-1-8"),
    (refused(lambda: parse_script("1-2-3")), "Line 1 of the seating script, '1-2-3', is no table: write its players"),
    (refused(lambda: parse_script("1-2-3-4\n\n1-2-3-4\n5-6-7-8")), "Round 2 of the seating script has another number"),
    (refused(lambda: parse_script("1-2-3-3")), "Round 1 of the seating script seats player 3 twice"),
    (SeatingError("no-standing"), "No round was played yet: draw the first one by lot."),
    (SeatingError("standing-open", tables=(1, 3)), "The standing is open: tables 1, 3 still play."),
    (SeatingError("all-started", rounds=4), "All 4 rounds have begun: add a round"),
    (
        SeatingError("row-not-full", row=2, players=3),
        "Row 2 does not name 3 players: give a table its players from East on",
    ),
    (SeatingError("row-nobody", row=2, name="Zoe"), "Row 2: nobody is called Zoe: write the name or number"),
    (SeatingError("row-like", row=2, name="Bo L", like="Bo Li"), "Row 2: nobody is called Bo L: write Bo Li if"),
    (SeatingError("rounds-skipped", round=2), "The list has no tables of round 2: add them, or leave out later"),
]


@row_by_row(("error", "says"), ERRORS)
def test_an_error_says_what_is_wrong_and_what_to_change(error: ScoringError, says: str) -> None:
    assert says in wording.error(ENGLISH, error)
    assert str(error).startswith(f"{error.kind}: ")


def test_every_kind_of_error_is_shown_above() -> None:
    shown = {error.kind for error, _ in ERRORS}
    assert every("errors", wording.ERRORS) == shown - {"impossible-hand", "match-over"}
    assert set(get_args(NotationErrorKind)) <= shown
    assert set(get_args(RulingErrorKind)) <= shown
    assert set(get_args(SeatingErrorKind)) <= shown
    assert set(get_args(RecordErrorKind)) <= shown
    assert UnknownRulesError in {type(error) for error, _ in ERRORS}


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("5z7z", "numbered-dragons", "5z, 7z: 5z is read as the white, 6z as the green and 7z as the red dragon"),
        ("340p", "red-five", "0 is read as a red five: 5p."),
        ("[123m,2]", "chow-giver", "[1m 2m 3m,2]: a chow is claimed from the player on the left"),
        ("明杠5s", "kong-giver", "[5s 5s 5s 5s,1]: nothing says who discarded this kong's tile; the player on"),
        ("11m heaven", "no-effect", "heaven has no effect under the rules mcr."),
    ],
)
def test_each_note_on_a_text_has_its_sentence(text: str, kind: NoteKind, says: str) -> None:
    read = read_text(text)
    (note,) = (*read.notes, *without_effect(read.words, "mcr"))
    assert note.kind == kind
    assert says in wording.note(ENGLISH, note)


def test_every_kind_of_note_has_a_sentence() -> None:
    assert set(wording.NOTES) == set(get_args(NoteKind))


SIT = Seated(("Ann", "Bo", "Chen", "Dai"))
RIICHI_SIT = Seated(("A", "B", "C", "D"), "riichi-ema")
AT_HOME = Seated(("A", "B", "C", "D"), "riichi-home")
SWAP = Swapped(("E", "W"), 2, "noticed")
LADDER = [Foul("S", "spoke")] * 10


def refusal(*acts: Act, rules: str = "mcr", role: Role = "referee") -> Refusal:
    (found,) = fold([Record(act, "x", "now", role) for act in acts], rules, new=1).refused.values()
    return found


def at_a_table(log: list[Act], act: Act) -> Refusal:
    (found,) = fold([*[Record(act, "x", "now", "referee") for act in log], Record(act, "x", "now")]).refused.values()
    return found


def of_the_last(*acts: Act) -> Refusal:
    """The refusal of the last record, where the table records all but an approval."""
    roles: list[Role] = ["referee" if isinstance(act, Approved) else "table" for act in acts]
    match = fold([Record(act, "x", "now", role) for act, role in zip(acts, roles, strict=True)])
    return match.refused[len(acts)]


SHORT = "[CCC,1][FFF,1]123m456p9s 9s"
NO_YAKU = "[123m,1]567p345s88s67s 8s"
BIG = "[FFF,1][PPP,1]CC34789s 5s"


def of_its_hand(act: Won, nobody: bool = False) -> Refusal:
    """The refusal of a win in Zung Jung that its hand contradicts."""
    match = fold([Record(structs.replace(SIT, rules="zungjung"), "x", "now")])
    with pytest.raises(RefusedError) as error:
        answered(act, match, match.hands[0], nobody)
    return Refusal(error.value.kind, error.value.about)


KONG = MadeKong("Bo", "added")

REFUSALS: list[tuple[str, Refusal, str]] = [
    ("wrong-type", refusal(SIT, Won("E", 8.5)), "points cannot be a value of type float"),  # type: ignore[arg-type]
    ("not-referee", at_a_table([SIT], Penalty("S", 5, "x")), "Only a referee may record this."),
    ("already-seated", refusal(SIT, SIT), "The players already sit"),
    ("not-four-players", refusal(Seated(("A", "A", "B", "C"))), "4 different players; got A, A, B, C."),
    ("not-a-name", refusal(Seated(("E", "A", "B", "C"))), "'E' cannot be a new player's name"),
    ("unknown-rules", refusal(Seated(SIT.players, "riichi")), "No rules are called 'riichi'. Choose one of mcr, "),
    ("no-stake", refusal(Seated(SIT.players, currency="HK$")), "HK$ is given without a stake"),
    ("not-a-stake", refusal(Seated(SIT.players, stake="x")), "'x' is no stake"),
    ("nobody-liable", refusal(SIT, Won("E", 8, liable="S")), "knows no player who is liable"),
    ("nobody-answers", Refusal("nobody-answers", {"hand": "11m"}), "Nobody answers for melds of the hand '11m'"),
    ("no-riichi", refusal(SIT, DeclaredRiichi("E")), "has no riichi: leave it out."),
    ("no-norths", refusal(SIT, SetAside("E")), "sets no North aside: leave it out."),
    ("fifth-north", Refusal("fifth-north", {"player": "A"}), "All four Norths are set aside"),
    ("no-open-riichi", refusal(RIICHI_SIT, DeclaredRiichi("E", opened=True)), "has no open riichi: record a riichi."),
    ("no-tenpai", refusal(SIT, Drawn(("E",))), "pays nothing for a draw: leave out who is tenpai."),
    ("no-such-value", refusal(RIICHI_SIT, Won("S", 1200, "E")), "No hand brings 1200 points here"),
    ("riichi-twice", refusal(RIICHI_SIT, DeclaredRiichi("E"), DeclaredRiichi("E")), "A has already declared riichi"),
    (
        "riichi-unaffordable",
        refusal(AT_HOME, Won("B", 12000, "A"), Won("B", 12000, "A"), Drawn(("B",)), DeclaredRiichi("A")),
        "A has 0 points, too few for a riichi stick",
    ),
    ("tenpai-unknown", refusal(RIICHI_SIT, Drawn()), "It matters who is tenpai"),
    ("tenpai-of-riichi", refusal(RIICHI_SIT, DeclaredRiichi("E"), Drawn(())), "A declared riichi and must be tenpai"),
    ("tenpai-of-dead", refusal(RIICHI_SIT, DeadHand("E", "x"), Drawn(("A",))), "A has a dead hand, which"),
    ("three-winners", Refusal("three-winners", {}), "an abortive draw here (RI16): record that draw"),
    (
        "no-such-draw",
        refusal(RIICHI_SIT, Drawn(abortive="four winds")),
        "European Mahjong Association (riichi) knows no such draw (four equal winds discarded)",
    ),
    (
        "unknown-body",
        refusal(Seated(SIT.players, body="fifa")),
        "No regulations are called 'fifa'. Choose one of book-1998, ",
    ),
    (
        "body-of-other-rules",
        refusal(Seated(SIT.players, "zungjung", "ema")),
        "European Mahjong Association (MERS) does not use World Series of Mahjong (Zung Jung)",
    ),
    ("hands-of-match", refusal(Seated(SIT.players, hands=17)), "17 hands cannot be played: give 1 to 16."),
    ("nobody-seated", refusal(Won("E", 8)), "Nobody is seated yet"),
    ("other-match", refusal(SIT, TimeUp(match=7)), "Record 7 begins no match of this table"),
    ("totals-of-players", refusal(SIT, Result((0, 0, 0))), "3 numbers: give one for each of the 4 players"),
    ("totals-off", refusal(SIT, Result((0, 0, 0, 1))), "add up to 1, which is off by +1"),
    ("nothing-left", refusal(SIT, Result((0, 0, 0, -5), 5)), "5 left: nothing lies on the table at the end"),
    ("match-over", refusal(SIT, *[Drawn()] * 17), "The match is over"),
    ("not-a-seat", refusal(SIT, Won("X", 8)), "'X' is no seat"),
    ("dead-hand", refusal(SIT, FalseWin("W", "wrong tile"), Won("W", 8)), "Chen's hand was dead and cannot win hand 1"),
    (
        "player-out",
        refusal(SIT, Disqualified("W", "x"), Drawn(), ThreeLeft("pays", "x"), Won("S", 8)),
        "Chen is out of the match",
    ),
    ("three-left", refusal(SIT, Forfeited("W", "x"), Drawn()), "Chen: out of the match. Record a substitute"),
    ("nobody-out", refusal(SIT, ThreeLeft("pays", "x")), "All players are in the match"),
    ("already-out", refusal(SIT, Forfeited("W", "x"), Forfeited("W", "x")), "Chen is already out"),
    ("under-minimum", refusal(SIT, Won("E", 7)), "7 points: a hand has at least 8"),
    ("over-maximum", refusal(SIT, Won("E", 500)), "500 points: no hand has more than 336"),
    ("winner-pays", refusal(SIT, Won("E", 8, "E")), "E won: the winner of a hand does not pay for it"),
    (
        "discarder-pays",
        refusal(SIT, Won("E", 8, "S", discarder="W")),
        "Chen discarded the tile, Bo pays: here the discarder pays",
    ),
    ("discards-impossible", of_its_hand(Won("S", 100, None, f"{BIG} discards=E1m")), "does not end with the tile"),
    ("payer-differs", of_its_hand(Won("S", 100, "W", BIG, "E")), "By the hand E is responsible, the record has W."),
    ("nobody-pays", of_its_hand(Won("S", 100, "E", f"{BIG} discards=S5s,E5s")), "so nobody is responsible"),
    (
        "somebody-pays",
        of_its_hand(Won("S", 100, None, BIG, "E"), nobody=True),
        "E is responsible, so not all pay alike",
    ),
    ("claims-differ", refusal(SIT, Claimed(())), "Wins on one discard"),
    ("hand-not-read", refusal(SIT, Won("E", 8, "S", "123x")), "The hand '123x' is not understood"),
    ("hand-not-won", refusal(SIT, Won("E", 8, "S", SHORT)), "is below the minimum: it counts 7 points of 8 points."),
    (
        "hand-no-win",
        refusal(SIT, Won("E", 8, "S", "123m456p789sEES S")),
        "The tiles of '123m456p789sEES S' do not win.",
    ),
    ("hand-no-yaku", refusal(RIICHI_SIT, Won("E", 8000, "S", f"{NO_YAKU} dora=0")), "dora=0' has no yaku."),
    ("no-such-han", Refusal("no-such-han", {"han": 3, "fu": 20}), "No hand is won so with 3 han and 20 fu"),
    (
        "no-such-false-win",
        Refusal("no-such-false-win", {"body": "M-League", "false_win": "under the minimum", "kinds": ("no yaku",)}),
        "M-League knows no such false win (under the minimum): choose one of no yaku.",
    ),
    (
        "hand-differs",
        refusal(SIT, Won("E", 23, None, f"{SOUND} seat=S")),
        "The hand says seat=S, the match has seat=E.",
    ),
    ("points-differ", refusal(SIT, Won("E", 9, None, SOUND)), f"9 points, but the hand '{SOUND}' is worth"),
    (
        "no-amount",
        refusal(SIT, FalseWin("E", "wrong tile"), rules="zungjung"),
        "World Series of Mahjong (Zung Jung) names no amount for a false win (declared on a wrong tile)",
    ),
    *[
        ("no-rule", refusal(SIT, *acts, rules="zungjung"), f"(Zung Jung) has no rule for this ({matter})")
        for acts, matter in (
            ((Foul("E", "x"),), "fouls"),
            ((Late("E", 5),), "coming late"),
            ((Disqualified("E", "x"), ThreeLeft(None, "x")), "three players who are left"),
        )
    ],
    ("ladder-ended", refusal(SIT, *LADDER, LADDER[0]), "Bo has had 10 such fouls"),
    ("negative", refusal(SIT, Penalty("E", -1, "")), "-1 is too few: give 0 or more"),
    ("hand-not-played", refusal(SIT, Approved(1)), "Hand 1 has not been played: 0 have."),
    ("not-of-a-hand", refusal(SIT, Appealed(1, "E", "x")), "No hand rests on record 1: name the record that ended"),
    ("no-appeal", refusal(SIT, Drawn(), AppealDecided(2, "upheld", "x")), "Record 2 is no appeal that stands"),
    (
        "appeal-decided",
        refusal(SIT, Drawn(), Appealed(2, "E", "x"), *[AppealDecided(3, "upheld", "x")] * 2),
        "The appeal of record 3 is decided by record 4: undo that record first.",
    ),
    ("hand-not-begun", refusal(SIT, Swapped(("E", "S"), 2, "x")), "Hand 2 has not begun: 1 have."),
    ("not-two-players", refusal(SIT, Swapped(("E", "Ann"), 1, "x")), "Two different players swap seats; got E, Ann"),
    ("not-before", refusal(SIT, Void(9, "")), "There is no record 9 before record 2 to undo or correct."),
    ("record-refused", of_the_last(SIT, Won("E", 7), Void(2, "")), "Record 2 was refused"),
    ("record-approved", of_the_last(SIT, Drawn(), Approved(1), Void(2, "")), "Record 2 is approved"),
    ("record-of-referee", at_a_table([SIT, Drawn()], Void(2, "")), "Record 2 is a referee's"),
    ("record-is-change", refusal(SIT, Void(1, ""), Corrected(2, Drawn(), "")), "Record 2 is itself a change"),
    (
        "ends-no-hand",
        refusal(SIT, Penalty("S", 0, "x"), Void(2, "", played=True)),
        "Record 2 ends no hand, so a void of it cannot say whether the hand was played: leave played out.",
    ),
    ("already-void", refusal(SIT, Drawn(), Void(2, ""), Void(2, "")), "Record 2 is undone already, by record 3."),
    ("swap-hangs", refusal(SIT, Drawn(), SWAP, Void(2, "")), "Record 3 (wrong seats) rests on this one."),
    (
        "swap-gone",
        refusal(SIT, Drawn(), SWAP, Void(3, ""), Void(2, ""), Void(4, "")),
        "These seats were wrong since the end of record 2",
    ),
    (
        "swap-before",
        refusal(SIT, Drawn(), SWAP, Swapped(("Ann", "Dai"), 1, "")),
        "Record 3 (wrong seats) is of a later hand and of one of these players.",
    ),
    (
        "seat-open",
        refusal(SIT, Drawn(), SWAP, TimeUp(in_play=False), Penalty("S", 1, "")),
        "Record 3 (wrong seats) leaves open who sits at S in this hand.",
    ),
    ("others-refused", refusal(SIT, Drawn(), Void(1, "")), "Record 2 could not stand then"),
    (
        "other-hand",
        refusal(SIT, WallOut(), KONG, Void(3, ""), Void(2, ""), Void(4, ""), rules="sichuan-sbr"),
        "This would then belong to another hand than it was recorded in.",
    ),
    ("only-bloody", refusal(SIT, KONG), "has no such act"),
    (
        "no-longer-plays",
        refusal(SIT, Won("Bo", 1), Won("Bo", 1), rules="sichuan-sbr"),
        "Bo takes no further part in this deal",
    ),
    (
        "tile-of-kong",
        refusal(SIT, MadeKong("Bo", "added", tile="E"), rules="sichuan-sbr"),
        "E' is no tile of this game",
    ),
    ("states-differ", refusal(SIT, WallOut("ready"), rules="sichuan-sbr"), "When the wall is out, each hand"),
    ("hand-not-waiting", refusal(SIT, WallOut("123m"), rules="sichuan-sbr"), "'123m' is no hand of thirteen tiles"),
    (
        "hand-of-void",
        refusal(
            SIT,
            NamedVoid("Bo", "s"),
            Won("Bo", 0, "Ann", hand="[333p,1]88s456p678p35s 4s discard"),
            rules="sichuan-sbr",
        ),
        "has a tile of the void suit",
    ),
]


@row_by_row(("kind", "found", "says"), REFUSALS)
def test_a_refusal_says_why_and_what_to_change(kind: str, found: Refusal, says: str) -> None:
    assert found.kind == kind
    assert says in wording.refusal(ENGLISH, found)


def test_every_kind_of_refusal_is_shown_above() -> None:
    assert {kind for kind, _, _ in REFUSALS} == set(refusal_kinds()) == every("refusals", wording.REFUSALS)


def test_fines_say_what_they_are_for() -> None:
    acts = [FalseWin("S", kind) for kind in get_args(FalseWinKind)]
    others = (Penalty("S", 10, "spoke of the tiles"), *LADDER, Late("E", 1), Late("E", 5))
    match = fold([Record(act, "x", "now", "referee") for act in (SIT, *acts[:3], *others, Drawn())])
    assert [wording.fine(ENGLISH, fine) for fine in match.fines] == [
        "false win: under the minimum",
        "false win: declared on a wrong tile",
        "false win: one tile from ready",
        "spoke of the tiles",
        *["spoke"] * 8,
        "spoke: dead hand",
        "spoke: disqualified",
        "1 minute late",
        "5 minutes late",
    ]
    assert every("false_wins", wording.FALSE_WINS) == set(get_args(FalseWinKind))
    assert set(wording.MATTERS) == set(get_args(Matter))


STRAIGHT, DRAGONS = PatternName(28, "Pure Straight", "清龙"), PatternName(59, "Dragon Pung", "箭刻")


@pytest.mark.parametrize("principle", get_args(Principle))
def test_every_principle_has_a_sentence_with_what_keeps_a_pattern_from_counting(principle: Principle) -> None:
    left = ExcludedPattern(71, "Short Straight", "连六", (STRAIGHT, DRAGONS), principle)
    assert "Pure Straight + Dragon Pung" in wording.left_out(in_game(ENGLISH), left)
    assert "清龙、箭刻" in wording.left_out(in_game(CHINESE), left)


def test_another_reading_or_a_contradiction_keeps_a_pattern_from_counting() -> None:
    left = ExcludedPattern(71, "Short Straight", "连六", 45, "high-versus-low")
    assert wording.because(in_game(ENGLISH), left) == "the reading for 45 points"
    assert wording.because(in_game(CHINESE), left) == "45分的拆法"
    left = ExcludedPattern(
        46, "Out with Replacement Tile", "杠上开花", Finding("replacement-without-kong"), "contradiction"
    )
    assert wording.left_out(in_game(ENGLISH), left) == wording.finding(ENGLISH, Finding("replacement-without-kong"))


def test_every_answer_to_a_disputed_reading_has_a_sentence() -> None:
    answers = {switch.id: {answer.name for answer in switch.answers} for switch in SWITCHES}
    answers |= {switch: set(names) for switch, names in ZUNGJUNG_SWITCHES.items()}
    said_of = {**mcr.WORDS.rulings, **zungjung.WORDS.rulings}
    assert {switch: set(sentences) for switch, sentences in said_of.items()} == answers
    for switch, names in answers.items():
        for name in names:
            rules = "mcr" if switch in mcr.WORDS.rulings else "zungjung"
            said = wording.ruling(in_game(ENGLISH, rules), RulingEffect(switch, name, "", 1))
            assert said.startswith(f"Ruling {switch}: ")
            assert said.endswith("; otherwise 1 point")
            chinese = wording.ruling(in_game(CHINESE, rules), RulingEffect(switch, name, "", 1))
            assert chinese.startswith(f"裁定{switch}：")


def test_the_principles_are_named_as_the_book_names_them() -> None:
    names = {
        "non-repeat": "不重复原则",
        "non-separation": "不拆移原则",
        "non-identical": "不得相同原则",
        "account-once": "套算一次原则",
        "high-versus-low": "就高不就低原则",
    }
    for principle in get_args(Principle):
        if principle in names:
            left = ExcludedPattern(71, "Short Straight", "连六", (STRAIGHT,), principle)
            assert wording.left_out(in_game(ENGLISH), left).startswith(f"{principle} principle: ")
            assert wording.left_out(in_game(CHINESE), left).startswith(f"{names[principle]}：")


def test_every_rule_book_has_a_name_in_each_language() -> None:
    for name, book in BOOKS.built_in.items():
        assert wording.rules(ENGLISH, book) == words_of(book.game.id).tables["rule_books"][name] == book.title
        assert wording.rules(CHINESE, book) != book.title
    own = tournament(OPEN)
    assert wording.rules(CHINESE, own) == own.title


# The traditional names of the Chinese rules that OpenCC would write otherwise; they are those of players.
OWN_CHARACTERS = {"十三幺", "清幺九", "混幺九", "全带幺", "断幺", "幺九刻"}


def test_patterns_have_the_names_of_their_book_in_both_scripts() -> None:
    traditional, simplified = opencc.OpenCC("s2t").convert, opencc.OpenCC("t2s").convert
    hant = Messages.of("zh_Hant")
    for fan in FANS:
        name = wording.pattern(hant, fan.name, fan.zh)
        assert wording.pattern(CHINESE, fan.name, fan.zh) == fan.zh
        assert (name == traditional(fan.zh)) == (fan.zh not in OWN_CHARACTERS)
        assert name == traditional(fan.zh).replace("幺", "么")
    for each in HONG_KONG:
        assert wording.pattern(ENGLISH, each.name, each.zh) == each.name
        assert wording.pattern(CHINESE, each.name, each.zh) == each.hans
        assert wording.pattern(hant, each.name, each.zh) == each.zh
    for row in PATTERNS:
        name = wording.pattern(CHINESE, row.name, row.zh)
        assert wording.pattern(hant, row.name, row.zh) == row.zh
        assert name == simplified(row.zh).replace("么", "幺")
    assert wording.pattern(ENGLISH, "Nine Gates", "九莲宝灯") == "Nine Gates"
    assert wording.patterns(hant, (STRAIGHT, DRAGONS)) == "清龍、箭刻"


def test_every_switch_of_a_house_has_its_question() -> None:
    texts = [
        text for switch in HONG_KONG_SWITCHES for text in (switch.question, *[each.said for each in switch.options])
    ]
    assert all(CHINESE(text) != text for text in texts if text)
    admit(said := tournament(OPEN.replace("mcr-wmo", "hk") + "switches.HK18 = 6\nswitches.HK3 = 'none'"))
    sheet = said.score(assumed(parse("123m456m789m34m55m 2m flowers=0 seat=S from=W")))
    ruling = wording.ruling(in_game(ENGLISH, "hk"), sheet.rulings[0])
    assert ruling == "HK18 (faan of All One Suit) = 6; otherwise 10 faan"
    limit, suit = "HK3 (limit in faan) = no limit", "HK18 (faan of All One Suit) = 6"
    assert wording.switches(ENGLISH, sheet) == f"House rules: {limit}; {suit}"
    assert wording.switches(CHINESE, sheet) == "本家规则：HK3（番数上限）= 不设上限；HK18（清一色的番数）= 6"


def test_payments_of_halves_and_quarters_are_exact() -> None:
    amounts = (Fraction(-1, 4), Fraction(1, 2), Fraction(-6), 32, Fraction(65537, 4))
    assert [wording.amount(value) for value in amounts] == ["-0.25", "+0.50", "-6", "+32", "+16384.25"]


def test_one_point_is_singular() -> None:
    assert [in_game(ENGLISH).points(number) for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    left = ExcludedPattern(71, "Short Straight", "连六", 1, "high-versus-low")
    assert wording.because(in_game(ENGLISH), left) == "the reading for 1 point"


@pytest.mark.parametrize(
    "circumstance", sorted({each for game in BOOKS.games.values() for each in game.ways.attributes})
)
def test_every_circumstance_has_its_sentences(circumstance: Circumstance) -> None:
    for sentence in astuple(wording.asked(circumstance)):
        assert CHINESE(sentence) != sentence


def test_every_rare_luck_has_a_name() -> None:
    for name in {word for game in BOOKS.games.values() for word in game.luck}:
        assert wording.luck(in_game(CHINESE), name) != wording.luck(in_game(ENGLISH), name)
    assert wording.luck(in_game(CHINESE, "mcr"), "robbed-kong") != wording.luck(in_game(CHINESE, "hk"), "robbed-kong")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "23m789m123s789s22p1m",
            "7 to 9 points, perhaps below the minimum; say whether it was self-drawn: --words self-draw or discard",
        ),
        ("[SSS,1]123m456p789sE E self-draw round=E", "enough points; say the winner's seat: --words seat=E, S, W"),
        ("[EEE,1]123m456p789sS S discard seat=S", "enough points; say the round: --words round=E, S, W or N"),
        ("[SSS,1]123m456p789sE E discard", "say the winner's seat: --words seat=E, S, W or N, and the round: --words"),
        (
            "[CCCC]123m456p789sE E self-draw",
            "say whether the replacement tile of the kong won: --words kong or no-kong",
        ),
        (
            "[SSS,1][123m,1][456m,1]55p78s 9s discard",
            "2 to 5 points, below the minimum unless it was the last tile, the last of its kind or a robbed kong; "
            "say the winner's seat: ",
        ),
    ],
)
def test_while_something_is_open_the_points_are_a_range(text: str, says: str) -> None:
    found = assess(parse(text))
    assert says in wording.spread(ENGLISH, found)
    assert "--words" in wording.spread(CHINESE, found)
    assert "say" not in wording.spread(CHINESE, found)


@pytest.mark.parametrize(
    ("lifting", "says"),
    [
        ([["last-tile"]], "unless it was the last tile"),
        ([["last-tile", "last-of-kind"]], "unless it was the last tile and the last of its kind"),
        (
            [["earth"], ["last-tile", "double-kong", "flower-tile"]],
            "unless it was the blessing of earth or the last tile, kong on kong and the replacement tile of a flower",
        ),
    ],
)
def test_luck_that_is_enough_only_together_is_said_together(lifting: list[list[Luck]], says: str) -> None:
    assert wording.unless(in_game(ENGLISH), 8, lifting) == f"Not enough points (8 needed), {says}"


@pytest.mark.parametrize(
    ("text", "rules", "says"),
    [
        ("[CCC,1]123m456p789sE E self-draw", "mcr", "Not assumed (say so if true): last tile"),
        ("123m456p789sEECC C discard", "mcr", "Not assumed (say so if true): last tile"),
        (
            "123m456p78sEECCC 9s discard",
            "mcr",
            "Not assumed (say so if true): last tile, last of its kind, robbing a kong",
        ),
        ("123m456p78sEECCC 9s discard last-tile kong", "mcr", ""),
        (
            "123m456p78sEECCC 9s",
            "zungjung",
            "Not assumed (say so if true): last tile, robbing a kong, blessing of heaven, blessing of earth",
        ),
    ],
)
def test_luck_that_nobody_claimed_is_named(text: str, rules: str, says: str) -> None:
    assert wording.without(ENGLISH, assess(parse(text), rules)) == says


@pytest.mark.parametrize(
    ("text", "says", "chinese"),
    [
        (
            "23m789m123s789s22p1m",
            "Taken as a discard: self-drawn it is 9 points (enough points)",
            "按点和计：自摸是9分，够起和",
        ),
        (
            "[SSS,1]123m456p789sE E discard",
            "Taken as seat East, round East: in seat South it is 11 points; in round South it is 11 points",
            "按东家、东风圈计：门风为南时是11分；圈风为南时是11分",
        ),
        (
            "[CCCC]123m456p789sE E self-draw",
            "Taken as no replacement tile: on the replacement tile it is 31 points",
            "按不是杠上开花计：杠上开花是31分",
        ),
        ("[CCC,1]123m456p789sE E self-draw", "", ""),
    ],
)
def test_what_is_taken_for_granted_is_named_where_it_matters(text: str, says: str, chinese: str) -> None:
    found = assumption(parse(text))
    assert (wording.taken(ENGLISH, found), wording.taken(CHINESE, found)) == (says, chinese)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("flowers=f2", "Taken as no replacement tile: on the replacement tile it is 5 tai"),
        (
            "flowers=2",
            "Taken as flowers of other seats, no replacement tile: with other flowers it is 4 tai or 5 tai; "
            "on the replacement tile it is 4 tai",
        ),
        ("flowers=2 no-kong", "Taken as flowers of other seats: with other flowers it is 4 tai or 5 tai"),
    ],
)
def test_what_is_taken_for_granted_of_flowers_in_taiwan(said: str, says: str) -> None:
    text = f"123m456m789m234p55p67s 8s self-draw seat=S round=E {said}"
    assert wording.taken(ENGLISH, assumption(parse(text, game="taiwan"), "taiwan-home")) == says


def test_every_change_has_a_sentence_with_its_tiles() -> None:
    sheet = score(assumed(parse(SOUND)))
    tiles: dict[str, tuple[str, ...]] = {"winning-tile": ("9m",), "unclaimed": ("1m", "2m"), "exchange": ("5m", "6m")}
    said = {
        kind: wording.change(ENGLISH, NearMiss(kind, tiles.get(kind, ()), sheet)) for kind in get_args(NearMissKind)
    }
    assert set(said) == set(wording.CHANGES)
    assert said["winning-tile"] == "winning on 9m"
    assert said["unclaimed"] == "not claiming 1m 2m"
    assert said["exchange"] == "6m in place of 5m"
    (drawn,) = (
        change for change in lifting_changes(assumed(parse("23m789m123s789s22p1m"))) if change.kind == "self-draw"
    )
    assert wording.change(ENGLISH, drawn) == "drawing the winning tile oneself"


RESPONSIBLE: list[tuple[ResponsibleKind, str, str]] = [
    ("self-drawn", "self-draw", "self-drawn: nobody is responsible"),
    ("own-discard", "discards=S5p,W5p", "the winner had just discarded 5p: nobody is responsible"),
    ("discarder", "from=N", "N discarded it"),
    ("first-discarder", "discards=S3p,W5p,N5p", "W discarded 5p first in the turn; N followed and is immune"),
    ("discarder-unknown", "", "the discarder is not known"),
    ("robbed", "from=W kong", "W added it to a kong, which was robbed"),
]


@pytest.mark.parametrize(("kind", "circumstances", "says"), RESPONSIBLE)
def test_who_is_responsible_says_why(kind: ResponsibleKind, circumstances: str, says: str) -> None:
    found = responsible(parse(f"345m345m34p345s88s5p seat=S {circumstances}"))
    assert (found.kind, wording.responsible(ENGLISH, found)) == (kind, says)
    assert {kind for kind, _, _ in RESPONSIBLE} | {"liable"} == set(get_args(ResponsibleKind))
    assert set(get_args(ResponsibleKind)) == set(wording.RESPONSIBLE)


def test_every_shape_has_a_name() -> None:
    assert set(wording.SHAPES) == set(get_args(TargetShape))
    assert wording.shape(ENGLISH, distance(parse("123m456p789sEESS5m")).shape) == "four sets and a pair"
    assert wording.shape(CHINESE, distance(parse("19m19p19sESWNCF5m5p")).shape) == "十三幺"


def test_a_hand_is_counted_in_the_unit_of_its_game() -> None:
    chinese = Messages.of("zh")
    assert [in_game(ENGLISH, rules).unit(1) for rules in ("mcr", "zungjung", "hk")] == ["point", "point", "faan"]
    assert [in_game(chinese, rules).unit() for rules in ("mcr", "hk-hkma")] == ["分", "番"]
    assert in_game(ENGLISH, "mcr").worth(8, 8) == "8 points"
    assert in_game(ENGLISH, "hk").worth(3, 5) == "3 to 5 faan"
    assert in_game(chinese, "hk").worth(3, 5) == "3～5番"
