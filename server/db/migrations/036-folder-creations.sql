-- Google Drive accepts two folders of one name: one worker at a time creates a folder of an account. A row exists while
-- a run creates it.
create table app.folder_creations (
  provider text not null check (provider in ('dropbox', 'google_drive', 'onedrive')),
  account_id text not null check (length(account_id) between 1 and 255),
  -- SHA-256 of the path.
  path_hash bytea not null check (octet_length(path_hash) = 32),
  run_id uuid not null references public.email_action_runs on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  claimed_until timestamptz not null,
  claim_node bigint not null,
  primary key (provider, account_id, path_hash)
);
create index folder_creations_run on app.folder_creations (run_id);
create index folder_creations_user on app.folder_creations (user_id);
alter table app.folder_creations enable row level security;
alter table app.folder_creations force row level security;
create policy service on app.folder_creations to service_role using (true) with check (true);
grant select, insert, update, delete on app.folder_creations to service_role;
