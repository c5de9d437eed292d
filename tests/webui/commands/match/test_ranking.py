"""`tableside match ranking`: several tables and sessions, players and teams."""

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scoring.match.records import Act, Record, Seated, TimeUp, Won, record_to_dict
from tests.books import BODIES
from webui.cli import main


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["match", "ranking", *map(str, arguments)])


def match(
    path: Path, players: str, began: str, *wins: tuple[str, str, int], over: bool = True, body: str = "ema"
) -> Path:
    """A file of records: each win has the winner, the payer and the points."""
    a, b, c, d = players.split()
    acts: list[Act] = [Seated((a, b, c, d), "mcr-wmo", body), *(Won(who, points, payer) for who, payer, points in wins)]
    if over:
        acts.append(TimeUp(False))
    records = [record_to_dict(Record(act, "desk", f"2026-11-24T{began}:00+00:00", "desk")) for act in acts]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return [
        match(tmp_path / "t1r1", "Ann Bo Chen Dai", "10:00", ("Ann", "Bo", 30)),
        match(tmp_path / "t1r2", "Ann Bo Fay Gil", "12:00", ("Bo", "Ann", 8)),
        match(tmp_path / "t2r1", "Eve Fay Gil Hu", "10:01", ("Hu", "Gil", 20)),
        match(tmp_path / "t2r2", "Chen Dai Eve Hu", "12:01", ("Dai", "Hu", 50)),
    ]


def standings(*arguments: object) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return data


def test_tables_and_sessions_add_up_in_the_order_they_began(files: list[Path]) -> None:
    found = standings(*files)
    assert (found["sessions"], found["tables"], found["over"]) == (2, 4, True)
    keys = ("place", "name", "exact", "points", "mers")
    assert [tuple(row[key] for key in keys) for row in found["standings"]] == [
        (1, "Dai", "11/2", 66, 1000),
        (2, "Ann", "4", 38, 857),
        (3, "Bo", "4", -6, 714),
        (4, "Hu", "4", -14, 571),
        (5, "Chen", "3", -16, 429),
        (5, "Eve", "3", -16, 429),
        (5, "Fay", "3", -16, 429),
        (8, "Gil", "3/2", -36, 0),
    ]


def test_who_played_more_sessions_is_not_before_others_for_the_points_of_the_start(tmp_path: Path) -> None:
    """Table points are equal; what decides is won and lost alone."""
    files = [
        match(tmp_path / "t1", "Ann Bo Chen Dai", "10:00", ("Ann", "Bo", 30)),  # Ann +54
        match(tmp_path / "t2", "Fay Gil Ann Hu", "12:00", ("Fay", "Ann", 62)),  # Ann -70, Fay +86
    ]
    found = {row["name"]: row for row in standings(*files)["standings"]}
    assert (found["Ann"]["table_points"], found["Fay"]["table_points"]) == ("4", "4")
    assert (found["Ann"]["points"], found["Ann"]["best_session"]) == (-16, 54)
    assert (found["Fay"]["points"], found["Fay"]["place"], found["Ann"]["place"]) == (86, 1, 2)


def test_files_in_another_order_give_the_same(files: list[Path]) -> None:
    assert standings(*reversed(files)) == standings(*files)


def test_sheets_that_were_exported_count_alike(files: list[Path], tmp_path: Path) -> None:
    sheets = []
    for file in sorted(files, key=lambda file: file.name[-1]):
        sheet = tmp_path / f"{file.name}.json"
        sheet.write_text(CliRunner().invoke(main, ["match", "export", str(file), "--to", "json"]).stdout)
        sheets.append(sheet)
    assert standings(*sheets) == standings(*files)


def test_bundles_count_alike_and_must_hold(files: list[Path], tmp_path: Path) -> None:
    bundles = [tmp_path / f"{file.name}.zip" for file in files]
    for file, bundle in zip(files, bundles, strict=True):
        assert CliRunner().invoke(main, ["match", "bundle", str(bundle), str(file)]).exit_code == 0
    assert standings(*reversed(bundles)) == standings(*files)
    with zipfile.ZipFile(bundles[0], "a") as archive:
        archive.writestr("other", b"")
    result = run(*bundles)
    assert (result.exit_code, "t1r1.zip failed verification" in result.stderr) == (1, True)


def test_teams_have_the_sums_of_their_players(files: list[Path], tmp_path: Path) -> None:
    teams = tmp_path / "teams.txt"
    teams.write_text("Dragons: Ann, Hu\n\n风队：Bo，Dai\n")
    found = standings(*files, "--teams", teams)["standings"]
    alone = {row["name"]: row["points"] for row in standings(*files)["standings"]}
    assert {row["name"]: row["points"] for row in found} == {
        "Dragons": alone["Ann"] + alone["Hu"],
        "风队": alone["Bo"] + alone["Dai"],
    }
    assert found[0]["mers"] is None


def test_substitutes_are_not_ranked(files: list[Path]) -> None:
    names = [row["name"] for row in standings(*files, "--substitute", "Hu")["standings"]]
    assert len(names) == 7
    assert "Hu" not in names


def test_a_spreadsheet_reads_the_ranking(files: list[Path]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(*files, "--csv").stdout)))
    assert [*rows[0]] == ["Place", "Name", "Table points", "Game points", "MERS"]
    assert len(rows) == 8


def test_a_name_that_is_a_formula_stays_a_name(tmp_path: Path) -> None:
    file = match(tmp_path / "t", "=1+1 Bo Chen Dai", "10:00", ("Bo", "Chen", 8))
    assert "'=1+1" in run(file, "--csv").stdout


def test_the_body_decides(tmp_path: Path) -> None:
    one = match(tmp_path / "a", "Ann Bo Chen Dai", "10:00", ("Ann", "Bo", 30), body="wmo-2006")
    two = match(tmp_path / "b", "Ann Bo Chen Dai", "12:00", ("Bo", "Ann", 8))
    result = run(one, two)
    assert result.exit_code == 1
    assert "choose one by --body" in result.stderr
    best = standings(one, two, "--body", "book-1998")
    assert best["by"] == list(BODIES["book-1998"].ranking)
    assert best["standings"][0]["mers"] is None


def test_what_would_give_a_wrong_ranking_is_refused(files: list[Path], tmp_path: Path) -> None:
    running = match(tmp_path / "t3", "Ann Bo Chen Dai", "14:00", over=False)
    copy = tmp_path / "copy"
    copy.write_bytes(files[0].read_bytes())
    wrong = match(tmp_path / "t4", "Ann Bo Chen Dai", "14:00", ("Ann", "Bo", 3))
    teams = tmp_path / "teams.txt"
    cases: list[tuple[list[object], str]] = [
        ([*files, running], "the match is not over"),
        ([*files, copy], "is the same match as"),
        ([*files, wrong], "record 2 does not count"),
        ([*files, "--substitute", "Huu"], "Huu plays in none"),
        ([*files, "--teams", teams], "teams.txt cannot be read"),
    ]
    for arguments, why in cases:
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert why in result.stderr
    assert run(*files, running, "--so-far").exit_code == 0
    assert standings(*files, running, "--so-far")["standings"][0]["mers"] is not None
    assert standings(running, "--so-far", "--mers")["standings"][0]["mers"] is None  # no match is over


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no team"),
        ("Ann, Bo\n", "line 1: write each team once"),
        ("A: Ann\nA: Bo\n", "line 2"),
        ("A: Ann\nB: Ann\n", "Ann is in two teams"),
        ("A: Zoe\n", "Zoe plays in none"),
    ],
)
def test_teams_that_cannot_be_are_said(files: list[Path], tmp_path: Path, text: str, why: str) -> None:
    teams = tmp_path / "teams.txt"
    teams.write_text(text)
    result = run(*files, "--teams", teams)
    assert result.exit_code == 1
    assert why in result.stderr


def test_kept_matches_are_ranked_without_files(tmp_path: Path, files: list[Path]) -> None:
    data = tmp_path / "kept"
    for file in files[:2]:
        bundle = file.with_suffix(".zip")
        assert CliRunner().invoke(main, ["match", "bundle", str(bundle), str(file)]).exit_code == 0
        opened = CliRunner().invoke(main, ["match", "open", str(bundle), "--keep", "--data", str(data)])
        assert opened.exit_code == 0, opened.stderr
    names = {line["name"] for line in standings("--data", data)["standings"]}
    assert names == {"Ann", "Bo", "Fay", "Gil"}  # the one that was played last
    assert {line["name"] for line in standings("--data", data, "--match", 1)["standings"]} == {
        "Ann",
        "Bo",
        "Chen",
        "Dai",
    }
    assert standings("--data", data, "--all") == standings(*files[:2])
    assert "No such match" in run("--data", data, "--match", 2).stderr
    assert "nothing" in run("--data", tmp_path / "empty").stderr.lower()


HOUSE = """
name = "{name}"
title = "{name}"
base = "hk"
source = "the house"

[switches]
HK1 = "0"
HK24 = "{base}"
"""


def test_points_of_houses_are_added_in_one_unit_and_those_of_two_games_are_not(tmp_path: Path) -> None:
    files = []
    for name, base, players in (("halves", "0.5", "Ann,Bo,Chen,Dai"), ("ones", "1", "Ann,Eve,Fay,Gil")):
        house, file = tmp_path / f"{name}.toml", tmp_path / f"{name}.jsonl"
        house.write_text(HOUSE.format(name=name, base=base))
        for command in (
            ["new", file, "--players", players, "--rules", house],
            ["record", file, "won", "--winner", "E", "--points", 1, "--discarder", "S"],
        ):
            done = CliRunner().invoke(main, ["match", *map(str, command)])
            assert done.exit_code == 0, done.output
        files.append(file)
    won = {file: json.loads(run(file, "--so-far", "--json").stdout)["standings"][0] for file in files}
    points = {file: row["points"] * row["unit"] for file, row in won.items()}
    both = json.loads(run(*files, "--so-far", "--body", "hk", "--json").stdout)["standings"][0]
    assert (both["name"], both["unit"]) == ("Ann", 0.5)
    assert both["points"] * both["unit"] == sum(points.values())
    assert "Points of 0.5 each" in run(*files, "--so-far", "--body", "hk", "--csv").stdout
    other = match(tmp_path / "mcr", "Ann Hal Ida Joe", "10:00", ("Ann", "Hal", 30))
    refused = run(*files, other, "--so-far", "--body", "hk")
    assert refused.exit_code == 1
    assert "Points of several games (Hong Kong, Chinese Official) have no sum" in refused.stderr
