"""Exchange of calls and notes between devices and hall; roles for one event; the last record a command's sender saw."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the columns."""
    op.add_column("call", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.add_column("note", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.add_column("person", sa.Column("event", sa.Integer))
    op.add_column("hall_order", sa.Column("after", sa.Integer))
