"""Live hands read back from the records: each part is equal to the one stored."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from webui.rig.live_hand import LiveHand, WinClaim
from webui.rig.notice import Notice, NoticeKind
from webui.rig.serialization import live_hand_from_json, live_hand_to_json

number = st.integers(-9, 2**53) | st.floats(allow_nan=False, allow_infinity=False)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
value: st.SearchStrategy[Any] = st.recursive(
    st.none() | number | text,
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)
maybe = st.none() | st.booleans()
time = st.datetimes(datetime(2026, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - given above
notice = st.sampled_from(get_args(NoticeKind)).flatmap(
    lambda kind: st.builds(Notice, st.just(kind), st.dictionaries(st.text(max_size=5), value, max_size=2))
)
unread = st.builds(
    Notice,
    st.sampled_from(["no-camera", "camera-dark", "no-tiles", "hand-unreadable", "hand-unrecorded"]),
    st.dictionaries(st.text(max_size=5), text, max_size=2),
)
claim = st.builds(
    WinClaim, st.integers(1, 4), st.text("abc"), st.none() | unread, maybe, st.sampled_from(["play", "table box"])
)
dice = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))
play = st.builds(
    LiveHand,
    st.integers(1, 16),
    st.integers(1, 4),
    dice,
    dice,
    st.lists(claim, max_size=2).map(tuple),
    st.integers(0, 4),
    st.lists(st.integers(1, 4), max_size=2).map(tuple),
    st.none() | notice,
    st.none() | st.tuples(st.integers(1, 4), st.just(("start", "win"))),
    st.none() | time,
    st.booleans(),
)


@given(play)
def test_the_hand_in_play_comes_back_but_for_what_holds_for_a_moment(before: LiveHand) -> None:
    assert live_hand_from_json(live_hand_to_json(before)) == replace(before, wrong=None, pressed=None, asked="")
