"""The hash of a photo as sent, beside that of the stored photo without position and owner."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the column."""
    op.add_column("hand", sa.Column("sent", sa.String(64), nullable=False, server_default=""))
