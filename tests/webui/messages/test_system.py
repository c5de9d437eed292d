"""The operating system's reasons for errors of files."""

import errno
import os

import pytest

from webui.messages import Messages
from webui.messages.system import REASONS


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.EADDRINUSE, errno.ENOSPC])
def test_a_reason_that_the_system_gives_is_known_and_translated(number: int) -> None:
    reason = os.strerror(number)
    assert reason in REASONS
    assert Messages.of("zh").translations.gettext(reason) != reason
