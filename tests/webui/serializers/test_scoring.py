"""The JSON of scores: a sheet, a range, what was taken for granted."""

import json
from typing import Any

import pytest

from scoring import assess, parse, score
from scoring.circumstances import assumption
from webui.messages import Messages
from webui.serializers.encoding import encoded
from webui.serializers.scoring import assessment_json, assumption_json, sheet_json


def sent(value: Any) -> Any:
    """A struct as a program gets it."""
    return json.loads(encoded(value))


def test_while_something_is_open_json_has_a_range_and_no_total() -> None:
    found = sent(assessment_json(assess(parse("23m789m123s789s22p1m")), Messages.of("en")))
    assert {key: found[key] for key in ("hand", "wins", "total", "low", "high", "legal", "open", "without")} == {
        "hand": "23789m123789s22p 1m",
        "wins": True,
        "total": None,
        "low": 7,
        "high": 9,
        "legal": None,
        "open": ["self-draw"],
        "without": ["last-tile", "last-of-kind", "robbed-kong"],
    }
    assert found["short_by"] is None
    assert found["says"][0].startswith("7 to 9 points")
    assert "Self-Drawn" not in [pattern["name"] for pattern in found["patterns"]]


def test_with_nothing_open_json_has_the_sheet() -> None:
    words, text = Messages.of("en"), "[CCC,1]123m456p789sE E self-draw round=E seat=S"
    found = sent(assessment_json(assess(parse(text)), words))
    assert found == sent(sheet_json(score(parse(text)), words)) | {
        "low": 18, "high": 18, "open": [], "without": ["last-tile"],
        "says": ["Not assumed (say so if true): last tile"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "words", "kind", "noted"),
    [
        ("hk", "self-draw liable=N", "liable", None),
        ("riichi-ema", "self-draw liable=N", "liable", None),
        ("riichi-ema", "discard from=N liable=N", None, None),  # who discards pays it all
        ("riichi-ema", "self-draw", None, None),
        ("mcr", "self-draw liable=N", None, "liable=N changes nothing in this hand."),
    ],
)
def test_a_sheet_names_who_is_liable_if_that_changes_who_pays(
    rules: str, words: str, kind: str | None, noted: str | None
) -> None:
    text = f"[CCC,1][FFF,2][PPP,2]11m23p 4p {words} no-kong round=E seat=S flowers=0 dora=0 no-riichi"
    text = text if rules == "riichi-ema" else text.replace(" dora=0 no-riichi", "")
    found = sent(assessment_json(assess(parse(text), rules), Messages.of("en")))
    payer = found.get("responsible", {})
    says = "North is liable for melds fed to the winner." if kind else None
    assert (payer.get("kind"), payer.get("says")) == (kind, says)
    assert [note["message"] for note in found.get("notes", ())] == ([noted] if noted else [])


def test_the_json_of_a_hand_says_what_was_taken_for_granted() -> None:
    found = sent(assumption_json(assumption(parse("23m789m123s789s22p1m")), Messages.of("en")))
    assert (found["total"], found["legal"], found["low"], found["high"]) == (7, False, 7, 9)
    assert found["open"] == ["self-draw"]
    assert found["says"] == ["Taken as a discard: self-drawn it is 9 points (enough points)"]
    assert found["hand"] == "23789m123789s22p 1m"
