"""Tries of PINs by tables' devices, without answers: these are given after a try counts."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table anew; it has tries of one hour."""
    op.drop_table("pin_try")
    op.create_table(
        "pin_try",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("whose", sa.String(36), nullable=False),
        sa.Column("made", sa.String(200), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pin_try"),
    )
