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
REVOKE ALL ON DATABASE {name} FROM PUBLIC;
GRANT CONNECT ON DATABASE {name} TO {user}_rigs;
