"""The forms of a riichi match: declarations, values of hands, draws; beside those of games that ask for less."""

from typing import Final

import pytest

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.match.match import fold
from scoring.match.records import Act, DeadHand, Drawn, Seated, Void
from scoring.match.state import Match
from scoring.rules import admit, tournament, withdraw
from tests.scoring.match.builders import FOUR, records
from webui.games.view import view_of
from webui.messages import Messages
from webui.serializers.encoding import plain

ENGLISH: Final = Messages.of("en")


def match(rules: str, *acts: Act) -> Match:
    """Return the match of four players after these acts."""
    found = fold(records(Seated(FOUR, rules), *acts, role="referee"))
    assert found.refused == {}
    return found


def taps(found: Match) -> dict[str, dict[str, str] | None]:
    """Return the acts that are offered, by the label of the button."""
    hand = found.current
    assert hand is not None
    offers = view_of(found.rules.name).act_forms(ENGLISH, found, hand)
    return {each.label: each.act for some in offers for each in some.offers}


@pytest.mark.parametrize(
    ("acts", "open_to"),
    [
        ((), "Ann Bo Chen Dai"),
        ((DeclaredRiichi("S"),), "Ann Chen Dai"),
        ((DeclaredRiichi("S"), Void(2, "no")), "Ann Bo Chen Dai"),
        ((DeclaredRiichi("S"), DeadHand("N", "wrong tile count")), "Ann Chen"),
    ],
)
def test_riichi_is_offered_to_those_who_may_declare_it(acts: tuple[Act, ...], open_to: str) -> None:
    found = taps(match("riichi-ema", *acts))
    assert list(found) == list(FOUR), "each keeps a place on the page"
    offered = {player: act for player, act in found.items() if act}
    assert offered == {player: {"type": "DeclaredRiichi", "player": player} for player in open_to.split()}


def test_an_open_riichi_is_offered_beside_and_seen_where_the_house_knows_it() -> None:
    text = 'name="opened"\ntitle="Opened"\nbase="riichi-ema"\nsource="us"\n[switches]\nRI27="yes"'
    book = tournament(text)
    admit(book)
    try:
        found = match("opened", DeclaredRiichi("S", opened=True), DeclaredRiichi("W"))
        view, hand = view_of("opened"), found.hands[0]
        closed, shown = view.act_forms(ENGLISH, found, hand)
        assert (closed.title, shown.title) == ("Declare riichi", "Declare an open riichi")
        assert [each.act is None for each in closed.offers] == [each.act is None for each in shown.offers]
        assert shown.offers[0].act == {"type": "DeclaredRiichi", "player": "Ann", "opened": True}
        assert shown.offers[0].says == "Ann declares an open riichi"
        assert view.sections(ENGLISH, hand).declared == {"Bo": "open riichi", "Chen": "riichi"}
        assert view.sections(ENGLISH, hand).remarks == ["riichi: Chen", "open riichi: Bo"]
        assert plain(view.added.hand(hand))["open_riichi"] == ["Bo"]
    finally:
        withdraw("opened")


def test_a_declaration_is_seen_and_chosen_first_where_the_hand_is_drawn() -> None:
    view = view_of("riichi-ema")
    drawn = match("riichi-ema", DeclaredRiichi("S"), Drawn(("S", "W")))
    assert view.sections(ENGLISH, drawn.hands[0]).declared == {"Bo": "riichi"}
    assert view.sections(ENGLISH, drawn.hands[0]).of_draw == {"tenpai": ("Bo", "Chen")}
    assert view.sections(ENGLISH, match("riichi-ema", DeclaredRiichi("S")).hands[0]).of_draw == {"tenpai": ["Bo"]}


@pytest.mark.parametrize(
    ("rules", "ways", "asked"),
    [
        ("mcr", 1, []),
        ("hk", 1, []),
        ("zungjung", 1, []),
        ("riichi-ema", 1, [("tenpai", False)]),
        ("riichi-home", 5, [("tenpai", False), ("nagashi", True)]),
    ],
)
def test_a_draw_asks_for_what_the_game_pays(rules: str, ways: int, asked: list[tuple[str, bool]]) -> None:
    wall, *others = view_of(rules).result_form(ENGLISH, match(rules), None, {}).draws
    assert [(each.field, each.optional) for each in wall.asks] == asked
    assert len([wall, *others]) == ways
    for each in others:
        match(rules, Drawn(abortive=each.act["abortive"]))  # the match follows each draw that is offered


@pytest.mark.parametrize(
    ("rules", "label"),
    [
        ("mcr", "Points, flowers included"),
        ("hk", "Faan, flowers included"),
        ("zungjung", "Points, flowers included"),
        ("riichi-ema", "Han and fu"),
    ],
)
def test_points_are_entered_as_the_game_counts_them(rules: str, label: str) -> None:
    form = view_of(rules).result_form(ENGLISH, match(rules), None, {})
    assert form.points == label
    assert (form.dealer is None, form.other is None) == (label != "Han and fu",) * 2
