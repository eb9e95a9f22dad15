-- The history of mail of which an action failed: few runs have, and without this all mail of a person is asked about its runs.
create index email_action_runs_failed on public.email_action_runs (user_id, log_id) where status = 'failed';
