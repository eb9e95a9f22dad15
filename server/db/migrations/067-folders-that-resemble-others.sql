-- Compatible from 065
-- Another folder of the mailbox is the one for such email, and the name of this one says the same: it is left out of
-- sorting until the user switches it on.
alter table public.email_folders
  add column resembles text check (resembles in ('drafts', 'sent', 'deleted', 'junk'));
