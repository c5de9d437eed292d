"""The JSON of stored hands: what is asked, offered and worth."""

from tests.webui.at_table import TEXT
from webui.messages import Messages
from webui.serializers.hands import hand_json, listed_hand_json, state_json
from webui.table.table import Table

ENGLISH = Messages.of("en")


def test_a_hand_that_is_known_has_its_score_and_asks_nothing(table: Table) -> None:
    hand = table.intake.from_text(TEXT)
    shown = hand_json(hand, ENGLISH)
    assert (shown.id, shown.version, shown.hidden) == (hand.id, hand.version, False)
    assert shown.score is not None
    assert shown.score.total == shown.score.low == shown.score.high
    assert shown.questions == []
    listed = listed_hand_json(hand, ENGLISH)
    assert (listed.id, listed.score, listed.verdict) == (shown.id, shown.score, shown.verdict)


def test_a_hand_of_which_nothing_is_said_has_a_range_and_asks(table: Table) -> None:
    shown = hand_json(table.intake.from_text("23m789m123s789s22p1m"), ENGLISH)
    assert shown.score is not None
    assert (shown.score.low, shown.score.high, shown.score.total) == (7, 9, None)
    assert shown.score.legal is None
    assert "self-draw" in shown.score.open  # type: ignore[operator]


def test_a_state_has_its_tiles_by_their_places(table: Table) -> None:
    hand = table.intake.from_text(TEXT)
    state = state_json(hand.laid)
    assert len(state.concealed) == 10
    assert len(state.melds) == 1
