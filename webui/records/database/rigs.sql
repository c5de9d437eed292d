-- Functions of the owner that bind rigs to their tables, and answer what rigs may not read.
-- What they run as makes them dangerous: each names its schemas, and trusts no argument.

-- The table of the rig that asks, by the name of its role, which it cannot change; NULL for anybody else.
CREATE OR REPLACE FUNCTION public.rig_table()
    RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT CASE WHEN session_user ~ ('^' || current_user || '_rig_[1-9][0-9]{0,8}$')
            THEN substr(session_user, length(current_user || '_rig_') + 1)::integer END
    $$;
REVOKE ALL ON FUNCTION public.rig_table() FROM PUBLIC;

-- The people, with A in place of each hash of a PIN: salt, parameters and length stay. The marks of former names, against
-- which names could be tried, stay in the hall.
CREATE OR REPLACE FUNCTION public.rig_people()
    RETURNS SETOF public.person LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT id, name, role, table_number,
            (regexp_replace(pin, '[^$]*$', '') || repeat('A', length(substring(pin FROM '[^$]*$'))))::varchar(200),
            who, at, gone, event, until, ''::varchar(64)
        FROM public.person
    $$;
REVOKE ALL ON FUNCTION public.rig_people() FROM PUBLIC;

-- The device of a token that was used at a rig.
CREATE OR REPLACE FUNCTION public.rig_device(given text)
    RETURNS TABLE (id varchar, person varchar, name text, at varchar, seen varchar)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT id, person, name, at, seen FROM public.device WHERE secret = given AND NOT gone
    $$;
REVOKE ALL ON FUNCTION public.rig_device(given text) FROM PUBLIC;

-- Counts what a rig uses, in bytes of photos and in devices, and refuses more than one may use within a day. Its row is
-- locked by writing it, so that whoever counts in an older snapshot is refused.
-- 1 GB of photos: a table lays 8 hands an hour, 12 at most; 12 hours of them, each taken twice by a phone (3 MB, rigs send
-- 0.5 MB), are 864 MB. More fills the disk sooner, fewer keeps photos waiting at the rig.
-- 100 devices: each person signs in once at a device that is kept; 30 an hour may for the first time.
CREATE OR REPLACE FUNCTION public.rig_spend(place integer, bytes bigint, entered integer)
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        here timestamptz := clock_timestamp();
        used public.rig_use;
    BEGIN
        INSERT INTO public.rig_use AS u (table_number, since, photos, devices) VALUES ($1, here, 0, 0)
        ON CONFLICT (table_number) DO UPDATE SET since = excluded.since, photos = 0, devices = 0
        WHERE u.since NOT BETWEEN here - interval '1 day' AND here;
        UPDATE public.rig_use u SET photos = u.photos + $2, devices = u.devices + $3 WHERE u.table_number = $1
        RETURNING * INTO used;
        IF used.photos > 1073741824 OR used.devices > 100 THEN
            RAISE EXCEPTION 'too much within a day' USING ERRCODE = 'TS003';
        END IF;
    END $$;
REVOKE ALL ON FUNCTION public.rig_spend(place integer, bytes bigint, entered integer) FROM PUBLIC;

-- Lists a device that a rig let in: what stands in place of its token is no hash, so that it has no rights in the hall.
CREATE OR REPLACE FUNCTION public.rig_let_in(device text, secret text, person text, name text, at text)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT public.rig_spend(coalesce(public.rig_table(), 0), 0, 1);
        INSERT INTO public.device (id, person, secret, name, at, seen, gone)
        VALUES ($1, $3, 'rig:' || left($2, 60), left($4, 200), $5, $5, false) ON CONFLICT DO NOTHING
    $$;
REVOKE ALL ON FUNCTION public.rig_let_in(device text, secret text, person text, name text, at text) FROM PUBLIC;

-- Signs a device out whose token the rig knows.
CREATE OR REPLACE FUNCTION public.rig_sign_out(device text, secret text)
    RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        WITH out AS (
            UPDATE public.device SET gone = true
            WHERE id = $1 AND device.secret IN ($2, 'rig:' || left($2, 60)) AND NOT gone RETURNING id
        ), told AS (
            INSERT INTO public.value (table_number, key, value, stamp)
            SELECT 0, 'people', to_json(gen_random_uuid()::text), 0 FROM out
            ON CONFLICT (table_number, key) DO UPDATE SET value = excluded.value
        ) SELECT EXISTS (SELECT FROM out)
    $$;
REVOKE ALL ON FUNCTION public.rig_sign_out(device text, secret text) FROM PUBLIC;

-- Uses an invitation up, and returns its person.
CREATE OR REPLACE FUNCTION public.rig_redeem(given text)
    RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        UPDATE public.invitation SET used = true WHERE secret = $1 AND NOT used
        AND until >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') RETURNING person
    $$;
REVOKE ALL ON FUNCTION public.rig_redeem(given text) FROM PUBLIC;

-- The players whose names the records of the rig's table have, as JSON texts; a damaged record hinders none.
CREATE OR REPLACE FUNCTION public.rig_players()
    RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT DISTINCT part[1] FROM public.record, regexp_matches(act, '"(?:[^"\\]|\\.)*"', 'g') AS part
        WHERE table_number = public.rig_table() AND act ~ '"(Seated|Substituted|Renamed)"'
    $$;
REVOKE ALL ON FUNCTION public.rig_players() FROM PUBLIC;

-- The acts of events, from which their tables follow: without ids, from which those of commands follow, and of a player
-- without what no display shows.
CREATE OR REPLACE FUNCTION public.rig_events()
    RETURNS TABLE (event integer, number integer, act text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT event, number, regexp_replace(
            act, '"(first|last|legal|other|ema|reason)"\s*:\s*"(?:[^"\\]|\\.)*"', '"\1":""', 'g'
        ) FROM public.event_record
    $$;
REVOKE ALL ON FUNCTION public.rig_events() FROM PUBLIC;

-- Counts a try of a PIN, and returns its id for rig_tried. It reads no PIN, so nothing that its caller sees before it
-- commits, and may roll back, depends on whether the try is right; after that it counts, right or wrong. 30 an hour:
-- more lets who has a rig's password guess more (at this many a million PINs take 1,400 days), fewer keeps out people who
-- mistype; a PIN that was right at a rig is compared there, without a try. The row of the table alone has no person: it
-- is locked by writing it, so that whoever counts in an older snapshot is refused.
CREATE OR REPLACE FUNCTION public.rig_try(whose text, made text)
    RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        place integer := coalesce(public.rig_table(), 0);
        given text := gen_random_uuid()::text;
        made_at timestamptz;
    BEGIN
        INSERT INTO public.pin_try (id, table_number, whose, made, by, at)
        VALUES (place::text, place, '', '', '', clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET at = excluded.at;
        made_at := clock_timestamp();
        DELETE FROM public.pin_try t WHERE t.table_number = place AND t.at < made_at - interval '1 hour';
        IF (SELECT count(*) FROM public.pin_try t WHERE t.table_number = place AND t.id != place::text) >= 30 THEN
            RAISE EXCEPTION 'too many PINs' USING ERRCODE = 'TS002';
        END IF;
        INSERT INTO public.pin_try (id, table_number, whose, made, by, at) VALUES (
            given, place, left($1, 36), left($2, 200), pg_current_xact_id()::text, made_at
        );
        RETURN given;
    END $$;
REVOKE ALL ON FUNCTION public.rig_try(whose text, made text) FROM PUBLIC;

-- Returns whether a PIN was right that was tried in an earlier transaction.
CREATE OR REPLACE FUNCTION public.rig_tried(given text)
    RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT EXISTS (
            SELECT FROM public.pin_try t JOIN public.person p ON p.id = t.whose
            WHERE t.id = $1 AND t.table_number = coalesce(public.rig_table(), 0)
            AND t.by NOT IN ('', pg_current_xact_id()::text)
            AND p.pin = t.made AND p.pin != '' AND NOT p.gone
        )
    $$;
REVOKE ALL ON FUNCTION public.rig_tried(given text) FROM PUBLIC;

-- The names of an act and of those in it, the outermost first; NULL for a damaged text, which nobody reads as an act, and
-- none for one that might be read in two ways.
CREATE OR REPLACE FUNCTION public.rig_kinds(act text)
    RETURNS text[] LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        part json;
        kinds text[];
    BEGIN
        BEGIN
            part := act::json;
        EXCEPTION WHEN invalid_text_representation THEN
            RETURN NULL;
        END;
        WHILE json_typeof(part) = 'object' LOOP
            IF (SELECT count(*) > count(DISTINCT key) FROM json_each(part)) THEN RETURN '{}'; END IF;
            EXIT WHEN json_typeof(part -> 'type') IS DISTINCT FROM 'string';
            kinds := kinds || (part ->> 'type');
            part := part -> 'act';
        END LOOP;
        RETURN kinds;
    EXCEPTION WHEN data_exception OR statement_too_complex THEN
        RETURN '{}';
    END $$;
REVOKE ALL ON FUNCTION public.rig_kinds(act text) FROM PUBLIC;

-- Counts a row that a rig writes, and refuses one above 4 MB, and more than 2 GB of rows within a day: a table whose camera
-- follows the play writes 300 MB in twelve hours, and three days away are sent at once. More fills the disk sooner, fewer
-- keeps records waiting at the rig. A row that pages of the whole hall read counts as 64 kB at least, so that there are
-- at most 32,000 of them, which is what a table records in years.
-- A sequence counts, at the same cost for each row. The row of rig_use, each of whose versions within a transaction makes
-- the next one slower, is written only where what is paid in advance is used up: 16 kB at first, then twice as much each
-- time, up to 1 MB. What is rolled back is not paid.
CREATE OR REPLACE FUNCTION public.rig_wrote()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        place integer := public.rig_table();
        here timestamptz := clock_timestamp();
        this text := pg_current_xact_id()::text;
        counter text := 'public.rig_rows_' || place;
        bytes bigint;
        units bigint;
        reached bigint;
        pays bigint := 4;
        used record;
    BEGIN
        IF place IS NULL THEN RETURN NULL; END IF;
        bytes := octet_length(NEW::text);
        IF bytes > 4194304 THEN RAISE EXCEPTION 'too large a row' USING ERRCODE = 'TS004'; END IF;
        IF TG_OP = 'INSERT' AND TG_TABLE_NAME IN ('record', 'hand', 'call', 'note', 'hall_order') THEN
            bytes := greatest(bytes, 65536);
        END IF;
        units := (bytes + 4095) / 4096;
        IF to_regclass(counter) IS NULL THEN EXECUTE 'CREATE SEQUENCE ' || counter; END IF;
        SELECT max(nextval(counter::regclass)) INTO reached FROM generate_series(1, units);
        SELECT * INTO used FROM public.rig_use u WHERE u.table_number = place;
        IF used.paid_by = this THEN
            IF reached <= used.paid_to THEN RETURN NULL; END IF;
            pays := least(used.paid * 2, 256);
        END IF;
        pays := greatest(pays, units);
        INSERT INTO public.rig_use AS u (table_number, since, photos, devices, rows_since)
        VALUES (place, here, 0, 0, here)
        ON CONFLICT (table_number) DO UPDATE SET rows_since = here, rows = 0
        WHERE u.rows_since IS NULL OR u.rows_since NOT BETWEEN here - interval '1 day' AND here;
        UPDATE public.rig_use u
        SET rows = u.rows + pays * 4096, paid = pays, paid_by = this, paid_to = reached - units + pays
        WHERE u.table_number = place RETURNING u.rows INTO bytes;
        IF bytes > 2147483648 THEN RAISE EXCEPTION 'too much within a day' USING ERRCODE = 'TS004'; END IF;
        RETURN NULL;
    END $$;
REVOKE ALL ON FUNCTION public.rig_wrote() FROM PUBLIC;

-- Notes when a rig first writes after somebody had a role. From then on it knows that acts need a role: nobody is believed
-- whom it signs afterwards without one, and whatever it recorded before, away from the hall, still is.
CREATE OR REPLACE FUNCTION public.rig_tell()
    RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
        INSERT INTO public.rig_use AS u (table_number, since, photos, devices, told)
        SELECT public.rig_table(), clock_timestamp(), 0, 0,
            to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')
        WHERE public.rig_table() IS NOT NULL AND EXISTS (SELECT FROM public.person WHERE NOT gone)
        AND NOT EXISTS (SELECT FROM public.rig_use WHERE table_number = public.rig_table() AND told IS NOT NULL)
        ON CONFLICT (table_number) DO UPDATE SET told = excluded.told WHERE u.told IS NULL
    $$;
REVOKE ALL ON FUNCTION public.rig_tell() FROM PUBLIC;

-- Returns whether a table is one of an event's: one of as many as its largest drawn round has. A damaged record hinders none.
CREATE OR REPLACE FUNCTION public.rig_at_event(event integer, place integer)
    RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        kept text;
        part json;
    BEGIN
        FOR kept IN SELECT act FROM public.event_record r WHERE r.event = $1 AND r.act ~ '"SeatingDrawn"' LOOP
            BEGIN
                part := kept::json;
                part := coalesce(part -> 'act', part) -> 'rounds';
                IF EXISTS (SELECT FROM json_array_elements(part) games WHERE json_array_length(games) >= $2) THEN
                    RETURN true;
                END IF;
            EXCEPTION WHEN data_exception THEN CONTINUE;
            END;
        END LOOP;
        RETURN false;
    END $$;
REVOKE ALL ON FUNCTION public.rig_at_event(event integer, place integer) FROM PUBLIC;

-- Refuses an act of a rig that its role does not cover, or in a role that nobody of that name had at its table then.
-- A command of the hall is believed under its id, as the act and by the person that it names; an author who is no person
-- with a role is one whose name was removed since. Before the rig was told of roles nobody signs as one who has none, and
-- the times of a table's records never go back.
-- A role is good from a day before it was given, by the clock of the rig: less refuses for good what a computer records
-- whose clock is in another time zone, more lets a rig date back what it may sign anyway. It is good until a minute after
-- its end, and so is a name that lacks after the rig was told: less refuses what is recorded before the rig hears of that. What is
-- recorded within a week after that, by a rig that hears nothing, is taken with a call for a referee, who checks it: to
-- refuse it holds up all that was recorded after it, and a longer time helps nobody but who has the password of the rig.
CREATE OR REPLACE FUNCTION public.rig_believed()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        kinds text[];
        late interval;
        until text;
        line text;
    BEGIN
        IF public.rig_table() IS NULL THEN RETURN NULL; END IF;
        PERFORM public.rig_tell();
        IF TG_TABLE_NAME != 'note' THEN
            kinds := public.rig_kinds(NEW.act);
            IF kinds = '{}' THEN RAISE EXCEPTION 'an act of two readings' USING ERRCODE = '42501'; END IF;
        END IF;
        IF TG_TABLE_NAME = 'record' AND EXISTS (
            SELECT FROM public.hall_order o WHERE o.id = NEW.id AND o.table_number = NEW.table_number
            AND o.role = NEW.role AND o.kind IN ('record', 'record-anyway') AND public.rig_kinds(o.act) = kinds
            AND (o.who = NEW.who OR NOT EXISTS (SELECT FROM public.person p WHERE p.name = o.who AND NOT p.gone))
        ) THEN RETURN NULL; END IF;
        IF NEW.role = 'table' AND public.rig_may(kinds, 'table') THEN RETURN NULL; END IF;
        line := 'YYYY-MM-DD"T"HH24:MI:SS';
        SELECT told INTO until FROM public.rig_use WHERE table_number = public.rig_table();
        IF NEW.role IN ('table', 'referee') AND (NEW.at < coalesce(until, 'never') OR NEW.who = ''
            AND left(NEW.at, 19) < to_char(left(until, 19)::timestamp + interval '1 minute', line))
            AND NOT EXISTS (SELECT FROM public.record r WHERE r.table_number = NEW.table_number AND r.at > NEW.at)
        THEN RETURN NULL; END IF;
        FOREACH late IN ARRAY ARRAY['1 minute', '7 days']::interval[] LOOP
            IF NEW.role IN ('table', 'referee') AND EXISTS (
                SELECT FROM public.person p
                WHERE CASE WHEN p.gone THEN p.mark = encode(sha256(convert_to(p.id || ' ' || NEW.who, 'UTF8')), 'hex')
                    ELSE p.name = NEW.who END
                AND coalesce(p.table_number, NEW.table_number) = NEW.table_number
                AND (p.event IS NULL OR public.rig_at_event(p.event, NEW.table_number))
                AND public.rig_may(kinds, p.role) AND (NEW.role = 'table' OR p.role IN ('referee', 'chief'))
                AND left(NEW.at, 19) >= to_char(left(p.at, 19)::timestamp - interval '1 day', line)
                AND (NOT p.gone OR left(NEW.at, 19) <= to_char(left(p.until, 19)::timestamp + late, line))
            ) THEN
                IF late > interval '1 minute' AND TG_TABLE_NAME != 'note' THEN
                    INSERT INTO public.call (id, table_number, player, reason, who, at, taken_by, taken_at, done_by,
                        done_at, stamp)
                    SELECT NEW.id, NEW.table_number, '', 'signed-late', NEW.who, NEW.at, '', '', '', '',
                        coalesce((SELECT taken FROM public.turn WHERE table_number = NEW.table_number), 0)
                    ON CONFLICT DO NOTHING;
                END IF;
                RETURN NULL;
            END IF;
        END LOOP;
        RAISE EXCEPTION '%', NEW.role USING ERRCODE = 'TS001', DETAIL = NEW.who;
    END $$;
REVOKE ALL ON FUNCTION public.rig_believed() FROM PUBLIC;

-- Refuses another act of a command, under whose id a rig could record it; that a name is forgotten with it stays possible.
CREATE OR REPLACE FUNCTION public.rig_ordered()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        IF public.rig_table() IS NOT NULL AND NEW.act NOT IN (OLD.act, '{}') THEN
            RAISE EXCEPTION 'a command stays as it is' USING ERRCODE = '42501';
        END IF;
        RETURN NULL;
    END $$;
REVOKE ALL ON FUNCTION public.rig_ordered() FROM PUBLIC;

-- Refuses turns of a rig that are not taken one by one, which would hide changes from other processes.
CREATE OR REPLACE FUNCTION public.rig_turn()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        taken integer := 0;
        rewrites integer := 0;
    BEGIN
        IF TG_OP = 'UPDATE' THEN taken := OLD.taken; rewrites := OLD.rewrites; END IF;
        IF public.rig_table() IS NOT NULL
            AND (NEW.taken - taken NOT IN (0, 1) OR NEW.rewrites - rewrites NOT IN (0, 1)) THEN
            RAISE EXCEPTION 'turns are taken one by one' USING ERRCODE = '42501';
        END IF;
        RETURN NEW;
    END $$;
REVOKE ALL ON FUNCTION public.rig_turn() FROM PUBLIC;

-- Counts a photo of a rig, and refuses it above 60, or 300 MB, that no hand, record or command of its table names yet: the
-- hand follows its photo at once, so only what a rig sends after hours alone waits for hands, and a rig goes on with those
-- and sends the rest afterwards. More lets a rig fill the disk with what no page shows; fewer sends such hours in more
-- parts. The largest photo has 100 MB.
CREATE OR REPLACE FUNCTION public.rig_gave()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        place integer := public.rig_table();
        others bigint;
        bytes bigint;
    BEGIN
        IF place IS NULL THEN RETURN NEW; END IF;
        PERFORM public.rig_spend(place, length(NEW.data), 0);
        IF NEW.sha256 != encode(sha256(NEW.data), 'hex') THEN  -- another's photo would count as given
            RAISE EXCEPTION 'the photo has another hash' USING ERRCODE = '42501';
        END IF;
        INSERT INTO public.rig_photo AS kept (table_number, sha256, given, named) VALUES (place, NEW.sha256, true, false)
        ON CONFLICT (table_number, sha256) DO UPDATE SET given = true;
        UPDATE public.rig_photo kept SET named = true WHERE kept.table_number = place AND NOT kept.named AND (
            EXISTS (SELECT FROM public.hand h WHERE h.photo = kept.sha256 AND h.table_number = place)
            OR EXISTS (SELECT FROM public.record r WHERE r.table_number = place AND strpos(r.act, kept.sha256) > 0)
            OR EXISTS (SELECT FROM public.hall_order o WHERE o.table_number = place AND strpos(o.act, kept.sha256) > 0)
        );
        SELECT count(*), coalesce(sum(p.size), 0) INTO others, bytes
        FROM public.rig_photo kept JOIN public.photo p ON p.sha256 = kept.sha256
        WHERE kept.table_number = place AND NOT kept.named AND kept.sha256 != NEW.sha256;
        IF (others >= 60 OR bytes + length(NEW.data) > 314572800) AND EXISTS (
            SELECT FROM public.rig_photo k WHERE k.table_number = place AND k.sha256 = NEW.sha256 AND NOT k.named
        ) THEN
            RAISE EXCEPTION 'too many photos without a hand' USING ERRCODE = 'TS003';
        END IF;
        RETURN NEW;
    END $$;
REVOKE ALL ON FUNCTION public.rig_gave() FROM PUBLIC;

-- Notes that a hand of a rig names a photo: if the rig has not given it, it must not read it by that.
CREATE OR REPLACE FUNCTION public.rig_laid()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        IF NEW.photo != '' AND public.rig_table() IS NOT NULL THEN
            INSERT INTO public.rig_photo (table_number, sha256, given, named)
            VALUES (public.rig_table(), NEW.photo, false, true) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
    END $$;
REVOKE ALL ON FUNCTION public.rig_laid() FROM PUBLIC;

-- Returns whether the rig that asks may read a photo: it gave it, or a hand names it that the hall laid at its table.
CREATE OR REPLACE FUNCTION public.rig_sees(photo text)
    RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT public.rig_table() IS NULL OR coalesce(
            (SELECT given FROM public.rig_photo WHERE table_number = public.rig_table() AND sha256 = $1),
            EXISTS (SELECT FROM public.hand h WHERE h.photo = $1 AND h.table_number = public.rig_table())
        )
    $$;
REVOKE ALL ON FUNCTION public.rig_sees(photo text) FROM PUBLIC;

-- Enters the role that a device uses, and notes when it is told of roles.
CREATE OR REPLACE FUNCTION public.rig_named()
    RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        PERFORM public.rig_tell();
        NEW.role := session_user;
        RETURN NEW;
    END $$;
REVOKE ALL ON FUNCTION public.rig_named() FROM PUBLIC;

DROP TRIGGER IF EXISTS rig_believed ON public.record;
CREATE TRIGGER rig_believed AFTER INSERT ON public.record FOR EACH ROW EXECUTE FUNCTION public.rig_believed();
DROP TRIGGER IF EXISTS rig_believed ON public.hall_order;
CREATE TRIGGER rig_believed AFTER INSERT ON public.hall_order FOR EACH ROW EXECUTE FUNCTION public.rig_believed();
DROP TRIGGER IF EXISTS rig_believed ON public.note;
CREATE TRIGGER rig_believed AFTER INSERT ON public.note FOR EACH ROW EXECUTE FUNCTION public.rig_believed();
DO $$
DECLARE
    named text;
BEGIN
    FOREACH named IN ARRAY ARRAY['record', 'hand', 'change', 'hiding', 'mark', 'value', 'followed', 'claim', 'hall_order',
        'call', 'note', 'turn'] LOOP
        EXECUTE format('DROP TRIGGER IF EXISTS rig_wrote ON public.%I', named);
        EXECUTE format('CREATE TRIGGER rig_wrote AFTER INSERT OR UPDATE ON public.%I FOR EACH ROW '
            'EXECUTE FUNCTION public.rig_wrote()', named);
    END LOOP;
END $$;
DROP TRIGGER IF EXISTS rig_ordered ON public.hall_order;
CREATE TRIGGER rig_ordered AFTER UPDATE ON public.hall_order FOR EACH ROW EXECUTE FUNCTION public.rig_ordered();
DROP TRIGGER IF EXISTS rig_turn ON public.turn;
CREATE TRIGGER rig_turn BEFORE INSERT OR UPDATE ON public.turn FOR EACH ROW EXECUTE FUNCTION public.rig_turn();
DROP TRIGGER IF EXISTS rig_named ON public.claim;
CREATE TRIGGER rig_named BEFORE INSERT OR UPDATE ON public.claim FOR EACH ROW EXECUTE FUNCTION public.rig_named();
DROP TRIGGER IF EXISTS rig_gave ON public.photo;
CREATE TRIGGER rig_gave BEFORE INSERT ON public.photo FOR EACH ROW EXECUTE FUNCTION public.rig_gave();
DROP TRIGGER IF EXISTS rig_laid ON public.hand;
CREATE TRIGGER rig_laid AFTER INSERT ON public.hand FOR EACH ROW EXECUTE FUNCTION public.rig_laid();
