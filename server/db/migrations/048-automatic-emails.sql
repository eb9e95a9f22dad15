-- Forwards and drafts that actions made: counted per recipient and hour, and forwards are recognised in what answers
-- them. Only hashes of message ids and subjects are stored.
create table app.automatic_emails (
  run_id uuid primary key references public.email_action_runs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('forward', 'draft')),
  -- Lower case.
  address text not null check (length(address) <= 320),
  -- Directly before the last effect.
  counted_at timestamptz not null,
  -- Of the forward as it was sent.
  message_id_hash bytea,
  -- Of the forwarded message.
  original_id_hash bytea,
  -- Of its subject without marks of replies and forwards.
  subject_hash bytea
);
create index automatic_emails_by_hour on app.automatic_emails (user_id, kind, address, counted_at);
create index automatic_emails_message_id on app.automatic_emails (user_id, message_id_hash)
  where message_id_hash is not null;
create index automatic_emails_original_id on app.automatic_emails (user_id, original_id_hash)
  where original_id_hash is not null;
create index automatic_emails_subject on app.automatic_emails (user_id, subject_hash) where subject_hash is not null;
create index automatic_emails_counted_at on app.automatic_emails (counted_at);
alter table app.automatic_emails enable row level security;
alter table app.automatic_emails force row level security;
create policy service on app.automatic_emails for all to service_role using (true) with check (true);
grant select, insert, update, delete on app.automatic_emails to service_role;

alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in',
    'limit_near', 'limit_reached', 'payment_failed', 'action_failed', 'actions_retried', 'sorted_while_away',
    'forward_address_requested', 'forward_address_confirmed', 'folder_recreated', 'hourly_limit_reached'));
