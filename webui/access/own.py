"""The token of this computer, by which its programs, kiosks and the double click have rights once people have roles.

An address gives none then: whatever forwards requests, a proxy or a tunnel, makes those of strangers look like this
computer's. Only its owner reads the file with the token.
"""

import hmac
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, TimestampSigner

from vision.files import write

FILE: Final = "token"
"""Name of the file in the data folder. No backup has it."""

OPENED: Final = 60
"""Seconds within which a browser opens the page by a code: other users of the computer see its command line. More
leaves them more time; fewer fails on a slow computer."""

_LEAST: Final = 32
"""Fewest characters of a token; a shorter file was not written by Tableside."""


class OwnToken:
    """The token of this computer, and codes that give it to a browser, each once."""

    def __init__(self, text: str) -> None:
        """Use this token."""
        self._text: Final = text
        self._signer: Final = TimestampSigner(text, salt="opening")
        self._used: Final[set[str]] = set()

    @classmethod
    def kept(cls, folder: Path) -> "OwnToken":
        """Return the token of a data folder, made if there is none.

        Raises:
            OSError: The file can neither be read nor written.
        """
        file = folder / FILE
        with suppress(FileNotFoundError, UnicodeError):
            text = file.read_text(encoding="ascii").strip()
            if len(text) >= _LEAST:
                file.chmod(0o600)
                return cls(text)
        text = secrets.token_urlsafe(32)
        write(file, text.encode(), private=True)
        return cls(text)

    @property
    def text(self) -> str:
        """The token itself."""
        return self._text

    def matches(self, given: str) -> bool:
        """Return True if this is the token."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self._text.encode())

    def code(self) -> str:
        """Return a code that stands for the token once, within `OPENED`."""
        return self._signer.sign(secrets.token_urlsafe(8)).decode()

    def admits(self, given: str) -> bool:
        """Return True for the token or an unused code, which is then used."""
        if self.matches(given):
            return True
        try:
            number = self._signer.unsign(given, max_age=OPENED).decode()
        except (BadSignature, UnicodeError):
            return False
        if number in self._used:
            return False
        self._used.add(number)
        return True
