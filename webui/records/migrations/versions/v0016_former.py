"""Former roles are rows without a name: a hash of it and the time of the end stay, on which the rights of records rest.

The end of a role that was removed before is not known: it is that of this step.
"""

import sqlalchemy as sa
from alembic import op

from webui.records import moments
from webui.records.people import mark

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the columns, and remove the names of former people."""
    op.add_column("person", sa.Column("until", sa.String(32), nullable=False, server_default=""))
    op.add_column("person", sa.Column("mark", sa.String(64), nullable=False, server_default=""))
    op.add_column("rig_use", sa.Column("told", sa.String(32)))
    people = sa.table("person", *map(sa.column, ("id", "name", "pin", "who", "gone", "until", "mark")))
    for row in op.get_bind().execute(sa.select(people.c.id, people.c.name).where(people.c.gone)).all():
        former = {"name": "", "pin": "", "who": "", "until": moments.now(), "mark": mark(row.id, row.name)}
        op.execute(sa.update(people).where(people.c.id == row.id).values(former))
