"""The desk on several servers of one database, and what a table does not follow."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest

from scoring.match.event import Event
from scoring.match.event_acts import (
    Amended,
    CheckedIn,
    Entered,
    EventAct,
    EventCorrected,
    EventVoid,
    Extended,
    Finished,
    Opened,
    PlayerEntry,
    Released,
    Reseated,
    Started,
    Withdrawn,
)
from scoring.match.records import Drawn, Penalty, Renamed, Seated, TimeUp, Won
from tests.long import long_but
from tests.served import Answers
from tests.uninstalled import without_libraries
from webui.exports.event import pantheon_script, rounds_table
from webui.hall.desk import Hall, NotPlayedError, StillPlayedError
from webui.hall.remote_commands import follow
from webui.hall.results import results
from webui.match.clock import StartClock
from webui.match.errors import ActRejectedError
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.events import from_dict
from webui.records.store import Storage
from webui.records.sync.leases import acquire
from webui.table.table import Table

IN_A_FILE = pytest.mark.parametrize("records", long_but(["file"], ["memory", "file", "postgresql"]), indirect=True)
"""A file of SQLite each time; the other databases, which the tests of `records` try too, are long."""

PEOPLE = Entered(tuple(PlayerEntry(n, f"Player {n}") for n in range(1, 9)))


@pytest.fixture
def halls(postgres_url: str) -> Iterator[tuple[Hall, Hall]]:
    """The same database as two servers have it."""
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
        yield Hall(one), Hall(other)


def drawn(hall: Hall, rules: str = "mcr") -> int:
    number = hall.open(uuid4(), Opened("Cup", rules, rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    return number


def test_what_one_server_records_all_see(halls: tuple[Hall, Hall]) -> None:
    one, other = halls
    number = drawn(one)
    one.record(number, uuid4(), Started(1), "", "desk")
    for table in (1, 2):
        assert other.match_of(other.get(number), 1, table) is not None
        for act in (Won("E", 20, "S"), *[Drawn()] * 15):
            other.matches(table).record(act, uuid4(), "", "table")
    for hall in halls:
        found = results(hall, hall.get(number))
        assert found.over == (1,)
        assert [row.game_points for row in found.players[:2]] == [44, 44]


def test_two_desks_that_begin_a_round_at_once_begin_it_once(halls: tuple[Hall, Hall]) -> None:
    number = drawn(halls[0])
    refused: list[EventActRejectedError] = []

    def start(hall: Hall) -> None:
        try:
            hall.record(number, uuid4(), Started(1), "", "desk")
        except EventActRejectedError as error:
            refused.append(error)

    threads = [threading.Thread(target=start, args=(hall,)) for hall in halls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [error.kind for error in refused] == ["round-started"]
    for table in (1, 2):
        seated = [entry for entry in halls[0].records.journal.entries(table) if isinstance(entry.act, Seated)]
        assert len(seated) == 1


@IN_A_FILE
def test_what_a_table_does_not_follow_is_said(records: Storage) -> None:
    """A late swap of two players, one of whose names another player of the table was given meanwhile."""
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    first, second = hall.get(number).event.seating[1]
    hall.matches(1).record(Renamed("S", f"Player {second[0]}", "typing error"), uuid4(), "", "referee")
    swap: dict[str, Any] = {"type": "Reseated", "round": 1, "players": [first[0], second[0]], "reason": "seen late"}
    hall.record(number, uuid4(), from_dict(swap), "", "desk")
    (undone,) = hall.undone(number)
    assert (undone.order.table, undone.why.kind) == (1, "not-a-name")
    assert hall.get(number).event.rounds[1].players[0][0] == second[0]


def test_a_table_that_a_device_has_follows_the_desk(halls: tuple[Hall, Hall]) -> None:
    """The desk's records and what it does with the clock wait until the device hears of them."""
    hall, rig = halls
    number = drawn(hall)
    acquire(rig.records.database, 1, "rig")
    table = Table(Answers(), records=rig.records, number=1)
    hall.record(number, uuid4(), Started(1), "Zoe", "desk")
    assert hall.match_of(hall.get(number), 1, 1) is None
    assert hall.match_of(hall.get(number), 1, 2) is not None

    def hear() -> None:
        for order in rig.records.orders.of(1):
            rig.records.orders.answer(order.id, follow(table, order))

    hear()
    match = hall.match_of(hall.get(number), 1, 1)
    assert match is not None
    assert (match.entries[0].who, match.entries[0].role) == ("Zoe", "desk")
    assert hall.clocks(hall.get(number), 1, StartClock(60)) == [1, 2]
    hear()
    hall.record(number, uuid4(), Extended(1, 1, 10), "", "desk")
    hear()
    length = hall.clock_of(1).length
    assert length is not None
    assert length.total_seconds() == 70 * 60
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    table.matches.record(TimeUp(in_play=False), uuid4(), "", "referee")  # before the device hears of it
    hear()
    hall.record(number, uuid4(), CheckedIn(1), "", "desk")  # looks at the answers
    (undone,) = hall.undone(number)
    assert (undone.order.table, undone.why.kind, undone.why.cause.kind) == (1, "order-refused", "match-over")
    table.stop()


@IN_A_FILE
def test_a_round_that_would_end_another_match_is_told_so(records: Storage) -> None:
    """One that is played without an event, and one of another event; none where the matches are its own."""
    hall = Hall(records)
    first = drawn(hall)
    hall.matches(2).record(Seated(("Ann", "Bo", "Chen", "Dai")), uuid4(), "", "referee")
    assert hall.other_matches(hall.get(first), 1) == [2]
    with pytest.raises(StillPlayedError) as refused:
        hall.record(first, uuid4(), Started(1), "", "desk")
    assert (refused.value.kind, refused.value.about) == ("round-over-matches", {"round": 1, "tables": (2,)})
    hall.record(first, uuid4(), Started(1), "", "desk", force="it is known")
    assert hall.other_matches(hall.get(first), 2) == []
    second = drawn(hall)
    assert hall.other_matches(hall.get(second), 1) == [1, 2]
    hall.record(first, uuid4(), Finished(1, 1, "late"), "", "desk")
    assert hall.other_matches(hall.get(second), 1) == [2]


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
@IN_A_FILE
def test_the_desk_ends_the_match_of_the_round_that_it_names(records: Storage, rules: str) -> None:
    """Another match was begun at the table meanwhile: that one goes on."""
    hall = Hall(records)
    number = drawn(hall, rules)
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.matches(1).record(Won("E", 20, "S"), uuid4(), "", "table")
    hall.matches(1).record(Seated(("Q", "X", "Y", "Z"), rules), uuid4(), "", "table")
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    match, current = hall.match_of(hall.get(number), 1, 1), hall.matches(1).running
    assert match is not None
    assert (match.match.over, len(match.match.hands), hall.undone(number)) == (True, 1, ())
    assert current is not None
    assert (current.match.players[0], current.version) == ("Q", current.number)
    found = results(hall, hall.get(number))
    assert {line.table_points > 0 for line in found.lines if line.table == 1 and line.points > 0} == {True}


@IN_A_FILE
def test_a_round_does_not_begin_over_matches_of_the_round_before(records: Storage) -> None:
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.record(number, uuid4(), Finished(1, 2, "late"), "", "desk")
    hall.matches(1).record(Won("E", 20, "S"), uuid4(), "", "table")
    id = uuid4()
    with pytest.raises(StillPlayedError) as refused:
        hall.record(number, id, Started(2), "", "desk")
    assert refused.value.about == {"round": 2, "tables": (1,)}
    assert 2 not in hall.get(number).event.rounds
    for _ in range(2):
        hall.record(number, id, Started(2), "Zoe", "desk", force="round 2 begins")
    kept = hall.get(number)
    assert [type(record.act) for record in kept.records[-3:]] == [Finished, Finished, Started]
    assert kept.event.rounds[1].forced[1][0] == "round 2 begins"
    found = results(hall, kept)
    assert found.over == (1,)
    assert {row.game_points for row in found.players} >= {44, -28}
    for table in (1, 2):
        current = hall.matches(table).running
        assert current is not None
        assert current.number == (hall.match_of(kept, 2, table) or current).number
        assert len(current.entries) == 1
    with pytest.raises(EventActRejectedError, match="round-started"):
        hall.record(number, uuid4(), Started(2), "", "desk", force="x")


@IN_A_FILE
def test_what_is_recorded_of_an_earlier_round_leaves_the_match_that_is_played(records: Storage) -> None:
    """Late swaps, at one table and across two; extra time, and clocks of the whole round."""
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    first, second = hall.get(number).event.seating[1]
    for table in (1, 2):
        for act in (Won("E", 20, "S"), TimeUp(False)):
            hall.matches(table).record(act, uuid4(), "", "referee")
    hall.record(number, uuid4(), Started(2), "", "desk")
    hall.clocks(hall.get(number), 2, StartClock(60))
    before = [hall.matches(table).current for table in (1, 2)]
    for pair in ((first[0], second[0]), (first[1], first[2])):
        hall.record(number, uuid4(), Reseated(1, pair, "seen late"), "", "desk")
    assert hall.undone(number) == ()
    for table, match in zip((1, 2), before, strict=True):
        current = hall.matches(table).current
        assert match is not None
        assert current is not None
        assert (current.number, current.match.players) == (match.number, match.match.players)
    points = {row.player: row.game_points for row in results(hall, hall.get(number)).players}
    assert (points[f"Player {second[0]}"], points[f"Player {first[2]}"]) == (44, -28)
    with pytest.raises(NotPlayedError) as refused:
        hall.record(number, uuid4(), Extended(1, 1, 5), "", "desk")
    assert refused.value.kind == "round-not-at-table"
    assert hall.clocks(hall.get(number), 1, StartClock(60)) == []
    with pytest.raises(NotPlayedError) as ended:
        hall.record(number, uuid4(), Finished(1, 1, "x"), "", "desk")
    assert ended.value.kind == "match-ended"


@IN_A_FILE
def test_extra_time_that_is_taken_back_is_not_taken_from_the_next_round(records: Storage) -> None:
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.clocks(hall.get(number), 1, StartClock(60))
    given, _ = hall.record(number, uuid4(), Extended(1, 1, 10), "", "desk")
    hall.record(number, uuid4(), Started(2), "", "desk", force="x")
    hall.clocks(hall.get(number), 2, StartClock(60))
    hall.record(number, uuid4(), EventVoid(given.number), "", "desk")
    length = hall.clock_of(1).length
    assert length is not None
    assert length.total_seconds() == 60 * 60


@IN_A_FILE
def test_results_are_released_once_the_matches_are_over(records: Storage) -> None:
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    with pytest.raises(StillPlayedError) as refused:
        hall.record(number, uuid4(), Released(1), "", "desk")
    assert (refused.value.kind, refused.value.about) == ("release-over-matches", {"round": 1, "tables": (2,)})
    hall.record(number, uuid4(), Released(1), "", "desk", force="known")
    assert set(hall.get(number).event.released) == {1}
    hall.record(number, uuid4(), Finished(1, 2, "late"), "", "desk")
    hall.record(number, uuid4(), Started(2), "", "desk")
    released, _ = hall.record(number, uuid4(), Released(1), "", "desk")
    with pytest.raises(StillPlayedError):
        hall.record(number, uuid4(), EventCorrected(released.number, Released(2)), "", "desk")


def many(first: int, count: int, substitute: bool = False) -> Entered:
    return Entered(tuple(PlayerEntry(n, f"P{n}", substitute=substitute) for n in range(first, first + count)))


@pytest.mark.parametrize(
    ("act", "refused"),
    [
        (many(401, 1), True),
        (many(401, 4, substitute=True), False),
        (Amended(PlayerEntry(500, "P500")), True),  # a substitute who becomes a player
        (EventCorrected(2, many(1, 401)), True),
        (EventCorrected(2, many(1, 399)), False),
        (CheckedIn(1), False),
    ],
)
@IN_A_FILE
def test_more_players_than_can_be_seated_are_not_entered(records: Storage, act: EventAct, refused: bool) -> None:
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup"), "", "desk")[0].number
    hall.record(number, uuid4(), many(1, 400), "", "desk")
    hall.record(number, uuid4(), many(500, 1, substitute=True), "", "desk")
    if refused:
        with pytest.raises(EventActRejectedError, match="too-many-players"):
            hall.record(number, uuid4(), act, "", "desk")
    else:
        hall.record(number, uuid4(), act, "", "desk")
    assert len(hall.get(number).event.ranked) <= 400


@IN_A_FILE
def test_a_player_who_is_back_among_more_than_can_be_seated_is_refused_but_an_old_event_opens(
    records: Storage,
) -> None:
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup"), "", "desk")[0].number
    hall.record(number, uuid4(), many(1, 400), "", "desk")
    gone, _ = hall.record(number, uuid4(), Withdrawn(1), "", "desk")
    hall.record(number, uuid4(), many(401, 1), "", "desk")
    with pytest.raises(EventActRejectedError, match="too-many-players"):
        hall.record(number, uuid4(), EventVoid(gone.number), "", "desk")
    kept = [(record.number, record.act) for record in hall.get(number).records]
    assert len(Event.of([*kept, (len(kept) + 1, EventVoid(gone.number))]).ranked) == 401  # an earlier version kept it


@IN_A_FILE
def test_an_event_of_riichi_is_ranked_by_results(records: Storage) -> None:
    hall = Hall(records)
    number = drawn(hall, "riichi-ema")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table, points in ((1, 12000), (2, 8000)):
        hall.matches(table).record(Won("S", points, "W"), uuid4(), "", "table")
        hall.matches(table).record(Penalty("E", 1000, "late"), uuid4(), "", "referee")
        hall.record(number, uuid4(), Finished(1, table, "late"), "", "desk")
    found = results(hall, hall.get(number))
    assert [row.result for row in found.players] == [12 + 15 - 1, 8 + 15 - 1, *[0] * 4, -8 - 15, -12 - 15]
    assert [row.rank for row in found.players] == [1, 2, 3, 3, 3, 3, 7, 8]
    assert sorted(line.result for line in found.lines if line.table == 1) == [-27, 0, 0, 26]
    assert found.by == ("result", "game points")
    rows = rounds_table(found, Messages.of("en"))
    assert rows[0][4:] == ["R1 result", "R1 points", "Result", "Points"]
    assert rows[1][4:] == [26.0, 12000, 26.0, 12000]


def test_an_event_of_hong_kong_is_ranked_by_points(records: Storage) -> None:
    """A night of a club: the dealer's repeats are no deals of their own, and points decide."""
    hall = Hall(records)
    number = drawn(hall, "hk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table, faan in ((1, 5), (2, 3)):
        hall.matches(table).record(Won("E", faan, None), uuid4(), "", "table")
        hall.matches(table).record(Won("S", faan, "W"), uuid4(), "", "table")
        current = hall.matches(table).current
        assert current is not None
        assert [hand.deal for hand in current.match.hands] == [1, 1, 2]  # East dealt again after winning
        hall.record(number, uuid4(), Finished(1, table, "late"), "", "desk")
    found = results(hall, hall.get(number))
    assert [row.game_points for row in found.players] == [144, 48, 48, 16, -16, -48, -48, -144]
    assert [row.rank for row in found.players] == [1, 2, 2, 4, 5, 6, 6, 8]
    assert found.by == ("game points",)


@IN_A_FILE
def test_nobody_has_points_of_the_european_ranking_before_a_match_is_over(records: Storage) -> None:
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", "ema", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    assert results(hall, hall.get(number)).mers == {}
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.matches(1).record(Won("E", 20, "S"), uuid4(), "", "table")
    assert results(hall, hall.get(number)).mers == {}
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    assert max(results(hall, hall.get(number)).mers.values()) == 1000


def test_an_event_of_online_rooms_is_played_by_their_newest_regulations() -> None:
    with closing(Storage.open(None)) as records:
        hall = Hall(records)
        opened = [hall.open(uuid4(), Opened("Cup", rules), "", "desk")[0].event for rules in ("riichi-home", "mcr")]
        assert [(event.opened.body, event.body.id) for event in opened] == [
            ("riichi-rooms", "riichi-rooms"),
            (None, "book-1998"),
        ]


def test_nothing_of_an_event_begins_without_the_library_of_its_game() -> None:
    hall, opening, seats = Hall(Storage.open(None)), uuid4(), uuid4()
    opened = Opened("Cup", "riichi-ema", rounds=2)
    number = hall.open(opening, opened, "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    draw = hall.draw(number, 1, 1)
    hall.record(number, seats, draw, "", "desk")
    script = pantheon_script(hall.get(number).event)
    other = hall.open(uuid4(), Opened("Other"), "", "desk")[0].number
    refused: tuple[Callable[[], object], ...] = (
        lambda: hall.open(uuid4(), opened, "", "desk"),
        lambda: hall.draw(number, 1, 1),
        lambda: hall.read_seating(number, script, 1),
        lambda: hall.record(number, uuid4(), draw, "", "desk"),
        lambda: hall.record(number, uuid4(), Started(1), "", "desk"),
        lambda: hall.record(other, uuid4(), EventCorrected(1, Opened("Other", "riichi-wrc"), "so"), "", "desk"),
    )
    before = [len(hall.get(each).records) for each in (number, other)]
    with without_libraries():
        for act in refused:
            with pytest.raises(ActRejectedError) as error:
                act()
            assert error.value.kind == "missing-library"
        assert hall.open(opening, opened, "", "desk")[1] is False, "what is kept is kept"
        assert hall.record(number, seats, draw, "", "desk")[1] is False
        renamed = EventCorrected(1, Opened("Open", "riichi-ema", rounds=2), "its name")
        assert hall.record(number, uuid4(), renamed, "", "desk")[1]
        assert hall.record(other, uuid4(), PEOPLE, "", "desk")[1]
    assert [len(hall.get(each).records) for each in (number, other)] == [each + 1 for each in before]
    assert hall.record(number, uuid4(), Started(1), "", "desk")[1], "and it goes on with the library"
