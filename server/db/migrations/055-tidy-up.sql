-- Compatible from 054
-- One press of Tidy up: emails that the user files in a folder, or leaves in the inbox. Kept while it can be undone.
create table app.tidy_up_presses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- Null: the inbox.
  folder_id uuid references public.email_folders on delete cascade,
  -- The emails are some of their sender's or list's: the press teaches nothing about the sender.
  is_part boolean not null,
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  -- Outlook does not answer, or the mailbox must be connected again.
  is_waiting boolean not null default false,
  claim_token integer not null default 0,
  claimed_until timestamptz not null default '-infinity',
  claim_node bigint,
  created_at timestamptz not null
);
create index tidy_up_presses_mailbox on app.tidy_up_presses (mailbox_id, created_at desc);
create index tidy_up_presses_folder on app.tidy_up_presses (folder_id);
create index tidy_up_presses_user on app.tidy_up_presses (user_id);
create index tidy_up_presses_created on app.tidy_up_presses (created_at);

create table app.tidy_up_items (
  press_id uuid not null references app.tidy_up_presses on delete cascade,
  message_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  position integer not null,
  -- Its list, or its sender where it has none; null where it has neither.
  kind text check (kind in ('sender', 'list')),
  value text,
  -- Of `app.training_examples`: what the press has taught; null where that was known before.
  example_seq bigint,
  -- The row of an email that the press moves; null where it moves nothing.
  log_id uuid references public.email_processing_logs on delete set null,
  -- Null: pending.
  outcome text check (outcome in ('moved', 'not_moved', 'undone')),
  primary key (press_id, message_id),
  check ((kind is null) = (value is null))
);
create index tidy_up_items_message on app.tidy_up_items (message_id);
create index tidy_up_items_sender on app.tidy_up_items (kind, value);
create index tidy_up_items_log on app.tidy_up_items (log_id);
create index tidy_up_items_user on app.tidy_up_items (user_id);

alter table app.requested_moves add column press_id uuid references app.tidy_up_presses on delete cascade;
create index requested_moves_press on app.requested_moves (press_id);

do $$
declare t text;
begin
  foreach t in array array['app.tidy_up_presses', 'app.tidy_up_items'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
  end loop;
end $$;
