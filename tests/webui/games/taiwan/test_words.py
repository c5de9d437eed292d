"""The words of this game: every rule book, switch and pattern has its own in each language."""

import pytest

from scoring.games.taiwan.patterns import PATTERNS
from scoring.games.taiwan.presets import PRESETS
from webui.games.taiwan.words import WORDS
from webui.games.view import view_of
from webui.messages import Messages
from webui.messages import scoring as wording


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant", "ja"])
def test_every_book_has_a_name_and_points_are_counted_in_tai(lang: str) -> None:
    words = Messages.of(lang)
    names = {words(WORDS.tables["rule_books"][name]) for name in PRESETS}
    assert len(names) == len(PRESETS)
    assert view_of("taiwan-home").words is WORDS
    assert WORDS.counting.points(words, 8) == ("8 tai" if lang == "en" else "8台")


def test_patterns_have_the_names_of_a_table_in_taiwan_in_both_scripts() -> None:
    for row in PATTERNS:
        assert wording.pattern(Messages.of("zh_Hant"), row.name, row.zh) == row.zh
        assert wording.pattern(Messages.of("zh"), row.name, row.zh) == row.hans


def test_a_single_wait_of_taiwan_is_not_that_of_the_chinese_rules() -> None:
    said = [wording.pattern(Messages.of("ja"), "Single Wait", chinese) for chinese in ("獨聽", "单钓将")]
    assert said == ["独聴", "単釣将"]
