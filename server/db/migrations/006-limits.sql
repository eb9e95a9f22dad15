-- Counters of rate limits, shared by all nodes (the schema that rate-limiter-flexible uses; expire in epoch
-- milliseconds).
create table app.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
alter table app.rate_limits enable row level security;
alter table app.rate_limits force row level security;
create policy server on app.rate_limits to mailroom_server using (true) with check (true);
grant usage on schema app to mailroom_server;
grant select, insert, update, delete on app.rate_limits to mailroom_server;
