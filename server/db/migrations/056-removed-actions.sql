-- Compatible from 050
-- The base folder of a storing action that its owner removed through `/rest/v1`. Where the action is added again with
-- another one, or without any, the owner is notified (server/actions/configuration/table-write-duties.ts).
create table app.removed_base_folders (
  folder_id uuid not null references public.email_folders on delete cascade,
  action_id uuid not null references public.email_actions,
  user_id uuid not null references auth.users on delete cascade,
  -- Null where a prompt named a folder too.
  base_path text,
  primary key (folder_id, action_id)
);
create index removed_base_folders_user on app.removed_base_folders (user_id);
create index removed_base_folders_action on app.removed_base_folders (action_id);
alter table app.removed_base_folders enable row level security;
alter table app.removed_base_folders force row level security;
create policy service on app.removed_base_folders to service_role using (true) with check (true);
grant select, insert, update (base_path) on app.removed_base_folders to service_role;

-- A setting of the transaction, like that of `app.note_written_action`.
create function app.note_action_row() returns trigger language plpgsql set search_path = '' as
$$
declare
  changed record := coalesce(new, old);
  noted jsonb := coalesce(nullif(current_setting('request.action_rows', true), ''), '[]');
begin
  perform set_config('request.action_rows', (noted || jsonb_build_array(jsonb_build_object('change', lower(tg_op),
    'id', changed.id, 'folderId', changed.folder_id, 'actionId', changed.action_id,
    'basePath', coalesce(changed.config ->> 'baseFolderPath', ''),
    'hasPrompt', concat(changed.config ->> 'prompt', changed.config ->> 'instructions') <> '')))::text, true);
  return null;
end $$;
create trigger note_row after insert or delete on public.email_folder_actions for each row
  when (current_user = 'authenticated') execute function app.note_action_row();
