-- Compatible from 072
-- Whether a user gets an email when a mailbox stops being sorted, and when it is sorted again; no row: both are sent.
create table app.email_choices (
  user_id uuid primary key references auth.users on delete cascade,
  mailbox_stops boolean not null
);
alter table app.email_choices enable row level security;
alter table app.email_choices force row level security;
create policy service on app.email_choices to service_role using (true) with check (true);
grant select, insert on app.email_choices to service_role;
grant update (mailbox_stops) on app.email_choices to service_role;

-- The present stop was emailed: its end is as well.
alter table public.mailboxes add column stop_emailed boolean not null default false;
