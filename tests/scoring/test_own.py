"""A club's own changes to a list: values, patterns left out, patterns of its own; over every base."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from scoring import parse
from scoring.circumstances import assess, assumed
from scoring.errors import RulingError
from scoring.games.game import RuleBook
from scoring.games.hongkong.presets import LISTING
from scoring.own import BLOCKS
from scoring.rules import admit, tournament
from tests.books import RULES
from tests.long import long_but
from tests.rows import row_by_row
from tests.scoring.games.hongkong.test_patterns import random_hand
from tests.scoring.truth import table
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
    assert [(row.name.name, row.points, row.rule) for row in book.listing.patterns][-1] == (
        "Three Kongs",
        5,
        "kongs = '3+'",
    )


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
    ("identical-sequences = 2", "123m123m789m55p67p 8p discard", "123m456m789m55p67p 8p discard"),
    ("three-suits = true", "123m123p123s55p67p 8p discard", "123m456m789m55p67p 8p discard"),
    ("straight = true", "123m456m789m55p67p 8p discard", "123m123m789m55p67p 8p discard"),
    ('tiles = ["2s", "3s", "4s", "6s", "8s", "F"]', f"{ALL_GREEN} discard", "[123s,1][666s,1][888s,1]FF44s 4s discard"),
)
"""For each building block a hand that has it and one that has it not."""


@row_by_row(("block", "with_it", "without"), BLOCK_CASES, ids=[case[0] for case in BLOCK_CASES])
def test_every_building_block_tells_hands_apart(block: str, with_it: str, without: str) -> None:
    book = house(f'[[patterns]]\nname = "Own"\nfaan = 2\n{block}\n')
    for text, there in ((with_it, True), (without, False)):
        sheet = book.score(usual(f"{text} seat=S round=S flowers=s4"))
        assert sheet.wins, text
        assert ("7.1" in [line.id for line in sheet.lines]) == there, text


def test_every_building_block_has_its_cases() -> None:
    assert {case[0].split(" = ")[0] for case in BLOCK_CASES} == set(BLOCKS)


@pytest.mark.parametrize(("block", "with_it", "without"), BLOCK_CASES, ids=[case[0] for case in BLOCK_CASES])
@pytest.mark.parametrize("base", ["mcr", "zungjung"])
def test_every_building_block_over_the_other_games(base: str, block: str, with_it: str, without: str) -> None:
    book = club(base, f'[[patterns]]\nname = "Own"\npoints = 2\n{block}\n')
    for text, there in ((with_it, True), (without, False)):
        sheet = book.score(usual(f"{text} seat=S round=S flowers=0"))
        assert sheet.wins, text
        assert ("Own" in [line.name for line in sheet.lines]) == there, text


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
    ('[values]\n"4.4" = "2"', "bad-faan", {"pattern": "4.4", "highest": LISTING.highest}),
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


@row_by_row(("text", "kind", "about"), FAULTS)
def test_a_file_that_cannot_be_used_says_why(text: str, kind: str, about: dict[str, Any]) -> None:
    with pytest.raises(RulingError) as error:
        house(text)
    assert error.value.kind == kind
    assert about.items() <= error.value.about.items()


CLUB = 'name = "club"\ntitle = "Club"\nbase = "{base}"\nsource = "its wall"\n'


def club(base: str, text: str) -> RuleBook:
    return tournament(CLUB.format(base=base) + text)


CHINESE = [name for name, book in RULES.items() if book.game.id == "mcr"]
BASES = [*CHINESE, "zungjung"]
RANDOM = [assumed(parse(line["hand"])) for line in islice(table("mcr_random.tsv.gz"), 0, None, 40)]
"""Some hundred hands drawn at random, of those that the Chinese presets are compared on."""


@pytest.mark.parametrize("base", BASES)
def test_a_file_that_says_the_lists_own_values_scores_as_its_base(base: str) -> None:
    """Give each value as the list has it, so that the changed tables are used and nothing may differ."""
    same = {row.name.name: row.points for row in RULES[base].listing.patterns if row.name.name != "Flower Tiles"}
    book = club(base, "[values]\n" + "".join(f'"{name}" = {points}\n' for name, points in same.items()))
    for win in RANDOM:
        ours, theirs = book.score(win), RULES[base].score(win)
        assert (ours.total, ours.lines, ours.left_out) == (theirs.total, theirs.lines, theirs.left_out), win
        assert book.worth(win) == RULES[base].worth(win)


@pytest.mark.parametrize("base", CHINESE)
def test_an_own_fan_over_each_chinese_preset(base: str) -> None:
    """It stands with its number behind the list, adds its points, and takes away what it excludes."""
    own = (
        '[[patterns]]\nname = "Three Dragons of the House"\nzh = "三元一家"\npoints = 20\ndragons = "2+"\nclaimed = 0\n'
    )
    text = "CCCFFF123m78m55p 9m self-draw seat=S round=S flowers=0"
    before, after = RULES[base].score(usual(text)), club(base, own).score(usual(text))
    assert after.total == before.total + 20
    line = next(line for line in after.lines if line.name == "Three Dragons of the House")
    assert (line.id, line.zh, line.points) == (83, "三元一家", 20)
    without = club(base, own + 'excludes = ["Two Dragon Pungs", "Dragon Pung"]').score(usual(text))
    assert without.total == before.total + 20 - 6
    reason = next(left for left in without.left_out if left.name == "Two Dragon Pungs")
    assert [name.name for name in reason.because] == ["Three Dragons of the House"]  # type: ignore[union-attr]


def totals(book: RuleBook, text: str) -> tuple[int, dict[str, int]]:
    sheet = book.score(usual(text))
    return sheet.total, {line.name: line.points for line in sheet.lines}


def test_values_of_fan_decide_which_combination_counts() -> None:
    """Three chows in a row are one Pure Straight, or two Short Straights: the dearer combination is taken."""
    text = "123m456m789m23p55s 1p discard seat=S round=S flowers=0"
    assert totals(RULES["mcr"], text)[1].get("Pure Straight") == 16
    lines = totals(club("mcr", '[values]\n"Pure Straight" = 9\n"Short Straight" = 5'), text)[1]
    assert "Pure Straight" not in lines
    assert lines["Short Straight"] == 10


def test_a_fan_made_cheap_still_excludes_what_the_book_says() -> None:
    text = "[123m,1]456m789m44m22m 2m discard seat=S round=S flowers=0".replace("44m22m 2m", "2244m 4m")
    before = totals(RULES["mcr"], text)
    assert before[1]["Full Flush"] == 24
    total, lines = totals(club("mcr", "[values]\n22 = 0"), text)
    assert total == before[0] - 24
    assert "No Honors" not in lines
    assert "One Voided Suit" not in lines


def test_a_fan_left_out_excludes_nothing() -> None:
    text = "[123m,1]456m789m2244m 4m discard seat=S round=S flowers=0"
    lines = totals(club("mcr", 'excluded = ["22"]'), text)[1]
    assert {"No Honors", "One Voided Suit"} <= lines.keys()
    assert "Full Flush" not in lines
    both = club("mcr", 'excluded = ["4"]\nswitches.S4 = "counted"')
    assert totals(both, "1112345678999m5m")[1]["Pung of Terminals or Honors"] == 2  # Nine Gates would imply one


@pytest.mark.parametrize("base", long_but(["mcr"], CHINESE))
def test_any_fan_can_be_left_out(base: str) -> None:
    """Leave out each pattern in turn: no sheet has it, counted or excluded, and the lines add up to the total."""
    for row in RULES[base].listing.patterns:
        if row.name.name == "Flower Tiles":
            continue
        book = club(base, f'excluded = ["{row.name.id}"]')
        for win in RANDOM[::12]:
            sheet = book.score(win)
            assert row.name.name not in {line.name for line in (*sheet.lines, *sheet.left_out)}
            assert sheet.total == sum(line.points for line in sheet.lines)


def test_numbers_are_those_of_the_book_that_a_file_changes() -> None:
    kongs = "[1111m][2222p]34s55s567m 5s self-draw no-kong seat=S round=S flowers=0"
    assert totals(RULES["mcr-wmo"], kongs)[1]["Two Concealed Kongs"] == 8
    assert totals(club("mcr-wmo", "[values]\n48 = 3"), kongs)[1]["Two Concealed Kongs"] == 3
    assert totals(club("mcr", "[values]\n53 = 3"), kongs)[1]["Two Concealed Kongs"] == 3


def test_zung_jung_with_a_clubs_own_list() -> None:
    text = "[CCC,1]123m456m78m55m 9m discard seat=S round=S"
    assert totals(RULES["zungjung"], text) == (90, {"Mixed One-Suit": 40, "Value Honor": 10, "Nine-Tile Straight": 40})
    book = club("zungjung", '[values]\n"Mixed One-Suit" = 60\n"3.1" = 5')
    assert totals(book, text) == (105, {"Mixed One-Suit": 60, "Value Honor": 5, "Nine-Tile Straight": 40})
    book = club("zungjung", 'excluded = ["Nine-Tile Straight"]')
    assert totals(book, text) == (50, {"Mixed One-Suit": 40, "Value Honor": 10})
    own = '[[patterns]]\nname = "One dragon"\npoints = 25\ndragons = 1\nexcludes = ["Value Honor"]\n'
    book = club("zungjung", own)
    assert totals(book, text) == (105, {"Mixed One-Suit": 40, "Nine-Tile Straight": 40, "One dragon": 25})
    left = book.score(usual(text)).left_out
    assert [(each.name, each.principle) for each in left] == [("Value Honor", "included")]


def test_zung_jung_counts_a_pattern_at_the_limit_alone() -> None:
    book = club("zungjung", '[values]\n"Mixed One-Suit" = 320')
    sheet = book.score(usual("[CCC,1]123m456m78m55m 9m discard seat=S round=S"))
    assert (sheet.total, sheet.limit, [line.name for line in sheet.lines]) == (320, "listed", ["Mixed One-Suit"])


def test_the_series_of_zung_jung_still_holds_with_other_values() -> None:
    """Only the highest pattern of a series counts, by the club's own values."""
    text = "[CCC,1][FFF,1]123m44mPP P discard seat=S round=S"
    book = club("zungjung", '[values]\n"Big Three Dragons" = 35')
    lines = totals(book, text)[1]
    assert ("Big Three Dragons" in lines) != ("Small Three Dragons" in lines)


@pytest.mark.parametrize("base", ["mcr", "zungjung"])
@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ('[values]\n"Nothing Such" = 2', "unknown-pattern", {"pattern": "Nothing Such"}),
        ('[values]\n"Seven Pairs" = 1000', "bad-points", {"pattern": "Seven Pairs", "value": "1000"}),
        ('[[patterns]]\nname = "X"\nfaan = 2\nsuits = 1', "own-key", {"key": "faan"}),
        ('[[patterns]]\nname = "X"\nsuits = 1', "own-missing", {"key": "points"}),
        ('[[patterns]]\nname = "X"\npoints = 5\nlimit = true\nsuits = 1', "own-key", {"key": "limit"}),
        ('[[patterns]]\nname = "X"\npoints = 5\nsuits = 1\nexcludes = ["?"]', "unknown-pattern", {"pattern": "?"}),
    ],
)
def test_faults_of_files_over_points(base: str, text: str, kind: str, about: dict[str, Any]) -> None:
    with pytest.raises(RulingError) as error:
        club(base, text)
    assert error.value.kind == kind
    assert about.items() <= error.value.about.items()


EXAMPLES = {file.stem: file for file in (Path(__file__).parents[2] / "webui/help/rules").glob("*.toml")}
EXAMPLE_HANDS = [
    # The guide's own words: Seven Pairs 4 (optional), a kong 1 (optional), eight faan at most.
    ("perth-options", "1133m2277p55779s 9s discard", 5, {"6.1": 4, "2.1": 1}),
    ("perth-options", "[5555m,1][CCC,1]123m78mEE 9m discard", 6, {"4.4": 3, "3.1": 1, "6.3": 1, "2.1": 1}),
    ("perth-options", "[CCC,1][FFF,1][PPP,3]123m5m 5m discard", 8, {"4.8": 5, "3.1": 3, "4.4": 3, "2.1": 1}),
    ("three-jewels", "[111s,1][222s,1][555s,1]FFF9s 9s discard", 10, {"7.1": 13}),
    ("three-jewels", "[111m,1][222m,1][555m,1]CCC9m 9m discard", 10, {"7.2": 13}),
    ("three-jewels", "[111m,1][222m,1][555m,1]FFF9m 9m discard", 8, {"4.2": 3, "4.4": 3, "3.1": 1, "2.1": 1}),
    ("three-jewels", "[CCC,1][FFF,1]123m78mPP 9s discard".replace("78mPP 9s", "78sPP 9s"), 5, {"4.7": 2, "3.1": 2}),
    ("hkos-guide", "[123m,1]456m789m22p55p 5p discard", 4, {"7.2": 3, "2.1": 1}),
    ("hkos-guide", "[123m,1]123p123s22p55p 5p discard", 4, {"7.3": 3, "2.1": 1}),
    ("hkos-guide", "[123m,1]123m456p22p78s 9s discard", 3, {"7.4": 1, "4.1": 1, "2.1": 1}),
    ("hkos-guide", "[1111m,1][2222p,2][3333s,3]789sE E discard", 4, {"7.1": 3, "2.1": 1}),
    ("colors", "[234s,1][666s,1][888s,1]FF44s 4s discard", 400, {"11.2": 400}),
    ("colors", "[EEE,1][SSS,1]888pNNPP P discard", 400, {"11.3": 400}),
    ("colors", "[123m,1]456m78m222p55s 9m self-draw", 45, {"11.1": 5, "7.1": 40}),
    ("wrc-2022", "123m123m456m789m9m 9m discard riichi dora=8m", 24000, {"Chinitsu": 6, "Dora": 3}),
]
"""Hands of South in the West round without a flower, with the total by the source of each example."""


def test_every_example_has_hands() -> None:
    assert EXAMPLES.keys() == {name for name, *_ in EXAMPLE_HANDS}


@row_by_row(("name", "hand", "total", "lines"), EXAMPLE_HANDS)
def test_examples_count_as_their_sources_say(name: str, hand: str, total: int, lines: dict[str, int]) -> None:
    book = tournament(EXAMPLES[name].read_text(encoding="utf-8"))
    sheet = book.score(usual(f"{hand} seat=S round=W flowers=0"))
    assert sheet.wins
    assert sheet.total == total, sheet.lines
    assert lines.items() <= {str(line.id): line.points for line in sheet.lines}.items()


def test_flowers_stay_a_point_each_in_the_chinese_game() -> None:
    for text in ('excluded = ["81"]', "[values]\n81 = 2"):
        with pytest.raises(RulingError) as error:
            club("mcr", text)
        assert error.value.kind == "unknown-pattern"
