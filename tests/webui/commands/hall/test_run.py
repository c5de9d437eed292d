"""`tableside hall`: an event from a list of players to its files, beside a server or without one."""

import io
import json
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook
from PIL import ImageFile

from scoring.match.event_acts import Opened
from scoring.match.records import Corrected, Disqualified, Drawn, Void, Won
from webui.cli import main
from webui.exports import sheets
from webui.hall.desk import Hall
from webui.hall.entries import from_file
from webui.hall.results import results
from webui.messages import Messages
from webui.records.store import Storage


@pytest.fixture(autouse=True)
def _pictures_open_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing WeasyPrint lets Pillow open photographs that are cut short; not in the tests after these."""
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", False)


NAMES = ("Ann Lee", "Bo Fu", "陈晨", "Dai", "Eva", "Fu", "Gil", "Hua")


def run(data: Path, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["hall", *map(str, arguments), "--data", str(data)])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an event whose first round was played, all by commands but the hands."""
    data = tmp_path_factory.mktemp("hall")
    with closing(Storage.open(data)) as records:
        records.events.open(uuid4(), Opened("Cup", rounds=2), "", "desk")
    names = data / "names.csv"
    names.write_text("\n".join(NAMES), encoding="utf-8")
    for arguments in (("players", 1, names, "--enter"), ("draw", 1, "--seed", 3), ("start", 1, 1)):
        assert run(data, *arguments).exit_code == 0
    with closing(Storage.open(data)) as records:
        hall = Hall(records)
        for table in (1, 2):
            for act in (Won("E", 20, "S"), *[Drawn()] * 15):
                hall.matches(table).record(act, uuid4(), "", "referee")
    return data


def test_players_are_looked_at_before_they_are_entered(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "more.txt"
    file.write_text("lee, ANN\nIda")
    looked = run(played, "players", 1, file)
    assert [line.split(maxsplit=1) for line in looked.stdout.splitlines()] == [
        ["Encoding:", "utf-8"],
        ["No.", "Name     First name  Last name"],
        ["9", "ANN lee  ANN         lee        like 1 Ann Lee (same name)"],
        ["10", "Ida"],
        [],
        ["Nothing", "was entered: add --enter to do it"],
    ]


@pytest.mark.parametrize(
    ("content", "option", "chosen", "names"),
    [
        (
            "김민수,KOR\n이영희,KOR".encode("euc-kr"),
            "--encoding euc-kr",
            ["--encoding", "euc-kr"],
            ["김민수", "이영희"],
        ),
        (b"Lars;Berg;SWE\nBo;Ek;SWE", "--columns first,last,country", ["--columns", "last,first,-"], ["Berg Lars"]),
    ],
)
def test_what_a_list_leaves_open_is_asked_and_nobody_is_entered(
    tmp_path: Path, content: bytes, option: str, chosen: list[str], names: list[str]
) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.events.open(uuid4(), Opened("Cup"), "", "desk")
    file = tmp_path / "list.csv"
    file.write_bytes(content)
    for arguments in ([], ["--enter"]):
        asked = run(tmp_path, "players", 1, file, *arguments)
        assert (asked.exit_code, option in asked.stderr, "Nothing was entered" in asked.stderr) == (1, True, True)
    assert "1  Cup: 0 players" in run(tmp_path, "events").stdout
    entered = run(tmp_path, "players", 1, file, *chosen, "--enter")
    assert (entered.exit_code, "Players entered: 2" in entered.stdout) == (0, True), entered.stderr
    assert all(name in entered.stdout for name in names)


def test_escapes_of_a_list_never_reach_the_terminal(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes(b"name;club\n\x1b[31mAnn\x07;\xe2\x80\xaeOslo\n")
    looked = run(played, "players", 1, file)
    entered = run(played, "players", 1, file, "--enter")
    assert r"\x1b[31mAnn\x07" in looked.stdout
    assert entered.exit_code == 1  # such a name cannot be entered
    assert not set("\x1b\x07\u202e") & set(looked.output + entered.output)


def test_a_list_whose_first_player_is_not_certain_enters_nobody(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.events.open(uuid4(), Opened("Cup"), "", "desk")
    file = tmp_path / "list.csv"
    file.write_text("Wachezaji\nAnn Lee\nBo Ek\n")
    asked = run(tmp_path, "players", 1, file, "--enter")
    assert asked.exit_code == 1
    assert "Choose it with --skip:\n  --skip 0: Wachezaji\n  --skip 1: Ann Lee\n" in asked.stderr
    assert "Nothing was entered" in asked.stderr
    entered = run(tmp_path, "players", 1, file, "--enter", "--skip", 1, "--columns", "name")
    assert (entered.exit_code, "Players entered: 2" in entered.stdout) == (0, True)


def test_a_script_is_read_and_players_whom_it_leaves_out_are_asked_about(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.events.open(uuid4(), Opened("Cup", rounds=2), "", "desk")
    names, script = tmp_path / "names.txt", tmp_path / "script.txt"
    names.write_text("\n".join(NAMES), encoding="utf-8")
    assert run(tmp_path, "players", 1, names, "--enter").exit_code == 0
    script.write_bytes("4-3-2-1\r\n\r\n1-2-3-4\r\n".encode("utf-16"))
    refused = run(tmp_path, "draw", 1, "--script", script)
    assert (refused.exit_code, "leaves out players: Eva" in refused.stderr) == (1, True), refused.stderr
    script.write_text("4-3-2-1\n5-6-7-8\n\n1-6-3-8\n5-2-7-4\n", encoding="utf-8")
    assert run(tmp_path, "draw", 1, "--script", script).exit_code == 0
    exported = tmp_path / "seating.txt"
    assert run(tmp_path, "export", 1, exported).exit_code == 0
    assert exported.read_text("utf-8").split() == script.read_text("utf-8").split()
    script.write_text("4-3-2-1\n", encoding="utf-8")
    assert run(tmp_path, "draw", 1, "--script", script, "--force").exit_code == 0
    script.write_text("1-2-3-4\n5-6-7-8\n9-10-11-12\n", encoding="utf-8")
    assert run(tmp_path, "draw", 1, "--script", script).exit_code == 1


def test_results_are_printed(played: Path) -> None:
    lines = run(played, "results", 1).stdout.splitlines()
    assert lines[0].split() == ["Place", "Name", "Table", "points", "Game", "points", "Best", "session"]
    assert [line.split()[-2] for line in lines[1:3]] == ["44", "44"]
    ranked = json.loads(run(played, "results", 1, "--json").stdout)["standings"]
    assert [(row["table_points"], row["points"]) for row in ranked[:2]] == [("4", 44), ("4", 44)]
    none = json.loads(run(played, "results", 1, "--released", "--json").stdout)["standings"]
    assert {row["points"] for row in none} == {0}
    assert "1  Cup: 8 players, round 1 of 2" in run(played, "events").stdout


@pytest.mark.parametrize(
    "name", ["results.xlsx", "results.csv", "results.json", "seating.csv", "seating.txt", "players.csv"]
)
def test_files_are_written_and_not_replaced(played: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert run(played, "export", 1, file).exit_code == 0
    made = file.read_bytes()
    assert made
    again = run(played, "export", 1, file)
    assert (again.exit_code, "exists already" in again.stderr) == (1, True)
    assert run(played, "export", 1, file, "--force").exit_code == 0
    if name == "results.xlsx":
        assert load_workbook(io.BytesIO(made)).sheetnames == ["EMA", "Rounds", "Seating", "Totals"]


@pytest.mark.long
def test_all_sheets_are_a_pdf(played: Path, tmp_path: Path) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    if not sheets.cjk_font():
        pytest.skip("no font with Chinese characters is installed")
    file = tmp_path / "sheets.pdf"
    done = run(played, "export", 1, file, "--lang", "zh")
    assert done.exit_code == 0, done.stderr
    assert file.read_bytes().startswith(b"%PDF-")
    with closing(Storage.open(played, alone=False)) as records:
        hall = Hall(records)
        found = results(hall, hall.get(1))
        html = "".join(sheets.sheet_pages(found, Messages.of("zh")))
        steps: list[tuple[int, int]] = []
        painted: list[object] = []

        def step(number: int, count: int) -> AbstractContextManager[None]:
            steps.append((number, count))
            return nullcontext()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(weasyprint.Document, "write_pdf", lambda each: painted.extend(each.pages))
            sheets.sheets_pdf(found, Messages.of("zh"), step)
    assert len(painted) == 3  # results and seating, and a sheet a table
    assert steps == [(number, 4) for number in range(1, 5)]  # each of these, and the file
    assert all(html.count(name) >= 3 for name in NAMES)
    assert "✎" not in html
    with closing(Storage.open(played)) as records:
        hall = Hall(records)
        for act in (Corrected(2, Won("E", 24, "S"), "typed"), Disqualified("S", "insult")):
            hall.matches(1).record(act, uuid4(), "Rita", "referee")
        html = "".join(sheets.sheet_pages(results(hall, hall.get(1)), Messages.of("en")))
        for number in (18, 19):
            hall.matches(1).record(Void(number, "tried"), uuid4(), "Rita", "referee")
    assert html.count("✎") == 2  # the hand, and what it means
    assert "is disqualified (insult)" in html


def test_what_makes_a_pdf_is_named_where_it_is_missing(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "weasyprint", None)
        done = run(played, "export", 1, tmp_path / "sheets.pdf")
        assert (done.exit_code, "tableside[hall]" in done.stderr) == (1, True)
    monkeypatch.setattr(sheets, "cjk_font", lambda: False)
    pytest.importorskip("weasyprint")
    done = run(played, "export", 1, tmp_path / "sheets.pdf")
    assert (done.exit_code, "fonts-noto-cjk" in done.stderr) == (1, True)


def test_the_list_of_players_says_who_is_a_substitute_and_is_read_back(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        for name in ("Cup", "Other"):
            records.events.open(uuid4(), Opened(name), "", "desk")
    file, out = tmp_path / "names.csv", tmp_path / "players.csv"
    file.write_text("Name,Sub\nAnn,\nBo,yes\n", encoding="utf-8")
    assert run(tmp_path, "players", 1, file, "--enter").exit_code == 0
    for lang in ("en", "zh", "zh-Hant"):
        assert run(tmp_path, "export", 1, out, "--force", "--lang", lang).exit_code == 0
        assert [line.split(",")[8] for line in out.read_text("utf-8-sig").splitlines()][1:] == ["", "1"]
        assert [person.substitute for person in from_file(out.read_bytes()).people] == [False, True]


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
def test_a_round_over_matches_begins_and_is_released_by_force_alone(tmp_path: Path, rules: str) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.events.open(uuid4(), Opened("Cup", rules, rounds=2), "", "desk")
    names = tmp_path / "names.csv"
    names.write_text("\n".join(NAMES), encoding="utf-8")
    for arguments in (("players", 1, names, "--enter"), ("draw", 1), ("start", 1, 1)):
        assert run(tmp_path, *arguments).exit_code == 0
    for arguments in (("start", 1, 2), ("release", 1, 1)):
        refused = run(tmp_path, *arguments)
        assert refused.exit_code == 1
        assert "(tables: 1, 2)" in refused.stderr
        assert "--force" in refused.stderr
    assert run(tmp_path, "release", 1, 1, "--force").exit_code == 0
    assert run(tmp_path, "start", 1, 2, "--force").exit_code == 0
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        assert results(hall, hall.get(1)).over == (1,)
        assert hall.get(1).event.rounds[1].forced[2][0] == "the next round begins"


def test_the_limit_of_players_is_said_before_they_are_entered(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        records.events.open(uuid4(), Opened("Cup"), "", "desk")
    file = tmp_path / "players.csv"
    file.write_text("\n".join(f"Player {number}" for number in range(403)), encoding="utf-8")
    looked = run(tmp_path, "players", 1, file).stdout.splitlines()[-2:]
    assert looked[0] == "An event has at most 400 players and this one takes 400 more: 3 too many"
    refused = run(tmp_path, "players", 1, file, "--enter")
    assert (refused.exit_code, "at most 400 players" in refused.stderr) == (1, True)
    assert "1  Cup: 0 players" in run(tmp_path, "events").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["export", 9, "results.csv"], 1, "no event 9"),
        (["export", 1, "results.doc"], 2, "results.xlsx"),
        (["start", 1, 1], 1, "started already"),
        (["start", 1, 5], 1, "no seating plan yet"),
        (["release", 1, 2], 1, "was not started"),
        (["draw", 1], 1, "started already"),
        (["draw", 1, "--since", 3], 2, "2 rounds"),
        (["players", 1, "none.csv"], 1, "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said(played: Path, arguments: list[object], status: int, why: str) -> None:
    done = run(played, *arguments)
    assert (done.exit_code, why in done.stderr) == (status, True), done.stderr


def test_a_folder_without_records_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "events")
    assert (done.exit_code, "Nothing is kept" in done.stderr) == (1, True)
