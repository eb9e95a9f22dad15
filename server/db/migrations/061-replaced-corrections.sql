-- Compatible from 060
-- The correction about this email that the press has replaced, for the undo: a picked example, or one of a press that
-- can no longer be undone. No time: none. No folder: the inbox. The folder may be deleted meanwhile.
alter table app.tidy_up_items
  add column replaced_folder_id uuid,
  add column replaced_created_at timestamptz;
