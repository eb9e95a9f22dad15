-- Automated actions for messages filed in Outlook, and withdrawal of a forward address.

alter table public.mailboxes
  -- The folder's actions also run for messages that the user or an Outlook rule files there.
  add column act_on_filed boolean not null default false,
  -- Since when; older messages are left alone.
  add column act_on_filed_since timestamptz;

alter table app.forward_addresses
  -- The recipient has withdrawn the address; only the recipient can confirm it again, with the same link.
  add column withdrawn_at timestamptz,
  add check (confirmed_at is null or withdrawn_at is null);
create index forward_addresses_unanswered on app.forward_addresses (asked_at) where confirmed_at is null and
  withdrawn_at is null;
