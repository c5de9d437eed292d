"""The commitments of a record's author and names, beside its hash, which covers them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the column."""
    op.add_column("record", sa.Column("commitments", sa.Text, nullable=False, server_default=""))
