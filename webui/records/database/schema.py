"""The tables of the database, as the newest migration leaves them.

Times are ISO 8601 in UTC, as text: they are compared and shown, never calculated with. Hands are kept as JSON that
`webui.hand.serialization` writes and reads.
"""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""How indexes and constraints are called, so that migrations can name them on every database."""

metadata: Final = MetaData(naming_convention=NAMING)

turns: Final = Table(
    "turn",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("taken", Integer, nullable=False),
    Column("rewrites", Integer, nullable=False),
)
"""How many turns to write were taken at each table.

Whoever writes there takes one first, and so keeps others waiting until their transaction ends; what changes is stamped
with its number, so that other processes find it. Events take turns under their number made negative, a new one under 0.
`rewrites` counts how often names in the records of the table were rewritten."""

records: Final = Table(
    "record",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(36), nullable=False),
    Column("act", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("sent", String(64), nullable=False),
    Column("who", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("id"),
)
"""The journal: append-only, numbered from 1 at each table. `sent` is the hash of the act as it was posted."""

hands: Final = Table(
    "hand",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("table_number", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", String(32), nullable=False),
    Column("photo", String(64), nullable=False),
    Column("reading", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("stamp", Integer, nullable=False, server_default="0"),
    Column("sent", String(64), nullable=False, server_default=""),
    UniqueConstraint("table_number", "number"),
    Index(None, "photo"),
    Index(None, "table_number", "stamp"),
)
"""Hands as laid, numbered from 1 at each table: the reading, and how people have the hand now.

`stamp` is the turn in which the hand was laid or changed last. `sent` is the SHA-256 of its photograph as it was sent,
empty where that is what is kept."""

changes: Final = Table(
    "change",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("change", Text, nullable=False),
)
"""Every change made to a hand, numbered from 1."""

hidings: Final = Table(
    "hiding",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hidden", Boolean, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""Each time that a hand was hidden or brought back, numbered from 1."""

marks: Final = Table(
    "mark",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("value", String(200), primary_key=True),
    Index(None, "kind", "value"),
)
"""What a hand is found by, such as its fan or its players."""

people: Final = Table(
    "person",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("table_number", Integer),
    Column("pin", String(200), nullable=False),
    Column("who", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("event", Integer),
)
"""Who has a role, a table's device among them. `pin` is the hash of theirs, empty for none; `who` gave the role, which
holds for one `event` alone where that is named."""

invitations: Final = Table(
    "invitation",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", String(36), ForeignKey("person.id"), nullable=False),
    Column("until", String(32), nullable=False),
    Column("used", Boolean, nullable=False),
)
"""Links that let one device in, once: the SHA-256 of what each carries."""

devices: Final = Table(
    "device",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("person", String(36), ForeignKey("person.id"), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("seen", String(32), nullable=False),
    Column("gone", Boolean, nullable=False),
    UniqueConstraint("secret"),
)
"""Devices that somebody signed in on: the SHA-256 of the token of each."""

pin_devices: Final = Table(
    "pin_device",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("gone", Boolean, nullable=False),
    UniqueConstraint("secret"),
)
"""Devices that came in by the PIN of a server while nobody had a role: the SHA-256 of the token of each."""

calls: Final = Table(
    "call",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("table_number", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("taken_by", Text, nullable=False),
    Column("taken_at", String(32), nullable=False),
    Column("done_by", Text, nullable=False),
    Column("done_at", String(32), nullable=False),
    Column("stamp", Integer, nullable=False, server_default="0"),
    Index(None, "done_at"),
)
"""Calls for a referee; empty where nobody has taken or done one. `stamp` is the turn at its table in which it was
changed last; 0 where that came from the hall."""

notes: Final = Table(
    "note",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("player", Text, nullable=False),
    Column("table_number", Integer),
    Column("text", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("at", String(32), nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("stamp", Integer, nullable=False, server_default="0"),
    Index(None, "player"),
)
"""What referees tell each other of a player. `stamp` is the turn under 0 in which it was changed last; 0 where that
came from the hall."""

values: Final = Table(
    "value",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
    Column("stamp", Integer, nullable=False, server_default="0"),
)
"""Small state by key, as JSON; `stamp` is the turn in which it was kept last."""

readings: Final = Table(
    "reading",
    metadata,
    Column("photo", String(64), primary_key=True),
    Column("reading", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What workers read in photographs, as JSON, until a hand takes it; `at` is in seconds since 1970."""

photos: Final = Table(
    "photo",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("size", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("coming", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("thumb", LargeBinary),
)
"""Photographs, where they lie in no folder. `at` is in seconds since 1970; `coming` counts the requests that have sent
the photograph and not recorded its hand yet."""

events: Final = Table(
    "event",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(36), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("id"),
)
"""Events of many tables, numbered from 1. `id` is what the first record of one is called by its sender."""

event_records: Final = Table(
    "event_record",
    metadata,
    Column("event", Integer, ForeignKey("event.number"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(36), nullable=False),
    Column("act", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("who", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("id"),
)
"""The journal of an event: append-only, numbered from 1."""

claims: Final = Table(
    "claim",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("device", String(36), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("seen", String(32), nullable=False),
)
"""The device that alone writes at a table of a hall, empty once it let the table go. `epoch` counts the devices."""

orders: Final = Table(
    "hall_order",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("table_number", Integer, nullable=False),
    Column("id", String(36), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("act", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("at", String(32), nullable=False),
    Column("answer", Text, nullable=False),
    Column("after", Integer),
    UniqueConstraint("id"),
)
"""What the hall orders at tables that devices have. `kind` is "record", "record-anyway" for a change on which other
records hang, "clock", "erase", "change" or "hide"; `answer` is empty until the device has followed it, then "done", or
as JSON the error that it met. `after` is the number of the last record that its sender had seen."""
