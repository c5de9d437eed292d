"""The search for the course of events: what wins, and what a course depends on."""

import pytest

from scoring.follow.course import OTHER_DEALER, Course, Node, Way, chain, waits, wins
from scoring.notation import expand
from scoring.play import USUAL


@pytest.mark.parametrize(
    ("tiles", "melds", "knitted", "pairs", "won"),
    [
        ("123456789m11p234s", 0, False, "any", True),
        ("123456789m12p234s", 0, False, "any", False),
        ("11p234s", 3, False, "any", True),
        ("11p", 4, False, "any", True),
        ("1122334455667m7m", 0, False, "any", True),
        ("1133557799m1133p", 0, False, "any", True),
        ("1133557799m1133p", 0, False, "none", False),
        ("1111557799m1133p", 0, False, "any", True),
        ("1111557799m1133p", 0, False, "different", False),
        ("19m19p19sESWNCFPP", 0, False, "any", True),
        ("147m258p369sESWNC", 0, True, "any", True),
        ("147m258p369sESWNC", 0, False, "any", False),
    ],
)
def test_tiles_that_win(tiles: str, melds: int, knitted: bool, pairs: str, won: bool) -> None:
    assert wins(expand(tiles), melds, knitted, pairs) is won  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tiles", "melds", "ready"),
    [("123456789m11p23s", 0, True), ("123456789m11p24s", 0, True), ("123456789m14p25s", 0, False),
     ("4p", 4, True), ("11223344556677m", 0, False), ("1122334455667m", 0, True), ("12m4pf1", 3, False)],
)  # fmt: skip
def test_tiles_that_wait_for_one_more(tiles: str, melds: int, ready: bool) -> None:
    codes = ("1m", "2m", "4p", "f1") if "f1" in tiles else expand(tiles)
    assert bool(waits(codes, melds, USUAL)) is ready


def test_a_course_begins_with_the_dealer_and_midway_with_nobody() -> None:
    course = Course(USUAL, 3, lambda seat, after, until: False)
    assert (course.best().turn, course.best().begun, course.lead()) == (3, False, OTHER_DEALER)
    course.begin((1, 0, 0, 2))
    assert (course.best().turn, course.best().begun, course.best().melds) == (0, True, (1, 0, 0, 2))


@pytest.mark.parametrize(("wall", "used"), [(None, False), (USUAL.dead + 2, True), (USUAL.dead + 3, False)])
def test_a_wall_is_used_up_by_the_tiles_seen_in_it(wall: int | None, used: bool) -> None:
    course = Course(USUAL, 1, lambda seat, after, until: False)
    assert course.used_up(Way(), wall) is used


def test_a_wall_that_is_not_seen_is_used_up_by_the_draws() -> None:
    course, way = Course(USUAL, 1, lambda seat, after, until: False), Way()
    for draws, used in ((USUAL.draws - 3, False), (USUAL.draws - 2, True)):
        way.draws = draws
        assert course.used_up(way, None) is used


def test_the_steps_of_a_course_are_in_order() -> None:
    assert chain(None) == []
    assert chain(Node(None, None, (), 0)) == []
