"""A hand of one game asks no other game anything: none of their code runs from the post to the match sheet."""

import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from scoring.rules import BOOKS
from tests.walks import ROOT, Walk, followed

HANDS = {
    "mcr": "123m456m789mEEE9p 9p self-draw round=E seat=S",
    "zungjung": "123m456m789mEEE9p 9p self-draw round=E seat=S",
    "hk": "123m456m789mEEE9p 9p self-draw round=E seat=S flowers=0",
    "riichi-ema": "234m067p345s88s67s 8s self-draw riichi seat=S round=E dora=4p9m ura=0",
    "taiwan-home": "123m456m789m234p55p67s 8s self-draw seat=S round=E flowers=0",
    "sichuan-sbr": "[333m,1]88s456m678m35s 4s self-draw seat=S void=p",
}
"""A hand that wins, by its rules."""


def played(client: FlaskClient, rules: str) -> None:
    """Post a hand of a new match, look at it, correct it, record it, and look at the match."""

    def post(path: str, **body: object) -> Any:
        answer = client.post(path, json=body)
        assert answer.status_code in (200, 201), answer.get_json()
        return answer.get_json()

    def record(**act: object) -> None:
        post("/api/tables/1/records", id=str(uuid4()), act=act)

    record(type="Seated", players=["Ann", "Bo", "Chen", "Dai"], rules=rules)
    hand = post("/api/tables/1/hands", text=HANDS[rules])["hand"]
    change = {"do": "won", "won": hand["laid"]["won"] | {"last_tile": True}}
    post(f"/api/hands/{hand['id']}/changes", version=hand["version"], change=change)
    record(type="Won", winner="S", laid=hand["id"])
    for path in (f"/api/hands/{hand['id']}", f"/hands/{hand['id']}", "/api/tables/1/match", "/t/1/sheet"):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("rules", HANDS)
def test_a_hand_of_one_game_asks_no_other(client: FlaskClient, rules: str) -> None:
    played(client, rules)  # what is asked once, of every game, is known afterwards
    walk = Walk()
    try:
        with followed(walk):
            played(client, rules)
    finally:
        threading.setprofile(None)
    folders = {game.id: type(game).__module__.split(".")[2] for game in BOOKS.games.values()}
    called = {
        (game, name)
        for file, name in {*walk.calls}
        for game, folder in folders.items()
        if any(Path(file).is_relative_to(ROOT / package / "games" / folder) for package in ("scoring", "webui"))
    }
    own = BOOKS[rules].game.id
    assert own in {game for game, _ in called}
    assert {each for each in called if each[0] != own} == set()
