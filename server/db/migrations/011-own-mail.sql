-- Emails that we sent and that arrive in a sorted mailbox stay in its inbox.
alter table public.email_processing_logs drop constraint email_processing_logs_reason_check;
alter table public.email_processing_logs add constraint email_processing_logs_reason_check
  check (reason in ('sorted', 'limit', 'no_match', 'low_confidence', 'model_invalid', 'model_down', 'budget', 'auth',
                    'gone', 'user_moved', 'disabled', 'poison', 'too_large', 'own_mail'));
