"""Days and moments in each language, as readers see them."""

import pytest

from webui.messages import Messages
from webui.messages.dates import moment


@pytest.mark.parametrize(("lang", "day"), [
    ("en", "May 3, 2026"), ("zh", "2026年5月3日"), ("zh_Hant", "2026年5月3日"), ("ja", "2026年5月3日"),
])  # fmt: skip
def test_a_moment_is_written_as_readers_write_it(lang: str, day: str) -> None:
    words = Messages.of(lang)
    assert moment(words, "2026-05-03T19:07", "day") == moment(words, "2026-05-03", "day") == day
    assert moment(words, "2026-05-03T19:07", "time") == "19:07"
    assert moment(words, "2026-05-03T19:07") == f"{day} 19:07"
    assert moment(words, "on a Sunday") == "on a Sunday"
