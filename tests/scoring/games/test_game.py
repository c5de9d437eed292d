"""A game of another package: installed, scored and played by, gone after it is removed; broken ones are named."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

CORNER: Final = """
from dataclasses import dataclass
from functools import cached_property

from scoring.games.game import Game
from scoring.games.listed import Engine, Interpretation, Met, arrangement
from scoring.groups import PUNG
from scoring.listing import ListedPattern, RuleListing
from scoring.match.bodies import Body
from scoring.match.course import MatchCourse
from scoring.sheet import PatternName
from scoring.tiles import SUIT_MASKS, present


@dataclass(frozen=True)
class Pattern:
    id: str
    value: int
    name: str
    zh: str

    @property
    def key(self):
        return self.id


TRIPLETS, SUIT, DRAWN = PATTERNS = (
    Pattern("1", 4, "All Triplets", "对对"), Pattern("2", 6, "One Suit", "一色"), Pattern("3", 1, "Self-Drawn", "自摸"),
)


@dataclass(frozen=True)
class Preset:
    name: str = "corner"
    title: str = "The corner"
    version: str = "1"
    source: str = "a test"
    minimum: int = 4
    answers = {}
    pinned = ()


class CornerEngine(Engine):
    def divided(self, win, hand, groups, wrong, preset):
        sets = (*sorted((*hand.melds, *groups[:-1])), groups[-1])
        suits = [suit for suit in SUIT_MASKS if present(hand.tally) & suit]
        has = {
            TRIPLETS: all(group >= PUNG for group in sets),
            SUIT: len(suits) == 1 and not present(hand.tally) & ~suits[0],
            DRAWN: bool(win.self_draw),
        }
        met = tuple([Met(pattern, 1) for pattern in PATTERNS if has[pattern]])
        value = sum([each.value for each in met])
        return Interpretation(sets, met, met, (), value, value, value)

    def irregular(self, win, hand, wrong, preset):
        return None

    def order(self, way, preset):
        return (-way.value,)

    def shown(self, win, hand, met, way):
        return ((win.winning,),) if met.pattern is DRAWN else arrangement(win, hand, way)

    def contradicted(self, found, preset):
        return ()

    def payments(self, win, way, wrong, preset):
        return {seat: 3 * way.value if seat == win.seat else -way.value for seat in "ESWN"}


ENGINE = CornerEngine()


def split(win):
    payers = [win.payer] if win.payer else [seat for seat in "ESWN" if seat != win.winner]
    return {**dict.fromkeys("ESWN", 0), **dict.fromkeys(payers, -win.points), win.winner: len(payers) * win.points}


class CornerCourse(MatchCourse):
    bodies = {"corner": Body("corner", "The corner", "a test", game="corner", start=100, hands=4, most=11,
                             split=split, false_wins={}, ranking=("game points", "lot"))}


class Corner(Game):
    id = "corner"
    title = "Corner"
    unit = "stones"
    presets = {"corner": Preset()}
    score = staticmethod(ENGINE.score)
    worth = staticmethod(ENGINE.worth)

    @cached_property
    def match(self):
        return CornerCourse()

    def listing(self, book):
        return RuleListing(
            tuple([ListedPattern(PatternName(row.id, row.name, row.zh), row.value, "") for row in PATTERNS]))


GAME = Corner()
nothing = 7
"""
"""A game of three patterns."""

ENTRIES: Final = """[tableside.game]
corner = corner_game:GAME
nothing = corner_game:nothing
gone = corner_game_that_is_not:GAME
"""

PROGRAM: Final = """
import json, sys
from scoring import BOOKS, UnknownRulesError, assess, parse
from scoring.explain import explanation
found = {"games": [*BOOKS.games], "broken": sorted(BOOKS.broken)}
try:
    range_ = assess(parse(sys.argv[1], game="corner"), "corner")
except UnknownRulesError as error:
    found["known"] = error.about["known"]
else:
    sheet = range_.sheet
    found |= {"total": sheet.total, "legal": sheet.legal, "payments": sheet.payments, "without": range_.without,
              "lines": [line.name for line in sheet.lines], "unit": BOOKS["corner"].unit,
              "listed": [row.name.name for row in BOOKS["corner"].listing.patterns],
              "waits": [wait.tile for wait in explanation(sheet).waits]}
print(json.dumps(found))
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the installed package."""
    (tmp_path / "corner_game.py").write_text(CORNER, encoding="utf-8")
    about = tmp_path / "corner_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    return tmp_path


def scored(site: Path, hand: str) -> dict[str, Any]:
    """Return what a process that finds the packages of a folder makes of a hand."""
    there = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, hand], env=there, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_book_of_three_patterns_is_installed_and_removed(site: Path) -> None:
    hand = "[111m,1][222m,1]333m555m9m 9m self-draw seat=S round=E"
    assert scored(site, hand) == {
        "games": ["mcr", "zungjung", "hk", "riichi", "sichuan", "sanma", "taiwan", "corner"],
        "broken": [
            "corner_game:nothing is a int, expected a scoring.games.game.Game",
            "corner_game_that_is_not:GAME cannot be imported: No module named 'corner_game_that_is_not'",
        ],
        "total": 11,
        "legal": True,
        "payments": {"E": -11, "S": 33, "W": -11, "N": -11},
        "without": [],
        "lines": ["All Triplets", "One Suit", "Self-Drawn"],
        "unit": "stones",
        "listed": ["All Triplets", "One Suit", "Self-Drawn"],
        "waits": ["9m"],
    }
    shutil.rmtree(site / "corner_game-1.0.dist-info")
    gone = scored(site, hand)
    assert (gone["games"], gone["broken"]) == (["mcr", "zungjung", "hk", "riichi", "sichuan", "sanma", "taiwan"], [])
    assert "corner" not in gone["known"]


def ran(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what the command line prints that finds the packages of a folder."""
    there = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"}
    program = "from webui.cli import main; main()"
    return subprocess.run([sys.executable, "-c", program, *arguments], env=there, capture_output=True, text=True)


@pytest.mark.long
def test_a_match_by_a_book_that_goes_and_comes_back_is_kept(site: Path) -> None:
    file = site / "match.jsonl"

    def record(*act: str) -> int:
        return ran(site, "match", "record", str(file), *act).returncode

    def totals() -> Any:
        return json.loads(ran(site, "match", "show", str(file), "--json").stdout)["hands"][1]["totals"]

    new = ran(site, "match", "new", str(file), "--players", "Ann,Bo,Chen,Dai", "--rules", "corner")
    assert new.returncode == 0, new.stderr
    hand = "[111m,1][222m,1]333m555m9m 9m self-draw"
    acts = (("--winner", "E", "--discarder", "S", "--points", "10"), ("--winner", "S", "--hand", hand))
    assert [record("won", *act) for act in acts] == [0, 0]
    before = totals()
    assert before == {"Ann": 99, "Bo": 79, "Chen": 133, "Dai": 89}
    about, away = site / "corner_game-1.0.dist-info", site / "away"
    written = file.read_bytes()
    about.rename(away)
    assert record("drawn") == 1
    assert file.read_bytes() == written
    gone = ran(site, "match", "show", str(file))
    assert (gone.returncode, "Rules: corner" in gone.stdout, "'corner'" in gone.stderr) == (0, True, True)
    away.rename(about)
    assert totals() == before
    assert record("drawn") == 0
