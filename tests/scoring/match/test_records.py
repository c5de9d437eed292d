"""Records to and from JSON: what has a wrong type is refused, never a traceback."""

import json
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.sichuan import acts as sichuan
from scoring.match.errors import RecordError, Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Claimed,
    Corrected,
    GameAct,
    OfMatch,
    Penalty,
    PersonName,
    Record,
    Renamed,
    Seated,
    Swapped,
    TimeUp,
    Void,
    Won,
    act_from_dict,
    act_to_dict,
    record_from_dict,
)
from scoring.rules import BOOKS
from tests.rows import row_by_row
from tests.scoring.match.builders import SIT, records
from webui.records.canonical import canonical


@pytest.mark.parametrize(
    ("act", "written"),
    [
        (Penalty("S", 5, "x"), {"type": "Penalty", "seat": "S", "amount": 5, "reason": "x", "flow": "deducted"}),
        (Penalty("Bo", 5, "x"), {"type": "Penalty", "player": "Bo", "amount": 5, "reason": "x", "flow": "deducted"}),
    ],
)
def test_an_act_names_a_seat_or_a_player(act: Penalty, written: dict[str, Any]) -> None:
    assert act_to_dict(act) == written
    assert act_from_dict(written) == act


@pytest.mark.parametrize(
    ("act", "written"),
    [
        (TimeUp(False), {"type": "TimeUp", "in_play": False}),
        (TimeUp(match=7), {"type": "TimeUp", "in_play": True, "match": 7}),
        (Renamed("E", "Bob"), {"type": "Renamed", "seat": "E", "name": "Bob", "reason": ""}),
        (Swapped(("E", "S"), 1, "x"), {"type": "Swapped", "players": ("E", "S"), "since": 1, "reason": "x"}),
    ],
)
def test_an_act_without_a_match_is_written_as_ever(act: OfMatch, written: dict[str, Any]) -> None:
    """Check the format from which an earlier version computed the hashes of its records."""
    assert act_to_dict(act) == written
    assert act_from_dict(written) == act


@pytest.mark.parametrize("act", [TimeUp(match=8), Corrected(8, TimeUp(match=8), "x")])
def test_an_act_of_another_match_is_refused(act: Any) -> None:
    match = fold(records(SIT, TimeUp(False, match=7), act), first=7)
    assert match.over
    assert {number: why.kind for number, why in match.refused.items()} == {9: "other-match"}


WON = {"type": "Won", "winner": "E", "points": 8}


@row_by_row(
    "act",
    [
        None,
        [],
        "Won",
        {},
        {"type": "Fold"},
        {"type": []},
        {"type": "Seated", "players": "ABCD"},
        {"type": "Seated", "players": ["A", "B"]},
        {"type": "Seated", "players": ["A", "B", "C", "D", "E"]},
        {"type": "Seated", "players": ["A", "B", "C", 4]},
        {"type": "Seated", "players": None},
        {"type": "Seated", "players": ["A", "B", "C", "D"], "hands": "4"},
        {**WON, "points": "8"},
        {**WON, "points": 8.0},
        {**WON, "points": True},
        {**WON, "points": None},
        {**WON, "points": 2**53},
        {**WON, "winner": 1},
        {**WON, "payer": ["E"]},
        {**WON, "hand": None},
        {**WON, "hand": "\ud800"},
        {**WON, "seat": "E"},
        {**WON, "player": "Ann"},
        {"type": "Penalty", "seat": "E", "player": "Ann", "amount": 1, "reason": ""},
        {"type": "Penalty", "player": "E", "amount": 1, "reason": ""},
        {"type": "Penalty", "player": {}, "amount": 1, "reason": ""},
        {"type": "Penalty", "seat": "E", "amount": 1, "reason": "", "flow": "lent"},
        {"type": "FalseWin", "seat": "E", "kind": "no tiles"},
        {"type": "Claimed", "claims": [{"type": "Drawn"}]},
        {"type": "Claimed", "claims": WON},
        {"type": "TimeUp", "in_play": 1},
        {"type": "Corrected", "of": 1, "act": {"type": "Void", "of": 1, "reason": ""}, "reason": ""},
        {"type": "Corrected", "of": 1, "act": {**WON, "points": ""}, "reason": ""},
        {"type": "Void", "of": "1", "reason": ""},
        {"type": "Appealed", "of": 2, "seat": "E", "reason": None},
        {"type": "Appealed", "of": 2, "seat": "E", "reason": "", "hand": 1},
        {"type": "AppealDecided", "of": 2, "decision": "perhaps", "reason": ""},
    ],
)
def test_an_act_of_wrong_types_is_no_record(act: Any) -> None:
    with pytest.raises(RecordError):
        act_from_dict(act)
    with pytest.raises(RecordError):
        record_from_dict({"who": "x", "when": "now", "role": "table", "act": act})


@pytest.mark.parametrize(("name", "value"), [("who", 1), ("when", None), ("role", "king"), ("role", True)])
def test_a_record_of_wrong_types_is_none(name: str, value: Any) -> None:
    with pytest.raises(RecordError):
        record_from_dict({"who": "x", "when": "now", "role": "table", "act": WON, name: value})


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.sampled_from(["E", "Won"])),
    lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(st.text(max_size=3), part, max_size=3)),
    max_leaves=6,
)
KEYS = ["players", "winner", "points", "payer", "of", "act", "reason", "seat", "player", "amount", "claims", "hand"]


@given(
    st.sampled_from(
        ["Seated", "Won", "Claimed", "Penalty", "Void", "Corrected", "Approved", "Swapped", "Drawn", "Appealed"]
    ),
    st.dictionaries(st.sampled_from(KEYS), ANYTHING),
)
def test_no_json_is_more_than_refused(kind: str, values: dict[str, Any]) -> None:
    try:
        act = act_from_dict({"type": kind, **values})
    except RecordError:
        return
    fold([*records(SIT), Record(act, "x", "now", "referee")])
    assert act_from_dict(json.loads(json.dumps(act_to_dict(act)))) == act


@pytest.mark.parametrize(
    ("act", "field", "got"),
    [
        (Won("E", 8.5), "points", "float"),  # type: ignore[arg-type]
        (Won("E", "9"), "points", "str"),  # type: ignore[arg-type]
        (Won("E", 9, 1), "payer", "int"),  # type: ignore[arg-type]
        (Claimed((Won("E", 8.5, "S"),)), "points", "float"),  # type: ignore[arg-type]
        (Corrected(1, Void(1, "x"), "x"), "act", "Void"),  # type: ignore[arg-type]
        (Corrected(1, Won("E", True), "x"), "points", "bool"),
        (Seated(("A", "B")), "players", "tuple"),
        (None, "act", "NoneType"),
    ],
)
def test_an_act_of_wrong_types_is_refused(act: Any, field: str, got: str) -> None:
    assert fold(records(SIT, act)).refused == {2: Refusal("wrong-type", {"field": field, "got": got})}


@pytest.mark.parametrize(
    ("seated", "refusal"),
    [
        (Seated(("E", "Bo", "Chen", "Dai")), Refusal("not-a-name", {"name": "E"})),
        (Seated(("", "Bo", "Chen", "Dai")), Refusal("not-a-name", {"name": ""})),
        (Seated(SIT.players, hands=17), Refusal("hands-of-match", {"hands": 17, "most": 16})),
        (Seated(SIT.players, hands=0), Refusal("hands-of-match", {"hands": 0, "most": 16})),
    ],
)
def test_a_seating_that_cannot_be_played(seated: Seated, refusal: Refusal) -> None:
    match = fold(records(seated))
    assert match.refused == {1: refusal}
    assert match.players == ()


def test_a_seating_may_name_rules_body_and_hands() -> None:
    match = fold(records(Seated(SIT.players, "zungjung", hands=4), Won("E", 5)))
    assert (match.rules.name, match.body.start, match.last) == ("zungjung", 0, 4)
    assert match.points["Ann"] == 15
    assert fold(records(Seated(SIT.players, body="ema"))).body.minutes["session"] == 120
    assert fold(records(Seated(SIT.players, "riichi"))).refused[1].kind == "unknown-rules"
    assert fold(records(Seated(SIT.players, "zungjung", "ema"))).refused[1].kind == "body-of-other-rules"
    assert fold(records(Seated(SIT.players, "zungjung")), body="ema").body.start == 0
    assert fold(records(SIT), "mcr-wmo", body="ema").body.minutes["session"] == 120
    assert fold(records(Seated(SIT.players, body="fifa"))).refused[1].kind == "unknown-body"


class MadeKong(GameAct, frozen=True):
    """A kong of another game, by the name of Sichuan's."""

    tiles: tuple[str, ...]
    seat: PersonName = "E"
    tile: str = ""


SAME_NAME: Final[list[tuple[dict[str, Any], str, type[Any]]]] = [
    ({"type": "MadeKong", "seat": "E", "how": "concealed", "giver": None, "tile": "5m"}, "", sichuan.MadeKong),
    ({"type": "MadeKong", "seat": "E", "tiles": ["5m"], "tile": "5m"}, "", MadeKong),
    ({"type": "MadeKong", "player": "Bo", "tiles": ["5m", "5m"], "tile": ""}, "", MadeKong),
    ({"type": "MadeKong", "seat": "E", "how": "concealed"}, "sichuan", sichuan.MadeKong),
    ({"type": "MadeKong", "tiles": ["5m"]}, "mcr", MadeKong),
]


@pytest.mark.parametrize(("act", "game", "kind"), SAME_NAME)
def test_of_two_games_with_one_name_an_act_is_that_of_its_game(
    act: dict[str, Any], game: str, kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BOOKS.games["mcr"], "acts", (MadeKong,), raising=False)
    read = act_from_dict(act, kept=True, game=game)
    assert type(read) is kind
    if not game:
        assert canonical(act_to_dict(read)) == canonical(act)
    assert act_from_dict({"type": "Corrected", "of": 1, "act": act, "reason": ""}, game=game) == Corrected(1, read, "")


def test_an_act_of_another_game_than_its_match_is_refused_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOOKS.games["mcr"], "acts", (MadeKong,), raising=False)
    with pytest.raises(RecordError, match="how"):
        act_from_dict({"type": "MadeKong", "tiles": ["5m"], "seat": "E"}, game="sichuan")
