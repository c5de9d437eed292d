"""Rule books as pages: every pattern with its value, prices of a house, in every language."""

import csv
import io
import json
import re
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import openpyxl
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from scoring.errors import MissingLibraryError
from scoring.games.hongkong.patterns import PATTERNS as HONG_KONG
from scoring.games.hongkong.presets import PRESETS as HOUSES
from scoring.games.hongkong.presets import SWITCHES
from scoring.games.mcr.patterns import FANS
from scoring.games.riichi.switches import SWITCHES as OF_RIICHI
from scoring.games.zungjung.patterns import PATTERNS as ZUNG_JUNG
from scoring.match.records import Seated
from scoring.rules import admit, tournament
from tests.books import RIICHI, RULES
from tests.webui.journals import write_record
from webui.cli import main
from webui.commands.match.show import sheet_text
from webui.games.hongkong.words import WORDS as OF_HONG_KONG
from webui.games.riichi import houses
from webui.hand.edits import SetRules
from webui.http.routes.rules import examples
from webui.messages import Messages
from webui.records.presets import admit_kept
from webui.table.table import Table


def test_every_pattern_of_a_book_is_listed_with_its_value() -> None:
    assert [row.points for row in RULES["mcr"].listing.patterns][:3] == [88, 88, 88]
    assert len(RULES["mcr"].listing.patterns) == len(FANS)
    assert [row.points for row in RULES["zungjung"].listing.patterns] == [row.value for row in ZUNG_JUNG]
    listed = {str(row.name.id) for row in RULES["hk"].listing.patterns}
    assert listed <= {row.id for row in HONG_KONG}
    assert {"1.1", "4.4", "5.6"} <= listed
    assert "2.1" not in {str(row.name.id) for row in RULES["hk-hkma"].listing.patterns}  # HK6: no faan for flowers


def test_prices_are_those_of_the_house() -> None:
    """The gains by discard and self-draw are quoted by the specification of Hong Kong Old Style (H5)."""
    found = {row.value: (row.discard, row.self_draw) for row in RULES["hk"].listing.prices}
    assert found == {
        3: (32, 48),
        4: (64, 96),
        5: (96, 144),
        6: (128, 192),
        7: (192, 288),
        8: (256, 384),
        9: (384, 576),
        10: (512, 768),
    }
    assert RULES["mcr"].listing.prices == ()
    text = 'name="free"\ntitle="Free"\nbase="hk"\nsource="test"\n[switches]\nHK1=0\nHK3="none"\nHK24=0.5\nHK25="half"'
    free = tournament(text).listing.prices
    assert (free[0].discard, free[-1].value) == (Fraction(1), 13)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_a_rule_book_is_a_page(client: FlaskClient, name: str, lang: str) -> None:
    page = client.get(f"/rules/{name}", headers={"Accept-Language": lang})
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    assert f'<html lang="{lang}"' in text
    assert text.count("<tr>") > len(RULES[name].listing.patterns)
    assert f"/rules/{name}" in client.get("/rules").get_data(as_text=True)


def test_a_tournaments_own_rules_show_their_decisions_and_their_file(client: FlaskClient) -> None:
    text = 'name="spring"\ntitle="Spring"\nbase="mcr-wmo"\nsource="Meeting"\nminimum=10\n[switches]\nS15="suit tiles"'
    admit(tournament(text))
    page = client.get("/rules/spring").get_data(as_text=True)
    assert "four equal honors are no Tile Hog" in page
    assert "At least 10 points to win." in page
    assert "minimum=10" in page


@pytest.mark.parametrize("name", RIICHI)
@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant", "ja"])
def test_riichi_rules_are_pages_with_their_yaku(client: FlaskClient, name: str, lang: str) -> None:
    text = client.get(f"/rules/{name}", headers={"Accept-Language": lang}).get_data(as_text=True)
    assert text.count("<tr>") == len(RIICHI[name].listing.opened) + 1 + len(OF_RIICHI) + 1
    assert {"en": "Tanyao (All Inside)", "zh": "断幺九", "zh-Hant": "斷么九", "ja": "断么九"}[lang] in text
    assert ("断么九</td>" in text) == (lang != "ja")  # beside a name in another language
    assert any(dora in text for dora in ("Aka Dora", "赤宝牌", "赤寶牌", "赤ドラ")) == (
        name in ("riichi-mleague", "riichi-home")
    )
    assert f"/rules/{name}" in client.get("/rules").get_data(as_text=True)


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant", "ja"])
def test_houses_of_every_game_answer_questions_from_each_preset(client: FlaskClient, lang: str) -> None:
    for base in (*RULES, *HOUSES, *RIICHI):
        page = client.get(f"/rules?base={base}", headers={"Accept-Language": lang}).get_data(as_text=True)
        assert f'data-base="{base}"' in page
        assert f'<option value="{base}" selected>' in page
        asked = re.findall(r'<select name="(\w+)" [^>]*data-usual="([^"]*)">(.*?)</select>', page)
        assert asked
        for switch, usual, options in asked:
            assert re.findall(r'<option value="([^"]*)" selected>', options) == [usual], switch
            assert len(re.findall("<option", options)) > 1


def test_the_questions_are_those_of_the_book_that_the_table_plays(client: FlaskClient, table: Table) -> None:
    """Of a club's own rules, those of the preset that they change."""
    admit(tournament('name = "our-club"\ntitle = "Our club"\nbase = "riichi-wrc"\nsource = "our club"\n'))
    for rules, base in (("hk", "hk"), ("our-club", "riichi-wrc"), ("mcr", "mcr")):
        write_record(table.records, 1, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai"), rules))
        assert f'data-base="{base}"' in client.get("/rules").text


def test_the_page_says_which_rules_are_for_a_tournament_and_which_for_home(client: FlaskClient) -> None:
    page = client.get("/rules").get_data(as_text=True)
    assert page.index("Play by house rules?") < page.index("<h2")
    table = page.partition('aria-labelledby="which"')[2].partition("</table>")[0]
    rows = [
        [re.findall('href="/rules/([^"]+)"', cell) for cell in row.split("<td>")[1:]] for row in table.split("<tr>")[2:]
    ]
    assert len(rows) == 7
    assert all(tournament and home for tournament, home in rows)
    assert [["mcr-wmo"], ["mcr"]] in rows
    assert [["riichi-ema-2025", "riichi-wrc", "riichi-mleague"], ["riichi-home"]] in rows


def test_houses_answer_questions_of_riichi_without_its_library(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Example 234m34067p678s22s 8p" in client.get("/rules?base=riichi-home").get_data(as_text=True)

    def missing() -> None:
        raise MissingLibraryError("", "2.1")

    monkeypatch.setattr(houses, "check_library", missing)
    page = client.get("/rules?base=riichi-home")
    assert page.status_code == 200
    assert "Example" not in page.get_data(as_text=True).partition("<form")[2]


def test_a_house_of_riichi_is_kept_with_its_answers(client: FlaskClient) -> None:
    text = 'name="corner"\ntitle="Corner"\nbase="riichi-home"\nsource="us"\n[switches]\nRI2="no"\nRI12="10-30"'
    assert sent(client, text.encode()).status_code == 201
    page = client.get("/rules/corner").get_data(as_text=True)
    assert '<th scope="row">open tanyao</th><td><b>no</b></td>' in page
    assert '<th scope="row">uma, in thousands</th><td><b>10-30</b></td>' in page
    assert '<th scope="row">red fives</th><td>yes</td>' in page


def test_rules_that_nobody_knows_are_not_found(client: FlaskClient) -> None:
    assert client.get("/rules/riichi").status_code == 404


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_examples_of_clubs_are_offered_as_table_and_file(client: FlaskClient, lang: str) -> None:
    assert len(examples()) == 5
    listed = client.get("/rules").get_data(as_text=True)
    for name, book in examples().items():
        assert f"/rules/examples/{name}" in listed
        page = client.get(f"/rules/examples/{name}", headers={"Accept-Language": lang})
        assert page.status_code == 200
        assert page.get_data(as_text=True).count("<tr>") > len(book.listing.patterns)
        assert f"/rules/examples/{name}.toml" in page.get_data(as_text=True)
        file = client.get(f"/rules/examples/{name}.toml")
        assert tournament(file.get_data(as_text=True)).title == book.title
    assert client.get("/rules/examples/nothing").status_code == 404
    assert client.get("/rules/examples/nothing.toml").status_code == 404


def test_the_manual_leads_to_the_examples(client: FlaskClient) -> None:
    page = client.get("/help/rules").get_data(as_text=True)
    for name in examples():
        assert f'href="/rules/examples/{name}"' in page


@pytest.mark.parametrize(("base", "own"), [("mcr", "83"), ("zungjung", "11.1"), ("hk", "7.1")])
def test_a_clubs_own_list_is_shown_over_every_base(client: FlaskClient, base: str, own: str) -> None:
    unit = "faan" if base == "hk" else "points"
    text = f'name="own-{base}"\ntitle="Own"\nbase="{base}"\nsource="test"\nexcluded=["Seven Pairs"]\n'
    admit(tournament(f'{text}[[patterns]]\nname="Jewel"\n{unit}=9\ntriplets=4\nexcludes=["All Honors"]'))
    page = client.get(f"/rules/own-{base}").get_data(as_text=True)
    assert f"<td>{own}</td>" in page
    assert "Jewel" in page
    listed = page.split("<tbody>")[1].split("</tbody>")[0]
    assert 'scope="row">Seven Pairs' not in listed


# A club's own rules by the page

FILE = 'name="corner"\ntitle="轉角"\nbase="hk"\nsource="test"\n[switches]\nHK1=1\n'


def sent(client: FlaskClient, data: bytes, lang: str = "en") -> TestResponse:
    form = {"file": (io.BytesIO(data), "rules.toml")}
    return client.post("/api/rules", data=form, headers={"Accept-Language": lang})


def test_a_sent_file_is_a_rule_book_that_is_kept(client: FlaskClient, table: Table) -> None:
    answer = sent(client, FILE.encode())
    assert (answer.status_code, answer.json) == (
        201,
        {
            "ok": True,
            "name": "corner",
            "title": "轉角",
            "address": "/rules/corner",
            "checksum": sha256(FILE.encode()).hexdigest()[:16],
        },
    )
    page = client.get("/rules/corner").get_data(as_text=True)
    assert "At least 1 faan to win." in page
    assert RULES["corner"].checksum in page
    assert client.get("/rules/corner.toml").get_data(as_text=True) == FILE
    assert client.get("/rules/mcr.toml").status_code == 404
    assert escape(FILE) in client.get("/rules?file=corner").get_data(as_text=True)
    assert '"corner"' in client.get("/t/1").get_data(as_text=True)  # offered for the next match
    RULES.pop("corner")  # as after a restart, or on another server of the hall
    assert client.get("/rules/corner").status_code == 200


def test_rules_of_a_played_match_are_not_replaced(client: FlaskClient, table: Table) -> None:
    sent(client, FILE.encode())
    write_record(table.records, 1, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai"), "corner"))
    assert sent(client, FILE.encode()).status_code == 201
    other = sent(client, FILE.replace("HK1=1", "HK1=2").encode())
    assert (other.status_code, (other.json or {})["kind"]) == (409, "preset-differs")
    assert RULES["corner"].minimum == 1


def read(client: FlaskClient, form: str) -> bytes:
    with client.get(f"/t/1/match.{form}") as answer:
        return answer.data


def test_every_drawing_of_the_sheet_names_the_rules_with_their_checksum(client: FlaskClient, table: Table) -> None:
    sent(client, FILE.encode())
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": "corner"}, uuid4(), "", "referee")
    played = f"轉角 (checksum {RULES['corner'].checksum})"
    assert played in client.get("/t/1/sheet").get_data(as_text=True)
    assert played in client.get("/t/1/hands/1").get_data(as_text=True)
    rows = csv.DictReader(io.StringIO(read(client, "csv").decode("utf-8-sig")))
    assert [row["rules"] for row in rows] == [played]
    sheet = openpyxl.load_workbook(io.BytesIO(read(client, "xlsx"))).worksheets[0]
    assert ["Rules", played] in [[cell.value for cell in row[:2]] for row in sheet.iter_rows()]
    assert json.loads(read(client, "json"))["rules_says"] == played
    found = table.matches.current
    assert found is not None
    assert f"Rules: {played}" in sheet_text(found.match, Messages.of("en"))
    bundle = read(client, "zip")
    RULES.pop("corner")  # as on a computer that does not know them
    opened = client.post("/api/bundles", data={"bundle": (io.BytesIO(bundle), "match.zip")}).json or {}
    assert opened["sound"]
    assert played in opened["drawn"]
    assert opened["match"]["rules_says"] == played


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_built_in_book_is_named_with_its_version(client: FlaskClient, table: Table, lang: str) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": "hk"}, uuid4(), "", "referee")
    page = client.get("/t/1/sheet", headers={"Accept-Language": lang}).get_data(as_text=True)
    assert {"en": "Hong Kong Old Style (version 1)", "zh": "（版本1）"}[lang] in page


PLAYERS = ("Ann", "Bo", "Chen", "Dai")


def test_rules_that_nothing_uses_are_deleted_and_come_back_the_same(client: FlaskClient, table: Table) -> None:
    checksum = (sent(client, FILE.encode()).json or {})["checksum"]
    assert client.put("/api/tables/1/setup", json={"rules": "corner"}).status_code == 200
    assert client.delete("/api/rules/corner").json == {"ok": True, "name": "corner", "archived": False}
    assert client.get("/rules/corner").status_code == 404
    assert "corner" not in client.get("/t/1").get_data(as_text=True)
    assert (table.rules, table.records.values.get(1, "rules")) == ("hk", "hk")  # the book that they change
    assert table.records.values.get(0, "presets") == {}
    gone = client.delete("/api/rules/corner")
    assert (gone.status_code, (gone.json or {})["kind"]) == (404, "not-found")
    assert (sent(client, FILE.encode()).json or {})["checksum"] == checksum
    assert "corner" in client.get("/t/1").get_data(as_text=True)


@pytest.mark.parametrize("use", ["match", "event", "hand", "edit"])
def test_rules_that_something_uses_are_archived_and_score_as_before(
    client: FlaskClient, table: Table, use: str
) -> None:
    checksum = (sent(client, FILE.encode()).json or {})["checksum"]
    if use == "match":
        table.record({"type": "Seated", "players": PLAYERS, "rules": "corner"}, uuid4(), "", "referee")
        table.record({"type": "Won", "winner": "Ann", "points": 1, "payer": "Bo"}, uuid4(), "", "referee")
    elif use == "event":
        opened = {"type": "Opened", "name": "Open", "rules": "corner", "body": "hk", "rounds": 1, "hands": 16}
        assert client.post("/api/hall/events", json={"id": str(uuid4()), "act": opened}).status_code == 201
    else:
        table.use_rules("corner" if use == "hand" else "hk")
        hand = table.intake.from_text("[CCC,1]123m78sEE111p 9s flowers=0 discard seat=E round=E from=W")
        if use == "edit":
            for rules in ("corner", "hk"):
                hand = table.hands.change(hand.id, SetRules(rules), hand.version) or hand
    assert client.delete("/api/rules/corner").json == {"ok": True, "name": "corner", "archived": True}
    assert RULES["corner"].checksum == checksum
    found = re.search(r'id="match-data">(.*?)</script>', client.get("/t/1").get_data(as_text=True))
    assert found
    next_match = {name: value for name, value in json.loads(found[1]).items() if name not in ("match", "now")}
    assert "corner" not in json.dumps(next_match)
    assert client.put("/api/tables/1/setup", json={"rules": "corner"}).status_code == 422
    listed = client.get("/rules").get_data(as_text=True)
    assert "/rules/corner" in listed.split('id="archived"')[1].split("</details>")[0]
    assert "No new match offers these rules." in client.get("/rules/corner").get_data(as_text=True)
    RULES.pop("corner")
    admit_kept(table.records)
    assert RULES["corner"].archived  # also after a restart
    if use == "match":
        table.matches.reload()
        found = table.matches.current
        assert found is not None
        assert found.match.points["Ann"] > 0
        assert f"轉角 (checksum {checksum})" in client.get("/t/1/sheet").get_data(as_text=True)
    elif use == "hand":
        assert "corner" in client.get(f"/hands/{hand.id}").get_data(as_text=True)  # its own rules stay on its list
    assert (sent(client, FILE.encode()).json or {})["checksum"] == checksum
    assert '"corner"' in client.get("/t/1").get_data(as_text=True)


def test_rules_have_another_name_and_the_same_checksum(client: FlaskClient, table: Table) -> None:
    checksum = (sent(client, FILE.encode()).json or {})["checksum"]
    table.record({"type": "Seated", "players": PLAYERS, "rules": "corner"}, uuid4(), "", "referee")
    answer = client.put("/api/rules/corner/title", json={"title": " 🀄 The corner "})
    assert (answer.status_code, (answer.json or {})["title"]) == (200, "🀄 The corner")
    assert (answer.json or {})["checksum"] == checksum
    table.matches.reload()
    assert f"🀄 The corner (checksum {checksum})" in client.get("/t/1/sheet").get_data(as_text=True)
    assert client.get("/rules/corner.toml").get_data(as_text=True) == FILE
    RULES.pop("corner")
    assert "🀄 The corner" in client.get("/rules").get_data(as_text=True)  # as after a restart
    sent(client, FILE.encode())
    assert RULES["corner"].title == "轉角"  # as the file says
    for title in ("", "  ", "x" * 61, "two\nlines"):
        refused = client.put("/api/rules/corner/title", json={"title": title})
        assert (refused.status_code, (refused.json or {})["kind"]) == (422, "not-a-title")
    assert client.put("/api/rules/hk/title", json={"title": "Mine"}).status_code == 404
    assert client.delete("/api/rules/hk").status_code == 404
    assert sent(client, FILE.replace("轉角", "x" * 200).encode()).status_code == 422


def test_a_match_that_begins_while_its_rules_are_removed_keeps_them(client: FlaskClient, table: Table) -> None:
    sent(client, FILE.encode())
    table.records.values.keep(0, "presets", {})  # another server has deleted them, and this one does not know yet
    table.record({"type": "Seated", "players": PLAYERS, "rules": "corner"}, uuid4(), "", "referee")
    assert table.records.values.get(0, "presets") == {"corner": FILE}


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (b"", 422, "name"),
        (b"\xff\xfe\xfd", 422, "UTF-8"),
        (FILE.encode("big5"), 422, "UTF-8"),
        (b"x = " + b"[" * 30_000, 422, "TOML"),
        (b"x = " + b"9" * 30_000, 422, "TOML"),
        (b"#" * 70_000, 413, ""),
        (b"import os; os.remove('/')", 422, "TOML"),
        (FILE.replace("corner", "轉角").encode(), 422, "轉角"),
        (FILE.replace('"hk"', '"xx"').encode(), 422, "zungjung"),
        (FILE.replace('"corner"', '"mcr"').encode(), 422, "mcr"),
        (FILE.encode() + b"HK3 = [1]", 422, "HK3"),
        (FILE.encode() + b"HK99 = 1", 422, "HK33"),
        (f"code = 'exit()'\n{FILE}".encode(), 422, "code"),
        (FILE.replace("[switches]\nHK1=1", "values = 3").encode(), 422, "values"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_a_file_that_cannot_be_used_says_what_to_change(
    client: FlaskClient, table: Table, data: bytes, status: int, says: str, lang: str
) -> None:
    before = set(RULES)
    answer = sent(client, data, lang)
    assert answer.status_code == status
    assert says in (answer.json or {})["error"]
    assert (answer.json or {})["fix"]
    assert set(RULES) == before


def test_a_file_is_needed(client: FlaskClient, table: Table) -> None:
    answer = client.post("/api/rules", data={}, content_type="multipart/form-data")
    assert (answer.status_code, (answer.json or {})["kind"]) == (400, "no-rules-file")


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant"])
def test_every_switch_of_hong_kong_is_asked_with_all_its_answers(client: FlaskClient, lang: str) -> None:
    page = client.get("/rules?base=hk-club", headers={"Accept-Language": lang}).get_data(as_text=True)
    words = Messages.of(lang.replace("-", "_"))
    for switch in SWITCHES:
        asked = page.split(f'name="{switch.id}"')[1].split("</select>")[0]
        for answer in switch.answers:
            assert f'<option value="{answer}"' in asked
            assert OF_HONG_KONG.answer(words, switch.id, answer) in asked
        assert f'<option value="{HOUSES["hk-club"].answers[switch.id]}" selected' in asked


@pytest.mark.parametrize("name", sorted(examples()))
def test_an_example_of_the_manual_goes_through_every_door(client: FlaskClient, tmp_path: Path, name: str) -> None:
    """Page and API, the command line's rules, a hand, a new match: each takes it, and a longer title none."""
    text = examples()[name].text
    longer = re.sub(r'^title = ".*"', f'title = "{"x" * 61}"', text, count=1, flags=re.MULTILINE)
    for title, fits in ((text, True), (longer, False)):
        file = tmp_path / f"{fits}.toml"
        file.write_text(title, encoding="utf-8")
        sent = client.post("/api/rules", data={"file": (io.BytesIO(title.encode()), f"{name}.toml")})
        assert (sent.status_code == 201) is fits
        for command in (
            ["rules", "add", file, "--data", tmp_path / "data"],
            ["score", "[CCC,1]123m456p789sE E seat=E round=E flowers=0", "--rules", file],
            ["match", "new", tmp_path / f"{fits}.jsonl", "--players", "Ann,Bo,Chen,Dai", "--rules", file],
        ):
            done = CliRunner().invoke(main, [*map(str, command)])
            assert (done.exit_code == 0) is fits, done.output
            assert fits or "x" * 40 in done.output


def test_a_hand_by_unknown_rules_is_refused_and_scored_by_no_others(client: FlaskClient) -> None:
    text = "[CCC,1]123m456p789sE E"
    refused = client.post("/api/tables/1/hands", json={"text": text, "rules": "nosuch"})
    assert (refused.status_code, "No rules are called 'nosuch'" in refused.get_data(as_text=True)) == (422, True)
    assert client.get("/api/tables/1/hands").get_json()["hands"] == []
    made = client.post("/api/tables/1/hands", json={"text": text, "rules": "zungjung"})
    assert made.get_json()["hand"]["laid"]["rules"] == "zungjung"
