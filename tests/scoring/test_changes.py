"""Single changes that bring a hand up to the minimum."""

from scoring import score
from scoring.changes import lifting_changes
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
