"""Hands as text, with what they do not say taken as `tableside score` takes it."""

from scoring import Win, parse
from scoring.circumstances import assumed


def usual(text: str) -> Win:
    """Return the hand of a text; by default a discard, seat East, round East."""
    return assumed(parse(text))
