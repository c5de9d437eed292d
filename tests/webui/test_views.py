"""The JSON of readings and doubts."""

from tests.vision.builders import evidence, row
from vision.hand.read import read
from webui.views import reading_json
from webui.words import Words


def test_json_has_the_keys_of_the_contract() -> None:
    data = reading_json(read(evidence(row("123m456p789sEEEC C"))), Words.of("en"))
    assert set(data) == {"size", "tiles", "groups", "hand", "sure", "doubts", "ms"}
    assert set(data["tiles"][0]) == {"tile", "face", "confidence", "quad", "group", "alternatives"}
    assert data["groups"][-1] == {"kind": "winning", "tiles": [13]}


def test_a_doubt_in_json_says_what_else_it_may_be() -> None:
    """The tile after a gap within the row: of a chow, perhaps."""
    reading = read(evidence(row("123m456pEEE 789s CC")))
    assert {
        "tile": 9,
        "kind": "group",
        "reason": "two-groups",
        "about": {"group": "concealed", "other_group": "chow"},
        "why": "group unclear: concealed, or chow",
        "other_face": None,
        "other_group": "chow",
    } in reading_json(reading, Words.of("en"))["doubts"]
