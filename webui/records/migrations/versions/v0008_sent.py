"""The hash of a photograph as it was sent, beside that of the photograph without position and owner that is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes the column."""
    op.add_column("hand", sa.Column("sent", sa.String(64), nullable=False, server_default=""))
