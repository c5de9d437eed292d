"""Records for tests: four players and what is recorded of their match."""

from collections.abc import Sequence

from scoring.games.game import RuleBook
from scoring.match.effects import MatchDefaults
from scoring.match.match import fold, log_of
from scoring.match.records import Act, Record, Role, Seated
from scoring.match.state import Match
from scoring.rules import DEFAULT, rule_book

FOUR = ("Ann", "Bo", "Chen", "Dai")
SIT = Seated(FOUR)


def seated(rules: str, body: str | None = None, hands: int | None = None) -> Seated:
    """Return the seating of a match by some rules: of Ann, Bo, Chen and, where four play, Dai."""
    return Seated(FOUR[: rule_book(rules).play.players], rules, body, hands)


def records(*acts: Act, role: Role = "table") -> list[Record]:
    return [Record(act, "table 3", f"2026-11-20T10:{at:02d}:00", role) for at, act in enumerate(acts)]


def by_referee(log: list[Record], *acts: Act) -> list[Record]:
    return log + records(*acts, role="referee")


def grown(log: Sequence[Record], rules: str | RuleBook = DEFAULT) -> Match:
    """Return the match of records that were added one by one; what stood halfway is as it was."""
    setting = MatchDefaults(rule_book(rules) if isinstance(rules, str) else rules, None)
    whole = halfway = log_of([], setting)
    for number, record in enumerate(log, 1):
        whole = whole.after(number, record, new=False) or log_of([*enumerate(log[:number], 1)], setting)
        halfway = whole if number == len(log) // 2 else halfway
    stood = fold(log[: len(log) // 2], rules)
    assert (halfway.match, halfway.match.stands) == (stood, stood.stands)
    return whole.match


def folded(*acts: Act, rules: str = "mcr") -> Match:
    """Return the match that a referee records, without refused records."""
    match = fold(records(*acts, role="referee"), rules)
    assert match.refused == {}
    return match
