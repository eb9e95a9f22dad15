-- Compatible from 043
-- Users who switched the email digest on; no row: off. A worker that claims a due digest moves `next_due_at` past the
-- present and enqueues the email in one transaction, so that each period is sent once.
create table app.digest_settings (
  user_id uuid primary key references auth.users on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  next_due_at timestamptz not null,
  -- The address whose reader agreed by an emailed link, where the account counts as confirmed without proof.
  confirmed_address text check (length(confirmed_address) <= 254)
);
create index digest_settings_due on app.digest_settings (next_due_at);
alter table app.digest_settings enable row level security;
alter table app.digest_settings force row level security;
create policy service on app.digest_settings to service_role using (true) with check (true);
grant select, insert, delete on app.digest_settings to service_role;
grant update (frequency, next_due_at, confirmed_address) on app.digest_settings to service_role;
