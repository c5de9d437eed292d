"""Rights of the computers of tables, rigs, in a hall's PostgreSQL: each by a role of its own, bound to its table.

The roles of rigs are members of one role that has rights of columns; policies for rows narrow these to the own table.
The table of a role is in its name, which it cannot change. What a rig may not read, it asks functions of the owner.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from webui.records.database.schema import PRESETS, REMARKS, VERSION
from webui.records.errors import RecordsError
from webui.records.rights import ACTS, OF_GAMES, ROLES

VALUES: Final = ("play", "clock", "jump", "name", "page")
"""Small state of a table that others need: the current hand, its clock and the computer's clock changes, its name, and
the address of its own page. What was set aside is decided in the hall and on the rig apart: it hides records."""

NOT_BELIEVED: Final = "TS001"
"""Code of the error for an act that a rig records in a role that the hall does not believe."""

TRIES_SPENT: Final = "TS002"
"""Code of the error after too many PINs, right or wrong."""

LIMIT_SPENT: Final = "TS003"
"""Code of the error after too many photos, or devices that a rig let in."""

ROWS_SPENT: Final = "TS004"
"""Code of the error after too many other rows, or for too large a one."""

RIGHTS: Final = {
    "alembic_version": "SELECT",
    "turn": "SELECT, INSERT, UPDATE (taken, rewrites)",
    "record": "SELECT, INSERT, UPDATE (act, who, commitments, sent)",
    "hand": "SELECT, INSERT, UPDATE (state, hidden, stamp)",
    "change": "SELECT, INSERT, UPDATE (change)",
    "hiding": "SELECT, INSERT, UPDATE (who)",
    "mark": "SELECT, INSERT, DELETE",
    "value": "SELECT, INSERT, UPDATE (value, stamp)",
    "followed": "SELECT, INSERT, UPDATE (began, step, picture, stamp)",
    "photo": "SELECT (sha256, size, at, data), INSERT",
    "claim": "SELECT, INSERT, UPDATE (device, epoch, seen)",
    "hall_order": "SELECT, INSERT (table_number, id, kind, act, who, role, at, answer, after), UPDATE (act, answer)",
    "call": "SELECT, INSERT, UPDATE (player, reason, who, at, taken_by, taken_at, done_by, done_at, stamp)",
    "note": "SELECT, INSERT, UPDATE (player, text, who, gone, stamp)",
    "device": "SELECT (id, gone)",
}
"""The rights of rigs by table. `UPDATE` of records removes names: their hashes, which stay, show any other change. From
the id of an event those of its commands follow, which a rig could take: it sees none, and has `rig_events`. It
numbers no command, nor takes numbers without one: it could take those of the hall's, or all there are."""

_OWN: Final = "table_number = (SELECT public.rig_table())"
_KEYS: Final = "key IN (" + ", ".join(f"'{key}'" for key in VALUES) + ")"

_POLICIES: Final[tuple[tuple[str, str, str], ...]] = (
    ("turn", "ALL", "{own}"),
    ("record", "ALL", "{own}"),
    ("hand", "ALL", "{own}"),
    *(
        (name, "ALL", f"EXISTS (SELECT FROM public.hand WHERE hand.id = {name}.hand)")
        for name in ("change", "hiding", "mark")
    ),
    ("value", "ALL", f"({{own}}) AND {_KEYS}"),
    ("value", "SELECT", f"table_number = 0 AND key IN ('{VERSION}', '{PRESETS}', '{REMARKS}')"),
    ("followed", "ALL", "{own}"),
    ("photo", "SELECT", "public.rig_sees(sha256)"),
    (
        "photo",
        "INSERT",
        "sha256 = encode(sha256(data), 'hex') AND size = length(data) AND coming = 0 AND thumb IS NULL",
    ),
    ("claim", "ALL", "{own}"),
    ("hall_order", "SELECT", "{own}"),
    ("hall_order", "UPDATE", "{own}"),
    ("hall_order", "INSERT", "({own}) AND kind = 'record' AND answer = '' AND substr(id, 15, 1) != '5'"),
    ("call", "ALL", "{own}"),
    ("note", "ALL", "{own}"),
    ("note", "SELECT", "to_json(player)::text IN (SELECT public.rig_players())"),
)
"""The rows that rigs see and write: table, operation, condition. Of several for one operation one must hold."""

_FUNCTIONS: Final = Path(__file__).with_suffix(".sql")
"""The functions that rigs ask, and the triggers that refuse what they may not record."""

_ASKED: Final = (
    "rig_table",
    "rig_sees",
    "rig_players",
    "rig_events",
    "rig_people",
    "rig_device",
    "rig_let_in",
    "rig_sign_out",
    "rig_redeem",
    "rig_try",
    "rig_tried",
)

_OTHERS: Final = """
    SELECT DISTINCT rolname FROM pg_class, aclexplode(relacl) JOIN pg_roles ON pg_roles.oid = grantee
    WHERE pg_class.oid = 'public.claim'::regclass AND privilege_type = 'INSERT' AND rolname NOT IN (current_user, :rigs)
    ORDER BY rolname
"""

_OPEN: Final = """
    SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee)::text END AS role
    FROM pg_namespace, aclexplode(nspacl)
    WHERE nspname = 'public' AND privilege_type = 'CREATE' AND grantee != nspowner
    AND (grantee = 0 OR NOT pg_has_role(grantee, nspowner, 'USAGE') AND grantee != (SELECT datdba FROM here))
    UNION SELECT rolname::text FROM pg_namespace AS space JOIN (
        SELECT pronamespace AS place, proowner AS holder FROM pg_proc
        UNION SELECT oprnamespace, oprowner FROM pg_operator
        UNION SELECT relnamespace, relowner FROM pg_class UNION SELECT typnamespace, typowner FROM pg_type
    ) AS made ON place = space.oid JOIN pg_roles ON pg_roles.oid = holder
    WHERE nspname = 'public' AND NOT rolsuper AND holder NOT IN (nspowner, (SELECT datdba FROM here))
    ORDER BY role
"""

_UNLIMITED: Final = """
    SELECT EXISTS (
        SELECT FROM rigs WHERE rolconnlimit = -1 OR coalesce(rolconfig::text, '') !~ 'temp_file_limit'
    ) OR EXISTS (SELECT FROM rigs) AND EXISTS (
        SELECT FROM pg_proc CROSS JOIN aclexplode(coalesce(proacl, acldefault('f', proowner)))
        WHERE pronamespace = 'pg_catalog'::regnamespace AND grantee = 0
        AND proname IN ('pg_advisory_lock', 'lo_create', 'pg_logical_emit_message')
    )
"""

_FOREIGN: Final = """
    SELECT table_number, CASE role WHEN '' THEN :shared ELSE role END AS role FROM public.claim
    WHERE device != '' AND CASE role WHEN '' THEN :shared ELSE role END NOT IN (
        '', pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'public.claim'::regclass))
        || '_rig_' || table_number
    )
    ORDER BY table_number
"""


def secure(connection: Connection) -> None:
    """Bind the rigs of a hall to their tables, and give them their rights, and no more; older rights are withdrawn.

    A role that all rigs shared, as in halls before version 11 of the database, keeps every table and the trust that it
    had, but sees no secrets.

    Args:
        connection: A transaction of the owner of the database, whose tables are of the newest version.

    Raises:
        RecordsError: `open-schema`.
    """
    refuse_open(connection)
    connection.execute(text("SET LOCAL search_path = pg_catalog, pg_temp"))  # nothing below is looked for elsewhere
    cursor = connection.connection.cursor()
    cursor.execute(_rights())
    cursor.execute(_FUNCTIONS.read_text(encoding="utf-8"))  # many statements, which SQLAlchemy would not send together
    asked = "SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public'"
    for table, policy in connection.execute(text(asked)).all():
        connection.execute(text(f'DROP POLICY "{policy}" ON public."{table}"'))
    for table in dict.fromkeys(table for table, _, _ in _POLICIES):
        connection.execute(text(f"ALTER TABLE public.{table} ENABLE ROW LEVEL SECURITY"))
    group = connection.execute(text("SELECT rolname FROM pg_roles WHERE rolname = current_user || '_rigs'")).scalar()
    if group:
        _grant(connection, group, _OWN)
    for shared in shared_roles(connection):
        _grant(connection, shared, "true")
    connection.execute(text("SET LOCAL search_path = DEFAULT"))


def refuse_open(connection: Connection) -> None:
    """Refuse a database in whose schema public others than its owner may create, or created, functions or tables.

    A function there whose arguments fit better than those of PostgreSQL's own is taken in its place, by the owner too.
    In PostgreSQL 14 and older, and databases that came from these, everybody may create there.

    Raises:
        RecordsError: `open-schema`.
    """
    for role in open_to(connection):
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        raise RecordsError("open-schema", role=role, database=name)


def open_to(connection: Connection) -> list[str]:
    """Return the roles that may create, or created, in the schema public; `PUBLIC` stands for everybody."""
    here = "WITH here AS (SELECT datdba FROM pg_database WHERE datname = current_database())"
    return list(connection.execute(text(here + _OPEN)).scalars())


def are_secured(connection: Connection) -> bool:
    """Return True if the database refuses acts of rigs by the table of rights of this program."""
    asked = text("SELECT prosrc FROM pg_proc WHERE proname = 'rig_may' AND pronamespace = 'public'::regnamespace")
    return connection.execute(asked).scalar() == _rights().split("$$")[1]


def _rights() -> str:
    """Return the SQL of the function that compares acts with a role, made of the one table of rights."""
    named = ", ".join(f"('{act}', '{least}')" for act, least in ACTS.items())
    roles = "ARRAY[" + ", ".join(f"'{role}'" for role in ROLES) + "]"
    return f"""
        CREATE OR REPLACE FUNCTION public.rig_may(kinds text[], doer text)
            RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
                SELECT NOT EXISTS (
                    SELECT FROM unnest(kinds) AS kind LEFT JOIN (VALUES {named}) AS named (act, lowest) ON act = kind
                    WHERE coalesce(array_position({roles}, doer), 0)
                    < array_position({roles}, coalesce(lowest, '{OF_GAMES}'))
                )
            $$;
        REVOKE ALL ON FUNCTION public.rig_may(kinds text[], doer text) FROM PUBLIC;
    """


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


def are_unlimited(connection: Connection) -> bool:
    """Return True if rigs may take all connections of PostgreSQL, its memory for locks, or its disk by sorting.

    Only a superuser can change that, by the SQL that `tableside hall init` prints.
    """
    rigs = """
        WITH rigs AS (
            SELECT member.rolconnlimit, member.rolconfig
            FROM pg_auth_members JOIN pg_roles AS member ON member.oid = member
            JOIN pg_roles AS whole ON whole.oid = roleid
            WHERE whole.rolname = current_user || '_rigs'
            AND member.rolname ~ ('^' || current_user || '_rig_[1-9][0-9]{0,8}$')
        )
    """
    return bool(connection.execute(text(rigs + _UNLIMITED)).scalar_one())


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
        *(f'GRANT {rights} ON public."{table}" TO {named}' for table, rights in RIGHTS.items()),
        *(f"GRANT EXECUTE ON FUNCTION public.{function} TO {named}" for function in _ASKED),
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
    return f"CREATE POLICY {name} ON public.{table} FOR {operation} TO {named} {which}"
