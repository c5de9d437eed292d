"""Files of followed deals: in the bundle of a match, in a folder, and in reports where all players allow it."""

import io
import json
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest
from click.testing import CliRunner, Result

from scoring.follow.files import loads
from scoring.match.event_acts import Entered, Opened, PlayerEntry, SeatingDrawn, Started
from tests.served import Answers
from tests.webui.followed import RIICHI, THREE, followed, followed_riichi, followed_three, followed_win
from webui.cli import main
from webui.exports.bundle import open_bundle
from webui.exports.kept import bundle_of
from webui.exports.replays import files_of, replays
from webui.exports.reports import reports_zip
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.messages import Messages
from webui.records.store import Storage
from webui.table.follow.hands import followed_in
from webui.table.table import Table

ENGLISH = Messages.of("en")
NAMES = ["hand-1.jsonl", "hand-2.jsonl", "match.tenhou6.json", "match.mjai.jsonl", "about.txt"]


def test_a_match_has_a_file_for_each_hand_and_one_of_all_for_other_programs(table: Table) -> None:
    followed_riichi(table)
    followed_win(table)
    match = table.matches.current
    assert match is not None
    texts = replays(table.records, match, ENGLISH)
    assert list(texts) == NAMES
    assert [type(event) for event in loads(texts["hand-1.jsonl"])] == [type(event) for event in RIICHI]
    first, second = json.loads(texts["match.tenhou6.json"])["log"]
    assert (first[0], second[0], second[1]) == ([0, 0, 0], [1, 0, 0], [24000, 26000, 25000, 25000])
    assert texts["about.txt"].count("\n") == 2
    heads = [json.loads(texts[f"hand-{number}.jsonl"].partition("\n")[0]) for number in (1, 2)]
    assert [(head["hand"], head["players"]["2"]) for head in heads] == [(1, "Bo"), (2, "Chen")]


def test_a_match_of_three_has_files_for_other_programs_and_no_fourth_player(table: Table) -> None:
    followed_three(table)
    table.record({"type": "SetAside", "seat": "Bo"}, uuid4(), "", "referee")
    table.record({"type": "Won", "winner": "Bo", "points": 2000, "payer": "Ann"}, uuid4(), "", "referee")
    match = table.matches.current
    assert match is not None
    texts = replays(table.records, match, ENGLISH)
    assert list(texts) == [
        "hand-1.jsonl", "match.tenhou6.json", "match.mjai.jsonl", "match.mjai-kita.jsonl", "about.txt"
    ]  # fmt: skip
    assert [type(event) for event in loads(texts["hand-1.jsonl"])] == [type(event) for event in THREE]
    head = json.loads(texts["hand-1.jsonl"].partition("\n")[0])
    assert (head["style"], head["players"]) == ("sanma", {"1": "Ann", "2": "Bo", "3": "Chen"})
    (log,) = json.loads(texts["match.tenhou6.json"])["log"]
    assert (log[0], log[1]) == ([0, 0, 0], [35000, 35000, 35000, 0])


def test_a_hand_that_other_programs_cannot_read_says_what_differs_first(table: Table) -> None:
    followed_riichi(table)
    followed_win(table)
    match = table.matches.current
    assert match is not None
    deals = [*followed_in(table.records.followed, match.entries[0].stream, [match])]
    steps = deals[0].deal.steps
    events = [*steps[:1], replace(steps[1], event=msgspec.structs.replace(steps[1].event, seat=1, t=62.5)), *steps[2:]]
    other = deals[0]._replace(deal=replace(deals[0].deal, steps=tuple(events)))
    texts = files_of([other, deals[1]], match, ENGLISH)
    assert len(json.loads(texts["match.tenhou6.json"])["log"]) == 1
    assert texts["about.txt"].splitlines()[2:] == [
        "Hand 1 is in no file for other programs (see 1:02). A move was out of turn, or the one before it was not seen."
    ]


def test_a_bundle_holds_them_and_notices_a_change(table: Table) -> None:
    followed_riichi(table)
    followed_win(table)
    match = table.matches.current
    assert match is not None
    out = io.BytesIO()
    bundle_of(out, table.records, match.match, match.entries)
    assert open_bundle(out).problems == ()
    with zipfile.ZipFile(out) as archive:
        assert [name for name in archive.namelist() if "replays/" in name] == [f"replays/{name}" for name in NAMES]
        assert json.loads(archive.read("manifest.json"))["version"] == 5
        files = {name: archive.read(name) for name in archive.namelist()} | {"replays/hand-1.jsonl": b"{}\n"}
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    (fault,) = open_bundle(changed).problems
    assert (fault.kind, fault.about) == ("file-changed", {"file": "replays/hand-1.jsonl"})


def test_a_command_writes_them_into_a_new_folder(answers: Answers, tmp_path: Path) -> None:
    def run() -> Result:
        return CliRunner().invoke(main, ["match", "replays", str(tmp_path / "out"), "--data", str(tmp_path / "data")])

    with closing(Storage.open(tmp_path / "data")) as records:
        table = Table(answers, records=records)
        followed_riichi(table)
        followed_win(table)
    assert run().exit_code == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(NAMES)
    assert "log" in json.loads((tmp_path / "out" / "match.tenhou6.json").read_text("utf-8"))
    again = run()
    assert (again.exit_code, "cannot be written (File exists)" in again.output) == (1, True)


@pytest.mark.parametrize("allowed", [4, 3])
def test_reports_hold_those_whose_players_all_allow_it(table: Table, allowed: int) -> None:
    hall = Hall(table.records, lambda number: table if number == 1 else None)
    number = hall.open(uuid4(), Opened("Cup", rounds=1, hands=4, rules="riichi-home"), "", "desk")[0].number
    people = tuple(PlayerEntry(at, f"Player {at}", photos=at <= allowed) for at in range(1, 5))
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4),),)), Started(1)):
        hall.record(number, uuid4(), act, "", "desk")
    table.matches.reload()
    followed_win(table)
    found = reports_zip(results(hall, hall.get(number)), table.records, ENGLISH)
    with zipfile.ZipFile(io.BytesIO(found)) as archive:
        names = [name for name in archive.namelist() if "replays" in name]
        page = archive.read("web/index.html").decode()
    expected = [name for name in NAMES if name != "hand-2.jsonl"] if allowed == 4 else []
    assert names == [f"web/replays/round1-table1-{name}" for name in expected]
    assert [name for name in names if f'href="{name.removeprefix("web/")}"' in page] == names


def test_a_match_that_nobody_followed_has_none(table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    match = table.matches.current
    assert match is not None
    assert replays(table.records, match, ENGLISH) == {}
    followed(table)
    texts = replays(table.records, match, ENGLISH)
    assert list(texts) == ["hand-1.jsonl", "about.txt"]
    assert texts["about.txt"].count("\n") == 1
