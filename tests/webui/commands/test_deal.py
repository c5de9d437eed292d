"""`tableside deal` as people and programs use it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.scoring.truth import DATA
from webui.cli import main

VECTORS: list[dict[str, Any]] = json.loads((DATA / "sichuan.json").read_text(encoding="utf-8"))["deals"]
DEAL = {
    "preset": "sichuan-sbr",
    "dealer": "E",
    "void": {"E": "m", "S": "p", "W": "s"},
    "acts": [
        {"act": "exchange", "direction": "left"},
        {"act": "kong", "seat": "E", "kind": "concealed", "tile": "1s"},
        {"act": "won", "from": "E", "shot": True, "wins": [{"seat": "S", "hand": "[333m,1]88s456m678m35s 4s"}]},
        {
            "act": "end",
            "states": {"E": {"state": "not ready"}, "W": {"state": "ready", "fan": 2}, "N": {"state": "pig"}},
        },
    ],
}


def run(given: object, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["deal", "-", *arguments], input=json.dumps(given))


def test_the_deals_of_the_description_are_printed_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(VECTORS), encoding="utf-8")
    result = CliRunner().invoke(main, ["deal", str(file), "--json"])
    assert result.exit_code == 0
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    names = ("payments", "penalties", "next_dealer", "over", "steps")
    assert [[each[name] for name in names] for each in printed] == [[deal[name] for name in names] for deal in VECTORS]


def test_a_deal_is_told_act_by_act() -> None:
    assert run(DEAL, "--lang", "en").stdout.splitlines() == [
        "Deal 1: Sichuan, Bloody Rules (SBR)",
        "  1. Three tiles are exchanged to the left",
        "  2. E: concealed kong, 1 Bamboo",
        "     E +6, S -2, W -2, N -2  (kong)",
        "  3. S wins off E",
        "     E -6, S +2, W +2, N +2  (kong paid back)",
        "     E -2, S +2  (win of S, 1 fan)",
        "  4. The wall is out: E not ready, W ready, 2 fan, N flower pig",
        "     E -4, W +4  (ready check: E is not ready)",
        "     W +4, N -4  (ready check: N is not ready)",
        "     N loses 24 points to nobody",
        "  Gains and losses: E -6, S +2, W +8, N -4",
        "  Next dealer: S",
    ]


@pytest.mark.parametrize("lang", ["zh", "zh-Hant"])
def test_a_deal_is_told_in_chinese(lang: str) -> None:
    said = run(DEAL, "--lang", lang).stdout
    assert ("退稅" if lang == "zh-Hant" else "退税") in said
    assert not any(english in said for english in ("kong", "wins", "Deal", "Next"))


def test_an_open_win_and_a_remark_are_told() -> None:
    acts = [{"act": "won", "from": "E", "robbed": True, "wins": [{"seat": "S"}]}]
    said = run(DEAL | {"acts": acts}, "--lang", "en").stdout.splitlines()
    assert said[2:] == [
        "     No kong of E was recorded just before: nothing is taken back.",
        "  Gains and losses: E +0, S +0, W +0, N +0",
        "  Not counted yet: the hands of S",
        "  The deal goes on.",
    ]
    shown = json.loads(run(DEAL | {"acts": acts}, "--json").stdout)
    assert (shown["open"], shown["remarks"]) == (["S"], [{"act": 1, "kind": "no-kong-robbed", "about": {"seat": "E"}}])


def test_null_is_the_answer_none_and_numbers_are_answers() -> None:
    acts = [{"act": "won", "from": "E", "wins": [{"seat": "S", "fan": 5}]}]
    shown = json.loads(run(DEAL | {"acts": acts, "switches": {"SC1": None, "SC3": 2}}, "--json").stdout)
    assert shown["payments"] == {"E": -64, "S": 64, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"acts": [{"act": "dance"}]}, "deal-value"),
        ({"preset": "mcr"}, "no-deals"),
        ({"preset": "nobody"}, "unknown-rules"),
        ({"switches": {"SC1": 9}}, "unknown-answer"),
        ({"switches": 3}, "not-a-table"),
    ],
)
def test_a_deal_that_cannot_be_settled_is_named_and_the_others_are_settled(changed: dict[str, Any], kind: str) -> None:
    result = run([DEAL | changed, DEAL], "--json")
    wrong, settled = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, wrong["error"], "payments" in settled) == (1, kind, True)
    assert wrong["message"] in result.stderr
    assert result.stderr.startswith("Deal 1: ")


@pytest.mark.parametrize("text", ["", "no json", "3", '[{"preset": "sichuan-sbr"}, 3]'])
def test_a_file_that_is_no_deal_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["deal", str(file), "--json"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "correct the file" in result.stderr
    assert CliRunner().invoke(main, ["deal", str(tmp_path / "none")]).exit_code == 1
