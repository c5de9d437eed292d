"""Pages of every hand, whatever its tiles and the known or unknown circumstances of its win."""

import json
import logging
import os
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.books import RULES
from tests.served import Answers
from tests.webui.any_hand import any_hand
from webui.hand.hand import TableHand
from webui.messages import Messages
from webui.messages.languages import LANGUAGES
from webui.serializers.encoding import encoded
from webui.serializers.endings import table_hand_json
from webui.table.table import Table

CASES: Final = int(os.environ.get("TABLESIDE_HANDS", "40"))
"""Hands shown in a run: more find rarer faults, ten thousand take a quarter of an hour."""

WORDS: Final = tuple(map(Messages.of, LANGUAGES))


@pytest.fixture(scope="module")
def tables() -> Mapping[str, Table]:
    """A table without a match, and for each rule book that has matches one at which it is played."""
    made = {book.name: Table(Answers(), book.name) for book in RULES.values()}
    for table in made.values():
        table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    return {"": Table(Answers())} | made


@pytest.mark.long
@settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63))
def test_every_hand_is_shown_with_all_its_parts(
    tables: Mapping[str, Table], caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    """Under every rule book, in every language, in a match and without one; no part of it is left out as failing."""
    hand = any_hand(random.Random(seed))
    caplog.clear()
    with caplog.at_level(logging.ERROR):
        _shown(tables[""], hand)
        if table := tables.get(hand.laid.rules):
            assert table.matches.running
            in_match = replace(hand, laid=replace(hand.laid, deal=table.matches.running.deal))
            assert all(found["ending"] for found in _shown(table, in_match))
    assert not caplog.records


def _shown(table: Table, hand: TableHand) -> list[dict[str, object]]:
    found = [json.loads(encoded(table_hand_json(table, hand, words))) for words in WORDS]
    for each in found:
        assert each["score"] or each["problem"]
        assert len(each["offers"]["melds"]) == len(hand.laid.melds)
    return found
