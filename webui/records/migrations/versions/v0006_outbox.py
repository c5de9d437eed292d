"""Leases of devices on tables of a hall, and the hall's commands there."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "claim",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("device", sa.String(36), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_number", name="pk_claim"),
    )
    op.create_table(
        "hall_order",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_hall_order"),
        sa.UniqueConstraint("id", name="uq_hall_order_id"),
    )
