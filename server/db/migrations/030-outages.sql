-- Circuit breakers: one row per provider whose calls fail, shared by all nodes. No row: the provider responds.
create table app.provider_outages (
  provider text primary key,
  -- While the breaker is closed: the accounts whose calls have failed since the last success.
  failed_subjects text[] not null default '{}',
  first_failed_at timestamptz not null,
  opened_at timestamptz,
  -- Code of the failure that opened the breaker.
  reason text not null default '',
  -- While it is open: no call before; one call at a time may try the provider afterwards.
  next_probe_at timestamptz not null default '-infinity'
);
alter table app.provider_outages enable row level security;
alter table app.provider_outages force row level security;
create policy service on app.provider_outages to service_role using (true) with check (true);
grant select, insert, update, delete on app.provider_outages to service_role;

-- Failures since the last success: they determine the next pause (`paused_until`). In an outage of the account, one
-- call at a time claims the right to try again (`probe_claimed_until`).
alter table app.mailbox_sync_states
  add column consecutive_failures integer not null default 0,
  add column probe_claimed_until timestamptz;
alter table app.service_connections
  add column consecutive_failures integer not null default 0,
  add column probe_claimed_until timestamptz;
-- Graph may refuse the subscription of a mailbox that otherwise responds: it has a schedule of its own.
alter table app.mailbox_sync_states
  add column subscription_failures integer not null default 0,
  add column subscription_retry_at timestamptz not null default '-infinity';
