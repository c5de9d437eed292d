"""Sentences for a photo without a hand."""

from typing import Any, get_args

import pytest

from vision.table.check import Check
from webui.hand.unread import Unread, UnreadKind
from webui.messages import Messages
from webui.messages.unread import fixes, why

ABOUT: dict[str, Any] = {"size": 14, "count": 12, "missing": 2, "most": 13, "rows": 3, "instead": "taiwan-home"}


@pytest.mark.parametrize("kind", get_args(UnreadKind))
def test_every_reason_has_a_sentence_and_a_remedy(kind: UnreadKind) -> None:
    for lang in ("en", "zh", "ja"):
        said, fix = why(Messages.of(lang), Unread(kind, ABOUT))
        assert said
        assert fix
        assert "%(" not in said


def test_only_what_is_not_good_has_a_remedy_and_only_where_one_fits_a_photo() -> None:
    checks = (Check("light", 20, "bad"), Check("glare", 0, "good"), Check("tiles", 3, "bad"))
    assert len(fixes(Messages.of("en"), checks)) == 1
