-- Automated actions of folders, the processing log, and the state of the classifier.
create table public.email_actions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null default '',
  action_type text not null unique,
  created_at timestamptz not null default now()
);

create table public.email_folder_actions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  folder_id uuid not null references public.email_folders on delete cascade,
  action_id uuid not null references public.email_actions,
  is_active boolean not null default true,
  action_order integer not null check (action_order > 0),
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 16384),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (folder_id, action_id)
);
create index email_folder_actions_order on public.email_folder_actions (folder_id, action_order);
create index email_folder_actions_user on public.email_folder_actions (user_id);
create index email_folder_actions_action on public.email_folder_actions (action_id);
create trigger touch before update on public.email_folder_actions for each row execute function app.touch_updated_at();

-- The processing log. A message key (mailbox, immutable id) has exactly one row, which also carries the monthly count;
-- status is 'processing' until the message reaches a terminal state.
create table public.email_processing_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  message_id text not null,
  internet_message_id text,
  conversation_id text,
  subject text,
  from_address text,
  from_name text,
  received_at timestamptz,
  processed_at timestamptz not null default now(),
  status text not null check (status in ('processing', 'processed', 'left', 'limit_reached', 'failed')),
  target_folder_id uuid references public.email_folders on delete set null,
  classification_confidence double precision check (classification_confidence between 0 and 1),
  decided_by text check (decided_by in ('correction', 'classifier', 'model')),
  reason text check (reason in ('sorted', 'limit', 'no_match', 'low_confidence', 'model_invalid', 'model_down',
    'budget', 'auth',
                                'gone', 'user_moved', 'disabled', 'poison', 'too_large')),
  explanation text check (length(explanation) <= 500),
  -- The month that it was counted in; null when it does not count (failed, limit_reached).
  counted_month date,
  -- When Outlook confirmed the move; null for messages left in place and for custom folders.
  moved_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique (mailbox_id, message_id),
  check ((status = 'processing') or reason is not null)
);
create index email_processing_logs_newest on public.email_processing_logs (user_id, processed_at desc);
create index email_processing_logs_mailbox_newest on public.email_processing_logs (mailbox_id, processed_at desc);
create index email_processing_logs_target on public.email_processing_logs (target_folder_id);

-- State of the classifier: features and counts, never text. One row per mailbox; rebuilt when the version changes.
create table app.mailbox_models (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  version integer not null,
  state bytea not null,
  learned_mails integer not null default 0,
  updated_at timestamptz not null default now()
);
create index mailbox_models_user on app.mailbox_models (user_id);

-- Filed messages that the model has learned, and as which folder: training can be repeated without learning twice.
create table app.learned_messages (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  message_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  folder_id uuid not null references public.email_folders on delete cascade,
  primary key (mailbox_id, message_id)
);
create index learned_messages_user on app.learned_messages (user_id);
create index learned_messages_folder on app.learned_messages (folder_id);

-- What the user taught by moving a sorted message, for an exact sender or list; folder_id null = keep in the inbox.
create table app.corrections (
  id uuid primary key default gen_random_uuid(),
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  message_id text not null,
  kind text not null check (kind in ('sender', 'list')),
  value text not null,
  folder_id uuid references public.email_folders on delete cascade,
  created_at timestamptz not null default now(),
  unique (mailbox_id, message_id, kind)
);
create index corrections_lookup on app.corrections (mailbox_id, kind, value, created_at desc);
create index corrections_user on app.corrections (user_id);
create index corrections_folder on app.corrections (folder_id);

do $$
declare t text;
begin
  foreach t in array array['public.email_actions', 'public.email_folder_actions', 'public.email_processing_logs',
                           'app.mailbox_models', 'app.learned_messages', 'app.corrections'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
  end loop;
end $$;

grant select on public.email_actions to authenticated;
create policy everybody_reads on public.email_actions for select to authenticated using (true);

grant select on public.email_processing_logs to authenticated;
create policy owner_reads on public.email_processing_logs for select to authenticated
  using (user_id = (select auth.uid()));

-- Ownership is checked through folder, mailbox and user, for the old row and the new row.
grant select, delete on public.email_folder_actions to authenticated;
grant insert (folder_id, action_id, is_active, action_order, config) on public.email_folder_actions to authenticated;
grant update (is_active, action_order, config) on public.email_folder_actions to authenticated;
create policy owner_reads on public.email_folder_actions for select to authenticated
  using (user_id = (select auth.uid()));
create policy owner_removes on public.email_folder_actions for delete to authenticated
  using (user_id = (select auth.uid()));
create policy owner_adds on public.email_folder_actions for insert to authenticated with check (
  user_id = (select auth.uid())
  and exists (select from public.email_folders f where f.id = folder_id and f.user_id = (select auth.uid())));
create policy owner_changes on public.email_folder_actions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Allowed keys of an action's configuration. Writes over the tables protocol pass no other check.
create table app.action_config_keys (
  action_type text not null,
  key text not null,
  kind text not null check (kind in ('text', 'flag', 'count', 'address')),
  lowest integer,
  highest integer,
  primary key (action_type, key),
  check ((kind = 'count') = (lowest is not null and highest is not null))
);
insert into app.action_config_keys (action_type, key, kind, lowest, highest) values
  ('draft_reply', 'tone', 'text', null, null),
  ('draft_reply', 'responseLength', 'text', null, null),
  ('draft_reply', 'includeGreeting', 'flag', null, null),
  ('draft_reply', 'includeSignature', 'flag', null, null),
  ('draft_reply', 'instructions', 'text', null, null),
  ('draft_reply', 'includeFileContext', 'flag', null, null),
  ('draft_reply', 'dataSource', 'text', null, null),
  ('draft_reply', 'fileContextInstructions', 'text', null, null),
  ('draft_reply', 'maxFiles', 'count', 1, 5),
  ('draft_reply', 'maxContextLength', 'count', 500, 3000),
  ('forward_mail', 'destination_email', 'address', null, null),
  ('ai_agent_action', 'prompt', 'text', null, null),
  ('ai_agent_action', 'maxConnections', 'count', 1, 5),
  ('ai_agent_action', 'includeFileContext', 'flag', null, null),
  ('ai_agent_action', 'maxContextLength', 'count', 500, 10000);
insert into app.action_config_keys (action_type, key, kind)
select action_type, key, case key when 'preserveOriginalNames' then 'flag' else 'text' end
from unnest(array['store_attachment_dropbox', 'store_attachment_google_drive', 'store_attachment_onedrive',
  'store_google_drive']) action_type,
     unnest(array['provider', 'prompt', 'instructions', 'baseFolderPath', 'preserveOriginalNames']) key;

alter table app.action_config_keys enable row level security;
alter table app.action_config_keys force row level security;
grant select on app.action_config_keys to service_role, authenticated;
create policy everybody_reads on app.action_config_keys for select to service_role, authenticated using (true);

create function app.check_action_config() returns trigger language plpgsql set search_path = '' as $$
declare wrong text;
begin
  select e.key into wrong
  from jsonb_each(new.config) e
  left join app.action_config_keys k
    on k.key = e.key and k.action_type = (select action_type from public.email_actions where id = new.action_id)
  where case k.kind
    when 'text' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 4000
    when 'flag' then jsonb_typeof(e.value) = 'boolean'
    when 'count' then jsonb_typeof(e.value) = 'number' and (e.value #>> '{}')::numeric between k.lowest and k.highest
                      and (e.value #>> '{}')::numeric % 1 = 0
    -- Empty until the user has entered one; a forward without an address does not run.
    when 'address' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 254
                        and (e.value #>> '{}' = '' or e.value #>> '{}' ~
                          '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$')
    else false end is not true
  limit 1;
  if wrong is not null then
    raise exception 'The setting "%" does not belong to this action, or its value is not allowed', left(wrong, 60)
      using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_config before insert or update of config, action_id on public.email_folder_actions
  for each row execute function app.check_action_config();
