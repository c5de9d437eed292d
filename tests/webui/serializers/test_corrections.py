"""The choices for a step that the camera saw wrong."""

from tests.webui.at_table import SIT, record
from tests.webui.followed import followed, followed_three
from webui.messages import Messages
from webui.serializers.corrections import StepChoices, choices_json
from webui.table.follow.saying import step_at
from webui.table.table import Table

ENGLISH = Messages.of("en")


def choices(table: Table, at: int) -> StepChoices:
    deal = table.followed.read(followed(table))
    assert deal is not None
    return choices_json(table, deal, *step_at(deal, deal.steps[at].number), ENGLISH)


def test_a_discard_may_be_of_another_player_and_was_given_by_nobody(table: Table) -> None:
    record(table, SIT)
    found = choices(table, 0)
    assert [(each.label, each.word.seat, each.chosen) for each in found.seats] == [
        ("Ann", 1, True),
        ("Bo", 2, False),
        ("Chen", 3, False),
        ("Dai", 4, False),
    ]
    assert (found.sources, found.denied, found.undo) == ([], False, False)
    assert found.tiles[0] == "E"


def test_a_claim_may_be_of_the_tile_of_another_but_not_of_ones_own(table: Table) -> None:
    record(table, SIT)
    found = choices(table, 1)
    assert [(each.label, each.chosen) for each in found.sources] == [("Ann", True), ("Chen", False), ("Dai", False)]
    assert not any(act.chosen for act in found.acts)


def test_where_three_play_nobody_is_offered_at_the_empty_side(table: Table) -> None:
    deal = table.followed.read(followed_three(table))
    assert deal is not None
    first, north, _, pung, *_ = [choices_json(table, deal, *step_at(deal, step.number), ENGLISH) for step in deal.steps]
    assert [each.label for each in first.seats] == ["Ann", "Bo", "Chen"]
    assert [each.label for each in pung.sources] == ["Bo", "Chen"]
    assert {act.word.act for act in first.acts} == {
        "pung",
        "kong",
        "concealed-kong",
        "riichi",
        "win",
        "self-draw",
        "draw",
    }
    assert ("discard", "Bo: discards North") in [(act.word.act, act.label) for act in north.acts]


def test_without_a_match_players_are_winds(table: Table) -> None:
    assert [each.label for each in choices(table, 0).seats] == ["East", "South", "West", "North"]
