-- The audit log has a partition per month (UTC): old months are dropped, without a delete of each row. The partitions
-- are in a schema that no role of the server may use; policies and grants of the table itself apply to all of them.
create schema partitions;

alter table auth.audit_log_entries rename to audit_log_entries_before;
alter table auth.audit_log_entries_before rename constraint audit_log_entries_pkey to audit_log_entries_before_pkey;
alter table auth.audit_log_entries_before
  rename constraint audit_log_entries_user_id_fkey to audit_log_entries_before_user_id_fkey;
alter index auth.audit_log_entries_user rename to audit_log_entries_before_user;
alter index auth.audit_log_entries_age rename to audit_log_entries_before_age;

create table auth.audit_log_entries (
  like auth.audit_log_entries_before including constraints,
  primary key (id, created_at),
  constraint audit_log_entries_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
) partition by range (created_at);
-- PostgreSQL has identity columns of partitioned tables from version 17 on only.
create sequence auth.audit_log_entry_ids owned by auth.audit_log_entries.id;
alter table auth.audit_log_entries alter column id set default nextval('auth.audit_log_entry_ids');
grant usage on sequence auth.audit_log_entry_ids to accounts_service;
create index audit_log_entries_user on auth.audit_log_entries (user_id, created_at desc);

alter table auth.audit_log_entries enable row level security;
create policy accounts on auth.audit_log_entries for all to accounts_service using (true) with check (true);
grant select, insert, delete on auth.audit_log_entries to accounts_service;

-- For rows of a month that has no partition, so that no insert fails.
create table partitions.audit_log_entries_default partition of auth.audit_log_entries default;
alter table partitions.audit_log_entries_default enable row level security;

-- Creates the partition of a month and moves its rows from the default partition into it. It is attached only then, so
-- that inserts wait for milliseconds. Runs as the owner, by `app.maintain_audit_log`.
create function app.create_audit_log_month(month timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  partition text := 'audit_log_entries_' || to_char(month at time zone 'UTC', 'YYYY_MM');
  month_after timestamptz := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('partitions.' || partition) is not null then return; end if;
  execute format('create table partitions.%I (like auth.audit_log_entries including constraints including indexes)',
    partition);
  execute format('alter table partitions.%I enable row level security', partition);
  lock table partitions.audit_log_entries_default in access exclusive mode;
  execute format('with moved as (
    delete from partitions.audit_log_entries_default where created_at >= %L and created_at < %L returning *)
    insert into partitions.%I select * from moved', month, month_after, partition);
  execute format('alter table auth.audit_log_entries attach partition partitions.%I for values from (%L) to (%L)',
    partition, month, month_after);
end $$;

-- Creates the partitions of this month and of those ahead, and drops the months that are entirely older than the
-- retention. It has the owner's rights, since the server's roles may not change tables; it takes no names. One node at
-- a time runs it. Where a lock is not free within two seconds it fails, and the next run tries again.
create function app.maintain_audit_log(at timestamptz, months_ahead integer, retention_days integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  this_month timestamp := date_trunc('month', at at time zone 'UTC');
  oldest timestamptz := at - retention_days * interval '1 day';
  expired record;
begin
  if not pg_try_advisory_xact_lock(7302114772) then return; end if;
  for ahead in 0 .. months_ahead loop
    perform app.create_audit_log_month((this_month + ahead * interval '1 month') at time zone 'UTC');
  end loop;
  for expired in
    select c.oid::regclass as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'auth.audit_log_entries'::regclass and c.relname ~ '_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= oldest
  loop
    execute format('drop table %s', expired.partition);
  end loop;
  delete from partitions.audit_log_entries_default where created_at < oldest;
end $$;

revoke all on function app.create_audit_log_month(timestamptz) from public;
revoke all on function app.maintain_audit_log(timestamptz, integer, integer) from public;
grant execute on function app.maintain_audit_log(timestamptz, integer, integer) to accounts_service;

do $$
declare
  month timestamp := (
    select coalesce(
      date_trunc('month', greatest(min(created_at), now() - interval '1 year') at time zone 'UTC'), 'infinity')
    from auth.audit_log_entries_before);
begin
  while month < now() at time zone 'UTC' loop
    perform app.create_audit_log_month(month at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
  perform app.create_audit_log_month(
    (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month') at time zone 'UTC')
    from generate_series(0, 3) as ahead;
end $$;

insert into auth.audit_log_entries select * from auth.audit_log_entries_before;
select setval('auth.audit_log_entry_ids', coalesce(max(id), 0) + 1, false) from auth.audit_log_entries_before;
drop table auth.audit_log_entries_before;
-- Last, since it would also apply to an owner that is no superuser.
alter table auth.audit_log_entries force row level security;
