"""A table as a stream shows it: what stood a delay before, whole deals alone where that is chosen, nothing hidden."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from scoring.follow.events import Discard, Kong, Win
from tests.served import make_reading
from tests.waiting import until
from webui.hand.hand import photographed
from webui.messages import Messages
from webui.serializers.stream import StreamShown, stream_json
from webui.table.follow.journal import Begun
from webui.table.follow.late import LONGEST, USUAL, choose_delay
from webui.table.table import Table

PLAYERS = ["Ann", "Bo", "Chen", "Dai"]
PLAYED = (
    Discard(t=0, seat=1, tile="E", sure=True),
    Kong(t=10, seat=2, kind="concealed", tile="9s", tiles=("9s",) * 4),
    Discard(t=20, seat=2, tile="5p", sure=True),
    Win(t=30, seat=3, tile="5p", source=2, hand=("5p", "5p"), sure=True),
)


@pytest.fixture
def now(table: Table) -> datetime:
    """The time at which a match has just begun, and its first deal with it, which a camera follows for 30 seconds."""
    table.record({"type": "Seated", "players": PLAYERS}, uuid4(), "", "referee")
    at = datetime.now(UTC)
    follow(table, at)
    return at


def follow(table: Table, at: datetime) -> int:
    hand = table.matches.deal()
    assert hand
    deal = table.followed.begin(Begun(hand=hand, style="chinese", east=1), at)
    table.followed.append(deal, at, [(replace(event, number=n), None) for n, event in enumerate(PLAYED, 1)])  # type: ignore[type-var]
    return deal


def shown(table: Table, at: datetime, seconds: float) -> StreamShown:
    return stream_json(table, at + timedelta(seconds=seconds), Messages.of("en"))


def pond(found: StreamShown) -> list[str]:
    return [tile.tile for tile in found.deal.tiles if tile.place == "pond"] if found.deal else []


def test_the_play_is_seen_a_delay_later(table: Table, now: datetime) -> None:
    choose_delay(table.records.values, 1, 100)
    assert shown(table, now, 50) == StreamShown(0, "", "", [], None, None)  # the match had not begun
    first = shown(table, now, 105)
    assert (first.hand, first.round, [player.name for player in first.players]) == (1, "E", PLAYERS)
    assert pond(first) == ["E"]
    assert first.deal
    assert (first.deal.says, first.deal.left) == ("Ann: discards East", "Left in the wall: 91")
    assert pond(shown(table, now, 125)) == ["E", "5p"]
    assert not any(tile.place == "hand" for tile in shown(table, now, 129).deal.tiles)  # type: ignore[union-attr]
    assert any(tile.place == "hand" for tile in shown(table, now, 131).deal.tiles)  # type: ignore[union-attr]


def test_what_may_lie_face_down_is_never_shown(table: Table, now: datetime) -> None:
    choose_delay(table.records.values, 1, 0)
    found = shown(table, now, 15)
    assert found.deal
    assert [tile.tile for tile in found.deal.tiles if tile.place == "meld"] == ["?"] * 4
    assert "9 Bamboo" not in found.deal.says


def test_points_and_the_last_win_are_as_late_as_the_play(table: Table, now: datetime) -> None:
    choose_delay(table.records.values, 1, 100)
    reading = make_reading()
    hand = table.hands.add(
        photographed("", reading, "mcr", table.intake.circumstances(reading, 3), table.matches.deal())
    )
    until(lambda: datetime.now(UTC) > now + timedelta(milliseconds=50))  # the win is not of the same moment
    table.record({"type": "Won", "winner": "W", "points": 20, "payer": "S", "laid": hand.id}, uuid4(), "", "referee")
    match = table.matches.current
    assert match
    recorded = datetime.fromisoformat(match.entries[-1].when)
    before = shown(table, now, 100)
    assert (before.hand, before.win) == (1, None)
    assert {player.points for player in before.players} == {500}
    after = shown(table, recorded, 101)
    assert after.win
    assert (after.hand, after.win.worth) == (2, "20")
    assert after.win.says.startswith("Chen wins")
    assert after.win.laid
    found = {player.name: (player.points, player.change) for player in after.players}
    assert (found["Chen"], found["Bo"]) == ((544, 44), (472, -28))
    assert pond(after) == ["E"]  # of the hand before, as far as it may be seen


def test_whole_deals_are_seen_once_their_hand_is_recorded(table: Table, now: datetime) -> None:
    choose_delay(table.records.values, 1, "deal")
    assert shown(table, now, 3600).deal is None
    assert len(shown(table, now, 0).players) == 4
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    follow(table, now)
    ended = shown(table, now, 1)
    assert (ended.hand, pond(ended)) == (2, ["E", "5p"])  # of the first hand, not of the one in play
    assert ended.win
    assert ended.win.worth is None


@pytest.mark.parametrize("delay", [0, 45, LONGEST, "deal"])
def test_the_owner_chooses_the_delay(client: FlaskClient, table: Table, delay: int | str) -> None:
    assert client.get("/api/tables/1/setup").get_json()["camera"]["stream"] == USUAL
    answer = client.put("/api/tables/1/setup", json={"stream": delay})
    assert answer.get_json()["camera"]["stream"] == delay


@pytest.mark.parametrize("delay", [-1, LONGEST + 1, "hand", None, 1.5])
def test_another_delay_is_refused(client: FlaskClient, delay: Any) -> None:
    assert client.put("/api/tables/1/setup", json={"stream": delay}).status_code == 400
    assert client.get("/api/tables/1/setup").get_json()["camera"]["stream"] == USUAL


def test_a_choice_that_was_stored_by_somebody_else_harms_nothing(table: Table) -> None:
    table.records.values.keep(1, "stream-delay", {"seconds": 3})
    assert shown(table, datetime.now(UTC), 0).players == []


def test_everybody_may_see_it_in_the_language_of_the_screen(client: FlaskClient, table: Table, now: datetime) -> None:
    choose_delay(table.records.values, 1, 0)
    stranger = {"REMOTE_ADDR": "192.168.1.7"}
    client.put("/api/tables/1/setup", json={"screen": "zh"})
    page = client.get("/stream/1", environ_base=stranger)
    assert page.status_code == 200
    assert '<html lang="zh"' in page.text
    answer = client.get("/api/tables/1/stream?lang=zh", environ_base=stranger).get_json()
    assert answer["deal"]["says"] == "Ann：打出东风"
    assert client.get("/stream/2").status_code == 404


def test_the_last_discard_is_told_also_once_it_is_claimed(table: Table, now: datetime) -> None:
    """The page shows it large by its step, which stays the same while its tile is corrected."""
    choose_delay(table.records.values, table.number, 0)
    told = [found.deal.thrown if (found := shown(table, now, at)).deal else None for at in (1, 11, 21, 40)]
    assert [each and (each.step, each.tile, each.player) for each in told] == [
        (1, "E", "Ann"),
        (1, "E", "Ann"),
        (3, "5p", "Bo"),
        (3, "5p", "Bo"),
    ]


def test_obs_gets_a_scene_with_the_page(client: FlaskClient) -> None:
    """Its source has the address that was asked, the parameters of the page, and asks again once its scene is shown."""
    answer = client.get("/api/tables/1/stream/obs.json?lang=zh&large=1", base_url="http://192.168.1.20:8000")
    assert answer.headers["Content-Disposition"] == "attachment; filename=tableside-1.json"
    made = answer.get_json()
    scene = next(each for each in made["sources"] if each["id"] == "scene")
    page = next(each for each in made["sources"] if each["id"] == "browser_source")
    assert [scene["name"]] * 2 == [made["current_scene"], made["scene_order"][0]["name"]]
    assert scene["settings"]["items"][0]["name"] == page["name"]
    assert page["settings"]["url"] == "http://192.168.1.20:8000/stream/1?lang=zh&large=1"
    assert (page["settings"]["width"], page["settings"]["height"]) == (1920, 1080)
    assert page["settings"]["restart_when_active"]
    assert client.get(page["settings"]["url"]).status_code == 200
