"""Hashes of hands and of followed steps."""

from dataclasses import replace

from webui.records.evidence import hand_hash, steps_hash
from webui.records.followed import KeptStep
from webui.records.hands import KeptHand

HAND = KeptHand("h1", 1, 0, "2026-05-01T10:00:00+00:00", "f" * 64, '{"tiles":[]}', '{"rules":"mcr"}')
STEP = KeptStep(1, 4, 1, 8, '{"type":"Discard","tile":"E"}', "2026", True)


def test_a_hand_of_other_tiles_has_another_hash_and_a_damaged_one_none() -> None:
    assert len(hand_hash(HAND, 0)) == 64
    assert hand_hash(replace(HAND, state='{"rules":"hk"}'), 0) != hand_hash(HAND, 0)
    assert hand_hash(replace(HAND, photo="e" * 64), 0) != hand_hash(HAND, 0)
    assert hand_hash(replace(HAND, number=7, table=3), 0) == hand_hash(HAND, 0)
    assert hand_hash(replace(HAND, state="{"), 0) == ""


def test_steps_are_hashed_in_their_order_whatever_their_deal_is_called() -> None:
    second = replace(STEP, number=5, step='{"type":"Discard","tile":"S"}')
    assert steps_hash([STEP, second]) == steps_hash([second, STEP])
    assert steps_hash([replace(each, deal=9) for each in (STEP, second)]) == steps_hash([STEP, second])
    assert steps_hash([STEP]) != steps_hash([STEP, second])
    assert steps_hash([replace(STEP, step="{")]) == ""
