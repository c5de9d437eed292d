"""Records commit to the hands and steps that they rest on, and say who imported others; the tables stay as they are.

Programs of earlier versions would call such records changed, so they must not open the database.
"""

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Change nothing."""
