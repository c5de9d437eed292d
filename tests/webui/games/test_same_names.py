"""A game of another package may use the names of riichi and Sichuan: what was kept of these stays theirs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from scoring.tiles import WINDS
from tests.scoring.games.test_game import CORNER
from tests.webui.records.test_verifying import entry, in_node
from webui.records.commitments import fields_of_persons
from webui.records.verifying import Verified, verify

SAME: Final = """
from dataclasses import field

from scoring.extra import Extra, Words
from scoring.match.records import GameAct, PersonName

MINE = Words(flags={"riichi": ("riichi", True)}, values={"honba": "tiles", "void": "number"})


@dataclass(frozen=True, slots=True)
class Corners(Extra):
    words = MINE
    of_winner = {"void": ("void", "honba")}
    of_discarder = ("riichi",)

    game: str = field(default="corner", kw_only=True)
    riichi: bool = True
    honba: tuple[str, ...] = ()
    void: int = 7
    out: str = "nobody"


class DeclaredRiichi(GameAct, frozen=True):
    refusal = "no-riichi"

    seat: PersonName
    aloud: str = ""


class NamedVoid(GameAct, frozen=True):
    refusal = "only-bloody"

    suit: int
    giver: PersonName | None = None


def named(match, moment, act):
    match.hands[-1].dead |= {match.hands[-1].seats["N"]} if act.suit == 7 else set()


class Helped(GameAct, frozen=True):
    refusal = "only-bloody"

    helper: PersonName
    seen_by: tuple[PersonName, ...] = ()


CornerCourse.effects = {NamedVoid: named, **dict.fromkeys((DeclaredRiichi, Helped), lambda match, moment, act: None)}
Corner.acts = (DeclaredRiichi, NamedVoid, Helped)
Corner.order = -1
Corner.blank = Corners()
Corner.words = MINE
"""
"""The words of riichi and Sichuan with other values, in the game of three patterns."""

VIEW: Final = """
from webui.games.added import Added
from webui.games.view import Additions, GameView
from webui.messages.game import GameWords


class CornerSheet(Added, frozen=True, tag="corner"):
    riichi: str


class CornerHand(Added, frozen=True, tag="corner"):
    honba: str
    tenpai: int


class CornerMatch(Added, frozen=True, tag="corner"):
    in_faan: str


def of_match() -> CornerMatch:
    return CornerMatch(in_faan="corners")


def of_sheet(words, sheet) -> CornerSheet:
    return CornerSheet(riichi="three")


def of_hand(hand) -> CornerHand:
    return CornerHand(honba="two", tenpai=2)


class CornerView(GameView):
    id = "corner"
    name = "Corner"
    words = GameWords(tables={"on_table": {"honba": "Corners"}})
    added = Additions(sheet=of_sheet, hand=of_hand, match=of_match)


VIEW = CornerView()
"""
"""The view of it."""

ENTRIES: Final = """[tableside.game]
corner = corner_game:GAME
[tableside.game_view]
corner = corner_view:VIEW
"""

PROGRAM: Final = """
import json, sys
from pathlib import Path
from uuid import UUID

from scoring.rules import BOOKS
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.store import Storage
from webui.table.table import Table
from vision.reader import TileReader

storage = Storage.open(Path(sys.argv[1]))
client = create_app(Site(Table(TileReader(), records=storage))).test_client()


def asked(method, path, body=None, status=200):
    answer = client.open(path, method=method, json=body)
    assert answer.status_code in (status, status + 1), (path, body, answer.get_json())
    return answer.get_json()


def shown(id):
    hand = asked("GET", f"/api/hands/{id}")["hand"]
    return {"id": id, "laid": hand["laid"], "text": hand["text"], "undo": len(hand["changes"])}


found, laid = [], []
for step in json.loads(sys.argv[2]):
    match step:
        case "games":
            found.append([*BOOKS.games])
        case ["act", number, act]:
            found.append(asked("POST", "/api/tables/1/records", {"id": str(UUID(int=number)), "act": act})["number"])
        case ["lay", text]:
            laid.append(asked("POST", "/api/tables/1/hands", {"text": text})["hand"]["id"])
            found.append(shown(laid[-1]))
        case ["state" | "refused" as does, id, some]:
            id = laid[int(id)] if len(id) == 1 else id
            hand = asked("GET", f"/api/hands/{id}")["hand"]
            body = {"version": hand["version"], "change": {"do": "won", "won": hand["laid"]["won"] | some}}
            asked("POST", f"/api/hands/{id}/changes", body, 400 if does == "refused" else 200)
            found.append(shown(id))
        case ["hand", id]:
            found.append(shown(id))
        case "match":
            match = asked("GET", "/api/tables/1/match")
            found.append({name: match.get(name) for name in ("rules", "points", "hands", "in_faan")})
        case "records":
            found.append(asked("GET", "/api/tables/1/records")["records"])
        case "described":
            schemas = asked("GET", "/api/openapi.json")["components"]["schemas"]
            found.append({name: each.get("properties", {}).get("honba") for name, each in schemas.items()})
print(json.dumps(found))
"""
"""Requests to a table whose database lies in a folder, one after another, and what they answer."""


def asked(folder: Path, *steps: Any, site: Path | None = None) -> list[Any]:
    """Return what the program answers, with the packages of a folder beside it or without."""
    there = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"} | ({"PYTHONPATH": str(site)} if site else {})
    run = [sys.executable, "-c", PROGRAM, str(folder), json.dumps(steps)]
    done = subprocess.run(run, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "corner_game.py").write_text(CORNER + SAME, encoding="utf-8")
    (folder / "corner_view.py").write_text(VIEW, encoding="utf-8")
    about = folder / "corner_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    return folder


RIICHI: Final = "234m067p345s88s67s 8s self-draw double-riichi ippatsu seat=S round=E dora=4p9m ura=0 honba=2 sticks=1"
SICHUAN: Final = "[333m,1]88s456m678m35s 4s kong-shot discard seat=S void=p"
CORNERS: Final = "[111m,1][222m,1]333m555m9m 9m self-draw seat=S round=E"
FOUR: Final = ["Ann", "Bo", "Chen", "Dai"]


@pytest.mark.long
def test_what_was_kept_of_other_games_opens_is_corrected_and_goes_on(site: Path, tmp_path: Path) -> None:
    found = asked(
        tmp_path,
        ["act", 1, {"type": "Seated", "players": FOUR, "rules": "riichi-ema"}],
        ["act", 2, {"type": "DeclaredRiichi", "seat": "S"}],
        ["lay", RIICHI],
        ["act", 3, {"type": "Seated", "players": FOUR, "rules": "sichuan-sbr"}],
        ["lay", SICHUAN],
        "records",
        "match",
    )
    riichi, sichuan = found[2], found[4]
    assert (riichi["laid"]["won"]["honba"], sichuan["laid"]["won"]["void"]) == (2, "p")
    games, *kept, counted, shot, _, _, corner, _, _, mine, _, records, match, described = asked(
        tmp_path,
        "games",
        ["hand", riichi["id"]],
        ["hand", sichuan["id"]],
        "records",
        "match",
        ["state", riichi["id"], {"honba": 3, "ura": ["9m"]}],
        ["state", sichuan["id"], {"void": "m"}],
        ["act", 4, {"type": "NamedVoid", "seat": "E", "suit": "m"}],
        ["act", 5, {"type": "Seated", "players": FOUR, "rules": "corner"}],
        ["lay", CORNERS],
        ["act", 6, {"type": "NamedVoid", "suit": 3}],
        ["act", 7, {"type": "DeclaredRiichi", "seat": "E"}],
        ["state", "0", {"honba": ["4p"], "void": 3}],
        ["refused", "0", {"honba": 2}],
        "records",
        "match",
        "described",
        site=site,
    )
    assert "corner" in games
    assert kept == [riichi, sichuan, *found[5:]]
    assert records[: len(found[5])] == found[5]
    assert [each["act"] for each in records[-4:]] == [
        {"type": "NamedVoid", "seat": "E", "suit": "m"},
        records[-3]["act"],
        {"type": "NamedVoid", "suit": 3, "giver": None},
        {"type": "DeclaredRiichi", "seat": "E", "aloud": ""},
    ]
    assert {name: counted["laid"]["won"][name] for name in ("honba", "ura", "dora")} == {
        "honba": 3,
        "ura": ["9m"],
        "dora": ["4p", "9m"],
    }
    assert ("honba=3" in counted["text"], shot["laid"]["won"]["void"]) == (True, "m")
    assert [(hand["honba"], hand["tenpai"]) for hand in match["hands"]] == [("two", 2)]
    assert sorted(each["type"] for each in described["HandOfMatch"]["anyOf"]) == ["integer", "string"]
    assert (match["in_faan"], found[6]["in_faan"]) == ("corners", None)
    assert corner["laid"]["won"]["honba"] == []
    assert {name: mine["laid"]["won"][name] for name in ("honba", "void", "out")} == {
        "honba": ["4p"],
        "void": 3,
        "out": "nobody",
    }
    assert asked(tmp_path, ["hand", riichi["id"]], ["hand", sichuan["id"]]) == [counted, shot]


@pytest.mark.long
def test_persons_in_a_field_of_another_packages_own_are_committed_and_removed(site: Path, tmp_path: Path) -> None:
    """Both verifiers hold the records without knowing the package."""
    assert not fields_of_persons() & {"helper", "seen_by"}
    helped = {"type": "Helped", "helper": "Dai", "seen_by": ["Bo", "E", "Dai"]}
    erased = {"type": "Erased", "player": "Dai", "name": "Player 4"}
    before, after = asked(
        tmp_path,
        ["act", 1, {"type": "Seated", "players": FOUR, "rules": "corner"}],
        ["act", 2, helped],
        "records",
        ["act", 3, erased],
        "records",
        site=site,
    )[2::2]
    for record, names, removed in ((before[1], ["Dai", "Bo", "Dai"], 0), (after[1], ["Player 4", "Bo", "Player 4"], 2)):
        said = [record["act"]["helper"], *record["act"]["seen_by"]]
        assert [name for name in said if name not in WINDS] == names
        assert record["commitments"]["fields"] == ["helper", "seen_by"]
        assert len(record["commitments"]["names"]) == 1 + len(names)
        assert [salt for _, salt in record["commitments"]["names"]].count("") == removed
    assert "Dai" not in json.dumps(after)
    rewritten = json.loads(json.dumps(after))
    rewritten[1]["act"]["helper"] = "Bo"
    (tmp_path / "phone").mkdir()
    phone = in_node(tmp_path / "phone", [(before, False), (after, True), (rewritten, True)])
    for records, on_phone, nameless, unexplained in zip(
        (before, after, rewritten), phone, ((), (1, 2, 3), (1, 3)), ((), (), (2,)), strict=True
    ):
        assert verify([entry(each) for each in records], records is not before) == Verified(
            nameless=nameless, unexplained=unexplained
        )
        assert (tuple(on_phone[0]["nameless"]), tuple(on_phone[0]["unexplained"])) == (nameless, unexplained)
        assert not on_phone[0]["forged"]
