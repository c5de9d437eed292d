"""The first tables: records, hands with their changes and marks, values."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "record",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("sent", sa.String(64), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_number", "number", name="pk_record"),
        sa.UniqueConstraint("id", name="uq_record_id"),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("photo", sa.String(64), nullable=False),
        sa.Column("reading", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hand"),
        sa.UniqueConstraint("table_number", "number", name="uq_hand_table_number_number"),
    )
    op.create_index("ix_hand_photo", "hand", ["photo"])
    op.create_table(
        "change",
        sa.Column("hand", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name="fk_change_hand"),
        sa.PrimaryKeyConstraint("hand", "number", name="pk_change"),
    )
    op.create_table(
        "hiding",
        sa.Column("hand", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name="fk_hiding_hand"),
        sa.PrimaryKeyConstraint("hand", "number", name="pk_hiding"),
    )
    op.create_table(
        "mark",
        sa.Column("hand", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name="fk_mark_hand"),
        sa.PrimaryKeyConstraint("hand", "kind", "value", name="pk_mark"),
    )
    op.create_index("ix_mark_kind_value", "mark", ["kind", "value"])
    op.create_table(
        "value",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_number", "key", name="pk_value"),
    )
