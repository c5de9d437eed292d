"""The forms of a match of Sichuan, the words of a deal with the names of its players, and a match over the API."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from scoring.games.sichuan.acts import ExchangedThree, MadeKong, NamedVoid, WallOut
from scoring.match.course import out_of_play
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, DeadHand, FalseWin, Forfeited, Seated, Won, act_from_dict
from scoring.match.state import Match
from tests.scoring.match.builders import FOUR, records
from webui.games.forms import ActForm, FormQuestion
from webui.games.view import view_of
from webui.messages import Messages

ENGLISH: Final = Messages.of("en")


def match(*acts: Act, rules: str = "sichuan-home") -> Match:
    """Return the match of four players after these acts."""
    found = fold(records(Seated(FOUR, rules), *acts, role="referee"))
    assert found.refused == {}
    return found


def forms(found: Match) -> dict[str, ActForm]:
    hand = found.current
    assert hand is not None
    return {form.key: form for form in view_of(found.rules.name).act_forms(ENGLISH, found, hand)}


def answers(asked: Sequence[FormQuestion]) -> dict[str, list[str]]:
    return {each.field: [option.value for option in each.options] for each in asked}


def test_a_kong_is_asked_of_those_who_play() -> None:
    found = match(Won("Bo", 1))
    asks = forms(found)["kong"].asks
    assert answers(asks)["player"] == ["Ann", "Chen", "Dai"]
    assert [each.when for each in asks] == [{}, {}, {"how": ["claimed"]}, {}]
    assert answers(asks)["tile"] == ["", *[f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]]
    for how in answers(asks)["how"]:
        giver = {"giver": "Chen"} if how == "claimed" else {}
        act = act_from_dict(forms(found)["kong"].act | {"how": how, "player": "Ann"} | giver)
        match(Won("Bo", 1), act)  # type: ignore[arg-type]  # the match follows each that is offered


def test_the_exchange_is_asked_before_the_first_act_where_the_table_plays_it() -> None:
    assert "exchange" in forms(match())
    assert "exchange" not in forms(match(ExchangedThree("left")))
    assert "exchange" not in forms(match(rules="sichuan-sbr"))


@pytest.mark.parametrize(
    ("rules", "states"),
    [
        ("sichuan-home", ["not-ready", "0", "1", "2", "3", "4", "pig"]),
        ("sichuan-sbr", ["not-ready", "0", "1", "2", "3", "pig", "passive"]),
    ],
)
def test_the_end_of_the_wall_asks_for_each_hand_that_has_not_won(rules: str, states: list[str]) -> None:
    found = match(Won("Bo", 1), rules=rules)
    (wall,) = view_of(rules).result_form(ENGLISH, found, found.current, {}).draws
    assert answers(wall.questions) == dict.fromkeys(("east", "west", "north"), states)
    assert [each.title for each in wall.questions] == ["Ann", "Chen", "Dai"]
    assert {each.known for each in wall.questions} == {None}  # nothing is assumed of anybody
    for state in states:
        match(Won("Bo", 1), WallOut(east=state, west=state, north=state), rules=rules)


def test_the_end_of_the_wall_does_not_ask_for_one_who_is_not_there() -> None:
    found = match(Forfeited("Dai", "x"), rules="sichuan-sbr")
    (wall,) = view_of("sichuan-sbr").result_form(ENGLISH, found, found.current, {}).draws
    assert [each.title for each in wall.questions] == ["Ann", "Bo", "Chen"]
    ended = match(Forfeited("Dai", "x"), WallOut("not-ready", "not-ready", "1"), rules="sichuan-sbr")
    assert ended.hands[0].ended


def test_how_the_tile_came_is_asked_once_a_kong_is_recorded() -> None:
    view = view_of("sichuan-home")
    found = match()
    assert view.result_form(ENGLISH, found, found.current, {}).luck is None
    found = match(MadeKong("Ann", "added"))
    luck = view.result_form(ENGLISH, found, found.current, {}).luck
    assert luck is not None
    for option in luck.discard:
        match(MadeKong("Ann", "added"), Won("Bo", 1, "Ann", luck=option.value))
    for option in luck.self_drawn:
        match(MadeKong("Ann", "added"), Won("Ann", 1, luck=option.value))


def test_a_player_sees_void_suits_and_who_has_won() -> None:
    found = match(NamedVoid("Bo", "m"), Won("Bo", 2, "Ann"))
    view, hand = view_of("sichuan-home"), found.hands[0]
    assert view.sections(ENGLISH, hand).declared == {"Bo": "void suit characters, 1. to win: 2 fan"}
    assert out_of_play(found, hand) == ("Bo",)
    assert view.sections(ENGLISH, hand).title == "Deal 1"


def test_a_sheet_shows_each_payment_and_its_reason() -> None:
    acts: list[Any] = [
        MadeKong("Ann", "claimed", "Bo", "5p"),
        Claimed((Won("Bo", 1, "Ann", luck="kong-shot"), Won("Chen", 0, "Ann", luck="kong-shot"))),
        WallOut(north="pig", east="1"),
    ]
    assert [*view_of("sichuan-home").sections(ENGLISH, match(*acts).hands[0]).lines] == [
        "1. Ann: kong claimed from Bo, 5 Dots",
        "   Ann +2, Bo −2  (kong)",
        "2. Bo, Chen wins off Ann",
        "   Ann −4, Bo +2, Chen +2  (kong handed over to the winner)",
        "   Ann −2, Bo +2  (win of Bo, 1 fan)",
        "   Ann −1, Chen +1  (win of Chen, 0 fan)",
        "3. The wall is out: Ann ready, 1 fan, Dai flower pig",
        "   Ann +16, Bo +16, Chen +16, Dai −48  (flower pig)",
    ]
    others = match(DeadHand("Ann", "x"), Forfeited("Dai", "x"), FalseWin("Bo", "wrong tile"), rules="sichuan-sbr")
    assert [*view_of("sichuan-sbr").sections(ENGLISH, others.hands[0]).lines] == [
        "1. Ann: dead hand",
        "2. Dai has left",
        "3. False win of Bo",
        "   Bo loses 24 points to nobody",
    ]
