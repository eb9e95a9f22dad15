-- What the user has said of a mail in the history can be taken back, as if they had never said it.
alter table public.email_processing_logs
  -- What was so before their last word: { "log": the columns that it changed, this one too, "corrections": what they had taught by this mail,
  -- "lesson": its last one, null where it had taught none }. Null where the last word was not said in the history, or of many mails at once.
  add column before_correction jsonb check (jsonb_typeof(before_correction) = 'object');
alter table app.asked_moves
  -- The word before is forgotten, once the mail is in its place.
  add column takes_back boolean not null default false,
  -- The move is a word of the user's; else it only brings the mail back to where it was.
  add column is_word boolean not null default true;
