"""The choices with which a new match begins at a table."""

from uuid import uuid4

import pytest

from scoring.match.records import Seated
from tests.served import Answers
from webui.table.equipment import choose_rules, rules_of_a_new_match
from webui.table.table import Table

PLAYERS = ("Ann", "Bo", "Chen", "Dai")


@pytest.fixture
def table(answers: Answers) -> Table:
    return Table(answers, "mcr")


def test_a_new_match_begins_with_the_rules_of_the_last_one(table: Table) -> None:
    assert rules_of_a_new_match(table) == "mcr"
    table.matches.record(Seated(PLAYERS, "hk"), uuid4(), "", "referee")
    assert rules_of_a_new_match(table) == "hk"


def test_rules_chosen_for_the_table_since_come_first(table: Table) -> None:
    choose_rules(table, "zungjung")
    assert rules_of_a_new_match(table) == "zungjung"
    table.matches.record(Seated(PLAYERS, "hk"), uuid4(), "", "referee")
    assert rules_of_a_new_match(table) == "hk"
    choose_rules(table, "mcr")
    assert rules_of_a_new_match(table) == "mcr"
