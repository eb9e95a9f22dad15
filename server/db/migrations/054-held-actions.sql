-- Compatible from 037
-- The email was filed although an unknown sender may have copied the folder's name or instructions: its actions wait
-- for the user.
alter table public.email_processing_logs add column actions_held boolean not null default false;
