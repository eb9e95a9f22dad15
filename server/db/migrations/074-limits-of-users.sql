-- Compatible from 072
-- How many emails a month the operator allows a user where there are no plans; no row: there is no limit.
create table app.user_limits (
  user_id uuid primary key references auth.users on delete cascade,
  email_limit integer not null check (email_limit >= 0)
);
alter table app.user_limits enable row level security;
alter table app.user_limits force row level security;
create policy service on app.user_limits to service_role using (true) with check (true);
grant select, insert, delete on app.user_limits to service_role;
grant update (email_limit) on app.user_limits to service_role;

-- The month's limit of a user, the greatest integer where there is none. Plans exist where Stripe is configured, which
-- the program knows.
create function app.email_limit_total(owner uuid, has_plans boolean) returns integer language sql stable as $$
  select case when has_plans then app.email_limit_total(owner)
    else coalesce((select email_limit from app.user_limits where user_id = owner), 2147483647) end
$$;

create function app.count_email_below(percent integer, owner uuid, in_month date, has_plans boolean) returns void
language plpgsql set search_path = '' as $$
declare
  used bigint;
begin
  insert into public.usage as u (user_id, month, emails_processed) values (owner, in_month, 1)
    on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
    returning emails_processed into used;
  if used * 100 >= app.email_limit_total(owner, has_plans)::bigint * percent then
    raise exception 'the monthly limit is near' using errcode = 'ML002';
  end if;
end $$;
grant execute on function app.email_limit_total(uuid, boolean), app.count_email_below(integer, uuid, date, boolean)
  to service_role;
