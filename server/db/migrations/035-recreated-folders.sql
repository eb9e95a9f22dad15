-- A folder that was created again in Outlook has the settings of the earlier one: the bell says so.
alter table public.notifications
  add column folder_id uuid references public.email_folders (id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in',
    'limit_near', 'limit_reached', 'payment_failed', 'action_failed', 'actions_retried', 'sorted_while_away',
    'forward_address_requested', 'forward_address_confirmed', 'folder_recreated'));
create index notifications_folder on public.notifications (folder_id);
