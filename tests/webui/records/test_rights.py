"""Roles and what they may do."""

from scoring.match.records import all_acts
from webui.records.rights import ACTS, ROLES


def test_every_act_has_its_least_role() -> None:
    assert {*ACTS} <= {*all_acts()}
    assert {*ACTS.values()} <= {*ROLES}
