"""The state of a hand of three."""

from scoring.games.sanma.hand import SanmaState, sanma_of
from scoring.match.match import fold
from tests.scoring.match.builders import records, seated


def test_a_copy_changes_independently() -> None:
    state = SanmaState(2)
    copy = state.copy()
    copy.norths["Ann"] += 1
    copy.declared.append("Bo")
    assert (state.norths.total(), state.declared, copy.carried) == (0, [], 2)


def test_a_hand_of_another_game_has_no_norths() -> None:
    assert not sanma_of(fold(records(seated("riichi-home"))).hands[0]).norths
