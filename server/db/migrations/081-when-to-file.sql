-- When sorted email is filed (contract/filing-time.ts). A folder without a time of its own follows its mailbox.
-- An older program reads no reason `delayed`: all nodes stop for this version.
alter table public.mailboxes
  add column file_when text not null default 'at_once'
    check (file_when in ('at_once', 'after_read', 'by_latest', 'at_hours')),
  add column file_delay_minutes integer not null default 5 check (file_delay_minutes between 0 and 60),
  add column file_latest_hours integer not null default 24 check (file_latest_hours between 1 and 168),
  add column file_hours integer[] not null default '{8,18}';
alter table public.email_folders
  add column file_when text check (file_when in ('at_once', 'after_read', 'by_latest', 'at_hours')),
  add column file_delay_minutes integer not null default 5 check (file_delay_minutes between 0 and 60),
  add column file_latest_hours integer not null default 24 check (file_latest_hours between 1 and 168),
  add column file_hours integer[] not null default '{8,18}';
alter table public.mailboxes add check (
  file_hours <@ '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'
    and array_ndims(file_hours) = 1 and cardinality(file_hours) between 1 and 4);
alter table public.email_folders add check (
  file_hours <@ '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'
    and array_ndims(file_hours) = 1 and cardinality(file_hours) between 1 and 4);
grant update (file_when, file_delay_minutes, file_latest_hours, file_hours) on public.email_folders to authenticated;

drop trigger publish_change on public.email_folders;
create trigger publish_change after update of active, include_in_ai, include_security_email, instructions, file_when,
    file_delay_minutes, file_latest_hours, file_hours
  on public.email_folders for each row when (
    (old.active, old.include_in_ai, old.include_security_email, old.instructions, old.file_when,
        old.file_delay_minutes, old.file_latest_hours, old.file_hours)
      is distinct from (new.active, new.include_in_ai, new.include_security_email, new.instructions, new.file_when,
        new.file_delay_minutes, new.file_latest_hours, new.file_hours)
  ) execute function app.publish_folder_change();

-- An email that is decided and waits in the inbox: `left` with the reason `delayed`, the folder is the runner-up.
alter table public.email_processing_logs
  -- Null: it is filed once the user has read it.
  add column file_at timestamptz,
  -- It is filed earlier once the user has read it.
  add column file_once_read boolean not null default false,
  add column read_at timestamptz,
  add column has_code boolean not null default false,
  -- The user wants it to be filed now.
  add column filing_requested boolean not null default false,
  drop constraint email_processing_logs_reason_check,
  add constraint email_processing_logs_reason_check check (reason in ('sorted', 'assigned', 'limit', 'known_person',
    'no_match', 'low_confidence', 'name_only', 'instructions_pasted', 'instructions_conflict', 'model_invalid',
    'model_down', 'budget', 'auth', 'gone', 'user_moved', 'disabled', 'poison', 'too_large', 'own_mail', 'preview',
    'sign_in_code', 'account_security', 'phishing', 'delayed'));
create index email_processing_logs_to_file on public.email_processing_logs (mailbox_id)
  where status = 'left' and reason = 'delayed';
