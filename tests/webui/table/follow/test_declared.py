"""Riichi, ippatsu and the first discarder of a tile, as the camera surely followed them; the usual win of each book."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace as with_

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Flower, Kong, Unseen, Win
from scoring.games.riichi.words import RiichiExtra as OfRiichi
from tests.webui.table.follow.test_journal import AT
from tests.webui.table.follow.test_win import EARLY, TILES, deal, hand
from webui.hand.edits import SetCircumstances, edited
from webui.hand.hand import HandChange, TableHand
from webui.hand.state import outcome, stating, values_of
from webui.table.follow.declared import declared
from webui.table.follow.win import taken

GROUPS = (("concealed", "123m456p789s9pEEE"), ("winning", "9p"))
FIRST = tuple(with_(each, sure=True) for each in EARLY)  # South, seat 3, has discarded S


def discards(*plays: str, start: float = 10.0, sure: bool = True) -> list[AnyEvent]:
    """Return discards such as `3:5m`; with `!`, crosswise."""
    return [
        Discard(t=start + n, seat=int(play[0]), tile=play[2:4].rstrip("!"), sideways="!" in play, sure=sure)
        for n, play in enumerate(plays)
    ]


def won(source: int) -> Win:
    return Win(t=99, seat=3, tile="9p", source=source, hand=TILES, sure=True)


STICK = Declared(t=12, seat=3, what="riichi", sure=True)
PUNG = Claim(t=12.5, seat=1, kind="pung", tile="5m", tiles=("5m",) * 3, source=3, sure=True)
RIICHI = [*discards("2:1m", "3:5m!"), STICK]


def after(events: Any, rules: str, groups: Any = GROUPS) -> TableHand:
    """Return the hand of the win after it took over the camera's sights."""
    followed, laid = (
        deal(*events, rules=rules),
        hand(groups, rules=rules),
    )
    for edits in (taken, declared):
        for edit in edits(followed, laid):
            state, _ = edited(laid.laid, edit, laid.reading, "camera")
            laid = replace(laid, laid=state, outcome=outcome(state))
    return laid


@pytest.mark.parametrize(
    ("events", "riichi", "double", "ippatsu"),
    [
        ([*FIRST, *RIICHI, *discards("4:9p", start=13), won(4)], True, False, True),
        ([*FIRST, *RIICHI, *discards("4:1s", "1:1s", "2:1s", start=13), won(0)], True, False, True),
        ([*FIRST, *RIICHI, *discards("4:1s", "1:1s", "2:1s", "3:1s", "4:9p", start=13), won(4)], True, False, False),
        ([*FIRST, *RIICHI, PUNG, *discards("1:1s", "2:9p", start=13), won(2)], True, False, False),
        ([*discards("2:1m", "3:5m!"), STICK, *discards("4:9p", start=13), won(4)], True, True, True),
        ([*FIRST, *discards("2:1m", "3:5m", "4:9p"), won(4)], False, False, False),
        ([*FIRST, *discards("2:1m", "3:5m!", "4:9p"), won(4)], None, False, False),  # crosswise, and no stick was seen
        ([*FIRST, *discards("2:1m", sure=False), *RIICHI[1:], *discards("4:9p", start=13), won(4)], None, False, False),
        (
            [*FIRST, Unseen(t=9, seat=2, count=1, after=8), *RIICHI[1:], *discards("4:9p", start=13), won(4)],
            None,
            False,
            False,
        ),
    ],
)
def test_riichi_is_filled_in_where_every_step_is_sure(
    events: Any, riichi: bool | None, double: bool, ippatsu: bool
) -> None:
    laid = after(events, "riichi-ema").laid.won
    assert laid.extra == OfRiichi(riichi=riichi, double_riichi=double, ippatsu=ippatsu)
    assert laid.sources.get("riichi") == (None if riichi is None else "camera")


ROBBED = Kong(t=14, seat=4, kind="added", tile="9s", tiles=("9s",) * 4, sure=True)


@pytest.mark.parametrize(
    ("between", "ippatsu"),
    [
        ([ROBBED], True),  # the kong is not completed
        ([with_(ROBBED, t=13.5), Discard(t=14, seat=4, tile="9s", sure=True)], False),
        ([Kong(t=13.5, seat=4, kind="concealed", tile="1m", tiles=("1m",) * 4, sure=True), ROBBED], False),
    ],
    ids=["robbed", "completed", "after another"],
)
def test_a_robbed_kong_leaves_ippatsu(between: list[AnyEvent], ippatsu: bool) -> None:
    win = with_(won(4), tile="9s")
    extra = after(
        [*FIRST, *RIICHI, *between, win], "riichi-ema", (("concealed", "123m456p78s99pEEE"), ("winning", "9s"))
    ).laid.won.extra
    assert isinstance(extra, OfRiichi)
    assert (extra.riichi, extra.ippatsu) == (True, ippatsu)


OF_THREE = [
    *(Discard(t=n, seat=seat, tile=tile, sure=True) for n, (seat, tile) in enumerate(((2, "E"), (3, "S"), (1, "W")))),
    *discards("2:1p", "3:5p!"),
    STICK,
]
"""Seat 3 declares riichi in its second turn."""


def norths(*played: str, start: float = 13.0) -> list[AnyEvent]:
    """Return discards such as `1:5s`, and Norths such as `1 N`."""
    return [
        Flower(t=start + n, seat=int(play[0]), tile="N", sure=True)
        if play[1] == " "
        else Discard(t=start + n, seat=int(play[0]), tile=play[2:4], sure=True)
        for n, play in enumerate(played)
    ]


@pytest.mark.parametrize(
    ("events", "tile", "double", "ippatsu"),
    [
        ([*OF_THREE, *norths("1:1s", "2:9p"), (2, "9p")], "9p", False, True),
        ([*OF_THREE, *norths("1 N", "1:1s", "2:9p"), (2, "9p")], "9p", False, False),
        ([*OF_THREE, *norths("1:1s", "2:1s", "3 N"), (0, "9p")], "9p", False, False),
        ([*OF_THREE, *norths("1:1s", "2 N"), (2, "N")], "N", False, True),  # the North that is robbed
        ([OF_THREE[0], *OF_THREE[4:], *norths("1:9p"), (1, "9p")], "9p", True, True),
        ([*norths("2 N", start=-1), OF_THREE[0], *OF_THREE[4:], *norths("1:9p"), (1, "9p")], "9p", False, True),
    ],
)
def test_a_north_set_aside_is_a_call_unless_it_is_robbed(events: Any, tile: str, double: bool, ippatsu: bool) -> None:
    *before, (source, _) = events
    win = with_(won(source), tile=tile)
    concealed = "123p456p789sEEEN" if tile == "N" else "123p456p789s9pEEE"
    extra = after([*before, win], "sanma-tenhou", (("concealed", concealed),)).laid.won.extra
    assert isinstance(extra, OfRiichi)
    assert (extra.riichi, extra.double_riichi, extra.ippatsu) == (True, double, ippatsu)


def test_other_books_and_open_hands_have_no_riichi() -> None:
    events = [*FIRST, *RIICHI, *discards("4:9p", start=13), won(4)]
    assert after(events, "mcr").laid.won.extra is None
    opened = (("pung", "EEE"), ("concealed", "123m456p789s9p"), ("winning", "9p"))
    assert after(events, "riichi-ema", opened).laid.won.extra == OfRiichi()


def test_a_persons_word_on_riichi_stands_and_the_cameras_own_follows_what_it_sees_later() -> None:
    events = [*FIRST, *RIICHI, *discards("4:9p", start=13), won(4)]
    first = after(events, "riichi-ema")
    assert values_of(first.laid.won)["riichi"] is True
    known = stating(first.laid.won, {"riichi": None, "ippatsu": False})
    denied, effect = edited(first.laid, SetCircumstances(known), first.reading)
    change = HandChange(1, AT, "person", effect, first.laid)
    assert declared(deal(*events, rules="riichi-ema"), replace(first, laid=denied, changes=(change,))) == []
    (edit,) = declared(deal(*FIRST, *discards("2:1m", "3:5m", "4:9p"), won(4), rules="riichi-ema"), first)
    state, _ = edited(first.laid, edit, first.reading, "camera")
    assert state.won.extra == OfRiichi(riichi=False)


KONGS: list[AnyEvent] = [Kong(t=20, seat=4, kind="concealed", tile="2p", tiles=("2p",) * 4)]


@pytest.mark.parametrize(
    ("before", "wall", "dora"),
    [
        ([], ("4p",), ("4p",)),
        (KONGS, ("4p", "C"), ("4p", "C")),
        (KONGS, ("4p",), None),  # of a kong that turned none, or one that was not seen
        ([], ("4p", "C"), None),
        ([], ("?",), None),
        ([], (), None),
    ],
)
def test_indicators_are_the_open_tiles_of_the_wall_as_many_as_kongs_say(
    before: list[AnyEvent], wall: tuple[str, ...], dora: Any
) -> None:
    """Also where a step before is not sure, as they lie there until the end."""
    win = with_(won(4), wall=wall or UNSET)
    events = [*FIRST, *discards("2:1m", "3:5m", sure=False), *before, *discards("4:9p", start=30), win]
    laid = after(events, "riichi-ema").laid.won
    assert values_of(laid)["dora"] == dora
    assert laid.sources.get("dora") == ("camera" if dora else None)
    assert after(events, "mcr").laid.won.extra is None


@pytest.mark.parametrize("source", [4, 0], ids=["robbed", "replaced"])
@pytest.mark.parametrize(("wall", "is_right"), [(("4p",), True), (("4p", "C"), True), ((), False)])
def test_the_indicator_of_an_open_kong_may_be_turned_at_its_discard_and_lack(
    source: int, wall: tuple[str, ...], is_right: bool
) -> None:
    kong = Kong(t=30, seat=source or 3, kind="added", tile="9p", tiles=("9p",) * 4, sure=True)
    events = [*FIRST, *discards("2:1m", "3:5m", "4:2m"), kong, with_(won(source), wall=wall or UNSET)]
    assert values_of(after(events, "riichi-ema").laid.won)["dora"] == (wall if is_right else None)


def test_a_persons_word_on_indicators_stands() -> None:
    events = [*FIRST, *discards("2:1m", "3:5m", "4:9p"), with_(won(4), wall=("4p",))]
    first = after(events, "riichi-ema")
    said, effect = edited(first.laid, SetCircumstances(stating(first.laid.won, {"dora": None})), first.reading)
    change = HandChange(1, AT, "person", effect, first.laid)
    assert declared(deal(*events, rules="riichi-ema"), replace(first, laid=said, changes=(change,))) == []


@pytest.mark.parametrize(
    ("plays", "first"),
    [
        (("2:1m", "3:5m", "4:9p", "1:9p"), "W"),  # passed in the same turn: the first one counts
        (("2:9p", "3:5m", "4:1s", "1:9p"), None),  # before the winner's own discard
        (("2:1m", "3:5m", "4:1s", "1:9p"), None),
    ],
)
def test_who_discarded_the_tile_first_in_the_same_turn_is_filled_in(plays: tuple[str, ...], first: str | None) -> None:
    laid = after([*FIRST, *discards(*plays), won(1)], "zungjung").laid.won
    assert (laid.discarder, laid.first_discarder) == ("N", first)
    assert after([*FIRST, *discards(*plays), won(1)], "mcr").laid.won.first_discarder is None


@pytest.mark.parametrize("rules", ["mcr", "zungjung", "hk", "riichi-ema"])
@pytest.mark.parametrize("source", [4, 0])
def test_the_usual_win_of_each_book_leaves_nothing_to_ask_but_whether_it_is_right(rules: str, source: int) -> None:
    plays = ("2:1m", "3:5m", "4:9p") if source else ("2:1m", "3:5m", "4:1s", "1:1s", "2:1s")
    laid = after([*FIRST, *discards(*plays), won(source)], rules)
    assert (laid.laid.won.self_draw, laid.laid.won.discarder) == (not source, "W" if source else None)
    asked = {question.kind for question in laid.asked}
    assert asked <= {"hand-right", "round"}, asked
