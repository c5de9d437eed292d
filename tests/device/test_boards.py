"""Boards that table boxes are built with."""

from device.boards import BOARDS
from device.ports import drivers


def test_every_id_is_one_of_usb_and_is_listed_once() -> None:
    assert len({*BOARDS}) == len(BOARDS)
    assert all(0 < part <= 0xFFFF for each in BOARDS for part in each)


def test_a_board_is_known_to_a_driver() -> None:
    known = {each for driver in drivers() for each in driver.usb_ids}
    assert {*BOARDS} <= known
