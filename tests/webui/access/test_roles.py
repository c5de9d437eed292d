"""The caller of a request, and the role that records get."""

from itertools import pairwise

import pytest

from webui.access.roles import Caller, covers
from webui.records.rights import ROLES, Role


@pytest.mark.parametrize(
    ("role", "device", "at_rig", "recorded"),
    [
        ("chief", "", False, "referee"),
        ("referee", "", False, "referee"),
        ("player", "", False, "table"),
        ("chief", "d1", False, "desk"),
        ("chief", "d1", True, "referee"),
        ("referee", "d1", False, "referee"),
        ("referee", "d1", True, "referee"),
        ("player", "d1", False, "table"),
        ("player", "d1", True, "table"),
    ],
)
def test_a_device_of_a_table_is_believed_no_more_than_a_referee(
    role: Role, device: str, at_rig: bool, recorded: str
) -> None:
    assert Caller("Ann", role, device=device, at_rig=at_rig).recorded == recorded


def test_a_role_covers_itself_and_those_below_it() -> None:
    for role in ROLES:
        assert covers(role, role)
    for least, more in pairwise(ROLES):
        assert covers(more, least) != covers(least, more)


def test_a_caller_may_what_the_role_covers() -> None:
    for role in ROLES:
        assert Caller("", role).may(role)
    assert Caller("", "chief").may("player")
    assert not Caller("", "player").may("referee")
