-- Compatible from 052
-- The time zone of a user, in which days and months begin; no row: UTC. The server accepts only names that it knows.
create table app.user_time_zones (
  user_id uuid primary key references auth.users on delete cascade,
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- False: that of the browser that the user opened last.
  is_chosen boolean not null
);
alter table app.user_time_zones enable row level security;
alter table app.user_time_zones force row level security;
create policy service on app.user_time_zones to service_role using (true) with check (true);
grant select, insert on app.user_time_zones to service_role;
grant update (time_zone, is_chosen) on app.user_time_zones to service_role;

-- The end of the last digest's period: the next one begins there, also where the time zone was changed meanwhile.
alter table app.digest_settings add column covered_until timestamptz;
grant update (covered_until) on app.digest_settings to service_role;
