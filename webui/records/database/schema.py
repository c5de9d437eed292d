"""The tables of the database, as of the newest migration.

Times are ISO 8601 in UTC, as text: they are compared and shown, never calculated with. Hands are stored as JSON by
`webui.hand.serialization`.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Identity,
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
"""Names of indexes and constraints, so that migrations can refer to them on every database."""

metadata: Final = MetaData(naming_convention=NAMING)

turns: Final = Table(
    "turn",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("taken", Integer, nullable=False),
    Column("rewrites", Integer, nullable=False),
)
"""Number of turns taken at each table.

A writer increments the counter first, which locks the row until it commits; changes are stamped with its number, so
that other processes find them. Events take turns under their negative number, a new one under 0. `rewrites` counts how
often names in the records of the table were rewritten.
"""

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
    Column("commitments", Text, nullable=False, server_default=""),
    UniqueConstraint("id"),
)
"""The journal: append-only, numbered from 1 at each table.

`sent` is the hash of the posted act, empty once a name in it was removed. `commitments` is JSON by
`webui.records.commitments`; empty in records of earlier versions.
"""

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
"""Hands, numbered from 1 at each table: the reading, and the hand as people edited it.

`stamp` is the turn of the last change. `sent` is the SHA-256 of the photo as sent; empty if it was stored unchanged.
"""

changes: Final = Table(
    "change",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("change", Text, nullable=False),
)
"""Every edit of a hand, numbered from 1."""

hidings: Final = Table(
    "hiding",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hidden", Boolean, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""Every deletion and restoration of a hand, numbered from 1."""

marks: Final = Table(
    "mark",
    metadata,
    Column("hand", String(36), ForeignKey("hand.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("value", String(200), primary_key=True),
    Index(None, "kind", "value"),
)
"""Tags of a hand, such as its fan or its players, for searching."""

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
    Column("until", String(32), nullable=False, server_default=""),
    Column("mark", String(64), nullable=False, server_default=""),
)
"""People with a role, and the devices of tables. `pin` is the hash of their PIN, empty for none; `who` gave the role,
which holds only for `event` if set. A role that ended is `gone`: it has no name but its `mark`, by `people.mark`, which
shows that a record of its time, from `at` to `until`, was signed with it."""

invitations: Final = Table(
    "invitation",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", String(36), ForeignKey("person.id"), nullable=False),
    Column("until", String(32), nullable=False),
    Column("used", Boolean, nullable=False),
)
"""Links that admit one device, once: the SHA-256 of the secret in each."""

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
"""Devices with a signed-in person: the SHA-256 of the token of each."""

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
"""Devices admitted by the PIN of a server while nobody had a role: the SHA-256 of the token of each."""

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
"""Calls for a referee; fields are empty until one is taken or finished. `stamp` is the turn of the last change at its
table, or 0 if it came from the hall."""

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
"""Referees' notes on players. `stamp` is the turn of the last change under 0, or 0 if it came from a table's device or,
at one, from the hall."""

values: Final = Table(
    "value",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
    Column("stamp", Integer, nullable=False, server_default="0"),
)
"""Small state by key, as JSON; `stamp` is the turn of the last change."""

TABLES: Final = "tables"
"""The key of the number of tables, with the state of no table."""

VERSION: Final = "people"
"""The key, with the state of no table, of a text that changes with every change of roles."""

PRESETS: Final = "presets"
"""The key, with the state of no table, of the TOML texts of presets by name."""

REMARKS: Final = "preset-remarks"
"""The key, with the state of no table, of what a person decided about presets, by name: `archived` is true if no new
match offers one, `title` the name given to one later."""

readings: Final = Table(
    "reading",
    metadata,
    Column("photo", String(64), primary_key=True),
    Column("reading", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""Workers' readings of photos, as JSON, until a hand takes them; `at` is in seconds since 1970."""

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
"""Photos, unless a folder has them. `at` is in seconds since 1970; `coming` counts the requests that have sent the
photo and not yet recorded its hand."""

events: Final = Table(
    "event",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(36), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("id"),
)
"""Events of many tables, numbered from 1. `id` is the sender's id of its first record."""

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
    Column("role", Text, nullable=False, server_default=""),
)
"""The device that alone writes at a table of a hall; empty after its release. `epoch` counts the devices; `role` is the
role of PostgreSQL that it used last, which the database enters."""

followed: Final = Table(
    "followed",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, nullable=False),
    Column("began", Integer, nullable=False),
    Column("step", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("picture", LargeBinary),
    Column("stamp", Integer, nullable=False, server_default="0"),
    Index(None, "table_number", "stamp"),
)
"""Steps of the deals that a table's camera followed, numbered from 1 at each table; so are its deals.

`step` is JSON by `webui.table.follow.journal`, empty once its deal was deleted. `began` is the number of the record
with which the hand of the match began, in a step that says which hand is followed; 0 in others. `picture` is a JPEG of
the tile, NULL without one and once it was pruned. `stamp` is the turn of the last change.
"""

tries: Final = Table(
    "pin_try",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("table_number", Integer, nullable=False),
    Column("whose", String(36), nullable=False),
    Column("made", String(200), nullable=False),
    Column("by", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)
"""PINs that tables' devices asked about within an hour: the person, and the hash that the device made of the PIN.

`by` is the transaction, which may not see the answer. The row of a table's number has no person; it is
locked while tries are counted.
"""

rig_photos: Final = Table(
    "rig_photo",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("sha256", String(64), primary_key=True),
    Column("given", Boolean, nullable=False),
    Column("named", Boolean, nullable=False),
)
"""Photos that a table's device gave, or that its hands name though it gave them not, which it must not read. `named`
is true once a hand or an act was found to name the photo, and is false until it is looked for."""

rig_uses: Final = Table(
    "rig_use",
    metadata,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("since", DateTime(timezone=True), nullable=False),
    Column("photos", BigInteger, nullable=False),
    Column("devices", Integer, nullable=False),
    Column("told", String(32)),
    Column("rows", BigInteger, nullable=False, server_default="0"),
    Column("rows_since", DateTime(timezone=True)),
    Column("paid", BigInteger, nullable=False, server_default="0"),
    Column("paid_by", String(20), nullable=False, server_default=""),
    Column("paid_to", BigInteger, nullable=False, server_default="0"),
)
"""Use of the hall by a table's device within a day since a moment: bytes of photos, and devices that it let in. `told`
is the time at which it first wrote there after somebody had a role: what it recorded before, nobody had to sign. `rows`
has the bytes of all else since `rows_since`; the transaction `paid_by` paid `paid` units of 4 kB last, up to the number
`paid_to` of the sequence that counts them."""

orders: Final = Table(
    "hall_order",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
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
"""Commands of the hall for tables that devices have. `kind` is "record", "record-anyway" for a change on which other
records depend, "clock", "erase", "change", "hide" or "step"; `answer` is empty until the device has followed it, then
"done", or the error as JSON. `after` is the number of the last record that its sender had seen."""

listeners: Final = Table(
    "listener",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("position", Text, nullable=False),
)
"""Positions of the listeners that stand on the journals, as JSON by `webui.records.listening`. The lock of the whole
table is that of the server that tells them."""

webhooks: Final = Table(
    "webhook",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("about", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("answers", Text, nullable=False),
    UniqueConstraint("number"),
)
"""Addresses of other programs that get the news, numbered from 1 in the order of their making.

`about` is JSON by `webui.records.webhooks`; `secret` signs each message, so it is no hash. `answers` are the last ones,
as JSON without anybody's name. No backup has them.
"""
