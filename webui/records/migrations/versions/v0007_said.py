"""What devices and their hall tell each other of calls and notes; roles for one event; what an order's sender saw."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes the columns."""
    op.add_column("call", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.add_column("note", sa.Column("stamp", sa.Integer, nullable=False, server_default="0"))
    op.add_column("person", sa.Column("event", sa.Integer))
    op.add_column("hall_order", sa.Column("after", sa.Integer))
