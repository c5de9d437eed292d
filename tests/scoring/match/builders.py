"""Records for tests: four players and what is recorded of their match."""

from scoring.match.match import fold
from scoring.match.records import Act, Record, Role, Seated
from scoring.match.state import Match

FOUR = ("Ann", "Bo", "Chen", "Dai")
SIT = Seated(FOUR)


def records(*acts: Act, role: Role = "table") -> list[Record]:
    return [Record(act, "table 3", f"2026-11-20T10:{at:02d}:00", role) for at, act in enumerate(acts)]


def by_referee(log: list[Record], *acts: Act) -> list[Record]:
    return log + records(*acts, role="referee")


def folded(*acts: Act, rules: str = "mcr") -> Match:
    """Return the match that a referee records, without refused records."""
    match = fold(records(*acts, role="referee"), rules)
    assert match.refused == {}
    return match
