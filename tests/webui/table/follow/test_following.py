"""Following of a drawn film of a deal, through the real networks: its journal, restarts, and the hands it fills in."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast
from uuid import uuid4

import pytest

from scoring.follow.events import Claim, Discard, Win
from tests.served import make_reading
from tests.vision.follow.film import CORNERS, SIDE, Film, inside, walled
from tests.webui import filmed
from vision import TileReader
from vision.table.calibration import Calibration
from webui.hand.edits import SetGiver
from webui.hand.hand import TableHand, photographed
from webui.messages import Messages
from webui.records.errors import RecordsError
from webui.records.store import Storage
from webui.rig.feed import Feed
from webui.rig.live_hand import Deal
from webui.serializers.deals import play_now_json
from webui.serializers.spoken import spoken_json
from webui.serializers.stream import stream_json
from webui.table.follow.journal import FollowedDeal, Resumed
from webui.table.table import Table
from webui.tilesets.tilesets import TileSets

ENGLISH = Messages.of("en")
FOUR = ("Ann", "Bo", "Chen", "Dai")
THREE = {"players": FOUR[:3], "rules": "sanma-tenhou"}
"""A match of three, as it is seated."""
HAND = (("pung", "EEE"), ("concealed", "123456789pC"), ("winning", "C"))


@pytest.fixture(scope="module")
def tilesets(tmp_path_factory: pytest.TempPathFactory) -> TileSets:
    return TileSets(TileReader(threads=1), tmp_path_factory.mktemp("sets"))


def seated(
    tilesets: TileSets, records: Storage, on: bool = True, match: Mapping[str, object] = MappingProxyType({})
) -> Table:
    """A table in a match, of four if `match` says nothing else, whose calibrated camera a test moves on."""
    table = Table(tilesets, records=records)
    if table.matches.current is None:
        table.record({"type": "Seated", "players": FOUR, **match}, uuid4(), "", "referee")
    table.equipment.rig._calibration = Calibration((SIDE, SIDE), CORNERS, 0.3, 700.0, ())
    table.equipment.feed = cast(Feed, object())  # nothing asks it for pictures
    if on:
        table.equipment.following.on = True
    return table


def play(table: Table, first: float = 0.0, last: float = 99.0, film: Film | None = None) -> None:
    for t, picture in (film or filmed.won()).moments():
        if first <= t < last:
            table.equipment.following.follow(picture, 1000 + t)


def laid(table: Table, rules: str = "mcr") -> TableHand:
    """A hand of the winner, read before its win was followed."""
    reading = replace(make_reading(HAND), chair=2)
    won = table.intake.circumstances(reading)
    return table.hands.add(photographed("p", reading, rules, won, table.matches.deal()))


def told(deal: FollowedDeal | None) -> list[tuple[str, int, str]]:
    assert deal is not None
    events = [step.event for step in deal.steps]
    return [(type(each).__name__, getattr(each, "seat", 0), getattr(each, "tile", "")) for each in events]


WHOLE = [
    ("Discard", 1, "E"),
    ("Claim", 2, "E"),
    ("Discard", 2, "5p"),
    ("Discard", 3, "2s"),
    ("Discard", 4, "C"),
    ("Win", 2, "C"),
]
OF_THREE = [
    ("Discard", 1, "E"),
    ("Claim", 2, "E"),
    ("Discard", 2, "5p"),
    ("Flower", 3, "N"),
    ("Discard", 3, "2s"),
    ("Discard", 1, "C"),
    ("Win", 2, "C"),
]


@pytest.fixture(scope="module")
def followed(tilesets: TileSets) -> Table:
    """A table after the film; the winner's hand was laid before its win was known."""
    table = seated(tilesets, Storage.open(None))
    play(table, last=14.0)
    laid(table)
    play(table, first=14.0)
    return table


def test_each_step_is_in_the_journal_with_a_picture_of_its_tile(followed: Table) -> None:
    deal = followed.followed.read(1)
    assert told(deal) == WHOLE
    assert deal is not None
    assert deal.begun.hand == followed.matches.deal()
    pictures = [followed.followed.picture(step.number) for step in deal.steps]
    assert all(picture and picture.startswith(b"\xff\xd8") and len(picture) < 12_000 for picture in pictures)
    assert followed.equipment.following.standing == "in step"


def test_walls_that_do_not_fit_the_corners_are_said_until_it_is_calibrated_again(tilesets: TileSets) -> None:
    table = seated(tilesets, Storage.open(None))
    film = Film(tiles=walled())
    film.wait(0.2)
    following, said = table.equipment.following, []
    for corners in (CORNERS, inside(), CORNERS):
        table.equipment.rig._calibration = Calibration((SIDE, SIDE), corners, 0.3, 700.0, ())
        play(table, film=film)
        said.append((following.misplaced, following.changes))
    assert said == [(False, 0), (True, 1), (False, 2)]


def test_the_play_of_three_is_followed_to_its_win(tilesets: TileSets) -> None:
    """Nobody sits at 4; the hand of the winner takes over who gave its tile."""
    table = seated(tilesets, Storage.open(None), match=THREE)
    assert table.equipment.following.wanted
    play(table, last=17.0, film=filmed.of_three())
    laid(table, "sanma-tenhou")
    play(table, first=17.0, film=filmed.of_three())
    deal = table.followed.read(1)
    assert told(deal) == OF_THREE
    assert deal is not None
    assert (deal.begun.style, deal.begun.played.players, deal.begun.sits) == ("sanma", 3, 0)
    (hand,) = table.hands.all()
    won = hand.laid.won
    assert (won.seat, won.self_draw, won.discarder) == ("S", False, "E")
    assert hand.laid.won.sources["discarder"] == "camera"


def test_a_discard_is_heard_before_it_is_kept_and_in_the_same_words(tilesets: TileSets) -> None:
    table = seated(tilesets, Storage.open(None))
    hand, before = table.matches.deal(), table.news.deals_until(datetime.max.replace(tzinfo=UTC))
    assert hand is not None
    play(table, last=4.2)
    assert table.followed.latest(hand) is None
    (heard,) = table.equipment.following.heard
    fresh = table.equipment.following.fresh(hand, None)
    assert fresh is not None
    assert told(fresh) == WHOLE[:1]
    assert fresh.steps[0].fresh
    assert table.news.deals_until(datetime.max.replace(tzinfo=UTC)) > before
    first = spoken_json(table, None, None, "winds", "", ENGLISH)
    assert (first.lines, first.heard) == ([], heard.number)
    play(table, first=4.2, last=7.2)
    more = spoken_json(table, first.last, first.heard, "winds", "", ENGLISH)
    assert [(line.says, line.fresh) for line in more.lines] == [
        ("South: pung of the East tile from East", True),
        ("South, 5 Dots", True),
    ]
    deal = table.followed.latest(hand)
    assert told(deal) == WHOLE[:1]
    assert told(table.equipment.following.fresh(hand, deal)) == WHOLE[:3]
    shown = stream_json(table, datetime.now(UTC) + timedelta(seconds=120), ENGLISH)
    assert shown.deal is not None
    assert (shown.deal.says, shown.deal.fresh) == ("Bo: discards 5 Dots", True)
    (now,) = play_now_json([table], table.records.followed.newest(), ENGLISH)
    assert now.says[0] == "Chen to play"
    assert [doubt.says for doubt in now.doubts if "pung" in doubt.says] == []  # it is not kept yet
    course, sight = table.equipment.following._course, table.equipment.following._sight
    assert course is not None
    assert sight is not None
    table.equipment.following._finish(course, sight)
    assert told(table.followed.latest(hand)) == told(table.equipment.following.fresh(hand, table.followed.latest(hand)))
    assert told(table.followed.latest(hand))[:3] == WHOLE[:3]
    later = spoken_json(table, more.last, more.heard, "winds", "", ENGLISH)
    assert [line.says for line in later.lines if line.kind != "left"] == []  # nothing is heard twice


def test_the_hand_that_was_laid_takes_over_who_gave_its_tile(followed: Table) -> None:
    (hand,) = followed.hands.all()
    won = hand.laid.won
    assert (won.seat, won.self_draw, won.discarder) == ("S", False, "N")
    assert won.sources["discarder"] == won.sources["self_draw"] == "camera"
    assert [change.by for change in hand.changes] == ["camera"]


def test_a_persons_word_stays(followed: Table) -> None:
    (hand,) = followed.hands.all()
    said = followed.change(hand.id, SetGiver("self"), hand.version)
    assert said is not None
    deal = followed.matches.deal()
    assert deal is not None
    followed.filling.take(deal)
    again = followed.hands.get(hand.id)
    assert again is not None
    assert (again.laid.won.self_draw, again.version) == (True, said.version)


def test_the_deal_is_over_with_its_record_and_the_next_begins_on_a_cleared_table(followed: Table) -> None:
    followed.record({"type": "Drawn"}, uuid4(), "", "referee")
    steps = len(followed.followed._store.steps(1, 1))
    film = filmed.won().pictures
    for n in range(15):  # the tiles of the hand before still lie there
        followed.equipment.following.follow(film[-1], 1100 + n / 10)
    assert followed.equipment.following._course is None
    for n in range(40):
        followed.equipment.following.follow(film[n % 10], 1102 + n / 10)  # an empty table
    for n, picture in enumerate(film[10:60]):
        followed.equipment.following.follow(picture, 1106 + n / 10)
    assert len(followed.followed._store.steps(1, 1)) == steps
    deal = followed.followed.read(2)
    assert told(deal)[:1] == WHOLE[:1]
    assert deal is not None
    assert deal.begun.hand == followed.matches.deal()
    assert deal.begun.east == 2


def test_a_killed_program_loses_nothing_and_goes_on_with_a_gap(tilesets: TileSets, tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        play(seated(tilesets, records), last=11.0)
        assert told(Table(tilesets, records=records).followed.read(1)) == WHOLE[:3]
    with closing(Storage.open(tmp_path)) as records:
        table = seated(tilesets, records)
        play(table, first=11.1)
        deal = table.followed.read(1)
        assert table.followed.read(2) is None
    assert deal is not None
    kinds = [type(step.event) for step in deal.steps]
    assert kinds[:4] == [Discard, Claim, Discard, Resumed]
    assert kinds[-1] is Win
    numbers = [step.event.number for step in deal.steps if not isinstance(step.event, Resumed)]
    assert len(set(numbers)) == len(numbers)
    assert [step.event.t for step in deal.steps] == sorted(step.event.t for step in deal.steps)


@pytest.mark.long
def test_the_play_contradicts_a_wrong_dealer_and_follows_the_one_who_is_set(tilesets: TileSets) -> None:
    """Seat 1 deals in the film, and the match has East at seat 3."""
    table = seated(tilesets, Storage.open(None))
    table.talk.do(Deal(1, 3))
    play(table)
    deal = table.followed.read(1)
    assert told(deal) == WHOLE
    assert deal is not None
    assert (deal.begun.east, deal.begun.sits) == (3, 1)
    table.talk.do(Deal(1, 1))
    _, last = list(filmed.won().moments())[-1]
    for t in (30.0, 30.5):
        table.equipment.following.follow(last, 1000 + t)
    deal = table.followed.read(1)
    assert deal is not None
    assert (deal.begun.east, deal.begun.sits) == (1, 0)


def test_what_cannot_be_stored_is_stored_later(tilesets: TileSets, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(tilesets, Storage.open(None))
    store, fails = table.records.followed.append, True

    def append(*args: Any) -> int:
        if fails:
            raise RecordsError("disk-full", folder="")
        return store(*args)

    monkeypatch.setattr(table.records.followed, "append", append)
    with pytest.raises(RecordsError):
        play(table, last=6.0)
    fails = False
    play(table, first=4.6, last=7.0)
    assert told(table.followed.read(1))[:1] == WHOLE[:1]


@pytest.mark.parametrize(
    "without",
    [
        lambda table: setattr(table.equipment.following, "on", False),
        lambda table: setattr(table.equipment.rig, "_calibration", None),
        lambda table: table.record({"type": "TimeUp", "in_play": False}, uuid4(), "", "referee"),
    ],
    ids=["turned off", "not calibrated", "no match"],
)
def test_nothing_is_followed_while(tilesets: TileSets, without: Callable[[Table], object]) -> None:
    table = seated(tilesets, Storage.open(None))
    assert table.equipment.following.wanted
    without(table)
    assert not table.equipment.following.wanted
    table.equipment.following.follow(filmed.won().pictures[0], 1000.0) if table.equipment.following.on else None
    assert table.equipment.following.standing is None


def test_it_is_off_until_somebody_turns_it_on_and_stays_as_it_was(tilesets: TileSets) -> None:
    records = Storage.open(None)
    table = seated(tilesets, records, on=False)
    assert not table.equipment.following.on
    assert not table.equipment.following.wanted
    table.equipment.following.start()
    assert table.equipment.following._thread is None  # nothing runs
    table.equipment.feed = None
    table.equipment.let_follow(True)
    assert Table(tilesets, records=records).equipment.following.on
    table.equipment.let_follow(False)
    assert not Table(tilesets, records=records).equipment.following.on
    table.equipment.following.stop()
