"""Readings of photos that workers made."""

from webui.records.store import Storage


def test_the_first_reading_of_a_photo_stands_until_its_hand_took_it() -> None:
    readings = Storage.open(None).readings
    assert readings.get("photo") is None
    assert [readings.keep("photo", "first"), readings.keep("photo", "second")] == [True, False]
    assert readings.get("photo") == "first"
    readings.forget("photo")
    assert readings.get("photo") is None


def test_a_look_gives_way_to_the_next_and_is_no_reading() -> None:
    readings = Storage.open(None).readings
    readings.keep_look("photo", "one")
    readings.keep_look("photo", "two")
    assert (readings.look("photo"), readings.get("photo")) == ("two", None)
    readings.keep("photo", "whole")
    readings.forget("photo")
    assert (readings.look("photo"), readings.get("photo")) == (None, None)


def test_what_nobody_took_is_swept() -> None:
    readings = Storage.open(None).readings
    readings.keep("photo", "first")
    readings.sweep(60)
    assert readings.get("photo") == "first"
    readings.sweep(-1)
    assert readings.get("photo") is None
