-- A folder that was deleted in Outlook: its email stays in the inbox and is not counted, and the bell offers to create
-- it again. Null for a custom folder that Outlook never had.
alter table public.email_folders add column deleted_in_outlook_at timestamptz;
-- Only a folder in Outlook is checked for moves by hand, and has email moved into it.
update public.email_folders f set deleted_in_outlook_at = now()
  where f.is_custom and not f.awaits_outlook
    and (exists (select from app.folder_delta_links d where d.folder_id = f.id)
      or exists (select from public.email_processing_logs l
        where l.target_folder_id = f.id and l.moved_at is not null));

alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mailbox_needs_sign_in', 'mailbox_unavailable',
    'connection_needs_sign_in', 'limit_near', 'limit_reached', 'payment_failed', 'action_failed', 'actions_retried',
    'sorted_while_away', 'forward_address_requested', 'forward_address_confirmed', 'folder_recreated',
    'folder_deleted', 'hourly_limit_reached', 'file_destination_changed'));
