-- What the dashboard shows and changes: explanations, corrections by the user, mailbox settings, notifications.
alter table public.email_processing_logs
  -- The strongest evidence, verbatim: [{ "kind": "sender" | "subject" | …, "text": "…" }], at most six; retained as
  -- long as the subject.
  add column evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array' and
    jsonb_array_length(evidence) <= 6),
  -- Ids without a foreign key: a second reference to the folders would make embedding ambiguous for every client.
  add column runner_up_folder_id uuid,
  add column runner_up_confidence double precision check (runner_up_confidence between 0 and 1),
  -- The user's latest correction in the history (Undo, Move to…).
  add column corrected_at timestamptz,
  -- The folder before the correction.
  add column corrected_from_folder_id uuid;
alter table public.email_processing_logs drop constraint email_processing_logs_decided_by_check;
alter table public.email_processing_logs add constraint email_processing_logs_decided_by_check
  check (decided_by in ('correction', 'classifier', 'model', 'user'));
-- The history is filtered by status, target and mailbox, newest first, and counted exactly on every page. Row-level
-- security adds the owner to every query, so each index contains it.
create index email_processing_logs_status on public.email_processing_logs (user_id, status, processed_at desc);
create index email_processing_logs_folder_newest on public.email_processing_logs (target_folder_id, user_id,
  processed_at desc);
drop index public.email_processing_logs_target;
drop index public.email_processing_logs_mailbox_newest;
create index email_processing_logs_mailbox_newest on public.email_processing_logs (mailbox_id, user_id, processed_at
  desc);

alter table public.mailboxes
  -- How a message that stays in the inbox as unsure is marked: not at all, or by a category in Outlook.
  add column when_unsure text not null default 'leave' check (when_unsure in ('leave', 'categorize'));

-- Notifications of the bell. One row per kind and key; a repeated event makes the row unread again.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('mailbox_needs_sign_in', 'limit_near', 'limit_reached', 'action_failed',
    'sorted_while_away')),
  -- The subject of the notification, so that it is listed once: a mailbox, a month, a day.
  key text not null check (length(key) <= 100),
  mailbox_id uuid references public.mailboxes on delete cascade,
  -- Number of emails, or percentage of the limit; null where neither applies.
  count integer check (count >= 0),
  read_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, kind, key)
);
create index notifications_newest on public.notifications (user_id, created_at desc);
create index notifications_mailbox on public.notifications (mailbox_id);

-- The user's latest visit, to report what happened since.
create table app.visits (
  user_id uuid primary key references auth.users on delete cascade,
  last_seen_at timestamptz not null
);

-- A move that the user requested (Undo, Move to…), from before the call to Outlook until the log row is updated. A job
-- completes it if its worker dies in between.
create table app.asked_moves (
  log_id uuid primary key references public.email_processing_logs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- Null: the inbox.
  folder_id uuid references public.email_folders on delete cascade,
  -- Outlook's ids of the folders where our own call may have left the message; in any other folder, the user moved it.
  may_be_in jsonb not null check (jsonb_typeof(may_be_in) = 'array'),
  -- The worker's claim: the token increases with each claim, and the database's clock says when it expires.
  token integer not null default 1,
  claimed_until timestamptz not null,
  asked_at timestamptz not null
);
create index asked_moves_user on app.asked_moves (user_id);
create index asked_moves_mailbox on app.asked_moves (mailbox_id);
create index asked_moves_folder on app.asked_moves (folder_id);

do $$
declare t text;
begin
  foreach t in array array['public.notifications', 'app.visits', 'app.asked_moves'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
  end loop;
end $$;
grant select on public.notifications to authenticated;
create policy owner_reads on public.notifications for select to authenticated using (user_id = (select auth.uid()));
