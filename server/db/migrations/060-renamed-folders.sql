-- Compatible from 059
-- When a folder or one above it was renamed: the classifier then reads the unlabelled email of the inbox again, as
-- after changed instructions.
alter table public.email_folders add column renamed_at timestamptz;

create function app.set_renamed_at() returns trigger language plpgsql
  as $$ begin new.renamed_at = now(); return new; end $$;

create trigger set_renamed_at before update of folder_name, path on public.email_folders
  for each row when (old.folder_name is distinct from new.folder_name or old.path is distinct from new.path)
  execute function app.set_renamed_at();
