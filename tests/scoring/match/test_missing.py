"""A match and an event by rules that are not installed name them, and no others."""

import pytest

from scoring import UnknownRulesError, parse
from scoring.match.course import results
from scoring.match.event import Event
from scoring.match.event_acts import Opened
from scoring.match.match import fold
from scoring.match.missing import MISSING_BODY, missing_book
from scoring.match.records import Drawn, Seated, Won
from tests.scoring.match.builders import FOUR, records


def test_a_match_names_its_rules_and_settles_nothing() -> None:
    match = fold(records(Seated(FOUR, "washizu"), Won("E", 12, "S"), Drawn()))
    assert (match.missing, match.rules.name, match.rules.game.id, match.body.id) == ("washizu", "washizu", "", "")
    assert (match.players, match.hands, match.points, results(match)) == ((), [], {}, {})
    assert [refusal.about["rules"] for refusal in match.refused.values()] == ["washizu"] * 3


def test_an_event_names_its_rules() -> None:
    event = Event(about=Opened("Cup", "washizu"))
    assert (event.rules.name, event.body) == ("washizu", MISSING_BODY)
    assert Event(about=Opened("Cup", "mcr")).rules.minimum == 8


def test_no_hand_is_scored_by_it() -> None:
    with pytest.raises(UnknownRulesError, match="washizu"):
        missing_book("washizu").score(parse("123m456p789sEEEC C"))
