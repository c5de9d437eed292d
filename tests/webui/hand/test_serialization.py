"""Hands read back from the records: each part is equal to the one stored."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.extra import Extra
from scoring.games.riichi.words import RiichiExtra
from scoring.games.sichuan.words import SichuanExtra
from scoring.tiles import FACES, WINDS
from tests.books import RULES
from vision.reading import REASONS, Doubt, Group, GroupKind, Pond, Reading, SeenTile, Side
from webui.hand.edits import SetRules, edited
from webui.hand.effects import EFFECTS, Effect
from webui.hand.hand import HandChange, TableHand
from webui.hand.hands import Hands
from webui.hand.serialization import from_kept, plain_state, reading_from_text, state_from_text, to_kept, to_text
from webui.hand.state import MELD_SIZE, RED, Circumstances, HandState, MeldState, Slot, outcome, to_win
from webui.records.evidence import hand_hash
from webui.records.hands import KeptHand
from webui.records.store import Storage

number = st.integers(-9, 2**53) | st.floats(allow_nan=False, allow_infinity=False)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
of_picture = st.none() | number | text | st.lists(st.integers(-9, 2**53) | text, max_size=3).map(tuple)
value: st.SearchStrategy[Any] = st.recursive(
    st.none() | number | text, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)
real = st.floats(-9e9, 9e9)
corner = st.tuples(real, real)
face = st.sampled_from(FACES)


def about(names: tuple[str, ...], of: st.SearchStrategy[Any] = value) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(dict.fromkeys(names, of))


seen = st.builds(
    SeenTile,
    face | st.none(),
    st.sampled_from(["up", "down"]),
    st.floats(0, 1) | st.floats(0, 1, width=32).map(np.float32).map(np.float64),
    st.tuples(corner, corner, corner, corner),
    st.integers(0, 4),
    st.lists(st.tuples(face, st.floats(0, 1)), max_size=2).map(tuple),
)
discards = st.builds(
    Pond,
    st.lists(st.lists(st.integers(0, 20), max_size=6).map(tuple), max_size=3).map(tuple),
    st.none() | st.sampled_from(get_args(Side)),
    st.integers(0, 4),
    st.none() | st.integers(0, 20),
)
doubt = st.sampled_from(sorted(REASONS)).flatmap(
    lambda reason: st.builds(
        Doubt, st.integers(0, 20) | st.none(), st.just(reason), about(REASONS[reason][1], of_picture)
    )
)
reading = st.builds(
    Reading,
    st.tuples(st.integers(1, 9000), st.integers(1, 9000)),
    st.lists(seen, max_size=4).map(tuple),
    st.lists(
        st.builds(Group, st.sampled_from(get_args(GroupKind)), st.lists(st.integers(0, 20), max_size=3).map(tuple)),
        max_size=3,
    ).map(tuple),
    st.none() | st.just("123m456m789m123pE E"),
    st.booleans(),
    st.lists(doubt, max_size=3).map(tuple),
    st.dictionaries(st.text(max_size=5), real, max_size=2),
    st.integers(0, 4),
    st.floats(0, 9),
    st.lists(st.tuples(corner, corner, corner, corner), max_size=2).map(tuple),
    st.lists(discards, max_size=4).map(tuple),
)
slot = st.builds(Slot, face | st.none(), st.integers(0, 20) | st.none()) | st.builds(
    Slot, st.sampled_from(RED), st.none(), st.booleans()
)
meld = st.sampled_from(sorted(MELD_SIZE)).flatmap(
    lambda kind: st.builds(MeldState, st.just(kind), st.tuples(*[slot] * MELD_SIZE[kind]))
)
maybe = st.none() | st.booleans()
wind = st.none() | st.sampled_from(WINDS)
extra = st.none() | st.builds(RiichiExtra, maybe, honba=st.integers(0, 99)) | st.builds(SichuanExtra, st.booleans())
won = st.builds(
    Circumstances,
    maybe,
    st.booleans(),
    maybe,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    wind,
    wind,
    wind,
    st.dictionaries(st.sampled_from(["seat", "round"]), st.sampled_from(["person", "camera", "table box", "play"])),
    wind,
    extra=extra,
)
state = st.builds(
    HandState,
    st.lists(meld, max_size=3).map(tuple),
    st.lists(slot, max_size=5).map(tuple),
    st.none() | slot,
    st.lists(slot, max_size=2).map(tuple),
    won,
    st.sampled_from(sorted(RULES)),
    st.frozensets(st.integers(0, 9), max_size=3),
)
effect = st.sampled_from(sorted(EFFECTS)).flatmap(lambda kind: st.builds(Effect, st.just(kind), about(EFFECTS[kind])))
time = st.datetimes(datetime(2026, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - given above
change = st.builds(HandChange, st.just(1), time, st.sampled_from(["person", "play"]), effect, state, st.integers(0, 9))


@settings(max_examples=60, deadline=None)
@given(time, state, st.none() | reading, st.lists(change, max_size=3), st.lists(st.integers(0, 9)).map(tuple))
def test_a_hand_comes_back_equal(
    at: datetime, laid: HandState, read: Reading | None, made: list[HandChange], order: tuple[int, ...]
) -> None:
    records = Storage.open(None)
    numbered = tuple(replace(each, number=n) for n, each in enumerate(made, 1))
    hand = TableHand("h", at, laid, outcome(laid), read, numbered, order if read else (), "f" * 64)
    kept = Hands(records).add(hand)
    assert kept == replace(hand, number=1)
    assert Hands(records).get("h") == kept
    records.close()


@pytest.mark.parametrize("text", ["null", "[]", '{"tiles":[]}', '{"reading":{},"order":[]}'])
def test_what_is_no_reading_is_refused(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        reading_from_text(text)


def test_more_tiles_than_a_hand_has_come_back_too() -> None:
    """A photograph without a hand may lay a whole row of tiles, and a text any number."""
    melds = (MeldState("pung", (Slot("1m"),) * 3),) * 9
    state = HandState(melds, (Slot("2m"),) * 90, flowers=(Slot("f1"),) * 30)
    assert state_from_text(to_text(plain_state(state))) == state


EARLIER = (
    '{"rules": "%s", "won": {"self_draw": true, "sources": {}, "riichi": true, "double_riichi": false, '
    '"open_riichi": false, "from_riichi": null, "ippatsu": true, "dora": ["4p"], "ura": [], "honba": 2, "sticks": 0, '
    '"shot": true, "void": "p", "out": ["N"]}}'
)
"""A hand as earlier versions kept it, with the values of all games beside each other."""


@pytest.mark.parametrize(
    ("rules", "extra"),
    [
        ("riichi-ema", RiichiExtra(True, ippatsu=True, dora=("4p",), ura=(), honba=2)),
        ("sichuan-sbr", SichuanExtra(True, "p", ("N",))),
        ("mcr", None),
    ],
)
def test_a_hand_of_an_earlier_version_has_the_values_of_its_game(rules: str, extra: Extra | None) -> None:
    state = state_from_text(EARLIER % rules)
    assert state == HandState(rules=rules, won=Circumstances(True, extra=extra, rest=state.won.rest))
    assert state_from_text(to_text(plain_state(state))) == state


def test_what_was_said_under_other_rules_comes_back_with_them() -> None:
    state = state_from_text(EARLIER % "riichi-ema")
    for rules in ("mcr", "sichuan-sbr", "mcr"):
        state = state_from_text(to_text(plain_state(edited(state, SetRules(rules))[0])))
    assert to_win(state).extra is None
    back, _ = edited(state, SetRules("riichi-ema"))
    assert to_win(back).extra == RiichiExtra(True, ippatsu=True, dora=("4p",), ura=(), honba=2)
    assert back.won.aside == ()


@pytest.mark.parametrize("value", ['"2"', "100", "[]"])
def test_a_value_that_its_game_cannot_have_is_refused(value: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        state_from_text(EARLIER.replace('"honba": 2', f'"honba": {value}') % "riichi-ema")
    state_from_text(EARLIER.replace('"honba": 2', f'"honba": {value}') % "sichuan-sbr")


@pytest.mark.parametrize("rules", ["mcr", "riichi-ema", "sichuan-sbr"])
def test_a_hand_that_is_stored_again_keeps_its_hash(rules: str) -> None:
    kept = KeptHand("h", 1, 1, datetime(2026, 1, 1, tzinfo=UTC).isoformat(), "", "", EARLIER % rules, ())
    again = to_kept(from_kept(kept), 1)
    assert hand_hash(again, 0) == hand_hash(kept, 0) != ""
