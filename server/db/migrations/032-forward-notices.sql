-- The owner is told of each forward address; the audit log names what an entry is about.
alter table auth.audit_log_entries
  -- The destination, base folder or address that was set.
  add column detail text check (length(detail) <= 400);

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check
  check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in', 'limit_near', 'limit_reached', 'payment_failed',
    'action_failed', 'sorted_while_away', 'forward_address_requested', 'forward_address_confirmed'));
alter table public.notifications
  -- The forward address, where the notification is about one.
  add column address text check (length(address) <= 254);

-- A local part has at most 64 characters (RFC 5321, section 4.5.3.1.1), and mail is not forwarded to the user's own
-- mailboxes.
create function app.check_forward_destination() returns trigger language plpgsql set search_path = '' as
$$
declare
  destination text := lower(new.config ->> 'destination_email');
begin
  if length(split_part(destination, '@', 1)) > 64 then
    raise exception 'The setting "destination_email" is no address' using errcode = '23514';
  end if;
  if exists (select from public.mailboxes m
             where m.user_id = new.user_id and lower(m.email_address) = destination) then
    raise exception 'Mail cannot be forwarded to a mailbox that is connected here' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_forward_destination before insert or update of config on public.email_folder_actions for each row
  when (new.config ->> 'destination_email' <> '') execute function app.check_forward_destination();
