"""A hand as people have it: from a reading, through the page's JSON, to its score."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Finding, parse
from scoring.circumstances import assumed
from scoring.rules import tournament
from scoring.tiles import FACES, FLOWERS, PLAYED
from tests.books import RULES
from vision.reading import Reading
from webui.hand.state import (
    Circumstances,
    HandState,
    MeldState,
    Slot,
    Teller,
    drawn,
    from_reading,
    in_order,
    outcome,
    to_win,
    with_source,
)
from webui.messages import Messages
from webui.messages import hand as words


def slots(*codes: str | None) -> tuple[Slot, ...]:
    return tuple(Slot(code) for code in codes)


def hand(text: str, **changes: Any) -> HandState:
    """A hand laid as hand text says."""
    win = assumed(parse(text))
    melds = tuple(MeldState(m.kind, slots(*m.tiles), m.source) for m in win.melds)  # type: ignore[arg-type]
    won = Circumstances(
        self_draw=win.self_draw,
        last_tile=win.last_tile,
        kong=win.kong,
        round=win.round_wind,  # type: ignore[arg-type]
        seat=win.seat,  # type: ignore[arg-type]
    )
    return HandState(melds, slots(*win.concealed), Slot(win.winning), slots(*win.flower_tiles), won, **changes)


def test_every_tile_of_a_reading_finds_its_place(reading: Callable[..., Reading]) -> None:
    read = reading(
        (
            ("chow", "123m"),
            ("kong", "FFFF"),
            ("concealed", "456pEE"),
            ("winning", "E"),
            ("flowers", "f2"),
            ("aside", "9p9p"),
        )
    )
    state = from_reading(read, "mcr")
    assert [m.kind for m in state.melds] == ["chow", "kong"]
    assert [s.seen for m in state.melds for s in m.tiles] == [0, 1, 2, 3, 4, 5, 6]
    assert in_order(state.concealed) == ("4p", "5p", "6p", "E", "E")
    assert state.winning == Slot("E", 12)
    assert state.flowers == (Slot("f2", 13),)


def test_the_hidden_tiles_of_a_concealed_kong_are_named_after_those_that_show(reading: Callable[..., Reading]) -> None:
    state = from_reading(reading((("concealed-kong", "??77s"),)), "mcr")
    assert state.melds == (MeldState("concealed-kong", tuple(Slot("7s", n) for n in range(4))),)
    hidden = from_reading(reading((("concealed-kong", "????"),)), "mcr")
    assert hidden.melds[0].tiles[0].tile is None


def test_a_flower_among_the_tiles_goes_to_the_flowers_and_a_tile_among_them_back(
    reading: Callable[..., Reading],
) -> None:
    state = from_reading(reading((("concealed", "1m"), ("concealed", "f1"), ("flowers", "5p"))), "mcr")
    assert in_order(state.concealed) == ("1m", "5p")
    assert in_order(state.flowers) == ("f1",)


def test_a_meld_of_the_wrong_size_stays_visible_among_the_concealed(reading: Callable[..., Reading]) -> None:
    state = from_reading(reading((("pung", "55m"), ("winning", "12s"))), "mcr")
    assert not state.melds
    assert in_order(state.concealed) == ("5m", "5m", "2s")
    assert state.winning
    assert state.winning.tile == "1s"


def test_where_no_hand_was_made_out_the_largest_group_stands_for_it(reading: Callable[..., Reading]) -> None:
    state = from_reading(reading((("aside", "5p"), ("aside", "123456789m11s"), ("aside", "77s"))), "mcr")
    assert len(state.concealed) == 11
    assert state.winning is None


def test_a_wall_does_not_stand_for_a_hand(reading: Callable[..., Reading]) -> None:
    seen = reading((("aside", "1111222233334444p"), ("aside", "123456789m11s")))
    wall = tuple(replace(tile, tile=None, face="down") if tile.group == 0 else tile for tile in seen.tiles)
    assert len(from_reading(replace(seen, tiles=wall), "mcr").concealed) == 11


def test_a_whole_hand_is_scored() -> None:
    state = hand("[123s,1][CCCC]456789s9p 9p self-draw seat=E flowers=f1s3")
    scored = outcome(state)
    assert scored.unfinished is None
    assert scored.text == "[123s,1][CCCC]9p456789s 9p self-draw no-kong round=E seat=E flowers=f1s3"
    assert scored.sheet
    assert scored.sheet.wins
    assert "Pure Straight" in [line.name for line in scored.sheet.lines]


@pytest.mark.parametrize("rules", ["zungjung", "zj-open"])
def test_who_discarded_first_pays_also_under_a_tournaments_own_zung_jung(
    monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    own = tournament('name = "zj-open"\ntitle = "Open"\nbase = "zungjung"\nsource = "us"\n')
    monkeypatch.setitem(RULES, "zj-open", own)
    state = hand("[FFF,1][PPP,1]CC34789s 5s discard seat=S", rules=rules)
    state = replace(state, won=replace(state.won, discarder="E", first_discarder="W"))
    sheet = outcome(state).sheet
    assert sheet
    assert sheet.payments == {"E": -30, "S": 300, "W": -240, "N": -30}


def test_the_discarder_counts_only_for_a_discard() -> None:
    won = Circumstances(self_draw=True, discarder="W")
    assert to_win(HandState(won=won)).discarder is None
    assert to_win(HandState(won=Circumstances(discarder="W"))).discarder == "W"


UNKNOWN = Circumstances()


def test_nothing_is_known_of_a_hand_until_somebody_says_it() -> None:
    """A pung of East and a concealed kong: 4 points on a discard, 15 with both winds and the replacement tile."""
    scored = outcome(replace(hand("[EEE,1][1111m]234p55s67s 8s"), won=UNKNOWN))
    assert scored.sheet is None
    assert scored.text == "[EEE,1][1111m]234p5567s 8s"
    worth = scored.assessment
    assert worth
    assert (worth.wins, worth.low, worth.high, worth.legal) == (True, 4, 15, None)
    assert set(worth.open) == {"self-draw", "seat", "round", "kong"}


@pytest.mark.parametrize(
    ("old", "new", "sources"),
    [
        (UNKNOWN, Circumstances(self_draw=False, seat="S"), {"self_draw": "person", "seat": "person"}),
        (UNKNOWN, Circumstances(kong=False), {"kong": "person"}),
        (UNKNOWN, Circumstances(last_tile=True), {"last_tile": "person"}),
        (UNKNOWN, Circumstances(seat="S", sources={"seat": "camera"}), {"seat": "person"}),
        (
            Circumstances(seat="S", round="E", sources={"seat": "camera", "round": "play"}),
            Circumstances(seat="W", round="E"),
            {"seat": "person", "round": "play"},
        ),
        (Circumstances(last_tile=True, sources={"last_tile": "person"}), UNKNOWN, {}),
        (Circumstances(discarder="S", sources={"discarder": "play"}), UNKNOWN, {}),
    ],
)
def test_what_is_said_keeps_who_said_it(old: Circumstances, new: Circumstances, sources: dict[str, Teller]) -> None:
    assert with_source(old, new, "person") == replace(new, sources=sources)


@pytest.mark.parametrize(
    ("won", "self_draw", "kong"),
    [
        (Circumstances(self_draw=True, kong=True), True, True),
        (Circumstances(self_draw=True, kong=True), False, None),
        (Circumstances(self_draw=False, kong=True), True, None),
        (Circumstances(kong=False), True, False),
    ],
)
def test_a_kong_on_an_own_draw_is_none_on_a_discard(won: Circumstances, self_draw: bool, kong: bool | None) -> None:
    """The replacement tile of a kong cannot be discarded, and a robbed kong is not drawn."""
    after = drawn(replace(won, heaven=True), self_draw)
    assert after.kong is kong
    assert after.heaven == (won.self_draw is self_draw)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (HandState(), "No tiles yet"),
        (HandState(concealed=slots("1m", None, None), winning=Slot(None)), "3 of the tiles could not be read"),
        (HandState(concealed=slots(*["1m"] * 14)), "Which tile is the winning tile?"),
        (HandState(concealed=slots(*["1m"] * 13)), "13 tiles, counting a kong as three: add 1"),
        (HandState(concealed=slots("1m", "2m"), winning=Slot("3m")), "3 tiles, counting a kong as three: add 11"),
        (HandState(concealed=slots(*["E"] * 14), winning=Slot("E")), "take 1 away"),
        (HandState(concealed=slots(*["E"] * 16), winning=Slot("E")), "hands of 17 are under Taiwanese sixteen tiles"),
        (HandState(concealed=slots(*["E"] * 16)), "These rules play with 14 tiles; hands of 17 are under Taiwanese"),
        (HandState(concealed=slots(*["E"] * 17)), "These rules play with 14 tiles; hands of 17 are under Taiwanese"),
        (
            HandState(concealed=slots(*["E"] * 13), winning=Slot("E"), rules="taiwan-home"),
            "These rules play with 17 tiles; hands of 14 are under Chinese Official",
        ),
        (HandState(concealed=slots(*["E"] * 14), rules="taiwan-home"), "add 3 to make 17"),
        (HandState(concealed=slots("f1"), winning=Slot("E")), "A flower lies among the other tiles"),
        (HandState(winning=Slot("s2")), "A flower lies among the other tiles"),
        (HandState(flowers=slots("5m")), "no flower lies among the flowers"),
    ],
)
def test_an_unfinished_hand_says_what_is_missing(state: HandState, says: str) -> None:
    scored = outcome(state)
    assert scored.sheet is None
    assert scored.unfinished
    assert says in words.unfinished(Messages.of("en"), scored.unfinished)


def test_a_hand_that_does_not_win_is_a_sheet_that_says_so() -> None:
    scored = outcome(hand("1m4m7m2p5p8p3s6s9sEESW C"))
    assert scored.sheet
    assert scored.sheet.wins is False
    assert scored.sheet.legal is False


def test_a_fifth_copy_is_named() -> None:
    state = HandState(concealed=slots(*["1m"] * 4, *["2m"] * 3, *["3m"] * 3, *["5m"] * 3), winning=Slot("1m"))
    scored = outcome(state)
    assert scored.sheet
    assert Finding("fifth-copy", {"tile": "1m", "copies": 5}) in scored.sheet.findings


a_slot = st.builds(Slot, st.none() | st.sampled_from(FACES), st.none() | st.integers(0, 99))
a_meld = st.one_of(
    st.builds(MeldState, st.sampled_from(["chow", "pung"]), st.tuples(a_slot, a_slot, a_slot)),
    st.builds(MeldState, st.sampled_from(["kong", "concealed-kong"]), st.tuples(a_slot, a_slot, a_slot, a_slot)),
)
a_hand = st.builds(
    HandState,
    melds=st.lists(a_meld, max_size=4).map(tuple),
    concealed=st.lists(a_slot, max_size=16).map(tuple),
    winning=st.none() | a_slot,
    flowers=st.lists(st.builds(Slot, st.sampled_from(FLOWERS)), max_size=8).map(tuple),
    won=st.builds(
        Circumstances,
        self_draw=st.none() | st.booleans(),
        kong=st.none() | st.booleans(),
        round=st.none() | st.sampled_from("ESWN"),
        seat=st.none() | st.sampled_from("ESWN"),
    ),
    settled=st.frozensets(st.integers(0, 9)),
)


@given(a_hand)
def test_no_hand_breaks_scoring(state: HandState) -> None:
    scored = outcome(state)
    assert (scored.assessment is None) == (scored.unfinished is not None)
    assert (scored.sheet is None) == (scored.assessment is None or bool(scored.assessment.open))


@given(st.lists(st.sampled_from(PLAYED), min_size=13, max_size=13), st.sampled_from(PLAYED), a_hand)
def test_the_text_of_a_hand_reads_back_as_the_same_hand(tiles: list[str], winning: str, other: HandState) -> None:
    state = HandState(concealed=slots(*tiles), winning=Slot(winning), won=other.won)
    text = outcome(state).text
    assert text
    assert parse(text) == to_win(state)
