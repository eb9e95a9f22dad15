-- Unread codes, notices about accounts and suspected phishing stay in the inbox, except in folders that take them.
alter table public.email_folders add column include_security_email boolean not null default false;
grant update (include_security_email) on public.email_folders to authenticated;

drop trigger publish_change on public.email_folders;
create trigger publish_change after update of active, include_in_ai, include_security_email, instructions
  on public.email_folders for each row when (
    (old.active, old.include_in_ai, old.include_security_email, old.instructions)
      is distinct from (new.active, new.include_in_ai, new.include_security_email, new.instructions)
  ) execute function app.publish_folder_change();

alter table public.email_processing_logs drop constraint email_processing_logs_decided_by_check,
  add constraint email_processing_logs_decided_by_check check (decided_by in ('condition', 'correction', 'known_person',
    'security', 'classifier', 'model', 'user')),
  drop constraint email_processing_logs_reason_check,
  add constraint email_processing_logs_reason_check check (reason in ('sorted', 'assigned', 'limit', 'known_person',
    'no_match', 'low_confidence', 'name_only', 'instructions_pasted', 'instructions_conflict', 'model_invalid',
    'model_down', 'budget', 'auth', 'gone', 'user_moved', 'disabled', 'poison', 'too_large', 'own_mail', 'preview',
    'sign_in_code', 'account_security', 'phishing'));
