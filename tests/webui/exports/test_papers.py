"""Name cards, table signs and certificates of an event."""

import re
from uuid import uuid4

import pytest

from scoring.match.event_acts import (
    Entered,
    Opened,
    PlayerEntry,
    Released,
    SeatingDrawn,
    Started,
    TableResult,
    Withdrawn,
)
from webui.commands.hall.export import _PAPERS
from webui.exports import sheets
from webui.exports.papers import PAPERS, papers_html, papers_pdf
from webui.hall.desk import Hall
from webui.hall.results import Results, released, results
from webui.messages import Messages
from webui.records.store import Storage

NAMES = ("Ann <Lee>", "Bo", "陈晨", "Dai", "Eva", "Fu", "Gil", "Hua", "Ida")


@pytest.fixture
def hall(records: Storage) -> Hall:
    hall = Hall(records)
    about = Opened("Spring Cup", "mcr", rounds=2, place="Wien", begins="2026-12-05", ends="2026-12-06")
    number = hall.open(uuid4(), about, "", "desk")[0].number
    people = tuple(PlayerEntry(n, name, country="Austria", club="Wien") for n, name in enumerate(NAMES, 1))
    for act in (Entered(people), Withdrawn(9), SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)), Started(1)):
        hall.record(number, uuid4(), act, "", "desk")
    return hall


def ended(hall: Hall) -> Results:
    hall.record(1, uuid4(), TableResult(1, 1, (90, 30, -40, -80)), "", "desk")
    hall.record(1, uuid4(), TableResult(1, 2, (60, 20, -30, -50)), "", "desk")
    return results(hall, hall.get(1))


def test_a_card_a_player_and_a_sign_a_table(hall: Hall) -> None:
    found = results(hall, hall.get(1))
    cards = papers_html(found, "cards", Messages.of("en"))
    assert re.findall("<b>(.*?)</b>", cards) == ["Ann &lt;Lee&gt;", *NAMES[1:8]]
    assert cards.count("Austria · Wien") == 8
    signs = papers_html(found, "signs", Messages.of("zh"))
    assert re.findall('class="number">(.*?)<', signs) == ["1", "2"]
    assert ("1号桌" in signs, 'lang="zh"' in signs) == (True, True)


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ("Certificate", "Place 1 of 8", "Tournament director")),
        ("zh", ("奖状", "第1名，共8名", "赛事负责人")),
        ("zh_Hant", ("獎狀", "第1名，共8名", "賽事負責人")),
        ("ja", ("表彰状", "8人中1位", "大会運営責任者")),
    ],
)
def test_certificates_have_the_places_of_the_ranking(hall: Hall, lang: str, says: tuple[str, ...]) -> None:
    """None before a round counts; those of published rounds if these are asked for."""
    words = Messages.of(lang)
    assert "<b>" not in papers_html(results(hall, hall.get(1)), "certificates", words)
    made = papers_html(ended(hall), "certificates", words)
    assert re.findall("<b>(.*?)</b>", made)[:2] == ["Ann &lt;Lee&gt;", "Eva"]
    assert all(each in made for each in says)
    assert "<b>" not in papers_html(released(hall, hall.get(1)), "certificates", words)
    hall.record(1, uuid4(), Released(1), "", "desk")
    assert papers_html(released(hall, hall.get(1)), "certificates", words) == made


def test_the_command_names_them_all() -> None:
    assert _PAPERS == PAPERS


@pytest.mark.long
def test_papers_are_pdfs_of_as_many_pages(hall: Hall) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    if not sheets.cjk_font():
        pytest.skip("no font with Chinese characters is installed")
    found, words = ended(hall), Messages.of("zh")
    for what, pages in zip(PAPERS, (1, 2, 8), strict=True):
        assert len(weasyprint.HTML(string=papers_html(found, what, words)).render().pages) == pages
        assert papers_pdf(found, what, words).startswith(b"%PDF-")
