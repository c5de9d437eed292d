"""A house's own changes to the list of Hong Kong: values, patterns left out, patterns of its own."""

import random
from typing import Any

import pytest

from scoring import parse
from scoring.circumstances import assess
from scoring.errors import RulingError
from scoring.hongkong.own import BLOCKS, HIGHEST
from scoring.listing import patterns
from scoring.rules import RULES, RuleBook, admit, tournament
from tests.scoring.test_hongkong import random_hand
from tests.scoring.usual import usual

ABOUT = 'name = "corner"\ntitle = "Corner house"\nbase = "hk"\nsource = "its wall"\n'


def house(text: str) -> RuleBook:
    return tournament(ABOUT + text)


def found(book: RuleBook, text: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Return the total of a hand and its lines."""
    sheet = book.score(usual(text))
    return sheet.total, tuple((str(line.id), line.points) for line in sheet.lines)


FLUSH = "[123m,1]456m789mEEEC C discard seat=S round=S from=W flowers=s4"
"""Mixed One Suit alone: 3 faan by the list."""
KONGS = "[1111m,1][2222p,2][3333s,3]78sE E discard seat=S round=S from=W flowers=s4"


def test_values_of_patterns_are_changed() -> None:
    assert found(RULES["hk"], FLUSH) == (3, (("4.4", 3),))
    assert found(house('[values]\n"4.4" = 2'), FLUSH) == (2, (("4.4", 2),))
    two = house('minimum = 2\n[values]\n"4.2" = 2\n"4.4" = 2\n"4.5" = 4')
    assert two.score(usual(FLUSH)).legal
    assert not house('[values]\n"4.4" = 2').score(usual(FLUSH)).legal


def test_patterns_that_a_house_does_not_play_count_nothing() -> None:
    assert found(house('excluded = ["4.4"]'), FLUSH) == (0, (("0.1", 0),))


THREE_KONGS = '[[patterns]]\nname = "Three Kongs"\nzh = "三槓"\nfaan = 5\nkongs = "3+"\n'


def test_a_house_has_patterns_of_its_own() -> None:
    text = "[1111m,1][2222p,2][3333s,3]789sE E discard seat=S round=S from=W flowers=s4"
    assert found(RULES["hk"], text) == (0, (("0.1", 0),))
    book = house(THREE_KONGS)
    assert found(book, text) == (5, (("7.1", 5),))
    line = book.score(usual(text)).lines[0]
    assert (line.name, line.zh) == ("Three Kongs", "三槓")
    assert found(book, text.replace("[3333s,3]", "[333s,3]"))[0] == 0
    assert [(row.name.name, row.points, row.rule) for row in patterns(book)][-1] == ("Three Kongs", 5, "kongs = '3+'")


def test_what_its_pattern_excludes_does_not_count_beside_it() -> None:
    own = '[[patterns]]\nname = "Half flush without a claim"\nfaan = 4\nsuits = 1\nhonors = true\nconcealed = true\n'
    text = "123m456m789mEEEC C discard seat=S round=S from=W flowers=s4"
    assert found(house(own), text) == (8, (("1.2", 1), ("4.4", 3), ("7.1", 4)))
    assert found(house(own + 'excludes = ["4.4", "1.2"]'), text) == (4, (("7.1", 4),))
    assert "7.1" not in dict(found(house(own), FLUSH)[1])  # a claimed set


def test_a_limit_hand_of_its_own_counts_alone() -> None:
    own = '[[patterns]]\nname = "Dragons and a flush"\nfaan = 13\nlimit = true\ndragons = 3\nsuits = 1\n'
    total, lines = found(house(own), "[CCC,1][FFF,2][PPP,3]55m78m 9m discard seat=S round=S from=W flowers=s4")
    assert (total, lines) == (10, (("7.1", 13),))


ALL_GREEN = "[234s,1][666s,1][888s,1]FF44s 4s"
BLOCK_CASES: tuple[tuple[str, str, str], ...] = (
    ("self-drawn = true", f"{ALL_GREEN} self-draw", f"{ALL_GREEN} discard"),
    ("concealed = true", "234s666s888sFF44s 4s discard", f"{ALL_GREEN} discard"),
    ("last-tile = true", f"{ALL_GREEN} discard last-tile", f"{ALL_GREEN} discard"),
    ("replacement = true", "[1111m]234p567p88s99s 9s self-draw kong", "[1111m]234p567p88s99s 9s self-draw no-kong"),
    ("robbed = true", "123m456m789m55p67p 8p discard kong", "123m456m789m55p67p 8p discard"),
    ("honors = false", "123m456m789m55p67p 8p discard", f"{ALL_GREEN} discard"),
    ("suits = 1", f"{ALL_GREEN} discard", "123m456m789m55p67p 8p discard"),
    ("sequences = 1", f"{ALL_GREEN} discard", "123m456m789m55p67p 8p discard"),
    ('triplets = "3+"', f"{ALL_GREEN} discard", "123m456m789m55p67p 8p discard"),
    ('concealed-triplets = "2+"', "[234s,1]666s888sFF44s 4s discard", f"{ALL_GREEN} discard"),
    ("kongs = 1", "[1111m]234p567p88s99s 9s discard", f"{ALL_GREEN} discard"),
    ("dragons = 1", "[CCC,1]123m456m55p67p 8p discard", "123m456m789m55p67p 8p discard"),
    ("winds = 1", "[EEE,1]123m456m55p67p 8p discard", "123m456m789m55p67p 8p discard"),
    ("claimed = 0", "123m456m789m55p67p 8p discard", f"{ALL_GREEN} discard"),
    ('tiles = ["2s", "3s", "4s", "6s", "8s", "F"]', f"{ALL_GREEN} discard", "[123s,1][666s,1][888s,1]FF44s 4s discard"),
)
"""For each building block a hand that has it and one that has it not."""


@pytest.mark.parametrize(("block", "with_it", "without"), BLOCK_CASES, ids=[case[0] for case in BLOCK_CASES])
def test_every_building_block_tells_hands_apart(block: str, with_it: str, without: str) -> None:
    book = house(f'[[patterns]]\nname = "Own"\nfaan = 2\n{block}\n')
    for text, there in ((with_it, True), (without, False)):
        sheet = book.score(usual(f"{text} seat=S round=S flowers=s4"))
        assert sheet.wins, text
        assert ("7.1" in [line.id for line in sheet.lines]) == there, text


def test_every_building_block_has_its_cases() -> None:
    assert {case[0].split(" = ")[0] for case in BLOCK_CASES} == set(BLOCKS)


def test_blocks_of_sets_do_not_fit_seven_pairs() -> None:
    text = "1133m2244p557799s seat=S round=S discard flowers=s4".replace("557799s", "55779s 9s")
    book = house('[switches]\nHK20 = 3\n[[patterns]]\nname = "No triplet"\nfaan = 1\ntriplets = 0\n')
    assert found(book, text) == (3, (("6.1", 3),))


def test_a_house_without_changes_scores_as_its_base() -> None:
    book = house("excluded = []\n[values]\n")
    for seed in range(200):
        win = random_hand(random.Random(seed))
        assert book.worth(win) == RULES["hk"].worth(win)


def test_what_is_open_stays_open_under_a_houses_own_pattern() -> None:
    book = house('[[patterns]]\nname = "Drawn flush"\nfaan = 2\nself-drawn = true\nsuits = 1\n')
    admit(book)
    worth = assess(parse("[123m,1]456m789mEEEC C seat=S round=S flowers=s4"), "corner")
    assert (worth.low, worth.high, worth.open) == (3, 6, ("self-draw",))


FAULTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ('[values]\n"9.9" = 2', "unknown-pattern", {"pattern": "9.9"}),
    ('[values]\n"4.4" = "2"', "bad-faan", {"pattern": "4.4", "highest": HIGHEST}),
    ('[values]\n"4.4" = 14', "bad-faan", {"value": "14"}),
    ('[values]\n"4.4" = true', "bad-faan", {"value": "True"}),
    ("values = 3", "not-a-table", {"key": "values"}),
    ('excluded = "4.4"', "not-a-list", {"key": "excluded"}),
    ('excluded = ["4.44"]', "unknown-pattern", {"pattern": "4.44"}),
    ("patterns = 3", "own-patterns", {}),
    ('[[patterns]]\nname = "X"\nfaan = 2\ncode = "import os"', "own-key", {"key": "code", "pattern": "7.1"}),
    ("[[patterns]]\nfaan = 2\nsuits = 1", "own-missing", {"key": "name"}),
    ('[[patterns]]\nname = "X"\nsuits = 1', "own-missing", {"key": "faan"}),
    ('[[patterns]]\nname = "X"\nfaan = 2', "own-missing", {"key": "triplets"}),
    ('[[patterns]]\nname = "X"\nfaan = 2\nsuits = 5', "own-value", {"key": "suits"}),
    ('[[patterns]]\nname = "X"\nfaan = 2\nsuits = "5+"', "own-value", {"key": "suits"}),
    ('[[patterns]]\nname = "X"\nfaan = 2\ntiles = ["0m"]', "own-value", {"key": "tiles"}),
    ('[[patterns]]\nname = "\\u001b[31m"\nfaan = 2\nsuits = 1', "own-value", {"key": "name"}),
    ('[[patterns]]\nname = "X"\nfaan = 2\nsuits = 1\nexcludes = ["8.1"]', "unknown-pattern", {"pattern": "8.1"}),
)


@pytest.mark.parametrize(("text", "kind", "about"), FAULTS)
def test_a_file_that_cannot_be_used_says_why(text: str, kind: str, about: dict[str, Any]) -> None:
    with pytest.raises(RulingError) as error:
        house(text)
    assert error.value.kind == kind
    assert about.items() <= error.value.about.items()


def test_only_houses_of_hong_kong_may_change_the_list() -> None:
    for base in ("mcr", "zungjung"):
        with pytest.raises(RulingError) as error:
            tournament(f'name = "club"\ntitle = "Club"\nbase = "{base}"\nsource = "x"\nexcluded = ["1"]')
        assert error.value.kind == "of-houses"
