"""Events of many tables and their journals."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "event",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_event"),
        sa.UniqueConstraint("id", name="uq_event_id"),
    )
    op.create_table(
        "event_record",
        sa.Column("event", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["event.number"], name="fk_event_record_event"),
        sa.PrimaryKeyConstraint("event", "number", name="pk_event_record"),
        sa.UniqueConstraint("id", name="uq_event_record_id"),
    )
