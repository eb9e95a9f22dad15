-- Mailboxes, their folders, and the state of their synchronisation with Outlook.
create table public.mailboxes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null default 'Primary Mailbox' check (length(name) between 1 and 255),
  email_address text not null,
  provider text not null default 'microsoft' check (provider in ('microsoft')),
  -- Tenant and object id at Microsoft Entra identify a mailbox; an address may change or pass to another user.
  provider_tenant_id text not null,
  provider_account_id text not null,
  status text not null default 'active' check (status in ('active', 'reauth_required', 'unavailable')),
  real_time boolean not null default false,
  -- A message below this confidence stays in the inbox.
  confidence_threshold double precision not null default 0.6 check (confidence_threshold between 0 and 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_tenant_id, provider_account_id)
);
create index mailboxes_user on public.mailboxes (user_id);
create trigger touch before update on public.mailboxes for each row execute function app.touch_updated_at();

create table public.email_folders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- folder_name is Outlook's name; display_name is the path below the root of the mailbox ("Work/Invoices").
  folder_name text not null check (length(folder_name) between 1 and 255),
  display_name text not null,
  provider_folder_id text,
  parent_folder_id uuid references public.email_folders on delete set null,
  instructions text not null default '' check (length(instructions) <= 4000),
  active boolean not null default true,
  include_in_ai boolean not null default true,
  is_custom boolean not null default false,
  -- Created while Outlook was unreachable; the next sync creates it there. Never set for a folder that the user deleted
  -- in Outlook.
  awaits_outlook boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (mailbox_id, provider_folder_id),
  check (is_custom = (provider_folder_id is null)),
  check (is_custom or not awaits_outlook)
);
create index email_folders_user on public.email_folders (user_id);
create index email_folders_by_name on public.email_folders (mailbox_id, folder_name);
create index email_folders_parent on public.email_folders (parent_folder_id);
create unique index email_folders_custom_name on public.email_folders (mailbox_id, lower(folder_name)) where is_custom;
create trigger touch before update on public.email_folders for each row execute function app.touch_updated_at();

-- Tokens are encrypted with authentication; the key id is inside. generation increases with each refresh, so that a
-- late worker cannot overwrite a newer pair.
create table app.mailbox_tokens (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  access_token_sealed text not null,
  refresh_token_sealed text not null,
  scopes text not null,
  expires_at timestamptz not null,
  generation integer not null default 1,
  updated_at timestamptz not null default now()
);
create index mailbox_tokens_user on app.mailbox_tokens (user_id);

-- An authorization in progress. The state itself is only in the browser; this table holds its SHA-256 hash.
create table app.oauth_states (
  state_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null,
  provider text not null,
  browser_hash bytea not null,
  code_verifier_sealed text not null,
  nonce_hash bytea not null,
  mailbox_name text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oauth_states_user on app.oauth_states (user_id);

-- At most one live Graph subscription per mailbox.
create table app.graph_subscriptions (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  provider_subscription_id text not null unique,
  client_state_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now()
);
create index graph_subscriptions_user on app.graph_subscriptions (user_id);

-- Work state of a mailbox: lease with fencing token, delta link, time of the last catch-up.
create table app.mailbox_work (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  lease_token bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  -- The node that holds the lease (its key among the advisory locks, see server/db/presence.ts). The lease of a dead
  -- node is free immediately.
  lease_node bigint,
  -- No call to Graph before this time, after 429 or 503.
  paused_until timestamptz not null default '-infinity',
  -- Outlook's id of the inbox; it never changes.
  inbox_folder_id text,
  delta_link text,
  caught_up_until timestamptz,
  folders_synced_at timestamptz,
  learned_at timestamptz
);
create index mailbox_work_user on app.mailbox_work (user_id);

-- Events of the webhook: one row per mailbox and message, so that duplicate notifications collapse.
create table app.inbox_events (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  message_id text not null check (length(message_id) between 1 and 512),
  user_id uuid not null references auth.users on delete cascade,
  seq bigint generated always as identity,
  source text not null check (source in ('notification', 'delta', 'manual')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (mailbox_id, message_id)
);
create index inbox_events_order on app.inbox_events (mailbox_id, due_at, seq);
create index inbox_events_user on app.inbox_events (user_id);

do $$
declare t text;
begin
  foreach t in array array['public.mailboxes', 'public.email_folders', 'app.mailbox_tokens', 'app.oauth_states',
                           'app.graph_subscriptions', 'app.mailbox_work', 'app.inbox_events'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
  end loop;
end $$;

grant select on public.mailboxes, public.email_folders to authenticated;
create policy owner_reads on public.mailboxes for select to authenticated using (user_id = (select auth.uid()));
create policy owner_reads on public.email_folders for select to authenticated using (user_id = (select auth.uid()));
grant update (active, include_in_ai, instructions) on public.email_folders to authenticated;
create policy owner_changes on public.email_folders for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
