-- Finds messages with a failed action: few runs fail, and without this index every message of the user would be
-- checked.
create index email_action_runs_failed on public.email_action_runs (user_id, log_id) where status = 'failed';
