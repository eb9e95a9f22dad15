-- What a request through `/rest/v1` changed in the actions of folders, for the steps that the function `email-actions`
-- takes as well (server/actions/configuration/table-write-duties.ts): a setting of the transaction.
create function app.note_written_action() returns trigger language plpgsql set search_path = '' as
$$
declare
  noted jsonb := coalesce(nullif(current_setting('request.written_actions', true), ''), '[]');
begin
  perform set_config('request.written_actions', (noted || jsonb_build_array(jsonb_build_object('id', new.id,
    'change', tg_argv[0], 'formerBasePath',
    case when tg_op = 'UPDATE' then old.config ->> 'baseFolderPath' end)))::text, true);
  return null;
end $$;
create trigger note_added after insert on public.email_folder_actions for each row
  when (current_user = 'authenticated' and new.config <> '{}') execute function app.note_written_action('configured');
-- Also where the configuration is the same: the steps of the first request may not have been finished.
create trigger note_configured after update of config on public.email_folder_actions for each row
  when (current_user = 'authenticated') execute function app.note_written_action('configured');
create trigger note_switched_on after update of is_active on public.email_folder_actions for each row
  when (current_user = 'authenticated' and new.is_active and not old.is_active)
  execute function app.note_written_action('switched_on');

alter table public.notifications
  -- Where an action stores files, where the notification is about that.
  add column destination text check (length(destination) <= 1000),
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in',
    'limit_near', 'limit_reached', 'payment_failed', 'action_failed', 'actions_retried', 'sorted_while_away',
    'forward_address_requested', 'forward_address_confirmed', 'folder_recreated', 'hourly_limit_reached',
    'file_destination_changed'));
