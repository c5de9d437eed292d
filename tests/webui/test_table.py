"""The hands of one table: kept, changed, forgotten."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.image import ImageError, Picture
from vision.reading import Doubt, Reading
from webui.laid import Laid, Slot
from webui.table import PHOTO_SIDE, THUMB_SIDE, Stale, Table, jpeg

PICTURE = np.zeros((480, 1280, 3), np.uint8)


def test_a_photo_is_kept_as_a_hand_with_its_score(table: Table) -> None:
    hand = table.lay(lambda: PICTURE)
    assert table.hand(hand.id) == hand
    assert hand.open_doubts == []
    assert hand.to_dict()["sure"] is True
    assert hand.to_dict()["score"]["wins"] is True
    assert hand.photo.startswith(b"\xff\xd8")


def test_only_the_newest_hands_are_kept(answers: Any) -> None:
    table = Table(answers, most=3)
    ids = [table.lay_blank().id for _ in range(5)]
    assert [hand.id for hand in table.hands()] == ids[:1:-1]
    assert table.hand(ids[0]) is None


def test_a_doubt_stays_open_until_a_person_settles_it(
    table: Table, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(doubts=(Doubt(3, "Blurred."), Doubt(None, "Two rows.")))
    hand = table.lay(lambda: PICTURE)
    assert hand.open_doubts == [0, 1]
    assert hand.to_dict()["sure"] is False
    changed = table.change(hand.id, replace(hand.laid, settled=frozenset({1})), hand.version)
    assert changed
    assert changed.open_doubts == [0]
    done = table.change(hand.id, replace(hand.laid, settled=frozenset({0, 1})), changed.version)
    assert done
    assert done.to_dict()["sure"] is True


def test_an_unsure_reading_without_a_named_doubt_is_still_to_be_confirmed(
    table: Table, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = replace(reading(), sure=False)
    hand = table.lay(lambda: PICTURE)
    assert hand.to_dict()["sure"] is False
    assert hand.reading
    assert "not sure" in hand.reading.doubts[0].why


def test_a_change_from_an_old_version_is_refused(table: Table) -> None:
    hand = table.lay_blank()
    table.change(hand.id, Laid(concealed=(Slot("1m"),)), hand.version)
    with pytest.raises(Stale):
        table.change(hand.id, Laid(), hand.version)
    assert table.change("nobody", Laid(), 1) is None


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        (Laid(concealed=(Slot("1m", 14),)), "has 14 tiles"),
        (Laid(concealed=(Slot("1m", 3), Slot("1m", 3))), "in the hand twice"),
        (Laid(settled=frozenset({0})), "it has 0"),
    ],
)
def test_a_change_must_speak_of_the_reading_it_belongs_to(table: Table, laid: Laid, says: str) -> None:
    hand = table.lay(lambda: PICTURE)
    with pytest.raises(ValueError, match=says):
        table.change(hand.id, laid, hand.version)
    assert table.hand(hand.id) == hand


def test_a_forgotten_hand_is_gone_with_its_photo(table: Table) -> None:
    hand = table.lay(lambda: PICTURE)
    assert table.forget(hand.id)
    assert not table.forget(hand.id)
    assert table.hands() == []


def test_a_picture_that_does_not_open_leaves_no_hand(table: Table) -> None:
    def broken() -> Picture:
        raise ImageError("cut short")

    with pytest.raises(ImageError):
        table.lay(broken)
    assert table.hands() == []
    assert table.lay(lambda: PICTURE)  # and the next one is read


def test_one_picture_is_open_at_a_time(table: Table) -> None:
    open_now: list[int] = []
    most: list[int] = []

    def slowly() -> Picture:
        open_now.append(1)
        most.append(len(open_now))
        threading.Event().wait(0.02)
        open_now.pop()
        return PICTURE

    threads = [threading.Thread(target=table.lay, args=(slowly,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(table.hands()) == 6
    assert max(most) == 1


@pytest.mark.parametrize(("shape", "expected"), [((3000, 4000, 3), (1500, 2000)), ((300, 400, 3), (300, 400))])
def test_shown_pictures_are_no_larger_than_they_need_be(shape: tuple[int, ...], expected: tuple[int, int]) -> None:
    data = jpeg(np.zeros(shape, np.uint8), PHOTO_SIDE)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape[:2] == expected
    assert jpeg(np.zeros((1, 9000, 3), np.uint8), THUMB_SIDE)
