-- Compatible from 048
-- Pages write folders and their actions through /rest/v1, where no code of ours runs that could tell the other windows.
-- The text is the one of `publishLiveEvent`: PostgreSQL sends equal notifications of a transaction once.
create function app.publish_folder_change() returns trigger language plpgsql set search_path = '' as $$
declare
  changed record := coalesce(new, old);
  mailbox_id uuid;
begin
  if tg_table_name = 'email_folders' then
    mailbox_id := changed.mailbox_id;
  else
    select f.mailbox_id into mailbox_id from public.email_folders f where f.id = changed.folder_id;
  end if;
  -- Null while the folder itself is being deleted.
  if mailbox_id is not null then
    perform pg_notify('mailroom_live', format(
      '{"userId":"%s","event":{"type":"folders","mailboxId":"%s"}}', changed.user_id, mailbox_id));
  end if;
  return null;
end $$;

create trigger publish_change after update of active, include_in_ai, instructions on public.email_folders
  for each row when (
    (old.active, old.include_in_ai, old.instructions) is distinct from (new.active, new.include_in_ai, new.instructions)
  ) execute function app.publish_folder_change();
create trigger publish_addition after insert or delete on public.email_folder_actions
  for each row execute function app.publish_folder_change();
create trigger publish_change after update of action_order, config, is_active on public.email_folder_actions
  for each row when (
    (old.action_order, old.config, old.is_active) is distinct from (new.action_order, new.config, new.is_active)
  ) execute function app.publish_folder_change();
