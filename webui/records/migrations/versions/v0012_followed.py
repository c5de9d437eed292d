"""The steps of deals that tables' cameras followed, each with a picture of its tile."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "followed",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("began", sa.Integer, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("picture", sa.LargeBinary),
        sa.Column("stamp", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_number", "number", name="pk_followed"),
    )
    op.create_index("ix_followed_table_number_stamp", "followed", ["table_number", "stamp"])
