"""A hand entered as text: the tiles of the photo keep their place in it, and one step takes it back."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from scoring.errors import NotationError
from vision.reading import Doubt, Reading
from webui.hand.edits import Add, WriteTiles, edited
from webui.hand.effects import EditRejectedError
from webui.hand.state import HandState, from_reading, in_order, outcome, places
from webui.hand.waits import waits
from webui.messages import Messages
from webui.messages.hand import effect
from webui.table.table import Table

ENGLISH = Messages.of("en")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("234m567p123sEEE9s 9s", "234m567p1239sEEE 9s"),
        ("[CCC,2] 234m567p 11s22s 2s", "[CCC,2]234m567p1122s 2s"),
        ("二三四万 五六七筒 一二三条 东东东 九条 九条", "234m567p1239sEEE 9s"),
    ],
)
def test_a_hand_is_written_as_scorers_write_it(text: str, says: str) -> None:
    changed, _ = edited(HandState(rules="mcr"), WriteTiles(text))
    assert outcome(changed).text == says


def test_tiles_of_the_photo_stay_those_of_the_photo(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")), (Doubt(2, "glare", {"face": "3s"}),))
    before = from_reading(read, "mcr")
    changed, done = edited(before, WriteTiles("123456789s 99p EE E"), read)
    kept = {slot.seen: slot.tile for slot in places(changed).values() if slot.seen is not None}
    assert kept == {**{n: f"{n + 1}s" for n in range(9)}, 12: "E", 13: "9p"}
    assert len(changed.concealed) == 13
    assert changed.winning
    assert changed.winning.tile == "E"
    assert changed.settled == {0}  # who writes the whole hand has looked at it
    assert effect(ENGLISH, done).startswith("Entered as text: 1s 2s 3s")


def test_flowers_and_circumstances_stay_unless_the_text_states_them(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123456789s12p1mE"), ("winning", "9p"), ("flowers", "f1")))
    changed, _ = edited(from_reading(read, "mcr"), WriteTiles("123456789s 99p EE E"), read)
    assert in_order(changed.flowers) == ("f1",)
    assert changed.won.self_draw is None
    changed, _ = edited(changed, WriteTiles("123456789s 99p EE E self-draw"), read)
    assert changed.won.self_draw is True


@pytest.mark.parametrize(("text", "error"), [("hello", NotationError), ("1111122233344s5s", EditRejectedError)])
def test_a_text_that_is_no_hand_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        edited(HandState(rules="mcr"), WriteTiles(text))


def test_a_hand_that_lacks_its_winning_tile_says_what_completes_it() -> None:
    thirteen, _ = edited(HandState(rules="mcr"), WriteTiles("123456789sCCC 9p"))
    assert [(wait.tile, wait.low, wait.high) for wait in waits(thirteen)] == [("9p", 22, 24)]
    whole, _ = edited(thirteen, Add("9p"))
    assert waits(whole) == ()
    nine_gates, _ = edited(HandState(rules="mcr"), WriteTiles("1112345678999s"))
    assert [wait.tile for wait in waits(nine_gates)] == [f"{n}s" for n in range(1, 10)]


def test_the_server_explains_a_text_that_it_does_not_understand(client: FlaskClient, table: Table) -> None:
    hand = table.intake.blank()
    answer = client.post(
        f"/api/hands/{hand.id}/changes", json={"version": hand.version, "change": {"do": "write", "text": "hello"}}
    )
    assert (answer.status_code, answer.json["kind"]) == (422, "not-a-hand")
    written = {"version": hand.version, "change": {"do": "write", "text": "123456789s99pEE E"}}
    assert client.post(f"/api/hands/{hand.id}/changes", json=written).json["hand"]["text"] == "99p123456789sEE E"
    newest = table.hands.get(hand.id)
    assert newest
    undone = client.post(f"/api/hands/{hand.id}/changes", json={"version": newest.version, "change": {"do": "undo"}})
    assert undone.json["hand"]["offers"]["held"] == 0
