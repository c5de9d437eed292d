"""The sections of a hand of a match that its game has: typed parts of its page and of its row on the sheet."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct


class CourseLine(Struct, frozen=True):
    """A line of the course of a hand: an act, a remark, or a payment with what each player wins and loses by it."""

    says: str
    paid: dict[str, int] = {}


class HandSections(NamedTuple):
    """The parts of a hand of a match; each is empty in most games.

    Attributes:
        title: Its name, where its number and its round do not name it.
        drawn_by: The reason why it was drawn, or None if it needs none.
        waited: The players who waited for a tile when it was drawn, in words; "" if that pays nothing.
        declared: What players declared that others must see, in words by player.
        lines: Its acts, each with its payments and their reasons, where it has several.
        course: The same with the payments as numbers, for a table.
        remarks: What else the match sheet says of it.
        of_draw: The players who are chosen at first where it is entered as drawn, by the fields of the act.
    """

    title: str = ""
    drawn_by: str | None = None
    waited: str = ""
    declared: Mapping[str, str] = {}
    lines: Sequence[str] = ()
    course: Sequence[CourseLine] = ()
    remarks: Sequence[str] = ()
    of_draw: Mapping[str, Sequence[str]] = {}


NOTHING_MORE = HandSections()
"""Those of a game that says nothing more of a hand than most."""
