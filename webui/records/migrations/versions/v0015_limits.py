"""Photos and devices of the computers of tables, which the hall limits; rights are given anew with it.

Computers of tables of earlier versions would take the refusal for a failure and drop the photo, so they must not open
the database.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make both tables; they are empty."""
    op.create_table(
        "rig_photo",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("given", sa.Boolean, nullable=False),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_number", "sha256", name="pk_rig_photo"),
    )
    op.create_table(
        "rig_use",
        sa.Column("table_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("photos", sa.BigInteger, nullable=False),
        sa.Column("devices", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_number", name="pk_rig_use"),
    )
