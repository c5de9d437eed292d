"""Every page and file of a table shows a match of three."""

from typing import Final

import pytest
from flask.testing import FlaskClient

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.sanma.acts import SetAside
from scoring.match.records import Act, Drawn, FalseWin, Penalty, Seated, Swapped, Won, act_to_dict
from tests.webui.at_table import record
from webui.table.table import Table

ACTS: Final[tuple[Act, ...]] = (
    Seated(("Ann", "Bo", "Chen"), "sanma-home", hands=3),
    DeclaredRiichi("Bo"),
    SetAside("Chen"),
    Won("S", 8000, "E"),
    FalseWin("Chen", "no yaku"),
    Penalty("Ann", 1000, "late", "paid"),
    Drawn(("E",)),
    Swapped(("Ann", "Bo"), 3, "wrong"),
    Won("S", 4000),
)
"""A match in its last deal."""

DOORS: Final = (
    *("/t/1", "/t/1/hands", "/t/1/hands/1", "/t/1/round", "/t/1/sheet", "/t/1/records.csv", "/display/1", "/referee"),
    *("/year", "/api/tables/1/match", "/api/tables/1/records", "/api/referee", "/api/tables/1/matches", "/metrics"),
)
"""Addresses of pages and files that name the players."""


@pytest.mark.parametrize("over", [False, True], ids=["in play", "over"])
def test_every_page_and_file_of_a_table_shows_three(client: FlaskClient, table: Table, over: bool) -> None:
    for act in (*ACTS, Won("S", 1000, "W")) if over else ACTS:
        record(table, act_to_dict(act))
    for address in DOORS:
        answer = client.get(address)
        assert answer.status_code == 200, address
        if address not in ("/metrics", "/referee", "/api/tables/1/matches", "/year"):
            assert "Chen" in answer.text, address
    play = client.get("/api/tables/1/play").get_json()
    assert over or len(play["seats"]["winds"]) == 3


def test_nobody_claims_a_win_at_the_empty_seat(client: FlaskClient, table: Table) -> None:
    record(table, act_to_dict(ACTS[0]))
    answer = client.post("/api/tables/1/play", json={"do": "won", "chair": 4})
    assert answer.get_json()["seats"]["kind"] == "nobody-there"
    assert answer.get_json()["seats"]["claims"] == []
