"""Hands of riichi for three on the page: three seats, the tiles of the set, Norths set aside, a robbed North."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.games.sanma.switches import house
from scoring.games.sanma.words import SanmaExtra, stated
from webui.games.sanma import offers as of_sanma
from webui.hand.edits import SetCircumstances, SetRules, edited
from webui.hand.offers import offers
from webui.hand.state import HandState, outcome, stating, to_win
from webui.hand.text import from_text
from webui.hand.waits import waits

pytest.importorskip("mahjong")

HAND = "123p456p789p11s67s 8s self-draw round=E no-riichi dora=0"
NORTH = "123p456p789p55sNN N discard round=E seat=S from=W no-riichi dora=0 norths=0"


def values(state: HandState, name: str) -> list[Any]:
    return [each.value for one in offers(state).circumstances if one.name == name for each in one.settings]


def after(state: HandState, **fields: Any) -> HandState:
    return edited(state, SetCircumstances(stating(state.won, fields)))[0]


def test_three_sit_and_have_their_tiles() -> None:
    state, found = from_text(HAND, "sanma-home"), offers(from_text(HAND, "sanma-home"))
    assert values(state, "seat") == values(state, "round") == ["E", "S", "W"]
    assert values(after(state, self_draw=False), "discarder") == [None, "E", "S", "W"]
    assert not {*found.faces} & {f"{rank}m" for rank in range(2, 9)}
    assert "chow" not in found.new_melds
    assert {"1m", "9m", "N"} <= {*found.new_melds["pung"]}


def test_norths_are_asked_and_count() -> None:
    state = from_text(f"{HAND} seat=S", "sanma-home")
    assert values(state, "norths") == [0, 1, 2, 3, 4]
    assert outcome(state).assessment.open == ("norths",)  # type: ignore[union-attr]
    said = [outcome(after(state, norths=norths)).assessment for norths in (0, 2)]
    assert [each.open for each in said if each] == [(), ()]
    assert said[0]
    assert said[1]
    assert said[0].high < said[1].low
    assert values(from_text(NORTH, "sanma-home"), "norths") == [0, 1]


@pytest.mark.parametrize(
    ("norths", "drawn", "switch", "asked"),
    [
        (2, True, "on", [False, True]),
        (2, None, "on", [False, True]),
        (2, False, "on", []),
        (0, True, "on", []),
        (None, True, "on", []),
        (2, True, "off", []),
    ],
)
def test_the_replacement_of_a_north_is_asked_where_that_counts(
    norths: int | None, drawn: bool | None, switch: str, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = house("sanma-home", ("sanma-home", "", "", ""), {"SA3": switch})
    monkeypatch.setattr(of_sanma, "BOOKS", {"sanma-home": SimpleNamespace(preset=preset)})
    state = after(from_text(f"{HAND} seat=S", "sanma-home"), norths=norths, self_draw=drawn)
    assert values(state, "kong") == asked


@pytest.mark.parametrize(("text", "offered"), [(NORTH, True), (HAND, False)])
def test_a_robbed_north_is_offered_where_a_north_won(text: str, offered: bool) -> None:
    toggles = {toggle.luck: toggle for toggle in offers(from_text(text, "sanma-home")).toggles}
    assert ("rob-north" in toggles) is offered
    if offered:
        robbed = after(from_text(text, "sanma-home"), **toggles["rob-north"].sets)
        assert stated(to_win(robbed)).robbed
        assert {toggle.luck: toggle for toggle in offers(robbed).toggles}["rob-north"].on


def test_what_riichi_said_is_not_taken_for_riichi_for_three_and_comes_back() -> None:
    four = from_text("123p456p789p11s67s 8s self-draw riichi seat=S round=E dora=1m", "riichi-home")
    three = edited(four, SetRules("sanma-home"))[0]
    assert three.won.extra == SanmaExtra()
    assert edited(three, SetRules("riichi-home"))[0].won.extra == four.won.extra


def test_a_hand_waits_for_tiles_of_the_set() -> None:
    state = replace(from_text("1199m123p456p789s 1m seat=S round=E", "sanma-home"), winning=None)
    assert [wait.tile for wait in waits(state)] == ["1m", "9m"]
