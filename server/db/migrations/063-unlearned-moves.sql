-- Moves by hand of which so many came at once that nothing was learned from them until the user decides. A dismissed
-- row keeps its message out of training.
create table app.unlearned_moves (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  message_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  -- Where the message was moved to. Null: the inbox.
  folder_id uuid references public.email_folders on delete cascade,
  received_at timestamptz,
  found_at timestamptz not null,
  is_dismissed boolean not null default false,
  primary key (mailbox_id, message_id)
);
create index unlearned_moves_folder on app.unlearned_moves (folder_id, mailbox_id);
create index unlearned_moves_user on app.unlearned_moves (user_id);
alter table app.unlearned_moves enable row level security;
alter table app.unlearned_moves force row level security;
create policy service on app.unlearned_moves to service_role using (true) with check (true);
grant select, insert, update, delete on app.unlearned_moves to service_role;

alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mailbox_needs_sign_in', 'mailbox_unavailable',
    'connection_needs_sign_in', 'limit_near', 'limit_reached', 'payment_failed', 'action_failed', 'actions_retried',
    'sorted_while_away', 'forward_address_requested', 'forward_address_confirmed', 'folder_recreated',
    'folder_deleted', 'hourly_limit_reached', 'file_destination_changed', 'mass_move'));
