"""Riichi hands by their places: text and back, what is asked, indicators, red fives, the library that is missing."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.errors import MissingLibraryError
from scoring.games.riichi import combine
from scoring.games.riichi.words import NOTHING, RiichiExtra, declared
from scoring.hand import Win
from scoring.notation import expand
from scoring.rules import admit, tournament, withdraw
from vision.reading import Group, Reading, SeenTile
from webui.hand.edits import Add, SetCircumstances, SetRules, WriteTiles, edited
from webui.hand.effects import EditRejectedError
from webui.hand.offered import AvailableEdits
from webui.hand.offers import offers
from webui.hand.state import HandState, drawn, from_reading, outcome, places, stating, to_win
from webui.hand.text import from_text
from webui.hand.waits import waits
from webui.messages import Messages
from webui.messages import hand as hand_words
from webui.serializers.hands import offers_json

TEXT = "234m067p345s88s67s 8s"
ENGLISH = Messages.of("en")


def laid(text: str, rules: str = "riichi-mleague") -> HandState:
    return from_text(text, rules)


def won(state: HandState, **fields: Any) -> HandState:
    """Return the hand with circumstances as a page sends them."""
    return edited(state, SetCircumstances(stating(state.won, fields)))[0]


def stated(state: HandState, name: str, value: object) -> HandState:
    """Return the hand after the tap on a value of a circumstance."""
    circumstance = next(each for each in offers(state).circumstances if each.name == name)
    return won(state, **next(each.sets for each in circumstance.settings if each.value == value))


def tapped(state: HandState, luck: str) -> HandState:
    return won(state, **next(each.sets for each in offers(state).toggles if each.luck == luck))


@pytest.mark.parametrize(
    "words",
    [
        "self-draw riichi ippatsu seat=S round=E dora=4p ura=9m honba=2 sticks=1",
        "discard double-riichi seat=S round=E from=W dora=4p9m ura=0",
        "discard no-riichi last-tile seat=E dora=0",
        "discard open-riichi double-riichi from-no-riichi seat=S round=E from=W dora=0 ura=0",
    ],
)
def test_all_that_a_text_says_of_riichi_comes_back(words: str) -> None:
    text = f"{TEXT} {words}"
    win = to_win(laid(text))
    assert win == replace(to_win(laid(TEXT)), **said(laid(text)))
    assert to_win(laid(outcome(laid(text)).text or "")) == win
    assert win.red == ("5p",)


def of_riichi(state: HandState) -> RiichiExtra:
    """Return what the hand says of riichi."""
    assert isinstance(state.won.extra, RiichiExtra)
    return state.won.extra


def said(state: HandState) -> dict[str, Any]:
    own = of_riichi(state)
    return {name: getattr(state.won, name) for name in ("self_draw", "last_tile", "seat")} | {
        "extra": None if own == NOTHING else own,
        "round_wind": state.won.round,
        "discarder": state.won.discarder,
    }


def test_other_rules_know_nothing_of_riichi() -> None:
    state, _ = edited(laid(f"{TEXT} riichi dora=4p honba=2"), SetRules("mcr"))
    assert to_win(state) == replace(to_win(laid(TEXT)), red=())
    assert offers(state).indicators == ()
    assert offers(state).red == ()
    back, _ = edited(state, SetRules("riichi-mleague"))
    assert to_win(back).extra == RiichiExtra(riichi=True, dora=("4p",), honba=2)


def test_the_page_asks_what_matters_until_it_is_said() -> None:
    state = laid(TEXT)
    assert asked(state) == {"self-draw", "seat", "riichi", "dora", "ura"}
    state = stated(stated(state, "self_draw", False), "seat", "S")
    state = stated(state, "riichi", False)
    assert asked(state) == {"dora"}  # without riichi there is nothing below
    state = won(state, dora=())
    found = outcome(state)
    assert asked(state) == set()
    assert found.sheet is not None
    assert found.sheet.total == 3900  # pinfu, tanyao, red five
    assert (found.sheet.extra.han, found.sheet.extra.fu) == (3, 30)


def asked(state: HandState) -> set[str]:
    found = outcome(state).assessment
    assert found is not None
    return set(found.open)


def test_an_open_hand_is_not_asked_about_riichi() -> None:
    state = laid("[234m,1]067p345s88s67s 8s seat=S round=E discard")
    assert "riichi" not in {each.name for each in offers(state).circumstances}
    assert asked(state) == {"dora"}


def test_riichi_brings_ippatsu_and_ura_and_takes_them_away() -> None:
    state = stated(laid(f"{TEXT} discard seat=S round=E"), "riichi", "double")
    assert (of_riichi(state).riichi, of_riichi(state).double_riichi) == (True, True)
    assert [each.name for each in offers(state).indicators] == ["dora", "ura"]
    state = won(tapped(state, "ippatsu"), ura=("9m",))
    assert declared(to_win(state)).ippatsu
    state = stated(state, "riichi", False)
    assert (of_riichi(state).double_riichi, of_riichi(state).ippatsu, of_riichi(state).ura) == (False, False, None)
    assert "ippatsu" not in lucks(offers(state))


def test_open_riichi_is_for_houses_that_know_it_and_asks_who_fed_it_where_it_costs_a_yakuman() -> None:
    assert values(laid(TEXT), "riichi") == [False, True, "double"]
    text = 'name="opened"\ntitle="Opened"\nbase="riichi-home"\nsource="us"\n[switches]\nRI27="yakuman"'
    admit(tournament(text))
    try:
        state = laid(f"{TEXT} discard seat=S round=E from=W dora=0 ura=0", "opened")
        assert values(state, "riichi") == [False, True, "double", "open", "double-open"]
        assert values(state, "from_riichi") == []
        state = stated(state, "riichi", "double-open")
        own = of_riichi(state)
        assert (own.riichi, own.double_riichi, own.open_riichi) == (True, True, True)
        assert asked(state) == {"from-riichi"}
        assert values(state, "from_riichi") == [False, True]
        fed = stated(state, "from_riichi", False)
        found = outcome(fed)
        assert (asked(fed), found.sheet and found.sheet.total) == (set(), 32000)
        other, _ = edited(fed, SetCircumstances(drawn(fed.won, False, "N")))
        assert asked(other) == {"from-riichi"}, "it was said of another"
        assert asked(stated(fed, "self_draw", True)) == set()
        closed = stated(fed, "riichi", True)
        own = of_riichi(closed)
        assert (own.open_riichi, own.from_riichi, own.double_riichi) == (False, None, False)
    finally:
        withdraw("opened")


def values(state: HandState, name: str) -> list[object]:
    """Return the values of a circumstance that are offered."""
    return [each.value for some in offers(state).circumstances if some.name == name for each in some.settings]


def lucks(offered: AvailableEdits) -> set[str]:
    return {each.luck for each in offered.toggles}


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (f"{TEXT} self-draw seat=E", {"heaven"}),
        (f"{TEXT} self-draw seat=S", {"earth"}),
        (f"{TEXT} discard seat=S", {"man"}),
        (f"{TEXT} self-draw seat=S riichi", set()),
        ("[1111m]067p345s88s67s 8s self-draw seat=S", set()),
    ],
)
def test_the_first_go_round_is_offered_where_it_may_be(text: str, offered: set[str]) -> None:
    state = laid(text, "riichi-ema")
    assert lucks(offers(state)) & {"heaven", "earth", "man"} == offered
    for luck in offered:
        found = outcome(won(tapped(state, luck), round="E", dora=(), riichi=False)).sheet
        assert found is not None
        assert found.findings == ()
        assert {line.id for line in found.lines} & {"Tenhou", "Chiihou", "Renhou"}


def test_renhou_is_for_rules_that_have_it() -> None:
    assert "man" not in lucks(offers(laid(f"{TEXT} discard seat=S", "riichi-mleague")))


def photographed() -> tuple[HandState, Reading]:
    """Return a hand of thirteen and one, with three discards together and an indicator alone."""
    tiles = (*expand("234m567p34588678s"), "1m", "9p", "E", "4p", "f1")
    groups = [0] * 13 + [1] + [2] * 3 + [3, 4]
    quad = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))
    seen = tuple([SeenTile(tile, "up", 0.99, quad, group) for tile, group in zip(tiles, groups, strict=True)])
    grouped = (
        Group("concealed", tuple(range(13))), Group("winning", (13,)), Group("aside", (14, 15, 16)),
        Group("aside", (17,)), Group("aside", (18,)),
    )  # fmt: skip
    reading = Reading((100, 100), seen, grouped, "234m567p345s8867s 8s", True, (), {})
    return from_reading(reading, "riichi-ema"), reading


def test_indicators_are_tapped_from_the_tiles_that_lie_apart() -> None:
    state, reading = photographed()
    (above,) = offers(state, reading).indicators
    assert above.tiles is None
    assert above.seen == ((17, "4p"), (14, "1m"), (15, "9p"), (16, "E"))  # the lone one first, and no flower
    action = next(each for each in offers(state, reading).tiles["a17"].actions if each.kind == "dora")
    state, effect = edited(state, action.edit, reading)
    assert of_riichi(state).dora == ("4p",)
    assert hand_words.effect(ENGLISH, effect) == "dora indicators: 4p"
    (above,) = offers(state, reading).indicators
    assert 17 not in dict(above.seen)
    shown = offers_json(state, offers(state, reading), ENGLISH)
    assert (shown.indicators[0].label, shown.indicators[0].tiles) == ("Dora indicators", ("4p",))


def test_a_wall_has_five_indicators_and_four_copies() -> None:
    state = won(laid(TEXT), dora=("1m", "1m", "1m", "1m"))
    (above,) = offers(state).indicators
    assert "1m" not in above.faces
    assert "8s" in above.faces  # the hand has three of them
    assert "8s" not in offers(won(state, dora=("8s",))).indicators[0].faces
    assert offers(won(state, dora=("1m",) * 4 + ("2p",))).indicators[0].faces == ()


def test_no_dora_is_said_and_taken_back() -> None:
    state = won(laid(f"{TEXT} discard seat=S round=E no-riichi"), dora=())
    assert state.won.sources["dora"] == "person"
    assert asked(state) == set()
    assert asked(won(state, dora=None)) == {"dora"}


def test_red_fives_are_added_and_written() -> None:
    state = HandState(rules="riichi-home")
    assert offers(state).red == ("5m", "5p", "5s")
    state, _ = edited(state, Add("5p", red=True))
    assert offers(state).red == ("5m", "5s")
    assert offers(HandState(rules="riichi-ema")).red == ()
    written, _ = edited(state, WriteTiles("234m067p340s88s67s 8s riichi"))
    assert sorted(slot.tile or "" for slot in places(written).values() if slot.red) == ["5p", "5s"]
    assert of_riichi(written).riichi is True
    with pytest.raises(EditRejectedError, match="not-a-five"):
        edited(state, Add("6p", red=True))


def test_riichi_has_no_flowers() -> None:
    offered = offers(laid(TEXT))
    assert offered.flowers == ()
    assert not {"f1", "s4"} & set(offered.faces)


def test_without_the_library_a_hand_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingLibraryError("", "2.1")

    monkeypatch.setattr(combine, "check_library", missing)
    found = outcome(laid(TEXT))
    assert found.assessment is None
    assert found.unfinished is not None
    assert "pip install 'tableside[riichi]'" in hand_words.unfinished(ENGLISH, found.unfinished)
    assert outcome(laid("123m456p789s11222m", "mcr")).assessment is not None


def test_a_hand_without_a_yaku_cannot_win() -> None:
    found = outcome(laid("[123m,1]567p345s88s67s 8s discard seat=S round=E dora=7s", "riichi-ema"))
    assert found.legal is False or found.lifting  # only luck would bring a yaku
    assert isinstance(to_win(laid(TEXT)), Win)


def test_a_ready_hand_says_what_it_waits_for_and_nothing_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = laid("234m067p345s88s67s seat=S round=E discard dora=0 no-riichi")
    assert [(each.tile, each.low, each.high) for each in waits(ready)] == [(f"{n}s", 3900, 3900) for n in (2, 5, 8)]

    def missing(name: str) -> str:
        raise combine.PackageNotFoundError(name)

    monkeypatch.setattr(combine, "version", missing)
    assert waits(ready) == ()
