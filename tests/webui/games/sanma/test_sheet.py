"""Hands of riichi for three on their sheets, in JSON."""

from webui.hand.state import outcome
from webui.hand.text import from_text
from webui.messages import Messages
from webui.serializers.encoding import plain
from webui.serializers.scoring import assessment_json


def test_a_hand_has_the_value_that_riichi_says() -> None:
    text = "123p456p789p11s67s 8s self-draw riichi seat=S round=E dora=W ura=0 norths=2"
    found = outcome(from_text(text, "sanma-home")).assessment
    assert found is not None
    shown = plain(assessment_json(found, Messages.of("en")))
    assert (shown["riichi"]["han"], shown["riichi"]["fu"]) == (9, 20)
    assert len(shown["riichi"]["tiles"]) == 14
