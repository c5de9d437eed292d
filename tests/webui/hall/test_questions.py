"""Headings that sign-up forms make."""

import pytest

from webui.hall.questions import asked_about, is_of_no_use, is_yes_or_no, without_accents


@pytest.mark.parametrize(
    ("heading", "asks"),
    [
        ("1. Name", "Name"),
        ("Question 3: Club", "Club"),
        ("问题2、姓名", "姓名"),
        ("12) Country", "Country"),
        ("Name (required)", "Name"),
        ("Name", "Name"),
        ("2026", "2026"),
    ],
)
def test_a_number_and_a_note_are_no_part_of_a_question(heading: str, asks: str) -> None:
    assert asked_about(heading) == asks


@pytest.mark.parametrize(
    ("text", "plain"), [("Prénom", "prenom"), ("ÉCOLE", "ecole"), ("Łódź", "lodz"), ("姓名", "姓名")]
)
def test_accents_and_case_are_left_out(text: str, plain: str) -> None:
    assert without_accents(text) == plain


@pytest.mark.parametrize(
    ("question", "yes"),
    [("do you play mcr?", True), ("are you a member", True), ("what is your name", False), ("name", False)],
)
def test_a_question_for_yes_or_no_names_nothing(question: str, yes: bool) -> None:
    assert is_yes_or_no(question) is yes


@pytest.mark.parametrize(
    ("heading", "useless"), [("timestamp", True), ("photo of you", False), ("name", False), ("club", False)]
)
def test_a_list_of_players_has_no_use_for_a_timestamp(heading: str, useless: bool) -> None:
    assert is_of_no_use(heading) is useless
