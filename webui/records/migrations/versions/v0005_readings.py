"""Workers' readings of photos, until a hand takes them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reading",
        sa.Column("photo", sa.String(64), nullable=False),
        sa.Column("reading", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("photo", name="pk_reading"),
    )
