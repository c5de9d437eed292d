"""Circumstances of a win that the followed deal shows: filled in where nobody has said them, and open to anybody."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace as with_

from scoring.follow.events import AnyEvent, Claim, Discard, Flower, Kong, Unseen, Win
from scoring.rules import BOOKS
from tests.served import make_reading
from tests.webui.followed import followed as journaled
from tests.webui.table.follow.test_journal import AT, BEGUN, HAND
from webui.hand.edits import SetCircumstances, edited
from webui.hand.hand import TableHand, photographed
from webui.hand.state import Circumstances, Slot, outcome, values_of
from webui.records.store import Storage
from webui.table.follow.journal import FollowedDeal, FollowJournal, Resumed
from webui.table.follow.win import shown, sights, taken
from webui.table.table import Table

KONG = (("concealed-kong", "CCCC"), ("concealed", "123m456p789s9p"), ("winning", "9p"))
TILES = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "9p", "9p", "E", "E", "E")
FOUR = tuple(Discard(t=seat, seat=seat, tile=tile, sure=True) for seat, tile in ((2, "E"), (3, "S"), (4, "W")))
EARLY = (*FOUR, Discard(t=5, seat=1, tile="N", sure=True))
PUNG = Claim(t=6, seat=2, kind="pung", tile="N", tiles=("N",) * 3, source=1)
LATE = (*EARLY, Discard(t=6, seat=2, tile="9p", sure=True))
"""Seat 2 is East; seat 3, South, wins in what follows."""
SOUTH = Circumstances(seat="S", sources={"seat": "camera"})


def won(source: int | None, tile: str = "9p", sure: bool = True, tiles: tuple[str, ...] = TILES) -> Win:
    return Win(t=99, seat=3, tile=tile, source=source, hand=tiles, sure=sure)


def doubted(event: AnyEvent) -> AnyEvent:
    """The same event, of which the camera is not sure."""
    return with_(event, sure=False)


def deal(*events: AnyEvent | Resumed, rules: str = "mcr") -> FollowedDeal:
    journal = FollowJournal(Storage.open(None).followed, 1)
    number = journal.begin(with_(BEGUN, play=BOOKS[rules].play), AT)
    entries = [event if isinstance(event, Resumed) else with_(event, number=n) for n, event in enumerate(events, 1)]
    journal.append(number, AT, [(each, None) for each in entries])  # type: ignore[misc]
    found = journal.read(number)
    assert found is not None
    return found


def hand(groups: Any = KONG, known: Circumstances = SOUTH, chair: int = 3, rules: str = "mcr") -> TableHand:
    reading = replace(make_reading(groups), chair=chair)
    return photographed("p", reading, rules, known, HAND)


def after(followed: FollowedDeal, laid: TableHand) -> TableHand:
    """The hand after it took over what was seen."""
    for edit in taken(followed, laid):
        state, _ = edited(laid.laid, edit, laid.reading, "camera")
        laid = replace(laid, laid=state, outcome=outcome(state))
    return laid


def lefts(count: int, wall: int = 144) -> tuple[Discard, ...]:
    """Discards after which so many tiles are left to draw, of a wall without dead tiles."""
    number = wall - 53 - count + 1
    return tuple(Discard(t=n, seat=(n - number + 2) % 4 + 1, tile="5s", sure=True) for n in range(number))


LONE_GROUPS = (("concealed-kong", "CCCC"), ("concealed", "123m456p99s78p"), ("winning", "9p"))
LONE = ("1m", "2m", "3m", "4p", "5p", "6p", "9s", "9s", "7p", "8p", "9p")
"""A hand with one 9p alone, which may be the last of its kind."""
LATE_KONG = Kong(t=98, seat=3, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
SHOWN = tuple(Discard(t=0.1 * n, seat=n, tile="9p", sure=True) for n in (2, 3, 4))
TURN = tuple(Discard(t=8, seat=seat, tile="2s", sure=True) for seat in (3, 4, 1, 2))
NINES = Claim(t=6, seat=1, kind="pung", tile="9p", tiles=("9p",) * 3, source=2, sure=True)
EAST_KONG = Kong(t=0.5, seat=2, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
KONG_ADDED = Kong(t=7, seat=2, kind="added", tile="9p", tiles=("9p",) * 4, sure=True)
OWN_KONG = Kong(t=7, seat=3, kind="concealed", tile="C", tiles=("C",) * 4, sure=True)
CASES = {
    "on a discard": ((*LATE, won(2)), {"self_draw": False, "discarder": "E"}),
    "self-drawn, no replacement tile": (
        (
            *LATE,
            Discard(t=7, seat=3, tile="1s"),
            *(Discard(t=8, seat=k, tile="2s", sure=True) for k in (4, 1, 2)),
            won(0),
        ),
        {"self_draw": True, "kong": False},
    ),
    "on a replacement tile": ((*LATE, OWN_KONG, won(0)), {"self_draw": True, "kong": True}),
    "on one that replaced a flower too": (
        (*LATE, OWN_KONG, Flower(t=8, seat=3, tile="f1", sure=True), won(0)),
        {"kong": True},
    ),
    "by robbing a kong": ((*LATE, KONG_ADDED, won(2)), {"self_draw": False, "discarder": "E", "kong": True}),
    "on a discard that was not seen": ((*EARLY, won(2)), {"self_draw": None, "discarder": None}),
    "self-drawn out of turn": ((*EARLY, won(0)), {"self_draw": None, "kong": None}),
    "nobody saw by whom": ((*LATE, won(None)), {"self_draw": None, "discarder": None, "kong": None}),
    "on the last discard": ((*lefts(0), won(2)), {"last_tile": True, "self_draw": False}),
    "on the discard before it": ((*lefts(1), won(2)), {"last_tile": False}),
    "with the last tile": ((*lefts(1), won(0)), {"last_tile": True, "self_draw": True}),
    "with the last tile, the replacement of a kong": (
        (*lefts(2), LATE_KONG, won(0)),
        {"last_tile": True, "self_draw": True, "kong": True},
    ),
    "with the replacement of a kong, one before the last": (
        (*lefts(3), LATE_KONG, won(0)),
        {"last_tile": False, "kong": True},
    ),
    "by robbing a kong of the last tile": (
        (*lefts(1), with_(KONG_ADDED, t=98), won(2)),
        {"last_tile": False, "kong": True},
    ),
    "on a tile of which the hand has another": ((*SHOWN[:2], *LATE, won(2)), {"last_of_kind": False}),
    "with a gap before it": ((*lefts(0)[:-1], Unseen(t=90, seat=0, count=1, after=80), won(2)), {"last_tile": False}),
    "after a time that was not followed": ((Resumed(t=0, after=0), *lefts(0), won(2)), {"last_tile": False}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_seen_is_filled_in_from_the_camera(case: str) -> None:
    events, stated = CASES[case]
    laid = after(deal(*events), hand()).laid
    assert {name: getattr(laid.won, name) for name in stated} == stated
    for name, value in stated.items():
        if value not in (None, False) or name in ("self_draw", "kong"):
            assert laid.won.sources.get(name, "camera") == "camera"


@pytest.mark.parametrize(
    ("events", "rules", "seat", "kind"),
    [
        ((won(0),), "zungjung", "S", "heaven"),  # seat 3 is South: it cannot be heaven
        ((LATE[0], won(2)), "zungjung", "S", "earth"),
        ((*EARLY, won(1)), "zungjung", "S", ""),
        ((LATE[0], won(0)), "riichi-ema", "S", "earth"),
        ((LATE[0], PUNG, won(0)), "riichi-ema", "S", ""),
        ((EAST_KONG, LATE[0], won(2)), "zungjung", "S", ""),  # 002: East has made a concealed kong
        ((EAST_KONG, LATE[0], won(2)), "hk", "S", ""),
        ((LATE[0], won(2)), "mcr", "S", ""),
    ],
)
def test_the_first_turn_is_what_its_rules_make_of_it(events: Any, rules: str, seat: str, kind: str) -> None:
    concealed = (("concealed", "123m456p789s9pEEE"), ("winning", "9p"))
    laid = after(deal(*events, rules=rules), hand(concealed, rules=rules)).laid.won
    assert [name for name in ("heaven", "earth", "man") if getattr(laid, name)] == ([kind] if kind == "earth" else [])


THREE = tuple(Discard(t=seat, seat=seat, tile=tile, sure=True) for seat, tile in ((2, "E"), (3, "S"), (1, "W")))
"""Seat 2 is East, seat 3 South, seat 1 West; nobody sits at 4."""
NINE_P = Discard(t=5, seat=2, tile="9p", sure=True)
OWN_NORTH = Flower(t=6, seat=3, tile="N", sure=True)
EAST_NORTH = Flower(t=7, seat=2, tile="N", sure=True)
NEXT = tuple(Discard(t=6.5 + n, seat=seat, tile="2s", sure=True) for n, seat in enumerate((3, 1, 2)))
OF_THREE: dict[str, tuple[tuple[AnyEvent, ...], dict[str, object]]] = {
    "on the replacement tile of a North": ((*THREE, NINE_P, OWN_NORTH, won(0)), {"self_draw": True, "kong": True}),
    "on one that is not sure": (
        (*THREE, NINE_P, doubted(OWN_NORTH), won(0)),
        {"self_draw": None, "kong": None},
    ),
    "after a North and a discard": (
        (*THREE, NINE_P, OWN_NORTH, *NEXT, won(0)),
        {"self_draw": True, "kong": None},  # one that nobody saw leaves no gap
    ),
    "on a discard": ((*THREE, NINE_P, won(2)), {"discarder": "E", "kong": None, "robbed": False}),
    "on the North that East set aside": (
        (*THREE, EAST_NORTH, won(2, "N")),
        {"self_draw": False, "discarder": "E", "kong": None, "robbed": True},
    ),
    "on the discard after a North": (
        (*THREE, EAST_NORTH, with_(NINE_P, t=8, tile="N"), won(2, "N")),
        {"discarder": "E", "robbed": False},
    ),
    "on a North that is not sure": (
        (*THREE, doubted(EAST_NORTH), won(2, "N")),
        {"self_draw": None, "discarder": None, "robbed": False},
    ),
    "with the first tile": ((THREE[0], won(0)), {"earth": True}),
    "with the first tile, after its own North": (
        (THREE[0], with_(OWN_NORTH, t=3), won(0)),
        {"earth": False, "kong": True},
    ),
    "with the first tile, after East's North": ((with_(EAST_NORTH, t=1), THREE[0], won(0)), {"earth": False}),
}


@pytest.mark.parametrize("case", OF_THREE)
def test_what_was_seen_of_a_win_of_three_is_filled_in(case: str) -> None:
    events, stated = OF_THREE[case]
    win = events[-1]
    assert isinstance(win, Win)
    concealed = "123p456p789sEEEN" if win.tile == "N" else "123p456p789s9pEEE"
    laid = after(deal(*events, rules="sanma-tenhou"), hand((("concealed", concealed),), rules="sanma-tenhou")).laid
    assert {name: values_of(laid.won)[name] for name in stated} == stated
    assert (laid.winning.tile if laid.winning else "") == win.tile


def test_the_first_of_three_draws_after_the_third() -> None:
    """Seat 1 is West, and plays after seat 3."""
    win = with_(won(0), seat=1)
    found = {each.kind: each.value for each in sights(deal(*THREE[:2], win, rules="sanma-tenhou"))}
    assert found["giver"] == "self"
    out_of_turn = sights(deal(*THREE[:1], win, rules="sanma-tenhou"))
    assert [each.kind for each in out_of_turn] == ["winning"]


def test_a_robbed_north_is_offered_where_it_is_not_sure() -> None:
    """Its word takes it over, and stands in the hand with the word that takes it back."""
    followed = deal(*THREE, doubted(EAST_NORTH), won(2, "N"), rules="sanma-tenhou")
    laid = hand((("concealed", "123p456p789sEEEN"),), rules="sanma-tenhou")
    offered = {each.sight.kind: each for each in shown(followed, laid)}
    assert not offered["giver"].stands
    for kind in ("giver", "rob-north"):
        (each,) = [each for each in shown(followed, laid) if each.sight.kind == kind]
        assert each.edit is not None
        laid = replace(laid, laid=edited(laid.laid, each.edit, laid.reading)[0])
    assert (laid.laid.won.discarder, values_of(laid.laid.won)["robbed"]) == ("E", True)


def test_nothing_is_put_over_a_persons_word(table: Table) -> None:
    followed = deal(*LATE, won(2))
    before = hand()
    for known in (replace(SOUTH, self_draw=True), replace(SOUTH, self_draw=False, discarder="W")):
        said = hand(known=replace(known, sources={"self_draw": "person", "discarder": "person", "seat": "camera"}))
        assert after(followed, said).laid.won == said.laid.won
    table.hands.add(before)
    filled = table.hands.change(before.id, taken(followed, before)[0], 1, "camera")
    assert filled is not None
    assert (filled.laid.won.discarder, filled.changes[0].by) == ("E", "camera")
    giver = next(each for each in shown(followed, filled) if each.sight.kind == "giver")
    assert giver.edit is not None
    contradicted = table.hands.change(before.id, giver.edit, 2)
    assert contradicted is not None
    assert (contradicted.laid.won.self_draw, contradicted.laid.won.discarder) == (None, None)
    assert taken(followed, contradicted) == []  # it stays as the person left it
    assert [each.sight.kind for each in shown(followed, contradicted)] == ["winning"]


@pytest.mark.parametrize(
    ("rules", "kong", "flower", "replaced"),
    [
        ("mcr", True, True, True),
        ("mcr", False, True, None),
        ("taiwan-home", True, True, True),
        ("taiwan-home", False, True, True),  # one word says both
        ("taiwan-home", False, False, None),
    ],
)
def test_the_replacement_of_a_flower_is_what_its_rules_make_of_it(
    rules: str, kong: bool, flower: bool, replaced: bool | None
) -> None:
    """With a kong before it, it replaces that."""
    events = (
        *LATE,
        *TURN[1:],
        *((with_(OWN_KONG, t=8.5),) if kong else ()),
        *((Flower(t=9, seat=3, tile="f1", sure=True),) * flower),
    )
    groups = KONG if kong else (("concealed", "CCC123m456p789s9p"), ("winning", "9p"))
    laid = hand(groups, rules=rules)
    flowers = (Slot("f1"),) if flower else ()
    laid = replace(laid, laid=replace(laid.laid, flowers=flowers))
    assert after(deal(*events, won(0), rules=rules), laid).laid.won.kong is replaced


@pytest.mark.parametrize(("rules", "sure"), [("mcr", True), ("taiwan-home", False)])
def test_that_no_flower_was_replaced_is_not_sure_where_that_counts(rules: str, sure: bool) -> None:
    """A flower that was not seen leaves no gap."""
    (seen,) = [each for each in sights(deal(*LATE, *TURN[1:], won(0), rules=rules)) if each.kind == "kong"]
    assert (seen.value, seen.sure) == (False, sure)


LONE_CASES = {
    "discarded": ((*SHOWN, *EARLY, LATE[-1]), 2, True),
    "drawn": ((*SHOWN, *EARLY, *TURN), 0, True),
    "beside an open pung": ((*EARLY, NINES, *TURN), 0, True),
    "with one of them held by somebody": ((*SHOWN[:2], *EARLY, LATE[-1]), 2, False),
    "drawn, with one of them held by somebody": ((*SHOWN[:2], *EARLY, *TURN), 0, False),
    "robbed from a kong": ((*EARLY, NINES, with_(KONG_ADDED, t=9)), 2, False),
    "with a gap": ((*SHOWN, *EARLY, Unseen(t=5.5, seat=2, count=1, after=5), LATE[-1]), 2, False),
}


@pytest.mark.parametrize("case", LONE_CASES)
def test_the_last_of_its_kind_is_filled_in_where_the_three_others_lie_open(case: str) -> None:
    events, source, is_last = LONE_CASES[case]
    laid = after(deal(*events, won(source, tiles=LONE)), hand(LONE_GROUPS)).laid.won
    assert laid.last_of_kind is is_last
    assert laid.sources.get("last_of_kind") == ("camera" if is_last else None)


WALLS = {"mcr": 144, "hk": 144, "hk-hkma": 136, "zungjung": 122, "riichi-ema": 122, "sichuan-sbr": 108}


@pytest.mark.parametrize("rules", WALLS)
@pytest.mark.parametrize("kong", [False, True])
def test_the_last_tile_is_that_of_the_wall_of_its_game(rules: str, kong: bool) -> None:
    """The wall is written here, without the tiles that nobody draws; riichi replaces from these."""
    own = (LATE_KONG,) if kong else ()
    for left in range(4):
        events = (*lefts(left, WALLS[rules]), *own)
        found = sights(deal(*events, won(0), rules=rules))
        last = [sight.sure for sight in found if sight.kind == "last-tile"]
        assert last == ([True] if left == 1 + kong and not (kong and rules == "riichi-ema") else []), left
        assert deal(*events, rules=rules).state().left == left - kong


def test_a_flower_where_none_are_played_shows_a_set_of_144(table: Table) -> None:
    seen = (Flower(t=0.5, seat=2, tile="f1", sure=True),)
    found = sights(deal(*seen, *lefts(1, 136)[1:], won(0), rules="hk-hkma"))
    assert not [sight for sight in found if sight.kind == "last-tile"]
    found = sights(deal(*seen, *lefts(1)[1:], won(0), rules="hk-hkma"))
    assert [sight for sight in found if sight.kind == "last-tile"]


UNSURE = {
    "one of its kind": (
        (*SHOWN[:2], *EARLY, doubted(SHOWN[2]), LATE[-1], won(2, tiles=LONE)),
        {"giver": True, "last-of-kind": False},
    ),
    "the win": ((*LATE, won(2, sure=False)), {"winning": False, "giver": False}),
    "the discard": ((*EARLY, doubted(LATE[-1]), won(2)), {"winning": True, "giver": False}),
    "the flower before": ((*LATE, OWN_KONG, Flower(t=8, seat=3, tile="f1"), won(0)), {"winning": True, "giver": False}),
    "a discard long ago": ((doubted(lefts(0)[0]), *lefts(0)[1:], won(2)), {"giver": True, "last-tile": False}),
}


@pytest.mark.parametrize("case", UNSURE)
def test_what_the_camera_is_not_sure_of_is_offered_and_leaves_the_question_open(table: Table, case: str) -> None:
    events, said = UNSURE[case]
    followed = deal(*events)
    laid = after(followed, hand())
    found = {each.sight.kind: each for each in shown(followed, laid)}
    assert {kind: found[kind].sight.sure for kind in said} == said  # type: ignore[index]
    for kind in said:
        each = found[kind]  # type: ignore[index]
        assert each.stands == (each.sight.sure or kind == "winning")
    stated = laid.laid.won.self_draw is not None
    assert stated == found["giver"].sight.sure
    offered = next(each for each in found.values() if not each.sight.sure and each.edit)
    assert offered.edit is not None
    table.hands.add(laid)
    kept = table.hands.change(laid.id, offered.edit, laid.version)
    assert kept is not None
    assert kept.laid.won.self_draw is not None
    assert offered.sight.kind not in {each.sight.kind for each in shown(followed, kept) if not each.stands}
    assert taken(followed, kept) == []


def test_what_is_not_sure_any_more_is_taken_back() -> None:
    first = after(deal(*lefts(0), won(2)), hand())
    assert (first.laid.won.discarder, first.laid.won.last_tile) == ("E", True)
    less = after(deal(doubted(lefts(0)[0]), *lefts(0)[1:], won(2)), first).laid.won
    assert (less.discarder, less.last_tile) == ("E", False)
    none = after(deal(*lefts(0), won(2, sure=False)), first).laid.won
    assert (none.self_draw, none.discarder, none.last_tile) == (None, None, False)


def test_what_the_camera_sees_otherwise_later_replaces_what_it_said() -> None:
    first = after(deal(*LATE, won(2)), hand())
    self_drawn = after(deal(*LATE, won(0)), first).laid.won
    assert (self_drawn.self_draw, self_drawn.discarder) == (True, None)
    unseen = after(deal(*LATE, won(None)), first).laid.won
    assert (unseen.self_draw, unseen.discarder) == (None, None)


@pytest.mark.parametrize(
    ("chair", "known", "groups", "is_theirs"),
    [
        (3, SOUTH, KONG, True),
        (3, Circumstances(), KONG, True),
        (1, Circumstances(), KONG, False),
        (3, replace(SOUTH, seat="W"), KONG, False),
        (0, Circumstances(), (("concealed", "123m456p789s9pEEE"), ("winning", "9p")), True),
        (0, Circumstances(), (("concealed", "111m444p777s9sEEE"), ("winning", "9s")), False),
    ],
)
def test_only_the_winners_hand_takes_it(chair: int, known: Circumstances, groups: Any, is_theirs: bool) -> None:
    followed = deal(*LATE, won(2))
    laid = hand(groups, known, chair)
    assert bool(taken(followed, laid)) == bool(shown(followed, laid)) == is_theirs
    assert after(followed, laid).laid.won.seat == ("S" if is_theirs else known.seat)
    assert taken(followed, replace(laid, laid=replace(laid.laid, deal=replace(HAND, began=9)))) == []


def test_the_tile_that_won_is_named_where_nobody_has(table: Table) -> None:
    followed = deal(*LATE, won(2))
    open_ = hand((("concealed", "123m456p789s9p9pEEE"),))
    assert open_.laid.winning is None
    laid = after(followed, open_)
    assert laid.laid.winning is not None
    assert laid.laid.winning.tile == "9p"
    other = hand((("concealed", "123m456p89s9p9pEEE"), ("winning", "7s")))
    assert after(followed, other).laid.winning == other.laid.winning
    (tile,) = [each for each in shown(followed, other) if each.sight.kind == "winning"]
    assert (tile.sight.value, tile.stands) == ("9p", False)
    assert tile.edit is not None
    state, _ = edited(other.laid, tile.edit, other.reading)
    assert state.winning is not None
    assert state.winning.tile == "9p"


@pytest.mark.parametrize(
    "groups",
    [
        (("concealed", "123m456p789s9pEEE"),),  # it lies in the pond yet, which is usual
        (("concealed", "123m456p789s9pEEE"), ("winning", "5p")),  # another player's tile was read beside the hand
    ],
)
def test_the_winning_tile_that_stays_in_the_pond_is_filled_in(groups: Any) -> None:
    laid = after(deal(*LATE, won(2)), hand(groups))
    assert laid.laid.winning is not None
    assert laid.laid.winning.tile == "9p"
    assert sorted(slot.tile for slot in laid.laid.concealed if slot.tile) == sorted([*TILES[:9], *TILES[10:]])
    assert laid.laid.won.discarder == "E"
    other = hand(groups)
    assert after(deal(*LATE, doubted(won(2))), other).laid.winning == other.laid.winning  # not without being sure


def test_each_is_shown_with_its_step_and_the_tap_against_it() -> None:
    followed = deal(*LATE, KONG_ADDED, won(2))
    laid = after(followed, hand())
    found = {each.sight.kind: each for each in shown(followed, laid)}
    assert {kind: each.sight.step.event.t for kind, each in found.items()} == {"winning": 99, "giver": 7, "kong": 7}
    assert found["kong"].edit == SetCircumstances(replace(laid.laid.won, kong=None))
    assert found["giver"].edit is not None
    assert sights(deal(*LATE)) == []


def test_a_hand_that_was_recorded_stays_as_it_was_recorded(table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    journaled(table)
    now = table.matches.deal()
    assert now is not None
    reading = replace(make_reading((("kong", "EEEE"), ("concealed", "123456789mC"), ("winning", "C"))), chair=2)
    known = Circumstances(seat="S", round="E", sources={"seat": "person", "round": "match"})
    first, other = (table.hands.add(photographed("p", reading, "mcr", known, now)) for _ in range(2))
    table.record({"type": "Won", "winner": "S", "points": 26, "payer": "N", "laid": first.id}, uuid4(), "", "referee")
    table.filling.take(now)
    filled = table.hands.get(other.id)
    assert filled is not None
    assert filled.laid.won.discarder == "W"
    assert table.hands.get(first.id) == first


def test_viewers_look_again_when_something_is_offered(table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    now = table.matches.deal()
    assert now is not None
    number = table.followed.begin(with_(BEGUN, hand=now), AT)
    table.followed.append(
        number, AT, [(with_(e, number=n), None) for n, e in enumerate((*LATE, won(2, sure=False)), 1)]
    )  # type: ignore[misc]
    laid = table.hands.add(photographed("p", replace(make_reading(KONG), chair=3), "mcr", SOUTH, now))
    told = table.news.hands.count
    table.filling.take(now)
    assert table.hands.get(laid.id) == laid
    assert table.news.hands.since(told) == (told + 1, (None,))
