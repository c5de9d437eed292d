"""Rights of the computers of tables, rigs, in a hall's PostgreSQL: each by a role of its own, bound to its table.

The roles of rigs are members of one role that has rights of columns; policies for rows narrow these to the own table.
The table of a role is in its name, which it cannot change. What a rig may not read, it asks functions of the owner.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, text

from webui.records.database.schema import VERSION

VALUES: Final = ("play", "clock", "jump", "name", "page")
"""Small state of a table that others need: the current hand, its clock and the computer's clock changes, its name, and
the address of its own page. What was set aside is decided in the hall and on the rig apart: it hides records."""

TRIES: Final = 30
"""Wrong PINs that a rig may ask about in an hour. More lets who has a rig's password guess more of a million: this many
all day find one PIN in 1,400 days; fewer keeps out people who mistype, whose rig makes them wait after 30 itself."""

NOT_BELIEVED: Final = "TS001"
"""Code of the error for an act that a rig records in a role that the hall does not believe."""

TRIES_SPENT: Final = "TS002"
"""Code of the error after `TRIES` wrong PINs."""

RIGHTS: Final = {
    "alembic_version": "SELECT",
    "turn": "SELECT, INSERT, UPDATE (taken, rewrites)",
    "record": "SELECT, INSERT, UPDATE (act, who, commitments, sent)",
    "hand": "SELECT, INSERT, UPDATE (state, hidden, stamp)",
    "change": "SELECT, INSERT, UPDATE (change)",
    "hiding": "SELECT, INSERT, UPDATE (who)",
    "mark": "SELECT, INSERT, DELETE",
    "value": "SELECT, INSERT, UPDATE (value, stamp)",
    "photo": "SELECT (sha256, size, at, data), INSERT",
    "claim": "SELECT, INSERT, UPDATE (device, epoch, seen)",
    "hall_order": "SELECT, INSERT, UPDATE (act, answer)",
    "call": "SELECT, INSERT, UPDATE (player, reason, who, at, taken_by, taken_at, done_by, done_at, stamp)",
    "note": "SELECT, INSERT, UPDATE (player, text, who, gone, stamp)",
    "device": "SELECT (id, gone)",
    "event": "SELECT",
    "event_record": "SELECT",
}
"""The rights of rigs by table. `UPDATE` of records removes names: their hashes, which stay, show any other change."""

_OWN: Final = "table_number = (SELECT rig_table())"
_KEYS: Final = "key IN (" + ", ".join(f"'{key}'" for key in VALUES) + ")"

_POLICIES: Final[tuple[tuple[str, str, str], ...]] = (
    ("turn", "ALL", "{own} OR table_number = 0"),
    ("record", "ALL", "{own}"),
    ("hand", "ALL", "{own}"),
    *((name, "ALL", f"EXISTS (SELECT FROM hand WHERE hand.id = {name}.hand)") for name in ("change", "hiding", "mark")),
    ("value", "ALL", f"({{own}}) AND {_KEYS}"),
    ("value", "SELECT", f"table_number = 0 AND key = '{VERSION}'"),
    ("photo", "SELECT", "true"),
    (
        "photo",
        "INSERT",
        "sha256 = encode(sha256(data), 'hex') AND size = length(data) AND coming = 0 AND thumb IS NULL",
    ),
    ("claim", "ALL", "{own}"),
    ("hall_order", "SELECT", "{own}"),
    ("hall_order", "UPDATE", "{own}"),
    ("hall_order", "INSERT", "({own}) AND kind = 'record' AND answer = ''"),
    ("call", "ALL", "{own}"),
    ("note", "SELECT", "true"),
    ("note", "INSERT", "{own}"),
    ("note", "UPDATE", "{own}"),
)
"""The rows that rigs see and write: table, operation, condition."""

_FUNCTIONS: Final = {
    "rig_table()": """
        RETURNS integer LANGUAGE sql STABLE {safe} AS $$
            SELECT CASE WHEN session_user ~ ('^' || current_user || '_rig_[1-9][0-9]{{0,8}}$')
                THEN substr(session_user, length(current_user || '_rig_') + 1)::integer END
        $$
    """,
    "rig_people()": """
        RETURNS SETOF person LANGUAGE sql STABLE {safe} AS $$
            SELECT id, name, role, table_number,
                (regexp_replace(pin, '[^$]*$', '') || repeat('A', length(substring(pin FROM '[^$]*$'))))::varchar(200),
                who, at, gone, event
            FROM person
        $$
    """,
    "rig_device(given text)": """
        RETURNS TABLE (id varchar, person varchar, name text, at varchar, seen varchar) LANGUAGE sql STABLE {safe} AS $$
            SELECT id, person, name, at, seen FROM device WHERE secret = given AND NOT gone
        $$
    """,
    "rig_let_in(device text, secret text, person text, name text, at text)": """
        RETURNS void LANGUAGE sql {safe} AS $$
            INSERT INTO device (id, person, secret, name, at, seen, gone)
            VALUES ($1, $3, 'rig:' || left($2, 60), $4, $5, $5, false) ON CONFLICT DO NOTHING
        $$
    """,
    "rig_sign_out(device text, secret text)": f"""
        RETURNS boolean LANGUAGE sql {{safe}} AS $$
            WITH out AS (
                UPDATE device SET gone = true
                WHERE id = $1 AND device.secret IN ($2, 'rig:' || left($2, 60)) AND NOT gone RETURNING id
            ), told AS (
                INSERT INTO value (table_number, key, value, stamp)
                SELECT 0, '{VERSION}', to_json(gen_random_uuid()::text), 0 FROM out
                ON CONFLICT (table_number, key) DO UPDATE SET value = excluded.value
            ) SELECT EXISTS (SELECT FROM out)
        $$
    """,
    "rig_redeem(given text, now text)": """
        RETURNS text LANGUAGE sql {safe} AS $$
            UPDATE invitation SET used = true WHERE secret = $1 AND NOT used AND until >= $2 RETURNING person
        $$
    """,
    "rig_try(whose text, made text)": f"""
        RETURNS text LANGUAGE plpgsql {{safe}} AS $$
        DECLARE
            place integer := coalesce(rig_table(), 0);
            made_at timestamptz := clock_timestamp();
            given text := gen_random_uuid()::text;
        BEGIN
            PERFORM pg_advisory_xact_lock({{lock}}, place);
            DELETE FROM pin_try WHERE table_number = place AND at < made_at - interval '1 hour';
            IF (SELECT count(*) FROM pin_try t WHERE table_number = place AND NOT t.is_right) >= {TRIES} THEN
                RAISE EXCEPTION 'too many wrong PINs' USING ERRCODE = '{TRIES_SPENT}';
            END IF;
            INSERT INTO pin_try (id, table_number, is_right, by, at) VALUES (
                given, place, EXISTS (SELECT FROM person WHERE id = whose AND pin = made AND pin != '' AND NOT gone),
                pg_current_xact_id()::text, made_at
            );
            RETURN given;
        END $$
    """,
    "rig_tried(given text)": """
        RETURNS boolean LANGUAGE sql {safe} AS $$
            SELECT coalesce((
                SELECT t.is_right FROM pin_try t
                WHERE id = $1 AND table_number = coalesce(rig_table(), 0) AND by != pg_current_xact_id()::text
            ), false)
        $$
    """,
    "rig_believed()": f"""
        RETURNS trigger LANGUAGE plpgsql {{safe}} AS $$
        BEGIN
            IF rig_table() IS NULL OR NEW.role = 'table' THEN RETURN NULL; END IF;
            IF TG_TABLE_NAME = 'record' AND EXISTS (
                SELECT FROM hall_order o WHERE o.id = NEW.id AND o.table_number = NEW.table_number
                AND o.role = NEW.role AND o.kind IN ('record', 'record-anyway')
            ) THEN RETURN NULL; END IF;
            IF NEW.role = 'referee' AND (
                NEW.who = '' OR NEW.at < coalesce((SELECT min(at) FROM person), 'never') OR EXISTS (
                    SELECT FROM person p WHERE p.name = NEW.who AND p.role IN ('referee', 'chief')
                    AND coalesce(p.table_number, NEW.table_number) = NEW.table_number
                )
            ) THEN RETURN NULL; END IF;
            RAISE EXCEPTION '%', NEW.role USING ERRCODE = '{NOT_BELIEVED}', DETAIL = NEW.who;
        END $$
    """,
    "rig_turn()": """
        RETURNS trigger LANGUAGE plpgsql {safe} AS $$
        DECLARE
            taken integer := 0;
            rewrites integer := 0;
        BEGIN
            IF TG_OP = 'UPDATE' THEN taken := OLD.taken; rewrites := OLD.rewrites; END IF;
            IF rig_table() IS NOT NULL
                AND (NEW.taken - taken NOT IN (0, 1) OR NEW.rewrites - rewrites NOT IN (0, 1)) THEN
                RAISE EXCEPTION 'turns are taken one by one' USING ERRCODE = '42501';
            END IF;
            RETURN NEW;
        END $$
    """,
    "rig_named()": """
        RETURNS trigger LANGUAGE plpgsql {safe} AS $$
        BEGIN
            NEW.role := session_user;
            RETURN NEW;
        END $$
    """,
}
"""The functions by their signatures. Only a later transaction learns whether a PIN was right: otherwise one that tries
a PIN and is rolled back would not count."""

_SAFE: Final = "SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp"

_LOCK: Final = 746_162
"""First half of the advisory locks for wrong PINs; any number that no other program uses."""

_TRIGGERS: Final = (
    *(("rig_believed", "AFTER INSERT", name) for name in ("record", "hall_order", "note")),
    ("rig_turn", "BEFORE INSERT OR UPDATE", "turn"),
    ("rig_named", "BEFORE INSERT OR UPDATE", "claim"),
)

_OTHERS: Final = """
    SELECT DISTINCT rolname FROM pg_class, aclexplode(relacl) JOIN pg_roles ON pg_roles.oid = grantee
    WHERE pg_class.oid = 'claim'::regclass AND privilege_type = 'INSERT' AND rolname NOT IN (current_user, :rigs)
    ORDER BY rolname
"""

_FOREIGN: Final = """
    SELECT table_number, CASE role WHEN '' THEN :shared ELSE role END AS role FROM claim
    WHERE device != '' AND CASE role WHEN '' THEN :shared ELSE role END NOT IN (
        '', pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'claim'::regclass)) || '_rig_' || table_number
    )
    ORDER BY table_number
"""


def secure(connection: Connection) -> None:
    """Bind the rigs of a hall to their tables, and give them their rights, and no more; older rights are withdrawn.

    A role that all rigs shared, as in halls before version 11 of the database, keeps every table and the trust that it
    had, but sees no secrets.

    Args:
        connection: A transaction of the owner of the database, whose tables are of the newest version.
    """
    for signature, body in _FUNCTIONS.items():
        made = body.format(safe=_SAFE, lock=_LOCK)
        connection.execute(text(f"CREATE OR REPLACE FUNCTION {signature} {made}"))
        connection.execute(text(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC"))
    for function, when, table in _TRIGGERS:
        made = f"CREATE OR REPLACE TRIGGER {function} {when} ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()"
        connection.execute(text(made))
    for table, *_ in _POLICIES:
        connection.execute(text(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"))
    asked = "SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public'"
    for table, policy in connection.execute(text(asked)).all():
        connection.execute(text(f'DROP POLICY "{policy}" ON "{table}"'))
    group = connection.execute(text("SELECT rolname FROM pg_roles WHERE rolname = current_user || '_rigs'")).scalar()
    if group:
        _grant(connection, group, _OWN)
    for shared in shared_roles(connection):
        _grant(connection, shared, "true")


def shared_roles(connection: Connection) -> list[str]:
    """Return the roles that rigs of any table may use, as in halls of earlier versions."""
    group = connection.execute(text("SELECT current_user || '_rigs'")).scalar_one()
    return list(connection.execute(text(_OTHERS), {"rigs": group}).scalars())


def tables_with_roles(connection: Connection) -> list[int]:
    """Return the tables whose rig has a role of its own, in the order of their numbers."""
    asked = """
        SELECT substr(member.rolname, length(current_user || '_rig_') + 1)::integer AS number
        FROM pg_auth_members JOIN pg_roles AS member ON member.oid = pg_auth_members.member
        JOIN pg_roles AS whole ON whole.oid = pg_auth_members.roleid
        WHERE whole.rolname = current_user || '_rigs'
        AND member.rolname ~ ('^' || current_user || '_rig_[1-9][0-9]{0,8}$') ORDER BY number
    """
    return list(connection.execute(text(asked)).scalars())


def under_other_roles(connection: Connection) -> Iterator[tuple[int, str]]:
    """Yield the tables whose rig uses a role that is not of its table alone, and that role."""
    shared = next(iter(shared_roles(connection)), "")
    yield from ((row.table_number, row.role) for row in connection.execute(text(_FOREIGN), {"shared": shared}))


def _grant(connection: Connection, role: str, own: str) -> None:
    """Give a role the rights of rigs.

    Args:
        connection: The transaction.
        role: The role.
        own: Condition for the rows of its table.
    """
    named = '"' + role.replace('"', '""') + '"'
    for statement in (
        f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {named}",
        f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {named}",
        f"GRANT USAGE ON SCHEMA public TO {named}",
        f"GRANT USAGE ON SEQUENCE hall_order_number_seq TO {named}",
        *(f'GRANT {rights} ON "{table}" TO {named}' for table, rights in RIGHTS.items()),
        *(f"GRANT EXECUTE ON FUNCTION {signature} TO {named}" for signature in _FUNCTIONS),
        *(_policy(n, *each, named, own) for n, each in enumerate(_POLICIES)),
    ):
        connection.execute(text(statement))


def _policy(number: int, table: str, operation: str, rows: str, named: str, own: str) -> str:
    name = '"' + f"{named[1:-1][:50]} {number}" + '"'
    condition = rows.format(own=own)
    parts = {
        "SELECT": f"USING ({condition})",
        "INSERT": f"WITH CHECK ({condition})",
    }
    which = parts.get(operation, f"USING ({condition}) WITH CHECK ({condition})")
    return f"CREATE POLICY {name} ON {table} FOR {operation} TO {named} {which}"
