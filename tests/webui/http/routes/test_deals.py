"""Replays of followed deals: their page in each language, what it says of gaps, the ways to it, and its deletion."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace as with_

from scoring.follow.events import AnyEvent, Claim, Correction, Declared, Discard, Drawn, Flower, Kong, Unseen, Win
from scoring.follow.files import dumps
from scoring.rules import BOOKS
from tests.served import make_reading
from tests.webui.followed import AT, PLAYED, THREE, followed, followed_riichi, followed_three, followed_win
from webui.hand.edits import SetGiver
from webui.hand.hand import photographed
from webui.hand.state import Circumstances
from webui.messages import Messages
from webui.serializers.deals import SeenShown, seen_json, unrecorded
from webui.table.follow.journal import Begun, Resumed
from webui.table.follow.win import taken
from webui.table.table import Table


@pytest.fixture
def deal(table: Table) -> int:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    return followed(table)


def shown(client: FlaskClient, deal: int, lang: str = "en") -> dict[str, Any]:
    answer = client.get(f"/api/tables/1/deals/{deal}", headers={"Accept-Language": lang})
    assert answer.status_code == 200
    return answer.get_json()  # type: ignore[no-any-return]


def test_each_step_is_said_with_names_in_each_language(client: FlaskClient, deal: int) -> None:
    found = shown(client, deal)
    assert (found["players"], found["winds"]) == (["Ann", "Bo", "Chen", "Dai"], ["E", "S", "W", "N"])
    assert [step["says"] for step in found["steps"]] == [
        "Ann: discards East",
        "Bo: pung of East from Ann (not sure)",
        "Bo: discards 6 Dots (not sure)",
        "Chen: flower Plum (not sure)",
        "Chen: discards 2 Bamboo (not sure)",
        "Dai: something was not seen",
        "Ann: discards not recognized (not sure)",
        "Bo: adds East to a pung (not sure)",
        "Bo: discards 9 Bamboo (not sure)",
        "For 61 seconds nothing was followed",
        "Chen: discards Red Dragon",
        "Bo: wins with Red Dragon from Chen",
    ]
    assert [n for n, step in enumerate(found["steps"]) if step["gap"]] == [5, 9]
    assert found["steps"][2]["first"] == "First seen as: Bo: discards 5 Dots (not sure)"
    assert shown(client, deal, "zh")["steps"][1]["says"] == "Bo：碰Ann的东风（不确定）"
    assert shown(client, deal, "zh-TW")["steps"][8]["says"] == "Bo：打出九條（不確定）"


def test_the_table_is_told_tile_by_tile(client: FlaskClient, deal: int) -> None:
    found = shown(client, deal)
    pond = [tile for tile in found["tiles"] if tile["place"] == "pond"]
    assert [(tile["seat"], tile["tile"], tile["step"]) for tile in pond] == [
        (1, "E", 1),
        (2, "6p", 3),
        (3, "2s", 5),
        (1, "?", 7),
        (2, "9s", 9),
        (3, "C", 11),
    ]
    assert (pond[0]["taken"], pond[2]["sideways"]) == (2, True)
    melds = [(tile["step"], tile.get("until", 0), tile["meld"]) for tile in found["tiles"] if tile["place"] == "meld"]
    assert melds == [(2, 8, 1)] * 3 + [(8, 0, 1)] * 4
    assert [tile["tile"] for tile in found["tiles"] if tile["place"] in ("flowers", "hand")] == ["f1", "C", "C"]
    assert [step["left"] for step in found["steps"]][4:6] == ["Left in the wall: 89", "Left in the wall: about 88"]
    assert found["steps"][-1]["counts"] == [13, 10, 13, 13]


def test_its_page_links_its_pictures_and_the_sheet_links_it(client: FlaskClient, table: Table, deal: int) -> None:
    page = client.get(f"/t/1/deals/{deal}").text
    assert "Hand 1, East round" in page
    picture = shown(client, deal)["steps"][0]["picture"]
    assert f'src="{picture}"' in page
    answer = client.get(picture)
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"\xff\xd8\xff")
    link = f'href="/t/1/deals/{deal}"'
    assert link in client.get("/t/1/sheet").text
    assert link in client.get("/t/1/hands/1").text
    assert link not in client.get("/display/1").text
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    assert client.get("/t/1/sheet").text.count("/deals/") == 1  # the next hand has none


def test_its_lines_are_downloaded_and_say_what_was_not_seen(client: FlaskClient, deal: int) -> None:
    answer = client.get(f"/t/1/deals/{deal}/replay.jsonl")
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    assert "attachment; filename=deal-2026-11-27-1-" in answer.headers["Content-Disposition"]
    head, *lines = [json.loads(line) for line in answer.text.splitlines()]
    assert (head["style"], head["players"]["2"]) == ("chinese", "Bo")
    assert [line["act"] for line in lines] == [step_act(event) for event in PLAYED]
    assert lines[2]["tile"] == "6p"  # as corrected
    assert (lines[9]["what"], lines[9]["after"], lines[6]["tile"]) == ("anything", 9, "?")
    page = client.get(f"/t/1/deals/{deal}").text
    assert f'href="/t/1/deals/{deal}/replay.jsonl"' in page
    assert "riichi" not in page.lower()
    for form in ("mjai.jsonl", "tenhou6.json", "csv"):
        assert client.get(f"/t/1/deals/{deal}/replay.{form}").status_code == 404


def step_act(event: object) -> str:
    (line,) = [dumps([event])] if not isinstance(event, Resumed) else ['{"act": "unseen"}']  # type: ignore[list-item]
    return json.loads(line)["act"]  # type: ignore[no-any-return]


def test_other_programs_get_a_hand_once_its_end_is_recorded(client: FlaskClient, table: Table) -> None:
    deal = followed_riichi(table, record=False)
    page = client.get(f"/t/1/deals/{deal}").text
    assert "There are no files for other programs" in page
    assert client.get(f"/t/1/deals/{deal}/replay.tenhou6.json").status_code == 404
    table.record({"type": "Won", "winner": "S", "points": 1000, "payer": "E"}, uuid4(), "", "referee")
    page = client.get(f"/t/1/deals/{deal}").text
    assert "Programs that judge play refuse such a file" in page
    answer = client.get(f"/t/1/deals/{deal}/replay.tenhou6.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    log = answer.get_json()
    assert (log["name"], log["log"][0][16]) == (
        ["Ann", "Bo", "Chen", "Dai"],
        ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "1000点"]],
    )
    mjai = [json.loads(line) for line in client.get(f"/t/1/deals/{deal}/replay.mjai.jsonl").text.splitlines()]
    assert mjai[2] == {"type": "tsumo", "actor": 0, "pai": "?"}
    assert mjai[-3]["type"] == "hora"


def test_a_deleted_one_is_gone_from_everywhere(client: FlaskClient, table: Table, deal: int) -> None:
    picture = shown(client, deal)["steps"][0]["picture"]
    assert client.delete(f"/api/tables/1/deals/{deal}").status_code == 200
    for path in (f"/t/1/deals/{deal}", f"/api/tables/1/deals/{deal}", picture, "/t/1/deals/99"):
        assert client.get(path).status_code == 404
    assert client.delete(f"/api/tables/1/deals/{deal}").status_code == 404
    assert "/deals/" not in client.get("/t/1/sheet").text


def test_a_hand_says_what_the_camera_saw_of_it_and_how_to_contradict(
    client: FlaskClient, table: Table, deal: int
) -> None:
    reading = make_reading((("kong", "EEEE"), ("concealed", "123456789mC"), ("winning", "C")))
    hand = table.hands.add(
        photographed("", reading, "mcr", table.intake.circumstances(reading, 2), table.matches.deal())
    )
    before = client.get(f"/api/hands/{hand.id}").get_json()["hand"]
    assert [seen["kind"] for seen in before["seen"]] == ["winning"]  # nothing else was taken over yet
    found = table.followed.read(deal)
    assert found is not None
    for edit in taken(found, hand):
        table.hands.change(hand.id, edit, 1, "camera")
    found = client.get(f"/api/hands/{hand.id}").get_json()["hand"]
    assert [(seen["kind"], seen["says"], seen["label"]) for seen in found["seen"]] == [
        ("winning", "Won with Red Dragon", "Not so"),
        ("giver", "Chen discarded it", "Not so"),
    ]
    giver = found["seen"][1]
    assert client.get(giver["picture"]).status_code == 200
    assert giver["deal"].startswith(f"/t/1/deals/{deal}#")
    (discarder,) = [each for each in found["offers"]["circumstances"] if each["name"] == "discarder"]
    assert discarder["said"] == "seen by the camera"
    table.record({"type": "Won", "winner": "S", "laid": hand.id}, uuid4(), "", "table")
    assert "Chen discarded it" in client.get("/t/1/hands/1").text
    body = {"version": found["version"], "change": giver["edit"]}
    after = client.post(f"/api/hands/{hand.id}/changes", json=body).get_json()["hand"]
    assert (after["laid"]["won"]["self_draw"], after["laid"]["won"]["discarder"]) == (None, None)
    assert [seen["kind"] for seen in after["seen"]] == ["winning"]
    table.change(hand.id, SetGiver("E"), after["version"])


def test_a_referee_sees_whose_turn_it_is_the_tiles_left_and_what_is_in_doubt(
    client: FlaskClient, table: Table, deal: int
) -> None:
    (play,) = client.get("/api/referee").get_json()["play"]
    assert (play["table"], play["says"]) == (1, ["Bo: wins with Red Dragon from Chen"])
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
    assert "play" not in client.get("/api/referee").get_json()  # nothing was seen yet
    table.followed.append(number, AT, [(with_(event, number=n), None) for n, event in enumerate(PLAYED[:3], 1)])  # type: ignore[type-var]
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"] == ["Chen to play", "Left in the wall: 91"]
    assert [(doubt["says"], doubt["deal"].split("#")[0]) for doubt in play["doubts"]] == [
        ("Bo: pung of East from Ann (not sure)", f"/t/1/deals/{number}"),
        ("Bo: discards 5 Dots (not sure)", f"/t/1/deals/{number}"),
    ]
    assert all(datetime.fromisoformat(doubt["at"]) for doubt in play["doubts"])
    for _ in range(2):  # a second tap says the same
        assert client.post(play["doubts"][0]["step"], json={"do": "say"}).status_code == 200
    (play,) = client.get("/api/referee").get_json()["play"]
    assert [doubt["says"] for doubt in play["doubts"]] == ["Bo: discards 5 Dots (not sure)"]
    confirmed = next(step for step in shown(client, number)["steps"] if "pung" in step["says"])
    assert (confirmed["sure"], confirmed["says"]) == (True, "Bo: pung of East from Ann")
    assert confirmed["said"]
    late = [
        Discard(t=9, seat=3, tile="1s", sure=True),
        Claim(t=10, seat=1, kind="pung", tile="1s", tiles=("1s",) * 3, source=3, sure=True),
        Discard(t=11, seat=4, tile="2s", sure=True),
    ]
    table.followed.append(number, AT, [(with_(event, number=n), None) for n, event in enumerate(late, 4)])
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"] == ["Ann to play", "Left in the wall: 90", "Ann holds a tile too many"]
    table.followed.say(number, [Correction(t=10, of=5, now=None)], "")  # there was no pung
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"][2:] == []
    table.equipment.following.standing = "lost"
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"][2] == "The camera does not see whose turn it is"
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    assert "play" not in client.get("/api/referee").get_json()  # it was the hand before


def test_what_was_not_seen_is_not_said_to_be_right(client: FlaskClient, table: Table, deal: int) -> None:
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
    doubts: list[AnyEvent] = [
        Discard(number=1, t=1, seat=1, tile="?"),
        Unseen(number=2, t=2, seat=2, count=1, after=1),
        Kong(number=3, t=3, seat=3, kind="concealed", tile="?", tiles=("?",) * 4),
    ]
    table.followed.append(number, AT, [(each, None) for each in doubts])
    (play,) = client.get("/api/referee").get_json()["play"]
    assert [doubt["step"] for doubt in play["doubts"]] == [""] * 3


LEFT = {
    "zungjung": 69,
    "hk-hkma": 83,
    "hk": 91,
    "riichi-home": 69,
    "sichuan-sbr": 55,
    "taiwan-home": 63,
    "mcr": 91,
    "sanma-home": 54,
}


@pytest.mark.parametrize("rules", LEFT)
def test_the_tiles_left_are_those_of_the_rules_wherever_they_are_told(
    client: FlaskClient, table: Table, rules: str
) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"][: BOOKS[rules].play.players]
    table.record({"type": "Seated", "players": players, "rules": rules}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand is not None
    begun = table.equipment.following.begins(hand)
    assert begun.play == BOOKS[rules].play
    number = table.followed.begin(begun, AT)
    table.followed.append(number, AT, [(with_(PLAYED[0], number=1), None)])  # type: ignore[type-var]
    said = f"Left in the wall: {LEFT[rules]}"
    assert [step["left"] for step in shown(client, number)["steps"]] == [said]
    assert client.get("/api/referee").get_json()["play"][0]["says"][1] == said
    assert said in client.get("/api/tables/1/spoken").get_json()["now"]


def test_a_kong_on_a_claim_and_one_that_lies_face_down_at_the_end_are_told(client: FlaskClient, table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(table.equipment.following.begins(hand), AT)
    events: list[AnyEvent] = [
        Discard(t=1, seat=1, tile="E", sure=True),
        Claim(t=2, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True),
        Kong(t=3, seat=2, kind="concealed", tile="?", tiles=("?",) * 4, sure=True),
    ]
    table.followed.append(number, AT, [(with_(event, number=n), None) for n, event in enumerate(events, 1)])
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"][2:] == ["Bo made a kong in the turn of a chow or pung: it needs a drawn tile"]
    table.followed.append(number, AT, [(Drawn(t=9, number=4), None)])
    (play,) = client.get("/api/referee").get_json()["play"]
    assert play["says"][1:] == ["Bo has a concealed kong: turn it up for the others to check"]


def test_a_person_corrects_a_step_beside_what_the_camera_saw(client: FlaskClient, table: Table, deal: int) -> None:
    number = shown(client, deal)["steps"][2]["number"]
    address = f"/api/tables/1/deals/{deal}/steps/{number}"
    offered = client.get(address).get_json()
    assert (offered["tiles"], offered["undo"], offered["denied"]) == (["6p"], False, False)
    assert [(each["label"], each["chosen"]) for each in offered["seats"]][:2] == [("Ann", False), ("Bo", True)]
    chow = next(each for each in offered["acts"] if each["word"]["act"] == "chow")
    assert chow["label"] == "Bo: chow 456p with 6 Dots from Ann"

    def say(do: str, **word: object) -> dict[str, Any]:
        answer = client.post(address, json={"do": do, "word": word, "who": "Eve"})
        assert answer.status_code == 200
        return next(step for step in answer.get_json()["steps"] if step["number"] == number)  # type: ignore[no-any-return]

    step = say("say", tile="7p")
    assert (step["says"], step["first"], step["said"]) == (
        "Bo: discards 7 Dots",
        "First seen as: Bo: discards 6 Dots (not sure)",
        "Corrected by Eve",
    )
    assert [tile["tile"] for tile in shown(client, deal)["tiles"] if tile["step"] == 3] == ["7p"]
    page = client.get(f"/t/1/deals/{deal}").text
    assert "Corrected by Eve" in page
    assert "First seen as: Bo: discards 6 Dots" in page
    step = say("deny")
    assert (step["denied"], step["said"], step["left"]) == (True, "Did not happen, says Eve", "Left in the wall: 91")
    assert not [tile for tile in shown(client, deal)["tiles"] if tile["step"] == 3]
    assert client.get(address).get_json()["undo"]
    say("undo")
    assert say("undo")["said"] is None
    assert client.post(address, json={"do": "undo"}).status_code == 404
    for body in (
        {"do": "say", "word": {"tile": "x"}},
        {"do": "say", "word": {"act": "chow", "tile": "E"}},
        {"do": "?"},
    ):
        assert client.post(address, json=body).status_code == 400
    assert client.get(f"/api/tables/1/deals/{deal}/steps/999").status_code == 404


def test_a_missing_step_is_put_in_once_and_viewers_hear_of_it(client: FlaskClient, table: Table, deal: int) -> None:
    steps, heard = shown(client, deal)["steps"], table.news.versions.deal
    address = f"/api/tables/1/deals/{deal}/steps/{steps[4]['number']}"
    key = {"Idempotency-Key": str(uuid4())}
    for _ in range(2):
        answer = client.post(address, json={"do": "put-in", "word": {"tile": "1s"}}, headers=key)
        assert answer.get_json()["steps"][5]["says"] == "Dai: discards 1 Bamboo"
    assert len(shown(client, deal)["steps"]) == len(steps) + 1
    assert table.news.versions.deal > heard


def test_a_hand_takes_over_the_giver_as_it_was_corrected(client: FlaskClient, table: Table, deal: int) -> None:
    reading = make_reading((("kong", "EEEE"), ("concealed", "123456789mC"), ("winning", "C")))
    hand = table.hands.add(
        photographed("", reading, "mcr", table.intake.circumstances(reading, 2), table.matches.deal())
    )
    steps = shown(client, deal)["steps"]
    for step, word in ((steps[10], {"seat": 4}), (steps[11], {"source": 4})):
        body = {"do": "say", "word": word}
        assert client.post(f"/api/tables/1/deals/{deal}/steps/{step['number']}", json=body).status_code == 200
    laid = table.hands.get(hand.id)
    assert laid is not None
    assert (laid.laid.won.discarder, laid.laid.won.sources["discarder"]) == ("N", "camera")


def test_what_another_player_declared_is_asked_until_it_is_recorded(client: FlaskClient, table: Table) -> None:
    table.record(
        {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": "riichi-home"}, uuid4(), "", "referee"
    )
    number = followed_win(table, record=False)
    declared = Declared(number=7, t=5.5, seat=4, what="riichi", tile="5s", sure=True)
    own = Declared(number=8, t=5.6, seat=2, what="riichi", tile="9p", sure=True)
    table.followed.append(number, AT, [(declared, None), (own, None)])
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    laid = table.hands.add(photographed("p", reading, "riichi-home", Circumstances(seat="S"), table.matches.deal()))
    words = Messages.of("en")
    (asked,) = [each for each in seen_json(table, laid, words) if each.kind == "declared"]
    assert (asked.says, asked.label, asked.stands) == ("Dai declares riichi", "Yes", False)
    assert asked.act is not None
    table.record(dict(asked.act), uuid4(), "", "referee")
    assert [each for each in seen_json(table, laid, words) if each.kind == "declared"] == []


NORTH = Flower(t=1.5, seat=2, tile="N", sure=True)
ROBS = Win(t=6, seat=2, tile="N", source=3, hand=("N", "N"), sure=True)
KONGS: tuple[AnyEvent, ...] = (
    Kong(number=7, t=5.1, seat=4, kind="concealed", tile="5s", tiles=("5s",) * 4, sure=True),
    Claim(number=8, t=5.2, seat=2, kind="kong", tile="9p", tiles=("9p",) * 4, source=1),
    Kong(number=9, t=5.3, seat=3, kind="added", tile="1p", tiles=("1p",) * 4),
)
CONCEALED = {"type": "MadeKong", "player": "Dai", "how": "concealed", "tile": "5s"}
CLAIMED = {"type": "MadeKong", "player": "Bo", "how": "claimed", "giver": "Ann", "tile": "9p"}
BY_WIND = {"type": "MadeKong", "seat": "S", "how": "claimed", "giver": "Ann", "tile": "9p"}


@pytest.mark.parametrize(
    ("rules", "recorded", "asked"),
    [
        ("sichuan-home", [], [CONCEALED, CLAIMED]),  # of an added one it is not known when its tile was drawn
        ("sichuan-home", [CONCEALED], [CLAIMED]),
        ("sichuan-home", [CONCEALED | {"tile": ""}, BY_WIND], []),
        ("sichuan-home", [CONCEALED | {"tile": "6s"}], [CONCEALED, CLAIMED]),
        ("mcr", [], []),
    ],
)
def test_kongs_that_are_paid_are_asked_until_they_are_recorded(
    table: Table, rules: str, recorded: list[Any], asked: list[Any]
) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"]
    table.record({"type": "Seated", "players": players, "rules": rules}, uuid4(), "", "referee")
    number = followed_win(table, record=False)
    table.followed.append(number, AT, [(each, None) for each in KONGS])
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    laid = table.hands.add(photographed("p", reading, rules, Circumstances(seat="S"), table.matches.deal()))
    for act in recorded:
        table.record(act, uuid4(), "", "referee")
    found = [each for each in seen_json(table, laid, Messages.of("en")) if each.kind == "declared"]
    assert [each.act for each in found] == asked
    if len(asked) == 2:
        assert [each.says for each in found] == ["Dai: concealed kong", "Bo: kong claimed from Ann"]
        for each in found:
            assert each.act is not None
            table.record(dict(each.act), uuid4(), "", "referee")
        assert not [each for each in seen_json(table, laid, Messages.of("en")) if each.kind == "declared"]


@pytest.mark.parametrize(
    ("events", "recorded", "asked"),
    [
        (THREE, [], ["Bo sets a North aside"]),  # the winner's, too
        (THREE, ["Bo"], []),
        (THREE, ["S"], []),
        (THREE, ["Chen"], ["Bo sets a North aside"]),
        ((*THREE[:1], NORTH, *THREE[1:]), ["Bo"], ["Bo sets a North aside"]),
        ((*THREE[:1], with_(NORTH, seat=3), *THREE[1:]), [], ["Chen sets a North aside", "Bo sets a North aside"]),
        ((*THREE[:5], with_(NORTH, t=5.5, seat=3), ROBS), ["Bo"], []),  # it is robbed
        (THREE[:1], [], []),
    ],
)
def test_norths_are_asked_until_they_are_recorded(
    table: Table, events: tuple[AnyEvent, ...], recorded: list[str], asked: list[str]
) -> None:
    number = followed_three(table, events)
    for seat in recorded:
        table.record({"type": "SetAside", "seat": seat}, uuid4(), "", "referee")
    reading = replace(make_reading((("concealed", "123456p789s11p2s"), ("winning", "2s"))), chair=2)
    known = Circumstances(seat="S")
    laid = table.hands.add(photographed("p", reading, "sanma-tenhou", known, table.matches.deal()))
    words = Messages.of("en")

    def found() -> list[SeenShown]:
        return [each for each in seen_json(table, laid, words) if each.kind == "declared"]

    assert [each.says for each in found()] == asked
    for _ in asked:
        first = found()[0]
        assert first.act is not None
        table.record(dict(first.act), uuid4(), "", "referee")
    assert found() == []
    assert table.followed.read(number) is not None


def test_a_north_that_was_none_is_not_asked_again(client: FlaskClient, table: Table) -> None:
    followed_three(table, (*THREE[:5], Drawn(t=6, sure=True)))
    match = table.matches.current
    assert match is not None
    assert unrecorded(table, match, Messages.of("en")) == ("Bo sets a North aside",)
    steps = shown(client, 1)["steps"]
    assert client.post(f"/api/tables/1/deals/1/steps/{steps[1]['number']}", json={"do": "deny"}).status_code == 200
    assert unrecorded(table, match, Messages.of("en")) == ()


def laid_after(table: Table, *events: AnyEvent) -> Callable[[], list[SeenShown]]:
    """Follow a deal that South wins, and lay the hand; returns what is asked of the other players."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
    win = Win(t=6, seat=2, tile="2m", source=4, sure=True)
    table.followed.append(number, AT, [(with_(event, number=n), None) for n, event in enumerate([*events, win], 1)])
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    laid = table.hands.add(photographed("p", reading, "mcr", Circumstances(seat="S"), table.matches.deal()))
    return lambda: [each for each in seen_json(table, laid, Messages.of("en")) if each.kind == "declared"]


def test_where_east_did_not_play_first_nobody_has_a_tile_too_many(table: Table) -> None:
    """East rather sits elsewhere, which is another question."""
    last = [Discard(t=float(seat), seat=seat, tile="2m", sure=True) for seat in (3, 4)]
    assert laid_after(table, *last)() == []


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_hand_with_a_tile_too_many_is_asked_until_somebody_answers(
    client: FlaskClient, table: Table, answer: str
) -> None:
    """Chen took a tile, and the next player plays: either the hand is dead, or a discard went unseen."""
    asked = laid_after(
        table,
        Discard(t=1, seat=1, tile="E", sure=True),
        Claim(t=2, seat=3, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True),
        Discard(t=3, seat=4, tile="2m", sure=True),
    )
    (found,) = asked()
    assert (found.says, found.no) == ("Chen held a tile too many: a dead hand?", "put-in")
    if answer == "yes":
        assert found.act is not None
        table.record(dict(found.act), uuid4(), "", "table")
        match = table.now().match
        assert match is not None
        assert match.match.hands[-1].dead == {"Chen"}
    else:
        assert client.post(found.step, json={"do": found.no}).status_code == 200
        deal = int(found.step.split("/")[5])
        steps = [step["says"] for step in shown(client, deal)["steps"]]
        assert len(steps) == 5
        assert steps[2].startswith("Chen: discards ")
    assert asked() == []


def test_the_start_page_leads_to_the_replay_of_the_hand_in_play(client: FlaskClient, table: Table) -> None:
    table.equipment.let_follow(True)
    assert 'href="/t/1/deals/newest"' in client.get("/").get_data(as_text=True)
    assert client.get("/t/1/deals/newest").location == "/t/1/sheet"
    number = followed_riichi(table, record=False)
    assert client.get("/t/1/deals/newest").location == f"/t/1/deals/{number}"
