"""Hands of Taiwan by their places: what is asked and offered, and the form of switches."""

from typing import Any

import pytest

from scoring.games.taiwan.presets import PRESETS, SWITCHES
from scoring.games.taiwan.words import told
from scoring.notation import format_win
from scoring.rules import BOOKS
from webui.games.view import chosen_answers, view_of
from webui.hand.edits import SetCircumstances, edited
from webui.hand.offers import offers
from webui.hand.state import HandState, outcome, stating, to_win
from webui.hand.text import from_text
from webui.messages import Messages
from webui.serializers.hands import offers_json

CLOSED = "123m456m789m234p55p67s 8s"
OPEN = "[123m,1]456m789m234p55p67s 8s"
EIGHT = "flowers=f1f2f3f4s1s2s3s4"
ENGLISH, HANT = Messages.of("en"), Messages.of("zh_Hant")


def laid(text: str, rules: str = "taiwan-home") -> HandState:
    return from_text(text, rules)


def won(state: HandState, **fields: Any) -> HandState:
    """Return the hand with circumstances as a page sends them."""
    return edited(state, SetCircumstances(stating(state.won, fields)))[0]


def tapped(state: HandState, kind: str) -> HandState:
    return won(state, **next(each.sets for each in offers(state).toggles if each.kind == kind))


def asked(state: HandState) -> set[str]:
    return {each.name for each in offers(state).circumstances}


def toggles(state: HandState) -> set[str]:
    return {each.kind for each in offers(state).toggles}


@pytest.mark.parametrize("words", ["self-draw ready=heaven seat=E streak=2 wind=S", "discard seat=S streak=1", "ready"])
def test_what_the_words_say_stays_with_the_hand(words: str) -> None:
    assert format_win(to_win(laid(f"{CLOSED} {words}"))).endswith(words)


def test_a_replacement_is_asked_after_a_kong_and_after_a_flower() -> None:
    assert "kong" not in asked(laid(f"{CLOSED} self-draw flowers=0"))
    assert "kong" in asked(laid(f"{CLOSED} self-draw flowers=f1"))
    assert "kong" in asked(laid("[5555m]123m789m234p55p67s 8s self-draw flowers=0"))
    assert "kong" not in asked(laid(f"{CLOSED} discard flowers=f1"))


def test_the_wind_is_asked_where_the_dice_decide_it() -> None:
    assert "wind" not in asked(laid(CLOSED))
    state = laid(f"{CLOSED} self-draw seat=E", "taiwan-atw")
    (wind,) = [each for each in offers(state).circumstances if each.name == "wind"]
    assert told(to_win(won(state, **wind.settings[1].sets))).wind == "S"


@pytest.mark.parametrize(
    ("text", "rules", "offered"),
    [
        (CLOSED, "taiwan-home", {"ready-heaven", "ready-earth", "heaven", "earth", "man"}),
        (f"{CLOSED} seat=E", "taiwan-home", {"ready-heaven", "ready-earth", "heaven"}),
        (f"{CLOSED} seat=S discard", "taiwan-home", {"ready-heaven", "ready-earth", "man"}),
        (f"{CLOSED} seat=S self-draw", "taiwan-gamesofa", {"ready", "ready-earth", "earth"}),
        (f"{OPEN} seat=S", "taiwan-home", set()),
        (f"{OPEN} {EIGHT}", "taiwan-home", {"flower-win"}),
        (f"{OPEN} flowers=f1f2f3f4s1s2", "taiwan-home", set()),
        (OPEN.replace(" 8s", ""), "taiwan-home", {"flower-win"}),  # its winning tile is not drawn
        (OPEN.replace(" 8s", " flowers=0"), "taiwan-home", set()),
        (OPEN.replace("67s 8s", "6s"), "taiwan-home", set()),
    ],
)
def test_luck_is_offered_where_it_can_be(text: str, rules: str, offered: set[str]) -> None:
    state = laid(text, rules)
    luck = {"ready", "ready-heaven", "ready-earth", "flower-win", "heaven", "earth", "man"}
    assert toggles(state) & luck == offered
    for kind in offered:
        on = tapped(state, kind)
        assert next(each.on for each in offers(on).toggles if each.kind == kind)
        assert not next(each.on for each in offers(tapped(on, kind)).toggles if each.kind == kind)


def test_a_hand_is_announced_ready_in_one_way() -> None:
    state = tapped(tapped(laid(CLOSED), "ready-heaven"), "ready-earth")
    assert told(to_win(state)).ready == "earth"


def test_seven_flowers_win_off_who_drew_the_eighth() -> None:
    state = tapped(laid(f"{CLOSED} flowers=f1f2f3f4s1s2s3"), "flower-win")
    assert (state.won.self_draw, told(to_win(state)).by_flowers) == (False, True)


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        (f"1359m258p147sESWNCF {EIGHT} seat=S from=W", (-1200, 3400, -1100, -1100)),
        ("1359m258p147sESWNCF flowers=f1f2f3f4s1s2s3 seat=S from=W", (0, 1100, -1100, 0)),
    ],
)
def test_flowers_win_on_the_page_without_a_winning_tile(text: str, paid: tuple[int, ...]) -> None:
    assert outcome(laid(text)).unfinished
    found = outcome(tapped(laid(text), "flower-win")).assessment
    assert found is not None
    assert tuple((found.shared.payments or {}).values()) == paid


@pytest.mark.parametrize(
    ("said", "paid"),
    [({"self_draw": True}, (-1200, 3400, -1100, -1100)), ({"self_draw": False, "discarder": "W"}, (0, 1100, -1100, 0))],
)
def test_flowers_that_nobody_named_win_by_one_tap(said: dict[str, Any], paid: tuple[int, ...]) -> None:
    state = tapped(laid("1359m258p147sESWNCF seat=S"), "flower-win")
    found = outcome(won(state, **said)).assessment
    assert found is not None
    assert (found.open, found.shared.total) == ((), 8)
    assert tuple((found.shared.payments or {}).values()) == paid


def test_the_offers_are_said_in_the_words_of_taiwan() -> None:
    shown = offers_json(laid(f"{OPEN} self-draw {EIGHT}"), offers(laid(f"{OPEN} self-draw {EIGHT}")), HANT)
    assert {"花胡", "海底撈月"} <= {each.label for each in shown.toggles}
    assert [(each.name, each.label, each.value) for each in shown.on_table] == [("streak", "連莊次數", 0)]


def test_the_text_of_a_hand_says_that_no_flower_was_replaced_by_the_winning_tile() -> None:
    state = laid(f"{OPEN} self-draw no-kong seat=S round=E flowers=f2")
    found = outcome(state)
    assert found.text is not None
    assert "no-kong" in found.text
    assert found.assessment is not None
    assert found.assessment.open == ()
    assert outcome(laid(found.text)).assessment == found.assessment


@pytest.mark.parametrize("name", PRESETS)
def test_the_page_of_the_rules_has_every_switch_that_can_be_answered(name: str) -> None:
    view = view_of(name)
    form = view.form(ENGLISH, name)
    assert form is not None
    answered = {switch.id for switch in SWITCHES} - {"TW35"}
    assert {each.id: each.usual for each in (*form.first, *form.rest)} == {
        switch: answer for switch, answer in PRESETS[name].answers.items() if switch in answered
    }
    assert [each.id for each in form.first] == [
        f"TW{number}" for number in (1, 2, 5, 8, 11, 24, 25, 26, 27, 28, 29, 32)
    ]
    chosen = chosen_answers(view, HANT, BOOKS[name])
    assert not any(differs for *_, differs in chosen)
