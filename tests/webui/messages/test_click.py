"""Sentences of the library that draws the help of commands."""

from webui.messages import Messages
from webui.messages.click import SENTENCES, VALUES


def test_every_sentence_is_translated_for_who_reads_only_chinese() -> None:
    words = Messages.of("zh")
    plain = [each for each in SENTENCES if isinstance(each, str)]
    assert [
        each for each in (*plain, *VALUES.values()) if words.translations.gettext(each) == each and each.isalpha()
    ] == []
