\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
\pset format unaligned
CREATE TEMPORARY TABLE made (number integer, line text);
DO $$
DECLARE
    number integer;
    named text;
    word text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{user}_rigs') THEN
        CREATE ROLE {user}_rigs NOLOGIN;
    END IF;
    FOR number IN 0..{rigs} LOOP
        named := CASE number WHEN 0 THEN '{user}' ELSE '{user}_rig_' || number END;
        word := replace(gen_random_uuid()::text, '-', '');
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = named) THEN
            EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', named, word);
            IF number > 0 THEN EXECUTE format('GRANT {user}_rigs TO %I', named); END IF;
        ELSIF number = ANY (ARRAY[{renewed}]::integer[]) THEN
            EXECUTE format('ALTER ROLE %I PASSWORD %L', named, word);
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = named;
        ELSE
            CONTINUE;
        END IF;
        IF number = 0 THEN
            INSERT INTO made VALUES (
                number, format('TABLESIDE_DB=postgresql+psycopg://%s:%s@127.0.0.1/{name}', named, word)
            );
        ELSE
            INSERT INTO made VALUES (
                number,
                format('TABLESIDE_DB=postgresql+psycopg://%s:%s@HALL/{name}?sslmode=require', named, word)
            );
        END IF;
    END LOOP;
END $$;
SELECT line FROM made ORDER BY number;
SELECT 'CREATE DATABASE {name} OWNER {user} ENCODING ''UTF8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '{name}') \gexec
\connect {name}
REVOKE CREATE ON SCHEMA public FROM PUBLIC, {user}_rigs;
GRANT CREATE ON SCHEMA public TO {user};
SELECT format('DROP OWNED BY %I', rolname) FROM pg_roles WHERE rolname ~ '^{user}_rig(s|_[0-9]+)$' AND EXISTS (
    SELECT FROM pg_shdepend WHERE refobjid = pg_roles.oid AND deptype = 'o'
    AND dbid = (SELECT oid FROM pg_database WHERE datname = '{name}')
) \gexec
SELECT format('ALTER ROLE %I CONNECTION LIMIT 8', rolname) FROM pg_roles
WHERE rolname ~ '^{user}_rig_[0-9]+$' AND rolconnlimit = -1 \gexec
SELECT format('ALTER ROLE %I SET temp_file_limit = %L', rolname, '256MB') FROM pg_roles
WHERE rolname ~ '^{user}_rig_[0-9]+$' AND coalesce(rolconfig::text, '') !~ 'temp_file_limit' \gexec
DO $$
DECLARE
    each regprocedure;
BEGIN
    -- large objects, and messages in the log of writes, fill the disk, and advisory locks the memory for locks
    FOR each IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
        AND proname ~ '^(pg_(try_)?advisory_.*|lo_(creat|create|from_bytea|import|put)|lowrite|pg_logical_emit_message)$'
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO {user}', each);
    END LOOP;
END $$;
REVOKE ALL ON DATABASE {name} FROM PUBLIC;
GRANT CONNECT ON DATABASE {name} TO {user}_rigs;
