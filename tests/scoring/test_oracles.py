"""Rows of the tables in `tests/data/rules`, under every preset they speak of: each tenth, and all with `-m long`."""

import pytest

from scoring import ScoreSheet, score
from scoring.games.mcr.patterns import FANS
from scoring.rules import tournament
from tests.scoring.truth import counts, table
from tests.scoring.usual import usual

EACH = [10, pytest.param(1, marks=pytest.mark.long)]
"""Steps from row to row."""

RANDOM = table("mcr_random.tsv.gz")
PUNGS = table("mcr_pungs.tsv.gz")


def fan(sheet: ScoreSheet) -> dict[int, int]:
    return {int(line.id): line.count for line in sheet.lines if line.id != 81}


@pytest.mark.parametrize("each", EACH)
@pytest.mark.parametrize(("rows", "renamed"), [(RANDOM, 7), (PUNGS, 0)], ids=["random", "pungs"])
def test_totals_and_fan_of_pymahjonggb_are_equal(rows: list[dict[str, str]], renamed: int, each: int) -> None:
    different = []
    named = 0
    for row in rows[::each]:
        sheet = score(usual(row["hand"]))
        if sheet.counted != int(row["mcr"]):
            different.append(row["hand"])
        named += fan(sheet) != counts(row["fans"])
    assert len(rows) in (20000, 1500)
    assert different == []
    # Where two readings or two names are worth the same, either may be written.
    assert named <= renamed


WMO = table("mcr_wmo.tsv.gz")
NUMBER = {row.name: row.id for row in FANS}


@pytest.mark.parametrize("each", EACH)
def test_totals_and_fan_of_the_wmo_book_are_equal(each: int) -> None:
    different = []
    named = 0
    for row in WMO[::each]:
        win = usual(row["hand"])
        sheet = score(win, "mcr-wmo")
        if (sheet.counted, score(win).counted) != (int(row["mcr-wmo"]), int(row["mcr"])):
            different.append(row["hand"])
        named += {NUMBER[line.name]: line.count for line in sheet.lines if line.id != 81} != counts(row["fans"])
    assert len(WMO) == 12000
    assert different == []
    # Where two readings or two names are worth the same, either may be written.
    assert named <= 3


@pytest.mark.parametrize(
    ("switch", "answer", "changed"),
    [
        ("S4", "counted", 83),
        ("S8", "counted", 440),
        ("S11", "not counted", 28),
        ("S14", "not counted", 179),
        ("S15", "suit tiles", 214),
        ("S16", "counted", 505),
        ("S17", "counted", 216),
    ],
)
def test_totals_of_the_other_readings_of_the_wmo_book_are_equal(switch: str, answer: str, changed: int) -> None:
    book = tournament(f'''
        name = "other"
        title = "The other reading"
        base = "mcr-wmo"
        source = "test"
        switches.{switch} = "{answer}"
    ''')
    argued = [row for row in WMO if row[switch] != "-"]
    assert len(argued) == changed
    different = []
    for row in argued + [row for row in WMO[::10] if row[switch] == "-"]:
        sheet = book.score(usual(row["hand"]))
        other, named = (row["mcr-wmo"], 0) if row[switch] == "-" else (row[switch], 1)
        if sheet.counted != int(other) or len(sheet.rulings) != named:
            different.append(row["hand"])
        elif named:
            effect = sheet.rulings[0]
            assert (effect.switch, effect.otherwise - sheet.win.flowers) == (switch, int(row["mcr-wmo"]))
    assert different == []


@pytest.mark.parametrize("rows", [pytest.param(RANDOM, marks=pytest.mark.long), PUNGS], ids=["random", "pungs"])
def test_totals_of_guobiao_are_equal(rows: list[dict[str, str]]) -> None:
    assert [
        row["hand"] for row in rows if score(usual(row["hand"]), "mcr-guobiao").counted != int(row["mcr-guobiao"])
    ] == []


# mcr-1998: where the reference behind the table and the words of the text part.
#
# #19 (seven pairs) lists the fan of ranks, Middle Tiles (26) among them, but not All Simples (68). It is Middle Tiles'
# own list that takes 68 and 76. Where Middle Tiles does not count, nothing takes All Simples (2). The reference counts
# No Honors (1) in its place, which All Simples implies by #68.
SEVEN_MIDDLE_PAIRS = {19, 68}
# #14 (quadruple chow) lists All Chows (63) but not No Honors (76), while #13 and #29 list both: where the text means
# No Honors it says so. All Chows does not count, so its own list does not apply, and No Honors counts.
QUADRUPLE_CHOW_WITHOUT_HONORS = {14, 76}


@pytest.mark.parametrize(
    ("rows", "argued"), [pytest.param(RANDOM, 65, marks=pytest.mark.long), (PUNGS, 0)], ids=["random", "pungs"]
)
def test_totals_of_1998_are_equal_but_for_what_the_text_decides(rows: list[dict[str, str]], argued: int) -> None:
    different = 0
    for row in rows:
        sheet = score(usual(row["hand"]), "mcr-1998")
        if sheet.counted == int(row["mcr-1998"]):
            continue
        counted = set(fan(sheet))
        assert counted >= SEVEN_MIDDLE_PAIRS or counted >= QUADRUPLE_CHOW_WITHOUT_HONORS, row["hand"]
        assert sheet.counted == int(row["mcr-1998"]) + 1
        different += 1
    assert different == argued


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        pytest.param("mcr_random.tsv.gz", "mcr", marks=pytest.mark.long),
        pytest.param("mcr_wmo.tsv.gz", "mcr-wmo", marks=pytest.mark.long),
        ("mcr_pungs.tsv.gz", "mcr-guobiao"),
        ("zungjung_random.tsv.gz", "zungjung"),
    ],
)
def test_what_is_left_out_stands_there_once_and_with_its_tiles(name: str, rules: str) -> None:
    for row in table(name)[::5]:
        left = score(usual(row["hand"]), rules).left_out
        assert len({(line.name, line.sets) for line in left}) == len(left), row["hand"]
        assert all(line.sets and all(line.sets) for line in left), row["hand"]


@pytest.mark.parametrize("each", EACH)
def test_zung_jung_is_equal_but_for_the_naming_of_ties(each: int) -> None:
    ties = 0
    for row in table("zungjung_random.tsv.gz")[::each]:
        sheet = score(usual(row["hand"]), "zungjung")
        assert (sheet.total, sheet.limit or "-") == (int(row["total"]), row["limit"]), row["hand"]
        assert sheet.legal == (sheet.total >= 5)
        have = [f"{line.id} {line.name}" + (f" x{line.count}" if line.count > 1 else "") for line in sheet.lines]
        listed = row["patterns"].split("; ") if row["patterns"] else []
        if row["limit"] == "listed":
            assert len(have) == 1
            assert have[0] in listed
        else:
            ties += set(have) != set(listed)
    assert ties <= 4


def test_zung_jung_hands_labelled_by_hand() -> None:
    rows = table("zungjung_labelled.tsv")
    assert len(rows) == 57
    for row in rows:
        sheet = score(usual(row["hand"]), "zungjung")
        assert sheet.total == int(row["total"]), row["name"]
        names = {line.name + (f" x{line.count}" if line.count > 1 else "") for line in sheet.lines}
        labelled = {name.removesuffix(" x1") for name in row["patterns"].split("; ") if name}
        if not sheet.limit:
            assert names == labelled, row["name"]
