"""Lists of players: pasted, CSV in several encodings, workbooks, and what is no list."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from scoring.match.event_acts import PlayerEntry
from webui.hall.entries import MOST_ROWS, InvalidListError, from_file, from_rows, from_text

WHOLE = PlayerEntry(1, "Ann Lee", "Ann", "Lee", "04000001", "FRA", "Dragons", "Paris")


def book(*rows: tuple[object, ...]) -> bytes:
    made, out = Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    made.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("", []),
        ("Ann\n\n  Bo  \r\n陈晨", [PlayerEntry(1, "Ann"), PlayerEntry(2, "Bo"), PlayerEntry(3, "陈晨")]),
        ("Lee, Ann", [PlayerEntry(1, "Ann Lee", "Ann", "Lee")]),
        ("1\tAnn\tFRA\n2\tBo\tGER", [PlayerEntry(1, "Ann", country="FRA"), PlayerEntry(2, "Bo", country="GER")]),
        ("Bo\t04000002", [PlayerEntry(1, "Bo", ema="04000002")]),
        ("7;Ann\n7;Bo", [PlayerEntry(7, "Ann"), PlayerEntry(1, "Bo")]),
        ("Bo\n", [PlayerEntry(1, "Bo")]),
        ("First name,Last name,EMA,Country,Team,Club\nAnn,Lee,4000001,FRA,Dragons,Paris", [WHOLE]),
        ("名;姓;号码\n晨;陈;12", [PlayerEntry(12, "陈晨", "晨", "陈")]),
        ("Name\tSub\nAnn\tyes\nBo\tno", [PlayerEntry(1, "Ann", substitute=True), PlayerEntry(2, "Bo")]),
        ("Team\tName\nDragons\t\n", []),
    ],
)
def test_a_pasted_list_is_read(text: str, people: list[PlayerEntry]) -> None:
    assert from_text(text).people == people


def test_numbers_that_are_taken_are_not_given_again() -> None:
    assert [person.number for person in from_text("Ann\nBo", taken=[1, 3]).people] == [2, 4]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_file_is_read_in_its_encoding(encoding: str) -> None:
    assert [person.name for person in from_file("姓名,队\n陈晨,龙\n王伟,凤\n".encode(encoding)).people] == [
        "陈晨",
        "王伟",
    ]


def test_a_file_of_windows_is_read() -> None:
    assert [person.name for person in from_file("Zoë Müller\nJosé".encode("cp1252")).people] == ["Zoë Müller", "José"]


def test_a_workbook_is_read() -> None:
    data = book(
        ("First name", "Last name", "EMA", "Country", "Team", "Club"),
        ("Ann", "Lee", 4000001, "FRA", "Dragons", "Paris"),
        (None, None, None),
        ("Bo", "Fu", None, "GER"),
    )
    assert from_file(data).people == [WHOLE, PlayerEntry(2, "Bo Fu", "Bo", "Fu", country="GER")]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04 and no more", "list-unreadable"),
        (book(*[(f"Player {n}",) for n in range(MOST_ROWS + 1)]), "list-too-long"),
        ("\n".join(f"Player {n}" for n in range(MOST_ROWS + 1)).encode(), "list-too-long"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises(InvalidListError) as refused:
        from_file(data)
    assert refused.value.kind == kind


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_whatever_a_file_holds_it_is_people_or_refused(data: bytes) -> None:
    try:
        people = from_file(data).people
    except InvalidListError:
        return
    assert len({person.number for person in people}) == len(people)
    assert all(person.name for person in people)


@given(st.lists(st.lists(st.text(max_size=8), max_size=4), max_size=8))
@settings(max_examples=200)
def test_whatever_rows_hold_numbers_are_peoples_own(rows: list[list[str]]) -> None:
    people = from_rows(rows, taken=[2])
    assert len({2, *(person.number for person in people)}) == len(people) + 1
