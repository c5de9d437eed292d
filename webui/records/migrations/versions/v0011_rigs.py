"""A role of PostgreSQL for each table's device, and PINs that it asks about instead of having their hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the column and the table; a device forgets the PINs that it copied from its hall."""
    op.add_column("claim", sa.Column("role", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "pin_try",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pin_try"),
    )
    op.execute(
        "UPDATE person SET pin = '' WHERE EXISTS (SELECT 1 FROM value WHERE table_number = 0 AND key = 'device')"
    )
