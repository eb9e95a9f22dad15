-- Baseline: document frequencies of the inbox's unlabelled messages. Training starts from it.
alter table app.mailbox_models
  -- A model that has observed the newest messages of the inbox and learned nothing: features and counts, never text.
  add column background bytea,
  -- Number of messages in the inbox, up to the maximum that is read.
  add column background_mails integer check (background_mails >= 0),
  -- Hash of the folders' names and instructions that the baseline was computed with.
  add column background_folders text,
  add column background_made_at timestamptz,
  add check (num_nulls(background, background_mails, background_folders, background_made_at) in (0, 4));
