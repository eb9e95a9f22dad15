-- E-mails of ours that arrive in a mailbox which we sort stay in its inbox.
alter table public.email_processing_logs drop constraint email_processing_logs_reason_check;
alter table public.email_processing_logs add constraint email_processing_logs_reason_check
  check (reason in ('sorted', 'limit', 'no_match', 'low_confidence', 'model_invalid', 'model_down', 'budget', 'auth',
                    'gone', 'user_moved', 'disabled', 'poison', 'too_large', 'own_mail'));
