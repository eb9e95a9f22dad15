-- Actions after sorting, connected services, and the plans read from the user's prompts.

-- A service that the user connected. Tokens are encrypted; generation increases with each refresh, as in
-- app.mailbox_tokens.
create table app.service_connections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (provider in ('dropbox', 'google_drive', 'onedrive', 'teamleader')),
  -- The provider's id of the account; an address may change.
  account_id text not null check (length(account_id) between 1 and 255),
  provider_email text check (length(provider_email) <= 320),
  status text not null default 'active' check (status in ('active', 'needs_reauth')),
  access_token_sealed text not null,
  refresh_token_sealed text not null,
  scopes text not null,
  expires_at timestamptz not null,
  generation integer not null default 1,
  -- The service requested a pause until then.
  paused_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  unique (user_id, provider)
);

-- A connection in progress, from the click until the browser returns; used once.
create table app.connection_states (
  state_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null,
  provider text not null check (provider in ('dropbox', 'google_drive', 'onedrive', 'teamleader')),
  browser_hash bytea not null,
  code_verifier_sealed text not null,
  expires_at timestamptz not null
);
create index connection_states_user on app.connection_states (user_id);

-- Tokens still to be revoked at the provider, which did not answer when the user disconnected. No owner: the account
-- may be deleted by then.
create table app.service_revocations (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('dropbox', 'google_drive', 'onedrive', 'teamleader')),
  token_sealed text not null,
  attempts integer not null default 0,
  created_at timestamptz not null
);

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check
  check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in', 'limit_near', 'limit_reached', 'action_failed',
    'sorted_while_away'));
alter table public.notifications
  -- The service, where the notification is about one.
  add column provider text check (provider in ('dropbox', 'google_drive', 'onedrive', 'teamleader'));

alter table public.mailboxes
  -- All automated actions of the mailbox wait.
  add column actions_paused boolean not null default false;

-- Every saved configuration has a version: an effect belongs to a message, a folder action and a version of its
-- configuration.
alter table public.email_folder_actions add column config_version integer not null default 1;
create function app.count_config_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.config_version := old.config_version + 1;
  return new;
end $$;
create trigger count_config_version before update of config on public.email_folder_actions
  for each row when (new.config is distinct from old.config) execute function app.count_config_version();

-- Runs of actions: one row per message, folder action and configuration version, so that an effect happens at most
-- once.
create table public.email_action_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  log_id uuid not null references public.email_processing_logs on delete cascade,
  -- Null once the action was removed from the folder; its runs stay in the history.
  folder_action_id uuid references public.email_folder_actions on delete set null,
  action_type text not null,
  config_version integer not null,
  action_order integer not null check (action_order > 0),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'skipped', 'failed')),
  -- A code of contract/action-runs.ts; null while it waits or runs.
  reason text check (length(reason) <= 40),
  -- Results: [{ "kind": "draft" | "forward" | "file" | "contact" | "deal" | …, "label": …, "url": … | null }]
  effects jsonb not null default '[]' check (jsonb_typeof(effects) = 'array' and jsonb_array_length(effects) <= 100),
  -- Files that were read or left out, in one short text.
  note text check (length(note) <= 1000),
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (log_id, folder_action_id, config_version),
  check ((status in ('done', 'skipped', 'failed')) = (ended_at is not null)),
  check ((ended_at is null) or reason is not null)
);
create index email_action_runs_log on public.email_action_runs (log_id, action_order);
create index email_action_runs_user on public.email_action_runs (user_id, created_at desc);
create index email_action_runs_mailbox on public.email_action_runs (mailbox_id);
create index email_action_runs_action on public.email_action_runs (folder_action_id);

-- Progress of a run, written before each call that has an effect, so that the next worker looks before it repeats a
-- call.
create table app.action_progress (
  run_id uuid primary key references public.email_action_runs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  -- An agent stores the results of up to ten steps, each with up to a hundred files and their links.
  progress jsonb not null check (pg_column_size(progress) <= 4194304),
  updated_at timestamptz not null default now()
);
create index action_progress_user on app.action_progress (user_id);

-- Messages with unfinished actions. One worker at a time holds the claim: its token increases with each claim, and the
-- database's clock says when it expires.
create table app.mails_to_act_on (
  log_id uuid primary key references public.email_processing_logs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  token integer not null default 0,
  claimed_until timestamptz not null default '-infinity',
  -- Attempts of the next action, and since when; both are reset for each action and after each pause.
  attempts integer not null default 0,
  trying_since timestamptz,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index mails_to_act_on_due on app.mails_to_act_on (next_attempt_at);
create index mails_to_act_on_user on app.mails_to_act_on (user_id);
create index mails_to_act_on_mailbox on app.mails_to_act_on (mailbox_id, next_attempt_at);

-- The operator's switch that stops all effects of all users at once (one row).
create table app.automation_switch (
  id boolean primary key default true check (id),
  stopped boolean not null default false,
  changed_at timestamptz not null default now()
);
insert into app.automation_switch default values;

-- Every attachment that an action examined, written before any upload: this prevents a second copy.
create table app.stored_attachments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  run_id uuid not null references public.email_action_runs on delete cascade,
  -- The step of an agent's plan, which may store in several places; 0 for a storing action.
  step integer not null default 0 check (step >= 0),
  provider text not null check (provider in ('dropbox', 'google_drive', 'onedrive')),
  -- The account at the service: the same file may be stored again in another account.
  account_id text not null,
  attachment_id text not null,
  name text not null check (length(name) between 1 and 255),
  folder_path text not null check (length(folder_path) <= 1000),
  size bigint check (size >= 0),
  content_sha256 bytea check (octet_length(content_sha256) = 32),
  state text not null check (state in ('claimed', 'uploading', 'done', 'skipped', 'failed')),
  reason text check (length(reason) <= 40),
  -- The service's id and link of the file.
  remote_id text,
  url text check (length(url) <= 2000),
  -- Position of an upload session; encrypted, because its URL grants access.
  session_sealed text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (run_id, step, attachment_id)
);
create index stored_attachments_content on app.stored_attachments (user_id, provider, account_id, content_sha256);
create index stored_attachments_mailbox on app.stored_attachments (mailbox_id);

-- Addresses that a user forwards to. A link sent to the address confirms it before the first forward.
create table app.forward_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Normalised for comparison: lower case.
  address text not null check (length(address) <= 254),
  token_hash bytea unique,
  token_expires_at timestamptz,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  unique (user_id, address)
);

-- An authorization that extends the permissions of a connected mailbox; it must return with the same account.
alter table app.oauth_states
  add column mailbox_id uuid references public.mailboxes on delete cascade,
  -- Whether it requests the permission to send.
  add column sending boolean not null default false;
create index oauth_states_mailbox on app.oauth_states (mailbox_id);

-- The plan that an action runs, read from the user's own prompt when it was saved, for one version of the
-- configuration. Text of a message never changes a plan.
create table app.action_plans (
  folder_action_id uuid primary key references public.email_folder_actions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  config_version integer not null,
  plan jsonb not null check (jsonb_typeof(plan) = 'object' and pg_column_size(plan) <= 32768),
  plan_hash bytea not null check (octet_length(plan_hash) = 32),
  made_by text not null check (made_by in ('parser', 'model')),
  created_at timestamptz not null
);
create index action_plans_user on app.action_plans (user_id);

-- The plan that was read from a prompt, so that saving stores exactly the plan that was shown.
create table app.prompt_analyses (
  user_id uuid not null references auth.users on delete cascade,
  prompt_hash bytea not null check (octet_length(prompt_hash) = 32),
  plan jsonb not null check (jsonb_typeof(plan) = 'object' and pg_column_size(plan) <= 32768),
  made_by text not null check (made_by in ('parser', 'model')),
  created_at timestamptz not null,
  primary key (user_id, prompt_hash)
);

do $$
declare t text;
begin
  foreach t in array array['app.service_connections', 'app.connection_states', 'app.service_revocations',
    'public.email_action_runs',
                           'app.action_progress', 'app.mails_to_act_on', 'app.automation_switch',
                             'app.stored_attachments',
                           'app.forward_addresses', 'app.action_plans', 'app.prompt_analyses'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
  end loop;
end $$;
grant select on public.email_action_runs to authenticated;
create policy owner_reads on public.email_action_runs for select to authenticated using (user_id = (select auth.uid()));
