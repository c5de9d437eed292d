"""The kinds of false win: those that a game asks for, those that it still takes, and that of a hand."""

from typing import Final

import pytest

from scoring.circumstances import assumed
from scoring.games.game import RuleBook
from scoring.match.bodies import BY_DISTANCE
from scoring.match.course import usual_body
from scoring.match.false_wins import check_kind, false_win_kind
from scoring.match.match import fold
from scoring.match.records import FalseWin, Seated
from scoring.notation import parse
from scoring.rules import BOOKS, tournament
from tests.scoring.match.builders import FOUR, records

PLAIN: Final = ("under the minimum", "wrong tile", "not ready")
NONE_BELOW: Final = ("wrong tile", "not ready")
ASKED: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("mcr", ""): BY_DISTANCE,
    ("mcr", "minimum = 0"): BY_DISTANCE[1:],
    ("mcr-wmo", ""): BY_DISTANCE,
    ("zungjung", ""): PLAIN,
    ("hk", ""): PLAIN,
    ("hk", "minimum = 0"): NONE_BELOW,
    ("riichi-ema", ""): ("no yaku", "furiten", "not tenpai", "wrong tile"),
    ("taiwan-home", ""): NONE_BELOW,
    ("taiwan-home", "minimum = 1"): PLAIN,
    ("sichuan-sbr", ""): ("three suits", "not ready", "wrong tile", "passed"),
    ("sichuan-sbr", '[switches]\nSC28 = "free"'): ("three suits", "not ready", "wrong tile"),
    ("sichuan-sbr", "minimum = 1"): ("three suits", "not ready", "wrong tile", "under the minimum", "passed"),
}
"""The kinds that a dialog offers, by a book and the changes of a club."""

EARLIER: Final = {
    "mcr": BY_DISTANCE,
    "zungjung": BY_DISTANCE,
    "hk": BY_DISTANCE,
    "taiwan-home": BY_DISTANCE,
    "sichuan-sbr": (*BY_DISTANCE, "passed"),
}
"""The kinds that earlier versions asked for."""


def club(base: str, changes: str) -> RuleBook:
    """Return a built-in book, or that of a club that changes it."""
    about = f'name = "club"\ntitle = "Club"\nversion = "1"\nsource = "test"\nbase = "{base}"\n'
    return tournament(about + changes) if changes else BOOKS[base]


@pytest.mark.parametrize(("rules", "changes"), ASKED)
def test_a_referee_is_asked_for_the_false_wins_of_the_game(rules: str, changes: str) -> None:
    assert usual_body(club(rules, changes)).false_win_kinds == ASKED[rules, changes]


@pytest.mark.parametrize("rules", EARLIER)
def test_what_pages_of_earlier_versions_send_is_taken_and_costs_the_same(rules: str) -> None:
    body = usual_body(BOOKS[rules])
    for kind in EARLIER[rules]:
        check_kind(kind, body)
        each = None if body.false_wins else 8
        match = fold(records(Seated(FOUR, body=body.id), FalseWin("S", kind, each), role="referee"), rules)
        assert match.refused == {}
        assert [fine.about for fine in match.fines] == [{"false_win": kind}]
    costs = [body.false_wins.get(kind) for kind in (*body.false_win_kinds, *EARLIER[rules])]
    assert rules == "mcr" or len({*costs}) == 1


@pytest.mark.parametrize(
    ("rules", "text", "kind"),
    [
        ("mcr", "123m567p345s88s67s 8s", "under the minimum"),
        ("mcr", "234m567p345s88s67s 4s", "wrong tile"),
        ("mcr", "234m567p345s88s69s 4s", "one short of waiting"),
        ("mcr", "159m159p159sESWN C", "two or more short of waiting"),
        ("hk", "[123m,1]567p345s88s67s 8s", "under the minimum"),
        ("hk", "234m567p345s88s67s 4s", "wrong tile"),
        ("hk", "234m567p345s88s69s 4s", "not ready"),
        ("hk", "159m159p159sESWN C", "not ready"),
        ("zungjung", "[123m,1] [555p,1]345s88s67s 8s", "under the minimum"),
        ("zungjung", "234m567p345s88s67s 4s", "wrong tile"),
        ("zungjung", "234m567p345s88s69s 4s", "not ready"),
        ("sichuan-sbr", "234m567p345s88s67s 8s", "three suits"),
        ("sichuan-sbr", "234567p34588s67s 8s void=p", "three suits"),
        ("sichuan-sbr", "234567p34588s67s 4s void=m", "wrong tile"),
        ("sichuan-sbr", "234567p34588s69s 4s void=m", "not ready"),
        ("sichuan-sbr", "234567p34588s67s 8s void=m", None),
    ],
)
def test_the_false_win_of_a_hand_is_one_that_its_game_has(rules: str, text: str, kind: str | None) -> None:
    book = BOOKS[rules]
    found = false_win_kind(book.score(assumed(parse(f"{text} discard seat=S from=E"))))
    assert found == kind
    assert kind is None or kind in usual_body(book).false_win_kinds
