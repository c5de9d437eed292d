"""The reader's language, and the words of a region."""

import pytest

from webui.http.statics import TAGS, sentences
from webui.messages import Messages
from webui.messages.acts import forms_json
from webui.messages.languages import (
    FOLDER,
    LANGUAGES,
    VARIANTS,
    WITH_GAMES,
    Regional,
    best_language,
    variant_for,
    voice_of,
)

HERE = "zh_Hant_HK"
TABLE = "zh_Hant_TW"


def test_every_folder_of_sentences_is_a_language_or_a_variant_of_one() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {*LANGUAGES, *VARIANTS}
    assert next(iter(LANGUAGES)) == "en"
    assert {variant.of for variant in VARIANTS.values()} <= {*LANGUAGES}
    assert {each.made.source for each in LANGUAGES.values() if each.made} <= {*LANGUAGES}


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["zh-TW", "en"], "zh_Hant"),
        (["zh-HK"], "zh_Hant"),
        (["zh-MO"], "zh_Hant"),
        (["zh-Hant"], "zh_Hant"),
        (["zh-hant-hk"], "zh_Hant"),
        (["zh-CN", "zh-TW"], "zh"),
        (["zh-Hans-HK"], "zh"),
        (["zh"], "zh"),
        (["fr-CH", "*", "zh-SG"], "zh"),
        (["en-GB", "zh"], "en"),
        (["en-TW"], "en"),
        (["yue-Hant-HK", "zh"], "zh"),
        (["de", "nonsense-1"], "en"),
        ([], "en"),
    ],
)
def test_a_browser_gets_its_language(tags: list[str], language: str) -> None:
    assert best_language(tags) == language
    assert best_language(tags, ("en",)) == "en"


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
    assert variant_for("zh_Hant", tags) == (HERE if here else "zh_Hant")
    assert variant_for("zh", tags) == "zh"


@pytest.mark.parametrize(
    ("lang", "tags", "game", "variant"),
    [
        ("zh_Hant", ["zh-TW"], "taiwan", TABLE),
        ("zh_Hant", ["zh-Hant"], "taiwan", TABLE),
        ("zh_Hant", ["en"], "taiwan", TABLE),
        ("zh_Hant", ["zh-HK"], "taiwan", HERE),
        ("zh_Hant", ["zh-TW"], "mcr", "zh_Hant"),
        ("zh_Hant", ["zh-TW"], "", "zh_Hant"),
        ("zh", ["zh-TW"], "taiwan", "zh"),
        ("ja", ["ja"], "taiwan", "ja"),
    ],
)
def test_the_tables_of_a_game_have_words_of_their_own(lang: str, tags: list[str], game: str, variant: str) -> None:
    assert variant_for(lang, tags, game) == variant


def test_only_a_language_with_words_of_games_asks_for_the_game() -> None:
    assert {"zh_Hant"} == WITH_GAMES


@pytest.mark.parametrize(
    ("lang", "voice"),
    [("en", "en"), ("zh", "zh-CN"), ("zh_Hant", "zh-TW"), (HERE, "zh-HK"), (TABLE, "zh-TW")],
)
def test_a_language_has_the_name_that_voices_have(lang: str, voice: str) -> None:
    assert voice_of(lang) == voice


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("False win", "詐糊"),
        ("Below the minimum", "未達起糊"),
        ("This hand cannot win", "這手牌不能食糊"),
    ],
)
def test_hong_kong_has_its_own_words(message: str, says: str) -> None:
    assert Messages.of(HERE)(message) == says


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("False win", "詐胡"),
        ("Below the minimum", "未達起胡"),
        ("This hand cannot win", "這手牌不能胡"),
        ("Robbing a Kong", "搶槓"),
        ("blessing of man", "人胡"),
        ("Fan", "牌型"),
    ],
)
def test_a_table_in_taiwan_has_its_own_words(message: str, says: str) -> None:
    assert Messages.of(TABLE)(message) == says


@pytest.mark.parametrize("lang", [HERE, TABLE])
def test_tables_and_tile_codes_are_no_wins(lang: str) -> None:
    usual, own = Messages.of("zh_Hant").translations, Messages.of(lang).translations
    assert isinstance(own, Regional)
    for kept in ("和牌桌", "和牌碼", "編號和牌"):
        assert own.said(f"名稱{kept}控制盒") == f"名稱{kept}控制盒"
    assert "和牌" not in own.said(usual.gettext("This hand cannot win"))


def test_hong_kong_says_acts_in_its_own_words() -> None:
    forms = forms_json(Messages.of(HERE))["forms"]["Won"]
    assert [form["says"] for form in forms[1:]] == [
        *["{winner}食糊{points}，由{giver}供牌"] * 2,
        "{winner}自摸{points}",
    ]


def test_templates_and_scripts_have_the_same_words() -> None:
    words = Messages.of(HERE)
    assert (words.lang, words.tag, TAGS[words.tag]) == ("zh_Hant", "zh-Hant-HK", HERE)
    scripts = sentences(HERE)
    assert len(scripts) == len(sentences("zh_Hant")) > 500
    for message, said in scripts.items():
        if "\4" not in message:
            assert words(message) == said


@pytest.mark.parametrize("lang", [HERE, TABLE])
def test_no_other_word_for_winning_is_left(lang: str) -> None:
    words = ("和牌", "點和", "錯和", "起和", "供牌" if lang == TABLE else "和牌")
    assert [said for said in sentences(lang).values() if any(word in said for word in words)] == []
