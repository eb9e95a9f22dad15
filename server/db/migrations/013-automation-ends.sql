-- Automated actions: the ends that were open.

alter table public.mailboxes
  -- A folder's actions run, too, for mail that the user or a rule of Outlook's puts there (decision 3).
  add column act_on_filed boolean not null default false,
  -- Since when: older mail is left alone.
  add column act_on_filed_since timestamptz;

alter table app.forward_addresses
  -- Whoever reads the address has ended forwarding; only they begin it again, by the link that they have.
  add column withdrawn_at timestamptz,
  add check (confirmed_at is null or withdrawn_at is null);
create index forward_addresses_unanswered on app.forward_addresses (asked_at) where confirmed_at is null and withdrawn_at is null;
