"""Errors of an event."""

from typing import get_args

from scoring.match.event_errors import EventRefusalKind, EventRejectedError


def test_a_refusal_has_its_kind_and_what_it_is_about() -> None:
    for kind in get_args(EventRefusalKind):
        error = EventRejectedError(kind, round=2)
        assert (error.kind, dict(error.about)) == (kind, {"round": 2})
    assert len({*get_args(EventRefusalKind)}) == len(get_args(EventRefusalKind))
