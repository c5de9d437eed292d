"""Every act of an event as a command, and the reports of an event."""

import csv
import io
import re
import zipfile
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import get_args
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from playwright.sync_api import Browser, expect

from scoring.match.event_acts import EventAct, LinedUp, PastRounds, SeatingPublished, TableMoved
from scoring.match.records import Drawn, Penalty, Won
from webui.cli import main
from webui.commands.hall import command
from webui.commands.hall.acts import COMMAND_OF
from webui.hall.desk import Hall
from webui.hall.entries import from_file
from webui.match.clock import StartClock
from webui.messages import Messages
from webui.messages.acts import said_of_event
from webui.messages.languages import LANGUAGES, tag_of
from webui.records.store import Storage

NAMES = "Name;Photos\nAnn Lee;yes\nBo;no\nCy;\nDai;\nEva;\nFu;\nGil;\nHua;\nIda;\nJo;\n"


def run(data: Path, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["hall", *map(str, arguments), "--data", str(data)], catch_exceptions=False)


def done(data: Path, *arguments: object) -> str:
    result = run(data, *arguments)
    assert result.exit_code == 0, (arguments, result.stderr)
    return result.stdout


def test_every_act_of_an_event_has_a_command() -> None:
    assert set(COMMAND_OF) == set(get_args(EventAct))
    assert set(COMMAND_OF.values()) <= set(command.commands)


def test_every_act_is_recorded_by_its_command(tmp_path: Path, photo: bytes) -> None:
    names = tmp_path / "names.csv"
    names.write_text(NAMES, encoding="utf-8")
    assert "Event 1 is open" in done(tmp_path, "open", "Cup", "--rounds", 2, "--fee", "35.50", "--currency", "EUR")
    done(tmp_path, "players", 1, names, "--enter")
    done(tmp_path, "amend", 1, "Ida", "--substitute", "--legal", "Ida Berg")
    done(tmp_path, "withdraw", 1, 10, "--reason", "ill")
    done(tmp_path, "check-in", 1, "Ann Lee")
    done(tmp_path, "pay", 1, "Ann Lee", "30,50")
    done(tmp_path, "change", 1, "--place", "Oslo")
    done(tmp_path, "draw", 1)
    done(tmp_path, "absent", 1, "Bo", 1, 2, "--reason", "late")
    done(tmp_path, "absent", 1, "Bo", 1, "--instead-of", 9, "--because", "comes to the second")
    done(tmp_path, "stand-in", 1, "Bo", "Ida", 1)
    done(tmp_path, "swap", 1, 2, "Cy", "Dai")
    done(tmp_path, "start", 1, 1)
    with closing(Storage.open(tmp_path)) as records:
        Hall(records).clocks(Hall(records).get(1), 1, StartClock(60))
    done(tmp_path, "extend", 1, 1, 1, 10)
    done(tmp_path, "finish", 1, 1, 1, "power cut")
    with closing(Storage.open(tmp_path)) as records:
        event = Hall(records).get(1).event
        names = [event.name(player) for player in event.rounds[1].players[1]]
    totals = [f"{name}={total}" for name, total in zip(names, (-12, 30, 8, -26), strict=True)]
    paper = tmp_path / "paper.jpg"
    paper.write_bytes(b"no picture")
    assert run(tmp_path, "result", 1, 1, 2, *totals, "--photo", paper).exit_code == 1
    paper.write_bytes(photo)
    done(tmp_path, "result", 1, 1, 2, *reversed(totals), "--photo", paper)
    with closing(Storage.open(tmp_path)) as records:
        sheet = Hall(records).get(1).event.rounds[1].typed[2].result.sheet
        assert records.photos.read(sheet) == paper.read_bytes()
    done(tmp_path, "void", 1, 16, "--reason", "from a file")
    paper = tmp_path / "paper.csv"
    paper.write_text("Table,E,S,W,N\n2,-12,30,8,-25\n", encoding="utf-8")
    refused = run(tmp_path, "import", 1, paper, "--record")
    assert refused.exit_code == 1
    assert "Row 1: Table 2 of round 1: the totals and what is left add up to 1, off by +1" in refused.stderr
    paper.write_text(
        "Table,Player,Total\n" + "".join(f"2,{each.replace('=', ',')}\n" for each in totals), encoding="utf-8"
    )
    assert "Nothing was recorded: add --record to do it" in done(tmp_path, "import", 1, paper)
    assert "Recorded as number 18" in done(tmp_path, "import", 1, paper, "--record")
    done(tmp_path, "release", 1, 1)
    done(tmp_path, "hold-back", 1, 1)
    listed = done(tmp_path, "records", 1)
    done(tmp_path, "void", 1, len(listed.splitlines()), "--reason", "too early")
    done(tmp_path, "stage", 1, 6, "--carry", "half")
    with closing(Storage.open(tmp_path)) as records:
        kept = Hall(records).get(1)
        elsewhere = {PastRounds, LinedUp, SeatingPublished, TableMoved}  # in tests/webui/hall
        assert {type(entry.act) for entry in kept.records} == set(get_args(EventAct)) - elsewhere
        event = kept.event
        assert event.rounds[1].typed[2][0].totals == (-12, 30, 8, -26)  # by player, and kept in the order of the seats
        assert (event.opened.place, event.opened.fee, event.opened.currency) == ("Oslo", 3550, "EUR")
        assert (event.entrants[1].here, event.entrants[1].paid, event.entrants[2].absent) == (True, 3050, {1})
        assert (event.entrants[9].person.legal, event.entrants[10].withdrawn) == ("Ida Berg", "ill")
        assert (event.stand_ins[1, 2].by, set(event.released)) == (9, {1})
        for lang in LANGUAGES:
            said = [said_of_event(Messages.of(lang), entry.act, event) for entry in kept.records]
            lines = done(tmp_path, "records", 1, "--lang", tag_of(lang)).splitlines()
            assert all(says in line for says, line in zip(said, lines, strict=True)), (said, lines)
    assert "Ida is the substitute for Bo in round 1" in listed
    assert "Record 9 corrected: Bo misses round 1 (comes to the second)" in listed


def test_an_event_of_the_past_is_looked_at_matched_and_recorded(tmp_path: Path) -> None:
    done(tmp_path, "open", "League", "--rounds", 1)
    heads = "Day,Table,Player 1,Total 1,Player 2,Total 2,Player 3,Total 3,Player 4,Total 4\n"
    paper = f"{heads}11.1.2025,1,Annika Berg,30,Bo,-30,Cy,10,Annika Borg,-10\n"

    def read(*arguments: str) -> Result:
        command = ["hall", "import", "1", "-", "--past", *arguments, "--data", str(tmp_path)]
        return CliRunner().invoke(main, command, input=paper, catch_exceptions=False)

    asked = read("--record")
    assert asked.exit_code == 1
    assert "--person 'Annika Borg=Annika Berg', or --person 'Annika Borg=new'" in asked.stderr
    twice = read("--person", "Annika Borg=Annika Berg")
    assert "Row 1: Annika Berg sits twice in round 1" in twice.stderr
    looked = read("--person", "Annika Borg=new")
    assert looked.exit_code == 0
    assert "New players: Annika Berg, Bo, Cy, Annika Borg" in looked.stdout
    assert "2025-01-11" in looked.stdout
    with closing(Storage.open(tmp_path)) as records:
        assert len(Hall(records).get(1).records) == 1
    assert "Recorded as number 2" in read("--person", "Annika Borg=new", "--record").stdout
    with closing(Storage.open(tmp_path)) as records:
        assert isinstance(Hall(records).get(1).records[1].act, PastRounds)
    assert "Annika Berg" in done(tmp_path, "results", 1).splitlines()[1]
    assert read("--round", "1").exit_code == 2


def test_a_seating_script_is_looked_at_before_it_is_recorded(tmp_path: Path) -> None:
    script = tmp_path / "seats.txt"
    script.write_text("4-3-2-1\n", encoding="utf-8")
    done(tmp_path, "open", "Cup", "--rounds", 1)
    names = CliRunner().invoke(
        main, ["hall", "players", "1", "-", "--enter", "--data", str(tmp_path)], input="Ann\nBo\nCy\nDai\n"
    )
    assert names.exit_code == 0
    looked = done(tmp_path, "draw", 1, "--script", script, "--look")
    assert looked.splitlines()[1].split() == ["1", "1", "Dai", "Cy", "Bo", "Ann"]
    assert "Nothing was recorded" in looked
    with closing(Storage.open(tmp_path)) as records:
        assert not Hall(records).get(1).event.seating
    assert "Drawn" in done(tmp_path, "draw", 1, "--script", script)


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["pay", 1, "Nobody", "3"], 1, "Nobody called Nobody is entered"),
        (["pay", 1, 1, "three"], 2, "is no amount"),
        (["pay", 1, 1, "0"], 1, "An amount is not zero"),
        (["withdraw", 1, 99], 1, "99"),
        (["void", 1, 99], 1, "99"),
    ],
)
def test_what_cannot_be_recorded_is_said(tmp_path: Path, arguments: list[object], status: int, why: str) -> None:
    done(tmp_path, "open", "Cup")
    refused = run(tmp_path, *arguments)
    assert (refused.exit_code, why in refused.stderr) == (status, True), refused.stderr


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the reports of a played round are unpacked."""
    folder = tmp_path_factory.mktemp("reports")
    names = folder / "names.csv"
    names.write_text("\n".join(NAMES.splitlines()[:9]), encoding="utf-8")
    done(folder, "open", "Cup <1>", "--rounds", 1, "--fee", "20", "--currency", "EUR")
    done(folder, "players", 1, names, "--enter")
    done(folder, "pay", 1, "Ann Lee", "20")
    done(folder, "pay", 1, "Bo", "5")
    done(folder, "draw", 1)
    done(folder, "start", 1, 1)
    with closing(Storage.open(folder)) as records:
        hall = Hall(records)
        picture = io.BytesIO()
        Image.new("RGB", (1600, 900), "green").save(picture, "JPEG")
        sha256 = records.photos.put(picture.getvalue())
        for table in (1, 2):
            seated = hall.matches(table).current
            assert seated is not None
            winner = next((wind for wind, name in seated.match.current.seats.items() if name in ("Ann Lee", "Bo")), "E")
            loser = "S" if winner != "S" else "W"
            for act in (Won(winner, 30, loser, photo=sha256), Won("N", 9, None), *[Drawn()] * 14):
                hall.matches(table).record(act, uuid4(), "", "referee")
            hall.matches(table).record(Penalty("E", 10, "insult"), uuid4(), "", "referee")
    done(folder, "export", 1, folder / "reports.zip")
    with zipfile.ZipFile(folder / "reports.zip") as archive:
        archive.extractall(folder / "out")
    return folder / "out"


def rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))


@pytest.mark.parametrize(
    ("rules", "heads"), [("taiwan-home", ["胡牌", "放槍", "詐胡"]), ("mcr", ["和牌", "點和", "錯和"])]
)
def test_the_files_of_an_event_speak_the_words_of_its_game(tmp_path: Path, rules: str, heads: list[str]) -> None:
    done(tmp_path, "open", "Cup", "--rounds", 1, "--rules", rules)
    done(tmp_path, "export", 1, tmp_path / "reports.zip", "--lang", "zh-Hant")
    with zipfile.ZipFile(tmp_path / "reports.zip") as archive:
        first = archive.read("statistics.csv").decode("utf-8-sig").splitlines()[0].split(",")
    assert [first[column] for column in (3, 5, 11)] == heads


def test_the_reports_are_one_zip(reports: Path) -> None:
    assert {file.name for file in reports.iterdir()} == {
        *(f"{name}.csv" for name in ("results", "seating", "players", "penalties", "statistics", "fees")),
        "fees.html",
        "results-ema.xlsx",
        "seating-pantheon.txt",
        "web",
    }
    page = (reports / "web" / "index.html").read_text("utf-8")
    ranking = re.findall(
        r'<th scope="col"[^>]*>([^<]+)</th>', page.partition('id="results"')[2].partition("</thead>")[0]
    )
    assert ranking[:4] == ["Place", "Name", "Table points", "Points"]  # what decides is seen without scrolling
    assert "Team" not in ranking  # there are none
    fees = {row["Name"]: (row["Due"], row["Paid"], row["Open"]) for row in rows(reports / "fees.csv")}
    assert fees["Ann Lee"] == ("20.0", "20.0", "0.0")
    assert fees["Total"] == ("160.0", "25.0", "135.0")
    figures = rows(reports / "statistics.csv")
    assert (sum(int(row["Hands"]) for row in figures), sum(int(row["Wins"]) for row in figures)) == (128, 4)
    assert (sum(int(row["Self-drawn"]) for row in figures), sum(int(row["Deal-ins"]) for row in figures)) == (2, 2)
    ranked = rows(reports / "results.csv")
    for mine, place in zip(figures, ranked, strict=True):
        assert (mine["Name"], mine["Points"], float(mine["Table points"])) == (
            place["Name"],
            place["Points"],
            float(place["Table points"]),
        )
    winner = next(row for row in figures if row["Name"] == "Ann Lee")
    assert (winner["Best win"], winner["False wins"]) == ("30", "0")
    assert [row["Amount"] for row in rows(reports / "penalties.csv")] == ["10", "10"]
    assert [person.photos for person in from_file((reports / "players.csv").read_bytes()).people][:2] == [True, False]


def test_the_sheets_print_one_to_a_page_and_the_fees_have_totals(reports: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((reports / "web" / "sheets.html").as_uri())
    expect(page.locator("nav a")).to_have_text(["Results", "Table 1", "Table 2"])
    page.emulate_media(media="print")
    expect(page.locator("nav").filter(visible=True)).to_have_count(0)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 3
    page.goto((reports / "fees.html").as_uri())
    expect(page.locator("tbody tr").last).to_have_text("Total160.0025.00135.00EUR")
    page.close()


def test_photos_are_only_of_players_who_allow_it(reports: Path) -> None:
    photos = list((reports / "web" / "photos").iterdir())
    assert len(photos) == 1
    page = (reports / "web" / "index.html").read_text("utf-8")
    assert page.count("<img") == 1
    assert 'alt="Ann Lee: 30 points"' in page
    assert "EUR" not in page
    assert "Cup &lt;1&gt;" in page


def test_the_web_page_is_read_on_a_phone_without_a_server(reports: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, offline=True)
    page = context.new_page()
    page.goto((reports / "web" / "index.html").as_uri())
    expect(page.locator("h1")).to_have_text("Cup <1>")
    expect(page.locator("#results tbody tr")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    region = page.locator("#statistics .scroll")
    region.evaluate("each => { each.scrollLeft = each.scrollWidth }")
    name, last = (region.locator("tbody tr").first.locator(each).bounding_box() for each in ("th", "td >> nth=-1"))
    assert name
    assert last
    assert 0 <= name["x"] < name["x"] + name["width"] <= last["x"] < last["x"] + last["width"] <= 360
    page.locator("img").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('img').naturalWidth == 1280")
    page.click("nav a[href='sheets.html']")
    expect(page.locator(".hand-sheet")).to_have_count(2)
    assert page.evaluate("[document.documentElement.scrollWidth, visualViewport.scale]") == [360, 1]
    context.close()


def test_an_event_asks_for_the_library_of_its_game_before_anybody_sits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(tmp_path, "open", "Cup", "--rules", "riichi-ema", "--rounds", 1)

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("scoring.games.riichi.combine.version", missing)
    for given in (("open", "Other", "--rules", "riichi-ema"), ("change", 1, "--rules", "riichi-wrc"), ("draw", 1)):
        refused = run(tmp_path, *given, *(("--reason", "x") if given[0] == "change" else ()))
        assert refused.exit_code != 0
        assert "pip install 'tableside[riichi]'" in " ".join(refused.output.split()), given
    done(tmp_path, "open", "Other", "--rules", "mcr")
