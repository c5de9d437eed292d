"""Errors of the rules: a kind, and parameters by name."""

import pytest

from scoring.errors import (
    MissingLibraryError,
    NotationError,
    RulingError,
    ScoringError,
    UnknownCircumstancesError,
    UnknownRulesError,
)


@pytest.mark.parametrize(
    ("error", "kind", "about"),
    [
        (NotationError("not-a-wind", text="x"), "not-a-wind", {"text": "x"}),
        (RulingError("two-minimums", minimum="3", other="4"), "two-minimums", {"minimum": "3", "other": "4"}),
        (UnknownCircumstancesError(("seat",)), "unknown-circumstances", {"unknown": ("seat",)}),
        (UnknownRulesError("x", ("mcr",)), "unknown-rules", {"rules": "x", "known": ("mcr",)}),
        (MissingLibraryError("", "2.0"), "missing-library", {"found": "", "version": "2.0"}),
        (MissingLibraryError("1.0", "2.0"), "other-library", {"found": "1.0", "version": "2.0"}),
    ],
)
def test_an_error_has_its_kind_and_what_it_is_about(error: ScoringError, kind: str, about: dict[str, object]) -> None:
    assert isinstance(error, ValueError)
    assert (error.kind, dict(error.about)) == (kind, about)
    assert kind in str(error)
