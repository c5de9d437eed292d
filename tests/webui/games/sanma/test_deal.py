"""Deals of riichi for three in sentences, in each language."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring.games.sanma.deal import settle
from scoring.games.sanma.presets import PRESETS
from tests.rows import row_by_row
from tests.scoring.games.sanma.vectors import VECTORS, table
from webui.cli import main
from webui.games.sanma.deal import said
from webui.messages import Messages

pytest.importorskip("mahjong")


@row_by_row("row", VECTORS["deals"], ids=[row["id"] for row in VECTORS["deals"]])
def test_every_act_has_a_sentence(row: dict[str, Any]) -> None:
    settled = settle(row, table(row))
    for lang in ("en", "zh", "zh_Hant", "ja"):
        lines = said(Messages.of(lang), settled)
        assert sum(line[0].isdigit() for line in lines) == len(row["acts"])
        assert not any("%(" in line for line in lines)


@pytest.mark.parametrize(
    ("act", "remark"),
    [
        ({"act": "abort", "why": "nine"}, "nine terminals and honours can no longer be declared."),
        (
            {"act": "won", "wins": [{"seat": "W", "hand": "123p456p789p11s67s 8s earth norths=0 dora=0"}]},
            "A North was set aside before: earth of W does not count.",
        ),
        (
            {"act": "won", "wins": [{"seat": "S", "hand": "123p456p789p11s67s 8s norths=2 dora=0"}]},
            "Norths that S set aside: 1. The hand does not say norths=1, and counts otherwise. Correct it.",
        ),
    ],
)
def test_what_a_north_contradicts_is_said(act: dict[str, Any], remark: str) -> None:
    settled = settle({"acts": [{"act": "north", "seat": "S"}, act]}, PRESETS["sanma-tenhou"])
    found = {lang: said(Messages.of(lang), settled) for lang in ("en", "zh", "zh_Hant", "ja")}
    assert any(remark in line for line in found["en"])
    assert not any("%(" in line for lines in found.values() for line in lines)
    assert len({"".join(lines) for lines in found.values()}) == 4


def test_the_command_settles_a_file(tmp_path: Path) -> None:
    (row,) = (row for row in VECTORS["deals"] if row["id"] == "sad01")
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(row), "utf-8")
    shown = CliRunner().invoke(main, ["deal", str(file), "--lang", "en"])
    assert "W sets a North aside" in shown.output
    assert "Gains and losses: E +4600, S +12000, W -15600\n" in shown.output
    found = json.loads(CliRunner().invoke(main, ["deal", str(file), "--json"]).output)
    assert {name: found[name] for name in ("payments", "steps", "sticks_left", "next_honba", "next_dealer")} == {
        name: row[name] for name in ("payments", "steps", "sticks_left", "next_honba", "next_dealer")
    }
