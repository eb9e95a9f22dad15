-- Who may do what. The server logs in as mailroom_server (created by the migration runner, which knows its password): no superuser,
-- owner of nothing, without rights of its own; each transaction takes one of the roles below (roles belong to the whole
-- cluster, not to this database, so the runner makes them too).
--   anon               a visitor who shows only the public key
--   authenticated      a signed-in person; policies compare auth.uid() with the row
--   service_role       functions and workers: all product tables, none of the account tables
--   accounts_service   the auth room: the account tables only
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- Functions are everybody's unless said otherwise: here each is granted by name.
alter default privileges revoke execute on functions from public;

create schema auth;
create schema app;
grant usage on schema auth to anon, authenticated, service_role, accounts_service;
grant usage on schema app to service_role;

-- The caller's claims, as the frame sets them for the transaction (rest protocol: `request.jwt.claims`).
-- A setting that was local to an earlier transaction reads '', not null, hence nullif.
create function auth.jwt() returns jsonb language sql stable as
$$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
create function auth.email() returns text language sql stable as $$ select auth.jwt() ->> 'email' $$;
grant execute on all functions in schema auth to anon, authenticated, service_role, accounts_service;

create function app.touch_updated_at() returns trigger language plpgsql as
$$ begin new.updated_at = now(); return new; end $$;
