-- Decisions: whether a folder's instructions or learned messages decided, and the messages that are left for review
-- because the two contradict each other or because the sender is unknown.
alter table public.email_processing_logs
  -- What the decision is due to; null where neither decided, and in older rows. A later correction keeps it.
  add column decision_basis text check (decision_basis in ('instructions', 'learning')),
  -- The second folder that the review offers. Without a foreign key, like `runner_up_folder_id`.
  add column second_choice_folder_id uuid;
alter table public.email_processing_logs drop constraint email_processing_logs_reason_check;
alter table public.email_processing_logs add constraint email_processing_logs_reason_check
  check (reason in ('sorted', 'limit', 'known_person', 'no_match', 'low_confidence', 'name_only', 'instructions_pasted',
    'instructions_conflict', 'model_invalid', 'model_down', 'budget', 'auth', 'gone', 'user_moved', 'disabled',
    'poison', 'too_large', 'own_mail', 'preview'));
