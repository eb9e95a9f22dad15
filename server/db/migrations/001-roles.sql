-- Roles. The server logs in as mailroom_server, which the migration runner creates: no superuser, owner of nothing, no
-- rights of its own. Each transaction takes one of these roles (roles belong to the cluster, so the runner creates them
-- too):
--   anon               a visitor with the public key only
--   authenticated      a signed-in user; policies compare auth.uid() with the row
--   service_role       functions and workers: every product table, no account table
--   accounts_service   server/auth: the account tables only
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- PostgreSQL grants EXECUTE on new functions to everyone by default; here each function is granted by name.
alter default privileges revoke execute on functions from public;

create schema auth;
create schema app;
grant usage on schema auth to anon, authenticated, service_role, accounts_service;
grant usage on schema app to service_role;

-- The caller's claims, which the server sets for the transaction (as PostgREST does: request.jwt.claims).
-- A setting that was local to an earlier transaction reads as '' and not as null, hence nullif.
create function auth.jwt() returns jsonb language sql stable as
$$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
create function auth.email() returns text language sql stable as $$ select auth.jwt() ->> 'email' $$;
grant execute on all functions in schema auth to anon, authenticated, service_role, accounts_service;

create function app.touch_updated_at() returns trigger language plpgsql as
$$ begin new.updated_at = now(); return new; end $$;
