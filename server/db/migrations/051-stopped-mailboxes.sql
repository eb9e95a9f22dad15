-- Compatible from 050
-- Since when a mailbox has its status, while that is not 'active': an email about it belongs to this stop only.
alter table public.mailboxes add column stopped_at timestamptz;
