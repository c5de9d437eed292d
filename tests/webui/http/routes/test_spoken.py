"""The play as it is spoken: its words in each language, corrections, tiles left, hidden tiles, and who may hear."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from scoring.follow.events import AnyEvent, Claim, Correction, Discard, Kong, Unseen, Win
from tests.webui.followed import AT, PLAYED, followed
from webui.access.pin import Access
from webui.serializers.spoken import MOST
from webui.table.follow.journal import Begun, Resumed
from webui.table.table import Table

STEPS: tuple[AnyEvent | Resumed, ...] = (
    Discard(t=1, seat=1, tile="5p", sure=True),
    Claim(t=2, seat=2, kind="chow", tile="5p", tiles=("4p", "5p", "6p"), source=1, sure=True),
    Discard(t=3, seat=2, tile="S", sure=True),
    Discard(t=4, seat=3, tile="?"),
    Kong(t=5, seat=4, kind="concealed", tile="9s", tiles=("9s",) * 4),
    Unseen(t=6, seat=4, count=1, after=5),
    Win(t=7, seat=2, tile="1m", source=4, hand=("1m", "1m", "2s"), sure=True),
)


@pytest.fixture(autouse=True)
def seated(table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")


def begin(table: Table, *events: AnyEvent | Resumed) -> int:
    """Follow events in the hand in play; return the number of the deal."""
    hand = table.matches.deal()
    assert hand
    deal = table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
    tell(table, deal, *events)
    return deal


def tell(table: Table, deal: int, *events: AnyEvent | Resumed, first: int = 1) -> None:
    for n, event in enumerate(events, first):
        table.followed.append(deal, AT, [(event if isinstance(event, Resumed) else replace(event, number=n), None)])


def heard(client: FlaskClient, after: int | None = 0, lang: str = "en", **asked: str) -> dict[str, Any]:
    query = {"lang": lang, **({"after": str(after)} if after is not None else {}), **asked}
    answer = client.get("/api/tables/1/spoken", query_string=query)
    assert answer.status_code == 200
    return answer.get_json()  # type: ignore[no-any-return]


def says(client: FlaskClient, after: int | None = 0, **asked: str) -> list[str]:
    return [line["says"] for line in heard(client, after, **asked)["lines"]]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            [
                "East, 5 Dots",
                "South: chow 4, 5, 6 Dots",
                "South discards the South tile",
                "West, not recognized",
                "North: concealed kong (not sure)",
                "North: something was not seen",
                "South: wins with 1 Character from North",
            ],
        ),
        (
            "zh",
            [
                "东家，五筒",
                "南家：吃，成四五六筒",
                "南家打出南风",
                "西家，未识别",
                "北家：暗杠（不确定）",
                "北家：有未看到的事件",
                "南家：和一万，由北家供牌",
            ],
        ),
        (
            "zh-Hant",
            [
                "東家，五筒",
                "南家：吃，成四五六筒",
                "南家打出南風",
                "西家，未辨識",
                "北家：暗槓（不確定）",
                "北家：有未看到的事件",
                "南家：和一萬，由北家供牌",
            ],
        ),
        ("ja", ["東家、五筒", "南家、チー、四五六筒", "南家、打南の牌"]),
    ],
)
def test_each_step_is_a_short_sentence_in_the_listeners_language(
    client: FlaskClient, table: Table, lang: str, told: list[str]
) -> None:
    begin(table, *STEPS)
    lines = [line["says"] for line in heard(client, lang=lang)["lines"] if line["kind"] != "left"]
    assert lines[: len(told)] == told


def test_what_is_hidden_is_not_told(client: FlaskClient, table: Table) -> None:
    """A concealed kong that may lie face down has no name, and nobody's tiles are told with a win."""
    begin(table, *STEPS)
    text = client.get("/api/tables/1/spoken?after=0").text
    assert "9 Bamboo" not in text
    assert "2 Bamboo" not in text
    tell(table, 1, replace(STEPS[4], sure=True), first=8)  # type: ignore[type-var]
    assert says(client)[-1] == "North: concealed kong of 9 Bamboo"


def test_players_are_called_as_the_listener_chooses(client: FlaskClient, table: Table) -> None:
    begin(table, *STEPS[:2])
    assert says(client, called="names") == ["Ann, 5 Dots", "Bo: chow 4, 5, 6 Dots"]
    assert says(client, called="places", me="Bo") == ["Left, 5 Dots", "You: chow 4, 5, 6 Dots"]
    assert says(client, called="places", me="Dai") == ["Right, 5 Dots", "Across: chow 4, 5, 6 Dots"]
    assert says(client, called="places", me="Dai", lang="zh") == ["下家，五筒", "对家：吃，成四五六筒"]
    assert says(client, called="places", me="Eve") == says(client, called="no such") == says(client)
    assert heard(client)["players"] == ["Ann", "Bo", "Chen", "Dai"]


def test_a_listener_hears_what_is_new_and_never_the_same_twice(client: FlaskClient, table: Table) -> None:
    deal = begin(table, *STEPS[:3])
    first = heard(client, None)
    assert (first["lines"], first["now"]) == ([], ["West to play", "Left in the wall: 91"])
    tell(table, deal, STEPS[3], first=4)
    more = heard(client, first["last"])
    assert [(line["kind"], line["says"]) for line in more["lines"]] == [("discard", "West, not recognized")]
    assert heard(client, more["last"])["lines"] == []
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    begin(table, Discard(t=1, seat=2, tile="E", sure=True))  # the next deal goes on where this one ended
    assert says(client, more["last"]) == ["South discards the East tile"]


def test_one_who_was_away_hears_the_newest(client: FlaskClient, table: Table) -> None:
    begin(table, *(Discard(t=n, seat=n % 4 + 1, tile=f"{n % 9 + 1}s", sure=True) for n in range(2 * MOST)))
    lines = heard(client)["lines"]
    assert len([line for line in lines if line["kind"] == "discard"]) == MOST
    assert lines[-1]["number"] == heard(client)["last"]


CORRECTIONS: tuple[tuple[AnyEvent | None, list[str]], ...] = (
    (Discard(t=1, seat=2, tile="6p", sure=True), ["South's last discard was 6 Dots, not 5"]),
    (Discard(t=1, seat=2, tile="6s"), ["South's last discard was 6 Bamboo, not 5 Dots"]),
    (Discard(t=1, seat=2, tile="S"), ["South's last discard was the South tile, not 5 Dots"]),
    (Discard(t=1, seat=3, tile="5p", sure=True), ["5 Dots was discarded by West, not by South"]),
    (Discard(t=1, seat=3, tile="6p", sure=True), ["Correction: West, 6 Dots"]),
    (Discard(t=1, seat=2, tile="5p", sure=True), []),  # no word but the doubt changes
    (None, ["Did not happen: South, 5 Dots"]),
)


@pytest.mark.parametrize(("now", "told"), CORRECTIONS)
def test_a_correction_is_told(client: FlaskClient, table: Table, now: AnyEvent | None, told: list[str]) -> None:
    deal = begin(table, Discard(t=1, seat=2, tile="5p"))
    last = heard(client, None)["last"]
    held = replace(now, number=1) if now else None
    table.followed.append(deal, AT, [(Correction(number=2, t=2, of=1, now=held), None)])
    assert says(client, last) == told


def test_a_correction_is_told_where_its_sort_is_wanted(client: FlaskClient, table: Table) -> None:
    followed(table)
    (line,) = heard(client, len(PLAYED) + 1)["lines"]
    assert (line["kind"], line["says"]) == ("discard", "South's discard was 6 Dots, not 5")


def test_the_tiles_left_are_told_at_each_ten_and_at_the_end(client: FlaskClient, table: Table) -> None:
    deal, told = begin(table), list[str]()
    for n in range(92):
        tell(table, deal, Discard(t=n, seat=n % 4 + 1, tile="1m", sure=True), first=n + 1)
        told += [line["says"] for line in heard(client, n + 1)["lines"] if line["kind"] == "left"]
    assert told == [f"Left in the wall: {n}" for n in (90, 80, 70, 60, 50, 40, 30, 20, 10, 4, 3, 2, 1, 0)]


def test_who_does_not_follow_hears_how_to_turn_it_on(client: FlaskClient, table: Table) -> None:
    off = heard(client, None)
    assert (off["on"], off["lines"], off["now"]) == (False, [], [])
    assert "at the set-up" in off["says"]
    table.equipment.let_follow(True)
    waits = heard(client, None)
    assert waits["on"]
    assert "a match must be played" in waits["says"]
    begin(table, *STEPS[:1])
    assert heard(client, None)["says"] == ""
    table.equipment.let_follow(False)


def test_it_is_for_players(table: Table, application: Callable[..., Flask]) -> None:
    begin(table, *STEPS)
    client = application(table, None, Access("http://192.168.1.2:8000/")).test_client()
    stranger = {"REMOTE_ADDR": "192.168.1.7"}
    assert client.get("/api/tables/1/spoken", environ_base=stranger).status_code == 401
    page = client.get("/t/1/spoken", environ_base=stranger)
    assert page.status_code == 200
    assert "5 Dots" not in page.text
    assert 'id="pin"' in page.text  # the page itself lets a player in


def test_the_table_leads_to_it_while_the_play_is_followed(client: FlaskClient, table: Table) -> None:
    assert "/t/1/spoken" not in client.get("/t/1").text
    table.equipment.let_follow(True)
    assert 'href="/t/1/spoken"' in client.get("/t/1").text
    table.equipment.let_follow(False)


def test_news_of_it_reaches_the_page(table: Table) -> None:
    before = table.news.versions.deal
    deal = begin(table, *STEPS[:1])
    assert table.news.versions.deal > before
    before = table.news.versions.deal
    assert table.followed.delete(deal)
    assert table.news.versions.deal > before
