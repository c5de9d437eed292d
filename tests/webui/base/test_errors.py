"""Errors of the page: a kind and its parameters."""

import pytest

from webui.base.errors import WebError, check

KINDS = {"gone": ("name",), "crashed": ()}


@pytest.mark.parametrize(
    ("kind", "about", "fits"),
    [
        ("gone", {"name": "x"}, True),
        ("crashed", {}, True),
        ("gone", {}, False),
        ("crashed", {"name": "x"}, False),
        ("gone", {"name": "x", "more": 1}, False),
    ],
)
def test_a_kind_has_all_of_its_parameters_and_no_others(kind: str, about: dict[str, str | int], fits: bool) -> None:
    if fits:
        check(kind, about, KINDS)
    else:
        with pytest.raises(ValueError, match=kind):
            check(kind, about, KINDS)


def test_the_text_of_an_error_is_for_logs() -> None:
    assert str(WebError("gone", name="x")) == "gone: name='x'"
    assert str(WebError("crashed")) == "crashed"
