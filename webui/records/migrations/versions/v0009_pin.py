"""Devices admitted by the PIN of a server, so that every server of a hall knows them and can sign them out."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "pin_device",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pin_device"),
        sa.UniqueConstraint("secret", name="uq_pin_device_secret"),
    )
