"""The sentences people read: every one is in the catalogues, and these are up to date and sound."""

import json
import re
from collections.abc import Sequence

import pytest
from babel.messages import Catalog

from webui.translations.catalogues import (
    CONVERTED,
    LANGUAGES,
    ROOT,
    TRANSLATED,
    converted,
    extracted,
    of_scripts,
    read,
    read_compiled,
    script_words,
)
from webui.words import LANGUAGES as NAMED
from webui.words import OFFERED, Words
from webui.words.languages import best_language

FORGOTTEN = "run `python -m webui.translations` and commit what it writes"


def sentences(catalog: Catalog) -> dict[object, object]:
    """The sentences of a catalogue with their translations."""
    return {_forms(message.id): _forms(message.string or "") for message in catalog if message.id}


def _forms(sentence: str | Sequence[str]) -> str | tuple[str, ...]:
    """A sentence, or its forms for one and for many as a tuple, which .mo files have as a list."""
    return sentence if isinstance(sentence, str) else tuple(sentence)


def placeholders(sentence: str) -> set[str]:
    """Parameters of a sentence: `%(name)s` of Python, `{name}` of scripts."""
    return set(re.findall(r"%\(\w+\)|\{\w+\}", sentence))


def test_every_sentence_of_code_templates_and_scripts_is_in_the_catalogue() -> None:
    assert sentences(read(TRANSLATED)).keys() == sentences(extracted()).keys(), FORGOTTEN


def test_traditional_characters_are_what_opencc_makes_of_the_simplified_ones() -> None:
    assert sentences(read(CONVERTED)) == sentences(converted(read(TRANSLATED))), FORGOTTEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_compiled_catalogue_has_what_is_translated(lang: str) -> None:
    translated = {id: string for id, string in sentences(read(lang)).items() if string}
    assert sentences(read_compiled(lang)) == translated, FORGOTTEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scripts_get_the_sentences_they_use(lang: str) -> None:
    assert json.loads(script_words(lang).read_text(encoding="utf-8")) == of_scripts(read(lang)), FORGOTTEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_has_the_parameters_of_its_sentence(lang: str) -> None:
    broken = {
        id: string
        for id, string in sentences(read(lang)).items()
        if isinstance(id, str) and isinstance(string, str) and string and placeholders(id) != placeholders(string)
    }
    assert not broken
    assert not [error for _, errors in read(lang).check() for error in errors]


def test_pages_are_offered_only_in_languages_whose_catalogue_is_complete() -> None:
    for lang in set(OFFERED) - {"en"}:
        assert all(sentences(read(lang)).values())
    assert set(OFFERED) <= set(NAMED)
    assert set(LANGUAGES) == set(NAMED) - {"en"}


def test_a_sentence_is_said_in_its_language() -> None:
    for lang in LANGUAGES:
        for english, string in sentences(read(lang)).items():
            if isinstance(english, str) and string:
                assert Words.of(lang)(english) == string
    assert Words.of("en")("%(n)d tiles", {"n": 3}) == "3 tiles"
    assert Words.of("en").plural("%(n)d tile", "%(n)d tiles", 1) == "1 tile"
    assert Words.of("zh_Hant").tag == "zh-Hant"


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["zh-TW", "en"], "zh_Hant"),
        (["zh-HK"], "zh_Hant"),
        (["zh-MO"], "zh_Hant"),
        (["zh-Hant"], "zh_Hant"),
        (["zh-CN", "zh-TW"], "zh"),
        (["zh-Hans-HK"], "zh"),
        (["zh"], "zh"),
        (["fr-CH", "*", "zh-SG"], "zh"),
        (["en-GB", "zh"], "en"),
        (["de", "nonsense-1"], "en"),
        ([], "en"),
    ],
)
def test_a_browser_gets_its_language(tags: list[str], language: str) -> None:
    assert best_language(tags, tuple(NAMED)) == language
    assert best_language(tags, ("en",)) == "en"


def test_the_blocks_of_templates_are_in_the_catalogue() -> None:
    kept = [str(message.id) for message in extracted()]
    blocks = [
        block
        for path in (ROOT / "templates").glob("*.html")
        for block in re.findall(r"{% trans[^%]*%}(.*?){% endtrans %}", path.read_text(), re.DOTALL)
    ]
    assert blocks
    assert [block for block in blocks if not any(each.startswith(block[:24]) for each in kept)] == []
