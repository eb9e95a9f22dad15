-- Lets PgBouncer verify the logins of the nodes. Run it once as a superuser in the database of Mailroom:
--   psql -d mailroom -f login-lookup.sql     and then in psql     \password pgbouncer
create role pgbouncer login;
create schema pgbouncer;
create function pgbouncer.find_login(wanted text) returns table (login text, password text)
  language sql stable security definer set search_path = pg_catalog
begin atomic
  select rolname::text, rolpassword from pg_authid where rolname = wanted and rolname = 'mailroom_server';
end;
revoke all on function pgbouncer.find_login from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.find_login to pgbouncer;
