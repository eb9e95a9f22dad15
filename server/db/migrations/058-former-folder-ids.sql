-- Compatible from 050
-- The id that a folder had in Outlook before it was deleted there. A folder keeps it in Deleted Items, so one that is
-- moved out again, to any place, is the same folder.
alter table public.email_folders add column former_provider_folder_id text;
