"""Sentences of acts: one of each, and the same words on a page that fills in the forms while it is offline."""

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner
from flask import Flask

import webui
from scoring.match.records import Claimed, Drawn, Record, Seated, Won, act_from_dict, all_acts
from scoring.rules import BOOKS
from tests.rows import row_by_row
from tests.served import Answers
from webui.cli import main
from webui.messages import Messages
from webui.messages.acts import FORMS, forms_json, said, said_of
from webui.messages.game import in_game, words_by_game
from webui.messages.languages import LANGUAGES, VARIANTS, tag_of
from webui.records.journal import entry_of
from webui.records.store import Storage
from webui.table.table import Table

STATIC = Path(str(webui.__file__)).parent / "static"
OFF = {"type": "Won", "winner": "E", "points": 20, "discarder": "S"}
SAID: list[tuple[str, dict[str, Any], str]] = [
    ("mcr", {"type": "Seated", "players": ["Ann", "Bo", "Cy", "Di"]}, "The match begins: Ann, Bo, Cy, Di"),
    ("mcr", OFF, "East wins 20 off South"),
    ("mcr", {**OFF, "payer": "S"}, "East wins 20 off South"),
    ("hk", {**OFF, "payer": "N"}, "East wins 20 faan off South; North is responsible"),
    ("zungjung", {"type": "Won", "winner": "Ann", "points": 5, "payer": "N"}, "Ann wins 5 off North"),
    ("hk", {"type": "Won", "winner": "Ann", "points": 5}, "Ann wins 5 faan, self-drawn"),
    (
        "riichi-ema",
        {"type": "Claimed", "claims": [{"winner": "E", "points": 1000, "discarder": "W"}, OFF]},
        "Several players declare a win: East wins 1000 off West; East wins 20 off South",
    ),
    ("mcr", {"type": "Drawn"}, "Draw"),
    (
        "mcr",
        {"type": "Imported", "records": 7, "file": "ab12"},
        "Imported from a file: 7 records before this one (checksum ab12)",
    ),
    ("riichi-ema", {"type": "Drawn", "tenpai": []}, "Draw, nobody tenpai"),
    ("riichi-ema", {"type": "Drawn", "tenpai": ["E", "Bo"]}, "Draw, tenpai: East, Bo"),
    ("riichi-home", {"type": "Drawn", "tenpai": [], "nagashi": ["E"]}, "Draw, nagashi mangan: East"),
    ("riichi-home", {"type": "Drawn", "abortive": "four kongs"}, "Draw: four kongs"),
    ("riichi-ema", {"type": "DeclaredRiichi", "seat": "S"}, "South declares riichi"),
    ("sanma-tenhou", {"type": "SetAside", "seat": "W"}, "West sets a North aside"),
    (
        "sichuan-sbr",
        {"type": "MadeKong", "seat": "S", "how": "claimed", "giver": "Ann", "tile": ""},
        "South: kong claimed from Ann",
    ),
    ("sichuan-sbr", {"type": "MadeKong", "player": "Bo", "how": "concealed"}, "Bo: concealed kong"),
    ("sichuan-sbr", {"type": "NamedVoid", "player": "Bo", "suit": "p"}, "Bo: void suit dots"),
    ("sichuan-sbr", {"type": "ExchangedThree", "direction": "left"}, "Three tiles are exchanged to the left"),
    ("sichuan-sbr", {"type": "WallOut", "east": "1"}, "The wall is out"),
    ("sichuan-sbr", {"type": "Drawn"}, "The wall is out"),
    ("riichi-ema", {"type": "FalseWin", "seat": "S", "kind": "no yaku"}, "False win of South: no yaku"),
    ("mcr", {"type": "FalseWin", "player": "Bo", "kind": "wrong tile"}, "False win of Bo: declared on a wrong tile"),
    ("mcr", {"type": "Penalty", "player": "Bo", "amount": 5, "reason": "spoke"}, "Penalty for Bo: 5 (spoke)"),
    ("mcr", {"type": "Penalty", "seat": "W", "amount": 0, "reason": "spoke"}, "Warning for West (spoke)"),
    ("mcr", {"type": "Foul", "player": "Bo", "reason": "empty call"}, "Foul of Bo (empty call)"),
    ("mcr", {"type": "Late", "player": "Bo", "minutes": 7}, "Bo came late by 7 min"),
    (
        "mcr",
        {"type": "DeadHand", "seat": "E", "reason": "wrong number of tiles"},
        "Dead hand of East (wrong tile count)",
    ),
    ("mcr", {"type": "Disqualified", "player": "Bo", "reason": "x"}, "Bo is disqualified (x)"),
    ("mcr", {"type": "Forfeited", "player": "Bo", "reason": "x"}, "Bo: no-show or left (x)"),
    ("mcr", {"type": "Substituted", "player": "Bo", "substitute": "Ida", "reason": "x"}, "Ida plays for Bo (x)"),
    ("mcr", {"type": "ThreeLeft", "absent": None, "reason": "x"}, "The others play on (x)"),
    ("mcr", {"type": "Renamed", "player": "Bo", "name": "Beau"}, "Bo is called Beau"),
    ("mcr", {"type": "Erased", "player": "Bo", "name": "N. N."}, "A player's name is removed: shown as N. N."),
    ("mcr", {"type": "Pruned", "photos": ["a", "b"]}, "Photos deleted: 2"),
    ("mcr", {"type": "Approved", "hand": 3}, "Hand 3 is approved"),
    ("mcr", {"type": "Appealed", "of": 4, "player": "Bo", "reason": "x"}, "Bo appeals: x"),
    ("mcr", {"type": "AppealDecided", "of": 4, "decision": "upheld", "reason": "x"}, "Appeal of record 4 upheld: x"),
    (
        "mcr",
        {"type": "AppealDecided", "of": 4, "decision": "dismissed", "reason": "x"},
        "Appeal of record 4 dismissed: x",
    ),
    ("mcr", {"type": "TimeUp", "in_play": True}, "Time is up: the current hand is the last"),
    ("mcr", {"type": "TimeUp", "in_play": False}, "Time is up: the current hand does not count"),
    ("mcr", {"type": "Result", "totals": [-12, 30, 8, -26]}, "Totals typed from paper: -12, 30, 8, -26"),
    (
        "mcr",
        {"type": "TableResult", "round": 1, "table": 2, "totals": [-12, 30, 8, -26]},
        "Table 2, round 1: totals typed from paper: -12, 30, 8, -26",
    ),
    (
        "mcr",
        {"type": "TableResults", "results": [{"round": 1, "table": 2, "totals": [-12, 30, 8, -26]}] * 2},
        "Totals typed from paper at 2 tables, from a file",
    ),
    (
        "mcr",
        {"type": "PastRounds", "results": [{"round": 1, "table": 2, "totals": [-12, 30, 8, -26]}] * 2},
        "Rounds played elsewhere, from a file: totals of 2 tables",
    ),
    (
        "mcr",
        {"type": "Swapped", "players": ["Ann", "S"], "since": 2, "reason": "x"},
        "Ann and South were in each other's seats since hand 2 (x)",
    ),
    (
        "hk",
        {"type": "Corrected", "of": 4, "act": OFF, "reason": "who pays follows from the hand"},
        "Record 4 corrected: East wins 20 faan off South (who pays follows from the hand)",
    ),
    ("mcr", {"type": "Void", "of": 4, "reason": "taken back at once"}, "Record 4 undone (undone at once)"),
    ("mcr", {"type": "Unheard"}, "Unheard"),
    *[
        ("mcr", act, says)
        for act, says in (
            ({"type": "Opened", "name": "Cup"}, "The event Cup"),
            ({"type": "Entered", "people": [{"name": "Ann"}]}, "Entered: Ann"),
            ({"type": "Entered", "people": [{"name": "Ann"}, {"name": "Bo"}]}, "2 players entered"),
            ({"type": "Amended", "person": {"name": "Ann"}}, "Entry of Ann corrected"),
            ({"type": "Withdrawn", "player": "Ann", "reason": "ill"}, "Ann withdraws (ill)"),
            ({"type": "Withdrawn", "player": "Ann", "reason": ""}, "Ann withdraws"),
            ({"type": "CheckedIn", "player": "Ann", "here": True}, "Ann checked in"),
            ({"type": "CheckedIn", "player": "Ann", "here": False}, "Ann not checked in"),
            ({"type": "Paid", "player": "Ann", "amount": 3500}, "Ann pays 35"),
            ({"type": "Paid", "player": "Ann", "amount": -3550}, "Ann pays -35.50"),
            ({"type": "Absent", "player": "Ann", "rounds": [1, 3]}, "Ann misses round 1, 3"),
            ({"type": "Absent", "player": "Ann", "rounds": []}, "Ann misses no round"),
            (
                {"type": "StoodIn", "player": "Ann", "by": "Bo", "rounds": [2]},
                "Bo is the substitute for Ann in round 2",
            ),
            ({"type": "StoodIn", "player": "Ann", "by": "Ann", "rounds": [2]}, "Ann sits in round 2 again"),
            ({"type": "SeatingDrawn", "since": 2, "seed": 5}, "Seating drawn from round 2 on (seed 5)"),
            (
                {
                    "type": "StageBegun",
                    "since": 5,
                    "players": ["Ann", "Bo", "Cy", "Di"],
                    "places": [1, 2, 3, 4],
                    "carry": "all",
                },
                "A stage begins with round 5: the best 4 go on, with all of their points",
            ),
            ({"type": "SeatingDrawn", "since": 2, "places": [[[1, 2, 3, 4]]]}, "Round 2 drawn by the standing"),
            (
                {"type": "Reseated", "round": 1, "players": ["Ann", "Bo"], "reason": "x"},
                "Ann and Bo swap seats in round 1 (x)",
            ),
            (
                {"type": "Reseated", "round": 1, "players": ["Ann", "Bo"], "reason": ""},
                "Ann and Bo swap seats in round 1",
            ),
            ({"type": "Started", "round": 1}, "Round 1 begins"),
            (
                {"type": "TableMoved", "since": 2, "table": 7, "to": 41, "reason": "x"},
                "Table 7 is table 41 from round 2 on (x)",
            ),
            ({"type": "Extended", "round": 1, "table": 2, "minutes": 5}, "Table 2, round 1: 5 minutes more"),
            (
                {"type": "Finished", "round": 1, "table": 2, "reason": "x"},
                "Table 2, round 1: ended as it stands (x)",
            ),
            ({"type": "Released", "round": 1}, "Results of round 1 published"),
            (
                {"type": "LinedUp", "team": "Reds", "rounds": [2, 3], "players": ["Ann", "Bo"]},
                "Reds in round 2, 3: Ann, Bo",
            ),
            ({"type": "LinedUp", "team": "Reds", "rounds": [2], "players": []}, "Reds in round 2: all of them"),
            ({"type": "SeatingPublished", "round": 1}, "Seating of round 1 published"),
            ({"type": "HeldBack", "round": 1}, "Results of round 1 unpublished"),
        )
    ],
]


@row_by_row(("rules", "act", "says"), SAID)
def test_an_act_is_a_sentence(rules: str, act: dict[str, Any], says: str) -> None:
    assert said_of(in_game(Messages.of("en"), rules), act) == says


def test_people_of_an_act_of_the_match_are_named() -> None:
    words, win = in_game(Messages.of("en")), Won("E", 20, "S")
    riichi = in_game(words, "riichi-ema")
    assert said(riichi, Drawn(tenpai=("E", "Bo"))) == "Draw, tenpai: East, Bo"
    assert said(riichi, Drawn(tenpai=())) == "Draw, nobody tenpai"
    assert said(riichi, Drawn()) == said(words, Drawn()) == "Draw"
    assert said(words, Claimed((win, win))) == (
        "Several players declare a win: East wins 20 off South; East wins 20 off South"
    )
    assert said(words, Seated(("Ann", "Bo", "Cy", "Di"))) == "The match begins: Ann, Bo, Cy, Di"


def test_every_act_is_said_above() -> None:
    acts = {*FORMS}.union(*(each.tables.get("acts", {}) for each in words_by_game().values()))
    assert acts == {act["type"] for _, act, _ in SAID} - {"Unheard"}
    assert all(form.says for some in FORMS.values() for form in some)
    conditions = ("has", "empty", "single", "differ", "equal")
    assert not any(getattr(form, each) for *_, form in FORMS.values() for each in conditions)


@pytest.mark.parametrize("lang", [*LANGUAGES, *VARIANTS])
def test_a_page_says_acts_in_the_same_words(lang: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node
    words = Messages.of(lang)
    (tmp_path / "forms.js").write_text(f"export const forms = {json.dumps(forms_json(words))};")
    script_words = {", ": words(", "), "; ": words("; ")}
    (tmp_path / "words.js").write_text(
        f"const said = {json.dumps(script_words)};\nexport const _ = (each) => said[each] ?? each;"
    )
    (tmp_path / "acts.js").write_text((STATIC / "acts.js").read_text(encoding="utf-8"))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    asked = [[act, BOOKS[rules].game.id] for rules, act, _ in SAID]
    (tmp_path / "ask.js").write_text(
        'import { actInWords } from "./acts.js";\n'
        f"console.log(JSON.stringify({json.dumps(asked)}.map(([act, game]) => actInWords(act, game))));"
    )
    done = subprocess.run([node, "ask.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [said_of(in_game(words, rules), act) for rules, act, _ in SAID]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", dict.fromkeys(rules for rules, _, _ in SAID))
def test_page_file_and_command_line_say_an_act_in_the_same_words(
    rules: str, lang: str, application: Callable[..., Flask], tmp_path: Path
) -> None:
    """Check acts of all games as the journal has them, whether or not the match follows them."""
    stored = [act for game, act, _ in SAID if game == rules and act["type"] in all_acts() and act["type"] != "Seated"]
    people = ("Ann", "Bo", "Cy", "Di")[: BOOKS[rules].play.players]
    acts = [Seated(people, rules), *map(act_from_dict, stored)]
    when = "2026-11-27T20:00:00+00:00"
    entries = [
        replace(entry_of(number, Record(act, "", when, "referee"), str(uuid4())), stream=1)
        for number, act in enumerate(acts, 1)
    ]
    with closing(Storage.open(tmp_path)) as records:
        records.journal.put(1, entries, [], {})
        client = application(Table(Answers(), records=records)).test_client()
        asked = {"lang": tag_of(lang)}
        page = client.get("/api/tables/1/records", query_string=asked).get_json()["records"]
        file = client.get("/t/1/records.csv", query_string=asked).get_data(as_text=True)
        command = ["match", "export", "--data", str(tmp_path), "--to", "records", "--lang", tag_of(lang)]
        printed = CliRunner().invoke(main, command, catch_exceptions=False).stdout
    words = Messages.of(lang)
    says = [said(in_game(words, rules), act) for act in acts]
    assert [each["says"] for each in page] == says
    for text in (file, printed):
        heads, *rows = csv.reader(io.StringIO(text))
        assert heads[-1] == words("What was recorded")
        assert [row[-1] for row in rows] == says


@pytest.mark.parametrize(("rules", "says"), [("mcr", "荒牌"), ("hk", "流局"), ("riichi-ema", "流局")])
def test_a_draw_has_the_word_of_its_game(rules: str, says: str) -> None:
    assert said_of(in_game(Messages.of("zh"), rules), {"type": "Drawn"}) == says
    game = "riichi" if rules == "riichi-ema" else rules
    forms = forms_json(Messages.of("zh"))
    own = [form["says"] for form in forms["games"][game]["forms"].get("Drawn", []) if form.keys() == {"says"}]
    assert (own or [form["says"] for form in forms["forms"]["Drawn"]]) == [says]  # on the button too
