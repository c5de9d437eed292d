"""The question whether East sits where the match has them: asked once, turned by a tap, for those who may."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace as with_

from scoring.follow.events import Declared, Discard
from tests.served import make_reading
from tests.webui.followed import AT, THREE, followed_three
from webui.hand.edits import SetWinner
from webui.hand.hand import photographed
from webui.hand.state import Circumstances, Wind
from webui.rig.live_hand import ClaimWin
from webui.table.follow.journal import Begun
from webui.table.table import Table

ADDRESS = "/api/tables/1/seating"


@pytest.fixture
def begun(table: Table) -> Begun:
    """A deal that seat 3 began, where East is said to sit at seat 1."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    return Begun(hand=hand, style="chinese", east=1, sits=3)


def follow(table: Table, begun: Begun) -> int:
    number = table.followed.begin(begun, AT)
    steps = [Discard(number=n, t=n, seat=seat, tile="9p", sure=True) for n, seat in enumerate((3, 4, 1, 2), 1)]
    table.followed.append(number, AT, [(step, b"\xff\xd8\xff") for step in steps])
    return number


def asked(client: FlaskClient, lang: str = "en") -> Any:
    answer = client.get(ADDRESS, query_string={"lang": lang})
    assert answer.status_code == 200
    return answer.get_json()["asked"]


def test_one_tap_turns_the_names(client: FlaskClient, table: Table, begun: Begun) -> None:
    number = follow(table, begun)
    found = asked(client)
    assert found["says"] == "The play says that Ann, who is East, sits at seat 3, not at seat 1."
    assert client.get(found["picture"]).status_code == 200
    assert table.now().chairs == {1: "Ann", 2: "Bo", 3: "Chen", 4: "Dai"}
    for _ in range(2):  # a second tap turns nothing again
        answer = client.post(ADDRESS, json={"number": number, "turn": True})
        assert answer.get_json() == {"ok": True, "asked": None}
    assert table.now().chairs == {3: "Ann", 4: "Bo", 1: "Chen", 2: "Dai"}
    deal = table.followed.read(number)
    assert deal is not None
    assert (deal.begun.east, deal.begun.sits) == (3, 0)


def test_no_is_kept_for_the_match(client: FlaskClient, table: Table, begun: Begun) -> None:
    client.post(ADDRESS, json={"number": follow(table, begun), "turn": False})
    assert asked(client) is None
    follow(table, begun)
    assert asked(client) is None
    assert table.now().chairs[1] == "Ann"


def test_it_is_not_asked_while_a_win_is_claimed(client: FlaskClient, table: Table, begun: Begun) -> None:
    follow(table, begun)
    table.talk.do(ClaimWin(2))
    assert asked(client) is None


@pytest.mark.parametrize(
    ("declared", "sticks", "east"),
    [
        (["Bo"], {3: True}, 2),  # South's stick lies before seat 3
        (["Bo"], {2: True}, None),
        (["Bo"], {3: False}, None),  # not sure
        (["Bo"], {2: True, 3: True}, None),  # one of two is not recorded
        (["Bo", "Dai"], {1: True, 3: True}, None),  # East may sit at seat 2 or 4
        (["Bo", "Chen"], {1: True, 4: True}, 3),
    ],
)
def test_the_sticks_of_those_who_declared_contradict_the_seats(
    client: FlaskClient, table: Table, declared: list[str], sticks: dict[int, bool], east: int | None
) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"]
    table.record({"type": "Seated", "players": players, "rules": "riichi-ema"}, uuid4(), "", "referee")
    for player in declared:
        table.record({"type": "DeclaredRiichi", "seat": player}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    number = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)
    steps = [
        Declared(number=n, t=n, seat=seat, what="riichi", sure=sure) for n, (seat, sure) in enumerate(sticks.items(), 1)
    ]
    table.followed.append(number, AT, [(step, None) for step in steps])
    found = asked(client)
    assert (found and found["east"]) == east


@pytest.mark.parametrize(("wind", "east"), [("E", 2), ("S", None), ("N", 3)])
def test_a_winner_whose_hand_lies_elsewhere_contradicts_the_seats(
    client: FlaskClient, table: Table, begun: Begun, wind: Wind, east: int | None
) -> None:
    follow(table, with_(begun, sits=0))
    assert asked(client) is None
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    laid = table.hands.add(photographed("p", reading, "mcr", Circumstances(), begun.hand))
    table.hands.change(laid.id, SetWinner(wind), laid.version)
    found = asked(client)
    assert (found and found["east"]) == east


@pytest.mark.parametrize(
    ("declared", "sticks", "east"),
    [
        (["Bo"], {3: True}, 2),
        (["Bo"], {1: True}, 3),  # the third seat is before the first: nobody sits at 4
        (["Bo"], {2: True}, None),
        (["Bo", "Chen"], {1: True, 3: True}, 2),
    ],
)
def test_the_sticks_of_three_contradict_the_seats(
    client: FlaskClient, table: Table, declared: list[str], sticks: dict[int, bool], east: int | None
) -> None:
    steps = [Declared(t=seat, seat=seat, what="riichi", sure=sure) for seat, sure in sticks.items()]
    followed_three(table, (*THREE[:1], *steps))
    for player in declared:
        table.record({"type": "DeclaredRiichi", "seat": player}, uuid4(), "", "referee")
    found = asked(client)
    assert (found and found["east"]) == east


@pytest.mark.parametrize(("chair", "wind", "east"), [(2, "E", 2), (2, "S", None), (1, "W", 2), (4, "E", None)])
def test_a_winner_of_three_whose_hand_lies_elsewhere_contradicts_the_seats(
    client: FlaskClient, table: Table, chair: int, wind: Wind, east: int | None
) -> None:
    followed_three(table, THREE[:5])
    reading = replace(make_reading((("concealed", "123456p789p11s2s"), ("winning", "2s"))), chair=chair)
    hand = photographed("p", reading, "sanma-tenhou", Circumstances(), table.matches.deal())
    laid = table.hands.add(hand)
    table.hands.change(laid.id, SetWinner(wind), laid.version)
    found = asked(client)
    assert (found and found["east"]) == east
