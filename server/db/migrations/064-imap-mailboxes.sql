-- An older program does not know mailboxes at mail servers: all nodes stop for this version.

-- The mail servers of an IMAP mailbox, and the sign-in to them.
create table app.imap_accounts (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  imap_host text not null,
  imap_port integer not null,
  imap_security text not null check (imap_security in ('tls', 'starttls')),
  smtp_host text not null,
  smtp_port integer not null,
  smtp_security text not null check (smtp_security in ('tls', 'starttls')),
  user_name text not null,
  password_sealed text not null,
  -- Incremented with each new password.
  generation integer not null default 1,
  updated_at timestamptz not null default now()
);
create index imap_accounts_user on app.imap_accounts (user_id);

-- Folders of IMAP mailboxes, by ids of ours: a path changes when a folder is renamed.
create table app.imap_folders (
  id text primary key default gen_random_uuid()::text,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  path text not null,
  -- As in `MailFolder`; null for the folders of the user.
  use text,
  parent_id text,
  -- Null: it only contains other folders.
  uid_validity bigint,
  -- The messages before it were looked at, or were there when the folder was first seen.
  uid_next bigint not null default 1,
  messages integer not null default 0,
  -- Its UIDNEXT when real-time sorting was switched on: what is before it is no new email.
  baseline_uid bigint,
  -- False: missing when the folders were read last. It may be renamed, or come back.
  is_listed boolean not null default true,
  -- How often its UIDVALIDITY has changed in the day that began at this time.
  resets integer not null default 0,
  reset_at timestamptz not null default '-infinity',
  unique (mailbox_id, path) deferrable initially deferred
);
create index imap_folders_user on app.imap_folders (user_id);

-- Messages of IMAP mailboxes that were seen, by ids of ours: a move changes folder and UID.
create table app.imap_messages (
  id text primary key default gen_random_uuid()::text,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  -- Where it was last; null: it was missing there.
  folder_id text references app.imap_folders on delete set null,
  uid_validity bigint not null,
  uid bigint not null,
  -- EMAILID, X-GM-MSGID or X-GUID: the server's own id, which a move keeps.
  email_id text,
  -- Hash of what a move keeps. Several messages may have the same.
  hint_hash text not null,
  -- It was in another place before: the user has moved it here, or we have. Else it was delivered or copied here.
  is_moved boolean not null default false,
  -- It was known before its folder got another UIDVALIDITY: it is no news.
  is_old boolean not null default false,
  -- A move that was requested and whose outcome is not known yet: the target, and its UIDNEXT before it.
  moving_to text references app.imap_folders on delete set null,
  moving_uid_next bigint,
  -- A draft of ours that is being sent, whose outcome is not known yet; `sent` once the server has accepted it.
  sending text check (sending in ('sending', 'sent')),
  missing_since timestamptz
);
create unique index imap_messages_place on app.imap_messages (folder_id, uid_validity, uid);
create index imap_messages_email_id on app.imap_messages (mailbox_id, email_id);
create index imap_messages_hint_hash on app.imap_messages (mailbox_id, hint_hash);
create index imap_messages_moving on app.imap_messages (moving_to) where moving_to is not null;
create index imap_messages_user on app.imap_messages (user_id);

-- Which node has the connections of a mailbox: one for work, one that waits for news.
create table app.imap_connections (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  work_node bigint,
  work_until timestamptz not null default '-infinity',
  -- Until then another node waits for the connection.
  work_wanted_until timestamptz not null default '-infinity',
  watch_node bigint,
  watch_until timestamptz not null default '-infinity',
  -- The password of this generation was refused first at this time.
  refused_generation integer,
  refused_at timestamptz
);
create index imap_connections_user on app.imap_connections (user_id);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['imap_accounts', 'imap_folders', 'imap_messages', 'imap_connections'] loop
    execute format('alter table app.%I enable row level security', table_name);
    execute format('alter table app.%I force row level security', table_name);
    execute format('create policy service on app.%I to service_role using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on app.%I to service_role', table_name);
  end loop;
end $$;

alter table public.mailboxes drop constraint mailboxes_provider_check;
alter table public.mailboxes add constraint mailboxes_provider_check check (provider in ('microsoft', 'imap'));
