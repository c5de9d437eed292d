"""Traditional Chinese as browsers of Hong Kong read it."""

import pytest

from webui.http.statics import sentences
from webui.messages import Messages
from webui.messages.hongkong import TAG, read_in_hong_kong


@pytest.mark.parametrize(
    ("tags", "here"),
    [
        (["zh-HK"], True),
        (["en", "zh-Hant-HK", "zh-TW"], True),
        (["zh-MO"], True),
        (["yue-HK"], True),
        (["zh-TW", "zh-HK"], False),
        (["zh-Hant"], False),
        (["en-HK"], False),
        ([], False),
    ],
)
def test_the_first_chinese_of_a_browser_decides(tags: list[str], here: bool) -> None:
    assert read_in_hong_kong(tags) is here


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("False win", "詐糊"),
        ("Below the minimum", "未達起糊"),
        ("This hand cannot win", "這手牌不能食糊"),
        ("{winner} wins {points} off {giver}", "{winner}食糊{points}，{giver}出銃"),
        ("{winner} wins {worth}", "{winner}食糊{worth}"),
        ("{winner} wins {points}, self-drawn", "{winner}自摸{points}"),
    ],
)
def test_hong_kong_has_its_own_words(message: str, says: str) -> None:
    assert sentences(TAG)[message] == says


def test_templates_and_scripts_have_the_same_words() -> None:
    words = Messages.in_hong_kong()
    assert (words.lang, words.tag) == ("zh_Hant", TAG)
    scripts = sentences(TAG)
    assert len(scripts) == len(sentences("zh-Hant")) > 500
    for message, said in scripts.items():
        if "\4" not in message:
            assert words(message) == said


def test_no_other_word_for_winning_is_left() -> None:
    left = [said for said in sentences(TAG).values() if any(word in said for word in ("和牌", "點和", "錯和", "起和"))]
    assert left == []
