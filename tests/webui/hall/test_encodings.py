"""The encoding of a list of names."""

import pytest

from webui.hall.encodings import ENCODINGS, decoded_as, decodings, encoding_names

NAMES = "name,club\n王小明,北京\n李雷,上海\n张伟,广州\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_certain(codec: str) -> None:
    (found,) = decodings(NAMES.encode(codec))
    assert found.text.removeprefix("\ufeff") == NAMES
    assert found.sample == ["王小明,北京", "李雷,上海", "张伟,广州"]


def test_chinese_without_unicode_is_among_the_likely() -> None:
    assert NAMES in [each.text for each in decodings(NAMES.encode("gb18030"))]


def test_plain_text_is_certain_and_nothing_is_nothing() -> None:
    assert [each.text for each in decodings(b"name\nAnn\n")] == ["name\nAnn\n"]
    assert [*decodings(b"")] == [] or [each.text for each in decodings(b"")] == [""]


def test_a_person_may_choose_each_encoding() -> None:
    assert encoding_names()[:2] == ["utf-8", "utf-16"]
    assert {each.name for each in ENCODINGS} <= {*encoding_names()}
    found = decoded_as(NAMES.encode("gb18030"), "GB18030")
    assert found is not None
    assert found.text == NAMES
    assert decoded_as(b"\xff\xfe\xfa", "utf-8") is None
