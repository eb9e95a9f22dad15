-- An email that is decided for a folder without a counterpart in Outlook is assigned to it, not moved.
alter table public.email_processing_logs drop constraint email_processing_logs_reason_check;
alter table public.email_processing_logs add constraint email_processing_logs_reason_check check (reason in ('sorted',
  'assigned', 'limit', 'known_person', 'no_match', 'low_confidence', 'name_only', 'instructions_pasted',
  'instructions_conflict', 'model_invalid', 'model_down', 'budget', 'auth', 'gone', 'user_moved', 'disabled', 'poison',
  'too_large', 'own_mail', 'preview'));
update public.email_processing_logs set reason = 'assigned'
  where status = 'processed' and reason = 'sorted' and moved_at is null and corrected_at is null;
