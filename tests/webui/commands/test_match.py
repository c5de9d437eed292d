"""`tableside match`: a match kept in a file of records."""

import contextlib
import csv
import getpass
import io
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import openpyxl
import pytest
from click.testing import CliRunner, Result
from filelock import FileLock

from scoring.match.records import Claimed, Drawn, Imported, Record, Role, Seated, Won, record_to_dict
from tests.books import BODIES, RULES
from tests.webui.journals import write_record
from webui.cli import main
from webui.records.store import Storage

HAND = "[CCC,1]123m456p789sE E"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["match", *map(str, arguments)])


def record(file: Path, *arguments: object) -> None:
    result = run("record", file, *arguments)
    assert result.exit_code == 0, result.output


def sheet(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run("show", file, "--json").stdout)
    return data


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    assert run("new", path, "--players", "Ann,Bo,Chen,Dai").exit_code == 0
    return path


def test_the_seating_names_rules_and_body_so_that_later_defaults_change_nothing(file: Path) -> None:
    act = json.loads(file.read_text())["act"]
    assert (act["rules"], act["body"]) == ("mcr", "book-1998")


def test_a_file_is_not_overwritten(file: Path) -> None:
    before = file.read_bytes()
    result = run("new", file, "--players", "A,B,C,D")
    assert result.exit_code == 1
    assert "exists already" in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize("players", ["A,B,C", "A,A,C,D", "E,B,C,D"])
def test_players_who_cannot_sit_down_make_no_file(tmp_path: Path, players: str) -> None:
    assert run("new", tmp_path / "m", "--players", players).exit_code != 0
    assert not (tmp_path / "m").exists()


def test_a_win_has_the_points_of_its_hand_and_the_version_of_its_preset(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--hand", HAND)
    act = json.loads(file.read_text().splitlines()[-1])["act"]
    assert (act["points"], act["version"]) == (17, "1")
    assert sheet(file)["totals"] == {"Ann": 492, "Bo": 541, "Chen": 475, "Dai": 492}


CHOW = "[123m,{source}][CCC,1]456p789sE E"


@pytest.mark.parametrize(("source", "noted"), [(1, 0), (2, 1), (3, 1)])
@pytest.mark.parametrize(
    "act",
    [
        ("won", "--winner", "S", "--payer", "W", "--hand"),
        ("correct", 2, "counted anew", "won", "--winner", "S", "--payer", "W", "--hand"),
        ("claimed", "W", "--claim", "N", 24, "--claim", "S"),
    ],
    ids=["won", "correct", "claimed"],
)
def test_a_chow_from_another_than_the_player_before_is_noted(
    file: Path, act: tuple[object, ...], source: int, noted: int
) -> None:
    if act[0] == "correct":
        record(file, "won", "--winner", "S", "--payer", "W", "--points", 20)
    result = run("record", file, *act, CHOW.format(source=source))
    assert result.exit_code == 0, result.output
    assert result.stderr.count("a chow is claimed from the player on the left") == noted


def test_what_is_refused_is_not_written(file: Path) -> None:
    before = file.read_bytes()
    result = run("record", file, "won", "--winner", "S", "--payer", "W", "--points", 3)
    assert result.exit_code == 1
    assert result.stderr == "Error: 3 points: a hand has at least 8 points. Correct the record\n"
    assert run("record", file, "penalty", "Ann", 10, "slow").exit_code == 1
    assert run("record", file, "won", "--winner", "S", "--hand", "1m2m").exit_code == 1
    assert file.read_bytes() == before


def test_corrections_and_voids_are_records_too(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 20)
    record(file, "correct", 2, "counted anew", "won", "--winner", "S", "--payer", "W", "--hand", HAND)
    record(file, "drawn")
    assert sheet(file)["totals"] == {"Ann": 492, "Bo": 541, "Chen": 475, "Dai": 492}
    refused = run("record", file, "void", 2, "nobody won")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "Record 4 would then count in hand 1, no longer in hand 2. Nothing was recorded" in refused.stderr
    assert len(file.read_text().splitlines()) == 4
    record(file, "void", 2, "nobody won", "--force")
    assert sheet(file)["totals"] == dict.fromkeys(("Ann", "Bo", "Chen", "Dai"), 500)
    assert len(file.read_text().splitlines()) == 5


def test_a_correction_that_moves_others_says_so_first(file: Path) -> None:
    for _ in range(2):
        record(file, "drawn")
    refused = run("record", file, "correct", 2, "a penalty", "penalty", "S", 10, "late", "--role", "referee")
    assert "Record 3 would then count in hand 1" in refused.stderr
    record(file, "correct", "--force", 2, "a penalty", "penalty", "S", 10, "late", "--role", "referee")
    assert sheet(file)["totals"]["Bo"] == 490


def test_what_is_void_already_is_named(file: Path) -> None:
    record(file, "drawn")
    record(file, "void", 2, "nobody won")
    for again in (("void", 2, "again"), ("correct", 2, "it was won", "won", "--winner", "S", "--points", 20)):
        refused = run("record", file, *again)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "Record 2 is undone already, by record 3." in refused.stderr
    assert len(file.read_text().splitlines()) == 3
    line = file.read_text().splitlines()[2]  # a file of before that holds the same void again still opens
    with file.open("a") as kept:
        kept.write(json.dumps(json.loads(line) | {"id": "kept"}) + "\n")
    shown = run("show", file)
    assert (shown.exit_code, shown.stderr) == (0, "")


def test_seats_are_those_that_the_sheet_shows(file: Path) -> None:
    record(file, "drawn")
    record(file, "swap", "E", "W", 2, "noticed", "--role", "referee")
    refused = run("record", file, "void", 2, "recorded twice", "--role", "referee")
    assert "Record 3 (wrong seats) rests on this one. Undo record 3 first" in refused.stderr
    record(file, "void", 3, "first", "--role", "referee")
    record(file, "void", 2, "recorded twice", "--role", "referee")
    record(file, "won", "--winner", "S", "--payer", "E", "--points", 20)
    assert sheet(file)["totals"] == {"Ann": 472, "Bo": 544, "Chen": 492, "Dai": 492}


def test_a_line_that_stands_twice_counts_once(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "E", "--points", 20)
    once = sheet(file)["totals"]
    line = file.read_text().splitlines()[1]
    with file.open("a") as twice:
        twice.write(line + "\n")
    shown = run("show", file)
    assert "line 3 is line 2 again and counts once" in shown.stderr
    assert sheet(file)["totals"] == once
    assert "Recorded as number 4." in run("record", file, "drawn").stdout  # a later record keeps the number it has
    assert "Recorded as number 5." in run("record", file, "void", 4, "nobody ended it").stdout
    assert sheet(file)["totals"] == once
    with file.open("a") as other:
        other.write(json.dumps(json.loads(line) | {"act": {"type": "Drawn"}}) + "\n")
    refused = run("show", file)
    assert refused.exit_code == 1
    assert "line 6 has the id of line 2 but another act" in refused.stderr


def test_a_line_of_a_wrong_form_says_what_is_missing(file: Path) -> None:
    with file.open("a") as more:
        more.write('{"who": "x", "when": "now", "role": "table", "act": {"type": "Won", "winner": "S"}}\n')
    refused = run("show", file)
    assert refused.exit_code == 1
    assert "line 2 is no record. Won lacks points: add what is missing. Or restore" in refused.stderr
    assert "__init__" not in refused.stderr


def test_every_record_has_an_identifier_of_version_7_in_order(file: Path) -> None:
    record(file, "drawn")
    ids = [UUID(json.loads(line)["id"]) for line in file.read_text().splitlines()]
    assert [made.version for made in ids] == [7, 7]
    assert ids[0] < ids[1]


def test_a_line_that_a_crash_cut_short_is_named_and_kept_aside(file: Path) -> None:
    record(file, "drawn")
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"id": "01a2", "who": "t\xe9')
    shown = run("show", file)
    assert "line 3 was cut short" in shown.stderr
    assert file.read_bytes() != whole
    record(file, "drawn")
    assert file.read_bytes().startswith(whole)
    assert len(file.read_text().splitlines()) == 3
    assert file.with_name("match.jsonl.broken").read_bytes() == b'{"id": "01a2", "who": "t\xe9\n'


def test_a_last_record_without_its_line_end_counts(file: Path) -> None:
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    record(file, "drawn")
    assert len(file.read_text().splitlines()) == 2


def test_a_damaged_line_in_the_middle_stops_the_command(file: Path) -> None:
    file.write_bytes(b"{}\n" + file.read_bytes())
    before = file.read_bytes()
    result = run("record", file, "drawn")
    assert result.exit_code == 1
    assert "line 1 is no record" in result.stderr
    assert file.read_bytes() == before


def test_a_record_is_on_the_disk_before_the_command_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("record", file, "drawn")
    assert result.exit_code == 1
    assert "No space left on device" in result.stderr
    assert "Recorded" not in result.stdout


def test_what_else_a_match_has_is_recorded(file: Path) -> None:
    as_referee = ("--role", "referee", "--who", "Eve")
    record(file, "late", "Ann", 5, *as_referee)
    record(file, "foul", "Bo", "empty call", *as_referee)
    record(file, "false-win", "N", "under-the-minimum")
    record(file, "dead-hand", "Chen", "wrong pung")
    record(file, "drawn")
    record(file, "approve", 1, *as_referee)
    record(file, "substitute", "Ann", "Fay", "ill", *as_referee)
    record(file, "won", "--winner", "Fay", "--payer", "Bo", "--hand", HAND)
    record(file, "swap", "Chen", "Dai", 3, "noticed", *as_referee)
    record(file, "forfeit", "Dai", "left", *as_referee)
    record(file, "three-left", "goes on", "--absent", "pays", *as_referee)
    record(file, "disqualify", "Chen", "insult", *as_referee)
    record(file, "time-up", "--cut-short")
    data = sheet(file)
    assert data["over"] is True
    assert [line["kind"] for line in data["penalties"]] == ["late", "foul", "false-win"]
    assert sum(data["table_points"].values()) == 7
    assert json.loads(file.read_text().splitlines()[1])["who"] == "Eve"


def test_the_sheet_has_a_line_for_each_hand_with_running_totals(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 17)
    record(file, "penalty", "Chen", 10, "slow", "--role", "referee")
    lines = [line.split() for line in run("show", file).stdout.splitlines()]
    assert lines[0] == ["Hand", "Ann", "Bo", "Chen", "Dai"]
    assert lines[1] == ["1", "E", "▲", "-8", "=492", "+41", "=541", "—", "-25", "=475", "-8", "=492"]
    assert lines[3] == ["Total", "492", "541", "465", "492"]
    assert "record 3, hand 2, Chen: 10 points deducted (slow)" in run("show", file).stdout


def test_a_spreadsheet_reads_the_sheet(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 17)
    rows = list(csv.DictReader(io.StringIO(run("export", file, "--to", "csv").stdout)))
    assert [row["Bo total"] for row in rows] == ["541", "541"]
    assert json.loads(run("export", file, "--to", "json").stdout) == sheet(file)


def test_a_hand_that_a_kong_would_change_asks_for_it(file: Path) -> None:
    result = run("record", file, "won", "--winner", "S", "--hand", "[1111m,1]123p456s789mE E self-draw")
    assert result.exit_code == 1
    assert "points: add kong or no-kong to it" in result.stderr
    record(file, "won", "--winner", "S", "--hand", "[1111m,1]123p456s789mE E self-draw no-kong")


def test_chinese_is_chinese(file: Path) -> None:
    assert run("show", file, "--lang", "zh").stdout.split()[0] == "盘"


@pytest.mark.long
def test_two_terminals_record_one_after_the_other(file: Path) -> None:
    command = [sys.executable, "-m", "webui", "match", "record", str(file), "drawn"]
    with FileLock(f"{file}.lock"):
        waiting = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(2)
        drawn = json.loads(file.read_text()) | {"id": "another", "act": {"type": "Drawn"}}
        with file.open("a") as other:
            other.write(json.dumps(drawn) + "\n")
    assert "Recorded as number 3." in waiting.communicate(timeout=60)[0]
    assert len(file.read_text().splitlines()) == 3


def test_a_file_that_stays_in_use_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.match.files.PATIENCE", 0.1)
    with FileLock(f"{file}.lock"):
        result = run("record", file, "drawn")
    assert result.exit_code == 1
    assert "in use by another command" in result.stderr
    assert len(file.read_text().splitlines()) == 1


TOML = """
name = "autumn-open"
title = "Autumn Open"
base = "mcr-wmo"
source = "Referees' meeting"
minimum = 10
"""


def test_a_match_by_a_house_of_hong_kong_is_played_for_money(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    done = run(
        *("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", "hk", "--hands", 0),
        *("--stake", "0.5", "--currency", "HK$"),
    )
    assert done.exit_code == 0, done.output
    hand = "[CCC,1][FFF,1]123m78sEE 9s from=W flowers=f2"
    for act in (
        ("won", "--winner", "E", "--points", 3, "--payer", "S"),
        ("won", "--winner", "S", "--discarder", "W", "--hand", hand),
        ("false-win", "Ann", "wrong-tile"),
        ("won", "--winner", "Dai", "--points", 3, "--liable", "Ann"),
    ):
        recorded = run("record", file, *act, "--role", "referee")
        assert recorded.exit_code == 0, recorded.output
    for open_hand in ("[CCC,1][FFF,1]123m78sEE 9s", "[CCC,1][FFF,1]123m78sEE 9s flowers=2"):
        refused = run("record", file, "won", "--winner", "E", "--discarder", "W", "--hand", open_hand)
        assert (refused.exit_code, "add flowers=0 or their names" in refused.output) == (1, True)
    shown = run("show", file)
    assert [line.split()[:2] for line in shown.stdout.splitlines()[1:6]] == [[str(n), "E"] for n in range(1, 6)]
    assert [line.split()[-4:] for line in shown.stdout.splitlines()[6:7]] == [["-784", "256", "224", "304"]]
    money = json.loads(run("show", file, "--json").stdout)["money"]
    assert money == {"Ann": "−HK$392", "Bo": "+HK$128", "Chen": "+HK$112", "Dai": "+HK$152"}


HALVES = """
name = "halves"
title = "Halves"
base = "hk"
source = "the house"

[switches]
HK1 = "0"
HK24 = "0.5"
"""


def test_a_house_with_halves_shows_its_own_points_beside_those_of_the_match(tmp_path: Path) -> None:
    house, file = tmp_path / "halves.toml", tmp_path / "match.jsonl"
    house.write_text(HALVES)
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", house).exit_code == 0
    hand = "[345s,1][567s,1][567m,1][999m,1]6m 6m discard seat=E round=E from=S flowers=0"
    record(file, "won", "--winner", "E", "--discarder", "S", "--hand", hand)
    record(file, "won", "--winner", "S", "--points", 1, "--discarder", "W")
    paid = json.loads(CliRunner().invoke(main, ["score", "--rules", str(house), "--json", hand]).stdout)["payments"]
    shown = json.loads(run("show", file, "--json").stdout)
    first = shown["hands"][0]
    seats = {name: seat for seat, name in first["seats"].items()}
    assert {seats[name]: gain for name, gain in first["house_gains"].items()} == paid
    assert first["gains"] == {name: 2 * gain for name, gain in first["house_gains"].items()}
    assert (shown["unit"], shown["house_totals"]) == (0.5, {n: each / 2 for n, each in shown["totals"].items()})
    text = run("show", file).stdout
    assert "The house pays fractions: 2 points of this match are 1 of its table." in text
    said = text.split("In points of the house")[1].split()[:4]
    assert [float(each) for each in said] == [*shown["house_totals"].values()]
    rows = list(csv.DictReader(io.StringIO(run("export", file).stdout)))
    assert rows[-1]["value of a point"] == "0.5"
    for name, total in shown["house_totals"].items():
        assert float(rows[-1][f"{name} total in points of the house"]) == total
        assert float(rows[-1][f"{name} total"]) == 2 * total
    whole = tmp_path / "whole.jsonl"
    assert run("new", whole, "--players", "Ann,Bo,Chen,Dai", "--rules", "hk").exit_code == 0
    record(whole, "drawn")
    plain = json.loads(run("show", whole, "--json").stdout)
    assert (plain["unit"], plain["house_totals"], plain["hands"][0]["house_gains"]) == (1, {}, {})
    assert "value of a point" not in run("export", whole).stdout


def test_a_match_of_riichi_is_recorded_by_han_and_fu(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", "riichi-ema").exit_code == 0
    record(file, "riichi", "Ann")
    shown = run("record", file, "riichi", "Bo", "--open")
    assert (shown.exit_code, "has no open riichi" in shown.stderr) == (1, True)
    asked = run("record", file, "drawn")
    assert (asked.exit_code, "who is tenpai" in asked.stderr) == (1, True)
    record(file, "drawn", "--tenpai", "Ann,Bo")
    record(file, "won", "--winner", "Bo", "--discarder", "Chen", "--han", 3, "--fu", 40)
    record(file, "won", "--winner", "Bo", "--hand", "234m567p345s88s67s 8s self-draw riichi dora=9p ura=9m")
    record(file, "drawn", "--tenpai", "nobody")
    unsaid = run("record", file, "won", "--winner", "Bo", "--hand", "234m567p345s88s67s 8s self-draw riichi dora=9p")
    assert (unsaid.exit_code, "after riichi also ura=" in unsaid.stderr) == (1, True)
    for han, fu, how in ((1, 25, ("--discarder", "Ann")), (3, 20, ("--payer", "Ann")), (2, 25, ()), (1, 20, ())):
        impossible = run("record", file, "won", "--winner", "Bo", *how, "--han", han, "--fu", fu)
        assert f"No hand is won so with {han} han and {fu} fu" in impossible.stderr
    other = "[CCC,1]123m456p789sE E discard dora=0 honba=5"
    differs = run("record", file, "won", "--winner", "Bo", "--discarder", "Ann", "--hand", other)
    assert "The hand says honba=5, the match has honba=2." in differs.stderr
    record(file, "false-win", "Dai", "wrong-tile")
    record(file, "time-up", "--cut-short")
    found = sheet(file)
    assert [(hand["deal"], hand["honba"], hand["sticks"]) for hand in found["hands"]] == [
        (1, 0, 0),
        (1, 1, 1),
        (2, 0, 0),
        (2, 1, 0),
        (3, 2, 0),
    ]
    assert found["hands"][0]["tenpai"] == ["Ann", "Bo"]
    assert sum(found["totals"].values()) == 120_000
    assert found["results"]["Dai"] == str(Fraction(found["totals"]["Dai"] - 30000, 1000) - 5 - 20)
    shown = run("show", file).stdout
    assert "East 1 · honba 1" in shown
    assert "Deducted from the result" in shown
    ranked = run("ranking", file, "--csv").stdout
    assert ranked.splitlines()[0].lstrip("\ufeff") == "Place,Name,Result,Game points"
    assert "riichi: Ann; tenpai: Ann, Bo" in run("export", file).stdout


def test_han_and_fu_are_of_riichi_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai").exit_code == 0
    without = run("record", file, "won", "--winner", "Bo", "--fu", 40)
    assert (without.exit_code, "Give --points, --hand or both" in without.stderr) == (2, True)
    refused = run("record", file, "won", "--winner", "Bo", "--han", 3, "--fu", 40)
    assert (refused.exit_code, "has no riichi: leave it out" in refused.stderr) == (1, True)


def test_abortive_draws_where_the_rules_know_them(tmp_path: Path) -> None:
    for rules, exit_code in (("riichi-home", 0), ("riichi-ema", 1)):
        file = tmp_path / f"{rules}.jsonl"
        assert run("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", rules).exit_code == 0
        assert run("record", file, "drawn", "--abortive", "four-winds").exit_code == exit_code


def test_a_match_under_a_tournaments_own_rules_keeps_them_with_its_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RULES, "autumn-open", RULES["mcr-wmo"])  # no other test of this process knows them after this
    rules, file = tmp_path / "open.toml", tmp_path / "match.jsonl"
    rules.write_text(TOML)
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", rules).exit_code == 0
    rules.unlink()
    code = "import sys; from webui.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "match", "record", str(file), "won", "--winner", "S", "--payer", "W"]
    done = subprocess.run([*command, "--points", "9"], capture_output=True, text=True, check=False)
    assert done.stderr == "Error: 9 points: a hand has at least 10 points. Correct the record\n"
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 10)
    assert (sheet(file)["rules"], sheet(file)["body"]) == ("autumn-open", BODIES["wmo-2006"].name)
    file.write_text(file.read_text().replace("mcr-wmo", "mcr-none", 1))
    assert "base = 'mcr-none'" in run("show", file).stderr


def test_a_match_under_a_tournaments_zung_jung_counts_by_its_switch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RULES, "autumn-open", RULES["mcr-wmo"])  # no other test of this process knows them after this
    rules, file = tmp_path / "open.toml", tmp_path / "match.jsonl"
    text = TOML.replace("mcr-wmo", "zungjung").replace("minimum = 10", '[switches]\nZ1 = "any tile"')
    rules.write_text(text)
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai", "--rules", rules).exit_code == 0
    record(file, "won", "--winner", "E", "--hand", "1111234578999m6m self-draw heaven")
    assert (sheet(file)["rules"], sheet(file)["body"]) == ("autumn-open", BODIES["zungjung"].name)
    assert sheet(file)["totals"] == {"Ann": 1440, "Bo": -480, "Chen": -480, "Dai": -480}


@pytest.mark.parametrize(("rules", "status", "why"), [("mcr-2", 2, "not one of"), ("none.toml", 1, "cannot be read")])
def test_rules_that_do_not_exist_make_no_file(tmp_path: Path, rules: str, status: int, why: str) -> None:
    result = run("new", tmp_path / "m", "--players", "Ann,Bo,Chen,Dai", "--rules", rules)
    assert result.exit_code == status
    assert why in result.stderr
    assert not (tmp_path / "m").exists()


def test_of_several_claims_the_first_after_the_discarder_wins(file: Path) -> None:
    record(file, "claimed", "W", "--claim", "S", HAND, "--claim", "N", 24)
    assert sheet(file)["totals"] == {"Ann": 492, "Bo": 492, "Chen": 468, "Dai": 548}
    record(file, "correct", 2, "the hand of North was dead", "claimed", "W", "--claim", "S", HAND)
    assert sheet(file)["totals"] == {"Ann": 492, "Bo": 541, "Chen": 475, "Dai": 492}


def test_claims_that_cannot_be_are_refused(file: Path) -> None:
    before = file.read_bytes()
    assert "different winners" in run("record", file, "claimed", "W", "--claim", "S", 20, "--claim", "S", 24).stderr
    assert "not understood" in run("record", file, "claimed", "W", "--claim", "S", "1m?").stderr
    assert file.read_bytes() == before


def test_one_point_is_singular(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    assert run("new", file, "--players", "Ann,Bo,Chen,Dai").exit_code == 0
    assert run("record", file, "won", "--winner", "S", "--points", 1).stderr.startswith("Error: 1 point: a hand has")
    record(file, "penalty", "Ann", 1, "slow", "--role", "referee")
    assert "Ann: 1 point deducted (slow)" in run("show", file).stdout


def test_a_workbook_is_a_new_file(file: Path, tmp_path: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 17)
    book = tmp_path / "match.xlsx"
    assert run("export", file, "--to", "xlsx", "--out", book).exit_code == 0
    sheets = openpyxl.load_workbook(book)
    assert sheets.sheetnames == ["Match sheet", "Penalties"]
    assert run("export", file, "--to", "records").stdout.startswith("Record,Time,Who,Role,Act,Refused,")
    result = run("export", file, "--to", "xlsx", "--out", book)
    assert (result.exit_code, "exists already" in result.stderr) == (1, True)
    assert run("export", file, "--to", "xlsx").stdout_bytes.startswith(b"PK")


def test_a_bundle_is_opened_elsewhere_and_checked(file: Path, tmp_path: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "W", "--points", 17)
    bundle, folder = tmp_path / "match.zip", tmp_path / "opened"
    seal = run("bundle", bundle, file).stdout.splitlines()[-1]
    result = run("open", bundle, "--to", folder)
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("show", file).stdout in result.stdout
    said = result.stdout.splitlines()
    assert said[said.index(seal) + 1] == "The file is consistent in itself."
    assert run("show", folder / "records.jsonl").stdout == run("show", file).stdout
    assert "exists already" in run("open", bundle, "--to", folder).stderr


def test_a_bundle_that_does_not_hold_says_so(file: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "match.zip"
    run("bundle", bundle, file)
    with zipfile.ZipFile(bundle, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("sheet.csv", b"other")
    assert "not a match file" in run("open", bundle).stderr
    bundle.write_bytes(bundle.read_bytes().replace(b"Ann", b"Eve"))
    assert run("open", bundle).exit_code == 1
    other = tmp_path / "other.zip"
    run("bundle", other, file)
    with zipfile.ZipFile(other, "a") as archive:
        archive.writestr("virus.exe", b"")
    result = run("open", other, "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert (data["sound"], data["problems"][0]["kind"]) == (False, "file-unknown")
    assert "virus.exe does not belong" in result.stderr
    assert "cannot be read" in run("open", tmp_path / "none.zip").stderr


def test_the_match_of_a_running_server_is_shown_and_put_into_a_bundle(tmp_path: Path) -> None:
    data, bundle = tmp_path / "data", tmp_path / "match.zip"
    with contextlib.closing(Storage.open(data)) as records:
        photo = records.photos.put(b"\xff\xd8\xff photograph")
        acts = [Seated(("Eve", "Fay", "Gil", "Hu")), Drawn(), Seated(("Ann", "Bo", "Chen", "Dai"), "mcr", "ema")]
        for act in (*acts, Won("S", 24, "W", photo=photo)):
            write_record(records, 1, uuid4(), act)
        assert json.loads(run("show", "--data", data, "--json").stdout)["totals"]["Bo"] == 548
        assert run("show", "--data", data, "--match", 1).stdout.split()[1:5] == ["Eve", "Fay", "Gil", "Hu"]
        assert "Bo total" in run("export", "--data", data).stdout
        assert run("bundle", bundle, "--data", data).exit_code == 0
        missing = run("show", "--data", data, "--match", 2)
        assert (missing.exit_code, "have the numbers 3, 1" in missing.stderr) == (1, True)
    opened = run("open", bundle)
    assert (opened.exit_code, "Records: 2, photos: 1" in opened.stdout) == (0, True)
    other = tmp_path / "other"
    kept = run("open", bundle, "--keep", "--data", other)
    assert kept.stdout.splitlines()[-1] == ("Imported as match 1 of table 1; new records: 2, new photos: 1."), (
        kept.stderr
    )
    again = run("open", bundle, "--keep", "--data", other, "--json")
    assert json.loads(again.stdout)["kept"] == {"table": 1, "number": 1, "records": 0}
    assert "There is no table 2" in run("open", bundle, "--keep", "--data", other, "--table", 2).stderr
    assert run("show", "--data", other, "--json").stdout == run("show", "--data", data, "--json").stdout.replace(
        '"records": [4]', '"records": [2]'
    )
    with contextlib.closing(Storage.open(other)) as records:  # as a running server has them
        assert records.photos.has(photo)
        (mark,) = [each for each in records.journal.entries(1) if isinstance(each.act, Imported)]
        assert (mark.who, mark.role) == (getpass.getuser(), "desk")
        assert "Another Tableside keeps its records" in run("open", bundle, "--keep", "--data", other).stderr


def test_a_match_file_is_compared_with_what_is_kept_before_it_is_imported(tmp_path: Path) -> None:
    """Records signed anew are consistent in themselves; only what was kept elsewhere tells."""
    data, bundle = tmp_path / "data", tmp_path / "match.zip"

    def opened(*more: str | Path) -> tuple[int, str, dict[str, Any]]:
        plain = run("open", bundle, "--data", data, *more)
        return plain.exit_code, plain.output, json.loads(run("open", bundle, "--data", data, "--json").stdout)

    seated, drawn = (uuid4(), Seated(("Ann", "Bo", "Chen", "Dai"))), (uuid4(), Drawn())
    with contextlib.closing(Storage.open(tmp_path / "recorded")) as records:
        for id, act in (seated, drawn):
            write_record(records, 1, id, act)
    run("bundle", bundle, "--data", tmp_path / "recorded")
    assert "No records are kept in" in opened()[1]
    assert not data.exists(), "comparing makes no folder"
    with contextlib.closing(Storage.open(data)):
        pass
    status, said, told = opened()
    assert (status, told["known"]) == (0, None)
    assert "whether this is how it was recorded cannot be said" in said
    assert run("open", bundle, "--data", data, "--keep").exit_code == 0
    status, said, told = opened()
    assert (status, told["known"], said.splitlines()[-1]) == (0, True, told["here"])
    assert "table 1: all 2 records." in said
    with contextlib.closing(Storage.open(tmp_path / "forged")) as records:
        for id, act in (seated, (drawn[0], Won("S", 88, "W"))):
            write_record(records, 1, id, act)
    bundle.unlink()
    run("bundle", bundle, "--data", tmp_path / "forged")
    before = (data / "tableside.db").read_bytes()
    status, said, told = opened("--keep")
    assert (status, told["sound"], told["known"]) == (1, True, False)
    assert "table 1: record 1 is another one here" in said, "it has another time"
    assert (data / "tableside.db").read_bytes() == before
    with contextlib.closing(sqlite3.connect(data / "tableside.db")) as older:
        older.execute("UPDATE alembic_version SET version_num = '0003'")
        older.commit()
    status, said, told = opened()
    assert (status, told["known"]) == (0, None)
    assert "Not compared with the records of the server." in said


def test_a_folder_without_records_says_so(tmp_path: Path) -> None:
    result = run("show", "--data", tmp_path / "none")
    assert (result.exit_code, "Nothing is kept in" in result.stderr) == (1, True)
    assert not (tmp_path / "none").exists()


BIG = "[FFF,1][PPP,1]CC34789s 5s"
"""100 points in Zung Jung."""


@pytest.fixture
def zung_jung(tmp_path: Path) -> Path:
    path = tmp_path / "zung jung.jsonl"
    assert run("new", path, "--players", "Ann,Bo,Chen,Dai", "--rules", "zungjung").exit_code == 0
    return path


@pytest.mark.parametrize(
    ("words", "options", "paid"),
    [
        ("", ["--discarder", "E"], [-240, 300, -30, -30]),
        ("", ["--payer", "E"], [-240, 300, -30, -30]),
        (" from=E", [], [-240, 300, -30, -30]),
        (" discards=S1m,W5s,N2m,E5s", [], [-30, 300, -240, -30]),
        (" discards=S1m,W5s,N2m,E5s", ["--discarder", "E"], [-30, 300, -240, -30]),
        (" discards=S1m,W5s,N2m,E5s", ["--payer", "Chen"], [-30, 300, -240, -30]),
        (" discards=S5s,W1m,N2m,E5s", ["--discarder", "Ann"], [-100, 300, -100, -100]),
        (" discards=S5s,W1m,N2m,E5s", ["--payer", "nobody"], [-100, 300, -100, -100]),
        ("", [], [-100, 300, -100, -100]),
    ],
)
def test_who_pays_follows_from_the_hand(zung_jung: Path, words: str, options: list[str], paid: list[int]) -> None:
    record(zung_jung, "won", "--winner", "S", "--hand", BIG + words, *options)
    assert list(sheet(zung_jung)["totals"].values()) == paid


def test_nobody_pays_more_where_somebody_says_so(zung_jung: Path) -> None:
    record(zung_jung, "won", "--winner", "S", "--points", 100, "--discarder", "E", "--payer", "nobody")
    assert list(sheet(zung_jung)["totals"].values()) == [-100, 300, -100, -100]
    record(zung_jung, "claimed", "N", "--claim", "S", 40, "--claim", "E", f"{BIG} discards=E1m,S5s,N5s")
    assert list(sheet(zung_jung)["totals"].values()) == [-130, 600, -340, -130]


@pytest.mark.parametrize(
    ("words", "options", "says"),
    [
        (" discards=S1m,W5s,N2m,E5s", ["--payer", "E"], "By the hand W is responsible, the record has E."),
        (" discards=S5s,W1m,N2m,E5s", ["--payer", "E"], "so nobody is responsible; the record has E."),
        ("", ["--payer", "nobody", "--discarder", "E"], "By the hand E is responsible, so not all pay alike."),
        ("", ["--payer", "N", "--discarder", "E"], "By the hand E is responsible, the record has N."),
        (" discards=S1m,W5s", ["--discarder", "E"], "The hand says from=W, the match has from=E."),
        (" discards=W5s,E1m", ["--discarder", "E"], "does not end with the tile that was won on"),
    ],
)
def test_a_payer_whom_the_hand_does_not_name_is_refused(
    zung_jung: Path, words: str, options: list[str], says: str
) -> None:
    before = zung_jung.read_bytes()
    result = run("record", zung_jung, "won", "--winner", "S", "--hand", BIG + words, *options)
    assert result.exit_code == 1
    assert says in result.stderr
    assert zung_jung.read_bytes() == before


@pytest.mark.parametrize(
    ("act", "paid"),
    [
        (Won("S", 100, None, BIG, "E"), [-240, 300, -30, -30]),
        (Won("S", 100, "E", f"{BIG} discards=S1m,W5s,N2m,E5s"), [-30, 300, -240, -30]),
        (Claimed((Won("Bo", 100, None, BIG, "Ann"), Won("Dai", 100, None, BIG, "Ann"))), [-240, 300, -30, -30]),
    ],
)
@pytest.mark.parametrize("role", ["table", "referee"])
def test_a_hand_kept_without_its_payer_is_named_with_the_command_that_corrects_it(
    zung_jung: Path, act: Won | Claimed, paid: list[int], role: Role
) -> None:
    kept = record_to_dict(Record(act, "table", "2026-01-01T10:00:00+00:00", role))
    with zung_jung.open("a") as out:
        out.write(json.dumps(kept) + "\n")
    totals = list(sheet(zung_jung)["totals"].values())
    shown = run("show", zung_jung)
    assert "is responsible" in shown.stderr
    assert sheet(zung_jung)["mispaid"][0]["record"] == 2
    assert list(sheet(zung_jung)["totals"].values()) == totals
    assert paid != totals
    command = shlex.split(shown.stderr.splitlines()[-1].removeprefix("To correct it: "))
    assert CliRunner().invoke(main, command[1:]).exit_code == 0
    assert list(sheet(zung_jung)["totals"].values()) == paid
    assert run("show", zung_jung).stderr == ""


def test_a_hand_that_the_server_kept_without_its_payer_is_named(tmp_path: Path) -> None:
    with contextlib.closing(Storage.open(tmp_path)) as records:
        for act in (Seated(("Ann", "Bo", "Chen", "Dai"), "zungjung"), Won("S", 100, None, BIG, "E")):
            write_record(records, 1, uuid4(), act, "", "table")
    shown = run("show", "--data", tmp_path)
    assert "by the hand Ann is responsible" in shown.stderr
    assert "Correct it on the page of the sheet" in shown.stderr


def test_an_appeal_is_recorded_decided_shown_and_taken_back(file: Path) -> None:
    record(file, "won", "--winner", "S", "--payer", "E", "--points", 20)
    record(file, "drawn")
    record(file, "appeal", 1, "Chen", "the kong was open", "--who", "Li")
    assert "Appeals:\n  record 4, " in run("show", file).stdout
    assert "hand 1, Chen: the kong was open – open" in run("show", file).stdout
    assert "Only a referee" in run("record", file, "decide", 4, "upheld", "the photograph shows it").stderr
    record(file, "decide", 4, "upheld", "the photograph shows it", "--role", "referee", "--who", "Zhao")
    says = "Chen: the kong was open – upheld: the photograph shows it"
    assert f"hand 1, {says}" in run("show", file).stdout
    assert "Chen：the kong was open——申诉成立：the photograph shows it" in run("show", file, "--lang", "zh").stdout
    (appeal,) = sheet(file)["appeals"]
    assert (appeal["hand"], appeal["who"], appeal["decided"]["who"]) == (1, "Li", "Zhao")
    assert says in run("export", file).stdout
    record(file, "time-up", "--cut-short")
    assert "Appeals may be handed in until " in run("show", file).stdout
    assert "Record 5 could not stand then" in run("record", file, "void", 4, "withdrawn", "--role", "referee").stderr
    record(file, "void", 5, "the wrong one", "--role", "referee")
    record(file, "correct", 4, "the second hand", "appeal", 2, "Bo", "drew twice", "--role", "referee")
    assert "hand 2, Bo: drew twice – open" in run("show", file).stdout
    record(file, "void", 4, "withdrawn", "--role", "referee")
    assert sheet(file)["appeals"] == []


@pytest.mark.parametrize("hand", [0, 2, 17])
def test_an_appeal_about_a_hand_that_was_not_played_is_refused(file: Path, hand: int) -> None:
    record(file, "drawn")
    before = file.read_bytes()
    result = run("record", file, "appeal", hand, "Chen", "x")
    assert (result.exit_code, file.read_bytes()) == (1, before)
    assert f"Hand {hand} has not been played: 1 have" in result.stderr


@pytest.fixture
def riichi(tmp_path: Path) -> Path:
    """The file of a riichi match: two draws, then a win of the third dealer."""
    path = tmp_path / "riichi.jsonl"
    assert run("new", path, "--players", "Ann,Bo,Chen,Dai", "--rules", "riichi-ema").exit_code == 0
    for _ in range(2):
        record(path, "drawn", "--tenpai", "nobody")
    record(path, "won", "--winner", "E", "--points", 12_000)
    return path


def test_a_hand_in_the_middle_is_not_undone_before_it_is_said_whether_it_was_played(riichi: Path) -> None:
    before = riichi.read_bytes()
    asked = run("record", riichi, "void", 3, "twice")
    assert asked.exit_code == 1
    assert asked.stderr.splitlines() == [
        "--never-played: Never played, a record too many: later hands move up",
        "  Record 4: hand 2 instead of hand 3, Ann −3100, Bo −6100, Chen +12300, Dai −3100 "
        "instead of Ann −4200, Bo −4200, Chen +12600, Dai −4200",
        "--taken-back: Played and taken back: it has no result, later hands stay",
        "Error: Record 4 would then count in hand 2, no longer in hand 3. Nothing was recorded: say what became of the "
        "hand (--never-played, --taken-back)",
    ]
    assert riichi.read_bytes() == before


@pytest.mark.parametrize(
    ("option", "played", "chen"),
    [("--never-played", False, 42_300), ("--taken-back", True, 42_600), ("--force", True, 42_600)],
)
def test_a_hand_in_the_middle_is_undone_as_it_was(riichi: Path, option: str, played: bool, chen: int) -> None:
    record(riichi, "void", 3, "twice", option)
    assert json.loads(riichi.read_text().splitlines()[-1])["act"]["played"] is played
    assert sheet(riichi)["totals"]["Chen"] == chen


def test_a_match_that_an_earlier_version_counted_otherwise_has_both_totals(riichi: Path) -> None:
    last = json.loads(riichi.read_text().splitlines()[-1])
    void = {**last, "id": str(uuid4()), "act": {"type": "Void", "of": 3, "reason": "twice"}}
    riichi.write_text(riichi.read_text() + json.dumps(void) + "\n")
    shown = run("show", riichi).stdout
    assert "Total before version 0.2.0" in shown
    assert "26900" in shown
    assert "25800" in shown
    assert sheet(riichi)["recounted"].endswith(
        "Totals before and now: Ann 26900 → 25800, Bo 23900 → 25800, Chen 42300 → 42600, Dai 26900 → 25800."
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("void", 99, "twice"), "There is no record 99 before record 2 to undo or correct"),
        (("won", "--winner", "S", "--payer", "nobody", "--points", 20), "whoever discards the winning tile pays"),
        (("penalty", "Chen", "ten", "noise"), "'ten' is not a valid whole number"),
    ],
)
def test_a_refusal_says_what_to_change_and_writes_nothing(file: Path, arguments: tuple[object, ...], says: str) -> None:
    before = file.read_bytes()
    refused = run("record", file, *arguments)
    assert refused.exit_code in (1, 2)
    assert says in refused.stderr
    assert file.read_bytes() == before
