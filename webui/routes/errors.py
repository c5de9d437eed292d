"""The one shape of every error the page answers with."""


class Refusal(Exception):
    """A request that cannot be granted: its HTTP status, what is wrong, and what to do about it."""

    def __init__(self, status: int, error: str, fix: str) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.fix = fix
