-- A run that failed because its account could not be used runs again once the user has signed in to that account.

-- Changes with each sign-in of the user; a refresh of the tokens leaves it unchanged.
alter table app.service_connections add column sign_in_id uuid not null default gen_random_uuid();
alter table app.mailbox_tokens add column sign_in_id uuid not null default gen_random_uuid();

alter table public.email_action_runs
  -- The account whose refusal ended the run: the mailbox of the message, or a connected service of the user.
  add column blocked_by text check (blocked_by in ('mailbox', 'dropbox', 'google_drive', 'onedrive', 'teamleader')),
  -- Its sign-in when the attempt began; null where there was none. Another sign-in since then may succeed.
  add column blocked_sign_in_id uuid,
  add check (blocked_by is null or status = 'failed');
create index email_action_runs_blocked on public.email_action_runs (user_id, blocked_by, created_at)
  where blocked_by is not null;

-- Runs that have failed so far wait for the next sign-in, whatever was renewed meanwhile.
update public.email_action_runs r set blocked_by = case
    when r.reason in ('mailbox_needs_sign_in', 'sending_not_allowed') then 'mailbox'
    else replace(r.action_type, 'store_attachment_', '') end
  where r.status = 'failed' and (r.reason in ('mailbox_needs_sign_in', 'sending_not_allowed')
    or (r.reason in ('not_connected', 'connection_needs_sign_in', 'permission_missing')
      and r.action_type in ('store_attachment_dropbox', 'store_attachment_google_drive', 'store_attachment_onedrive')));
update public.email_action_runs r set blocked_sign_in_id = t.sign_in_id
  from app.mailbox_tokens t where r.blocked_by = 'mailbox' and t.mailbox_id = r.mailbox_id;
update public.email_action_runs r set blocked_sign_in_id = c.sign_in_id
  from app.service_connections c where c.user_id = r.user_id and c.provider = r.blocked_by;

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check
  check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in', 'limit_near', 'limit_reached', 'payment_failed',
    'action_failed', 'actions_retried', 'sorted_while_away', 'forward_address_requested',
    'forward_address_confirmed'));
