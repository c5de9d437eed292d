"""Turns, stamps, and photos in the database, for several processes that write to one database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables and columns."""
    op.create_table(
        "turn",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("rewrites", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_number", name="pk_turn"),
    )
    op.add_column("hand", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_hand_table_number_stamp", "hand", ["table_number", "stamp"])
    op.add_column("value", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "photo",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("coming", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("thumb", sa.LargeBinary),
        sa.PrimaryKeyConstraint("sha256", name="pk_photo"),
    )
    if op.get_bind().dialect.name == "postgresql":  # pictures are already compressed
        op.execute("ALTER TABLE photo ALTER COLUMN data SET STORAGE EXTERNAL")
