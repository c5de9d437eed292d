"""The JSON interface of matches: what is recorded once, refused, prefilled from a laid hand, and read back."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scoring.match.records import Won
from scoring.rules import admit, tournament, withdraw
from tests.webui.http.routes.test_hands import refused, send
from tests.webui.streams import first, streams
from vision.reading import Doubt
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.commitments import fields_of_persons
from webui.records.store import Storage
from webui.table.table import Table

FOUR = ["Ann", "Bo", "Chen", "Dai"]
SIT = {"type": "Seated", "players": FOUR}


def post(client: FlaskClient, act: Any, id: str = "", **more: Any) -> TestResponse:
    return client.post("/api/tables/1/records", json={"id": id or str(uuid4()), "act": act, **more})


def do(client: FlaskClient, *acts: Any) -> list[int]:
    numbers = []
    for act in acts:
        response = post(client, act)
        assert response.status_code == 201, response.get_data(as_text=True)
        numbers.append(response.get_json()["number"])
    return numbers


def match(client: FlaskClient, number: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/tables/1/match", query_string={"number": number} if number else {}).json  # type: ignore[assignment]
    return found


def test_a_table_without_a_match(client: FlaskClient) -> None:
    found = match(client)
    assert (found["ok"], found["table"], found["players"], found["hands"]) == (True, 1, [], [])
    assert (found["points"], found["fines"], found["refused"], found["current"]) == ({}, [], [], None)
    assert found["clock"]["phase"] == "ready"
    listed = {
        "table": 1,
        "name": "",
        "rules": "mcr",
        "match": None,
        "clock": None,
        "calls": [],
        "damaged": None,
        "state_damaged": False,
    }
    assert client.get("/api/tables").json == {"ok": True, "tables": [listed]}
    assert client.get("/api/tables/1/records").json == {
        "ok": True,
        "records": [],
        "rewritten": False,
        "persons": sorted(fields_of_persons()),
    }


@pytest.mark.parametrize(("players", "status"), [(FOUR[:3], 201), (FOUR, 422)])
def test_three_sit_down_by_rules_of_three(client: FlaskClient, players: list[str], status: int) -> None:
    answer = post(client, SIT | {"players": players, "rules": "sanma-home"})
    assert (answer.status_code, answer.get_json().get("kind", "")) == (
        status,
        "" if status == 201 else "not-four-players",
    )
    assert match(client)["players"] == (players if status == 201 else [])
    opened = {"type": "Opened", "name": "Cup", "rules": "sanma-home"}
    answer = client.post("/api/hall/events", json={"id": str(uuid4()), "act": opened})
    assert answer.status_code == 201


def test_a_table_of_three_offers_its_rules(client: FlaskClient, table: Table) -> None:
    table.use_rules("sanma-home")
    assert "sanma-tenhou" in client.get("/").text
    assert post(client, SIT).get_json()["kind"] == "not-four-players"


def test_a_void_that_moves_others_says_so_first(client: FlaskClient) -> None:
    false_win = {"type": "FalseWin", "player": "Dai", "kind": "wrong tile"}
    _, drawn, late = do(client, SIT, {"type": "Drawn"}, false_win)
    void = {"type": "Void", "of": drawn, "reason": "x"}
    said = refused(post(client, void), 409)
    assert said["kind"] == "others-hang"
    assert said["error"] == f"Record {late} would then count in hand 1, no longer in hand 2"
    act = {**false_win, "each": None, "flow": "paid", "laid": "", "photo": ""}
    paid = {"Dai": -30, "Ann": 10, "Bo": 10, "Chen": 10}
    says = f"Record {late}: hand 1 instead of hand 2, paid as before"
    act_says = "False win of Dai: declared on a wrong tile"
    moved = {"record": late, "act": act, "act_says": act_says, "before": 2, "after": 1, "paid": paid, "pays": paid}
    moved["says"] = says
    assert said["hanging"] == [moved]
    never, back = said["choices"]
    assert (never["played"], never["hanging"]) == (False, [moved])
    assert (back["played"], back["hanging"]) == (True, [])
    assert len(client.get("/api/tables/1/records").json["records"]) == 3  # type: ignore[index]
    correction = {
        "type": "Corrected",
        "of": drawn,
        "act": {"type": "Penalty", "player": "Bo", "amount": 0, "reason": "x"},
    }
    assert refused(post(client, {**correction, "reason": "x"}), 409)["kind"] == "others-hang"
    assert refused(post(client, void, anyway="yes"), 400)["kind"] == "not-a-record"
    assert post(client, void, anyway=True).status_code == 201
    assert [hand["records"] for hand in match(client)["hands"]] == [[late]]


def test_a_hand_in_the_middle_is_undone_as_never_played_or_as_taken_back(client: FlaskClient) -> None:
    nobody, win = {"type": "Drawn", "tenpai": []}, {"type": "Won", "winner": "E", "points": 12_000}
    _, _, of, won = do(client, {**SIT, "rules": "riichi-ema"}, nobody, nobody, win)
    void = {"type": "Void", "of": of, "reason": "x"}
    said = refused(post(client, void), 409)
    never, back = said["choices"]
    assert [each["record"] for each in never["hanging"]] == [won]
    assert never["hanging"][0]["says"] == (
        f"Record {won}: hand 2 instead of hand 3, Ann −3100, Bo −6100, Chen +12300, Dai −3100 "
        "instead of Ann −4200, Bo −4200, Chen +12600, Dai −4200"
    )
    assert back["hanging"] == []
    assert never["says"] == "Never played, a record too many: later hands move up"
    do(client, {**void, "played": True})
    hands = match(client)["hands"]
    assert [(hand["title"], hand["honba"], hand["taken_back"]) for hand in hands[:3]] == [
        ("East 1", 0, False),
        ("East 2 · honba 1", 1, True),
        ("East 3 · honba 2", 2, False),
    ]
    assert hands[1]["drawn_by"] == "taken back"
    assert match(client)["points"] == {"Ann": 25_800, "Bo": 25_800, "Chen": 42_600, "Dai": 25_800}
    listed = client.get("/api/tables/1/match?number=1").get_json()
    assert listed["recounted"] == ""
    assert "taken back" in client.get("/t/1/sheet").get_data(as_text=True)


def test_what_is_undone_all_the_same_stays_where_the_dealer_may_deal_again(client: FlaskClient) -> None:
    nobody, win = {"type": "Drawn", "tenpai": []}, {"type": "Won", "winner": "E", "points": 12_000}
    _, _, of, _ = do(client, {**SIT, "rules": "riichi-ema"}, nobody, nobody, win)
    assert post(client, {"type": "Void", "of": of, "reason": "x"}, anyway=True).status_code == 201
    kept = client.get("/api/tables/1/records").get_json()["records"][-1]
    assert kept["act"] == {"type": "Void", "of": of, "reason": "x", "played": True}


def test_a_void_by_which_others_pay_otherwise_says_so_first(client: FlaskClient) -> None:
    claim = {"type": "Won", "winner": "S", "points": 20, "payer": "W"}
    claims = {"type": "Claimed", "claims": [claim, {**claim, "winner": "N"}]}
    false_win = {"type": "FalseWin", "player": "Dai", "kind": "wrong tile"}
    _, of, decided = do(client, SIT, false_win, claims)
    assert match(client)["hands"][0]["winner"] == "Bo"  # Dai, North, would be first
    said = refused(post(client, {"type": "Void", "of": of, "reason": "x"}), 409)
    assert said["error"] == f"Record {decided} of hand 1 would then pay otherwise"
    later = do(client, {"type": "Renamed", "player": "Bo", "name": "Bob"})
    do(client, {"type": "Void", "of": later[0], "reason": "other names are no other payments"})


def test_the_last_record_is_named(client: FlaskClient) -> None:
    assert match(client)["latest"] is None
    do(client, SIT)
    assert match(client)["latest"] is None
    _, late = do(client, {"type": "Drawn"}, {"type": "FalseWin", "seat": "N", "kind": "wrong tile"})
    latest = match(client)["latest"]
    assert (latest["number"], latest["hand"], latest["points"]["Ann"]) == (late, 2, -30)
    assert (latest["act"]["type"], latest["act"]["player"]) == ("FalseWin", "Ann")
    correction = {"type": "FalseWin", "seat": "S", "kind": "wrong tile"}
    (corrected,) = do(client, {"type": "Corrected", "of": late, "act": correction, "reason": "x"})
    latest = match(client)["latest"]
    assert (latest["number"], latest["hand"], latest["points"]["Chen"]) == (corrected, 2, -30)
    do(client, {"type": "Void", "of": corrected, "reason": "x"}, {"type": "Void", "of": late, "reason": "x"})
    assert (match(client)["latest"]["number"], match(client)["latest"]["hand"]) == (2, 1)
    do(client, {"type": "Void", "of": 2, "reason": "x"})
    assert match(client)["latest"] is None


def test_an_undo_of_what_was_undone_restores_it_and_the_record_before_can_be_undone_too(client: FlaskClient) -> None:
    """The last record is the undo; beside it stands the last one that counts, and a record of a void one does not."""

    def shown() -> tuple[str | None, str | None]:
        found = match(client)
        return tuple(each and each["says"] for each in (found["undone"], found["latest"]))  # type: ignore[return-value]

    win = {"type": "Won", "winner": "Bo", "points": 24}
    off = {"type": "Won", "winner": "Chen", "discarder": "Ann", "points": 24}
    _, first, second = do(client, SIT, {"type": "Drawn"}, win)
    assert shown() == (None, "Bo wins 24, self-drawn")
    (corrected,) = do(client, {"type": "Corrected", "of": second, "act": off, "reason": "x"})
    correction = "Record 3 corrected: Chen wins 24 off Ann (x)"
    assert shown() == (None, correction)
    (undone,) = do(client, {"type": "Void", "of": first, "reason": "x", "played": True})
    assert shown() == ("Undone: Draw", correction)
    (restored,) = do(client, {"type": "Void", "of": undone, "reason": "x"})
    assert (shown(), len([hand for hand in match(client)["hands"] if hand["taken_back"]])) == ((None, correction), 0)
    (again,) = do(client, {"type": "Void", "of": restored, "reason": "x"})
    assert shown() == ("Undone: Draw", correction)
    do(client, {"type": "Void", "of": again, "reason": "x"})
    assert shown() == (None, correction)
    (undone,) = do(client, {"type": "Void", "of": second, "reason": "x"})
    assert shown() == ("Undone: Chen wins 24 off Ann", "Draw")  # the correction of a void record does not count
    do(client, {"type": "Void", "of": undone, "reason": "x"}, {"type": "Void", "of": corrected, "reason": "x"})
    assert shown() == (f"Undone: {correction}", "Bo wins 24, self-drawn")
    do(client, {"type": "Penalty", "player": "Bo", "amount": 7, "reason": "late"})
    assert shown() == (None, "Penalty for Bo: 7 (late)")


def test_records_that_hang_on_another_are_named_by_what_counts_now(client: FlaskClient) -> None:
    """A correction replaces a record: its sentence is that of the correction, wherever an undo is asked for."""
    win = {"type": "Won", "winner": "Bo", "points": 24}
    off = {"type": "Won", "winner": "Chen", "discarder": "Ann", "points": 24}
    _, first, second = do(client, SIT, {"type": "Drawn"}, win)
    do(client, {"type": "Corrected", "of": second, "act": off, "reason": "x"})
    said = refused(post(client, {"type": "Void", "of": first, "reason": "x"}), 409)
    named = [said["hanging"], *[each["hanging"] for each in said["choices"]]]
    assert {each["act_says"] for some in named for each in some} == {"Chen wins 24 off Ann"}
    records = client.get("/api/tables/1/records?after=0").get_json()["records"]
    replaced = {each["number"]: each["counts"] for each in records if each["counts"]}
    assert replaced == {second: "Chen wins 24 off Ann"}


def test_what_is_void_already_is_refused_and_the_void_named(client: FlaskClient) -> None:
    _, drawn = do(client, SIT, {"type": "Drawn"})
    (void,) = do(client, {"type": "Void", "of": drawn, "reason": "x"})
    for act in ({"type": "Void", "of": drawn}, {"type": "Corrected", "of": drawn, "act": {"type": "Drawn"}}):
        said = refused(post(client, {**act, "reason": "x"}), 422)
        assert (said["kind"], said["fix"]) == ("already-void", "Nothing was recorded")
        assert f"Record {drawn} is undone already, by record {void}" in said["error"]


@pytest.mark.parametrize(
    ("act", "says"),
    [
        ({"type": "Won", "winner": "S", "point": 8}, "Won lacks points: add what is missing"),
        (
            {"type": "Penalty", "player": "Bo", "amount": "8", "reason": "x"},
            "amount cannot be '8': give a whole number",
        ),
        ({"type": "Fold"}, "No act is called 'Fold'"),
        ({"type": "Drawn", "hand": 2}, "Drawn has no field hand"),
        ({"type": "Corrected", "of": 1, "act": {"type": "Seated"}, "reason": "x"}, "Seated lacks players"),
    ],
)
def test_an_act_of_a_wrong_form_says_what_is_missing(client: FlaskClient, act: Any, says: str) -> None:
    do(client, SIT)
    said = refused(post(client, act), 400)
    assert said["kind"] == "not-a-record"
    assert says in said["error"]
    assert "__init__" not in said["error"]


def test_a_match_stands_at_what_is_recorded(client: FlaskClient) -> None:
    numbers = do(client, SIT, {"type": "Won", "winner": "S", "points": 12, "payer": "E"}, {"type": "Drawn"})
    assert numbers == [1, 2, 3]
    found = match(client)
    assert found["points"] == {"Ann": 480, "Bo": 536, "Chen": 492, "Dai": 492}
    assert (found["rules"], found["body"], found["last"], found["over"]) == ("mcr", "book-1998", 16, False)
    won, drawn, playing = found["hands"]
    assert (won["outcome"], won["winner"], won["discarder"], won["score"]) == ("won", "Bo", "Ann", 12)
    assert won["transfers"][0] == {"record": 2, "payer": "Ann", "payee": "Bo", "points": 20, "sticks": [[10, 2]]}
    assert won["holds"]["Chen"] == [[100, 1], [50, 4], [10, 10], [8, 9], [1, 20]]
    assert (drawn["outcome"], playing["outcome"]) == ("drawn", "open")
    assert found["current"]["number"] == 3
    assert found["current"]["seats"] == {"E": "Chen", "S": "Dai", "W": "Ann", "N": "Bo"}
    assert found["current"]["places"]["Chen"] == 2


def test_a_hand_that_a_false_win_ended_is_no_draw(client: FlaskClient) -> None:
    seated = {**SIT, "rules": "riichi-ema"}
    do(client, seated, {"type": "FalseWin", "seat": "S", "kind": "no yaku"}, {"type": "Drawn", "tenpai": []})
    found = match(client)
    assert [(hand["outcome"], hand["drawn_by"]) for hand in found["hands"]] == [
        ("false-win", "False win of Bo, dealt again"),
        ("drawn", None),
        ("open", None),
    ]
    sheet = client.get("/t/1/sheet").get_data(as_text=True)
    assert "False win of Bo, dealt again" in sheet
    assert [kind["kind"] for kind in found["offers"]["false_wins"]] == [
        "no yaku",
        "furiten",
        "not tenpai",
        "wrong tile",
    ]
    old = {"type": "FalseWin", "seat": "S", "kind": "under the minimum"}
    assert refused(post(client, old), 422)["kind"] == "no-such-false-win"


def test_a_false_win_of_a_house_says_what_the_dealer_pays_and_gets(
    client: FlaskClient, request: pytest.FixtureRequest
) -> None:
    text = 'name="corner"\ntitle="Corner"\nbase="riichi-home"\nsource="us"\n[switches]\nRI25="mangan"'
    admit(tournament(text))
    request.addfinalizer(lambda: withdraw("corner"))
    do(client, {**SIT, "rules": "corner"}, {"type": "FalseWin", "seat": "S", "kind": "no yaku"})
    found = match(client)
    offers = {(kind["each"], kind["dealer"], kind["amount"], kind["costs"]) for kind in found["offers"]["false_wins"]}
    assert offers == {(2000, 4000, None, "4000 where the dealer pays or gets, else 2000 to each")}
    assert [*found["points"].values()] == [29000, 17000, 27000, 27000]


def test_a_new_match_of_online_rooms_is_played_by_their_newest_regulations(client: FlaskClient) -> None:
    do(client, {**SIT, "rules": "riichi-home"})
    assert match(client)["body"] == "riichi-rooms"


def test_self_draws_of_riichi_are_named_by_what_each_pays(client: FlaskClient) -> None:
    do(client, {**SIT, "rules": "riichi-ema"})
    form = match(client)["form"]
    found = {
        (who, how): next(worth for worth in form[who][how] if worth["says"].startswith("1 han 30 fu"))
        for who in ("dealer", "other")
        for how in ("discard", "self_drawn")
    }
    assert found == {
        ("dealer", "discard"): {"points": 1500, "says": "1 han 30 fu: 1500"},
        ("dealer", "self_drawn"): {"points": 1500, "says": "1 han 30 fu: 500 all"},
        ("other", "discard"): {"points": 1000, "says": "1 han 30 fu: 1000"},
        ("other", "self_drawn"): {"points": 1100, "says": "1 han 30 fu: 300–500"},
    }


def test_a_hand_with_other_counters_than_the_match_contradicts_it(client: FlaskClient) -> None:
    do(client, {**SIT, "rules": "riichi-ema"})
    text = "[CCC,1]123m456p789sE E discard from=W seat=S round=E dora=0 honba=2"
    laid = client.post("/api/tables/1/hands", json={"text": text}).get_json()["hand"]
    ending = shown(client, laid["id"])["ending"]
    assert ending["refused"]["says"].startswith("The hand says honba=2, the match has honba=0.")
    won = refused(post(client, {"type": "Won", "winner": "S", "laid": laid["id"]}), 422)
    assert won["kind"] == "hand-differs"


def test_who_moves_where_after_a_round_is_said(client: FlaskClient) -> None:
    do(client, SIT, *[{"type": "Drawn"}] * 4)
    moves = match(client)["current"]["moves"]
    pairs = [("Ann", "Bo"), ("Bo", "Ann"), ("Chen", "Dai"), ("Dai", "Chen")]
    assert [(move["player"], move["of"]) for move in moves] == pairs
    assert moves[0]["says"] == "Ann sits down where Bo sat"


def test_the_same_record_again_is_the_same_number(client: FlaskClient) -> None:
    id = str(uuid4())
    assert (post(client, SIT, id).status_code, post(client, SIT, id.upper()).status_code) == (201, 200)
    assert post(client, SIT, id).get_json()["number"] == 1
    assert refused(post(client, {"type": "Drawn"}, id), 409)["kind"] == "id-taken"
    assert len(client.get("/api/tables/1/records").get_json()["records"]) == 1


@pytest.mark.parametrize(
    ("between", "act", "status"),
    [
        ([{"type": "Penalty", "player": "Bo", "amount": 7, "reason": "x"}], {"type": "Drawn"}, 201),
        ([{"type": "Drawn"}], {"type": "Drawn"}, 409),
        ([{"type": "Drawn"}], {"type": "Won", "winner": "Bo", "points": 8, "payer": "Ann"}, 409),
        ([{"type": "Drawn"}, {"type": "Void", "of": 2, "reason": "x"}], {"type": "Drawn"}, 201),
        ([{"type": "Void", "of": 1, "reason": "x"}], {"type": "Drawn"}, 409),
        ([SIT], {"type": "Drawn"}, 409),
        ([SIT], SIT, 409),
        ([SIT, {"type": "Void", "of": 2, "reason": "x"}], {"type": "Drawn"}, 201),
    ],
)
def test_an_act_means_the_hand_that_its_sender_has_seen(
    client: FlaskClient, between: list[Any], act: Any, status: int
) -> None:
    (seen,) = do(client, SIT)
    do(client, *between)
    kept = client.get("/api/tables/1/records").get_json()["records"]
    id = str(uuid4())
    response = post(client, act, id, after=seen)
    assert response.status_code == status
    if status == 409:
        assert refused(response, 409)["kind"] == "match-went-on"
        assert client.get("/api/tables/1/records").get_json()["records"] == kept
    else:
        assert post(client, act, id, after=seen).status_code == 200, "the same record again is there already"


def test_two_devices_begin_one_match(client: FlaskClient) -> None:
    assert post(client, SIT, after=0).status_code == 201
    assert refused(post(client, SIT, after=0), 409)["kind"] == "match-went-on"


def test_records_are_read_back_as_they_are_kept(client: FlaskClient) -> None:
    do(client, SIT, {"type": "Drawn"}, {"type": "Penalty", "player": "Bo", "amount": 7, "reason": "x"})
    post(client, {"type": "Drawn"}, who="Referee Li")
    found = client.get("/api/tables/1/records?after=2").get_json()["records"]
    assert [(each["number"], each["act"]["type"]) for each in found] == [(3, "Penalty"), (4, "Drawn")]
    assert (found[0]["act"]["player"], found[1]["who"], found[1]["role"]) == ("Bo", "Referee Li", "referee")
    keys = {"id", "number", "act", "who", "role", "when", "hash", "match", "stands", "revocable", "says"}
    keys |= {"commitments", "counts", "adds", "imported"}
    assert set(found[0]) == keys
    assert len(client.get("/api/tables/1/records?after=1&limit=2").get_json()["records"]) == 2
    assert client.get("/api/tables/1/records?limit=0").get_json()["records"] == []


def test_records_say_whether_they_stand_and_of_which_match_they_are(client: FlaskClient) -> None:
    fine = {"type": "Penalty", "seat": "S", "amount": 7, "reason": "x"}
    won = {"type": "Won", "winner": "E", "points": 8}
    do(client, SIT, fine, {"type": "Drawn"}, {"type": "TimeUp", "in_play": False}, SIT)
    do(client, {"type": "Void", "of": 2, "reason": "x"}, {"type": "Corrected", "of": 3, "act": won, "reason": "x"})
    found = client.get("/api/tables/1/records").get_json()["records"]
    assert [each["match"] for each in found] == [1, 1, 1, 1, 5, 1, 1]
    assert [each["stands"] for each in found] == [True, False, 7, True, True, True, True]
    assert [each["revocable"] for each in found] == [True, False, True, True, True, True, True]
    do(client, {"type": "Erased", "player": "Bo", "name": "N. N."})
    assert client.get("/api/tables/1/records?after=7").get_json()["records"][0]["revocable"] is False


@pytest.mark.parametrize(
    ("act", "kind", "says"),
    [
        ({"type": "Won", "winner": "S", "points": 7}, "under-minimum", "7 points: a hand has at least 8"),
        (
            {"type": "FalseWin", "seat": "S", "kind": "furiten"},
            "no-such-false-win",
            "knows no such false win (furiten)",
        ),
        ({"type": "Void", "of": 9, "reason": ""}, "not-before", "There is no record 9 before record 2"),
        ({"type": "Approved", "hand": 1}, "hand-not-played", "Hand 1 has not been played"),
        ({"type": "Seated", "players": ["A", "A", "B", "C"]}, "not-four-players", "4 different players"),
        ({"type": "Won", "winner": "S", "laid": "no-such"}, "no-such-hand", "There is no hand no-such"),
    ],
)
def test_what_the_match_does_not_follow_is_refused(client: FlaskClient, act: Any, kind: str, says: str) -> None:
    do(client, SIT)
    error = refused(post(client, act), 422)
    assert error["kind"] == kind
    assert says in error["error"]
    assert len(client.get("/api/tables/1/records").get_json()["records"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": str(uuid4())},
        {"id": 5, "act": SIT},
        {"id": "5", "act": SIT},
        {"id": str(uuid4()), "act": []},
        {"id": str(uuid4()), "act": {"type": "Dance"}},
        {"id": str(uuid4()), "act": {"type": "Won", "winner": "E"}},
        {"id": str(uuid4()), "act": {"type": "Won", "winner": ["E"], "points": 8}},
        {"id": str(uuid4()), "act": {"type": "Corrected", "of": [], "act": 5, "reason": ""}},
        {"id": str(uuid4()), "act": {"type": "Claimed", "claims": [5]}},
        {"id": str(uuid4()), "act": SIT, "who": 5},
        {"id": str(uuid4()), "act": SIT, "after": "1"},
        {"id": str(uuid4()), "act": SIT, "after": -1},
        {"id": str(uuid4()), "act": SIT, "after": True},
    ],
)
def test_what_is_no_record_is_refused(client: FlaskClient, body: Any) -> None:
    assert refused(client.post("/api/tables/1/records", json=body), 400)["kind"] == "not-a-record"


def test_a_table_that_is_not_there(client: FlaskClient) -> None:
    for path in ("match", "matches", "records"):
        assert refused(client.get(f"/api/tables/7/{path}"), 404)["kind"] == "no-such-table"
    assert refused(client.get("/api/tables/1/match?number=5"), 404)["kind"] == "no-such-match"


def test_an_earlier_match_is_still_there(client: FlaskClient) -> None:
    do(client, {**SIT, "hands": 1}, {"type": "Won", "winner": "E", "points": 8}, {**SIT, "rules": "zungjung"})
    assert [each["number"] for each in client.get("/api/tables/1/matches").get_json()["matches"]] == [3, 1]
    before, now = match(client, 1), match(client)
    assert (before["over"], before["table_points"]["Ann"], before["current"]) == (True, 4.0, None)
    assert (now["rules"], now["body"], now["points"]["Ann"]) == ("zungjung", "zungjung", 0)


def test_a_match_by_a_house_of_hong_kong(client: FlaskClient) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"]
    seated = {"type": "Seated", "players": players, "rules": "hk", "hands": 0, "stake": "0.25", "currency": "HK$"}
    do(client, seated, {"type": "Won", "winner": "E", "points": 3, "payer": "S"})
    found = match(client)
    assert (found["game"], found["body"], found["last"], found["terms"]) == (
        "hk",
        "hk",
        None,
        ["A point is worth HK$0.25."],
    )
    assert (found["current"]["number"], found["current"]["dealer"], found["hands"][0]["worth"]) == (2, "Ann", "3 faan")
    assert found["money"] == {"Ann": "+HK$8", "Bo": "−HK$8", "Chen": "HK$0", "Dai": "HK$0"}
    assert "A point is worth HK$0.25." in client.get("/t/1/sheet").get_data(as_text=True)
    for page in ("/t/1", "/setup", "/t/1/sheet"):
        assert "Hong Kong" in client.get(page).get_data(as_text=True)
    assert "Hong Kong" not in client.get("/hall").get_data(as_text=True)  # an event is played by a body's rules


def lay(client: FlaskClient, won: dict[str, Any]) -> str:
    """A hand of 24 points or so, said to be won as given."""
    text = "[123s,1]456789sCCC9p 9p " + " ".join(f"{key}={value}" if value != "" else key for key, value in won.items())
    response = client.post("/api/tables/1/hands", json={"text": text})
    assert response.status_code == 201, response.get_data(as_text=True)
    id: str = response.get_json()["hand"]["id"]
    return id


def test_a_win_leaves_its_points_to_the_laid_hand(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": ""})
    act = {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": laid}
    id = str(uuid4())
    kept = post(client, act, id).get_json()["record"]["act"]
    assert (kept["points"], kept["hand"], kept["laid"]) == (20, "[123s,1]9p456789sCCC 9p discard round=E", laid)
    assert kept["version"]
    assert match(client)["hands"][0]["score"] == 20
    assert post(client, act, id).status_code == 200


def test_a_hand_that_says_something_else_is_not_counted(client: FlaskClient) -> None:
    do(client, SIT)
    drawn = lay(client, {"self-draw": ""})
    error = refused(post(client, {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": drawn}), 422)
    assert error["kind"] == "hand-differs"
    unfinished = client.post("/api/tables/1/hands").get_json()["hand"]["id"]
    error = refused(post(client, {"type": "Won", "winner": "Bo", "laid": unfinished}), 422)
    assert error["kind"] == "hand-unfinished"


def test_a_reading_in_doubt_is_not_counted(
    client: FlaskClient, answers: Any, reading: Callable[..., Any], photo: bytes
) -> None:
    do(client, SIT)
    answers.reading = reading(doubts=(Doubt(2, "hardly-seen"),))
    laid = send(client, photo).get_json()["hand"]["id"]
    error = refused(post(client, {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": laid}), 422)
    assert error["kind"] == "hand-in-doubt"


def test_approval_locks_the_laid_hand(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": ""})
    change = {"version": 1, "change": {"do": "won", "won": {"self_draw": False, "discarder": "E"}}}
    do(client, {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": laid}, {"type": "Approved", "hand": 1})
    approved = match(client)["hands"][0]["approved"]
    assert (approved["record"], approved["role"]) == (3, "referee")
    for reason in ({}, {"reason": " "}, {"reason": None}):
        error = refused(client.post(f"/api/hands/{laid}/changes", json=change | reason), 409)
        assert error["kind"] == "hand-approved"
    signed = {"reason": "appeal", "who": "Li"}
    hand = client.post(f"/api/hands/{laid}/changes", json=change | signed).get_json()["hand"]
    assert [(each["who"], each["reason"]) for each in hand["changes"]] == [("Li", "appeal")]
    assert hand["counted"]["differs"] is True


def shown(client: FlaskClient, hand: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/hands/{hand}").get_json()["hand"]
    return found


def test_without_a_match_a_hand_is_a_quick_score(client: FlaskClient) -> None:
    hand = shown(client, lay(client, {"discard": ""}))
    assert (hand["ending"], hand["counted"]) == (None, None)


def test_a_hand_says_what_it_may_be_recorded_as(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": "", "seat": "S", "from": "W"})
    ending = shown(client, laid)["ending"]
    assert (ending["hand"], ending["round"], ending["winner"], ending["discarder"]) == (1, "E", "Bo", "Chen")
    assert ending["winner_by"] == "edited"
    assert {each["payer"]: each["points"] for each in ending["transfers"]} == {"Ann": 8, "Chen": 28, "Dai": 8}
    assert ending["points"]["Bo"] == 500 + 3 * 8 + 20
    assert ending["refused"] is None
    do(client, ending["act"])
    hand = shown(client, laid)
    assert hand["ending"] is None
    counted = hand["counted"]
    assert (counted["record"], counted["hand"], counted["as"], counted["approved"]) == (2, 1, "win", None)
    assert counted["differs"] is False
    edit = {"do": "won", "won": hand["laid"]["won"] | {"last_tile": True}}
    client.post(f"/api/hands/{laid}/changes", json={"version": hand["version"], "change": edit})
    assert shown(client, laid)["counted"]["differs"] is True


def test_tiles_of_an_earlier_hand_are_counted_for_the_same_person_once_somebody_says_so(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": "", "seat": "S", "from": "W"})
    assert shown(client, laid)["ending"]["earlier"] is False
    (drawn,) = do(client, {"type": "Drawn"})
    hand = shown(client, laid)
    ending = hand["ending"]
    assert (ending["hand"], ending["earlier"], ending["laid_in"], ending["act"]) == (2, True, 1, None)
    assert (ending["winner"], ending["discarder"]) == ("Bo", "Chen")  # in hand 1; South is Chen in hand 2
    for left in ({}, {"points": 8, "hand": hand["text"]}):
        error = refused(post(client, {"type": "Won", "winner": "Chen", "discarder": "Dai", "laid": laid, **left}), 422)
        assert error["kind"] == "laid-earlier"
    change = {"version": hand["version"], "change": ending["again"]}
    again = client.post(f"/api/hands/{laid}/changes", json=change).get_json()["hand"]
    assert again["changes"][-1]["says"] == "These tiles won hand 2"
    ending = again["ending"]
    assert (ending["earlier"], ending["winner"], ending["discarder"]) == (False, "Bo", "Chen")
    assert (ending["act"]["winner"], again["laid"]["won"]["seat"]) == ("Bo", "E")
    back = client.post(f"/api/hands/{laid}/changes", json={"version": again["version"], "change": {"do": "undo"}})
    assert back.get_json()["hand"]["ending"]["earlier"] is True
    do(client, {"type": "Void", "of": drawn, "reason": "x"})
    ending = shown(client, laid)["ending"]
    assert (ending["earlier"], ending["act"]["winner"]) == (False, "Bo")


def test_tiles_are_of_an_earlier_hand_where_a_hand_before_is_taken_back(client: FlaskClient) -> None:
    _, first, _ = do(client, SIT, {"type": "Drawn"}, {"type": "Drawn"})
    laid = lay(client, {"discard": "", "seat": "S", "from": "W"})  # in hand 3: Dai's, of Ann
    assert post(client, {"type": "Void", "of": first, "reason": "x"}, anyway=True).status_code == 201
    ending = shown(client, laid)["ending"]  # hand 2 is in play, in which South is Chen
    assert (ending["hand"], ending["earlier"], ending["laid_in"]) == (2, True, 2)
    assert (ending["winner"], ending["discarder"], ending["act"]) == ("Dai", "Ann", None)
    assert (ending["again"]["won"]["seat"], ending["again"]["won"]["discarder"]) == ("W", "N")


def test_a_photograph_is_of_the_hand_that_its_sender_saw(client: FlaskClient, photo: bytes) -> None:
    do(client, SIT, {"type": "Drawn"}, {"type": "Drawn"})
    for after, number, seat in ((None, 3, "N"), (1, 1, "S"), (2, 2, "E")):
        asked = {"chair": 2} | ({} if after is None else {"after": after})
        response = client.post("/api/tables/1/hands", query_string=asked, data=photo, content_type="image/jpeg")
        hand = response.get_json()["hand"]
        deal = hand["laid"]["deal"]
        assert (deal["hand"], hand["laid"]["won"]["seat"]) == (number, seat)
        assert hand["ending"]["earlier"] is (number != 3)
        assert hand["ending"]["winner"] == "Bo"


def test_tiles_that_were_laid_before_the_match_are_not_of_it(client: FlaskClient) -> None:
    laid = lay(client, {"discard": "", "seat": "S", "from": "W"})
    do(client, SIT)
    ending = shown(client, laid)["ending"]
    assert (ending["earlier"], ending["laid_in"], ending["winner"], ending["act"]) == (True, None, None, None)
    assert refused(post(client, {"type": "Won", "winner": "Bo", "laid": laid}), 422)["kind"] == "laid-earlier"
    assert (ending["again"]["won"]["seat"], ending["again"]["won"]["round"]) == (None, "E")


def test_the_round_is_known_from_the_match(client: FlaskClient) -> None:
    do(client, SIT, *[{"type": "Drawn"}] * 4)
    won = shown(client, client.post("/api/tables/1/hands").get_json()["hand"]["id"])["laid"]["won"]
    assert (won["round"], won["sources"]["round"]) == ("S", "match")
    chair = shown(client, client.post("/api/tables/1/hands?chair=2").get_json()["hand"]["id"])["laid"]["won"]
    assert (chair["seat"], chair["round"], chair["sources"]) == ("S", "S", {"seat": "play", "round": "match"})
    assert match(client)["chairs"] == {"1": "Bo", "2": "Ann", "3": "Dai", "4": "Chen"}


@pytest.mark.parametrize(
    ("text", "kind", "each", "disqualified", "short"),
    [
        (
            "[123m,1]456m789s22p34m 5m discard seat=S round=E from=E",
            "under the minimum",
            10,
            False,
            "Would be enough: ",
        ),
        (
            "123456789m11p12s 9s discard seat=S round=E from=E",
            "wrong tile",
            10,
            False,
            "It would win with 3 Bamboo in ",
        ),
        ("123456789m1p3p12s 9s discard seat=S round=E from=E", "one short of waiting", 20, False, "2 tiles short of a"),
        (
            "12456789m1p3p12sE 9s discard seat=S round=E from=E",
            "two or more short of waiting",
            0,
            True,
            "3 tiles short",
        ),
    ],
)
def test_a_hand_that_may_not_be_declared_is_offered_as_a_false_win(
    client: FlaskClient, text: str, kind: str, each: int, disqualified: bool, short: str
) -> None:
    do(client, SIT)
    laid = client.post("/api/tables/1/hands", json={"text": text}).get_json()["hand"]
    if lifting := laid["score"]["lifting"]:
        assert laid["ending"]["false_win"] is None  # until somebody says that it was none of these
        won = laid["laid"]["won"] | {"ruled_out": lifting}
        change = {"version": laid["version"], "change": {"do": "won", "won": won}}
        laid = client.post(f"/api/hands/{laid['id']}/changes", json=change).get_json()["hand"]
    offer = laid["ending"]["false_win"]
    assert (offer["kind"], offer["each"], offer["disqualified"]) == (kind, each, disqualified)
    costs = "Bo is disqualified" if disqualified else f"Bo pays {each} to each other player"
    assert (offer["costs"], offer["says"].split(": ")[0]) == (costs, "No win")
    assert offer["short"][0].startswith(short)
    assert laid["ending"]["act"] is None
    why = offer["why"]
    assert why["changes"] if kind == "under the minimum" else why["distance"]["missing"]
    do(client, offer["act"])
    assert match(client)["points"]["Bo"] == 500 - 3 * each
    counted = shown(client, laid["id"])["counted"]
    assert (counted["as"], counted["act"]["kind"]) == ("false-win", kind)
    assert counted["says"] == f"A false win in hand {counted['hand']}: {counted['wrongly']}"


def test_hands_are_found_by_player_fan_and_day(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": "", "seat": "S", "from": "W"})
    do(client, shown(client, laid)["ending"]["act"])
    other = lay(client, {"self-draw": "", "seat": "S", "round": "E"})

    def found(**by: str) -> list[str]:
        return [hand["id"] for hand in client.get("/api/tables/1/hands", query_string=by).get_json()["hands"]]

    assert found() == [other, laid]
    assert found(player="Bo") == found(player="Chen") == [laid]
    assert found(player="Ann") == []
    assert found(fan="Pure Straight") == [other, laid]
    assert found(fan="Pure Straight", player="Bo", day=shown(client, laid)["at"][:10]) == [laid]
    assert found(day="1999-01-01") == []
    assert (found(before=str(2**80)), found(before=str(-(2**80)))) == ([other, laid], [])
    do(client, {"type": "Renamed", "player": "Bo", "name": "Bob"})
    assert (found(player="bO"), found(player="Bob"), found(player="B_b")) == ([laid], [laid], [])
    do(client, {"type": "Void", "of": 2, "reason": "x"})
    assert found(player="Bob") == []


def test_a_counted_hand_is_found_by_its_players_with_the_record(
    client: FlaskClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Store the tags of a hand in the transaction of the record, not in one of their own after it."""
    do(client, SIT)
    laid = lay(client, {"discard": "", "seat": "S", "from": "E"})
    monkeypatch.setattr(table.hands, "mark", None)
    do(client, {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": laid})
    for name in ("Bo", "Ann"):
        (found,) = client.get("/api/tables/1/hands", query_string={"player": name}).get_json()["hands"]
        assert found["id"] == laid


def test_a_usual_reason_is_shown_in_the_language_of_the_reader(client: FlaskClient) -> None:
    do(client, SIT)
    (ladder, *_), dead = match(client)["offers"]["fouls"], match(client)["offers"]["dead_hands"]
    usual = [*ladder["reasons"], *dead]
    assert usual
    assert {*ladder["costs"].values()} == {"a warning this time"}
    assert all(each["reason"] == each["says"] for each in usual)
    do(client, {"type": "Penalty", "seat": "E", "amount": 5, "reason": usual[0]["reason"]})
    chinese = client.get("/api/tables/1/match", headers={"Accept-Language": "zh"}).get_json()
    says = chinese["offers"]["fouls"][0]["reasons"][0]["says"]
    assert says != usual[0]["reason"]
    assert chinese["fines"][0]["why"] == says
    *_, penalty = client.get("/api/tables/1/records", headers={"Accept-Language": "zh"}).get_json()["records"]
    assert says in penalty["says"]


def test_an_erased_name_is_nowhere(client: FlaskClient) -> None:
    do(
        client,
        SIT,
        {"type": "Won", "winner": "Bo", "points": 8},
        {"type": "Penalty", "seat": "E", "amount": 5, "reason": "Bo"},
    )
    assert post(client, {"type": "Drawn"}, who="Bo").status_code == 201
    do(client, {"type": "Erased", "player": "Bo"})
    for path in ("records", "match", "matches"):
        assert '"Bo"' not in client.get(f"/api/tables/1/{path}").get_data(as_text=True)
    found = match(client)
    assert found["refused"] == []
    assert found["players"][1].startswith("#")
    assert sum(found["points"].values()) == 2000 - 5


def test_an_erased_name_is_in_no_change_of_a_hand(client: FlaskClient) -> None:
    do(client, SIT)
    laid = lay(client, {"discard": "", "seat": "S", "from": "E"})
    do(client, {"type": "Won", "winner": "Bo", "discarder": "Ann", "laid": laid}, {"type": "Approved", "hand": 1})
    edit = {"do": "won", "won": {"self_draw": False, "discarder": "E", "seat": "S", "round": "E", "last_tile": True}}
    change = {"version": 1, "change": edit, "who": "Bo", "reason": "Bo saw it"}
    assert client.post(f"/api/hands/{laid}/changes", json=change).status_code == 200
    do(client, {"type": "Erased", "player": "Bo", "name": "#1"})
    (made,) = shown(client, laid)["changes"]
    assert (made["who"], made["reason"]) == ("#1", "#1 saw it")
    found = [
        client.get("/api/tables/1/hands", query_string={"player": name}).get_json()["hands"] for name in ("Bo", "#1")
    ]
    assert [len(hands) for hands in found] == [0, 1]


def test_two_who_claim_one_discard(client: FlaskClient) -> None:
    do(client, SIT)
    hands = {}
    for chair in (2, 4):
        client.post("/api/tables/1/play", json={"do": "won", "chair": chair})
        text = "[123s,1]456789sCCC9p 9p"
        hands[chair] = client.post(f"/api/tables/1/hands?chair={chair}", json={"text": text}).get_json()["hand"]["id"]
    client.post("/api/tables/1/play", json={"do": "given", "giver": 1})
    act = shown(client, hands[4])["ending"]["act"]
    assert act["type"] == "Claimed"
    assert [claim["winner"] for claim in act["claims"]] == ["Bo", "Dai"]
    do(client, act)
    assert match(client)["hands"][0]["winner"] == "Bo"
    both = [shown(client, hands[chair])["counted"] for chair in (2, 4)]
    assert [(each["as"], each["says"]) for each in both] == [
        ("win", "Hand 1 recorded"),
        ("claim", "Declared in hand 1; another player had priority"),
    ]


def test_the_hand_in_play_follows_the_match(client: FlaskClient) -> None:
    def play(**act: Any) -> dict[str, Any]:
        seats: dict[str, Any] = client.post("/api/tables/1/play", json=act).get_json()["seats"]
        return seats

    play(do="deal", hand=1, dealer=3)
    do(client, SIT)
    assert match(client)["chairs"]["3"] == "Ann"
    play(do="won", chair=4)
    stays = play(do="start", chair=0)
    assert (stays["hand"], stays["kind"]) == (1, "hand-not-recorded")
    do(client, {"type": "Won", "winner": "Bo", "points": 8})
    seats = client.get("/api/tables/1/play").get_json()["seats"]
    assert (seats["hand"], seats["dealer"], seats["claims"]) == (2, 4, [])
    seats = play(do="start", chair=0)
    assert (seats["hand"], seats["dealer"], seats["wrong"]) == (2, 4, "")
    do(client, {"type": "Void", "of": 2, "reason": "x"})
    seats = client.get("/api/tables/1/play").get_json()["seats"]
    assert (seats["hand"], seats["dealer"]) == (1, 3)
    assert play(do="deal", hand=9, dealer=1)["hand"] == 1


@pytest.mark.parametrize("kind", ["image/jpeg", "application/octet-stream", None])
def test_a_photograph_is_the_body_of_a_request(client: FlaskClient, photo: bytes, kind: str | None) -> None:
    do(client, SIT)
    response = client.post("/api/tables/1/hands", data=photo, content_type=kind)
    assert response.status_code == 201
    hand = response.get_json()["hand"]
    do(client, {"type": "Won", "winner": "E", "points": 20, "laid": hand["id"], "hand": ""})
    kept = match(client)["hands"][0]["photo"]
    assert kept == hashlib.sha256(photo).hexdigest()
    assert client.get(f"/api/photos/{kept}").data == photo
    assert refused(client.post("/api/tables/1/hands", data=b"no picture", content_type=kind), 422)


def test_a_photograph_is_answered_as_it_was_taken(client: FlaskClient, table: Table, photo: bytes) -> None:
    sha256 = table.records.photos.put(photo)
    assert sha256 == hashlib.sha256(photo).hexdigest()
    response = client.get(f"/api/photos/{sha256}")
    assert (response.data, response.mimetype) == (photo, "image/jpeg")
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert refused(client.get(f"/api/photos/{'0' * 64}"), 404)["kind"] == "photo-missing"


def test_a_damaged_photograph_is_gone_and_no_crash(
    answers: Any, photo: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(answers, records=Storage.open(tmp_path))
    client = create_app(Site(table)).test_client()
    sha256 = table.records.photos.put(photo)
    kept = table.records.photos.path(sha256)
    assert kept
    kept.write_bytes(photo[:-1])
    assert refused(client.get(f"/api/photos/{sha256}"), 410)["kind"] == "photo-damaged"
    assert "is damaged" in caplog.text
    table.records.close()


def test_health_says_what_there_is(client: FlaskClient) -> None:
    found = client.get("/api/health").get_json()
    assert found.pop("version")
    assert found == {"ok": True, "database": "memory", "camera": None, "box": None, "hall": None, "workers": None}


def test_a_record_is_told_to_everybody_who_looks_on(client: FlaskClient, table: Table) -> None:
    with streams(table) as start:
        events = start()
        assert first(events, "match", lambda found: True)["players"] == []
        do(client, SIT)
        assert first(events, "match", lambda found: bool(found["players"]))["players"] == FOUR


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/1/sheet", 200),
        ("/t/1/sheet?match=1", 200),
        ("/t/1/sheet?match=2", 404),
        ("/t/1/sheet?match=one", 404),
        ("/t/1/hands/1", 200),
        ("/t/1/hands/2", 200),
        ("/t/1/hands/3", 404),
        ("/t/1/hands/0", 404),
        ("/t/1/hands/1?match=9", 404),
    ],
)
def test_a_page_of_a_match_or_hand_that_is_not_there_says_so(client: FlaskClient, path: str, status: int) -> None:
    do(client, SIT, {"type": "Drawn"})
    assert client.get(path).status_code == status


BIG = "[FFF,1][PPP,1]CC34789s 5s"
"""100 points in Zung Jung."""
SAME, OWN = "discards=S1m,W5s,N2m,E5s", "discards=S5s,W1m,N2m,E5s"
SEATED = {**SIT, "rules": "zungjung"}


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ({"discarder": "Ann"}, [-240, -30, -30]),
        ({"discarder": "Ann", "payer": None}, [-100, -100, -100]),
        ({"discarder": "Ann", "payer": "Chen"}, [-30, -240, -30]),
        ({"hand": BIG, "discarder": "Ann"}, [-240, -30, -30]),
        ({"hand": BIG, "discarder": "Ann", "payer": None}, [-240, -30, -30]),
        ({"hand": f"{BIG} {SAME}"}, [-30, -240, -30]),
        ({"hand": f"{BIG} {SAME}", "discarder": "Ann", "payer": "Chen"}, [-30, -240, -30]),
        ({"hand": f"{BIG} {OWN}", "discarder": "Ann"}, [-100, -100, -100]),
        ({"hand": BIG}, [-100, -100, -100]),
        ({}, [-100, -100, -100]),
    ],
)
def test_who_pays_is_completed(client: FlaskClient, said: dict[str, Any], paid: list[int]) -> None:
    do(client, SEATED, {"type": "Won", "winner": "Bo", "points": 100, **said})
    hand = match(client)["hands"][0]
    assert [hand["points"][player] for player in ("Ann", "Chen", "Dai")] == paid
    assert match(client)["mispaid"] == []


@pytest.mark.parametrize(
    ("said", "kind", "says"),
    [
        ({"hand": f"{BIG} {SAME}", "payer": "Ann"}, "payer-differs", "By the hand Chen is responsible"),
        ({"hand": BIG, "discarder": "Ann", "payer": "Dai"}, "payer-differs", "By the hand Ann is responsible"),
        ({"hand": f"{BIG} {OWN}", "payer": "Ann"}, "nobody-pays", "nobody is responsible; the record has Ann"),
        ({"hand": f"{BIG} {SAME}", "discarder": "Dai"}, "hand-differs", "The hand says from=E"),
        ({"hand": f"{BIG} discards=W5s,E1m"}, "discards-impossible", "does not end with the tile"),
    ],
)
def test_a_payer_whom_the_hand_does_not_name_is_refused(
    client: FlaskClient, said: dict[str, Any], kind: str, says: str
) -> None:
    do(client, SEATED)
    error = refused(post(client, {"type": "Won", "winner": "Bo", "points": 100, **said}), 422)
    assert error["kind"] == kind
    assert says in error["error"]
    assert len(client.get("/api/tables/1/records").get_json()["records"]) == 1


def test_a_hand_kept_without_its_payer_comes_with_its_correction(client: FlaskClient, table: Table) -> None:
    do(client, SEATED)
    table.matches.record(Won("Bo", 100, None, f"{BIG} {SAME}", "Ann"), uuid4(), "", "table")
    found = match(client)
    assert found["points"] == {"Ann": -100, "Bo": 300, "Chen": -100, "Dai": -100}
    (wrong,) = found["mispaid"]
    assert (wrong["hand"], wrong["record"], wrong["laid"]) == (1, 2, "")
    assert wrong["says"].startswith("Hand 1 (100 points) was recorded with all three paying alike; by the hand Chen")
    do(client, {"type": "Corrected", "of": wrong["record"], "act": wrong["act"], "reason": wrong["reason"]})
    found = match(client)
    assert (found["points"], found["mispaid"]) == ({"Ann": -30, "Bo": 300, "Chen": -240, "Dai": -30}, [])


def test_a_hand_says_who_discarded_its_tile_first(client: FlaskClient) -> None:
    do(client, SEATED)
    answer = client.post("/api/tables/1/hands", json={"text": f"{BIG} {SAME} seat=S"}).get_json()["hand"]
    hand = shown(client, answer["id"])
    assert (hand["laid"]["won"]["discarder"], hand["laid"]["won"]["first_discarder"]) == ("E", "W")
    assert hand["score"]["responsible"] == {
        "kind": "first-discarder",
        "seat": "W",
        "says": "West discarded 5 Bamboo first in the turn; East followed and is immune.",
        "about": {"seat": "W", "tile": "5s", "last": "E"},
    }
    assert hand["ending"]["payer"] == "Chen discarded 5 Bamboo first in the turn; Ann followed and is immune."
    assert {each["payer"]: each["points"] for each in hand["ending"]["transfers"]} == {
        "Ann": 30,
        "Chen": 240,
        "Dai": 30,
    }


def test_another_winner_of_the_discard_is_added_and_undone_as_one(client: FlaskClient) -> None:
    do(client, {**SIT, "rules": "riichi-ema"}, {"type": "Won", "winner": "Bo", "points": 5200, "discarder": "Ann"})
    also = match(client)["also"]
    assert (also["of"], also["hand"], also["discarder"], also["players"]) == (2, 1, "Ann", ["Chen", "Dai"])
    mine = {"type": "Won", "winner": "Chen", "points": 1600, "payer": "Ann", "discarder": "Ann"}
    claims = {"type": "Claimed", "claims": [*also["claims"], mine]}
    (added,) = do(client, {"type": "Corrected", "of": 2, "act": claims, "reason": also["reason"]})
    found = match(client)
    hand = found["hands"][0]
    assert [(win["winner"], win["points"]) for win in hand["wins"]] == [("Bo", 5200), ("Chen", 1600)]
    assert hand["gains"] == {"Ann": -6800, "Bo": 5200, "Chen": 1600, "Dai": 0}
    assert (found["latest"]["number"], found["latest"]["points"]["Ann"]) == (added, -6800)
    assert found["latest"]["says"] == "Also won on the same tile: Chen wins 1600 off Ann"
    assert (hand["corrected"], found["corrections"]) == ([], [])
    assert [each["adds"] for each in client.get("/api/tables/1/records").get_json()["records"]] == [False, False, True]
    assert found["also"]["players"] == ["Dai"]
    sentence = "Bo wins 5200 off Ann; Chen wins 1600 off Ann"
    for path in ("/t/1/hands/1", "/display/1"):
        assert sentence in client.get(path).get_data(as_text=True)
    with client.get("/t/1/match.csv") as file:
        assert sentence in file.get_data(as_text=True)
    (card,) = client.get("/api/referee").get_json()["waiting"]
    assert [win["winner"] for win in card["wins"]] == ["Bo", "Chen"]
    do(client, {"type": "Void", "of": added, "reason": "x"})
    assert match(client)["hands"][0]["gains"] == {"Ann": -5200, "Bo": 5200, "Chen": 0, "Dai": 0}
    do(client, {"type": "Approved", "hand": 1})
    assert match(client)["also"] is None


BO, CHEN = "[234m,1]567p345s88s67s 8s", "[678m,1]234p234s55s67s 8s"
"""Tiles of two who win the same tile, each by nothing but simples."""


def laid(client: FlaskClient, text: str, after: int | None = None) -> dict[str, Any]:
    """Enter the tiles of a hand, of the hand of the match that was in play after a record."""
    hand = client.post("/api/tables/1/hands", query_string={} if after is None else {"after": after}).get_json()["hand"]
    return changed(client, hand["id"], {"do": "write", "text": f"{text} dora=9p"})


def changed(client: FlaskClient, id: str, edit: dict[str, Any]) -> dict[str, Any]:
    version = client.get(f"/api/hands/{id}").get_json()["hand"]["version"]
    answer = client.post(f"/api/hands/{id}/changes", json={"version": version, "change": edit})
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json()["hand"])


def counts(client: FlaskClient, hand: dict[str, Any]) -> dict[str, Any]:
    """Record what the page of a hand offers, and return the hand as it counts then."""
    do(client, hand["ending"]["act"])
    return dict(client.get(f"/api/hands/{hand['id']}").get_json()["hand"]["counted"])


@pytest.mark.parametrize("meant", ["the hand before", "this hand", "this hand, once the match is over"])
def test_tiles_of_another_winner_are_recorded_with_the_hand_that_they_won(client: FlaskClient, meant: str) -> None:
    hands = {"hands": 1} if "over" in meant else {}
    do(client, {**SIT, "rules": "riichi-ema", **hands})
    one = laid(client, BO)
    one = changed(client, one["id"], {"do": "winner", "seat": "S"})
    one = changed(client, one["id"], {"do": "giver", "seat": "E"})
    assert (one["laid"]["won"]["round"], one["ending"]["gains"]["Bo"]) == ("E", 1000)
    assert counts(client, one)["as"] == "win"
    after = match(client)["also"]["after"]
    two = laid(client, CHEN, None if meant == "the hand before" else after)
    two = changed(client, two["id"], {"do": "winner", "seat": "S" if meant == "the hand before" else "W"})
    if meant == "the hand before":  # it was photographed when the next hand had begun, in which Chen is South
        assert (two["ending"]["hand"], two["ending"]["also"], two["ending"]["winner"]) == (2, [], "Chen")
        two = changed(client, two["id"], two["ending"]["before"])
    ending = two["ending"]
    assert (ending["hand"], ending["winner"], ending["also"]) == (1, "Chen", ["Chen", "Dai"])
    assert (two["laid"]["won"]["self_draw"], two["laid"]["won"]["discarder"]) == (False, "E")
    assert [(each["payer"], each["payee"]) for each in ending["transfers"]] == [("Ann", "Bo"), ("Ann", "Chen")]
    assert (ending["act"]["type"], ending["gains"]["Chen"]) == ("Corrected", 1000)
    counted = counts(client, two)
    assert (counted["as"], counted["hand"], len(counted["others"])) == ("win", 1, 1)  # nobody had priority
    hand = match(client)["hands"][0]
    assert (hand["winners"], hand["gains"]["Ann"]) == (["Bo", "Chen"], -2000)
    do(client, {"type": "Void", "of": counted["undo"], "reason": "x"})  # as the page undoes the second win
    assert match(client)["hands"][0]["winners"] == ["Bo"]
    assert client.get(f"/api/hands/{one['id']}").get_json()["hand"]["counted"]["undo"] == 2
    two = client.get(f"/api/hands/{two['id']}").get_json()["hand"]
    counted = counts(client, two)
    both = {"type": "Claimed", "claims": [*counted["others"], {"type": "Won", "winner": "Chen", "laid": two["id"]}]}
    do(client, {"type": "Corrected", "of": 2, "act": both, "reason": "x"})  # as the page corrects one of them
    assert match(client)["hands"][0]["gains"] == hand["gains"]
    tagged = client.get("/api/tables/1/hands", query_string={"player": "Chen"}).get_json()["hands"]
    assert [each["id"] for each in tagged] == [two["id"]]


def test_tiles_that_may_not_be_declared_win_nothing_beside_another(client: FlaskClient) -> None:
    do(client, {**SIT, "rules": "riichi-ema"}, {"type": "Won", "winner": "Bo", "points": 1000, "discarder": "Ann"})
    poor = laid(client, "[123m,1]567p345s88s67s 8s", 1)
    poor = changed(client, poor["id"], {"do": "winner", "seat": "W"})
    assert poor["ending"]["refused"]["kind"] == "hand-no-yaku"
    assert poor["ending"]["false_win"] is None  # of the hand in play it would be


@pytest.mark.parametrize(
    ("rules", "word"),
    [("mcr", "荒牌"), *[(rules, "流局") for rules in ("hk", "riichi-ema", "zungjung", "sichuan-home", "taiwan-home")]],
)
def test_a_page_says_a_draw_in_the_words_of_its_game(client: FlaskClient, rules: str, word: str) -> None:
    act = {"type": "WallOut"} if rules == "sichuan-home" else {"type": "Drawn"}
    do(client, SIT | {"rules": rules}, act | ({"tenpai": [FOUR[0]]} if "riichi" in rules else {}))
    texts = [client.get(page, query_string={"lang": "zh"}).text for page in ("/t/1/sheet", "/display/1")]
    (other,) = {"荒牌", "流局"} - {word}
    assert f"<b>○</b> {word}" in texts[0]
    assert f"第1盘：{word}" in texts[1]
    assert not any(other in text for text in texts)
