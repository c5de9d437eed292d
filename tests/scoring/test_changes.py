"""Single changes that bring a hand up to the minimum."""

import random
from dataclasses import replace

import pytest

from scoring import parse, score
from scoring.changes import lifting_changes
from tests.books import RULES
from tests.scoring.deal import random_win
from tests.scoring.usual import usual


def test_a_hand_under_the_minimum_says_what_would_lift_it() -> None:
    win = usual("23m789m123s789s22p1m")
    sheet = score(win)
    assert (sheet.counted, sheet.short_by) == (7, 1)
    changes = lifting_changes(win)
    assert ("self-draw", 9) in [(change.kind, change.sheet.total) for change in changes]
    for change in changes:
        assert change.sheet.legal
        assert not change.sheet.findings
        assert score(change.sheet.win) == change.sheet
    assert changes[0].sheet.total >= 8


def test_a_claim_not_made_can_lift_a_hand() -> None:
    changes = lifting_changes(usual("[123m,1]789m123s789s2p2p"))
    assert any(change.kind == "unclaimed" and change.tiles == ("1m", "2m", "3m") for change in changes)


def test_another_winning_tile_can_lift_a_hand() -> None:
    # on 9m a pure straight, on 3m or 6m nothing much
    changes = lifting_changes(usual("[123m,1][456m,1]78m555p99s6m".replace("99s6m", "9s9s6m")))
    assert [change for change in changes if change.kind == "winning-tile" and change.tiles == ("9m",)]


def test_a_hand_with_a_kong_can_be_lifted_by_an_own_draw() -> None:
    """Check that a replacement tile is not open for a discard, and not part of the change to a self-draw."""
    win = parse("[9999s]234m345678p2s2s discard seat=E round=E")
    assert (win.kong, win.unknown) == (None, ())
    changes = {change.kind: change for change in lifting_changes(win)}
    assert changes["self-draw"].sheet.win.kong is False
    robbed = replace(win, winning="3m", concealed=(*win.concealed[1:], "2s"), kong=True)
    assert all(change.sheet.win.kong is False for change in lifting_changes(robbed) if change.kind == "self-draw")


@pytest.mark.parametrize("rules", list(RULES))
def test_every_change_of_every_hand_has_a_sheet(rules: str) -> None:
    """Of every hand whose circumstances are known as far as they matter, with all that may be left unsaid."""
    rng = random.Random(4)
    for _ in range(120):
        win = random_win(rng)
        if not win.self_draw or not win.has_kong:
            win = replace(win, kong=win.kong or None)
        for change in lifting_changes(win, rules):
            assert change.sheet.legal
            assert not change.sheet.win.unknown
