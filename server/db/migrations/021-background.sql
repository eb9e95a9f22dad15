-- What the mail of an inbox is like that nobody has filed: learning begins from it, and learning anew from the very same.
alter table app.mailbox_models
  -- A model that has met the newest mail of the inbox and learned nothing: features and counts, never text.
  add column background bytea,
  -- How many mails lay there, up to the most that are read.
  add column background_mails integer check (background_mails >= 0),
  -- Hash of the folders' names and instructions by which it was guessed where they would belong.
  add column background_folders text,
  add column background_made_at timestamptz,
  add check (num_nulls(background, background_mails, background_folders, background_made_at) in (0, 4));
