"""A photo without a hand: what was seen in it, and what to do."""

from scoring.tiles import FACES
from tests.served import make_reading
from tests.vision.builders import evidence, row
from vision.table.check import Check
from webui.hand.unread import Unread
from webui.messages import Messages
from webui.serializers.unread import MOST, unread_json

ENGLISH = Messages.of("en")


def test_rows_run_through_the_middles_of_tiles_and_remedies_follow_the_reason() -> None:
    reading, seen = make_reading((("concealed", "123m"),)), evidence(row("123m"))
    found = Unread("too-few", {"count": 3, "missing": 11, "size": 14})
    checks = (Check("light", 20.0, "bad"), Check("angle", 5.0, "good"))
    shown = unread_json(found, reading, seen, checks, ENGLISH, 14)
    assert (shown.kind, shown.about, shown.size) == ("too-few", {"count": 3, "missing": 11, "size": 14}, (1280, 480))
    assert shown.says.startswith("We found 3 tiles")
    assert len(shown.fix) == 2
    assert shown.rows == [[(67.0, 237.0), (127.0, 237.0), (187.0, 237.0)]]
    assert len(shown.tiles) == len(shown.finds) == 3


def test_no_more_than_the_likeliest_finds_are_shown() -> None:
    many = evidence(row(" ".join("".join(FACES[:9]) for _ in range(9))))
    assert len(many.quads) > MOST
    shown = unread_json(Unread("no-tiles"), make_reading(()), many, (), ENGLISH, 14)
    assert len(shown.finds) == MOST
    assert shown.rows == []
