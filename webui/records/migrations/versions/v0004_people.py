"""People with their devices and invitations, calls for a referee, and notes about players."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("table_number", sa.Integer),
        sa.Column("pin", sa.String(200), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
    )
    op.create_table(
        "invitation",
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_invitation_person"),
        sa.PrimaryKeyConstraint("secret", name="pk_invitation"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_device_person"),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("secret", name="uq_device_secret"),
    )
    op.create_table(
        "call",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("taken_by", sa.Text, nullable=False),
        sa.Column("taken_at", sa.String(32), nullable=False),
        sa.Column("done_by", sa.Text, nullable=False),
        sa.Column("done_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_call"),
    )
    op.create_index("ix_call_done_at", "call", ["done_at"])
    op.create_table(
        "note",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("table_number", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_note"),
    )
    op.create_index("ix_note_player", "note", ["player"])
