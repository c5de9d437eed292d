"""Roles and what they may do."""

from itertools import pairwise

from scoring.match.records import all_acts
from webui.records.rights import ACTS, ROLES, covers


def test_a_role_covers_itself_and_those_below_it() -> None:
    for role in ROLES:
        assert covers(role, role)
    for least, more in pairwise(ROLES):
        assert covers(more, least) != covers(least, more)


def test_every_act_has_its_least_role() -> None:
    assert {*ACTS} <= {*all_acts()}
    assert {*ACTS.values()} <= {*ROLES}
