-- Functions of the owner that bind rigs to their tables, and answer what rigs may not read.
-- What they run as makes them dangerous: each names its schemas, and trusts no argument.

-- The table of the rig that asks, by the name of its role, which it cannot change; NULL for anybody else.
CREATE OR REPLACE FUNCTION rig_table()
    RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT CASE WHEN session_user ~ ('^' || current_user || '_rig_[1-9][0-9]{0,8}$')
            THEN substr(session_user, length(current_user || '_rig_') + 1)::integer END
    $$;
REVOKE ALL ON FUNCTION rig_table() FROM PUBLIC;

-- The people, with A in place of each hash of a PIN: salt, parameters and length stay.
CREATE OR REPLACE FUNCTION rig_people()
    RETURNS SETOF person LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT id, name, role, table_number,
            (regexp_replace(pin, '[^$]*$', '') || repeat('A', length(substring(pin FROM '[^$]*$'))))::varchar(200),
            who, at, gone, event
        FROM person
    $$;
REVOKE ALL ON FUNCTION rig_people() FROM PUBLIC;

-- The device of a token that was used at a rig.
CREATE OR REPLACE FUNCTION rig_device(given text)
    RETURNS TABLE (id varchar, person varchar, name text, at varchar, seen varchar)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT id, person, name, at, seen FROM device WHERE secret = given AND NOT gone
    $$;
REVOKE ALL ON FUNCTION rig_device(given text) FROM PUBLIC;

-- Lists a device that a rig let in: what stands in place of its token is no hash, so that it has no rights in the hall.
CREATE OR REPLACE FUNCTION rig_let_in(device text, secret text, person text, name text, at text)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        INSERT INTO device (id, person, secret, name, at, seen, gone)
        VALUES ($1, $3, 'rig:' || left($2, 60), $4, $5, $5, false) ON CONFLICT DO NOTHING
    $$;
REVOKE ALL ON FUNCTION rig_let_in(device text, secret text, person text, name text, at text) FROM PUBLIC;

-- Signs a device out whose token the rig knows.
CREATE OR REPLACE FUNCTION rig_sign_out(device text, secret text)
    RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        WITH out AS (
            UPDATE device SET gone = true
            WHERE id = $1 AND device.secret IN ($2, 'rig:' || left($2, 60)) AND NOT gone RETURNING id
        ), told AS (
            INSERT INTO value (table_number, key, value, stamp)
            SELECT 0, 'people', to_json(gen_random_uuid()::text), 0 FROM out
            ON CONFLICT (table_number, key) DO UPDATE SET value = excluded.value
        ) SELECT EXISTS (SELECT FROM out)
    $$;
REVOKE ALL ON FUNCTION rig_sign_out(device text, secret text) FROM PUBLIC;

-- Uses an invitation up, and returns its person.
CREATE OR REPLACE FUNCTION rig_redeem(given text)
    RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        UPDATE invitation SET used = true WHERE secret = $1 AND NOT used
        AND until >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') RETURNING person
    $$;
REVOKE ALL ON FUNCTION rig_redeem(given text) FROM PUBLIC;

-- Counts a try of a PIN, and returns its id. Its answer is for rig_tried in a later transaction: one that tries a PIN
-- and is rolled back would not count. 30 wrong ones an hour: more lets who has a rig's password guess more (at this many
-- a million PINs take 1,400 days), fewer keeps out people who mistype; a rig makes its own clients wait after 30.
CREATE OR REPLACE FUNCTION rig_try(whose text, made text)
    RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
        place integer := coalesce(rig_table(), 0);
        made_at timestamptz := clock_timestamp();
        given text := gen_random_uuid()::text;
    BEGIN
        PERFORM pg_advisory_xact_lock(746162, place);
        DELETE FROM pin_try WHERE table_number = place AND at < made_at - interval '1 hour';
        IF (SELECT count(*) FROM pin_try t WHERE table_number = place AND NOT t.is_right) >= 30 THEN
            RAISE EXCEPTION 'too many wrong PINs' USING ERRCODE = 'TS002';
        END IF;
        INSERT INTO pin_try (id, table_number, is_right, by, at) VALUES (
            given, place, EXISTS (SELECT FROM person WHERE id = whose AND pin = made AND pin != '' AND NOT gone),
            pg_current_xact_id()::text, made_at
        );
        RETURN given;
    END $$;
REVOKE ALL ON FUNCTION rig_try(whose text, made text) FROM PUBLIC;

-- Returns whether a PIN was right.
CREATE OR REPLACE FUNCTION rig_tried(given text)
    RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
        SELECT coalesce((
            SELECT t.is_right FROM pin_try t
            WHERE id = $1 AND table_number = coalesce(rig_table(), 0) AND by != pg_current_xact_id()::text
        ), false)
    $$;
REVOKE ALL ON FUNCTION rig_tried(given text) FROM PUBLIC;

-- Refuses an act of a rig in a role that nobody has at its table. What the hall ordered has the id of the command; what
-- was recorded before anybody had a role is a referee's, and the times of a table's records never go back.
CREATE OR REPLACE FUNCTION rig_believed()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    BEGIN
        IF rig_table() IS NULL OR NEW.role = 'table' THEN RETURN NULL; END IF;
        IF TG_TABLE_NAME = 'record' AND EXISTS (
            SELECT FROM hall_order o WHERE o.id = NEW.id AND o.table_number = NEW.table_number
            AND o.role = NEW.role AND o.kind IN ('record', 'record-anyway')
        ) THEN RETURN NULL; END IF;
        IF NEW.role = 'referee' AND (
            NEW.who = '' OR NEW.at < coalesce((SELECT min(at) FROM person), 'never') AND NOT EXISTS (
                SELECT FROM record r WHERE r.table_number = NEW.table_number AND r.at > NEW.at
            ) OR EXISTS (
                SELECT FROM person p WHERE p.name = NEW.who AND p.role IN ('referee', 'chief')
                AND coalesce(p.table_number, NEW.table_number) = NEW.table_number
            )
        ) THEN RETURN NULL; END IF;
        RAISE EXCEPTION '%', NEW.role USING ERRCODE = 'TS001', DETAIL = NEW.who;
    END $$;
REVOKE ALL ON FUNCTION rig_believed() FROM PUBLIC;

-- Refuses turns of a rig that are not taken one by one, which would hide changes from other processes.
CREATE OR REPLACE FUNCTION rig_turn()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
    END $$;
REVOKE ALL ON FUNCTION rig_turn() FROM PUBLIC;

-- Enters the role that a device uses.
CREATE OR REPLACE FUNCTION rig_named()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    BEGIN
        NEW.role := session_user;
        RETURN NEW;
    END $$;
REVOKE ALL ON FUNCTION rig_named() FROM PUBLIC;

DROP TRIGGER IF EXISTS rig_believed ON record;
CREATE TRIGGER rig_believed AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION rig_believed();
DROP TRIGGER IF EXISTS rig_believed ON hall_order;
CREATE TRIGGER rig_believed AFTER INSERT ON hall_order FOR EACH ROW EXECUTE FUNCTION rig_believed();
DROP TRIGGER IF EXISTS rig_believed ON note;
CREATE TRIGGER rig_believed AFTER INSERT ON note FOR EACH ROW EXECUTE FUNCTION rig_believed();
DROP TRIGGER IF EXISTS rig_turn ON turn;
CREATE TRIGGER rig_turn BEFORE INSERT OR UPDATE ON turn FOR EACH ROW EXECUTE FUNCTION rig_turn();
DROP TRIGGER IF EXISTS rig_named ON claim;
CREATE TRIGGER rig_named BEFORE INSERT OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION rig_named();

ALTER TABLE turn ENABLE ROW LEVEL SECURITY;
ALTER TABLE record ENABLE ROW LEVEL SECURITY;
ALTER TABLE hand ENABLE ROW LEVEL SECURITY;
ALTER TABLE change ENABLE ROW LEVEL SECURITY;
ALTER TABLE hiding ENABLE ROW LEVEL SECURITY;
ALTER TABLE mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE value ENABLE ROW LEVEL SECURITY;
ALTER TABLE followed ENABLE ROW LEVEL SECURITY;
ALTER TABLE photo ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE hall_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE call ENABLE ROW LEVEL SECURITY;
ALTER TABLE note ENABLE ROW LEVEL SECURITY;
