-- Corrections in the history can be retracted, as if they had never been made.
alter table public.email_processing_logs
  -- State before the latest correction: { "log": the columns that it changed, "corrections": what the message had
  -- taught before, "lesson": its latest training example or null }. Null where the correction was made in Outlook or by
  -- a bulk undo.
  add column before_correction jsonb check (jsonb_typeof(before_correction) = 'object');
alter table app.asked_moves
  -- Retracts the previous correction once the message is back in its folder.
  add column takes_back boolean not null default false,
  -- The move is a correction by the user; otherwise it only restores the previous folder.
  add column is_word boolean not null default true;
