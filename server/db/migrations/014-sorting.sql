-- Conditions, known senders, and answers of the language model.

-- The user's conditions, ordered over the whole mailbox. `address`, `domain` and `list` match exactly, in lower case;
-- `subject` is a list of words that must all occur in the subject.
create table app.folder_conditions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  folder_id uuid not null references public.email_folders on delete cascade,
  kind text not null check (kind in ('address', 'domain', 'list', 'subject')),
  value text not null check (length(value) between 1 and 320),
  position integer not null check (position > 0),
  created_at timestamptz not null,
  unique (mailbox_id, kind, value),
  -- Two conditions can swap positions in one statement.
  unique (mailbox_id, position) deferrable initially deferred
);
create index folder_conditions_user on app.folder_conditions (user_id);
create index folder_conditions_folder on app.folder_conditions (folder_id);

-- Addresses that the user has written to, from Sent Items; exact and in lower case.
create table app.known_people (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  address text not null check (length(address) between 3 and 320),
  primary key (mailbox_id, address)
);
create index known_people_user on app.known_people (user_id);
alter table app.mailbox_work
  -- Sent Items have been read up to this time.
  add column sent_read_until timestamptz;
alter table public.mailboxes
  -- Messages from known senders stay in the inbox.
  add column keep_known_people boolean not null default true;

-- Answers of the language model by a hash of the whole request: the same request is not paid for twice.
create table app.model_answers (
  user_id uuid not null references auth.users on delete cascade,
  question_hash bytea not null,
  answer jsonb not null check (pg_column_size(answer) <= 4096),
  created_at timestamptz not null,
  primary key (user_id, question_hash)
);
create index model_answers_age on app.model_answers (created_at);

alter table public.email_processing_logs
  -- Whether the language model was asked, whatever it answered.
  add column asked_model boolean not null default false;
alter table public.email_processing_logs drop constraint email_processing_logs_decided_by_check;
alter table public.email_processing_logs add constraint email_processing_logs_decided_by_check
  check (decided_by in ('condition', 'correction', 'known_person', 'classifier', 'model', 'user'));
alter table public.email_processing_logs drop constraint email_processing_logs_reason_check;
alter table public.email_processing_logs add constraint email_processing_logs_reason_check
  check (reason in ('sorted', 'limit', 'known_person', 'no_match', 'low_confidence', 'model_invalid', 'model_down',
    'budget', 'auth',
                    'gone', 'user_moved', 'disabled', 'poison', 'too_large', 'own_mail', 'preview'));

do $$
declare t text;
begin
  foreach t in array array['app.folder_conditions', 'app.known_people', 'app.model_answers'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
  end loop;
end $$;

-- State of the detection of manual moves: one row per folder.
create table app.folder_watch (
  folder_id uuid primary key references public.email_folders on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- Outlook's id of the folder that the delta link belongs to; a recreated folder starts over.
  provider_folder_id text not null,
  delta_link text not null,
  looked_at timestamptz not null
);
create index folder_watch_user on app.folder_watch (user_id);
create index folder_watch_mailbox on app.folder_watch (mailbox_id);
alter table app.folder_watch enable row level security;
alter table app.folder_watch force row level security;
create policy service on app.folder_watch to service_role using (true) with check (true);
grant select, insert, update, delete on app.folder_watch to service_role;
alter table app.mailbox_work
  add column folders_watched_at timestamptz;

alter table app.corrections
  -- The previous folder; null: the inbox, or a deleted folder.
  add column from_folder_id uuid references public.email_folders on delete set null,
  -- Corrected in the history, or moved by hand in Outlook.
  add column learned_by text not null default 'history' check (learned_by in ('history', 'outlook'));
create index corrections_from on app.corrections (from_folder_id);

-- Sorting of messages that were already in the inbox: on request, newest first, after all new messages.
create table app.backfills (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- `limit`: the monthly limit is reached; continues when the user says so.
  state text not null check (state in ('running', 'paused', 'limit', 'done', 'canceled')),
  -- Only messages received since then; null: all.
  since timestamptz,
  -- Number of messages in the inbox at the start, including those that were examined before.
  total integer not null check (total >= 0),
  -- Number of messages examined so far.
  looked_through integer not null default 0,
  -- Messages received until then are still to be examined; null at the start. (A page link counts from the newest
  -- message, and sorted messages leave the list.)
  reached timestamptz,
  is_looked_through boolean not null default false,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index backfills_open on app.backfills (mailbox_id) where state in ('running', 'paused', 'limit');
create index backfills_newest on app.backfills (mailbox_id, started_at desc);
create index backfills_user on app.backfills (user_id);
alter table app.backfills enable row level security;
alter table app.backfills force row level security;
create policy service on app.backfills to service_role using (true) with check (true);
grant select, insert, update, delete on app.backfills to service_role;

alter table app.inbox_events drop constraint inbox_events_source_check;
alter table app.inbox_events add constraint inbox_events_source_check
  check (source in ('notification', 'delta', 'manual', 'waiting', 'backfill'));
alter table app.inbox_events
  add column backfill_id uuid references app.backfills on delete cascade,
  add check ((source = 'backfill') = (backfill_id is not null));
create index inbox_events_backfill on app.inbox_events (backfill_id);
alter table public.email_processing_logs
  -- No foreign key, as for the other ids of this table: a second reference would make embedding ambiguous for clients.
  add column backfill_id uuid;
create index email_processing_logs_backfill on public.email_processing_logs (backfill_id) where backfill_id is not null;

alter table app.mailbox_models
  -- A training example was retracted; the model stays in use until it is trained again.
  add column is_stale boolean not null default false;

alter table public.email_folders
  -- When the user last changed the instructions; null: never.
  add column instructions_changed_at timestamptz;
create function app.note_changed_instructions() returns trigger language plpgsql as
$$ begin new.instructions_changed_at = now(); return new; end $$;
create trigger instructions_changed before update of instructions on public.email_folders for each row
  when (old.instructions is distinct from new.instructions) execute function app.note_changed_instructions();

-- Bulk undo: many messages return to the inbox by one request of the user.
create table app.bulk_undos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- The selection as requested: a day, a backfill, or a folder since its instructions changed.
  what jsonb not null check (jsonb_typeof(what) = 'object'),
  state text not null check (state in ('running', 'done', 'canceled')),
  -- Outlook does not answer, or the mailbox must be connected again.
  is_waiting boolean not null default false,
  -- The worker's claim: the token increases with each claim, and the database's clock says when it expires.
  token integer not null default 0,
  claimed_until timestamptz not null default '-infinity',
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null))
);
create unique index bulk_undos_running on app.bulk_undos (mailbox_id) where state = 'running';
create index bulk_undos_newest on app.bulk_undos (mailbox_id, started_at desc);
create index bulk_undos_user on app.bulk_undos (user_id);

create table app.bulk_undo_items (
  undo_id uuid not null references app.bulk_undos on delete cascade,
  log_id uuid not null references public.email_processing_logs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  -- Newest first.
  position integer not null,
  -- Null: pending.
  outcome text check (outcome in ('undone', 'back', 'moved', 'gone', 'refused', 'not_answered', 'canceled')),
  primary key (undo_id, log_id)
);
create index bulk_undo_items_open on app.bulk_undo_items (undo_id, position) where outcome is null;
create index bulk_undo_items_log on app.bulk_undo_items (log_id);
create index bulk_undo_items_user on app.bulk_undo_items (user_id);

alter table app.asked_moves
  -- Part of a bulk undo, which teaches less than a correction of a single message.
  add column undo_id uuid references app.bulk_undos on delete cascade;
create index asked_moves_undo on app.asked_moves (undo_id);

do $$
declare t text;
begin
  foreach t in array array['app.bulk_undos', 'app.bulk_undo_items'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
  end loop;
end $$;

-- Proposed instructions for folders without any, from their messages: addresses, domains, lists and single words.
create table app.instruction_proposals (
  folder_id uuid primary key references public.email_folders on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  instructions text not null check (length(instructions) between 1 and 4000),
  -- Number of messages examined, and how many of them the classifier assigns correctly when it has not learned them.
  mails integer not null check (mails > 0),
  found_again integer not null check (found_again between 0 and mails),
  dismissed_at timestamptz,
  made_at timestamptz not null
);
create index instruction_proposals_user on app.instruction_proposals (user_id);
create index instruction_proposals_mailbox on app.instruction_proposals (mailbox_id);
alter table app.instruction_proposals enable row level security;
alter table app.instruction_proposals force row level security;
create policy service on app.instruction_proposals to service_role using (true) with check (true);
grant select, insert, update, delete on app.instruction_proposals to service_role;

alter table public.mailboxes
  -- Until then messages are decided but not moved.
  add column preview_until timestamptz;
create index email_processing_logs_previewed on public.email_processing_logs (mailbox_id, processed_at)
  where status = 'left' and reason = 'preview';
