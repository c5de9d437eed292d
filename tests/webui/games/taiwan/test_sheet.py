"""Hands of Taiwan on their sheets, in JSON."""

from webui.games.verdict import verdict_line
from webui.hand.state import outcome
from webui.hand.text import from_text
from webui.messages import Messages
from webui.serializers.encoding import plain
from webui.serializers.scoring import assessment_json

ENGLISH = Messages.of("en")


def test_the_score_of_a_hand_has_the_parts_of_a_payment() -> None:
    text = "123m456m789m234p55p67s 8s self-draw seat=S round=E flowers=s2 no-kong streak=1"
    found = outcome(from_text(text, "taiwan-home")).assessment
    assert found is not None
    shown = plain(assessment_json(found, ENGLISH))
    assert (shown["total"], shown["raw"]) == (4, 4)
    assert shown["taiwan"] == {"base": 300, "unit": 100, "dealer": 3}
    assert verdict_line(ENGLISH, found.shared) == "4 tai"


def test_a_hand_whose_tai_are_open_has_no_parts_of_its_payments() -> None:
    found = outcome(from_text("123m456m789m234p55p67s 8s", "taiwan-home")).assessment
    assert found is not None
    assert not {"raw", "taiwan"} & plain(assessment_json(found, ENGLISH)).keys()
