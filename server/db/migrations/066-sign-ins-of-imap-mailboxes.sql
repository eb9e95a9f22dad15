-- Compatible from 065
-- Changes with each password that the server has accepted: runs that waited for it start again.
alter table app.imap_accounts add column sign_in_id uuid not null default gen_random_uuid();
