-- How email is filed into a folder: it is moved, it stays in the inbox with a category that is named like the folder,
-- or both. An email that was filed by a category alone is in the inbox. An older program would take
-- that for a return by the user: all nodes stop for this version.
alter table public.email_folders
  add column filing text not null default 'move' check (filing in ('move', 'tag', 'both')),
  add column mark_as_read boolean not null default false,
  add column set_flag boolean not null default false;
grant update (filing, mark_as_read, set_flag) on public.email_folders to authenticated;

create or replace trigger publish_change
  after update of active, include_in_ai, include_security_email, instructions, file_when, file_delay_minutes,
    file_latest_hours, file_hours, filing, mark_as_read, set_flag
  on public.email_folders for each row when (
    (old.active, old.include_in_ai, old.include_security_email, old.instructions, old.file_when,
      old.file_delay_minutes, old.file_latest_hours, old.file_hours, old.filing, old.mark_as_read, old.set_flag)
    is distinct from (new.active, new.include_in_ai, new.include_security_email, new.instructions, new.file_when,
      new.file_delay_minutes, new.file_latest_hours, new.file_hours, new.filing, new.mark_as_read, new.set_flag)
  ) execute function app.publish_folder_change();

-- `category`: what Mailroom has set on the email and takes off again with an undo.
alter table public.email_processing_logs
  add column stays_in_inbox boolean not null default false,
  add column category text check (length(category) <= 255);
create index email_processing_logs_tagged on public.email_processing_logs (mailbox_id, received_at)
  where stays_in_inbox and status = 'processed';

alter table app.requested_moves
  add column stays_in_inbox boolean not null default false,
  add column category text,
  add column former_categories jsonb not null default '[]' check (jsonb_typeof(former_categories) = 'array');

alter table app.imap_accounts add column takes_keywords boolean not null default true;
