"""`--rules`: presets by name, and tournaments' own by their files; forms of the log."""

import json
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

from tests.books import RULES
from webui.base.logs import LogForm
from webui.cli import main
from webui.commands import options

OPEN = """
name = "spring-open"
title = "Spring Open 2026"
base = "mcr-wmo"
source = "Referees' meeting of 14 March 2026"
[switches]
S15 = "suit tiles"
"""
ZUNG_JUNG = OPEN.replace("mcr-wmo", "zungjung").replace('S15 = "suit tiles"', 'Z1 = "any tile"')
GATES = "1111234578999m6m self-draw heaven"
"""Nine Gates for Zung Jung only where any of the fourteen tiles of the deal may be the last."""
HONORS = "EEEE11m22p33s55s99p"
"""Seven pairs with four equal honors."""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tournament's file; what it adds to the rules goes with the test."""
    monkeypatch.setitem(RULES, "spring-open", RULES["mcr-wmo"])
    file = tmp_path / "open.toml"
    file.write_text(OPEN, encoding="utf-8")
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", *arguments])


def test_a_hand_is_scored_by_a_tournament_and_its_sheet_names_the_ruling(rules: Path) -> None:
    said = run("--rules", str(rules), HONORS).stdout
    assert "[spring-open] 24 points" in said
    assert "Ruling S15: four equal honors are no Tile Hog; otherwise 26 points" in said
    sheet = json.loads(run("--rules", str(rules), "--json", HONORS).stdout)
    assert (sheet["rules"], sheet["version"], sheet["total"]) == ("spring-open", "1 on mcr-wmo 1", 24)
    assert sheet["rulings"] == [
        {
            "switch": "S15",
            "answer": "suit tiles",
            "other": "any tiles",
            "otherwise": 26,
            "says": "Ruling S15: four equal honors are no Tile Hog; otherwise 26 points",
        }
    ]
    assert "裁定S15：四张相同的字牌不计四归一；否则26分" in run("--rules", str(rules), "--lang", "zh", HONORS).stdout
    assert "Ruling" not in run("--rules", str(rules), "123m456p789sEEEC C").stdout


def test_zung_jung_has_a_switch_too(rules: Path) -> None:
    rules.write_text(ZUNG_JUNG, encoding="utf-8")
    said = run("--rules", str(rules), GATES).stdout
    assert "[spring-open] 480 points" in said
    ruling = "in Nine Gates on the fourteen tiles of the deal, any tile may have been drawn last; otherwise 300 points"
    assert f"Ruling Z1: {ruling}" in said
    assert "裁定Z1：" in run("--rules", str(rules), "--lang", "zh", GATES).stdout
    assert "Ruling" not in run("--rules", str(rules), "1112345678999m5m self-draw heaven").stdout
    rules.write_text(ZUNG_JUNG.replace("any tile", "some tile"), encoding="utf-8")
    refused = run("--rules", str(rules), GATES)
    assert refused.exit_code == 2
    assert "Z1 = 'some tile' in the tournament's file: the answers are named tile, any tile" in refused.stderr


def test_explaining_uses_the_tournament_too(rules: Path) -> None:
    said = run("--rules", str(rules), "--explain", HONORS).stdout
    assert "24 on a discard" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            OPEN.replace("suit tiles", "no honors"),
            "S15 = 'no honors' in the tournament's file: the answers are any tiles",
        ),
        (OPEN.replace("source", "sauce"), "has 'sauce', which is not known"),
        ("name = spring", "is not TOML (Invalid value (at line 1, column 8))"),
        ("\xff", "is not text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_says_what_to_change(rules: Path, text: str, says: str) -> None:
    rules.write_bytes(text.encode("latin-1"))
    result = run("--rules", str(rules), HONORS)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert "Invalid value for '--rules'" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        "read NO",
        "score --file NO",
        "score --rules NO.toml EE",
        "read --rules NO.toml x.jpg",
        "match new x.jsonl --players A,B,C,D --rules NO.toml",
        "rules add NO.toml",
        "deal NO",
        "match show NO",
        "match record NO drawn",
        "match export NO",
        "match open NO",
        "match ranking NO",
        "match seating --check NO",
        "restore NO",
        "device simulate --script NO",
        "tileset learn --name a --labels NO x.jpg",
        "serve --cert NO",
        "serve --cert NO --key NO",
    ],
)
def test_a_missing_file_has_one_exit_status_and_is_named(command: str, tmp_path: Path) -> None:
    arguments = [part.replace("NO", str(tmp_path / "NO")) for part in command.split()]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, "NO" in result.stderr) == (1, True), result.output
    assert "Usage" not in result.stderr


def test_a_file_of_another_kind_is_no_unknown_name_of_rules() -> None:
    result = CliRunner().invoke(main, ["rules", "add", "x.jpg"])
    assert result.exit_code == 2
    assert "x.jpg is no file of rules: its name ends in .toml" in " ".join(result.stderr.split())


def test_an_unknown_name_lists_the_presets() -> None:
    result = run("--rules", "riichi", HONORS)
    assert result.exit_code == 2
    assert "'riichi' is not one of 'mcr', 'mcr-wmo', 'mcr-1998', 'mcr-guobiao', 'zungjung'" in result.stderr


@pytest.mark.parametrize("command", ["score", "read", "serve"])
def test_help_says_what_each_preset_is(command: str) -> None:
    said = " ".join(CliRunner().invoke(main, [command, "--help"], terminal_width=200).stdout.split())
    assert "mcr (Chinese Official (MCR), as played online)" in said
    assert "mcr-wmo (Chinese Official (MCR), the WMO book of 2006)" in said


def test_the_text_is_in_the_language_and_script_that_is_asked_for() -> None:
    hand = "1112345678999m5m"
    assert "九莲宝灯" in run("--lang", "zh", "--explain", hand).stdout
    said = run("--lang", "zh-Hant", "--explain", hand).stdout
    assert "九蓮寶燈" in said
    assert "不重複原則：" in said
    assert "莲" not in said


@pytest.mark.parametrize("address", ["mysql://x", "sqlite:///hall.db", "hall"])
@pytest.mark.parametrize("command", [["doctor"], ["worker"], ["backup", "x.zip"], ["hall", "events"], ["prune"]])
def test_an_address_of_another_database_is_told_from_a_missing_driver(command: list[str], address: str) -> None:
    result = CliRunner().invoke(main, [*command, "--db", address])
    assert result.exit_code == 1
    assert "This is no address of a PostgreSQL database" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("score --rules hk", "plain,hk\nplain,hk-hkma\nplain,hk-perth\nplain,hk-club\n"),
        ("follow --rules open", "file,open\n"),
        ("match rec", "plain,record\n"),
    ],
)
def test_the_shell_completes_commands_and_names_of_rules(words: str, offered: str) -> None:
    count = len(words.split())
    asked = {"COMP_WORDS": f"tableside {words}", "COMP_CWORD": str(count), "_TABLESIDE_COMPLETE": "bash_complete"}
    assert CliRunner().invoke(main, [], prog_name="tableside", env=asked).stdout == offered


def test_logs_are_written_in_every_form_that_there_is() -> None:
    """The option names them itself: a command that writes no log loads no module of logs."""
    assert get_args(LogForm) == options._LOG_FORMS
