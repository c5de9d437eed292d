"""Sichuan hands by their places: text and back, what is asked, what is offered, the switches on the page."""

from typing import Any

import pytest

from scoring.games.sichuan.presets import PRESETS, SWITCHES
from scoring.games.sichuan.words import told
from scoring.notation import format_win
from scoring.rules import BOOKS
from webui.games.verdict import verdict_line
from webui.games.view import chosen_answers, view_of
from webui.hand.edits import SetCircumstances, edited
from webui.hand.offers import offers
from webui.hand.state import HandState, outcome, stating, to_win
from webui.hand.text import from_text
from webui.messages import Messages
from webui.serializers.encoding import plain
from webui.serializers.hands import offers_json
from webui.serializers.scoring import assessment_json

TEXT = "[888s,1]123s345456p6p 6p"
CLOSED = "123888s345456p6p 6p"
ENGLISH, CHINESE = Messages.of("en"), Messages.of("zh")


def laid(text: str, rules: str = "sichuan-home") -> HandState:
    return from_text(text, rules)


def won(state: HandState, **fields: Any) -> HandState:
    """Return the hand with circumstances as a page sends them."""
    return edited(state, SetCircumstances(stating(state.won, fields)))[0]


def tapped(state: HandState, luck: str) -> HandState:
    return won(state, **next(each.sets for each in offers(state).toggles if each.luck == luck))


def asked(state: HandState) -> list[str]:
    return [each.name for each in offers(state).circumstances]


@pytest.mark.parametrize(
    "words", ["kong-shot discard seat=S void=m out=WN", "self-draw seat=E void=m out=S", "discard"]
)
def test_what_the_words_say_stays_with_the_hand(words: str) -> None:
    assert format_win(to_win(laid(f"{TEXT} {words}"))).endswith(words)


def test_a_hand_is_asked_for_what_changes_it() -> None:
    state = laid(TEXT)
    assert "void" in asked(state)
    assert "void" not in asked(laid("[888s,1]123s345456s6s 6s"))
    assert not offers(state).flowers
    assert ("E" in offers(state).faces, "chow" in offers(state).new_melds) == (False, False)
    assert outcome(state).assessment.open == ("self-draw",)  # type: ignore[union-attr]


def test_the_void_suit_is_told_by_a_tap_and_may_spoil_the_hand() -> None:
    (void,) = [each for each in offers(laid(TEXT)).circumstances if each.name == "void"]
    assert [each.value for each in void.settings] == ["m", "p", "s"]
    fits, spoils = (won(laid(f"{TEXT} discard"), **void.settings[n].sets) for n in (0, 1))
    assert (told(to_win(fits)).void, outcome(fits).assessment.wins) == ("m", True)  # type: ignore[union-attr]
    assert not outcome(spoils).assessment.wins  # type: ignore[union-attr]


def test_a_shot_after_a_kong_is_a_discard_and_is_taken_back() -> None:
    shot = tapped(laid(TEXT), "kong-shot")
    assert (shot.won.self_draw, told(to_win(shot)).shot) == (False, True)
    assert outcome(shot).assessment.low == 1  # type: ignore[union-attr]
    assert not told(to_win(tapped(shot, "kong-shot"))).shot
    assert "kong-shot" not in [each.luck for each in offers(won(laid(TEXT), self_draw=True)).toggles]


@pytest.mark.parametrize(
    ("words", "rules", "offered"),
    [
        ("", "sichuan-home", ["heaven", "earth"]),
        ("seat=E", "sichuan-home", ["heaven"]),
        ("seat=S self-draw", "sichuan-home", ["earth"]),
        ("seat=E discard", "sichuan-home", []),
        ("last-tile", "sichuan-home", []),
        ("", "sichuan-sbr", []),
    ],
)
def test_the_blessings_are_offered_where_they_can_be(words: str, rules: str, offered: list[str]) -> None:
    state = laid(f"{CLOSED} {words}", rules)
    assert [each.luck for each in offers(state).toggles if each.luck in ("heaven", "earth")] == offered
    for luck in offered:
        assert tapped(state, luck).won.self_draw is True


def test_the_offers_are_said_in_words() -> None:
    shown = offers_json(laid(TEXT), offers(laid(TEXT)), CHINESE)
    labels = {each.name: [setting.label for setting in each.settings] for each in shown.circumstances}
    assert labels["void"] == ["万", "筒", "条"]
    assert "杠上炮" in [each.label for each in shown.toggles]


def test_the_score_of_a_hand_has_the_points_and_the_fan_before_the_cap() -> None:
    found = outcome(laid("1122445578899s 7s discard seat=W", "sichuan-sbr")).assessment
    assert found is not None
    shown = assessment_json(found, ENGLISH)
    assert (shown.total, plain(shown)["raw"], plain(shown)["value"]) == (3, 4, 8)
    assert verdict_line(ENGLISH, found.shared) == "3 fan: 8 points, limit: the sum is capped"


@pytest.mark.parametrize("name", PRESETS)
def test_the_page_of_the_rules_has_every_switch(name: str) -> None:
    view = view_of(name)
    form = view.form(ENGLISH, name)
    assert form is not None
    assert {each.id: each.usual for each in (*form.first, *form.rest)} == dict(PRESETS[name].answers)
    assert len(form.first) == 10
    chosen = chosen_answers(view, CHINESE, BOOKS[name])
    assert [number for number, *_ in chosen] == [switch.id for switch in SWITCHES]
    assert not any(differs for *_, differs in chosen)
    least, most = view.bounds(ENGLISH, BOOKS[name])
    assert most == f"At most {BOOKS[name].preset.cap} fan."
    assert least.endswith("no minimum.")
