"""Listeners that stand on the journals, and webhooks; rights are given anew, of which rigs have none here."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make both tables; they are empty."""
    op.create_table(
        "listener",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_listener"),
    )
    op.create_table(
        "webhook",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook"),
        sa.UniqueConstraint("number", name="uq_webhook_number"),
    )
