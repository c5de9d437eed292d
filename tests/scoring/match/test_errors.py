"""Errors of a match: a kind, and parameters by name."""

import pytest

from scoring.errors import ScoringError
from scoring.match.errors import DiceError, ForbiddenError, RecordError, Refusal, RefusedError, SeatingError


@pytest.mark.parametrize(
    ("error", "kind", "about"),
    [
        (RefusedError("negative", amount=-1), "negative", {"amount": -1}),
        (ForbiddenError("negative", amount=-1), "negative", {"amount": -1}),
        (RecordError("unknown-act", act="X"), "unknown-act", {"act": "X"}),
        (SeatingError("same-player", player=3), "same-player", {"player": 3}),
        (DiceError((0, 7)), "not-two-dice", {"dice": (0, 7)}),
    ],
)
def test_an_error_has_its_kind_and_what_it_is_about(error: ScoringError, kind: str, about: dict[str, object]) -> None:
    assert (error.kind, dict(error.about)) == (kind, about)


def test_what_earlier_versions_recorded_is_refused_as_the_rest_and_told_apart() -> None:
    assert issubclass(ForbiddenError, RefusedError)
    assert Refusal("negative") != Refusal("no-rule")
